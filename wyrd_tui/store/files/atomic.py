"""Write files so that a power cut leaves the old bytes or the new ones, never a mixture."""

from __future__ import annotations

import contextlib
import os
import sys
import zlib
from pathlib import Path

from wyrd_tui.engine.ids import numbered

_ANEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def write(path: Path, data: bytes) -> None:
    """Put a whole file in place of what was there, durable when this returns; a link there is replaced, not followed.

    Raises:
        OSError: If the disk refuses; the file is as it was, except where only the folder could not be flushed.
    """
    # Always the same name, no longer than any other: the next write takes away what a killed one left.
    temporary = path.with_name(f".{zlib.crc32(os.fsencode(path.name)):08x}.tmp")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)
    descriptor = os.open(temporary, _ANEW, 0o600)
    try:
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
    """Make names that were added, changed or removed in a folder durable.

    Raises:
        OSError: If the disk could not keep them.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, each for its owner alone and durable.

    Raises:
        OSError: If the disk refuses, or something else has the name.
    """
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        flush_folder(folder.parent)


def keep_aside(path: Path, word: str) -> Path:
    """Keep a file under another name, and give that: `NAME.word.suffix`, numbered from the second on.

    Raises:
        OSError: If the disk refuses.
    """
    names = (path.with_name(f"{path.stem}.{each}{path.suffix}") for each in numbered(word))
    kept = next(name for name in names if not os.path.lexists(name))
    add_name(path, kept)
    return kept


def add_name(path: Path, name: Path) -> None:
    """Give a file a second name; a folder, or a file where there are no second names, keeps the new one alone.

    So a file is never missing while another is written in its place.

    Raises:
        OSError: If the disk refuses.
    """
    try:
        os.link(path, name, follow_symlinks=False)
    except OSError:
        os.replace(path, name)
