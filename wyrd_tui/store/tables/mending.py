"""Bringing the files of a table to where the table is, as it opens, with what cannot be used kept aside first."""

from __future__ import annotations

import contextlib
import errno
import os
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Protocol

from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.codec import Unreadable, tame
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.tables import older, save
from wyrd_tui.store.tables.generations import Seen
from wyrd_tui.store.tables.journal import Reading
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.migrations import FORMAT
from wyrd_tui.store.tables.naming import GENERATIONS, copy_of, generation, stamp
from wyrd_tui.store.tables.recovery import Found


class Mended(NamedTuple):
    """What a table goes on with: its id, its journal, and what the GM must be told."""

    table: str
    journal: JournalFile
    words: list[str]


class Saver(Protocol):
    """Writes what is on a table into its save."""

    def __call__(self, table: str, seq: int, crc: int) -> object:
        """Write it under this id, as of a journal's line with this number and checksum; OSError if refused."""


def begin(path: Path, state: State, table: str) -> JournalFile:
    """A journal for a table that has none, in place of whatever has its name.

    Raises:
        OSError: If the disk refuses.
    """
    return JournalFile.create(path.with_suffix(".journal"), table, state)


def fresh() -> str:
    """An id that no other table has."""
    return os.urandom(8).hex()


def seen(path: Path, found: Found) -> Seen:
    """The save that the table was read from, where it may be written again.

    Raises:
        Unfit: If a link leads to anything but a save of this table, and of it alone.
    """
    # What cannot be used is put aside as it is, and a link with it.
    if found.spoilt or not path.is_symlink():
        return Seen(path, stamp(path), found.file)
    lies = Path(os.path.realpath(path))
    try:
        kept = save.loads(regular.content(lies, save.LARGEST, linked=False), lies)
    except (OSError, Unreadable, Broken):
        kept = None
    # The mark of its bytes is not enough: whoever made the journal may have known them. Without a journal beside the
    # link nothing says whose the save is; an older save or one kept aside is some table's, though none lies beside it.
    others = os.path.lexists(lies.with_suffix(".journal")) or lies.suffix != path.suffix or copy_of(lies)
    if kept is None or others or found.reading is None or kept.table != found.table:
        raise regular.Unfit(errno.ELOOP, f"{tame(path.name)} is a link to what is no save of this table alone")
    atomic.sweep(lies)
    return Seen(lies, stamp(lies), found.file)


def mend(path: Path, found: Found, write: Saver) -> Mended:
    """The files of a table, in order; where it needs a new journal, its save as well.

    Raises:
        OSError: If the disk refuses.
    """
    atomic.sweep(path)
    for file in (path.with_suffix(".journal"), path, *(generation(path, n) for n in range(1, GENERATIONS + 1))):
        regular.tighten(file)
    kept = older.keep(path, found)
    found.stale = found.stale or bool(kept)
    mended = _renewed(path, found, write) if found.reading is None else _resumed(path, found, found.reading)
    if kept:
        mended.words.append(kept)
    return mended


def _kept(path: Path) -> str:
    """Put a file that cannot be used aside; gives its new name."""
    kept = atomic.aside(path, "broken")
    os.replace(path, kept)
    return tame(kept.name)


def _copied(path: Path) -> Path:
    """Keep a file that cannot be used under another name, and under its own until something takes its place."""
    copy = atomic.aside(path, "broken")
    # Where neither file of a table has its name, nobody finds it any more.
    if path.is_symlink() or not path.is_file():
        os.replace(path, copy)
        return copy
    try:
        os.link(path, copy)
    except OSError:
        # Some file systems have no second names.
        atomic.write(copy, regular.content(path, save.LARGEST, linked=False))
    return copy


def _renewed(path: Path, found: Found, write: Saver) -> Mended:
    log = path.with_suffix(".journal")
    table = fresh()
    copy = _copied(path) if found.spoilt else None
    words = [f"The file is kept as {tame(copy.name)}."] if copy is not None else []
    try:
        # The save first: until the new journal lies there, and after it, nothing else has what the old one can tell no
        # more; an older save beside a new journal would be taken for another table's.
        write(table, 0, JournalFile.beginning(table, found.state)[1])
    except BaseException:
        if copy is not None and path.exists():
            with contextlib.suppress(OSError):
                copy.unlink()
        raise
    found.stale = False
    words += [f"The old journal is kept as {_kept(log)}."] if os.path.lexists(log) else []
    return Mended(table, begin(path, found.state, table), words)


def _resumed(path: Path, found: Found, reading: Reading) -> Mended:
    log = path.with_suffix(".journal")
    words = []
    if reading.format < FORMAT:
        words = _torn(log, reading)
        atomic.write(log, reading.data[: reading.size])
        reading = replace(reading, data=reading.data[: reading.size])
    before = found.state.turn - (found.edit is not None)
    journal = JournalFile.resume(log, reading, before)
    try:
        words += _torn(log, reading)
        journal.trim(reading)
        if found.edit is not None:
            journal.edited(found.edit, found.state, found.file)
        if found.spoilt:
            words.append(f"The file is kept as {_kept(path)}.")
    except BaseException:
        journal.close()
        raise
    return Mended(found.table, journal, words)


def _torn(log: Path, reading: Reading) -> list[str]:
    """Keep what of a journal cannot be used before it is cut off; gives what the GM is told of it."""
    if not reading.rest:
        return []
    kept = atomic.aside(log, "torn")
    atomic.write(kept, reading.rest)
    return [f"What was cut off is kept as {tame(kept.name)}."]
