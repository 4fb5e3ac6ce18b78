"""The journal: one line for each step of a table, on disk before anybody sees what it did.

Each line is JSON and carries its number and a checksum that goes on from the line before, so a line that was lost,
swapped, doubled or damaged is noticed without its JSON being read:

    {"crc":"6d1f0a3c","seq":0,"wyrd_journal":2,"table":"…","state":{…}}
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
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from time import localtime, strftime
from typing import Any, BinaryIO

from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import Unreadable, build
from wyrd_tui.store.files.regular import opened
from wyrd_tui.store.tables import line as line_head
from wyrd_tui.store.tables import migrations, signs
from wyrd_tui.store.tables.sound import must_be_named

FORMAT = migrations.FORMAT
LARGEST = 64 * 2**20
"""Bytes of a journal that are read; a hundred long evenings have fewer."""
MOST_LINES = 50_000
_KEPT = 4 * 2**20
_TAIL = LARGEST // 4
# Of a journal that is too much to be read; the save follows each megabyte, which has no more lines than this.
_SOME = 25_000
_MOST_OLDER = 4 * 2**20

_FORMAT = re.compile(rb'"wyrd_journal":(\d{1,6})[,}]')
HEAD = 120
"""Bytes of a journal in which its table's id stands."""
_FIRST = re.compile(rb'\{"crc":"[0-9a-f]{8}","seq":0,"wyrd_journal":(\d{1,6}),"table":"([0-9a-z-]{1,40})",')
_AT = re.compile(rb'"at":(\d{1,12}(?:\.\d+)?)')


# As `json.loads`, which would guess of each line what letters it is written in.
_decode = json.JSONDecoder().decode


class Newer(Unreadable):
    """A file that a later version of the program wrote, which this one leaves alone."""


# ------------------------------------------------------------------ reading


@dataclass(frozen=True)
class Reading:
    """A journal, as far as it is good, as this version would have written it.

    Attributes:
        lines: The good lines, the first one included; none where not even that is good.
        ends: Where each of them ends in the file.
        data: The whole file.
        format: What the file says that its format is.
        written: The good lines as they stand in the file, where that is of an older format.
        why: Why not even the first line is good, where something else than damage is the reason.
    """

    lines: list[bytes]
    ends: list[int]
    data: bytes
    format: int = FORMAT
    written: tuple[bytes, ...] = ()
    why: str = ""

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
        if self.why:
            return self.why
        if not self.lines:
            return "The journal is empty" if not self.data.strip() else "The first line of the journal is damaged"
        return _lost(self) if self.rest else ""

    def cut(self, lines: int) -> Reading:
        """The same journal with only so many of its good lines."""
        if lines >= len(self.lines):
            return self
        return replace(self, lines=self.lines[:lines], ends=self.ends[:lines], written=self.written[:lines])

    @property
    def seq(self) -> int:
        """Number of the last good line."""
        return len(self.lines) - 1

    @property
    def last_step(self) -> int:
        """Number of the last good line that is a step, or of the first line where none is."""
        steps = (index for index in range(self.seq, 0, -1) if not line_head.keeps_a_save(self.lines[index]))
        return next(steps, 0)

    @cached_property
    def _head(self) -> Mapping[str, Any]:
        return parsed(self.lines[0])

    @property
    def table(self) -> str:
        """Id of the table that it belongs to; empty where not even the first line is good."""
        return table_of(self.lines[0]) if self.lines else ""

    @cached_property
    def initial(self) -> State:
        """The table at the start.

        Raises:
            Unreadable: If this version cannot make sense of it.
        """
        return table_in(self._head)

    def holding(self, file: str) -> int | None:
        """Number of the last line that has kept what the save with this mark says."""
        needle = f',"file":"{file}","state":{{'.encode()
        for index in range(self.seq, 0, -1):
            # An event's own text never matches: there the quotation marks are escaped.
            if needle in self.lines[index]:
                return index
        return None

    def keeping(self, most: int) -> list[int]:
        """The last lines that hold a whole table, newest first, and the first line of all.

        The newest is among them however large it is, and then no more than can soon be read.
        """
        found: list[int] = []
        size = 0
        for index in range(self.seq, 0, -1):
            if b',"state":{' not in self.lines[index]:
                continue
            size += len(self.lines[index])
            if len(found) == most or (found and size > _KEPT):
                break
            found.append(index)
        return [*found, 0]

    def kept(self, index: int) -> State:
        """The table that an `edit` or `saved` line holds, or the first one.

        Raises:
            Unreadable: If this version cannot make sense of it, or it holds none.
        """
        if b',"state":{' not in self.lines[index]:
            raise Unreadable("a line of the journal holds no table")
        return table_in(parsed(self.lines[index]))

    def after(self, seq: int, crc: str) -> list[bytes] | None:
        """The good lines after one that is known by number and checksum, also beyond a fault; None if it is nowhere."""
        start = f'{{"crc":"{crc}","seq":{seq},'.encode()
        written = self.written or self.lines
        if 0 <= seq < len(written) and written[seq].startswith(start):
            return self.lines[seq + 1 :]
        for at in self._beginning_with(start):
            line = next(_pieces(self.data, at), b"")
            if line_head.follows(line, line_head.claimed(self._before(at))):
                beyond = filter(None, _pieces(self.data, at + len(line) + 1))
                return migrations.lines(_chained(beyond, int(crc, 16), seq + 1)[0], self.format, seq + 1)
        return None

    def _beginning_with(self, start: bytes) -> Iterator[int]:
        """Where the lines begin, from the first fault on, that begin so."""
        if self.data.startswith(start, self.size):
            yield self.size
        # Only after a line end: one line may hold the same words many times over.
        at = self.data.find(b"\n" + start, self.size)
        while at >= 0:
            yield at + 1
            at = self.data.find(b"\n" + start, at + 1)

    def _before(self, at: int) -> bytes:
        """The head of the last line of the file before a place."""
        while self.data[at - 1 : at] == b"\n":
            at -= 1
        start = self.data.rfind(b"\n", 0, at) + 1
        return self.data[start : min(at, start + line_head.HEAD)]


def read(path: Path) -> Reading:
    """The journal in a file.

    Raises:
        OSError: If the file is missing or cannot be read.
        Newer: If a later version wrote it.
    """
    with opened(path, linked=False) as file:
        size = os.fstat(file.fileno()).st_size
        if size > LARGEST:
            return _beyond(f"is larger than {LARGEST:,} bytes", file, size)
        data = file.read(LARGEST + 1)
        if data.count(b"\n") > MOST_LINES or len(data) > LARGEST:
            return _beyond(f"has more than {MOST_LINES:,} lines", file, size)
    return scan(data)


def _beyond(what: str, file: BinaryIO, size: int) -> Reading:
    """A journal that is too much to be read as a whole: its last lines may go on from a save."""
    file.seek(max(0, size - _TAIL))
    tail = file.read(_TAIL)
    start = len(tail)
    for _ in range(_SOME):
        if (start := tail.rfind(b"\n", 0, start)) < 0:
            break
    # What follows a save is brought up to date like any other.
    file.seek(0)
    found = _FIRST.match(file.read(HEAD))
    number = min(int(found[1]), FORMAT) if found else FORMAT
    return Reading([], [], tail[max(0, start) :], number, why=f"The journal {what}")


def table_of(head: bytes) -> str:
    """Id of the table whose journal begins so; empty where it is none."""
    # Not by its JSON, in which the same name may come again and say anything.
    found = _FIRST.match(head)
    return found[2].decode("ascii") if found else ""


def scan(data: bytes) -> Reading:
    """The journal in some bytes.

    Raises:
        Newer: If a later version wrote it.
    """
    _refuse_newer(next(_pieces(data), b""))
    lines, ends = _chained(_pieces(data), 0, 0)
    found = _FIRST.match(lines[0]) if lines else None
    if found is None or not 0 < int(found[1]) <= FORMAT:
        return Reading([], [], data)
    # A last line that lacks only its line end is whole.
    ends[-1] = min(ends[-1], len(data))
    reading = Reading(lines, ends, data, int(found[1]))
    if reading.format == FORMAT:
        return reading
    if len(data) > _MOST_OLDER:
        why = f"The journal is of an older format, and larger than {_MOST_OLDER:,} bytes"
        return Reading([], [], data, reading.format, why=why)
    return _up_to_date(reading)


def _up_to_date(reading: Reading) -> Reading:
    """A journal of an older format with its good lines as this version would have written them."""
    lines = migrations.lines(reading.lines, reading.format)
    if not lines or not _FIRST.match(lines[0]):
        return Reading([], [], reading.data)
    ends = list(accumulate(len(line) + 1 for line in lines))
    data = b"".join(line + b"\n" for line in lines) + reading.data[reading.ends[len(lines) - 1] :]
    return replace(reading, lines=lines, ends=ends, data=data, written=tuple(reading.lines[: len(lines)]))


def _refuse_newer(line: bytes) -> None:
    found = _FORMAT.search(line[:120])
    if found and int(found[1]) > FORMAT and not any(line_head.follows(one, 0) for one in _known(line, found)):
        raise Newer(
            f"its journal was written by a newer version of this program (format {int(found[1])}, "
            f"this one knows {FORMAT}); nothing was changed"
        )


def _known(line: bytes, found: re.Match[bytes]) -> Iterator[bytes]:
    """The line with each number known; where its checksum fits one, the number was damaged and is nothing newer."""
    for number in range(1, FORMAT + 1):
        yield line[: found.start(1)] + b"%d" % number + line[found.end(1) :]


def _pieces(data: bytes, start: int = 0) -> Iterator[bytes]:
    """The lines of some bytes from a place on, up to one that is longer than any could be."""
    while True:
        end = data.find(b"\n", start)
        if (len(data) if end < 0 else end) - start > line_head.LONGEST:
            return
        yield data[start:] if end < 0 else data[start:end]
        if end < 0:
            return
        start = end + 1


def _chained(pieces: Iterable[bytes], crc: int, seq: int) -> tuple[list[bytes], list[int]]:
    """The leading lines that continue a chain, and where each ends, line ends counted."""
    lines: list[bytes] = []
    ends: list[int] = []
    last = b""
    end = 0
    for line in pieces:
        end += len(line) + 1
        found = line_head.reckoned(line, crc)
        if line.startswith(line_head.head(found, seq)):
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


def _lost(reading: Reading) -> str:
    """What the GM is told of the part of a journal that cannot be trusted."""
    stamp = next((found for line in reversed(reading.lines) if (found := _AT.search(line))), None)
    since = f" after {strftime('%d %B %Y, %H:%M', localtime(float(stamp[1])))}" if stamp else ""
    if reading.data.find(b"\n", reading.size) < 0:
        if line_head.keeps_a_save(reading.rest):
            return "The last line of the journal was cut short; it told of a save, and whatever came after it is gone"
        return f"The last line of the journal was cut short; what it said{since} is gone"
    steps = sum(map(line_head.looks_like_a_step, _pieces(reading.data, reading.size)))
    what = f"{steps} step{'' if steps == 1 else 's'}{since}" if steps else f"what comes{since or ' then'}"
    were = "were" if steps > 1 else "was"
    return f"The journal is damaged at line {len(reading.lines) + 1}; {what} cannot be trusted, and {were} dropped"


def table_in(said: Mapping[str, Any]) -> State:
    """The table that a line holds.

    Raises:
        Unreadable: If it holds none, or one with things that have other names than those they stand under.
    """
    state = build(State, said.get("state"))
    must_be_named(state)
    return state


def too_much(line: bytes) -> str:
    """What a line has more of than would be read again; empty for one that may be written."""
    if len(line) > line_head.LONGEST:
        return f"more than {line_head.LONGEST:,} bytes"
    return f"more than {signs.OF_A_LINE:,} keys and values" if signs.crowded_line(line) else ""


def parsed(line: bytes) -> Mapping[str, Any]:
    """What a line says.

    Raises:
        Unreadable: If it is no JSON object.
    """
    if why := too_much(line):
        raise Unreadable(f"a line of the journal has {why}")
    try:
        data = _decode(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as fault:
        raise Unreadable(f"a line of the journal cannot be read ({fault})") from None
    if type(data) is not dict:
        raise Unreadable("a line of the journal is no table of names")
    return data
