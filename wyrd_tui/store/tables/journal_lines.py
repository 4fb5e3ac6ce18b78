"""The journal of a table: one JSON line for each act, numbered and chained by checksums.

    {"crc":"6d1f0a3c","seq":0,"wyrd_journal":1,"table":"…","state":{…}}
    {"crc":"0b52e9d7","seq":1,"do":{"number":1,"command":"damage",…,"events":[{"event":"Marked",…}],"at":…}}
    {"crc":"f3c4418e","seq":2,"undo":1}
    {"crc":"9a77d210","seq":3,"redo":1}
    {"crc":"4e0c8b65","seq":4,"edit":{"number":2,…},"state":{…}}
    {"crc":"17ab90f2","seq":5,"state":{…}}

The first line holds the table as it began. `edit` is an act that put another state on the table. A line with `state`
alone is a snapshot, so that opening plays little. The checksum covers all after it and goes on from the line before.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import Plain, Unreadable, from_plain, to_plain
from wyrd_tui.store.files.regular import read_regular

JOURNAL_FORMAT = 1
"""The number of the format of journals and saves."""
LARGEST_JOURNAL = 64 * 2**20
"""Bytes of a journal; a hundred long evenings have fewer."""
MOST_LINES = 100_000
LONGEST_LINE = 9 * 2**20
"""Bytes of a line; the state of any table whose save can be read has fewer in JSON."""

_FIRST = re.compile(rb'\{"crc":"[0-9a-f]{8}","seq":0,"wyrd_journal":(\d{1,6}),"table":"([0-9a-z-]{1,40})","state":\{')
_HEAD = re.compile(
    rb'\{"crc":"[0-9a-f]{8}","seq":(\d{1,12}),"(?:(do|undo|redo|edit)":(?:\{"number":)?(\d{1,12})[,}]|(state)":\{)'
)
_COVERED = len(b'{"crc":"00000000",')

# Plain data hold no cycles.
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
# As `json.loads`, which would guess of each line how it is encoded.
_decode = json.JSONDecoder().decode


class Newer(Unreadable):
    """A file that a later version of the program wrote, which this one leaves alone."""

    def __init__(self, path: Path) -> None:
        said = "was written by a newer version of this program; this one knows format"
        super().__init__(f"{sanitize(path.name)} {said} {JOURNAL_FORMAT}, and changed nothing")


class JournalLine(NamedTuple):
    """A line of a journal.

    Attributes:
        data: Its bytes, with the line end.
        crc: Its checksum.
        seq: Its number in its journal.
        kind: `do`, `undo`, `redo`, `edit` or, for a snapshot, `state`; empty for the first line, and for no such line.
        number: Number of the act; 0 for a line that is none.
    """

    data: bytes
    crc: int
    seq: int = 0
    kind: str = ""
    number: int = 0

    @property
    def holds_act(self) -> bool:
        """True for an act itself, and not for its undo or redo."""
        return self.kind in ("do", "edit")


_BEFORE_FIRST = JournalLine(b"", 0, -1)

# ------------------------------------------------------------------ writing lines


def make_first_line(table: str, state: State) -> JournalLine:
    """Make the first line of a table with an id, which begins with a state.

    Raises:
        Refused: As `make_journal_line`.
    """
    parts = {"wyrd_journal": JOURNAL_FORMAT, "table": table, "state": to_plain(state)}
    return _line(_BEFORE_FIRST, "", 0, parts)


def make_journal_line(
    after: JournalLine, kind: str, what: Act | State | int, state: State | None = None
) -> JournalLine:
    """Make the line that follows another: of an act, with the state that an edit put on the table, or of a snapshot.

    An act that is undone or redone is named by its number.

    Raises:
        Refused: If the line would be longer than one that is read, or a number in it is out of bounds.
    """
    number = what if isinstance(what, int) else what.number if isinstance(what, Act) else 0
    parts = {kind: what if isinstance(what, int) else to_plain(what)}
    if state is not None:
        parts["state"] = to_plain(state)
    return _line(after, kind, number, parts)


def _line(after: JournalLine, kind: str, number: int, parts: dict[str, Plain]) -> JournalLine:
    """Make a line of its parts, with a number and a checksum that go on from another line."""
    seq = after.seq + 1
    covered = _encode({"seq": seq, **parts})[1:].encode()
    if len(covered) > LONGEST_LINE - _COVERED:
        raise Refused(f"The act is too large: the journal takes {LONGEST_LINE:,} bytes a line. Write it in parts.")
    crc = zlib.crc32(covered, after.crc)
    return JournalLine(b'{"crc":"%08x",%b\n' % (crc, covered), crc, seq, kind, number)


def join_lines(lines: Iterable[JournalLine]) -> bytes:
    """Join lines to the bytes of a file."""
    return b"".join([line.data for line in lines])


# ------------------------------------------------------------------ reading lines


def table_of(first: bytes) -> str:
    """Read the table's id from the first line of its journal; empty where it is none."""
    found = _FIRST.match(first)
    return found[2].decode("ascii") if found else ""


def read_line(data: bytes, crc: int = 0) -> JournalLine:
    """Read the head of a line; its checksum was compared, or is not known."""
    found = _HEAD.match(data)
    if found is None:
        return JournalLine(data, crc)
    return JournalLine(data, crc, int(found[1]), (found[2] or found[4]).decode(), int(found[3] or 0))


def _read_lines(data: bytes) -> list[JournalLine]:
    """Read whole lines, as far as each goes on from the one before."""
    lines: list[JournalLine] = []
    crc = 0
    for seq, text in enumerate(data.split(b"\n")[:-1]):
        crc = zlib.crc32(memoryview(text)[_COVERED:], crc)
        if len(text) > LONGEST_LINE or not text.startswith(b'{"crc":"%08x","seq":%d,' % (crc, seq)):
            break
        lines.append(read_line(text + b"\n", crc))
    return lines


def acts_in(damaged: bytes) -> list[int]:
    """Read the numbers of the lines that seem to hold acts, from bytes that no checksum vouches for."""
    return [line.seq for line in map(read_line, damaged.split(b"\n")) if line.holds_act]


def state_in(line: JournalLine) -> State:
    """Build the state that a first line, an edit or a snapshot holds.

    Raises:
        Unreadable: If this version cannot make sense of it.
    """
    return from_plain(State, _parsed(line).get("state"))


def act_in(line: JournalLine) -> Act:
    """Build the act that a line holds.

    Raises:
        Unreadable: If this version cannot make sense of it.
    """
    # By the head of the line: in its JSON the same name may come again and say something else.
    return from_plain(Act, _parsed(line).get(line.kind))


def _parsed(line: JournalLine) -> dict[str, Any]:
    try:
        # The head was read, so the line begins as a table does.
        parts: dict[str, Any] = _decode(line.data.decode())
    except (ValueError, RecursionError) as fault:
        raise Unreadable(f"a line of the journal cannot be read ({fault})") from None
    return parts


# ------------------------------------------------------------------ reading files


def read_journal(path: Path) -> tuple[list[JournalLine], bytes]:
    """Read a journal: its good lines from the first one on, none where that is damaged, and all its bytes.

    Raises:
        OSError: If the file is missing, cannot be read, or is larger than any that is read.
        Unreadable: If it has more lines than any that is read.
        Newer: If a later version wrote it.
    """
    data = read_regular(path, LARGEST_JOURNAL, linked=False)
    if data.count(b"\n") > MOST_LINES:
        raise Unreadable(f"it has more than {MOST_LINES:,} lines")
    # A last line that lacks only its line end is whole.
    lines = _read_lines(data if data.endswith(b"\n") else data + b"\n")
    begins = _FIRST.match(lines[0].data) if lines else None
    if begins and int(begins[1]) > JOURNAL_FORMAT:
        raise Newer(path)
    return (lines if begins and int(begins[1]) == JOURNAL_FORMAT else []), data
