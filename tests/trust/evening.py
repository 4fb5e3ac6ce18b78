"""An evening at a table: what the GM, the disk and other programs may do, held against the model in `model.py`.

Random evenings, the refusing disk and the power cut make these moves, each in an order of its own.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from tests.trust import reader
from tests.trust.disk import ERRORS, Disk
from tests.trust.model import BY_HAND, Model, ShownTable
from tests.trust.random_acts import act
from tests.trust.story import LINES, MEMORY, glanced, known_at, must, opened, say, sit
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.journal import Saving
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables import journal_file, replay
from wyrd_tui.store.tables.opening import create_table, open_table
from wyrd_tui.store.tables.table import Table

Plan = list[tuple[str, int]]
"""Moves of an evening, each with a number that chooses what it does."""


def _put(path: Path, data: bytes, *, anew: bool) -> None:
    """Write a file in place, or put another one in its place."""
    if anew:
        other = path.with_name(".arriving")
        other.write_bytes(data)
        other.rename(path)
    else:
        path.write_bytes(data)


def _harmed(data: bytes, copies: list[bytes], number: int) -> bytes:
    """Cut a file, flip a bit of it, or take an earlier copy in its place."""
    rng = random.Random(number)
    at = rng.randrange(len(data) or 1)
    flipped = data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :] if data else b""
    return rng.choice((b"", data[:at], data[:at], flipped, flipped, rng.choice(copies or [b""])))


class TroubledTable:
    """A table that is played, harmed, left and opened again; every method with a number is a move.

    Args:
        base: An empty folder, in which `live` is a disk that may refuse, and `stick` and `rescue` are others.
        start: The table as it begins.
        refusal: The call that the disk refuses, for which error, and whether it refuses all after it, too.
    """

    table: Table

    def __init__(self, base: Path, start: State, refusal: tuple[int, int, bool]) -> None:
        self.base, self.start = base, start
        for name in ("live/tables", "stick", "rescue"):
            (base / name).mkdir(parents=True)
        call, error, lasting = refusal
        self.disk = Disk(base / "live", call, error, lasting=lasting)

    def begin(self) -> None:
        """Begin a table."""
        self.held = False
        folder = self.base / "live" / "tables"
        there, before = sorted(folder.iterdir()) if folder.is_dir() else [], self.disk.refused
        try:
            self.table = create_table(self.start, "Brücke", folder=folder)
        except OSError as refused:
            must(self.disk.refused > before, f"refused by a disk that is well: {refused}")
            left = [path for path in folder.iterdir() if path not in there and path.suffix != ".lock"]
            must(not left, f"left behind: {left}")
            self.disk.cure()
            self.table = create_table(self.start, "Brücke", folder=folder)
        self._go_on(Model([ShownTable(self.table.state)]))

    def _go_on(self, model: Model) -> None:
        """Go on with other files: earlier copies of them are of no use any more."""
        self.model, self.path, self.log = model, self.table.path, self.table.path.with_suffix(".journal")
        self.logs: list[bytes] = []
        self.saves: list[bytes] = []
        model.save_harm = ""

    def play_all(self, moves: Plan) -> None:
        """Make moves, and hold the screen and the journal against the model after each."""
        for name, number in moves:
            try:
                getattr(self, name)(number)
                self.look()
            except Exception as fault:
                fault.add_note(f"by the move {name} {number} ({traceback.extract_tb(fault.__traceback__)[-1]})")
                raise

    def look(self) -> None:
        """Hold the screen, and the journal as a kill would leave it, against the model."""
        shown = self.model.now.state
        must(self.table.state == shown and sit(self.table).state == shown, "the screen shows another state")
        if not self.model.harmed:
            data = self.log.read_bytes()
            told = reader.read(data)
            there = [moment.known()[1:] for moment in self.model.possible()]
            must(told[:4] in there, "a kill now would lose what was shown")
            torn = bool(self.model.refused) or self.table.saving is Saving.IN_MEMORY
            must(torn or not told.rest, "the journal is torn although no disk refused")
            self.logs.append(data)

    def _refused(self, before: int, fault: OSError) -> None:
        must(self.disk.refused > before, f"refused by a disk that is well: {fault}")

    # -------------------------------------------------------------- keys

    def line(self, number: int) -> None:
        """Play a line of the small table."""
        self._act(LINES[number])

    def play(self, number: int) -> None:
        """Play any act of any game, the first of a few that the table allows."""
        acts = [
            (lambda session, seed=seed: act(session, random.Random(seed)), seed) for seed in range(number, number + 6)
        ]
        self._act(*next((one for one in acts if self.model.now.after(*one)), acts[0]))

    def note(self, number: int) -> None:
        """Write a note."""
        self._act(f'note "Wer war es? {number}"')

    def scene(self, number: int) -> None:
        """End or begin a scene, which saves."""
        self._act("end scene" if number % 3 else "begin am-ufer")

    def undo(self, number: int) -> None:
        """Undo, by a chance again and again."""
        for _ in range(1 if number % 4 else number % 30):
            self._act("undo")

    def redo(self, number: int) -> None:
        """Redo, by a chance again and again."""
        for _ in range(1 if number % 4 else number % 30):
            self._act("redo")

    def _act(self, what: str | Callable[[Session], object], seed: int = 7) -> None:
        session, model, before, harmed = sit(self.table), self.model, self.disk.refused, self.model.harmed
        session.dice = LiveDice(seed)
        moment = model.now.after(what, seed)
        try:
            say(session, what) if isinstance(what, str) else what(session)
        except Refused:
            must(moment is None, f"{what} is refused")
            return
        except OSError as fault:
            self._refused(before, fault)
            must(not self.held, "it is refused, though acts may stay in memory")
            must(session.state == model.now.state, "a refused act is shown")
            must(self.table.saving is Saving.REFUSED and bool(self.table.reason), "nothing warns")
            model.refused += [moment] if moment else []
            return
        if moment is None:
            must(not isinstance(what, str) and session.state == model.now.state, f"{what} although it cannot be played")
            return
        must(session.state == moment.state, f"{what} came out otherwise")
        well = self.table.saving is Saving.ON_DISK or self.disk.refused > before
        must(well, f"not saved by a disk that is well: {self.table.reason}")
        model.show(moment, durable=self.table.saving is not Saving.IN_MEMORY)
        self._follow(harmed)

    def _follow(self, harmed: bool, told: str = "") -> None:
        """See where the table has gone, which it must have said, and for a reason."""
        # A disk may say of a file that it is gone.
        cause = harmed or told or (self.disk.refused and self.disk.error == errno.ENOENT)
        must(bool(cause) or self.table.path == self.path, f"it goes on as {self.table.name} for nothing")
        told += " ".join(self.table.tell())
        if self.table.path != self.path:
            must(sanitize(self.table.name) in told, f"it goes on as {self.table.name} without a word: {told!r}")
            self._go_on(self.model)

    def save(self, number: int) -> None:
        """`:save`."""
        before, harmed = self.disk.refused, self.model.harmed
        try:
            self.table.save()
        except OSError as fault:
            self._refused(before, fault)
            must(self.table.saving is not Saving.ON_DISK, "nothing warns of what was asked for and refused")
        else:
            must(self.table.saving is Saving.ON_DISK, f"saved, and still: {self.table.reason}")
            self.model.keep(saved=True)
        self._follow(harmed)

    def move(self, number: int) -> None:
        """`:save FOLDER`, on the same disk or on another one."""
        path, before = self.path, self.disk.refused
        try:
            self.table.move(self.base / ("live", "stick")[number % 2] / f"f{number % 5}")
        except OSError as fault:
            self._refused(before, fault)
            must(self.table.path == path, "it moved although it was refused")
            return
        kept = self.model.harmed or self.model.save_harm or self.model.allows(opened(path))
        must(bool(kept), "the old folder does not keep it as it was")
        self._go_on(self.model)
        self.model.keep(saved=True)

    def memory(self, number: int) -> None:
        """`:memory`."""
        self.table.hold()
        self.held = True

    def look_on(self, number: int) -> None:
        """Open it in a second window."""
        try:
            second = open_table(self.path)
        except Unreadable:
            must(self.model.harmed, "a second window cannot open it")
            return
        must(bool(second.read_only), "a second window may play")
        if not self.model.harmed and not self.model.save_harm:
            must(self.model.allows(known_at(second)), "a second window sees another table")

    # -------------------------------------------------------------- the disk, and other programs

    def fill(self, number: int) -> None:
        """Have the disk refuse everything from now on."""
        self.disk.error = ERRORS[number % len(ERRORS)]
        self.disk.calls += 1
        self.disk.fail_at, self.disk.lasting = self.disk.calls, True

    def cure(self, number: int) -> None:
        """Have it take everything again."""
        self.disk.cure()

    def same(self, number: int) -> None:
        """Put the same bytes in place of a file, as a sync client does."""
        for path in (self.log, self.path):
            if path.is_file():
                _put(path, path.read_bytes(), anew=True)

    def harm(self, number: int) -> None:
        """Do something to the journal, or to its folder."""
        if not self.log.is_file():
            return
        data = self.log.read_bytes()
        with patch.object(self.disk, "fail_at", 0):
            match number % 8:
                case 0:
                    self.log.unlink()
                case 1:
                    shutil.rmtree(self.path.parent)
                case 2:
                    self.log.rename(self.log.with_name(f"renamed-{number}.journal"))
                case _:
                    _put(self.log, _harmed(data, self.logs, number), anew=number % 2 == 0)
        if not self.log.is_file() or self.log.read_bytes() != data:
            self.model.harmed = True

    def spoil(self, number: int) -> None:
        """Damage the first line of the journal."""
        if self.log.is_file():
            data = self.log.read_bytes()
            self.log.write_bytes(data[:10] + bytes((data[10] ^ 1,)) + data[11:])
            self.model.harmed = True

    def harm_save(self, number: int) -> None:
        """Do something to the save, or edit it by hand."""
        if not self.path.is_file() or self.model.save_harm:
            return
        data = self.path.read_bytes()
        self.saves.append(data)
        title = f'title = "{self.start.title}"'.encode()
        if number % 3 == 0 and data.count(title) == 1:
            self.path.write_bytes(data.replace(title, f'title = "{BY_HAND}"'.encode()))
            self.model.save_harm = "edited"
        elif number % 3 == 1:
            self.path.unlink()
            self.model.save_harm = "removed"
        else:
            harmed = _harmed(data, self.saves, number)
            _put(self.path, harmed, anew=number % 2 == 0)
            # One flipped bit may look like an edit.
            self.model.save_harm = "flipped" if len(harmed) == len(data) else "replaced"

    # -------------------------------------------------------------- the end of a program, and the next one

    def kill(self, number: int) -> None:
        """Kill the program between two acts; `tests.trust.kills` does it at any instant."""
        self.table.release()
        self._between(number)

    def leave(self, number: int) -> None:
        """Leave as a GM does."""
        told, harmed, before = "", self.model.harmed, self.disk.refused
        try:
            self.table.close()
        except OSError as fault:
            self._refused(before, fault)
            told = str(fault)
        if told and self.table.path == self.path:
            must(not harmed and "Every act is in the journal" in told, f"what is said is {told}")
            # A torn line may be left.
            self.model.promised = len(self.model.shown) - 1
            self.model.refused.append(self.model.now)
        else:
            self.model.keep(saved=True)
        self._follow(harmed, told)
        self._between(number)

    def _between(self, number: int) -> None:
        """Do something to the files between two openings, or nothing, and open them."""
        match number % 7:
            case 0 | 1:
                self.harm(number // 7)
            case 2:
                self.harm_save(number // 7)
            case 3 if self.path.parent.is_dir():
                _put(self.path.with_suffix(".lock"), bytes(number // 7 % 256 for _ in range(51)), anew=False)
            case 4 if self.path.is_file() and self.log.is_file():
                new = self.path.with_name(f"named-{number}.toml")
                self.path.rename(new)
                self.log.rename(new.with_suffix(".journal"))
                self.path, self.log = new, new.with_suffix(".journal")
        self._open()

    def _open(self, told: str = "") -> None:
        model, before = self.model, self.disk.refused
        try:
            table = open_table(self.path)
        except Unreadable as fault:
            whole = self.path.is_file() and not (model.harmed and model.save_harm)
            must(not whole and (model.harmed or not self.log.is_file()), f"it does not open: {fault}")
            self.disk.cure()
            self.begin()
            return
        if table.read_only:
            must(self.disk.refused > before, f"only to be looked at: {table.read_only}")
            harmed = model.harmed or bool(model.save_harm)
            must(harmed or model.allows(known_at(table)), "it shows another table")
            self.disk.cure()
            # The first sentence is that it is for reading only; the others may tell what the next opening finds mended.
            self._open(" ".join(table.tell()[1:]))
            return
        self.table, self.held = table, False
        words = told + " ".join(table.tell())
        # Mostly undo must fetch from the files what led to the table, a harmed table is read whole at once.
        found = known_at(table) if model.harmed or model.save_harm or len(model.shown) % 4 == 0 else glanced(table)
        moment = model.judge(found, words, refused=self.disk.refused > before)
        if moment is None or moment.state != table.state or model.harmed:
            moment = ShownTable.of(sit(table))
        model.show(moment, durable=True)
        self._go_on(model)


@contextmanager
def an_evening(start: State, refusal: tuple[int, int, bool] = (0, ERRORS[0], False)) -> Iterator[TroubledTable]:
    """Prepare an evening on disks of its own; nothing waits for a real disk."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, patch.object(os, "fsync"):
        evening = TroubledTable(Path(folder), start, refusal)
        # Snapshots come so often that most evenings meet some.
        often = patch.object(replay, "_SNAPSHOT_EVERY", 0.3)
        with evening.disk, often, patch.object(journal_file, "rescue_folders", lambda: [evening.base / "rescue"]):
            try:
                yield evening
            finally:
                if hasattr(evening, "table"):
                    evening.table.release()
