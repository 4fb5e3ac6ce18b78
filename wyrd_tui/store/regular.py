"""Opening what is to be read, and never waiting for it, as one would for a pipe with nobody at its other end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


class Unfit(OSError):  # noqa: N818 - it says what is there
    """What is there is no file; `strerror` says so."""


def opened(path: str | os.PathLike[str]) -> BinaryIO:
    """A regular file, opened for its bytes.

    Raises:
        OSError: If there is none, or it is a folder, a device or a pipe.
    """
    handle = os.open(Path(path), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Unfit(errno.EINVAL, "this is a device or a pipe, not a file", os.fspath(path))
    return os.fdopen(handle, "rb")
