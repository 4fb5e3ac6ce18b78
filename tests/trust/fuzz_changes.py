"""Inputs like other inputs: changed as the tables that their bytes stand for. libFuzzer changes the bytes itself."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import tomli_w

Field = tuple[type, str]
"""A class and the name of a field of it."""
NUMBERS = (0, 1, -1, 2, 99, 999, 9_999, -9_999, 99_999, -99_999)
WORDS = (
    *("", "a", "players * 9999", "Formidable", "\x1b[2J", "a\u0301\u0301\u0301\u0301", "x" * 90, "[/]"),
    *("mettle", "4dF", "🎲"),
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - plain data
    """Give each place in plain data that holds something: the container, and the key there."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def remade(value: Any, leaf: Callable[[Field, Any], Any], at: Field = (object, "")) -> Any:  # noqa: ANN401 - any part
    """Copy a value of the engine, or plain data, with each of its leaves and keys made anew, by the field it is in."""
    if isinstance(value, Mapping):
        return {leaf(at, key): remade(each, leaf, at) for key, each in value.items()}
    if isinstance(value, tuple | list):
        made = [remade(each, leaf, at) for each in value]
        return type(value)(*made) if hasattr(value, "_fields") else type(value)(made)
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        return kind(**{one.name: remade(getattr(value, one.name), leaf, (kind, one.name)) for one in fields(kind)})
    return leaf(at, value)


def alike(rng: random.Random, old: Any, words: Sequence[str]) -> Any:  # noqa: ANN401 - plain data
    """Make something else of the same kind as a value."""
    match old:
        case bool():
            return not old
        case int():
            return rng.choice((*NUMBERS, -old, old + 1, old * 1000))
        case str():
            return rng.choice((rng.choice(words), old + rng.choice(words)))
        case list():
            return rng.choice(
                ([], old[1:], old[::-1], old * rng.choice((2, 30 if len(old) < 50 else 2)), [*old, rng.choice(words)])
            )
        case dict():
            key = rng.choice([*old, ""])
            fewer = {name: each for name, each in old.items() if name != key}
            return rng.choice(({}, fewer, fewer | {rng.choice(words): old.get(key, rng.choice(words))}))
    return old


def changed_value(rng: random.Random, document: Any, words: Sequence[str] = WORDS) -> None:  # noqa: ANN401 - plain data
    """Change plain data in place: mostly a value for another of its kind, else for one of another place, or for any."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        found = list(places(document))
        if not found:
            return
        (holder, key), (other, there) = rng.choice(found), rng.choice(found)
        match rng.randrange(10):
            case 0:
                holder[key] = rng.choice((0, -1, 7, 10**12, 2.5, True, "", [], {}, [[]], {"a": 1}, rng.choice(words)))
            case 1:
                holder[key] = copy.deepcopy(other[there])
            case _:
                holder[key] = alike(rng, holder[key], (*words, str(there)))


def changed(rng: random.Random, shape: str, data: bytes) -> bytes:
    """An input like another one of a shape.

    Raises:
        ValueError, TypeError, RecursionError, AttributeError: If it is of another shape, or has no such shape any more.
    """
    if shape == "toml":
        document = tomllib.loads(data.decode())
        changed_value(rng, document)
        return tomli_w.dumps(document).encode()
    lines = [json.loads(line) for line in data.split(b"\n") if line]
    changed_value(rng, lines)
    return b"\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() for line in lines)
