"""Writing a journal: a line a step, synced before anybody sees what it did, and held in memory while the disk refuses.

What a disk refused is cut off again, so that a step is there or is not. Where the game master chose to play on all the
same, lines are held and written, all of them and in their order, as soon as the disk takes them.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
from pathlib import Path
from typing import Literal

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.session import Did
from wyrd_tui.engine.state import State
from wyrd_tui.engine.turn import Turn
from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.codec import Unreadable, plain, room
from wyrd_tui.store.tables import line as line_head
from wyrd_tui.store.tables.journal import FORMAT, HEAD, Reading, scan, table_of, too_much
from wyrd_tui.store.tables.naming import gone

Place = Literal["ours", "nothing", "longer", "another", "foreign"]
"""What lies under a journal's name: it, nothing, it with lines that another program has added, another state of it or
something damaged, or the journal of another table."""

_FLAGS = os.O_RDWR | os.O_APPEND
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _weighed(body: str, seq: int, crc: int) -> tuple[bytes, int]:
    """A line and its checksum; Refused where it could not be read again."""
    line, crc = line_head.made(body, seq, crc)
    if why := too_much(line):
        raise Refused(f"That is too much at once for the journal: it has {why}. Do it in parts.")
    return line, crc


class JournalFile:
    """A journal that is open for more lines; alone it can be a session's `Journal`, too.

    Attributes:
        seq: Number of its last line, be that held or on disk.
        crc: Checksum of that line.
        number: `turn` of the table after it.
        step: Number of the last line that was a step, and no word of a save.
        held: Lines that are in memory alone, oldest first.
        holding: Whether lines that the disk refuses are held.
        refusal: What the disk said last, where lines are held.
        astray: Whether lines are held because something else, or nothing, lies in the place of the file.
        torn: What it failed to write and could not cut off, so that some of it may follow its lines.
    """

    def __init__(self, path: Path, *, seq: int, crc: int, size: int, number: int, last: bytes) -> None:
        self.path = path
        self.seq = seq
        self.crc = crc
        self.number = number
        self.step = seq
        self.held: list[bytes] = []
        self.holding = False
        self.refusal = ""
        self.astray = False
        self._size = size
        self.torn = b""
        # Whether others were found to have changed what it wrote.
        self._changed = False
        self._descriptor = regular.held(path, _FLAGS)
        # By its last line a file is known again after it was away, as on a stick that was pulled out.
        self._last = last

    @classmethod
    def create(cls, path: Path, table: str, state: State) -> JournalFile:
        """A journal that starts from a state, in place of whatever has its name.

        Raises:
            OSError: If the disk refuses.
        """
        line, crc = cls.beginning(table, state)
        atomic.write(path, line)
        return cls(path, seq=0, crc=crc, size=len(line), number=state.turn, last=line)

    @staticmethod
    def beginning(table: str, state: State) -> tuple[bytes, int]:
        """The first line of a journal that starts from a state, and its checksum.

        Raises:
            OSError: If it would be larger than a line that could be read again.
        """
        with room():
            body = f'"wyrd_journal":{FORMAT},"table":{_encode(table)},"state":{_encode(plain(state))}'
            return _weighed(body, 0, 0)

    @classmethod
    def resume(cls, path: Path, reading: Reading, number: int) -> JournalFile:
        """A journal that goes on after what is good of it; nothing is changed before `trim`.

        Raises:
            OSError: If the disk refuses, or the file is not as it was read.
        """
        last = reading.data[reading.ends[-2] if reading.seq else 0 : reading.size]
        journal = cls(path, seq=reading.seq, crc=reading.crc, size=reading.size, number=number, last=last)
        journal.step = reading.last_step
        try:
            # What nobody has read must not be cut off.
            if os.fstat(journal._descriptor).st_size != len(reading.data):
                raise journal._stale()
        except BaseException:
            journal.close()
            raise
        return journal

    def trim(self, reading: Reading) -> None:
        """Cut off what is not good, and end the last line.

        Raises:
            OSError: If the disk refuses.
        """
        if reading.rest:
            self._cut()
        if reading.data[self._size - 1 : self._size] != b"\n":
            atomic.write_all(self._descriptor, b"\n")
            self._last += b"\n"
            self._size += 1

    # -------------------------------------------------------------- steps

    def record(self, did: Did, turn: Turn) -> None:
        """Make a step durable, or hold it.

        Raises:
            Refused: If it is more than a line could hold that would be read again.
            OSError: If the disk refuses and nothing is held; the step has left no trace.
        """
        if did == "do":
            self._append(f'"do":{_encode(plain(turn))}', turn.number)
        else:
            self._append(f'"{did}":{turn.number}', turn.number - (did == "undo"))

    def settle(self) -> None:
        """Nothing is left to do."""

    def edited(self, turn: Turn, state: State, file: str) -> None:
        """Make a step durable that put another state on the table.

        Raises:
            OSError: As `record`.
        """
        with room(str(self.path)):
            kept = f'"file":{_encode(file)},"state":{_encode(plain(state))}'
            self._append(f'"edit":{_encode(plain(turn))},{kept}', state.turn)

    def saved(self, state: State, file: str) -> None:
        """Keep what a save holds, by the mark of its bytes.

        Raises:
            OSError: As `record`.
        """
        step = self.step
        with room(str(self.path)):
            self._append(f'"saved":{state.turn},"file":{_encode(file)},"state":{_encode(plain(state))}', state.turn)
        self.step = step

    def _append(self, body: str, number: int) -> None:
        line, crc = _weighed(body, self.seq + 1, self.crc)
        self.held.append(line)
        try:
            self.flush()
        except OSError as refused:
            if not self.holding:
                self.held.pop()
                refused.filename = refused.filename or str(self.path)
                raise
            self.refusal, self.astray = refused.strerror or str(refused), refused.errno == errno.ESTALE
        except BaseException:
            self.held.pop()
            raise
        self.seq += 1
        self.crc = crc
        self.number = number
        self.step = self.seq

    def flush(self) -> None:
        """Write the lines that are held; nothing where none are.

        Raises:
            OSError: If the disk refuses; they are held as before, and none of them is on disk.
        """
        if not self.held:
            return
        self._ready()
        lines = b"".join(self.held)
        self.torn = lines
        try:
            atomic.write_all(self._descriptor, lines)
            atomic.flush(self._descriptor)
        except BaseException:
            # What cannot be cut off now is cut off before the next line.
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self.torn, self.astray = b"", False
        self._last = self.held[-1]
        self._size += len(lines)
        self.held.clear()

    # -------------------------------------------------------------- the file

    @property
    def unwritten(self) -> int:
        """How many steps are in memory alone; a word of a save is none."""
        return sum(not line_head.keeps_a_save(line) for line in self.held)

    def look(self) -> None:
        """See whether it would take another line.

        Raises:
            OSError: If something else lies in its place, or what was refused cannot be cut off.
        """
        self._ready()

    @property
    def size(self) -> int:
        """Bytes of all its lines on disk."""
        return self._size

    def reading(self) -> Reading:
        """All its lines on disk, even if its name is gone.

        Raises:
            OSError: If they cannot be read any more, or something else was written in their place.
        """
        data = self._read(self._descriptor, 0, self._size)
        # What was changed among them leads elsewhere than they did, and more would be lost with it.
        self._changed = True
        with contextlib.suppress(Unreadable):
            if len(data) == self._size and data.endswith(self._last) and not (found := scan(data)).rest:
                self._changed = False
                return found
        raise self._stale()

    def copied(self, path: Path, lines: Reading) -> JournalFile:
        """A journal of its own with all these lines, those that are held included.

        Args:
            path: Its file.
            lines: Those on disk.

        Raises:
            OSError: If the disk refuses.
        """
        data = lines.data + b"".join(self.held)
        atomic.write(path, data)
        last = self.held[-1] if self.held else self._last
        copy = JournalFile(path, seq=self.seq, crc=self.crc, size=len(data), number=self.number, last=last)
        copy.step = self.step
        return copy

    def place(self) -> Place:
        """What has its name now; where that cannot be looked at it counts as this file, whose lines are synced."""
        try:
            size = self._at_its_place()
            if size is not None:
                return self._told_by(self._descriptor, size)
            with regular.opened(self.path, linked=False) as file:
                there = file.fileno()
                if self._has_last(there):
                    return self._told_by(there, os.fstat(there).st_size)
                other, ours = (table_of(self._read(one, 0, HEAD)) for one in (there, self._descriptor))
                return "foreign" if other and ours and other != ours else "another"
        except FileNotFoundError:
            return "nothing"
        except regular.Unfit:
            return "another"
        except OSError as refused:
            return "nothing" if refused.errno == errno.ESTALE else "ours"

    def _told_by(self, descriptor: int, size: int) -> Place:
        """What a file of a size is that has its last line."""
        known = size >= self._size and self._has_last(descriptor)
        if not known or (descriptor == self._descriptor and not self._sound()):
            return "another"
        return "ours" if self._ends(descriptor, size) else "longer"

    def _has_last(self, descriptor: int) -> bool:
        """Whether a file has its last line where that must be."""
        return self._read(descriptor, self._size - len(self._last), len(self._last)) == self._last

    def _sound(self) -> bool:
        """Whether its lines are as they were written, for all that is known; what was changed may be right again."""
        if self._changed:
            with contextlib.suppress(OSError):
                self.reading()
        return not self._changed

    def _ends(self, descriptor: int, size: int) -> bool:
        """Whether nothing follows its lines in a file of a size but what it failed to write."""
        beyond = size - self._size
        if beyond > len(self.torn):
            return False
        # Of what was not synced a disk may have kept the place alone.
        return self.torn.startswith(self._read(descriptor, self._size, beyond).rstrip(b"\0"))

    def put_back(self) -> None:
        """Write the file anew, with all its lines, under a name that has gone.

        Raises:
            OSError: If the disk refuses.
        """
        atomic.write(self.path, self.reading().data)
        descriptor = regular.held(self.path, _FLAGS)
        os.close(self._descriptor)
        self._descriptor, self.torn = descriptor, b""

    @staticmethod
    def _read(descriptor: int, at: int, size: int) -> bytes:
        os.lseek(descriptor, at, os.SEEK_SET)
        parts = []
        while size > 0 and (part := os.read(descriptor, size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def close(self) -> None:
        """Close the file; a second time does nothing, and recording is an OSError from now on."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            # Its lines are synced; nothing depends on this any more.
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def _ready(self) -> None:
        """See to it that the file ends where the lines on disk do."""
        if self._descriptor < 0:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), str(self.path))
        size = self._at_its_place()
        if size is None:
            size = self._find_again()
        whole = size >= self._size and self._has_last(self._descriptor) and self._sound()
        if not whole or not self._ends(self._descriptor, size):
            raise self._stale()
        if self.torn:
            self._cut()

    def _at_its_place(self) -> int | None:
        """The size of the file that is open, if it still is the one that has the name."""
        try:
            ours = os.fstat(self._descriptor)
            there = os.lstat(self.path)
        except OSError as refused:
            if refused.errno in _GONE or self._nameless():
                raise gone(self.path) from None
            return None
        return ours.st_size if (ours.st_dev, ours.st_ino) == (there.st_dev, there.st_ino) else None

    def _nameless(self) -> bool:
        """Whether the file is known to have been removed, even where its folder cannot be looked at."""
        with contextlib.suppress(OSError):
            return os.fstat(self._descriptor).st_nlink == 0
        return False

    def _find_again(self) -> int:
        """Go on in the file that has the name now, if its last line is ours: it was away, or copied back."""
        try:
            descriptor = regular.held(self.path, _FLAGS)
        except regular.Unfit:
            raise self._stale() from None
        try:
            size = os.fstat(descriptor).st_size
            if size < self._size or not self._has_last(descriptor):
                raise self._stale()
        except BaseException:
            os.close(descriptor)
            raise
        os.close(self._descriptor)
        self._descriptor = descriptor
        return size

    def _stale(self) -> OSError:
        return OSError(
            errno.ESTALE,
            "another program replaced, removed or changed the journal; close this table and open it again",
            str(self.path),
        )

    def _cut(self) -> None:
        os.ftruncate(self._descriptor, self._size)
        os.fsync(self._descriptor)
        self.torn = b""
