"""The sound part of a scenario that has faults, so that all the rest of it is checked at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from itertools import islice
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from wyrd_tui.store.files.problems import MOST_PROBLEMS, KeyPath, Problem
from wyrd_tui.store.files.tomlfile import Document
from wyrd_tui.store.scenarios.fields import NAMES
from wyrd_tui.store.scenarios.scenario_models import ScenarioFile

_MOST_PASSES = 6
_JUDGE = ("systems", "scenario_format")
"""The keys by which all others are judged."""
_IDS = frozenset({*NAMES, "id", "like"})


class SoundPart(NamedTuple):
    """A scenario in which stand-ins have the place of what is wrong.

    Attributes:
        file: The scenario.
        whole: Whether everything is there that another part may refer to.
        faults: The places of the stand-ins.
        later: Errors that only showed once other faults had their stand-ins.
    """

    file: ScenarioFile
    whole: bool
    faults: frozenset[KeyPath]
    later: tuple[ErrorDetails, ...]


def find_sound_part(document: Document, error: ValidationError) -> SoundPart | None:
    """Put stand-ins in the place of what is wrong, until the rest can be read; None where that cannot be done.

    A number stands in first, then text, then nothing. They keep the places of all else in the file.
    """
    data: dict[str, Any] = deepcopy(document.data)
    tries: Counter[KeyPath] = Counter()
    alone = True
    misspelt: set[KeyPath] = set()
    later: list[ErrorDetails] = []
    for number in range(_MOST_PASSES):
        errors = [*islice(error.errors(include_url=False), MOST_PROBLEMS + 1)]
        unknown = [one for one in errors if one["type"] == "extra_forbidden"]
        # An unknown key with entries below it may be a misspelt list, which all others would seem to miss.
        misspelt |= {_place(data, one["loc"], False) for one in unknown if isinstance(one["input"], dict | list)}
        wrong = {_place(data, one["loc"], one["type"] == "missing") for one in errors if one not in unknown}
        if number:
            later += [one for one in errors if not _beside(tries, _place(data, one["loc"], one["type"] == "missing"))]
        if len(errors) > MOST_PROBLEMS or any(path[:1] in ((), *((key,) for key in _JUDGE)) for path in wrong):
            return None
        for path in _outermost(wrong):
            tries[path] += 1
            alone = _stand_in(data, path, tries[path]) and alone
        try:
            file = ScenarioFile.model_validate(data, extra="ignore")
            return SoundPart(file, alone and not misspelt, frozenset({*tries, *misspelt}), tuple(later))
        except ValidationError as more:
            error = more
    return None


def without_echoes(document: Document, part: SoundPart, found: Iterable[Problem]) -> Iterator[Problem]:
    """Leave out what only a stand-in brings about, so that each mistake is told once.

    These are problems at its place and at the key that holds it, and errors of the same entry.
    """
    near = {path[:-1] for path in part.faults if isinstance(path[-2:-1] and path[-2], str)} | part.faults
    entries = {_entry(path) for path in part.faults}
    around = {(*entry, *key) for entry in entries for key in ((), *((key,) for key in _keys(document.data, entry)))}
    places = {document.problem(path, "")[1:3] for path in near}
    errors = {document.problem(path, "")[1:3] for path in around}
    return (one for one in found if one[1:3] not in (places if one.warning else places | errors))


def _entry(path: KeyPath) -> KeyPath:
    """Return the place of the innermost item of a list that holds a place."""
    return next((path[:n] for n in range(len(path), 0, -1) if isinstance(path[n - 1], int)), path[:1])


def _keys(whole: dict[str, Any], path: KeyPath) -> Iterable[str]:
    data: Any = whole
    for step in path:
        data = _at(data, step)
    return data if isinstance(data, dict) else ()


def _at(data: Any, step: str | int) -> Any:  # noqa: ANN401 - any TOML value
    """Return what a table or list has at a key or an index; None for nothing."""
    if isinstance(data, dict):
        return data.get(step)
    return data[step] if isinstance(data, list) and isinstance(step, int) and step < len(data) else None


def _beside(faults: Iterable[KeyPath], path: KeyPath) -> bool:
    """Tell whether a place is that of a fault, within it or around it."""
    return any(fault[: len(path)] == path or path[: len(fault)] == fault for fault in faults)


def _place(whole: dict[str, Any], loc: KeyPath, missing: bool) -> KeyPath:
    """Return the place of an error in the data, without the names that pydantic puts in."""
    data: Any = whole
    place: KeyPath = ()
    for step in loc:
        if (inner := _at(data, step)) is not None:
            data, place = inner, (*place, step)
    return (*place, loc[-1]) if missing and isinstance(data, dict) else place


def _outermost(paths: Iterable[KeyPath]) -> list[KeyPath]:
    found: list[KeyPath] = []
    for path in sorted(paths, key=len):
        if not any(path[: len(outer)] == outer for outer in found):
            found.append(path)
    return found


def _stand_in(data: Any, path: KeyPath, tried: int) -> bool:  # noqa: ANN401 - any TOML value
    """Put a stand-in at a place; return whether others can do without what was there."""
    for step in path[:-1]:
        data = data[step]
    key = path[-1]
    before = data.get(key) if isinstance(data, dict) else data[key]
    if tried < 3 or isinstance(data, list):
        data[key] = 1 if tried == 1 else f"unsound-{'-'.join(map(str, path))}".casefold()
    else:
        data.pop(key, None)
    alone = len(path) > 1 or ScenarioFile.model_fields[str(key)].default_factory is None
    return alone and key not in _IDS and before is not None and not isinstance(before, dict | list)
