"""Write files so that a power cut leaves the old bytes or the new ones, never a mixture."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import zlib
from pathlib import Path

from wyrd_tui.store.files import regular

_ANEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


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


def make_folder(folder: Path) -> list[Path]:
    """Make a folder and those above it that are missing, each for its owner alone and durable; return them, last first.

    Raises:
        OSError: If the disk refuses, or something else has the name.
    """
    made: list[Path] = []
    try:
        for one in reversed(list(itertools.takewhile(lambda one: not one.is_dir(), (folder, *folder.parents)))):
            try:
                os.mkdir(one, 0o700)
            except FileExistsError:
                # Another program may have been quicker.
                if one.is_dir():
                    continue
                raise
            made.insert(0, one)
            # The umask may have taken some of the owner's own rights.
            with contextlib.suppress(OSError):
                os.chmod(one, 0o700)
            flush_folder(one.parent)
    except BaseException:
        for one in made:
            with contextlib.suppress(OSError):
                os.rmdir(one)
        raise
    return made


def keep_aside(path: Path, mark: str) -> Path:
    """Keep a file under another name: `NAME.mark.suffix`, numbered from the second on.

    A journal has its own name, too, until another takes its place: a table without one would begin anew.

    Returns:
        The other name.

    Raises:
        OSError: If the disk refuses.
    """
    kept = path.with_name(f"{path.stem}.{mark}{path.suffix}")
    for number in itertools.count(2):
        if not os.path.lexists(kept):
            break
        kept = path.with_name(f"{path.stem}.{mark}-{number}{path.suffix}")
    if path.suffix == ".toml" or not path.is_file() or path.is_symlink():
        os.replace(path, kept)
        return kept
    try:
        os.link(path, kept)
    except OSError:
        # Some file systems have no second names.
        with regular.open_regular(path, linked=False) as file:
            write(kept, file.read())
    return kept
