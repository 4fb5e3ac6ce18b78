"""Lock of a table, for one writing program at a time; the system drops it with its process, even a killed one."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from pathlib import Path

from wyrd_tui.store.files import regular

_TRIES = 4
_PAUSE = 0.02
_PID = 9


class LockHeld(Exception):  # noqa: N818 - somebody else's right, not an error
    """Another program has the lock; `str()` names it, as far as it left its pid."""


class Lock:
    """A lock on a file, taken at once; the content of the file is replaced.

    Raises:
        LockHeld: If another program has it.
        OSError: If the file cannot be made, something else than a file lies there, or the system cannot lock.
    """

    def __init__(self, path: Path) -> None:
        for left in reversed(range(_TRIES)):
            self._descriptor = _open(path)
            try:
                # Its file may have been removed since it was opened; then the next comer would get another one.
                if _seize(self._descriptor, fcntl.LOCK_EX) and _is_at(path, self._descriptor):
                    break
                if not left:
                    raise LockHeld(_holder(self._descriptor))
            except BaseException:
                self.release()
                raise
            # A program that only looks whether the lock is free holds it for an instant.
            self.release()
            time.sleep(_PAUSE)
        # The pid is informational; a full disk must not keep the table shut.
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Give it back; a second time does nothing."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            with contextlib.suppress(OSError):
                os.close(descriptor)


def _open(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT
    try:
        return regular.open_descriptor(path, flags)
    except PermissionError:
        # The mode of an own file was damaged. The file of another user stays closed.
        os.chmod(path, 0o600)
        return regular.open_descriptor(path, flags)


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except OSError:
        return False


def name_holder(path: Path) -> str:
    """Name the program that has the lock now; empty where none has, or that cannot be told."""
    try:
        with regular.open_regular(path, linked=False) as file:
            return "" if _seize(file.fileno(), fcntl.LOCK_SH) else _holder(file.fileno())
    except OSError:
        return ""


def _holder(descriptor: int) -> str:
    try:
        number = os.read(descriptor, _PID).decode("ascii", "replace").strip()
    except OSError:
        number = ""
    return f"process {number}" if number.isdecimal() else "another program"


def _seize(descriptor: int, how: int) -> bool:
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
