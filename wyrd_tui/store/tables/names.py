"""Names of a table's files, names that are free, and tables told by the first bytes of their files."""

from __future__ import annotations

import errno
import os
import re
import shlex
from pathlib import Path

from wyrd_tui.engine.letters import sanitize
from wyrd_tui.engine.state import slug
from wyrd_tui.store.files.regular import Unfit, open_regular
from wyrd_tui.store.tables.lock import Lock, LockHeld

GENERATIONS = 5
"""Older saves that stay beside a table."""
# A letter may have four; what is added for a copy must fit as well.
_MOST_BYTES = 100
_MOST_OF_A_NAME = 10_000
_FIRST_BYTES = 8192
_SAVE = re.compile(rb"^(?:# A live table of wyrd_tui|[ \t]*\[[ \t]*table[ \t]*\])", re.MULTILINE)


def base_name(title: str) -> str:
    """Make the name of a table's files from its title."""
    short = slug(sanitize(title)).encode("utf-8", "ignore")[:_MOST_BYTES].decode("utf-8", "ignore")
    return short.strip("-") or "table"


def generation_path(path: Path, number: int) -> Path:
    """Make the path of an older save: `NAME.1.toml` is the one before the last."""
    return path.with_stem(f"{path.stem}.{number}")


def claim_name(folder: Path, base: str) -> tuple[Path, Lock]:
    """Take the first name that no other table has: `brass-orchid`, `brass-orchid-2`.

    Returns:
        The path of the save, and the lock, which is held.

    Raises:
        OSError: If the disk refuses.
    """
    for number in range(1, _MOST_OF_A_NAME):
        path = folder / f"{base if number == 1 else f'{base}-{number}'}.toml"
        if is_taken(path) or any(os.path.lexists(generation_path(path, each)) for each in range(1, GENERATIONS + 1)):
            continue
        try:
            lock = Lock(path.with_suffix(".lock"))
        except (LockHeld, Unfit):
            continue
        # Another program may have been quicker between the look and the lock.
        if not is_taken(path):
            return path, lock
        lock.release()
    raise OSError(errno.EEXIST, "no name is free", str(folder / base))


def is_taken(path: Path) -> bool:
    """Tell whether a table has this save, or the journal beside it."""
    return os.path.lexists(path) or os.path.lexists(path.with_suffix(".journal"))


def list_names(folder: Path) -> set[str]:
    """List the names of the live tables of a folder; none where it cannot be read."""
    try:
        files = [os.path.splitext(name) for name in os.listdir(folder)]
    except OSError:
        return set()
    return {stem for stem, suffix in files if suffix in (".toml", ".journal") and "." not in stem}


def name_older_save(path: Path) -> str:
    """Say how to begin a table with the youngest older save of another; empty where there is none."""
    older = youngest_save(path)
    if older is None:
        return ""
    return f"An older save exists: `wyrd {sanitize(shlex.quote(str(older)))}` begins a table with it."


def youngest_save(path: Path) -> Path | None:
    """Find the youngest older save of a table."""
    saves = (generation_path(path.with_suffix(".toml"), number) for number in range(1, GENERATIONS + 1))
    return next(filter(is_save, saves), None)


def is_save(path: Path) -> bool:
    """Tell a save by its first bytes; False where it cannot be read."""
    return _SAVE.search(first_bytes(path)) is not None


def first_bytes(path: Path) -> bytes:
    """Read the first bytes of a file; none where it cannot be read."""
    try:
        with open_regular(path) as file:
            return file.read(_FIRST_BYTES)
    except OSError:
        return b""
