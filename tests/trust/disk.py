"""A disk that refuses: the one doorway between the store and the system, with a count of who went through."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS, errno.ENOENT)


class Disk:
    """While it is entered, calls that would change files in a folder are counted, and one or all from it on fail.

    Attributes:
        calls: Number of calls.
        refused: Number of calls that failed.
        last: The name of the call that failed last.
    """

    CALLS = ("open", "replace", "link", "write", "fsync", "ftruncate", "close")

    def __init__(self, folder: Path, fail_at: int = 0, error: int = errno.EIO, *, lasting: bool = False) -> None:
        self.folder = os.path.realpath(folder)
        self.fail_at = fail_at
        self.error = error
        self.lasting = lasting
        self.calls = 0
        self.refused = 0
        self.last = ""
        self._ours: set[int] = set()
        self._real: dict[str, Any] = {name: getattr(os, name) for name in self.CALLS}
        ours: dict[str, Any] = {name: getattr(self, f"_{name}", None) or self._through(name) for name in self.CALLS}
        self._patch = patch.multiple(os, **ours)

    def __enter__(self) -> Disk:
        self._patch.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._patch.stop()

    def cure(self) -> None:
        """Refuse nothing from now on."""
        self.fail_at, self.lasting = 0, False

    def _within(self, path: object) -> bool:
        if not isinstance(path, str | os.PathLike):
            return False
        return os.path.realpath(os.path.dirname(os.path.abspath(path)) or ".").startswith(self.folder) or (
            os.path.realpath(path) == self.folder
        )

    def _pass(self, name: str, ours: bool) -> None:
        """Count a call that is ours, and refuse it where its time has come."""
        self.calls += ours
        if ours and self.fail_at > 0 and (self.calls == self.fail_at or (self.lasting and self.calls > self.fail_at)):
            self.refused += 1
            self.last = name
            raise OSError(self.error, os.strerror(self.error))

    def _open(self, path: str | os.PathLike[str], flags: int, mode: int = 0o777, **more: int) -> int:
        # Reading changes nothing; a folder is opened to be synced.
        ours = self._within(path) and (bool(flags & (os.O_WRONLY | os.O_RDWR)) or os.path.isdir(path))
        self._pass("open", ours)
        number: int = self._real["open"](path, flags, mode, **more)
        if ours:
            self._ours.add(number)
        return number

    def _close(self, number: int) -> None:
        self._ours.discard(number)
        self._real["close"](number)

    def _write(self, number: int, data: bytes) -> int:
        try:
            self._pass("write", number in self._ours)
        except OSError:
            # A full disk takes a part first.
            if self.error == errno.ENOSPC:
                self._real["write"](number, data[: len(data) // 2])
            raise
        written: int = self._real["write"](number, data)
        return written

    def _fsync(self, number: int) -> None:
        # Only the program's handling of an answer is tried here; nothing need reach the disk.
        self._pass("fsync", number in self._ours)

    def _through(self, name: str) -> Callable[..., Any]:
        def call(first: Any, *others: Any, **more: Any) -> Any:  # noqa: ANN401 - any call of the system
            self._pass(name, first in self._ours if isinstance(first, int) else self._within(first))
            return self._real[name](first, *others, **more)

        return call
