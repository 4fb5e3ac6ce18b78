"""Write files so that a power cut leaves the old bytes or the new ones, never a mixture."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import sys
import zlib
from pathlib import Path

from wyrd_tui.store.files import regular

_ANEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
# Of a file's name, on every system that is common.
_MOST_BYTES = 255
_COPY = r"(?:\.(?:\d|(?:broken|edited)(?:-\d+)?))?"


def write(path: Path, data: bytes) -> None:
    """Put a whole file in place of what was there, durable when this returns; a link there is replaced, not followed.

    Raises:
        OSError: If the disk refuses; the file is as it was, except where only the folder could not be flushed.
    """
    # Nobody can have put anything under a name that nobody can guess.
    temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}.tmp")
    if len(os.fsencode(temporary.name)) > _MOST_BYTES:
        temporary = path.with_name(f".{_digest(path.stem)}.{os.urandom(8).hex()}.tmp")
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


def _digest(stem: str) -> str:
    """Hash the name of a table, the same for its copies, for a temporary file whose name would be too long."""
    name = re.sub(rf"{_COPY}\Z", "", stem)
    return f"{zlib.crc32(os.fsencode(name)):08x}"


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


def remove_leftovers(path: Path) -> None:
    """Remove what a killed `write` left of a table, and leave its saves and its journal to their owner alone.

    Args:
        path: The save of the table. What the system refuses is left as it is.
    """
    files = rf"{re.escape(path.stem)}{_COPY}\.(?:toml|journal)"
    of_it = re.compile(files)
    left = re.compile(rf"\.{files}\.[\da-f]+(?:-\d+)?\.tmp|\.{_digest(path.stem)}\.[\da-f]{{16}}\.tmp")
    with contextlib.suppress(OSError), os.scandir(path.parent) as found:
        for entry in found:
            if left.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)
            elif of_it.fullmatch(entry.name):
                regular.make_private(path.with_name(entry.name))


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
