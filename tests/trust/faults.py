"""A disk that refuses each call in turn, for each reason, while an evening is played, and what the game master does.

`python -m tests.trust.faults` tries every call; `--every 20` one in twenty.
"""

from __future__ import annotations

import argparse
import errno
import os
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from tests.trust.disk import ERRORS, Disk
from tests.trust.promised import Moment
from tests.trust.story import LINES, MEMORY, Known, known, known_at, lay, must, opened, say, scene, seconds, sit
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.journal import Saving
from wyrd_tui.engine.session import Session
from wyrd_tui.store.tables import elsewhere
from wyrd_tui.store.tables.opening import open_table
from wyrd_tui.store.tables.table import Table

WAYS = ("once", "cured", "memory", "elsewhere", "never cured", "asked", "put back", "moved")
"""Ways of a refusal: it comes once; one that lasts until it is cured at once, or after some turns in memory; a table
that moves to another folder; one that is closed on a disk that still refuses; one that is saved now and then, whole or
after its files were removed, until the disk is cured; one that is taken to another folder, which may refuse it once."""
OPENINGS = ("opening", "opening, its journal spoilt", "opening, its journal spoilt, once")
"""A killed table that is opened, as the program left it or with a damaged first line; refused from then on, or once."""
MORE = "damage zoë-ångström 1"
IN_MEMORY = 3


class Case(NamedTuple):
    """The call that is refused, why, and what is done about it."""

    call: int
    error: int
    way: str

    def __str__(self) -> str:
        return f"call {self.call}, {errno.errorcode[self.error]}, {self.way}"


def saved(table: Table) -> bool:
    """Tell whether everything is on disk."""
    return table.saving is Saving.ON_DISK


@cache
def truths() -> tuple[Known, ...]:
    """The table as it begins and after each line."""
    moments = [Moment(scene())]
    for line in LINES:
        moments.append(moments[-1].after(line) or moments[-1])
    return tuple(moment.known() for moment in moments)


def begun() -> Known:
    """The table that begins with the save of the killed one."""
    return Known(truths()[LINES.index("end scene") + 1].state, (), (), 0, 0)


class Evening:
    """An evening on a disk that refuses once or from some call on."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.case = case
        self.folder = folder / "tables"
        self.other = folder / "other"
        self.folder.mkdir()
        both = case.way == "moved"
        self.disk = Disk(
            folder if both else self.folder, case.call, case.error, lasting=not both and case.way != "once"
        )
        self.met = ""

    def run(self) -> str:
        """Play it; gives where the refusal was met.

        Raises:
            BrokenPromise: If a promise was not kept.
        """
        with self.disk:
            table = self._lay()
            session = sit(table)
            for number, line in enumerate(LINES):
                self._line(table, session, number, line)
            self._close(table)
            self.disk.cure()
            path = table.path
        must(opened(path) == truths()[-1], "the table at the end is another")
        return self.met or "unnoticed"

    def _lay(self) -> Table:
        try:
            return lay(self.folder)
        except OSError:
            self.met = "a new table"
            left = [name for name in os.listdir(self.folder) if name.endswith((".toml", ".journal"))]
            must(not left, f"left behind: {left}")
            self.disk.cure()
            return lay(self.folder)

    def _line(self, table: Table, session: Session, number: int, line: str) -> None:
        before = session.state
        try:
            say(session, line)
        except OSError:
            self.met = f"a turn, {self.disk.last}"
            must(session.state is before, "the refused turn is shown")
            must(not saved(table), "nothing warns")
            # A line that can neither be synced nor cut off again may be there after a kill: one act too many, not few.
            must(opened(table.path) in truths()[number : number + 2], "a kill now would lose an act")
            self._react(table)
            say(session, line)
        must(known(session) == truths()[number + 1], "an act came out otherwise")
        if not saved(table) and not self.met.startswith("a turn"):
            self.met = self.met or f"a save, {self.disk.last}"
            must(not saved(table), "a save that failed does not warn")
        if self.case.way == "moved" and number == IN_MEMORY:
            self._move(table, number)
        if self.case.way in ("asked", "put back") and number % IN_MEMORY == 1:
            self._ask(table, number)
        if not saved(table) and self.case.way == "memory" and number % IN_MEMORY == 0:
            self.disk.cure()
        if not saved(table) and self.case.way == "elsewhere" and number % IN_MEMORY == 0:
            table.move(self.other)
            must(table.path.parent == self.other, "it is not there")
            must(saved(table), f"not saved elsewhere: {table.reason}")
        if not self.disk.ill and self.disk.refused:
            # The warning goes with the next turn, which is when it is tried again.
            say(session, "undo")
            say(session, "redo")
            must(saved(table), f"cured, and still: {table.reason}")
            must(opened(table.path) == truths()[number + 1], "cured, and a kill now would lose an act")

    def _move(self, table: Table, number: int) -> None:
        try:
            table.move(self.other)
        except OSError:
            self.met = f"a move, {self.disk.last}"
            must(table.path.parent == self.folder, "refused, and yet it has gone")
            table.move(self.other)
        must(table.path.parent == self.other, "it is not there")
        must(opened(table.path) == truths()[number + 1], "a kill now would lose an act")

    def _react(self, table: Table) -> None:
        if self.case.way in ("memory", "elsewhere", "never cured"):
            table.hold()
        else:
            self.disk.cure()

    def _ask(self, table: Table, number: int) -> None:
        if self.case.way == "put back":
            for file in self.folder.iterdir():
                file.unlink()
        try:
            table.save()
        except OSError:
            self.met = f"{self.case.way}, {self.disk.last}"
            must(not saved(table), "nothing warns of what was asked for and refused")
            self.disk.cure()
            table.save()
        must(saved(table), f"saved, and still: {table.reason}")
        must(opened(table.path) == truths()[number + 1], "saved, and a kill now would lose an act")

    def _close(self, table: Table) -> None:
        told = re.search(r"(\d+ acts?) in memory alone", table.reason)
        held = told[1] if told else ""
        try:
            table.close()
        except OSError as error:
            self.met = self.met or f"closing, {self.disk.last}"
            if held:
                must(f"{held} could not be written" in str(error), f"held {held}, and told: {error}")
                kept = re.search(r"kept as (.*?\.toml)", str(error))
                must(kept is not None and table.path == Path(kept[1]), f"kept nowhere: {error}")
            else:
                must("Every act is in the journal" in str(error), str(error))


def calls(way: str) -> int:
    """Count the calls of an evening."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        evening = Evening(Case(0, 0, way), Path(folder))
        evening.run()
        return evening.disk.calls


def killed(folder: Path) -> Path:
    """The save of a table whose program was killed after the last line, so that opening it has something to mend."""
    with lay(folder / "played") as table:
        session = sit(table)
        for line in LINES:
            say(session, line)
        shutil.copytree(table.path.parent, folder / "tables", ignore=shutil.ignore_patterns("*.lock"))
        return folder / "tables" / table.path.name


def spoil(path: Path) -> None:
    """Damage the first line of a table's journal; what comes after it goes on from its save."""
    log = path.with_suffix(".journal")
    data = bytearray(log.read_bytes())
    data[10] ^= 1
    log.write_bytes(data)


def opening(call: int, error: int, way: str, folder: Path) -> tuple[int, str]:
    """Open a killed table on a disk that refuses some call; gives how many calls there were, and what came.

    Raises:
        BrokenPromise: If a promise was not kept.
    """
    path, there = killed(folder), truths()[-1]
    if "spoilt" in way:
        spoil(path)
        there = begun()
    with Disk(path.parent, call, error, lasting=not way.endswith("once")) as disk:
        table = open_table(path)
        must(known_at(table) == there, "the table is another")
        must(not disk.ill or bool(table.words) or not saved(table), "nothing is told")
        met = f"{way}: for reading only" if table.read_only else way
        more = Moment.of(sit(table)).after(MORE)
        last = [there, more.known()] if more is not None else []
        try:
            say(sit(table), MORE)
        except OSError:
            # A line that can neither be synced nor cut off may be there later: one act too many, not too few.
            met += ", an act refused"
        except Refused:
            must(bool(table.read_only), "refused although it is not for reading only")
            last = [there]
        else:
            last = last[1:]
            must(opened(path) in last, "an act is shown that is not on disk")
        try:
            table.close()
        except OSError as refusal:
            must("Every act is in the journal" in str(refusal), str(refusal))
        disk.cure()
    with open_table(path) as again:
        must(not again.read_only, "cured, and still for reading only")
        must(known_at(again) in last, "cured, and another table")
    return disk.calls, met


def attempt(case: Case) -> tuple[str, str]:
    """Play an evening; gives what became of it, and what was wrong."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        last = Path(folder) / "rescue"
        last.mkdir()
        # Nothing goes to the home of whoever tries it.
        with patch.object(elsewhere, "rescue_folders", lambda: [last]):
            try:
                if case.way in OPENINGS:
                    return opening(case.call, case.error, case.way, Path(folder))[1], ""
                return Evening(case, Path(folder)).run(), ""
            except (AssertionError, OSError, Refused) as fault:
                return "WRONG", f"{case}: {type(fault).__name__}: {fault}"


def run(*, every: int = 1, seed: int = 1, jobs: int = 1, see: Callable[[str], None] = print) -> list[str]:
    """Try one in so many of all cases, chosen by a seed; gives what was wrong."""
    cases = [Case(call, error, way) for way in WAYS for call in range(1, calls(way) + 1) for error in ERRORS]
    for way in OPENINGS:
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            openings = opening(0, 0, way, Path(folder))[0]
        cases += [Case(call, error, way) for call in range(1, openings + 1) for error in ERRORS]
    chosen = random.Random(seed).sample(cases, len(cases) // every)
    found: Counter[str] = Counter()
    wrong = []
    with ProcessPoolExecutor(jobs) as pool:
        for met, fault in pool.map(attempt, chosen, chunksize=20):
            found[met] += 1
            wrong += [fault] if fault else []
    for words, times in sorted(found.items()):
        see(f"{times:6}  {words}")
    return wrong


def main() -> int:
    """Try it at full length and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with seconds() as taken:
        wrong = run(every=args.every, seed=args.seed, jobs=args.jobs)
    for line in wrong[:40]:
        print(line)
    print(
        f"{calls(WAYS[0])} calls of an evening, {len(ERRORS)} reasons, {len(WAYS)} ways; {taken():.0f} s, "
        f"{len(wrong)} wrong"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
