"""Open regular files: wait for no pipe, follow no link in writing, read nothing without a bound."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_NO_FILE = "this is a folder, a device or a pipe, not a file"


class Unfit(OSError):  # noqa: N818 - it says what is there
    """A thing in the place of a file that is none; `strerror` names it."""


def refusal_reason(refused: Exception) -> str:
    """Return the system's words for a refusal, or all that the error says where it has none."""
    return getattr(refused, "strerror", None) or str(refused)


def open_regular(path: str | os.PathLike[str], *, linked: bool = True) -> BinaryIO:
    """Open a regular file for its bytes; one that a link leads to only if that is allowed.

    Raises:
        OSError: As `open_descriptor`.
    """
    return os.fdopen(open_descriptor(path, os.O_RDONLY, linked=linked), "rb")


def read_regular(path: Path, most: int, *, linked: bool = True) -> bytes:
    """Read all bytes of a regular file that has no more than `most`.

    Raises:
        OSError: As `open_descriptor`, or if it has more.
    """
    with open_regular(path, linked=linked) as file:
        # Python gives None for some of the system's own files.
        data = file.read(most + 1) or b""
    if len(data) > most:
        raise Unfit(errno.EFBIG, f"it is larger than {most:,} bytes", os.fspath(path))
    return data


def open_descriptor(path: str | os.PathLike[str], flags: int, *, linked: bool = False) -> int:
    """Open a regular file, through a link only if that is allowed; one that is made is its owner's alone.

    Raises:
        OSError: If it cannot be opened, or a folder, a device, a pipe or a link that may not be has its name.
    """
    try:
        # To open a pipe with nobody at its other end would wait.
        handle = os.open(path, flags | os.O_NONBLOCK | (0 if linked else os.O_NOFOLLOW), 0o600)
    except OSError as refused:
        if os.path.islink(path) and (not linked or refused.errno == errno.ENOENT):
            what = "this is a link that leads to no file" if linked else "this is a link, not a file"
            raise Unfit(errno.ELOOP, what, os.fspath(path)) from None
        # A pipe that nobody reads, a socket, a folder.
        if refused.errno in (errno.ENXIO, errno.EISDIR):
            raise Unfit(errno.EINVAL, _NO_FILE, os.fspath(path)) from None
        raise
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Unfit(errno.EINVAL, _NO_FILE, os.fspath(path))
    return handle


def identity(found: os.stat_result) -> tuple[int, ...]:
    """Identify a file, so that it is told from any other, and from itself after a change."""
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
