"""Older saves beside a table: `NAME.1.toml` the youngest of five."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import NamedTuple

from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.codec import tame
from wyrd_tui.store.tables import save, shelf
from wyrd_tui.store.tables.naming import GENERATIONS, generation, stamp


class Seen(NamedTuple):
    """A table's save as the program read or wrote it last.

    Attributes:
        lies: Where its bytes lie: its own path, or that to which a link of the game master's leads.
        stamp: What tells it from any other file; empty where there was none.
        mark: The mark of its bytes.
    """

    lies: Path
    stamp: tuple[int, ...] = ()
    mark: str = ""


def untouched(path: Path, seen: Seen) -> bool:
    """Whether a save is there as the program read or wrote it last; False where that cannot be told."""
    try:
        linked = stat.S_ISLNK(_mode(path))
        return (os.path.realpath(path) == str(seen.lies) if linked else bool(_mode(path))) and _as_seen(seen)
    except OSError:
        return False


def _as_seen(seen: Seen) -> bool:
    """Whether the bytes are those that were seen: under another number they are what a synchronising client leaves."""
    return stamp(seen.lies) == seen.stamp or _mark(seen.lies, seen.stamp[1]) == seen.mark


def make_room(path: Path, seen: Seen) -> tuple[Path, list[str]]:
    """Put a save that will be replaced before the older ones; gives where the new one goes, and what is to be told.

    One that is not what was seen goes aside, and so does what is no file, whatever it leads to.

    Raises:
        OSError: If the disk refuses; the save itself is as it was.
    """
    mode = _mode(path)
    if not mode:
        return path, []
    linked = stat.S_ISLNK(mode)
    lies = seen.lies if linked else path
    if not stat.S_ISREG(mode) and not (linked and lies != path and os.path.realpath(path) == str(lies)):
        return path, [_set_aside(path)]
    if not _mode(lies):
        return lies, []
    try:
        if not seen.stamp or _as_seen(seen._replace(lies=lies)):
            return lies, _keep(path, lies)
        return lies, [_set_aside(path, copied=linked)]
    except regular.Unfit:
        return path, [_set_aside(path)]


def _mode(path: Path) -> int:
    """What kind of thing has a name; 0 where nothing has."""
    try:
        return os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return 0


def _mark(path: Path, size: int) -> str:
    """The mark of a file's bytes; empty where their number is another."""
    return save.mark(regular.content(path, size, linked=False)) if os.lstat(path).st_size == size else ""


def _set_aside(path: Path, *, copied: bool = False) -> str:
    """Move what others have put in a save's place out of the way, or copy it from where a link leads; gives a word."""
    kept = atomic.aside(path, "edited")
    if copied:
        atomic.write(kept, regular.content(path, save.LARGEST))
    else:
        os.replace(path, kept)
        regular.tighten(kept)
    return (
        f"{tame(path.name)} was changed by another program while the table was open; "
        f"that is not on the table, but kept as {tame(kept.name)}."
    )


def _keep(path: Path, lies: Path) -> list[str]:
    """Put a save before the older ones; the oldest goes, and what is no save goes aside. Gives what is to be told.

    A save that failed has been kept already; trying again and again must not push the others out.
    """
    words: list[str] = []
    first = generation(path, 1)
    if _there(first, words) and _same(lies, first):
        return words
    # Up to the first gap alone, which a refusal half-way may have left.
    last = next((n for n in range(1, GENERATIONS + 1) if not _there(generation(path, n), words)), GENERATIONS)
    for number in range(last - 1, 0, -1):
        with contextlib.suppress(FileNotFoundError):
            os.replace(generation(path, number), generation(path, number + 1))
    try:
        os.link(lies, first)
    except OSError:
        # Some file systems have no second names.
        atomic.write(first, regular.content(lies, save.LARGEST, linked=False))
    return words


def _there(older: Path, words: list[str]) -> bool:
    """Whether an older save lies there; a link, a pipe, a folder or another file is put aside, with a word."""
    mode = _mode(older)
    if not mode:
        return False
    if stat.S_ISREG(mode) and (shelf.marked(older) or _begun(older)):
        return True
    kept = atomic.aside(older, "broken")
    os.replace(older, kept)
    what = "save" if stat.S_ISREG(mode) else "file"
    words.append(f"{tame(older.name)} was no {what}; what it was is called {tame(kept.name)} now.")
    return False


def _begun(older: Path) -> bool:
    """Whether a file is a save, with whatever a hand has put before its first section, or has nothing to keep."""
    try:
        data = regular.content(older, save.LARGEST, linked=False)
    except regular.Unfit:
        return False
    return not data or shelf.OF_A_TABLE.search(data) is not None


def _same(one: Path, other: Path) -> bool:
    """Whether two files are one, or hold the same bytes."""
    first, second = os.lstat(one), os.lstat(other)
    if os.path.samestat(first, second):
        return True
    size = first.st_size
    if size != second.st_size or size > save.LARGEST:
        return False
    return regular.content(one, size, linked=False) == regular.content(other, size, linked=False)
