"""Open regular files: wait for no pipe, follow no link in writing, read nothing without a bound."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

# Such an opening never waits, as it would for a pipe with nobody at its other end.
_PLAIN = os.O_NONBLOCK
_OTHERS = 0o077


class Unfit(OSError):  # noqa: N818 - it says what is there
    """A thing in the place of a file that is none; `strerror` names it."""


def refusal_reason(refused: OSError) -> str:
    """Return the system's words for a refusal, or all that the error says where it has none."""
    return refused.strerror or str(refused)


def open_regular(path: str | os.PathLike[str], *, linked: bool = True) -> BinaryIO:
    """Open a regular file for its bytes; one that a link leads to only if that is allowed.

    Raises:
        OSError: If there is none, or it is a folder, a device, a pipe or a link that may not be.
    """
    return os.fdopen(_regular(path, os.O_RDONLY | (0 if linked else os.O_NOFOLLOW), linked=linked)[0], "rb")


def read_regular(path: Path, most: int, *, linked: bool = True) -> bytes:
    """Read all bytes of a regular file that has no more than `most`.

    Raises:
        OSError: As `open_regular`, or if it has more; then none of them was read.
    """
    with open_regular(path, linked=linked) as file:
        size = os.fstat(file.fileno()).st_size
        # Python gives None for some of the system's own files.
        data = (file.read(most + 1) or b"") if size <= most else b""
    if max(size, len(data)) > most:
        raise Unfit(errno.EFBIG, f"it is larger than {most:,} bytes", os.fspath(path))
    return data


def open_private(path: Path, flags: int) -> int:
    """Open a regular file of a table, through no link and for its owner alone; return the descriptor.

    Raises:
        OSError: If it cannot be opened, or something else than a file has its name.
    """
    handle, found = _regular(path, flags | os.O_NOFOLLOW, linked=False)
    _close_to_others(handle, found)
    return handle


def make_private(path: Path) -> None:
    """Leave a file that came from elsewhere to its owner alone, where the system lets it."""
    with contextlib.suppress(OSError):
        mode = os.lstat(path).st_mode
        if stat.S_ISREG(mode) and mode & _OTHERS:
            os.close(open_private(path, os.O_RDONLY))


def _regular(path: str | os.PathLike[str], flags: int, *, linked: bool) -> tuple[int, os.stat_result]:
    try:
        handle = os.open(path, flags | _PLAIN, 0o600)
    except OSError as refused:
        if not linked and os.path.islink(path):
            raise Unfit(errno.ELOOP, "this is a link, not a file", os.fspath(path)) from None
        # A pipe that nobody reads, a socket, a folder.
        if refused.errno in (errno.ENXIO, errno.EISDIR):
            raise _no_file(path) from None
        raise
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise _no_file(path)
    except BaseException:
        os.close(handle)
        raise
    return handle, found


def _no_file(path: str | os.PathLike[str]) -> Unfit:
    what = "a folder" if os.path.isdir(path) else "a device or a pipe"
    return Unfit(errno.EINVAL, f"this is {what}, not a file", os.fspath(path))


def _close_to_others(handle: int, found: os.stat_result) -> None:
    # A file with a second name may be shared under that name.
    if found.st_mode & _OTHERS and found.st_nlink == 1 and os.name == "posix":
        # Some file systems know no owners.
        with contextlib.suppress(OSError):
            os.fchmod(handle, 0o600)
