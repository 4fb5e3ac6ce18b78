"""The file of a journal: a line is synced before anybody sees its act, or held in memory while the disk refuses."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Sequence
from pathlib import Path

from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.tables import journal_lines

_FLAGS = os.O_RDWR | os.O_APPEND
_CHANGED = "was changed by another program"
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


class FileChanged(Exception):  # noqa: N818 - somebody else's doing, not an error
    """The file is not as it was left; `str()` says whether it is gone or was changed, for after its name."""


class JournalFile:
    """A journal that takes more lines.

    Args:
        path: Its file.
        lines: Its lines, which the file has word for word.

    Attributes:
        lines: Every line, those that are in memory alone last.
        written: How many of them are on disk.

    Raises:
        OSError: If the file cannot be opened.
    """

    def __init__(self, path: Path, lines: list[bytes]) -> None:
        self.path = path
        self.lines = lines
        self.written = len(lines)
        self._size = sum(map(len, lines))
        # Bytes that were refused and could not be cut off.
        self._torn = b""
        self._descriptor = regular.open_private(path, _FLAGS)
        found = os.fstat(self._descriptor)
        self._left = _identity(found)
        if found.st_size != self._size:
            self.close()
            raise OSError(errno.ESTALE, "another program changed the journal as it was opened", str(path))

    @classmethod
    def create(cls, path: Path, lines: list[bytes]) -> JournalFile:
        """Write a journal whole, in place of a file of that name.

        Raises:
            OSError: If the disk refuses; what was there is as it was.
        """
        atomic.write(path, b"".join(lines))
        return cls(path, lines)

    def write_lines(self, lines: Sequence[bytes], *, hold: bool = False) -> OSError | None:
        """Make lines durable, and those that are held before them.

        Args:
            lines: What to add.
            hold: Whether they stay in memory where the disk refuses them.

        Returns:
            Why they are held; None where they are on disk.

        Raises:
            OSError: If the disk refuses and nothing is held; the lines have left no trace.
            Changed: If the file is not as it was left; it was not touched, and the lines are held.
        """
        known = len(self.lines)
        if (
            known + len(lines) > journal_lines.MOST_LINES
            or self._size + sum(map(len, lines)) > journal_lines.LARGEST_JOURNAL
        ):
            raise OSError(errno.EFBIG, "the journal is full: leave, and open an older save as a new table")
        self.lines += lines
        try:
            self.flush()
        except FileChanged:
            raise
        except BaseException as refused:
            if hold and isinstance(refused, OSError):
                return refused
            del self.lines[known:]
            raise
        return None

    def flush(self) -> None:
        """Write the lines that are held.

        Raises:
            OSError: If the disk refuses; none of them is on disk.
            Changed: If the file is not as it was left; it was not touched.
        """
        self.check()
        if self.written == len(self.lines):
            return
        data = b"".join(self.lines[self.written :])
        try:
            atomic.write_all(self._descriptor, data)
            atomic.flush(self._descriptor)
        except BaseException:
            self._torn = data
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._size += len(data)
        self.written = len(self.lines)
        self._left = _identity(os.fstat(self._descriptor))

    def check(self) -> None:
        """Make sure that the file is as it was left, and open it again where another has the same bytes.

        Raises:
            OSError: If it cannot be looked at, or what was refused cannot be cut off.
            Changed: If it is not.
        """
        if self._descriptor < 0:
            raise OSError(errno.EBADF, "the table is closed", str(self.path))
        try:
            if _identity(os.stat(self.path, follow_symlinks=False)) != self._left:
                self._compare()
        except OSError as refused:
            if isinstance(refused, regular.Unfit):
                raise FileChanged(_CHANGED) from None
            if refused.errno in _GONE:
                raise FileChanged("is gone") from None
            raise
        if self._torn:
            self._cut()

    def is_ours(self) -> bool:
        """Tell whether the file has every line that was written, as far as it can be looked at."""
        try:
            self.check()
        except FileChanged:
            return False
        except OSError:
            # A line that was refused may be left behind them.
            return True
        return True

    def _compare(self) -> None:
        ours = b"".join(self.lines[: self.written])
        there = regular.read_regular(self.path, len(ours) + len(self._torn), linked=False)
        if not there.startswith(ours) or not self._torn.startswith(there[len(ours) :].rstrip(b"\0")):
            raise FileChanged(_CHANGED)
        descriptor = regular.open_private(self.path, _FLAGS)
        os.close(self._descriptor)
        self._descriptor = descriptor
        self._left = _identity(os.fstat(descriptor))

    def _cut(self) -> None:
        os.ftruncate(self._descriptor, self._size)
        os.fsync(self._descriptor)
        self._torn = b""
        self._left = _identity(os.fstat(self._descriptor))

    def close(self) -> None:
        """Close the file; a second time does nothing, and appending is an OSError from now on."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            # Its lines are synced; nothing depends on this any more.
            with contextlib.suppress(OSError):
                os.close(descriptor)


def _identity(found: os.stat_result) -> tuple[int, int, int, int]:
    """Identify a file, so that it is told from any other, and from itself after a change."""
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
