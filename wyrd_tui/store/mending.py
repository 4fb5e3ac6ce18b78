"""Bringing the files of a table to where the table is, as it opens, with what cannot be used kept aside first."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import NamedTuple

from wyrd_tui.engine.state import State
from wyrd_tui.store import atomic
from wyrd_tui.store.codec import tame
from wyrd_tui.store.journal import Reading
from wyrd_tui.store.journal_file import JournalFile
from wyrd_tui.store.lock import Held, Lock
from wyrd_tui.store.recovery import Found


class Mended(NamedTuple):
    """What a table goes on with: its id, its journal, and what the GM must be told."""

    table: str
    journal: JournalFile
    words: list[str]


def begin(path: Path, state: State) -> Mended:
    """A journal for a table that has none, in place of whatever has its name.

    Raises:
        OSError: If the disk refuses.
    """
    table = os.urandom(8).hex()
    return Mended(table, JournalFile.create(path.with_suffix(".journal"), table, state), [])


def mend(path: Path, found: Found) -> Mended:
    """The files of a table, in order.

    Raises:
        OSError: If the disk refuses.
    """
    atomic.sweep(path)
    mended = _renewed(path, found) if found.reading is None else _resumed(path, found, found.reading)
    if found.spoilt:
        try:
            mended.words.append(f"The file is kept as {_kept(path)}.")
        except BaseException:
            mended.journal.close()
            raise
    return mended


def _kept(path: Path) -> str:
    """Put a file that cannot be used aside; gives its new name."""
    kept = atomic.aside(path, "broken")
    os.replace(path, kept)
    return tame(kept.name)


def _renewed(path: Path, found: Found) -> Mended:
    log = path.with_suffix(".journal")
    words = [f"The old journal is kept as {_kept(log)}."] if log.exists() else []
    return begin(path, found.state)._replace(words=words)


def _resumed(path: Path, found: Found, reading: Reading) -> Mended:
    log = path.with_suffix(".journal")
    words = []
    if reading.rest:
        kept = atomic.aside(log, "torn")
        atomic.write(kept, reading.rest)
        words.append(f"What was cut off is kept as {tame(kept.name)}.")
    before = found.state.turn - (found.edit is not None)
    journal = JournalFile.resume(log, reading, before)
    if found.edit is not None:
        try:
            journal.edited(found.edit, found.state, found.file)
        except BaseException:
            journal.close()
            raise
    return Mended(found.table, journal, words)


def put_back(path: Path, journal: JournalFile, lock: Lock | None) -> Lock:
    """Give a table its journal and its lock again that somebody has removed; gives the lock.

    Raises:
        OSError: If the disk refuses, or another program has the name by now.
    """
    name = path.with_suffix(".lock")
    if lock is None or not lock.is_at(name):
        try:
            fresh = Lock(name)
        except Held:
            raise OSError(errno.ESTALE, "another program has begun a table of this name", str(path)) from None
        if lock is not None:
            lock.release()
        lock = fresh
    journal.put_back()
    return lock
