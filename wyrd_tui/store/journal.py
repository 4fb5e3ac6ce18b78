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

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import localtime, strftime
from typing import Any

from wyrd_tui.engine.state import State
from wyrd_tui.store.codec import Unreadable, build
from wyrd_tui.store.regular import opened

FORMAT = 1
LARGEST = 512 * 2**20

_FORMAT = re.compile(rb'"wyrd_journal":(\d{1,6})[,}]')
_A_STEP = re.compile(rb'"(?:do|undo|redo|edit)":')
_AT = re.compile(rb'"at":(\d{1,12}(?:\.\d+)?)')
# Bytes of a line before the part that its checksum covers.
_BODY = len(b'{"crc":"00000000",')


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

    @property
    def last_step(self) -> int:
        """Number of the last good line that is a step, or of the first line where none is."""
        steps = (index for index in range(self.seq, 0, -1) if b'"saved":' not in self.lines[index][:50])
        return next(steps, 0)

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
        """The table that an `edit` or `saved` line holds, or the first one.

        Raises:
            Unreadable: If this version cannot make sense of it, or it holds none.
        """
        if b',"state":{' not in self.lines[index]:
            raise Unreadable("a line of the journal holds no table")
        return build(State, parsed(self.lines[index]).get("state"))

    def after(self, seq: int, crc: str) -> list[bytes] | None:
        """The good lines after one that is known by number and checksum, also beyond a fault; None if it is nowhere."""
        start = f'{{"crc":"{crc}","seq":{seq},'.encode()
        if 0 <= seq < len(self.lines) and self.lines[seq].startswith(start):
            return self.lines[seq + 1 :]
        beyond = [line for line in self.rest.split(b"\n") if line]
        before = self.lines[-1] if self.lines else b""
        for index, line in enumerate(beyond):
            if line.startswith(start) and _checks(line, _claimed(beyond[index - 1] if index else before)):
                return _chained(beyond[index + 1 :], int(crc, 16), seq + 1)[0]
        return None


def read(path: Path) -> Reading:
    """The journal in a file.

    Raises:
        OSError: If the file is missing or cannot be read.
        Newer: If a later version wrote it.
    """
    with opened(path) as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Unreadable("its journal is larger than any that this program keeps")
    return scan(data)


def scan(data: bytes) -> Reading:
    """The journal in some bytes.

    Raises:
        Newer: If a later version wrote it.
    """
    _refuse_newer(data.split(b"\n", 1)[0])
    lines, ends = _chained(data.split(b"\n"), 0, 0)
    if lines and _FORMAT.search(lines[0][:120]) is None:
        lines, ends = [], []
    # A last line that lacks only its line end is whole.
    if ends:
        ends[-1] = min(ends[-1], len(data))
    return Reading(lines, ends, data)


def _refuse_newer(line: bytes) -> None:
    found = _FORMAT.search(line[:120])
    if found and int(found[1]) > FORMAT and not _checks(_ours(line, found), 0):
        raise Newer(
            f"its journal was written by a newer version of this program (format {int(found[1])}, "
            f"this one knows {FORMAT}); nothing was changed"
        )


def _ours(line: bytes, found: re.Match[bytes]) -> bytes:
    """The line with this version's number; where its checksum fits then, the number was damaged and nothing newer."""
    return line[: found.start(1)] + b"%d" % FORMAT + line[found.end(1) :]


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
