"""Files of a table written anew: where they have gone, in another folder, or wherever a disk still takes them."""

from __future__ import annotations

import contextlib
import errno
import os
import shlex
import stat
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.codec import Unreadable, tame
from wyrd_tui.store.files.places import rescue_folders
from wyrd_tui.store.tables import journal as journals
from wyrd_tui.store.tables import line
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.lock import Held, Lock
from wyrd_tui.store.tables.naming import free, gone

_MOST = 100
"""So many tables of a folder are looked at."""


class Moved(NamedTuple):
    """Where a table goes on: its save's path, its journal and lock there, and whether that has the steps until now."""

    path: Path
    journal: JournalFile
    lock: Lock
    with_past: bool


def put_back(path: Path, journal: JournalFile, lock: Lock | None) -> Lock:
    """Give a table its journal and its lock again that somebody has removed; gives the lock.

    Raises:
        OSError: If the disk refuses, or another program has the name by now.
    """
    if not path.parent.is_dir():
        raise gone(journal.path)
    name = path.with_suffix(".lock")
    if lock is not None and lock.is_at(name):
        journal.put_back()
        return lock
    try:
        fresh = Lock(name)
    except Held:
        raise OSError(errno.ESTALE, "another program has begun a table of this name", str(path)) from None
    try:
        journal.put_back()
    except BaseException:
        # A lock that nobody keeps would keep out whoever tries again.
        fresh.release()
        raise
    if lock is not None:
        lock.release()
    return fresh


def moved(folder: Path, name: str, journal: JournalFile, table: str, state: State) -> Moved:
    """The journal of a table in another folder; the one that it had stays as it is.

    It has every step, unless those that are on disk cannot be read any more: then it begins with the table as it is.

    Raises:
        OSError: If that folder refuses; nothing of the attempt is left, not even a folder made for it.
    """
    made: list[Path] = []
    try:
        made = atomic.make_folder(folder)
        path, lock = free(folder, name)
        try:
            return _moved(path, lock, journal, table, state)
        except BaseException:
            # While the name is still ours: another program may take it at once.
            for leftover in (path.with_suffix(".journal"), path.with_suffix(".lock")):
                with contextlib.suppress(OSError):
                    leftover.unlink()
            lock.release()
            raise
    except BaseException:
        for one in made:
            with contextlib.suppress(OSError):
                one.rmdir()
        raise


def _moved(path: Path, lock: Lock, journal: JournalFile, table: str, state: State) -> Moved:
    log = path.with_suffix(".journal")
    try:
        lines = journal.reading()
    except OSError:
        # What cannot be read any more stays behind; the table itself is in memory.
        return Moved(path, JournalFile.create(log, table, state), lock, with_past=False)
    return Moved(path, journal.copied(log, lines), lock, with_past=True)


def elsewhere(path: Path, table: str, known: bytes) -> list[str]:
    """What the GM is told of a table whose turns a refusing disk has sent to a folder of the last resort.

    Args:
        path: Its save.
        table: Its id.
        known: Its journal, which lacks those turns.
    """
    return [
        f"Turns that its disk refused are elsewhere: `wyrd {there}` opens the table with them."
        for log in _rescued()
        if log.with_suffix(".toml") != path and _goes_on(log, table, known)
        for there in [tame(shlex.quote(str(log.with_suffix(".toml"))))]
    ]


def elsewhere_than(folder: Path) -> list[Path]:
    """The saves of tables in folders of the last resort that are not in a folder, the one that changed last first."""
    found = []
    for log in _rescued():
        with contextlib.suppress(OSError):
            private = not os.lstat(log.parent).st_mode & 0o077
            if private and "." not in log.stem and (table := _id(log)) and table != _id_there(folder / log.name):
                found.append((log.stat().st_mtime, log.with_suffix(".toml")))
    return [path for _, path in sorted(found, reverse=True)]


def _rescued() -> Iterator[Path]:
    """The journals in all folders of the last resort that are one's own."""
    for folder in rescue_folders():
        with contextlib.suppress(OSError):
            for made in sorted(folder.glob("wyrd-*")):
                # In a folder for everybody's temporary files anybody may lay anything, and as much of it.
                with contextlib.suppress(OSError):
                    if _one_s_own(made):
                        yield from sorted(islice(made.glob("*.journal"), _MOST))


def _goes_on(log: Path, table: str, known: bytes) -> bool:
    """Whether a journal is of a table, and its last step is not in what is known of that.

    What cannot be read, or is no journal, is not meant.
    """
    with contextlib.suppress(OSError, Unreadable):
        if _id(log) == table:
            reading = journals.read(log)
            return bool(reading.lines) and line.known_by(reading.lines[reading.last_step]) not in known
    return False


def _one_s_own(folder: Path) -> bool:
    found = os.lstat(folder)
    return stat.S_ISDIR(found.st_mode) and (os.name != "posix" or found.st_uid == os.getuid())


def _id_there(log: Path) -> str:
    try:
        return _id(log)
    except OSError:
        return ""


def _id(log: Path) -> str:
    with regular.opened(log, linked=False) as file:
        return journals.table_of(file.read(journals.HEAD))


def somewhere(what: str, path: Path, move: Callable[[Path], None]) -> None:
    """Move a table to the first folder that has room for it.

    Raises:
        OSError: If none has; it is where it was.
    """
    why = []
    for folder in rescue_folders():
        try:
            made = Path(tempfile.mkdtemp(prefix="wyrd-", dir=folder))
            try:
                atomic.flush_folder(folder)
                move(made)
            except BaseException:
                made.rmdir()
                raise
            return
        except OSError as refused:
            why.append(f"{tame(str(folder))}: {refused.strerror or refused}")
    raise OSError(
        errno.ENOSPC,
        "nothing is lost while the program runs: free some space and leave again, or :save FOLDER elsewhere; "
        f"{what}, and no other folder takes the table ({'; '.join(why)})",
        str(path),
    )
