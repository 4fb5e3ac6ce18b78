"""Writing so that a power cut leaves the old bytes or the new ones, and never a mixture."""

from __future__ import annotations

import contextlib
import glob
import itertools
import os
import sys
from pathlib import Path

_numbers = itertools.count()


def write(path: Path, data: bytes) -> None:
    """Put a whole file in place of what was there, durable when this returns.

    Raises:
        OSError: If the disk refuses; the file is as it was, except where only the folder could not be flushed.
    """
    # A link, such as one into a synchronised folder, stays a link.
    path = Path(os.path.realpath(path))
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{next(_numbers)}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
        try:
            write_all(descriptor, data)
            flush(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    flush_folder(path.parent)


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte, however many calls the system wants for it.

    Raises:
        OSError: If some of them could not be written.
    """
    written = os.write(descriptor, data)
    while written < len(data):
        written += os.write(descriptor, data[written:])


def flush(descriptor: int) -> None:
    """Wait until what was written lies on the disk itself.

    Raises:
        OSError: If the disk could not keep it.
    """
    if sys.platform == "darwin":
        import fcntl

        # There fsync stops at the drive's own cache.
        with contextlib.suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def flush_folder(folder: Path) -> None:
    """Make names that were added, changed or removed in a folder durable, where the system can.

    Raises:
        OSError: If the disk could not keep them.
    """
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sweep(path: Path) -> None:
    """Remove what a killed `write` of this file left behind; a file that will not go is left."""
    for leftover in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
        with contextlib.suppress(OSError):
            leftover.unlink()


def aside(path: Path, mark: str) -> Path:
    """A free name beside a file for what is kept of it: `NAME.mark.suffix`, numbered from the second on."""
    for number in itertools.count(1):
        tail = f".{mark}{path.suffix}" if number == 1 else f".{mark}-{number}{path.suffix}"
        free = path.with_name(path.stem + tail)
        if not os.path.lexists(free):
            return free
    raise AssertionError
