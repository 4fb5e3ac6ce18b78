"""A power cut after each call of an evening: of bytes and of names only what was synced need be left.

`python -m tests.trust.power` tries every call of every evening, and each way in which a disk may keep what it was not
asked to keep; `--every 20` one case in twenty.
"""

from __future__ import annotations

import argparse
import errno
import os
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

from tests.trust import faults
from tests.trust.faults import KILL, LEAVE, PLAYED
from tests.trust.model import Plan
from tests.trust.platter import Moment, Platter
from tests.trust.story import LINES, MEMORY, Known, known_at, lay, opened, say, scene, seconds, sit
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables import elsewhere
from wyrd_tui.store.tables.opening import open_table

T = TypeVar("T")
TORN = b'{"crc":"00000000","seq":99,"do":{"num'
DAMAGES: dict[str, tuple[str, Callable[[bytes], bytes] | None]] = {
    "killed as it wrote": (".journal", lambda data: data + TORN),
    "killed before a line's end": (".journal", lambda data: data.rstrip(b"\n")),
    "its save spoilt": (".toml", lambda data: b"\0" * 99),
    "its save lost": (".toml", None),
    "its journal lost": (".journal", None),
    "its journal spoilt": (".journal", lambda data: TORN),
    "its journal's first line spoilt": (".journal", lambda data: data[:10] + bytes((data[10] ^ 1,)) + data[11:]),
}
"""What a killed table's files have come to; None where a file is gone."""
HALF: Plan = PLAYED[: len(PLAYED) // 2]
REST: Plan = PLAYED[len(PLAYED) // 2 :]
EVENINGS: dict[str, tuple[Plan, Plan]] = {
    "begun, played, closed": ([], [("begin_anew", 0), *PLAYED, LEAVE]),
    "killed": ([("begin_anew", 0), *PLAYED], [KILL, ("note", 0), LEAVE]),
    **{
        name: ([("begin_anew", 0), *PLAYED, ("damage", number)], [KILL, ("note", 0), LEAVE])
        for number, name in enumerate(DAMAGES)
    },
    "removed, gone on elsewhere": ([("begin_anew", 0), *HALF, ("harm", 1)], [*REST, LEAVE]),
    "taken elsewhere": ([("begin_anew", 0), *HALF], [("move", 1), *REST, LEAVE]),
}
"""The moves of an evening before it is watched, and those at each call of which the power is cut."""


def _oldest(versions: tuple[T, ...]) -> T:
    return versions[0]


def _middle(versions: tuple[T, ...]) -> T:
    return versions[len(versions) // 2]


def _newest(versions: tuple[T, ...]) -> T:
    return versions[-1]


WAYS: dict[str, tuple[Callable[[tuple[Any, ...]], Any], Callable[[tuple[Any, ...]], Any]]] = {
    "what was synced": (_oldest, _oldest),
    "names before bytes": (_newest, _oldest),
    "bytes before names": (_oldest, _newest),
    "a part of both": (_middle, _middle),
    "all of it": (_newest, _newest),
}
"""Which names and which bytes are left, of those since the last sync."""


def left(moment: Moment, root: int, way: str) -> dict[str, bytes | None]:
    """Collect the files after the cut, by path; None for a folder."""
    of_names, of_bytes = WAYS[way]
    found: dict[str, bytes | None] = {}

    def walk(number: int, path: str) -> None:
        for name, inner in sorted(of_names(moment.names[number]).items()):
            if inner in moment.names:
                found[f"{path}{name}"] = None
                walk(inner, f"{path}{name}/")
            else:
                found[f"{path}{name}"] = of_bytes(moment.data[inner])

    walk(root, "")
    return found


class Watched(NamedTuple):
    """An evening that was watched.

    Attributes:
        name: What it is.
        moments: What a cut would leave, after each call.
        root: The folder of all of it.
        saves: Where the table may be at each move, the latest place first.
        good: What may be on the table at each move; None where nothing need be there yet.
    """

    name: str
    moments: list[Moment]
    root: int
    saves: list[tuple[str, ...]]
    good: list[tuple[Known, ...] | None]


@contextmanager
def _somewhere() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


class _Evening(faults.Refused):
    def begin_anew(self, number: int) -> None:
        """Begin a table where its folder is missing."""
        (self.base / "live/tables").rmdir()
        self.begin()

    def damage(self, number: int) -> None:
        """Do to a file what `DAMAGES` says."""
        suffix, change = [*DAMAGES.values()][number]
        path = self.path.with_suffix(suffix)
        if change is None:
            path.unlink()
        else:
            path.write_bytes(change(path.read_bytes()))
        if suffix == ".toml":
            self.model.save_harm = "replaced"
        elif number > 1:
            self.model.harmed = True
        else:
            # A line that was on its way may be told.
            self.model.refused.append(self.model.now)

    def good(self) -> tuple[Known, ...] | None:
        """Give what may be on the table if the power fails now; None where other programs left nothing of it."""
        if not hasattr(self, "model") or not self.path.parent.is_dir():
            return None
        return (opened(self.path),) if self.model.harmed else tuple(one.known() for one in self.model.possible())


def watched(name: str) -> Watched:
    """Play an evening, and note what a power cut would leave after each call of it."""
    before, moves = EVENINGS[name]
    with _somewhere() as folder, patch.object(os, "fsync"):
        evening = _Evening(folder, scene())
        with evening.disk, patch.object(elsewhere, "rescue_folders", lambda: [evening.rescue]):
            for at, number in before:
                getattr(evening, at)(number)
            saves: list[tuple[str, ...]] = []
            good: list[tuple[Known, ...] | None] = []
            with Platter(folder) as platter:
                for platter.shown, (at, number) in enumerate(moves):
                    there, allowed = getattr(evening, "path", None), evening.good()
                    getattr(evening, at)(number)
                    evening.look()
                    places = dict.fromkeys((evening.path, there or evening.path))
                    saves.append(tuple(str(path.relative_to(folder)) for path in places))
                    # Until the move is done the table is as it was before, or as it is after it.
                    good.append(None if allowed is None else (*allowed, *(evening.good() or ())))
            evening.table.let_go()
        return Watched(name, platter.moments, platter.root, saves, good)


def refused() -> Watched:
    """A line that the disk took and could not sync is cut off again; then nothing is played for long."""
    with _somewhere() as folder, Platter(folder) as platter:
        table = lay(folder / "tables")
        session = sit(table)
        say(session, LINES[0])
        watched, calls = os.fsync, iter(range(9))

        def once(number: int) -> None:
            if not next(calls):
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            watched(number)

        with patch.object(os, "fsync", once), suppress(OSError):
            say(session, LINES[1])
        platter.shown, kept = 0, known_at(table)
        say(session, "undo")
        table.close()
    first = next(number for number, moment in enumerate(platter.moments) if moment.shown == 0)
    return Watched(
        "a line that was refused",
        platter.moments[first - 1 : first],
        platter.root,
        [(f"tables/{table.path.name}",)],
        [(kept,)],
    )


class Cut(NamedTuple):
    """A power cut: what it left, what may be on the table then, and whether each file was whole before it."""

    where: str
    files: dict[str, bytes | None]
    saves: tuple[str, ...]
    good: tuple[Known, ...] | None
    whole: bool


def cuts() -> list[Cut]:
    """Every cut of every evening that leaves something else than the one before."""
    found = []
    for evening in (*map(watched, EVENINGS), refused()):
        for way in WAYS:
            last: dict[str, bytes | None] | None = None
            for number, moment in enumerate(evening.moments):
                files, shown = left(moment, evening.root, way), max(moment.shown, 0)
                if files != last or moment.shown != evening.moments[number - 1].shown:
                    where = f"{evening.name}, call {number + 1} ({moment.call}), {way} left"
                    whole = not evening.name.endswith(("spoilt", "lost"))
                    found.append(Cut(where, files, evening.saves[shown], evening.good[shown], whole))
                last = files
    return found


def judged(cut: Cut) -> str:
    """Judge a table after a power cut; empty where nothing is wrong."""
    with _somewhere() as folder:
        for name, data in cut.files.items():
            path = folder / name
            if data is None:
                path.mkdir()
            else:
                path.write_bytes(data)
        for save in cut.saves:
            try:
                with open_table(folder / save) as table:
                    there, said, shut = known_at(table), table.words, table.read_only
            except Unreadable as refusal:
                if cut.good is not None and save == cut.saves[-1]:
                    return f"{cut.where}: nothing is left: {refusal}"
                continue
            if cut.good is not None and there not in cut.good and save == cut.saves[-1]:
                return f"{cut.where}: another table is left: {said}"
            if cut.whole and any(".broken" in file.name for file in (folder / save).parent.iterdir()):
                return f"{cut.where}: a file is neither the old one nor the new one: {said}"
            if shut:
                return f"{cut.where}: it can only be looked at: {said}"
            if cut.good is None or there in cut.good:
                return ""
        return ""


def run(*, every: int = 1, seed: int = 1, see: Callable[[str], None] = print) -> list[str]:
    """Try one in so many of all cuts, chosen by a seed; gives what was wrong."""
    found = cuts()
    chosen = random.Random(seed).sample(found, len(found) // every)
    wrong = [fault for cut in chosen if (fault := judged(cut))]
    for name, times in Counter(cut.where.split(",")[0] for cut in chosen).items():
        see(f"{times:6}  {name}")
    return wrong


def main() -> int:
    """Try it at full length and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with seconds() as taken:
        wrong = run(every=args.every, seed=args.seed)
    for line in wrong[:40]:
        print(line)
    print(f"{taken():.0f} s, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
