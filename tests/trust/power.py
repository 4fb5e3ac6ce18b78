"""A power cut after each call of an evening: of bytes and of names only what was synced need be left.

`python -m tests.trust.power` tries every call of every evening, and each way in which a disk may keep what it was not
asked to keep; `--every 20` one case in twenty.
"""

from __future__ import annotations

import argparse
import errno
import os
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

from tests.trust import promised
from tests.trust.platter import Moment, Platter
from tests.trust.story import LINES, MEMORY, Known, killed, known_at, lay, opened, say, scene, seconds, sit
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables import elsewhere
from wyrd_tui.store.tables.opening import open_table
from wyrd_tui.store.tables.table import Table

T = TypeVar("T")
MORE = "damage zoë-ångström 1"
TORN = b'{"crc":"00000000","seq":99,"do":{"num'


@cache
def truths() -> tuple[Known, ...]:
    """The table as it begins and after each line."""
    moments = [promised.Moment(scene())]
    for line in LINES:
        moments.append(moments[-1].after(line) or moments[-1])
    return tuple(moment.known() for moment in moments)


def spoil(path: Path) -> None:
    """Damage the first line of a table's journal; what comes after it goes on from its save."""
    log = path.with_suffix(".journal")
    data = bytearray(log.read_bytes())
    data[10] ^= 1
    log.write_bytes(data)


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


class Evening(NamedTuple):
    """An evening that was watched.

    Attributes:
        name: What it is.
        moments: What a cut would leave, after each call.
        root: The folder of all of it.
        saves: Where the table may be, the latest place first.
        good: What may be on the table when so many lines were shown; None where nothing need be there yet.
    """

    name: str
    moments: list[Moment]
    root: int
    saves: tuple[str, ...]
    good: Callable[[int], tuple[Known, ...] | None]


@contextmanager
def _somewhere() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


def from_the_first() -> Evening:
    """Begin a table where no folder is yet, play and close it."""
    with _somewhere() as folder, Platter(folder) as platter:
        table = lay(folder / "share" / "wyrd-tui" / "tables")
        platter.shown = 0
        session = sit(table)
        for line in LINES:
            say(session, line)
            platter.shown += 1
        table.close()
        saves = (str(table.path.relative_to(folder)),)
        return Evening(
            "begun, played, closed",
            platter.moments,
            platter.root,
            saves,
            lambda shown: truths()[shown : shown + 2] if shown >= 0 else None,
        )


def once_more(name: str, damage: Callable[[Path], object]) -> Evening:
    """Open a killed table whose files were damaged, play on and close it."""
    with _somewhere() as folder:
        path = killed(folder)
        damage(path)
        shutil.rmtree(folder / "played")
        there = opened(path)
        with Platter(folder) as platter:
            platter.shown = 0
            table = open_table(path)
            say(sit(table), MORE)
            platter.shown = 1
            table.close()
    more = promised.Moment(there.state).after(MORE)
    assert more is not None
    state, log, *_ = more.known()
    ways = (there, Known(state, there.log + log, there.notes, there.undo + 1, 0))
    return Evening(name, platter.moments, platter.root, (f"tables/{path.name}",), lambda shown: ways[shown:])


def taken_elsewhere(name: str, take: Callable[[Table, Path], None]) -> Evening:
    """Take a table to another folder and play it there."""
    half = len(LINES) // 2
    with _somewhere() as folder, Platter(folder) as platter:
        table = lay(folder / "tables")
        session = sit(table)
        for line in LINES[:half]:
            say(session, line)
        platter.shown = 0
        take(table, folder)
        platter.shown = 1
        for line in LINES[half:]:
            say(session, line)
            platter.shown += 1
        table.close()
        saves = (str(table.path.relative_to(folder)), f"tables/{table.path.name}")
    return Evening(
        name,
        [moment for moment in platter.moments if moment.shown >= 0],
        platter.root,
        saves,
        lambda shown: truths()[half + max(shown - 1, 0) :][:2],
    )


def moved(table: Table, folder: Path) -> None:
    """Take it to a folder as `:save FOLDER` does."""
    table.move(folder / "a" / "stick")


def rescued(table: Table, folder: Path) -> None:
    """Take it to the last resort."""
    with patch.object(elsewhere, "rescue_folders", lambda: [folder]):
        table._go_on(elsewhere.write_to_first(table.name, table._timeline.lines))


def refused() -> Evening:
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
        platter.shown = 0
        say(session, "undo")
        table.close()
    first = next(number for number, moment in enumerate(platter.moments) if moment.shown == 0)
    return Evening(
        "a line that was refused",
        platter.moments[first - 1 : first],
        platter.root,
        (f"tables/{table.path.name}",),
        lambda shown: (truths()[1],),
    )


def put_back() -> Evening:
    """A table whose files somebody removes while it is open, and that gets them again."""
    half = len(LINES) // 2
    with _somewhere() as folder, Platter(folder) as platter:
        table = lay(folder / "tables")
        session = sit(table)
        for line in LINES[:half]:
            say(session, line)
        for file in table.path.parent.iterdir():
            file.unlink()
        table.save()
        for platter.shown, line in enumerate(LINES[half:]):
            say(session, line)
        table.close()
    return Evening(
        "removed and put back",
        [moment for moment in platter.moments if moment.shown >= 0],
        platter.root,
        (f"tables/{table.path.name}",),
        lambda shown: truths()[half + shown :][:2],
    )


def evenings() -> list[Evening]:
    """All of them."""

    def torn(path: Path) -> None:
        with path.with_suffix(".journal").open("ab") as file:
            file.write(TORN)

    def unended(path: Path) -> None:
        log = path.with_suffix(".journal")
        log.write_bytes(log.read_bytes().rstrip(b"\n"))

    return [
        from_the_first(),
        once_more("killed", lambda path: None),
        once_more("killed as it wrote", torn),
        once_more("killed before a line's end", unended),
        once_more("its save spoilt", lambda path: path.write_bytes(b"\0" * 99)),
        once_more("its save lost", lambda path: path.unlink()),
        once_more("its journal lost", lambda path: path.with_suffix(".journal").unlink()),
        once_more("its journal spoilt", lambda path: path.with_suffix(".journal").write_bytes(TORN)),
        once_more("its journal's first line spoilt", spoil),
        put_back(),
        taken_elsewhere("taken elsewhere", moved),
        taken_elsewhere("rescued", rescued),
        refused(),
    ]


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
    for evening in evenings():
        for way in WAYS:
            last: dict[str, bytes | None] | None = None
            for number, moment in enumerate(evening.moments):
                files, good = left(moment, evening.root, way), evening.good(moment.shown)
                if files != last or moment.shown != evening.moments[number - 1].shown:
                    where = f"{evening.name}, call {number + 1} ({moment.call}), {way} left"
                    found.append(Cut(where, files, evening.saves, good, not evening.name.endswith(("spoilt", "lost"))))
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
