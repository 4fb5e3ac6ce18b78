"""One program at a time may write a table: a lock that the system drops with its process, however that dies."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
import time
from pathlib import Path

from wyrd_tui.store.files import regular

_TRIES = 4
_PAUSE = 0.02
# The number of the process, then a note; both of one length always, so that nothing has to be cut off.
_NUMBER = 9
_NOTE = 40
_NOTED = re.compile(r"[\da-f]{16} \d{1,12}", re.ASCII)
# Nothing else is written over, whatever it is called; what a power cut left may be empty bytes.
_LOCK = re.compile(rb"[\d \0]{0,%d}(?:\n(?:[\da-f]{16} \d{1,12})?[ \0]{0,%d}\n?)?\0*" % (_NUMBER, _NOTE))
_MOST = 200


class Held(Exception):  # noqa: N818 - somebody else's right, not an error
    """Another program has the lock; `str()` says which, as far as it told."""


class Lock:
    """A lock on a file, taken at once.

    Attributes:
        noted: What its last holder noted in it; empty where nothing was.

    Raises:
        Held: If another program has it.
        OSError: If the file cannot be made, what lies there is no lock, or the system cannot lock.
    """

    def __init__(self, path: Path) -> None:
        self._take(path)
        for _ in range(_TRIES):
            # Whoever had it may have removed its file since that was opened; then the next comer would get another one.
            if self.is_at(path):
                break
            self.release()
            self._take(path)
        try:
            self.noted = self._read_note(path)
            self._write(0, f"{os.getpid():<{_NUMBER}}\n{self.noted:<{_NOTE}}\n")
        except BaseException:
            self.release()
            raise

    def _take(self, path: Path) -> None:
        self._descriptor = regular.held(path, os.O_RDWR | os.O_CREAT)
        try:
            # Somebody who only looks whether the lock is free holds it for an instant.
            for left in reversed(range(_TRIES)):
                if _seize(self._descriptor, alone=True):
                    return
                if left:
                    time.sleep(_PAUSE)
            raise Held(_holder(self._descriptor))
        except BaseException:
            self.release()
            raise

    def _read_note(self, path: Path) -> str:
        there = os.read(self._descriptor, _MOST)
        if len(there) == _MOST or _LOCK.fullmatch(there) is None:
            raise regular.Unfit(errno.EINVAL, "this is no lock of this program", str(path))
        return there.decode("ascii").partition("\n")[2].strip(" \0\n")

    def note(self, what: str) -> None:
        """Leave a line for who comes next, below the number of this process; not synced, and no more than a help."""
        # What a stranger's journal calls its table may be anything.
        self._write(_NUMBER + 1, f"{what if _NOTED.fullmatch(what) else '':<{_NOTE}}\n")

    def _write(self, at: int, text: str) -> None:
        # Who holds it is a courtesy; a full disk must not keep the table shut.
        try:
            _put(self._descriptor, text.encode("ascii", "replace"), at)
        except OSError:
            return

    def is_at(self, path: Path) -> bool:
        """Whether a file is still the one that is locked; what took its place can be locked by anybody."""
        try:
            return os.path.samestat(os.fstat(self._descriptor), os.lstat(path))
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
    return bool(holder(path))


def holder(path: Path) -> str:
    """Which program has the lock now, as far as it told; empty where none has, or that cannot be told."""
    try:
        with regular.opened(path, linked=False) as file:
            return "" if _seize(file.fileno(), alone=False) else _holder(file.fileno())
    except OSError:
        return ""


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
