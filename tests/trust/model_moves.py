"""The moves of the model-based harness: the GM's, the disk's, those of other programs, and the judge of an opening."""

from __future__ import annotations

import os
import random
import shutil
import signal
import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.trust import reader
from tests.trust.disk import ERRORS, Disk
from tests.trust.promised import BY_HAND, FOREIGN, Model, Moment
from tests.trust.story import (
    MEMORY,
    BrokenPromise,
    Known,
    content,
    known_at,
    lay,
    measured,
    must,
    opened,
    say,
    scene,
    sit,
)
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.journal import Saving
from wyrd_tui.store.files.codec import Unreadable, sanitize
from wyrd_tui.store.tables.opening import create_table, open_table
from wyrd_tui.store.tables.table import Table

TITLE, EDITED = (f'title = "{title}"'.encode() for title in (scene().title, BY_HAND))


def line(number: int) -> str:
    """Choose a line that can be played nearly always."""
    return (
        f"damage zoë-ångström {number % 3 + 1}",
        f"{'un' * (number % 2)}tick die-flut",
        f'edit zoë-ångström name "Zoë {number} Ångström"',
        f'condition zoë-ångström "naß {number}"',
        f"roll zoë-ångström athletics difficult dice={'++00' if number % 2 else '--0+'}",
    )[number % 5]


class Evening:
    """A table that is played, harmed, left and opened again; every method with a number is a move of the harness.

    Args:
        base: An empty folder, in which `live` is a disk that may refuse, and `stick` and `rescue` are others.
    """

    def __init__(self, base: Path) -> None:
        self.base = base
        for name in ("live/tables", "live/rescue", "stick", "rescue"):
            (base / name).mkdir(parents=True)
        self.disk = Disk(base / "live", error=ERRORS[0])
        self.rescue = base / "rescue"
        self.others: dict[Path, Known] = {}
        self._begin()

    def _begin(self) -> None:
        self.table = lay(self.base / "live" / "tables")
        self._model(Model([Moment(self.table.state)]))

    def _model(self, model: Model) -> None:
        """Start with other files: earlier copies of them are of no use any more."""
        self.model, self.path = model, self.table.path
        self.logs: list[bytes] = []
        self.saves: list[bytes] = []
        model.save_harm = ""
        # Whether another program may have the lock.
        self.stolen = False

    @property
    def log(self) -> Path:
        """The journal."""
        return self.path.with_suffix(".journal")

    def look(self) -> None:
        """Hold the screen, and the journal as a kill would leave it, against the model."""
        must(sit(self.table).state == self.model.now.state, "the screen shows another state")
        if not self.model.harmed:
            data = self.log.read_bytes()
            there = reader.read(data)
            told = (there.log, there.notes, len(there.done), len(there.undone))
            must(told in [one[1:] for one in self.model.possible()], "a kill now would lose what was shown")
            torn = bool(self.model.refused) or self.table.saving is Saving.IN_MEMORY
            must(torn or not there.rest, "the journal is torn although no disk refused")
            self.logs.append(data)

    # -------------------------------------------------------------- keys

    def play(self, number: int) -> None:
        """Play a line."""
        self._act(line(number))

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

    def _act(self, words: str) -> None:
        session, model = sit(self.table), self.model
        moment, well = model.now.after(words), not self.disk.ill
        try:
            say(session, words)
        except Refused:
            must(moment is None, f"{words} is refused")
            return
        except OSError as refused:
            must(not well, f"refused by a disk that is well: {refused}")
            must(session.state == model.now.state, "a refused act is shown")
            must(self.table.saving is Saving.REFUSED and bool(self.table.reason), "nothing warns")
            model.refused += [moment] if moment else []
            return
        if moment is None:
            raise BrokenPromise(f"{words} although it cannot be played")
        must(session.state == moment.state, f"{words} came out otherwise")
        held = self.table.saving is Saving.IN_MEMORY
        must(not (held and well), f"held by a disk that is well: {self.table.reason}")
        model.show(moment, durable=not held)
        self._follow()

    def _follow(self, told: str = "") -> None:
        """See where the table has gone, which it must have said."""
        told += " ".join(self.table.tell())
        if self.table.path != self.path:
            must(sanitize(self.table.name) in told, f"it goes on as {self.table.name} without a word: {told!r}")
            self._model(self.model)

    def save(self, number: int) -> None:
        """`:save`."""
        try:
            self.table.save()
        except OSError as refused:
            must(self.disk.ill, f"not saved by a disk that is well: {refused}")
        else:
            self._saved()
        self._follow()

    def _saved(self) -> None:
        self.model.keep()
        self.model.saved, self.model.harmed, self.model.save_harm = True, False, ""

    def move(self, number: int) -> None:
        """`:save FOLDER`, on the same disk or on another one."""
        before = self.path
        try:
            self.table.move(self.base / ("live", "stick")[number % 2] / f"f{number % 5}")
        except OSError as refused:
            must(self.disk.ill and self.table.path == before, f"not moved: {refused}")
            return
        kept = self.model.harmed or self.model.save_harm or opened(before) in self.model.possible()
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
            must(known_at(second) in self.model.possible(), "a second window sees another table")

    def steal(self, number: int) -> None:
        """Remove the lock, and play on in a second window."""
        if self.disk.ill or self.model.harmed or self.model.save_harm or self.table.saving is not Saving.ON_DISK:
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
                _put(self.log, self._harmed(data, self.logs, _foreign()[0], number), anew=number % 2 == 0)
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
        if number % 3 == 0:
            self.path.write_bytes(data.replace(TITLE, EDITED))
            self.model.save_harm = "edited" if TITLE in data else ""
        elif number % 3 == 1:
            self.path.unlink()
            self.model.save_harm = "removed"
        else:
            harmed = self._harmed(data, self.saves, _foreign()[1], number)
            _put(self.path, harmed, anew=number % 2 == 0)
            # One flipped bit may look like an edit.
            self.model.save_harm = "flipped" if len(harmed) == len(data) else "replaced"

    def _harmed(self, data: bytes, copies: list[bytes], foreign: bytes, number: int) -> bytes:
        rng = random.Random(number)
        at = rng.randrange(len(data) or 1)
        flipped = data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :] if data else b""
        return rng.choice((b"", data[:at], data[:at], flipped, flipped, rng.choice(copies or [b""]), foreign))

    # -------------------------------------------------------------- the end of a program, and the next one

    def kill(self, number: int) -> None:
        """Kill the program between two acts."""
        self.table.let_go()
        self._between(number)

    def kill_playing(self, number: int) -> None:
        """Kill another process in the midst of acts that it plays."""
        if self.disk.ill or self.model.harmed or self.model.save_harm or self.table.saving is not Saving.ON_DISK:
            return
        words = [(line(number + each), "undo", f"note {each}")[(number + each) % 3] for each in range(30)]
        ends, begins = os.pipe()
        pid = os.fork()
        if not pid:
            for each in words:
                with suppress(Refused):
                    say(sit(self.table), each)
                os.write(begins, b".")
            os._exit(0)
        self.table.let_go()
        time.sleep(number % 100 / 10_000)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(begins)
        shown = len(os.read(ends, 100))
        os.close(ends)
        for at, each in enumerate(words[: shown + 1]):
            moment = self.model.now.after(each) or self.model.now
            if at < shown:
                self.model.show(moment, durable=True)
            else:
                # It may have been on its way to the screen.
                self.model.refused.append(moment)
        self._between(number)

    def leave(self, number: int) -> None:
        """Leave as a GM does."""
        told, harmed = "", self.model.harmed
        try:
            self.table.close()
        except OSError as refused:
            must(self.disk.ill, f"not saved by a disk that is well: {refused}")
            told = str(refused)
        if self.table.open:
            must("no other folder takes the table" in told and self.rescue != self.base / "rescue", f"not left: {told}")
            self.disk.cure()
            self.table.close()
            told = ""
        if told and self.table.path == self.path:
            must(not harmed, f"the journal was harmed, and all that is said is {told}")
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
                self.path = new
        self._open()

    def _open(self) -> None:
        try:
            table = open_table(self.path)
        except Unreadable as fault:
            whole = self.path.is_file() and not (self.model.harmed and self.model.save_harm)
            must(not whole and (self.model.harmed or not self.log.is_file()), f"it does not open: {fault}")
            self.disk.cure()
            self._begin()
            return
        if table.read_only:
            must(self.disk.ill, f"only to be looked at: {table.read_only}")
            self.disk.cure()
            self._open()
            return
        self.table = table
        self._model(self._found())

    def _found(self) -> Model:
        """Judge a table that was opened, and go on with it."""
        model, table = self.model, self.table
        words, found = " ".join(table.tell()), known_at(table) if len(model.shown) % 2 else _light(table)
        moment = None if found == self.others.pop(self.path, None) else model.judge(found, words)
        if moment is None or moment.state != table.state:
            moment = Moment.of(sit(table))
        model.show(moment, durable=True)
        return model


def _light(table: Table) -> Known:
    """Measure a table without playing what led to it, so that undo fetches it later."""
    history = table.history()
    return measured(content(table.state), history.done, len(history.undone))


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
