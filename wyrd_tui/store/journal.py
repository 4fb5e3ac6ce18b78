"""The journal: one line for each step of a table, on disk before anybody sees what it did.

Each line is JSON and carries its number and a checksum that goes on from the line before, so a line that was lost,
swapped, doubled or damaged is noticed without its JSON being read:

    {"crc":"6d1f0a3c","seq":0,"wyrd_journal":1,"table":"…","state":{…}}
    {"crc":"0b52e9d7","seq":1,"do":{"number":1,"command":"damage",…,"events":[{"event":"Marked",…}],"at":…}}
    {"crc":"f3c4418e","seq":2,"undo":1}
    {"crc":"9a77d210","seq":3,"redo":1}
    {"crc":"4e0c8b65","seq":4,"edit":{"number":2,…},"file":"…","state":{…}}
    {"crc":"17ab90f2","seq":5,"saved":2,"file":"…","state":{…}}

`edit` is a step whose outcome came from outside, as a whole table; `saved` is no step: it keeps what a save held, so
that a save which nobody touched need not be parsed. In both, `file` is the mark of the save's bytes.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import localtime, strftime
from typing import Any

from wyrd_tui.engine.session import Did, Turn
from wyrd_tui.engine.state import State
from wyrd_tui.store import atomic
from wyrd_tui.store.codec import Unreadable, build, plain

FORMAT = 1
LARGEST = 512 * 2**20

_FORMAT = re.compile(rb'"wyrd_journal":(\d{1,6})[,}]')
_A_STEP = re.compile(rb'"(?:do|undo|redo|edit)":')
_AT = re.compile(rb'"at":(\d{1,12}(?:\.\d+)?)')
# Bytes of a line before the part that its checksum covers.
_BODY = len(b'{"crc":"00000000",')
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Newer(Unreadable):
    """A file that a later version of the program wrote, which this one leaves alone."""


# ------------------------------------------------------------------ reading


@dataclass(frozen=True)
class Reading:
    """A journal, as far as it is good.

    Attributes:
        lines: The good lines, the first one included; none where not even that is good.
        ends: Where each of them ends in the file.
        data: The whole file.
    """

    lines: list[bytes]
    ends: list[int]
    data: bytes

    @property
    def size(self) -> int:
        """Bytes of the file up to the end of the last good line."""
        return self.ends[-1] if self.ends else 0

    @property
    def rest(self) -> bytes:
        """What follows from the first fault on."""
        return self.data[self.size :]

    @property
    def crc(self) -> int:
        """Checksum of the last good line."""
        return int(self.lines[-1][8:16], 16)

    @property
    def loss(self) -> str:
        """What the GM must be told of the part that cannot be trusted; empty where all is good."""
        if not self.lines:
            return "The journal is empty" if not self.data.strip() else "The first line of the journal is damaged"
        return _lost(self.lines, self.rest) if self.rest else ""

    def cut(self, lines: int) -> Reading:
        """The same journal with only so many of its good lines."""
        return self if lines >= len(self.lines) else Reading(self.lines[:lines], self.ends[:lines], self.data)

    @property
    def seq(self) -> int:
        """Number of the last good line."""
        return len(self.lines) - 1

    @cached_property
    def _head(self) -> Mapping[str, Any]:
        return parsed(self.lines[0])

    @property
    def table(self) -> str:
        """Id of the table that it belongs to."""
        return str(self._head.get("table", ""))

    @cached_property
    def initial(self) -> State:
        """The table at the start.

        Raises:
            Unreadable: If this version cannot make sense of it.
        """
        return build(State, self._head.get("state"))

    def holding(self, file: str) -> int | None:
        """Number of the last line that has kept what the save with this mark says."""
        needle = f',"file":"{file}","state":{{'.encode()
        for index in range(self.seq, 0, -1):
            # An event's own text never matches: there the quotation marks are escaped.
            if needle in self.lines[index]:
                return index
        return None

    def kept(self, index: int) -> State:
        """The table that an `edit` or `saved` line holds.

        Raises:
            Unreadable: If this version cannot make sense of it.
        """
        return build(State, parsed(self.lines[index]).get("state"))

    def after(self, seq: int, crc: str) -> list[bytes] | None:
        """The good lines after one that is known by number and checksum, also beyond a fault; None if it is nowhere."""
        start = f'{{"crc":"{crc}","seq":{seq},'.encode()
        if 0 <= seq < len(self.lines) and self.lines[seq].startswith(start):
            return self.lines[seq + 1 :]
        beyond = [line for line in self.rest.split(b"\n") if line]
        for index, line in enumerate(beyond):
            if line.startswith(start) and _checks(line, _claimed(beyond[index - 1] if index else self.lines[-1])):
                return _chained(beyond[index + 1 :], int(crc, 16), seq + 1)[0]
        return None


def read(path: Path) -> Reading:
    """The journal in a file.

    Raises:
        OSError: If the file is missing or cannot be read.
        Newer: If a later version wrote it.
    """
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Unreadable("its journal is larger than any that this program keeps")
    return scan(data)


def scan(data: bytes) -> Reading:
    """The journal in some bytes.

    Raises:
        Newer: If a later version wrote it.
    """
    _refuse_newer(data[:120])
    lines, ends = _chained(data.split(b"\n"), 0, 0)
    if lines and _FORMAT.search(lines[0][:120]) is None:
        lines, ends = [], []
    # A last line that lacks only its line end is whole.
    if ends:
        ends[-1] = min(ends[-1], len(data))
    return Reading(lines, ends, data)


def _refuse_newer(line: bytes) -> None:
    found = _FORMAT.search(line[:120])
    if found and int(found[1]) > FORMAT:
        raise Newer(
            f"its journal was written by a newer version of this program (format {int(found[1])}, "
            f"this one knows {FORMAT}); nothing was changed"
        )


def _chained(chunks: list[bytes], crc: int, seq: int) -> tuple[list[bytes], list[int]]:
    """The leading chunks that continue a chain, and where each ends, line ends counted."""
    lines: list[bytes] = []
    ends: list[int] = []
    crc32 = zlib.crc32
    last = b""
    end = 0
    for line in chunks:
        end += len(line) + 1
        found = crc32(line[_BODY:], crc)
        if line.startswith(b'{"crc":"%08x","seq":%d,' % (found, seq)):
            lines.append(line)
            ends.append(end)
            crc = found
            seq += 1
            last = line
        elif line == last and lines:
            # The same line twice says nothing new.
            ends[-1] = end
        else:
            break
    return lines, ends


def _claimed(line: bytes) -> int | None:
    try:
        return int(line[8:16], 16)
    except ValueError:
        return None


def _checks(line: bytes, before: int | None) -> bool:
    return before is not None and line.startswith(b'{"crc":"%08x",' % zlib.crc32(line[_BODY:], before))


def _lost(lines: list[bytes], rest: bytes) -> str:
    """What the GM is told of the part of a journal that cannot be trusted."""
    steps = sum(1 for line in rest.split(b"\n") if _A_STEP.search(line[:60]))
    stamp = next((found for line in reversed(lines) if (found := _AT.search(line))), None)
    since = f" after {strftime('%d %B %Y, %H:%M', localtime(float(stamp[1])))}" if stamp else ""
    if b"\n" not in rest:
        return f"The last line of the journal was cut short; a turn{since} that was being written is gone"
    what = f"{steps} step{'' if steps == 1 else 's'}{since}" if steps else f"what comes{since or ' then'}"
    return f"The journal is damaged at line {len(lines) + 1}; {what} cannot be trusted and was dropped"


def parsed(line: bytes) -> Mapping[str, Any]:
    """What a line says.

    Raises:
        Unreadable: If it is no JSON object.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise Unreadable(f"a line of the journal cannot be read ({fault})") from None
    if type(data) is not dict:
        raise Unreadable("a line of the journal is no table of names")
    return data


# ------------------------------------------------------------------ writing


class JournalFile:
    """A journal that is open for more lines; it is a session's `Journal`.

    Attributes:
        seq: Number of its last line.
        crc: Checksum of its last line.
        number: `turn` of the table after its last line.
    """

    def __init__(self, path: Path, *, seq: int, crc: int, size: int, number: int) -> None:
        self.path = path
        self.seq = seq
        self.crc = crc
        self.number = number
        self._size = size
        self._torn = False
        flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._descriptor = os.open(path, flags)

    @classmethod
    def create(cls, path: Path, table: str, state: State) -> JournalFile:
        """A journal that starts from a state, in place of whatever has its name.

        Raises:
            OSError: If the disk refuses.
        """
        body = f'"wyrd_journal":{FORMAT},"table":{_encode(table)},"state":{_encode(plain(state))}'
        line, crc = _line(body, 0, 0)
        atomic.write(path, line)
        return cls(path, seq=0, crc=crc, size=len(line), number=state.turn)

    @classmethod
    def resume(cls, path: Path, reading: Reading, number: int) -> JournalFile:
        """A journal that goes on after what is good of it; what was not good is cut off.

        Raises:
            OSError: If the disk refuses.
        """
        journal = cls(path, seq=reading.seq, crc=reading.crc, size=reading.size, number=number)
        try:
            journal._end_with_line(reading)
        except BaseException:
            journal.close()
            raise
        return journal

    def _end_with_line(self, reading: Reading) -> None:
        if reading.rest:
            os.ftruncate(self._descriptor, self._size)
            atomic.flush(self._descriptor)
        if reading.data[self._size - 1 : self._size] != b"\n":
            atomic.write_all(self._descriptor, b"\n")
            self._size += 1

    def record(self, did: Did, turn: Turn) -> None:
        """Make a step durable.

        Raises:
            OSError: If the disk refuses; the step has left no trace.
        """
        if did == "do":
            self._append(f'"do":{_encode(plain(turn))}', turn.number)
        else:
            self._append(f'"{did}":{turn.number}', turn.number - (did == "undo"))

    def edited(self, turn: Turn, state: State, file: str) -> None:
        """Make a step durable that put another state on the table.

        Raises:
            OSError: As `record`.
        """
        kept = f'"file":{_encode(file)},"state":{_encode(plain(state))}'
        self._append(f'"edit":{_encode(plain(turn))},{kept}', state.turn)

    def saved(self, state: State, file: str) -> None:
        """Keep what a save holds, by the mark of its bytes.

        Raises:
            OSError: As `record`.
        """
        self._append(f'"saved":{state.turn},"file":{_encode(file)},"state":{_encode(plain(state))}', state.turn)

    def read(self, size: int) -> bytes:
        """The first bytes of the file, even if its name is gone.

        Raises:
            OSError: If the disk refuses.
        """
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        parts = []
        while size > 0 and (part := os.read(self._descriptor, size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    @property
    def size(self) -> int:
        """Bytes of all its lines."""
        return self._size

    def close(self) -> None:
        """Close the file; a second time does nothing, and recording is an OSError from now on."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            os.close(descriptor)

    def _append(self, body: str, number: int) -> None:
        line, crc = _line(body, self.seq + 1, self.crc)
        self._ready()
        self._torn = True
        try:
            atomic.write_all(self._descriptor, line)
            atomic.flush(self._descriptor)
        except BaseException:
            # What cannot be cut off now is cut off before the next line.
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._size += len(line)
        self.seq += 1
        self.crc = crc
        self.number = number
        self._torn = False

    def _ready(self) -> None:
        if self._torn:
            self._cut()
        found = os.fstat(self._descriptor)
        if found.st_nlink == 0 or found.st_size != self._size:
            raise OSError(
                errno.ESTALE,
                "another program replaced, removed or changed the journal; close this table and open it again",
                str(self.path),
            )

    def _cut(self) -> None:
        os.ftruncate(self._descriptor, self._size)
        os.fsync(self._descriptor)
        self._torn = False


def _line(body: str, seq: int, crc: int) -> tuple[bytes, int]:
    covered = f'"seq":{seq},{body}}}'.encode()
    crc = zlib.crc32(covered, crc)
    return b'{"crc":"%08x",%b\n' % (crc, covered), crc
