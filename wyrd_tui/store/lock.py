"""One program at a time may write a table: a lock that the system drops with its process, however that dies."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

_TRIES = 4
_PAUSE = 0.02
# The number of the process, then a note; both of one length always, so that nothing has to be cut off.
_NUMBER = 9
_NOTE = 40


class Held(Exception):  # noqa: N818 - somebody else's right, not an error
    """Another program has the lock; `str()` says which, as far as it told."""


class Lock:
    """A lock on a file, taken at once.

    Attributes:
        noted: What its last holder noted in it; empty where nothing was.

    Raises:
        Held: If another program has it.
        OSError: If the file cannot be made, or the system cannot lock.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            # Somebody who only looks whether the lock is free holds it for an instant.
            for left in reversed(range(_TRIES)):
                if _seize(self._descriptor, alone=True):
                    break
                if not left:
                    raise Held(_holder(self._descriptor))
                time.sleep(_PAUSE)
            self.noted = self._read_note()
            self._write(0, f"{os.getpid():<{_NUMBER}}\n{self.noted:<{_NOTE}}\n")
        except BaseException:
            os.close(self._descriptor)
            raise

    def _read_note(self) -> str:
        with contextlib.suppress(OSError):
            _, _, noted = os.read(self._descriptor, 200).decode("ascii", "replace").partition("\n")
            return noted.strip()
        return ""

    def note(self, what: str) -> None:
        """Leave a line for who comes next, below the number of this process; not synced, and no more than a help."""
        self._write(_NUMBER + 1, f"{what:<{_NOTE}}\n")

    def _write(self, at: int, text: str) -> None:
        # Who holds it is a courtesy; a full disk must not keep the table shut.
        try:
            _put(self._descriptor, text.encode("ascii", "replace"), at)
        except OSError:
            return

    def is_at(self, path: Path) -> bool:
        """Whether a file is still the one that is locked; what took its place can be locked by anybody."""
        try:
            return os.path.samestat(os.fstat(self._descriptor), os.stat(path))
        except OSError:
            return False

    def release(self) -> None:
        """Give it back; a second time does nothing."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            with contextlib.suppress(OSError):
                os.close(descriptor)


def locked(path: Path) -> bool:
    """Whether a program has the lock now; False where that cannot be told."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _seize(descriptor, alone=False)
    except OSError:
        return False
    finally:
        os.close(descriptor)


def _holder(descriptor: int) -> str:
    try:
        number = os.read(descriptor, _NUMBER).decode("ascii", "replace").strip()
    except OSError:
        number = ""
    return f"process {number}" if number.isdecimal() else "another program"


if sys.platform == "win32":
    import msvcrt

    def _put(descriptor: int, data: bytes, at: int) -> None:
        os.lseek(descriptor, at, os.SEEK_SET)
        os.write(descriptor, data)

    def _seize(descriptor: int, alone: bool) -> bool:
        # Far beyond what is written, so that the holder's number stays readable.
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    # Each turn leaves a note, so that it must cost no more than it has to.
    _put = os.pwrite

    def _seize(descriptor: int, alone: bool) -> bool:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
