"""Inputs like other inputs: changed as bytes, and as the tables that the bytes stand for."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

import tomli_w

LARGEST = 24_000
NUMBERS = (0, 1, -1, 2, 99, 999, 9_999, -9_999, 99_999, -99_999)
TOKENS = (
    *(b"[", b"]", b"[[", b"]]", b"{", b"}", b'"', b'"""', b"'''", b"'", b"\\", b"\\u001b", b"\n", b"\r", b"\0"),
    *(b"=", b".", b",", b"#", b"+", b"-", b"nan", b"inf", b"0x", b"1e999", b"9" * 30, b"true", b"1979-05-27"),
    *(b"\xff", b"\xc2\x9b", b"\xe2\x80\xae", b"\xef\xbb\xbf", b"\xcc\x81", b"players", b"**", b"(", b"999999999"),
)
WORDS = (
    *("", "a", "players * 9999", "Formidable", "\x1b[2J", "a\u0301\u0301\u0301\u0301", "x" * 90, "[/]"),
    *("mettle", "4dF", "🎲"),
)


def changed_bytes(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """Some bytes with a few things done to them, a piece of another input put in among them."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4, 8))):
        at = rng.randrange(len(made) + 1)
        to = min(len(made), at + rng.choice((1, 1, 2, 8, 40, 200)))
        match rng.randrange(7):
            case 0:
                made[at:to] = b""
            case 1:
                made[at:at] = rng.choice(TOKENS)
            case 2:
                made[at:to] = rng.choice(TOKENS) * rng.choice((1, 1, 2, 30))
            case 3 if at < len(made):
                made[at] ^= 1 << rng.randrange(8)
            case 4:
                made[at:at] = made[at:to] * rng.choice((1, 2, 20))
            case 5:
                other = rng.choice(others)
                cut = rng.randrange(len(other) + 1)
                made[at:to] = other[cut : cut + rng.choice((5, 40, 400))]
            case _:
                lines = bytes(made).split(b"\n")
                rng.shuffle(lines) if rng.random() < 0.2 else lines.pop(rng.randrange(len(lines)))
                made = bytearray(b"\n".join(lines))
    return bytes(made[:LARGEST])


def places(value: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - plain data
    """Give each place in plain data that holds something: the container, and the key there."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


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


def changed(rng: random.Random, shape: str, corpus: list[bytes], data: bytes) -> bytes:
    """An input like another one of a shape."""
    if shape == "bytes" or rng.random() < 0.5:
        return changed_bytes(rng, data, corpus)
    try:
        if shape == "toml":
            document = tomllib.loads(data.decode())
            changed_value(rng, document)
            made = tomli_w.dumps(document).encode()
        else:
            lines = [json.loads(line) for line in data.split(b"\n") if line]
            changed_value(rng, lines)
            made = b"\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() for line in lines)
    except (ValueError, TypeError, RecursionError, AttributeError):
        made = changed_bytes(rng, data, corpus)
    return made[: 4 * LARGEST]
