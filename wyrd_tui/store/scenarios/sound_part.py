"""The sound part of a scenario that has faults, so that the rest of it is checked at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from copy import deepcopy
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from wyrd_tui.store.files.problems import KeyPath, Problem
from wyrd_tui.store.files.tomlfile import Document
from wyrd_tui.store.scenarios.scenario_models import ScenarioFile

_JUDGE = ("systems", "scenario_format")
"""The keys by which all others are judged."""
_NAME = "unsound"


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
    faults: Set[KeyPath]
    later: Sequence[ErrorDetails]


def find_sound_part(document: Document, errors: Sequence[ErrorDetails]) -> SoundPart | None:
    """Put an entry with a name alone in the place of each wrong one; None where even the rest cannot be read.

    First the innermost entry of a list gives way, then the outermost, then the whole key; all else keeps its place.
    """
    data: dict[str, Any] = deepcopy(document.data)
    faults: set[KeyPath] = set()
    later: list[ErrorDetails] = []
    for most in (None, 2, 1):
        wrong = {document.known(one["loc"]) for one in errors if not _is_idle(one)} - {()}
        if any(path[0] in _JUDGE for path in wrong):
            return None
        for place in sorted({_givers(document, path)[:most][-1] for path in wrong}, key=len):
            if not _within(place[:-1], faults):
                faults.add(place)
                _stand_in(data, place)
        try:
            file = ScenarioFile.model_validate({"title": _NAME, **data}, extra="ignore")
            return SoundPart(file, not faults, faults, later)
        except ValidationError as error:
            errors = error.errors(include_url=False)
            later += [one for one in errors if not _within(document.known(one["loc"]), faults)]
    return None


def _is_idle(error: ErrorDetails) -> bool:
    """Tell whether an error is an unknown key without entries below it; one with entries may be a misspelt list."""
    return error["type"] == "extra_forbidden" and not isinstance(error["input"], dict | list)


def _within(path: KeyPath, places: Set[KeyPath]) -> bool:
    return not places.isdisjoint(path[: end + 1] for end in range(len(path)))


def without_echoes(document: Document, part: SoundPart, found: Iterable[Problem]) -> Iterable[Problem]:
    """Leave out the problems of stand-ins and of their keys, so that each mistake is told once."""
    around = {(*place, *key) for place in part.faults for key in ((), *((key,) for key in _at(document.data, place)))}
    places = {document.problem(place, "")[1:3] for place in around}
    return (one for one in found if one[1:3] not in places)


def _givers(document: Document, path: KeyPath) -> list[KeyPath]:
    """List what may give way to a stand-in: the key of the scenario, then the entries of lists, the outermost first."""
    ends = [end for end in range(2, len(path) + 1) if isinstance(path[end - 1], int) and _at(document.data, path[:end])]
    return [path[:end] for end in (1, *ends)]


def _at(data: Any, path: KeyPath) -> dict[str, Any]:  # noqa: ANN401 - any TOML value
    """Return the table at a place; an empty one where something else is there."""
    for step in path:
        data = data[step]
    return data if isinstance(data, dict) else {}


def _stand_in(data: Any, path: KeyPath) -> None:  # noqa: ANN401 - any TOML value
    for step in path[:-1]:
        data = data[step]
    if isinstance(data, list):
        data[int(path[-1])] = {"name": "-".join(map(str, (_NAME, *path)))}
    else:
        data.pop(path[-1], None)
