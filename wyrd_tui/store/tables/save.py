"""A save: one TOML file with a whole live table, for a person to read and, while the table is closed, to edit.

It begins with facts about the file, under `[table]`; the state follows, the book last. The last line names the line of
the journal at which the save was written, and its seal tells a file of the program from one that was changed by hand.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import zlib
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.progress import progress_line
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.codec import Plain, Unreadable, from_plain, spell_path, to_plain
from wyrd_tui.store.files.problems import Broken, KeyPath, Problem
from wyrd_tui.store.tables.journal_lines import JOURNAL_FORMAT, JournalLine, Newer, table_of
from wyrd_tui.store.tables.names import generation_paths

if TYPE_CHECKING:
    from wyrd_tui.store.files.tomlfile import Document

LARGEST_SAVE = 4 * 2**20
"""Bytes of a save; a long evening of a crowd has a twentieth of them."""

_ABOUT_THE_FILE = ("format", "place", "saved")
_FIRST = ("scene", "actors", "order", "challenges", "bonuses", "marks", "counters", "rolls", "rules", "setting")
_PREFACE = """\
# A live table of wyrd_tui. Close the table before you change anything here: your changes count
# when it is opened again, and undo takes them back. The journal beside it holds every act.

"""
# Half a file can be sound TOML; without its last line it is no edit but a loss.
_END = re.compile(
    rb"\n# end of the table(?:; journal (?P<table>[0-9a-z-]{1,40}), line (?P<seq>\d{1,12}), (?P<chain>[0-9a-f]{8})"
    rb"(?:; seal (?P<seal>[0-9a-f]{8})\n\Z)?)?[^\n]*\s*\Z"
)
_LONGEST_END = 300


class Origin(NamedTuple):
    """The place in a journal that a save was written at.

    Attributes:
        table: Id of the table; empty where the save does not say it.
        seq: Number of the last line; -1 where the save does not say it.
        chain: Checksum of that line, in hexadecimal.
        sealed: Whether the save is word for word as the program wrote it.
    """

    table: str = ""
    seq: int = -1
    chain: str = ""
    sealed: bool = False

    @classmethod
    def at(cls, lines: list[JournalLine]) -> Origin:
        """Give the place at the end of a journal."""
        return cls(table_of(lines[0].data), len(lines) - 1, f"{lines[-1].crc:08x}")

    @classmethod
    def of(cls, data: bytes) -> Origin:
        """Read the place from the last line of a save."""
        found = _end_of(data)
        if found is None or not found["table"]:
            return cls()
        sealed = bool(found["seal"]) and int(found["seal"], 16) == zlib.crc32(data[: found.start("seal")])
        return cls(found["table"].decode(), int(found["seq"]), found["chain"].decode(), sealed)

    @classmethod
    def at_file(cls, path: Path) -> Origin:
        """Read the place from a save; none where it cannot be read."""
        return cls.of(_content(path))

    def is_in(self, lines: list[JournalLine]) -> bool:
        """Tell whether a journal has this place."""
        return 0 <= self.seq < len(lines) and self[:3] == Origin.at(lines[: self.seq + 1])[:3]


def dumps(state: State, origin: Origin) -> bytes:
    """Write the file of a state, as it is at a place in its journal.

    Raises:
        OSError: If it would be larger than a file that can be read again.
    """
    import datetime

    import tomli_w

    from wyrd_tui.store.files import tomlfile

    try:
        content = to_plain(state)
    except Refused as refused:
        raise OSError(errno.EFBIG, str(refused)) from None
    head = {
        "format": JOURNAL_FORMAT,
        **{name: value for name, value in content.items() if not isinstance(value, dict)},
        "place": sanitize(progress_line(state)),
        "saved": datetime.datetime.now().astimezone().replace(microsecond=0),
    }
    sections = {name: content[name] for name in (*_FIRST, *content) if isinstance(content.get(name), dict)}
    data = seal(_PREFACE + tomli_w.dumps({"table": head, **sections}, multiline_strings=True), origin)
    if len(data) > LARGEST_SAVE or tomlfile.is_crowded(data):
        raise OSError(errno.EFBIG, "the table has grown too large for a save")
    return data


def seal(text: str, origin: Origin) -> bytes:
    """Write the last line of a save, with a checksum of all before it."""
    data = f"{text}\n# end of the table; journal {origin.table}, line {origin.seq}, {origin.chain}; seal ".encode()
    return data + b"%08x\n" % zlib.crc32(data)


def _end_of(data: bytes) -> re.Match[bytes] | None:
    return _END.search(data, max(0, len(data) - _LONGEST_END))


def loads(data: bytes, path: Path) -> State:
    """Read a save, written by the program or by hand; messages name its path.

    Raises:
        Broken: If it cannot be used, with the first reason.
        Newer: If a later version wrote it.
    """
    from wyrd_tui.store.files import tomlfile

    name = sanitize(path.name)
    if len(data) > LARGEST_SAVE:
        raise Broken([Problem(name, 1, 1, f"it is larger than {LARGEST_SAVE:,} bytes")])
    document = tomlfile.parse_document(name, data)
    head = document.data.get("table")
    if type(head) is not dict:
        raise _broken(document, (), "the section [table] is missing: this is not a saved table")
    number = head.get("format")
    if type(number) is int and number > JOURNAL_FORMAT and Origin.of(data).sealed:
        raise Newer(path)
    if type(number) is not int or not 1 <= number <= JOURNAL_FORMAT:
        raise _broken(document, ("format",), f"must be a whole number from 1 to {JOURNAL_FORMAT}")
    if _end_of(data) is None:
        last = document.text.count("\n") + 1
        raise Broken([Problem(name, last, 1, "the file ends before its last line, “# end of the table …”")])
    content = {name: value for name, value in head.items() if name not in _ABOUT_THE_FILE}
    content |= {name: value for name, value in document.data.items() if name != "table"}
    try:
        state = from_plain(State, content)
    except Unreadable as unreadable:
        raise _broken(document, unreadable.path, unreadable.message) from None
    for where, told in find_dangling(state):
        raise _broken(document, where, told)
    return state


def _broken(document: Document, path: KeyPath, message: str) -> Broken:
    """Make the problem of a save, with its line and column."""
    in_head = path and (path[0] in document.data["table"] or path == ("format",))
    named = f"{spell_path(path[-1:])} {message}" if path else message
    return Broken([document.problem(("table", *path) if in_head else path, named)])


def name_differences(before: State, after: State) -> str:
    """Name the first few paths at which two states differ.

    Raises:
        Refused: If a number goes further than any table could.
    """
    found = [spell_path(path) for path in islice(_differing(to_plain(before), to_plain(after), ()), 50)]
    return f"{', '.join(found[:4])} and {len(found) - 4} more" if len(found) > 4 else ", ".join(found)


def _differing(before: Plain, after: Plain, path: KeyPath) -> Iterator[KeyPath]:
    if not (isinstance(before, dict) and isinstance(after, dict)):
        yield path
        return
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            yield from _differing(before.get(key), after.get(key), (*path, key))


def find_dangling(state: State) -> Iterator[tuple[KeyPath, str]]:
    """Find references to missing actors, each with its path and a sentence.

    The program leaves hardly any, and bears them. The target of a bonus, the actors in a challenge and the challenge
    before it may be gone, since actors leave and challenges are removed.
    """
    named: dict[KeyPath, str] = {("order", "turn"): state.order.turn} if state.order.turn else {}
    named |= {("order", "places", index, "who"): place.who for index, place in enumerate(state.order.places)}
    named |= {("bonuses", name, "owner"): bonus.owner for name, bonus in state.bonuses.items()}
    for path, who in named.items():
        if who not in state.actors:
            hint = suggest_in_problem(who, state.actors)
            yield path, f"names {sanitize(who) or 'nobody'}, but nobody at the table has that id{hint}"


# ------------------------------------------------------------------ its file


class SaveFile:
    """A save that is written again and again.

    Attributes:
        content: Its bytes as they were read, or enough of them to see that it is too large; None where it is missing.
        unfit: A word for what lies there and is no save of the table, such as `broken`; empty where it is one. With
            this word in its name it is kept, before the save is written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.content: bytes | None = None
        self.unfit = ""

    def read(self) -> None:
        """Read it.

        Raises:
            OSError: If it is there but cannot be read: that must not pass for missing.
        """
        # The end of a link may be away only for now; a save in the link's place would part the two for good.
        if os.path.lexists(self.path):
            with regular.open_regular(self.path) as file:
                self.content = file.read(LARGEST_SAVE + 1)
            # A link is read, and never written through.
            self.unfit = "linked" if self.path.is_symlink() else ""

    def act_saved(self, lines: list[JournalLine]) -> int:
        """Return the number of the line at which it was written; -1 where it is no save of a journal with these."""
        origin = Origin.at_file(self.path)
        return origin.seq if origin.sealed and origin.is_in(lines) else -1

    def write(self, state: State, lines: list[JournalLine], words: list[str]) -> None:
        """Write it anew, keep the one before it among the older saves, and add a sentence on a file kept aside.

        Raises:
            OSError: If the disk refuses.
        """
        data = dumps(state, Origin.at(lines))
        known = self.act_saved(lines) >= 0 or (self.content and _content(self.path) == self.content)
        if known and not self.unfit:
            with contextlib.suppress(OSError):
                self._keep()
        elif os.path.lexists(self.path):
            kept = atomic.keep_aside(self.path, self.unfit or "edited").name
            words.append(
                f"{self.path.name} as it was is kept as {kept}."
                if self.unfit
                else f"Another program changed {self.path.name} while the table was open. "
                f"The other program’s version is not on the table, but kept as {kept}."
            )
        self.unfit = ""
        atomic.write(self.path, data)

    def _keep(self) -> None:
        """Put the save before the older ones, of which the oldest goes."""
        older = generation_paths(self.path)
        # A save whose writing failed is kept already; trying again must not push the others out.
        if _content(older[0]) == _content(self.path):
            return
        for path, next_path in reversed([*pairwise(older)]):
            with contextlib.suppress(FileNotFoundError):
                os.replace(path, next_path)
        atomic.add_name(self.path, older[0])


def _content(path: Path) -> bytes:
    """Read a file; no bytes where there is none, or none that a save could be."""
    try:
        return regular.read_regular(path, LARGEST_SAVE, linked=False)
    except OSError:
        return b""
