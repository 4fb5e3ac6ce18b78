"""Which names a table's files can have, and whether a file is still the one that was seen."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

from wyrd_tui.engine.state import slug
from wyrd_tui.store.files import atomic
from wyrd_tui.store.files.codec import tame
from wyrd_tui.store.files.regular import Unfit
from wyrd_tui.store.tables.lock import Held, Lock

GENERATIONS = 5
"""Older saves that stay beside a table."""
LONGEST_NAME = 60
# A letter may have four; what is added for a copy and for the file that is written first must fit as well.
_MOST_BYTES = 120
_MOST_OF_A_NAME = 10_000
# Saves that are not the live one: older, or kept aside because they could not be used.
_COPY = re.compile(r"(?P<table>.+)\.(?:\d+|(?:broken|edited|format\d+)(?:-\d+)?)")


def base(title: str) -> str:
    """What the files of a table are called first."""
    short = slug(tame(title))[:LONGEST_NAME].encode("utf-8", "ignore")[:_MOST_BYTES].decode("utf-8", "ignore")
    return short.strip("-") or "table"


def generation(path: Path, number: int) -> Path:
    """The name of an older save: `NAME.1.toml` is the one before the last."""
    return path.with_name(f"{path.stem}.{number}{path.suffix}")


def copy_of(path: Path) -> str:
    """The name of the table whose older save, or whose save that was kept aside, has this path; empty for any other."""
    copy = _COPY.fullmatch(path.stem)
    return copy["table"] if copy else ""


def free(folder: Path, base: str) -> tuple[Path, Lock]:
    """A save's path that no other table has, with its lock: `brass-orchid`, `brass-orchid-2`.

    Raises:
        OSError: If the disk refuses.
    """
    atomic.make_folder(folder)
    for number in range(1, _MOST_OF_A_NAME):
        path = folder / f"{base if number == 1 else f'{base}-{number}'}.toml"
        if taken(path) or _left(path):
            continue
        try:
            lock = Lock(path.with_suffix(".lock"))
        except (Held, Unfit):
            continue
        # Another program may have been quicker between the look and the lock.
        if not taken(path):
            return path, lock
        lock.release()
    raise OSError(errno.EEXIST, "no name is free", str(folder / base))


def taken(path: Path) -> bool:
    """Whether a table has this save or the journal beside it."""
    return os.path.lexists(path) or os.path.lexists(path.with_suffix(".journal"))


def _left(path: Path) -> bool:
    """Whether something lies where a table of this name would keep its older saves, as of one that is gone."""
    return any(os.path.lexists(generation(path, number)) for number in range(1, GENERATIONS + 1))


def stamp(path: Path) -> tuple[int, ...]:
    """What tells whether a file is still the one that was seen; empty where there is none."""
    try:
        seen = os.lstat(path)
    except OSError:
        return ()
    return (seen.st_ino, seen.st_size, seen.st_mtime_ns)


def gone(path: Path) -> OSError:
    """What is told of a table's file that its name leads to no more, and what to do about it."""
    folder = path.parent
    if folder.is_dir():
        what = "the journal is gone; :save puts it back, :save FOLDER goes elsewhere, :memory plays on"
    elif os.path.lexists(folder):
        what = "what has the name of the folder is none; bring that back and :save, or :memory plays on"
    else:
        what = "the folder is gone; bring it back and :save, :save FOLDER goes elsewhere, :memory plays on"
    return OSError(errno.ESTALE, what, str(path))
