"""Files of an older format, of which a copy is kept before this version writes in their place."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

from wyrd_tui.store.files import atomic
from wyrd_tui.store.files.codec import tame
from wyrd_tui.store.files.regular import content, opened
from wyrd_tui.store.tables.journal import LARGEST
from wyrd_tui.store.tables.migrations import FORMAT
from wyrd_tui.store.tables.recovery import Found

_HEAD = 8192
_NUMBER = re.compile(rb"^[ \t]*format[ \t]*=[ \t]*(\d{1,6})\b", re.MULTILINE)


def keep(path: Path, table: Found) -> str:
    """Copy what is of an older format of a table's files; gives what the GM is told of it, empty where nothing is.

    Raises:
        OSError: If the disk refuses; the files are as they were.
    """
    # A save that cannot be used is kept as it is, whatever it says of itself.
    found = {} if table.spoilt else {path: _number(path)}
    if table.reading is not None:
        found[path.with_suffix(".journal")] = table.reading.format
    older = {file: number for file, number in found.items() if 0 < number < FORMAT}
    if not older:
        return ""
    names = " and ".join(tame(_copy(file, number).name) for file, number in older.items())
    number = min(older.values())
    return f"An older version wrote this table (format {number}); it was brought up to date, and is kept as {names}."


def _number(path: Path) -> int:
    """The format that a save says it is of; 0 where it says none.

    One that a link leads to becomes the first of the older saves as it is replaced.
    """
    try:
        with opened(path, linked=False) as file:
            found = _NUMBER.search(file.read(_HEAD))
    except OSError:
        return 0
    return int(found[1]) if found else 0


def _copy(path: Path, number: int) -> Path:
    """A copy `NAME.format1.toml`, which may be there already from a time when the rest did not succeed."""
    data = content(path, LARGEST, linked=False)
    mark = f"format{number}"
    there = path.with_name(f"{path.stem}.{mark}{path.suffix}")
    with contextlib.suppress(OSError):
        if content(there, len(data), linked=False) == data:
            return there
    copy = atomic.aside(path, mark)
    atomic.write(copy, data)
    return copy
