"""A disk that refuses each call in turn, for each reason, while an evening is played, and what the game master does.

`python -m tests.trust.faults` tries every call; `--every 20` one in twenty.
"""

from __future__ import annotations

import argparse
import errno
import os
import random
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from tests.trust.disk import ERRORS
from tests.trust.evening import Evening
from tests.trust.model import Plan
from tests.trust.story import LINES, MEMORY, must, opened, scene, seconds
from wyrd_tui.store.tables import elsewhere

LEAVE, KILL = ("leave", 6), ("kill", 6)
"""An end, and an opening of files that nobody harmed."""
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
    "opened, its journal spoilt": ([*PLAYED, ("spoil", 0), KILL, ("note", 0), LEAVE], [("cure", 0)]),
    "opened, its journal spoilt, once": ([*PLAYED, ("spoil", 0), KILL, ("note", 0), LEAVE], []),
}
"""Ways of a refusal: the moves of an evening, and what the game master does once something was refused. One that comes
once is not cured, and one that is never cured lasts beyond the end."""


class Case(NamedTuple):
    """The call that is refused, why, and what is done about it."""

    call: int
    error: int
    way: str

    def __str__(self) -> str:
        return f"call {self.call}, {errno.errorcode[self.error]}, {self.way}"


class Refused(Evening):
    """An evening whose lines are those of the small table."""

    def line(self, number: int) -> None:
        """Play a line."""
        self._act(LINES[number])

    def spoil(self, number: int) -> None:
        """Damage the first line of the journal, which the program does not see any more."""
        if self.log.is_file():
            data = bytearray(self.log.read_bytes())
            data[10] ^= 1
            with self.log.open("r+b") as file:
                file.write(data)
            self.model.harmed = True


def attempt(case: Case) -> tuple[int, str, str]:
    """Play an evening; gives the number of its calls, the move that met the refusal, and what was wrong."""
    moves, then = WAYS[case.way]
    lasting = not case.way.endswith("once")
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, patch.object(os, "fsync"):
        evening = Refused(Path(folder), scene(), (case.call, case.error, lasting))
        met = ""
        with evening.disk, patch.object(elsewhere, "rescue_folders", lambda: [evening.rescue]):
            try:
                evening.begin()
                for at, number in moves:
                    again = [(at, number)] if at in ("line", "move") else []
                    getattr(evening, at)(number)
                    evening.look()
                    if evening.disk.refused and not met:
                        met = f"{at}, {evening.disk.last}"
                        for reaction, choice in (*then, *again):
                            getattr(evening, reaction)(choice)
                            evening.look()
                evening.disk.cure()
                must(evening.model.allows(opened(evening.path)), "the table at the end is another")
            except Exception as fault:
                return evening.disk.calls, "WRONG", f"{case}: {type(fault).__name__}: {fault}"
            finally:
                evening.table.let_go()
    return evening.disk.calls, f"{case.way}: {met or 'unnoticed'}", ""


@cache
def cases() -> tuple[Case, ...]:
    """Every call of every way, refused for every reason."""
    found = []
    for way in WAYS:
        calls, _, wrong = attempt(Case(0, errno.EIO, way))
        must(not wrong, wrong)
        found += [Case(call, error, way) for call in range(1, calls + 1) for error in ERRORS]
    return tuple(found)


def run(*, every: int = 1, seed: int = 1, jobs: int = 1, see: Callable[[str], None] = print) -> list[str]:
    """Try one in so many of all cases, chosen by a seed; gives what was wrong."""
    chosen = random.Random(seed).sample(cases(), len(cases()) // every)
    with ProcessPoolExecutor(jobs) as pool:
        found = list(pool.map(attempt, chosen, chunksize=20))
    for words, times in sorted(Counter(met for _, met, _ in found).items()):
        see(f"{times:6}  {words}")
    return [fault for _, _, fault in found if fault]


def main() -> int:
    """Try it at full length and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with seconds() as taken:
        wrong = run(every=args.every, seed=args.seed, jobs=args.jobs)
    print(*wrong[:40], sep="\n")
    print(f"{len(cases()) // args.every} of {len(cases())} cases, {taken():.0f} s, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
