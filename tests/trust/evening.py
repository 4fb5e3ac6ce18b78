"""An evening at a table, with every misfortune as a move: what the GM, the disk and other programs may do."""

from __future__ import annotations

import random
import shutil
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.trust import reader
from tests.trust.disk import ERRORS, Disk
from tests.trust.promised import BY_HAND, FOREIGN, Model, Moment, Play
from tests.trust.random_acts import act
from tests.trust.story import MEMORY, Known, content, known_at, measured, must, opened, say, scene, sit
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.journal import Saving
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables.opening import create_table, open_table
from wyrd_tui.store.tables.table import Table


@cache
def _foreign() -> tuple[bytes, bytes]:
    """Make the journal and the save of another table."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        with create_table(replace(scene(), title=FOREIGN), "foreign", folder=Path(folder)) as table:
            say(sit(table), "note foreign")
        return table.path.with_suffix(".journal").read_bytes(), table.path.read_bytes()


def _put(path: Path, data: bytes, *, anew: bool) -> None:
    """Write a file in place, or put another one in its place."""
    if anew:
        other = path.with_name(".arriving")
        other.write_bytes(data)
        other.rename(path)
    else:
        path.write_bytes(data)


def _harmed(data: bytes, copies: list[bytes], foreign: bytes, number: int) -> bytes:
    """Cut a file, flip a bit of it, or take an earlier copy or another table's file in its place."""
    rng = random.Random(number)
    at = rng.randrange(len(data) or 1)
    flipped = data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :] if data else b""
    return rng.choice((b"", data[:at], data[:at], flipped, flipped, rng.choice(copies or [b""]), foreign))


class Evening:
    """A table that is played, harmed, left and opened again; every method with a number is a move of the harness.

    Args:
        base: An empty folder, in which `live` is a disk that may refuse, and `stick` and `rescue` are others.
        start: The table as it begins.
        refusal: The call that the disk refuses, for which error, and whether it refuses all after it, too.
    """

    table: Table

    def __init__(self, base: Path, start: State, refusal: tuple[int, int, bool] = (0, ERRORS[0], False)) -> None:
        self.base, self.start = base, start
        for name in ("live/tables", "live/rescue", "stick", "rescue"):
            (base / name).mkdir(parents=True)
        call, error, lasting = refusal
        self.disk = Disk(base / "live", call, error, lasting=lasting)
        self.rescue = base / "rescue"
        # Tables that others play: what their last acts were must stay.
        self.others: dict[Path, Known] = {}

    def begin(self) -> None:
        """Begin a table."""
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
        self._model(Model([Moment(self.table.state)]))

    def _model(self, model: Model) -> None:
        """Start with other files: earlier copies of them are of no use any more."""
        self.model, self.path, self.log = model, self.table.path, self.table.path.with_suffix(".journal")
        self.logs: list[bytes] = []
        self.saves: list[bytes] = []
        model.save_harm = ""
        # Whether another program may have the lock.
        self.stolen = False

    def _well(self) -> bool:
        """Tell whether disk and files are as the program left them."""
        model = self.model
        return not (self.disk.ill or model.harmed or model.save_harm) and self.table.saving is Saving.ON_DISK

    def look(self) -> None:
        """Hold the screen, and the journal as a kill would leave it, against the model."""
        must(sit(self.table).state == self.model.now.state, "the screen shows another state")
        if not self.model.harmed:
            data = self.log.read_bytes()
            there = reader.read(data)
            told = (there.log, there.notes, len(there.done), len(there.undone))
            must(told in [one.known()[1:] for one in self.model.possible()], "a kill now would lose what was shown")
            torn = bool(self.model.refused) or self.table.saving is Saving.IN_MEMORY
            must(torn or not there.rest, "the journal is torn although no disk refused")
            self.logs.append(data)

    # -------------------------------------------------------------- keys

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

    def _act(self, what: str | Play, seed: int = 7) -> None:
        session, model, before = sit(self.table), self.model, self.disk.refused
        session.dice = LiveDice(seed)
        moment = model.now.after(what, seed)
        try:
            say(session, what) if isinstance(what, str) else what(session)
        except Refused:
            must(moment is None, f"{what} is refused")
            return
        except OSError as refused:
            must(self.disk.refused > before, f"refused by a disk that is well: {refused}")
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
        self._follow()

    def _follow(self, told: str = "") -> None:
        """See where the table has gone, which it must have said."""
        told += " ".join(self.table.tell())
        if self.table.path != self.path:
            must(sanitize(self.table.name) in told, f"it goes on as {self.table.name} without a word: {told!r}")
            self._model(self.model)

    def save(self, number: int) -> None:
        """`:save`."""
        before = self.disk.refused
        try:
            self.table.save()
        except OSError as refused:
            must(self.disk.refused > before, f"not saved by a disk that is well: {refused}")
            must(self.table.saving is not Saving.ON_DISK, "nothing warns of what was asked for and refused")
        else:
            must(self.table.saving is Saving.ON_DISK, f"saved, and still: {self.table.reason}")
            self._saved()
        self._follow()

    def _saved(self) -> None:
        self.model.keep()
        self.model.saved, self.model.harmed, self.model.save_harm = True, False, ""

    def move(self, number: int) -> None:
        """`:save FOLDER`, on the same disk or on another one."""
        before, refusals = self.path, self.disk.refused
        try:
            self.table.move(self.base / ("live", "stick")[number % 2] / f"f{number % 5}")
        except OSError as refused:
            must(self.disk.refused > refusals and self.table.path == before, f"not moved: {refused}")
            return
        kept = self.model.harmed or self.model.save_harm or self.model.allows(opened(before))
        must(bool(kept), "the old folder does not keep it as it was")
        self._model(self.model)
        self._saved()

    def memory(self, number: int) -> None:
        """`:memory`."""
        self.table.hold()

    def look_on(self, number: int) -> None:
        """Open it in a second window."""
        if self.stolen:
            return
        try:
            second = open_table(self.path)
        except Unreadable:
            must(self.model.harmed, "a second window cannot open it")
            return
        must(bool(second.read_only), "a second window may play")
        if not self.model.harmed and not self.model.save_harm:
            must(self.model.allows(known_at(second)), "a second window sees another table")

    def steal(self, number: int) -> None:
        """Remove the lock, and play on in a second window."""
        if not self._well():
            return
        self.path.with_suffix(".lock").unlink()
        with open_table(self.path) as second:
            must(not second.read_only, "without a lock it may not be played")
            say(sit(second), f'note "Ich auch {number}"')
            self.others[self.path] = known_at(second)
        self.model.harmed = self.stolen = True

    # -------------------------------------------------------------- the disk, and other programs

    def fill(self, number: int) -> None:
        """Have the disk refuse everything from now on."""
        self.disk.error = ERRORS[number % len(ERRORS)]
        self.disk.calls += 1
        self.disk.fail_at, self.disk.lasting = self.disk.calls, True

    def cure(self, number: int) -> None:
        """Have it take everything again."""
        self.disk.cure()

    def strand(self, number: int) -> None:
        """Have the folder of the last resort lie on the same disk, or on another one again."""
        self.rescue = self.base / ("live/rescue" if number % 2 else "rescue")

    def same(self, number: int) -> None:
        """Put the same bytes in place of a file, as a sync client does."""
        for path in (self.log, self.path):
            if path.is_file():
                _put(path, path.read_bytes(), anew=True)

    def harm(self, number: int) -> None:
        """Do something to the journal, or to its folder."""
        if not self.log.is_file():
            return
        ill, data = self.disk.fail_at, self.log.read_bytes()
        self.disk.fail_at = 0
        match number % 8:
            case 0:
                self.log.unlink()
            case 1:
                shutil.rmtree(self.path.parent)
            case 2:
                self.log.rename(self.log.with_name(f"renamed-{number}.journal"))
            case _:
                _put(self.log, _harmed(data, self.logs, _foreign()[0], number), anew=number % 2 == 0)
        self.disk.fail_at = ill
        if not self.log.is_file() or self.log.read_bytes() != data:
            self.model.harmed = True
            self.others = {path: kept for path, kept in self.others.items() if path != self.path and path.is_file()}

    def harm_save(self, number: int) -> None:
        """Do something to the save, or edit it by hand."""
        if not self.path.is_file() or self.model.save_harm or self.path in self.others:
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
            harmed = _harmed(data, self.saves, _foreign()[1], number)
            _put(self.path, harmed, anew=number % 2 == 0)
            # One flipped bit may look like an edit.
            self.model.save_harm = "flipped" if len(harmed) == len(data) else "replaced"

    # -------------------------------------------------------------- the end of a program, and the next one

    def kill(self, number: int) -> None:
        """Kill the program between two acts; `tests.trust.kills` does it at any instant."""
        self.table.let_go()
        self._between(number)

    def leave(self, number: int) -> None:
        """Leave as a GM does."""
        told, harmed, before = "", self.model.harmed, self.disk.refused
        try:
            self.table.close()
        except OSError as refused:
            must(self.disk.refused > before, f"not saved by a disk that is well: {refused}")
            told = str(refused)
        if self.table.open:
            must("no other folder takes the table" in told and self.rescue != self.base / "rescue", f"not left: {told}")
            self.disk.cure()
            self.table.close()
            told = ""
        if told and self.table.path == self.path:
            must(not harmed and "Every act is in the journal" in told, f"what is said is {told}")
            # A torn line may be left.
            self.model.promised = len(self.model.shown) - 1
            self.model.refused.append(self.model.now)
        else:
            self._saved()
        self._follow(told)
        self._between(number)

    def _between(self, number: int) -> None:
        """Do something to the files between two openings, or nothing, and open them."""
        match 7 if self.path in self.others else number % 7:
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
        before = self.disk.refused
        try:
            table = open_table(self.path)
        except Unreadable as fault:
            whole = self.path.is_file() and not (self.model.harmed and self.model.save_harm)
            must(not whole and (self.model.harmed or not self.log.is_file()), f"it does not open: {fault}")
            self.disk.cure()
            self.begin()
            return
        if table.read_only:
            must(self.disk.refused > before, f"only to be looked at: {table.read_only}")
            harmed = self.model.harmed or bool(self.model.save_harm)
            must(harmed or self.model.allows(known_at(table)), "it shows another table")
            self.disk.cure()
            # The first sentence is that it is for reading only; the others may tell what the next opening finds mended.
            self._open(" ".join(table.tell()[1:]))
            return
        self.table = table
        self._model(self._found(told + " ".join(table.tell()), self.disk.refused > before))

    def _found(self, words: str, refused: bool) -> Model:
        """Judge a table that was opened, and go on with it."""
        model, table = self.model, self.table
        # A journal that lost its last lines may look like a later moment, but for what redo brings.
        harmed = model.harmed
        whole = harmed or len(model.shown) % 2 == 0
        found = known_at(table) if whole else _light(table)
        moment = None if found == self.others.pop(self.path, None) else model.judge(found, words, refused=refused)
        now = Moment.of(sit(table)) if whole or moment is None else moment
        if moment is not None and whole and not harmed:
            # Two moments may differ in what redo would bring alone.
            alike = [one for one in model.possible() if one.known() == found]
            must(any(_states(now) == _states(one) for one in (moment, *alike)), "other steps lead to it")
        model.show(now if moment is None or harmed or moment.state != table.state else moment, durable=True)
        return model


def _states(moment: Moment) -> list[State]:
    return [act.after for act in (*moment.done, *moment.undone)]


def _light(table: Table) -> Known:
    """Measure a table without playing what led to it, so that undo fetches it later."""
    history = table.history()
    return measured(content(table.state), history.done, len(history.undone))
