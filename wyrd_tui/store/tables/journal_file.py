"""The file of a journal: a line is synced before anybody sees its act, or held in memory while the disk refuses.

Where the file refuses for good or was changed, the journal is written whole under another name and goes on there.
"""

from __future__ import annotations

import contextlib
import errno
import os
from itertools import islice
from pathlib import Path

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.ids import numbered
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.folders import rescue_folders
from wyrd_tui.store.tables import journal_lines, names
from wyrd_tui.store.tables.journal_lines import JournalLine, join_lines
from wyrd_tui.store.tables.lock import Lock, LockHeld

_FLAGS = os.O_RDWR | os.O_APPEND
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
_MOST_OF_A_NAME = 10_000


class FileChanged(Exception):  # noqa: N818 - somebody else's doing, not an error
    """The file is not as it was left; `str()` says whether it is gone or was changed, for after its name."""


class JournalFile:
    """A journal that takes more lines.

    Args:
        lines: Its lines, which the file has word for word. A caller that adds lines calls `sync` afterwards.
        lock: The lock of the table, which is released as the file is closed.

    Attributes:
        written: Number of lines on disk.
        changed: Whether another program had changed the file when it was looked at last.

    Raises:
        OSError: If the file cannot be opened.
    """

    def __init__(self, path: Path, lines: list[JournalLine], lock: Lock) -> None:
        self.path = path
        # Each act looks at the file by its name, and a path spells it anew each time.
        self._name = str(path)
        self.written = len(lines)
        self.changed = False
        self._lines = lines
        self._lock = lock
        self._size = sum(len(line.data) for line in lines)
        # Whether bytes that were refused may lie behind the lines.
        self._torn = False
        self._descriptor = regular.open_descriptor(path, _FLAGS)
        found = os.fstat(self._descriptor)
        # A file of the expected length counts as unchanged; otherwise the first check compares all bytes.
        self._left = regular.identity(found) if found.st_size == self._size else ()

    def sync(self) -> None:
        """Write the lines that are not on disk.

        Raises:
            OSError: If the disk refuses; none of them is on disk.
            Refused: If the journal has no room for them.
            FileChanged: If the file is not as it was left; it was not touched.
        """
        data = join_lines(self._lines[self.written :])
        size = self._size + len(data)
        if size > journal_lines.LARGEST_JOURNAL or len(self._lines) > journal_lines.MOST_LINES:
            raise Refused("The journal is full: leave, and open an older save as a new table.")
        self._check()
        if not data:
            return
        try:
            atomic.write_all(self._descriptor, data)
            atomic.flush(self._descriptor)
        except BaseException:
            self._torn = True
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._size = size
        self.written = len(self._lines)
        self._left = regular.identity(os.fstat(self._descriptor))

    def _check(self) -> None:
        """Make sure that the file is as it was left, and open it again where another has the same bytes."""
        try:
            if regular.identity(os.lstat(self._name)) != self._left:
                self._compare()
        except OSError as refused:
            unfit = isinstance(refused, regular.Unfit)
            self.changed = unfit or refused.errno in _GONE
            if self.changed:
                raise FileChanged("was changed by another program" if unfit else "is gone") from None
            raise
        if self._torn:
            self._cut()

    def _compare(self) -> None:
        ours = join_lines(self._lines[: self.written])
        there = regular.read_regular(self.path, len(ours) + journal_lines.LONGEST_LINE, linked=False)
        if not (there.startswith(ours) if self._torn else there == ours):
            raise regular.Unfit
        descriptor = regular.open_descriptor(self.path, _FLAGS)
        os.close(self._descriptor)
        self._descriptor = descriptor
        self._left = regular.identity(os.fstat(descriptor))

    def _cut(self) -> None:
        os.ftruncate(self._descriptor, self._size)
        os.fsync(self._descriptor)
        self._torn = False
        self._left = regular.identity(os.fstat(self._descriptor))

    def close(self) -> None:
        """Close the file, once, and release the lock."""
        # The lines are synced; nothing depends on this any more.
        with contextlib.suppress(OSError):
            os.close(self._descriptor)
        self._lock.release()


def write_journal(folder: Path, name: str, lines: list[JournalLine]) -> JournalFile:
    """Write a journal whole under a free name of a folder, which is made where it is missing, and lock the table.

    Raises:
        OSError: If the folder refuses; no file of the attempt is left.
    """
    atomic.make_folder(folder)
    path, lock = claim_name(folder, name)
    log = path.with_suffix(".journal")
    try:
        atomic.write(log, join_lines(lines))
        return JournalFile(log, lines, lock)
    except BaseException:
        # While the name is still ours: another program may take it at once.
        for leftover in (log, path.with_suffix(".lock")):
            with contextlib.suppress(OSError):
                leftover.unlink()
        lock.release()
        raise


def write_to_first(name: str, lines: list[JournalLine], *folders: Path) -> JournalFile:
    """Write a journal whole into the first of some folders that takes it, or else into a folder of the last resort.

    Raises:
        OSError: If none takes it, with the reason of each.
    """
    why = []
    # A name that nobody can take before: others may write there, too.
    last_resort = [(folder, folder / f"wyrd-{os.urandom(8).hex()}") for folder in rescue_folders()]
    for folder, place in (*((folder, folder) for folder in folders), *last_resort):
        try:
            # A missing folder is not made anew: it may be a stick that was pulled out.
            os.stat(folder)
            return write_journal(place, name, lines)
        except OSError as refused:
            why.append(f"{sanitize(str(folder))}: {regular.refusal_reason(refused)}")
            if place != folder:
                with contextlib.suppress(OSError):
                    place.rmdir()
    raise OSError(errno.ENOSPC, "; ".join(why), name)


def claim_name(folder: Path, base: str) -> tuple[Path, Lock]:
    """Take the first free name; return the path of its save, such as `orchid-2.toml`, and its lock, which is held.

    Raises:
        OSError: If the disk refuses.
    """
    for stem in islice(numbered(base), _MOST_OF_A_NAME):
        path = folder / f"{stem}.toml"
        if names.is_taken(path) or any(map(os.path.lexists, names.generation_paths(path))):
            continue
        try:
            lock = Lock(path.with_suffix(".lock"))
        except (LockHeld, regular.Unfit):
            continue
        # Another program may have been quicker between the look and the lock.
        if not names.is_taken(path):
            return path, lock
        lock.release()
    raise OSError(errno.EEXIST, "no name is free", str(folder / base))
