"""Which names a table's files can have, and whether a file is still the one that was seen."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

from wyrd_tui.store.lock import Held, Lock


def free(folder: Path, base: str) -> tuple[Path, Lock]:
    """A save's path that no other table has, with its lock: `brass-orchid`, `brass-orchid-2`.

    Raises:
        OSError: If the disk refuses.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for number in itertools.count(1):
        path = folder / f"{base if number == 1 else f'{base}-{number}'}.toml"
        if taken(path):
            continue
        try:
            lock = Lock(path.with_suffix(".lock"))
        except Held:
            continue
        # Another program may have been quicker between the look and the lock.
        if not taken(path):
            return path, lock
        lock.release()
    raise AssertionError


def taken(path: Path) -> bool:
    """Whether a table has this save or the journal beside it."""
    return os.path.lexists(path) or os.path.lexists(path.with_suffix(".journal"))


def stamp(path: Path) -> tuple[int, ...]:
    """What tells whether a file is still the one that was seen; empty where there is none."""
    try:
        seen = path.stat()
    except OSError:
        return ()
    return (seen.st_ino, seen.st_size, seen.st_mtime_ns)
