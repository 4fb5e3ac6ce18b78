"""A power cut after each call of an evening: of bytes and of names only what was synced need be left."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from tests.trust.evening import Plan, TroubledTable, an_evening
from tests.trust.faults import KILL, LEAVE, PLAYED
from tests.trust.platter import Platter, PossibleDisk
from tests.trust.runner import Harness, Result, some_of
from tests.trust.story import MEMORY, Surviving, known_at, opened, scene
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables.opening import open_table

T = TypeVar("T")
TORN = b'{"crc":"00000000","seq":99,"do":{"num'
TAILS: dict[str, Callable[[bytes], bytes]] = {
    "killed as it wrote": lambda data: data + TORN,
    "killed before a line's end": lambda data: data.rstrip(b"\n"),
}
"""Ends that a kill leaves of a journal. Other damage is tried without a cut, in `tests/store/tables/test_damage.py`."""
HALF, REST = PLAYED[: len(PLAYED) // 2], PLAYED[len(PLAYED) // 2 :]
AGAIN: Plan = [KILL, ("note", 0), LEAVE]
EVENINGS: dict[str, tuple[Plan | None, Plan]] = {
    "begun, played, closed": (None, [*PLAYED, LEAVE]),
    "killed": (PLAYED, AGAIN),
    **dict.fromkeys(TAILS, (PLAYED, AGAIN)),
    "removed, gone on elsewhere": ([*HALF, ("harm", 1)], [*REST, LEAVE]),
    "taken elsewhere": (HALF, [("move", 1), *REST, LEAVE]),
}
"""The moves of an evening before it is watched, and those at each call of which the power is cut; None where the
beginning of the table is watched, too."""


WAYS = {
    "what was synced": (0.0, 0.0),
    "names before bytes": (1.0, 0.0),
    "bytes before names": (0.0, 1.0),
    "a part of both": (0.5, 0.5),
    "all of it": (1.0, 1.0),
}
"""The shares of names and of bytes that are left, of those since the last sync."""


def _left_of(versions: tuple[T, ...], share: float) -> T:
    return versions[int(share * (len(versions) - 1) + 0.5)]


def left(moment: PossibleDisk, root: int, way: str) -> dict[str, bytes | None]:
    """Collect the files after the cut, by path; None for a folder."""
    names, bytes_ = WAYS[way]
    found: dict[str, bytes | None] = {}

    def walk(number: int, path: str) -> None:
        for name, inner in sorted(_left_of(moment.names[number], names).items()):
            if inner in moment.names:
                found[f"{path}{name}"] = None
                walk(inner, f"{path}{name}/")
            else:
                found[f"{path}{name}"] = _left_of(moment.data[inner], bytes_)

    walk(root, "")
    return found


class Cut(NamedTuple):
    """A power cut.

    Attributes:
        evening: The name of the evening that was played.
        call: The call after which the power failed.
        files: The files that are left.
        saves: Where the table may be, the latest place first.
        good: The tables that may be found; None where none need be there yet.
    """

    evening: str
    call: str
    files: dict[str, bytes | None]
    saves: tuple[str, ...]
    good: tuple[Surviving, ...] | None


def _begin_anew(evening: TroubledTable) -> None:
    """Begin a table where its folder is missing."""
    (evening.base / "live/tables").rmdir()
    evening.begin()


def _good(evening: TroubledTable) -> tuple[Surviving, ...] | None:
    """Give what may be on the table if the power fails now; None where other programs left nothing of it."""
    if not hasattr(evening, "model") or not evening.path.parent.is_dir():
        return None
    model = evening.model
    return (opened(evening.path),) if model.harmed else tuple(one.known() for one in model.possible())


def cuts_of(name: str) -> Iterator[Cut]:
    """Play an evening, and give each cut of it that leaves something else than the one before."""
    before, moves = EVENINGS[name]
    saves: list[tuple[str, ...]] = []
    good: list[tuple[Surviving, ...] | None] = []
    with an_evening(scene()) as evening:
        if before is not None:
            _begin_anew(evening)
            evening.play_all(before)
        if name in TAILS:
            evening.log.write_bytes(TAILS[name](evening.log.read_bytes()))
            # A line that was on its way may be told.
            evening.model.refused.append(evening.model.now)
        with Platter(evening.base) as platter:
            for platter.shown, move in enumerate(moves):
                there, allowed = getattr(evening, "path", None), _good(evening)
                if there is None:
                    _begin_anew(evening)
                evening.play_all([move])
                places = dict.fromkeys((evening.path, there or evening.path))
                saves.append(tuple(str(path.relative_to(evening.base)) for path in places))
                # Until the move is done the table is as it was before, or as it is after it.
                good.append(None if allowed is None else (*allowed, *(_good(evening) or ())))
    for way in WAYS:
        last: tuple[int, dict[str, bytes | None]] | None = None
        for number, moment in enumerate(platter.moments, 1):
            now = moment.shown, left(moment, platter.root, way)
            if now != last:
                call = f"call {number} ({moment.call}), {way} left"
                yield Cut(name, call, now[1], saves[moment.shown], good[moment.shown])
            last = now


def judged(cut: Cut) -> Result:
    """Judge a table after a power cut."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as base:
        folder = Path(base)
        for name, data in cut.files.items():
            path = folder / name
            if data is None:
                path.mkdir()
            else:
                path.write_bytes(data)
        wrong = _wrong(cut, folder)
    return Result((cut.evening,), (f"{cut.evening}, {cut.call}: {wrong}",) if wrong else ())


def _wrong(cut: Cut, folder: Path) -> str:
    """Name the fault of what is left; empty for none."""
    for save in cut.saves:
        is_last = save == cut.saves[-1]
        try:
            with open_table(folder / save) as table:
                there, said, shut = known_at(table), table.words, table.read_only
        except Unreadable as refusal:
            if cut.good is not None and is_last:
                return f"nothing is left: {refusal}"
            continue
        if cut.good is not None and there not in cut.good and is_last:
            return f"another table is left: {said}"
        if any(".broken" in file.name for file in (folder / save).parent.iterdir()):
            return f"a file is neither the old one nor the new one: {said}"
        if shut:
            return f"it can only be looked at: {said}"
        if cut.good is None or there in cut.good:
            break
    return ""


def cuts() -> list[Cut]:
    """Every cut of every evening that leaves something else than the one before."""
    return [cut for name in EVENINGS for cut in cuts_of(name)]


HARNESS = Harness(some_of(cuts), judged)
