"""The shape of all that goes to a disk, tied to the number of its format: a changed field wants a new number."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from tests.commands import HOUSE_RULES
from tests.scans import report
from wyrd_tui.engine import nouns
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.state import State
from wyrd_tui.store.scenarios import story_models
from wyrd_tui.store.scenarios.schema import make_schema
from wyrd_tui.store.tables import journal_lines

FOLDER = Path(__file__).parent / "formats"
CHANGED = """
The files of tables, or scenarios, have another shape than format {number} says (tests/store/formats/{name}).
No version was released: delete that file and run this test with WYRD_GOLDEN=write, which writes the shape anew.
After a release, raise FORMAT in {module} instead, and add a scenario of the new format.
"""


def spelt(hint: Any) -> str:  # noqa: ANN401 - a type
    """A type in a spelling that no version of Python changes."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(map(repr, inside))
    if origin in (Union, types.UnionType):
        return " | ".join(map(spelt, inside))
    if origin is tuple:
        return f"({spelt(inside[0])}, ...)"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"{{{spelt(inside[0])}: {spelt(inside[1])}}}"
    return "None" if hint is type(None) else str(hint.__name__)


def default(each: Field[Any]) -> str:
    """Spell the default of a field."""
    if each.default is not MISSING:
        return f" = {each.default!r}"
    return f" = {each.default_factory()!r}" if each.default_factory is not MISSING else ""


def kinds(hint: Any, seen: dict[type, None]) -> None:  # noqa: ANN401 - a type
    """Every dataclass in a type, its own fields included."""
    if not is_dataclass(hint):
        for inside in get_args(hint):
            kinds(inside, seen)
    elif isinstance(hint, type) and hint not in seen:
        seen[hint] = None
        for inside in get_type_hints(hint).values():
            kinds(inside, seen)


def kept() -> dict[type, None]:
    """Every dataclass in a table and in an act."""
    seen: dict[type, None] = {}
    kinds(State, seen)
    for game in GAMES.values():
        kinds(game.memory, seen)
        kinds(game.roll_memory, seen)
    kinds(Act, seen)
    return seen


def of_tables() -> str:
    """The shape of saves and journals: every value in a table and in an act, field by field, and the words in them.

    A table keeps house rules, counters and marks by words that the rules look for.
    """
    return "\n".join([*_lines(kept()), *_house_rules(), *_nouns()]) + "\n"


def _house_rules() -> Iterator[str]:
    yield "house rules"
    for key, rule in sorted(HOUSE_RULES.items()):
        yield f"    {key}: {' | '.join(map(repr, rule.values)) or 'any'} = {rule.default!r}"


def _nouns() -> Iterator[str]:
    for module in pkgutil.iter_modules(nouns.__path__):
        yield f"nouns of {module.name}"
        for name, value in sorted(vars(importlib.import_module(f"{nouns.__name__}.{module.name}")).items()):
            if name.isupper() and isinstance(value, str | Mapping):
                yield f"    {name}: {list(value) if isinstance(value, Mapping) else value!r}"


def _lines(seen: dict[type, None]) -> Iterator[str]:
    for kind in sorted(seen, key=lambda kind: kind.__name__):
        hints = get_type_hints(kind)
        yield kind.__name__
        yield from (f"    {each.name}: {spelt(hints[each.name])}{default(each)}" for each in fields(kind))


def of_scenarios() -> str:
    """The shape of scenarios: every key with what it may be; what is said of it may change."""
    made = make_schema()
    tables = {"Scenario": made, **made.pop("$defs")}
    return "\n".join(line for name in sorted(tables) for line in _keys(name, _unsaid(tables[name]))) + "\n"


def _keys(name: str, table: dict[str, Any]) -> Iterator[str]:
    keys = next(part for part in (table, *table.get("anyOf", ())) if "properties" in part).pop("properties")
    yield f"{name}: {json.dumps(table, sort_keys=True)}"
    yield from (f"    {name}.{key}: {json.dumps(keys[key], sort_keys=True)}" for key in sorted(keys))


def _unsaid(part: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(part, list):
        return [_unsaid(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {key: _unsaid(each) for key, each in part.items() if not (key in ("description", "title") and _text(each))}


def _text(value: object) -> bool:
    # A table of keys may have one that is called so.
    return isinstance(value, str)


def agree(shape: str, name: str, number: int, module: str) -> None:
    """Compare a shape with what was written down for its number."""
    path = FOLDER / name
    if os.environ.get("WYRD_GOLDEN") == "write" and not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(shape, "utf-8")
    known = path.read_text("utf-8") if path.exists() else ""
    changed = [f"- {line}" for line in known.splitlines() if line not in shape.splitlines()]
    changed += [f"+ {line}" for line in shape.splitlines() if line not in known.splitlines()]
    if changed or shape != known:
        told = "\n".join(line[:300] for line in changed[:40])
        pytest.fail(CHANGED.format(number=number, name=name, module=module) + told, pytrace=False)


def test_the_shape_of_tables_is_that_of_their_format() -> None:
    number = journal_lines.JOURNAL_FORMAT
    agree(of_tables(), f"{number}/shapes.txt", number, "store/tables/journal_lines.py")


def test_a_field_that_can_be_none_is_none_by_default() -> None:
    """None is never written, so it would come back as any other default."""
    every = ((kind, each, get_type_hints(kind)[each.name]) for kind in kept() for each in fields(kind))
    lost = ((kind, each) for kind, each, hint in every if type(None) in get_args(hint) and each.default is not None)
    report(f"{kind.__name__}.{each.name}" for kind, each in lost)


def test_the_shape_of_scenarios_is_that_of_their_format() -> None:
    number = story_models.SCENARIO_FORMAT
    agree(of_scenarios(), f"scenarios/{number}.txt", number, "store/scenarios/story_models.py")


def test_every_number_has_its_golden_files() -> None:
    for number in range(1, story_models.SCENARIO_FORMAT + 1):
        assert (FOLDER / "scenarios" / f"{number}.toml").exists(), number
