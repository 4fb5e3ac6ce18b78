"""Older saves beside a table: `NAME.1.toml` the youngest of five."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from wyrd_tui.store import atomic, save
from wyrd_tui.store.codec import tame
from wyrd_tui.store.naming import stamp

GENERATIONS = 5


def generation(path: Path, number: int) -> Path:
    """The name of an older save: `NAME.1.toml` is the one before the last."""
    return path.with_name(f"{path.stem}.{number}{path.suffix}")


def make_room(path: Path, seen: tuple[int, ...], mark: str) -> str:
    """Put a save that will be replaced before the older ones; one that is not what was seen goes aside, with a word.

    Raises:
        OSError: If the disk refuses; the save itself is as it was.
    """
    if not path.exists():
        return ""
    # The same bytes under another number are what a client leaves that keeps a folder in step with others.
    if not seen or stamp(path) == seen or save.mark(path.read_bytes()) == mark:
        _keep(path)
        return ""
    kept = atomic.aside(path, "edited")
    os.replace(path, kept)
    return (
        f"{tame(path.name)} was changed by another program while the table was open; "
        f"that is not on the table, but kept as {tame(kept.name)}."
    )


def _keep(path: Path) -> None:
    """Put a save before the older ones; the oldest goes.

    A save that failed has been kept already; trying again and again must not push the others out.
    """
    first = generation(path, 1)
    with contextlib.suppress(FileNotFoundError):
        if os.path.samefile(path, first) or path.read_bytes() == first.read_bytes():
            return
    # Up to the first gap alone, which a refusal half-way may have left.
    last = next((n for n in range(1, GENERATIONS) if not generation(path, n).exists()), GENERATIONS)
    for number in range(last - 1, 0, -1):
        with contextlib.suppress(FileNotFoundError):
            os.replace(generation(path, number), generation(path, number + 1))
    try:
        os.link(path, first)
    except OSError:
        # Some file systems have no second names.
        atomic.write(first, path.read_bytes())
