"""A disk that refuses each call in turn, for each reason, while an evening is played, and what the game master does."""

from __future__ import annotations

import errno
from typing import NamedTuple

from tests.trust.disk import ERRORS
from tests.trust.evening import Plan, TroubledTable, an_evening
from tests.trust.runner import Harness, Result, some_of
from tests.trust.story import LINES, must, opened, scene

LEAVE, KILL, SPOIL = ("leave", 6), ("kill", 6), ("spoil", 0)
"""An end, an opening of files that nobody harmed, and a fault in the first line of the journal."""
PLAYED: Plan = [("line", number) for number in range(len(LINES))]
WAYS: dict[str, tuple[Plan, Plan]] = {
    "once": ([*PLAYED, LEAVE], []),
    "cured": ([*PLAYED, LEAVE], [("cure", 0)]),
    "memory": ([*PLAYED, LEAVE], [("memory", 0), ("line", 0), ("note", 0), ("cure", 0), ("note", 1)]),
    "elsewhere": ([*PLAYED, LEAVE], [("memory", 0), ("note", 0), ("move", 1)]),
    "never cured": ([*PLAYED, LEAVE], [("memory", 0)]),
    "saved": ([*PLAYED[:5], ("save", 0), *PLAYED[5:], ("save", 0), LEAVE], [("save", 0), ("cure", 0), ("save", 0)]),
    "put back": ([*PLAYED[:5], ("harm", 1), ("save", 0), *PLAYED[5:], LEAVE], [("save", 0), ("cure", 0), ("save", 0)]),
    "moved": ([*PLAYED[:5], ("move", 0), *PLAYED[5:], ("move", 2), LEAVE], [("cure", 0), ("move", 4)]),
    "opened": ([*PLAYED, KILL, ("note", 0), LEAVE], [("cure", 0)]),
    "opened, its journal spoilt": ([*PLAYED, SPOIL, KILL, ("note", 0), LEAVE], [("cure", 0)]),
    "opened, its journal spoilt, once": ([*PLAYED, SPOIL, KILL, ("note", 0), LEAVE], []),
}
"""Ways of a refusal: the moves of an evening, and what the game master does once something was refused. One that comes
once is not cured, and one that is never cured lasts beyond the end."""


class Case(NamedTuple):
    """The call that is refused, why, and what is done about it."""

    call: int
    error: int
    way: str


def _played(evening: TroubledTable, case: Case) -> str:
    """Play an evening; gives the move that met the refusal."""
    moves, then = WAYS[case.way]
    met = ""
    evening.begin()
    for at, number in moves:
        evening.play_all([(at, number)])
        if evening.disk.refused and not met:
            met = f"{at}, {evening.disk.last}"
            evening.play_all([*then, *([(at, number)] if at in ("line", "move") else [])])
    evening.disk.cure()
    must(evening.model.allows(opened(evening.path)), "the table at the end is another")
    return met


def attempt(case: Case) -> Result:
    """Play an evening; its kind is the move that met the refusal."""
    with an_evening(scene(), (case.call, case.error, not case.way.endswith("once"))) as evening:
        return Result((f"{case.way}: {_played(evening, case) or 'unnoticed'}",))


def every() -> tuple[Case, ...]:
    """Every call of every way, refused for every reason."""
    found = []
    for way in WAYS:
        with an_evening(scene()) as evening:
            _played(evening, Case(0, errno.EIO, way))
            found += [Case(call, error, way) for call in range(1, evening.disk.calls + 1) for error in ERRORS]
    return tuple(found)


HARNESS = Harness(some_of(every), attempt)
