"""List live tables by the head of each save and the end of its journal, and find files by name."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wyrd_tui.engine.commands import near
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import slug
from wyrd_tui.store.files.clean import clean
from wyrd_tui.store.files.codec import sanitize
from wyrd_tui.store.files.places import (
    own_scenarios,
    scenarios_folder,
    shipped_folder,
    shipped_scenarios,
    tables_folder,
)
from wyrd_tui.store.files.regular import opened
from wyrd_tui.store.tables.journal import ACT, LONGEST
from wyrd_tui.store.tables.lock import holder
from wyrd_tui.store.tables.names import GENERATIONS, generation, taken

_HEAD = 8192
_MOST_TURNS = 10**12
_BLOCK = 16384
_STEP = 100
_MOST_HERE = 100
_SHOWN_CELLS = 300
_TITLE = re.compile(rb"^[ \t]*title[ \t]*=", re.MULTILINE)
OF_A_TABLE = re.compile(rb"^[ \t]*\[[ \t]*table[ \t]*\]", re.MULTILINE)
# What else stands in the head of a save alone, for where a hand or a bad disk has spoilt the line of its section.
_SEALED = re.compile(rb'^(?:seal|chain) = "[0-9a-f]{8,16}"', re.MULTILINE)
_SECTION = re.compile(rb"^[ \t]*\[", re.MULTILINE)
_SAYS_SOMETHING = re.compile(r"^\ufeff?[ \t]*(?:\[.*\]|[\w\"'-]+[ \t]*[=.])", re.MULTILINE)
_MOST_TOLD_APART = 2**20
# The title, where there is one, is the first thing that a journal says of its table.
_JOURNAL = re.compile(
    rb'\{"crc":"[0-9a-f]{8}","seq":0,"wyrd_journal":\d{1,6},"table":"[0-9a-z-]{1,40}",'
    rb'"state":\{(?:"title":("(?:[^"\\]|\\.)*+"))?'
)


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A live table as the start screen shows it.

    Attributes:
        path: Its save, which may be missing while its journal is there.
        title: The scenario's title, or else its name.
        place: Where it stands, in a line, or stood when it was saved last.
        when: Last change, in seconds since the epoch.
        turns: How many turns stand; None where that is not known.
        locked: Whether a program has it open now.
        words: What is wrong with it, as far as a glance shows.
    """

    path: Path
    title: str
    place: str
    when: float
    turns: int | None
    locked: bool
    words: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of its files."""
        return self.path.stem


def tables(folder: Path | None = None) -> list[TableInfo]:
    """List the live tables of a folder, the one that changed last first; never raises."""
    folder = folder or tables_folder()
    names: list[str] = []
    with contextlib.suppress(OSError):
        names = os.listdir(folder)
    stems = {
        stem for stem, suffix in map(os.path.splitext, names) if suffix in (".toml", ".journal") and "." not in stem
    }
    return sorted((_info(folder / f"{stem}.toml") for stem in stems), key=lambda info: (-info.when, info.name))


def shown(name: str) -> str:
    """Clean the name of a file for a message."""
    return clean(name, cells=_SHOWN_CELLS)


def find(name: str) -> Path:
    """Find a file by its path, or a live table or scenario by its name.

    Raises:
        Refused: If there is none.
    """
    path = Path(name)
    # A folder that happens to be called like a scenario is not meant.
    if path.is_file():
        return path
    if path.suffix in (".toml", ".journal"):
        if not path.with_suffix(".journal").is_file():
            raise Refused(f"There is no file {shown(name)}. {_left(path)}".rstrip())
        return path
    stem = slug(name)
    table = tables_folder() / f"{stem}.toml"
    if table.is_file() or table.with_suffix(".journal").is_file():
        return table
    scenarios = (*own_scenarios(), *shipped_scenarios(), *scenarios_here())
    for found in scenarios:
        if slug(found.stem) == stem and found.is_file():
            return found
    if words := missing(stem):
        raise Refused(" ".join(words))
    meant = near(stem, [*(table.name for table in tables()), *(slug(found.stem) for found in scenarios)])
    raise Refused(f"No file, table or scenario is called “{shown(name)}”.{meant} `wyrd` lists what there is.")


def missing(stem: str) -> list[str]:
    """Sentences on a table that is gone but for an older save.

    Args:
        stem: What its files are called.
    """
    table = tables_folder() / f"{stem}.toml"
    left = _left(table)
    if left and not taken(table):
        left = f"The table {shown(stem)} is gone. {left}"
    return [left] if left else []


def _left(path: Path) -> str:
    """Name the youngest older save of a table that is gone; empty where there is none."""
    older = None if taken(path) else _youngest(path)
    return (
        f"An older save is there: `wyrd {sanitize(shlex.quote(str(older)))}` begins a table with it." if older else ""
    )


def _youngest(path: Path) -> Path | None:
    """Find the youngest older save of a table."""
    saves = (generation(path.with_suffix(".toml"), number) for number in range(1, GENERATIONS + 1))
    return next((older for older in saves if marked(older)), None)


def instead(name: str, table: Path) -> list[str]:
    """Name the scenario that has the same name as a live table, in case that was meant."""
    same = [one for one in (*own_scenarios(), *shipped_scenarios()) if slug(one.stem) == slug(name) == slug(table.stem)]
    return [f"Playing at your table {table.stem}; the scenario of that name is {same[0]}."] if same else []


def find_scenario(name: str) -> str:
    """Find a scenario by its path or its name; a word like a path stays one, so that its problems have a place.

    Raises:
        Refused: If it is a table, or no file and no name.
    """
    path = Path(name)
    if not (path.exists() or path.suffix or len(path.parts) > 1):
        path = find(name)
    if is_table(path):
        raise Refused(f"{shown(name)} is a live table, and only scenarios are checked.")
    return name if path == Path(name) else str(path)


def scenarios_here() -> list[Path]:
    """List the scenarios in the current folder by their first lines; none where that is one of the program's."""
    try:
        here = Path.cwd()
        if here in (tables_folder(), scenarios_folder(), shipped_folder() / "scenarios"):
            return []
        return [path for path in sorted(here.glob("*.toml"))[:_MOST_HERE] if _titled(path) and not is_table(path)]
    except OSError:
        return []


def _titled(path: Path) -> bool:
    """Tell a file with a title above its first section, as a scenario must have."""
    section = _SECTION.search(start := _start(path))
    return _TITLE.search(start[: section.start()] if section else start) is not None


def is_table(path: Path) -> bool:
    """Tell a live table's save or journal, damaged or not, from a scenario."""
    if not path.name:
        return False
    if marked(path):
        return True
    # What says nothing is no scenario where tables lie, or beside an older save of it.
    among = _samefile(path.parent, tables_folder()) or _youngest(path) is not None
    return taken(path) and (path.suffix == ".journal" or (among and not _says_something(path)))


def _samefile(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def marked(path: Path) -> bool:
    """Tell a save or a journal by its first bytes; False where it cannot be read."""
    # Beside a journal lies a save, even one that is missing or whose first lines a hand has spoilt.
    if b'"wyrd_journal":' in _start(path.with_suffix(".journal"))[:120]:
        return True
    start = b"" if path.suffix == ".journal" else _start(path)
    return any(sign.search(start) for sign in (OF_A_TABLE, _SEALED))


def _says_something(path: Path) -> bool:
    """Tell a text with a line of TOML from a save behind many comments and from bytes."""
    start = _start(path, _MOST_TOLD_APART)
    try:
        # The last letter may be cut in two.
        text = start.decode("utf-8", "strict" if len(start) < _MOST_TOLD_APART else "ignore")
    except UnicodeDecodeError:
        return False
    return "\0" not in text and not OF_A_TABLE.search(start) and _SAYS_SOMETHING.search(text) is not None


def _start(path: Path, most: int = _HEAD) -> bytes:
    try:
        with opened(path) as file:
            return file.read(most)
    except OSError:
        return b""


def _info(path: Path) -> TableInfo:
    log = path.with_suffix(".journal")
    words: list[str] = []
    when, line = 0.0, 0
    turns: int | None = None
    head: dict[str, Any] = {}
    try:
        when = path.stat().st_mtime
        head = _head(path)
        turns = _turns(head)
    except FileNotFoundError:
        words.append("The save is missing; the journal has the table.")
    except (OSError, ValueError, RecursionError):
        words.append("The save cannot be read as it is.")
    try:
        when = max(when, log.stat().st_mtime)
        line, turns = _last_step(log) or (0, turns)
        head = head or _titled_in(log)
        turns = turns or 0
    except FileNotFoundError:
        words.append("The journal is missing, so no act can be undone.")
    except (OSError, ValueError, RecursionError):
        words.append("The journal cannot be read.")
    if turns is None and (older := _youngest(path)):
        words.append(f"An older save is there, {sanitize(older.name)}.")
    title, place = head.get("title"), head.get("place")
    # The journal tells how far a table has come since, but not where that is.
    stale = isinstance(place, str) and place and line and head.get("seq") != line
    return TableInfo(
        path,
        sanitize(title) if isinstance(title, str) and title else sanitize(path.stem),
        sanitize(f"{place}, as it was saved last" if stale else place) if isinstance(place, str) else "",
        when,
        turns,
        bool(holder(path.with_suffix(".lock"))),
        tuple(words),
    )


def _turns(head: dict[str, Any]) -> int:
    """Read the number of acts in a save's head.

    Raises:
        ValueError: If no table has so many.
    """
    turns = head.get("turn")
    if type(turns) is not int:
        return 0
    if not 0 <= turns <= _MOST_TURNS:
        raise ValueError
    return turns


def _head(path: Path) -> dict[str, Any]:
    """Read the section `[table]`.

    Raises:
        ValueError: If there is none.
    """
    import tomllib

    with opened(path) as file:
        text = file.read(_HEAD).decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    begin = re.search(r"^\[table\]$", text, re.MULTILINE)
    if begin is None:
        raise ValueError
    end = re.search(r"^\[", text[begin.end() :], re.MULTILINE)
    head: dict[str, Any] = tomllib.loads(text[begin.start() : begin.end() + end.start()] if end else text)["table"]
    return head


def _last_step(log: Path) -> tuple[int, int] | None:
    """Read the number of a journal's last act, and of the acts that stand; None where no act is near its end."""
    with opened(log) as file:
        at = file.seek(0, os.SEEK_END)
        least = max(0, at - LONGEST)
        ended = False
        while at > least:
            start = max(0, at - _BLOCK)
            file.seek(start)
            block = file.read(at - start)
            at, end = start, len(block)
            if not ended:
                # Whatever follows the last line end is no whole line.
                end = block.rfind(b"\n")
                ended = end >= 0
            before = block.rfind(b"\n", 0, max(0, end))
            if before >= 0:
                file.seek(start + before + 1)
                return _step(file.read(_STEP))
    return None


def _step(line: bytes) -> tuple[int, int] | None:
    """Read the number of a journal's line, and of the acts that stand after it; None where it is no act."""
    found = ACT.match(line)
    return (int(found[1]), int(found[3]) - (found[2] == b"undo")) if found else None


def _titled_in(log: Path) -> dict[str, Any]:
    """Read the title in a journal's first line.

    Raises:
        ValueError: If it is no journal's first line.
    """
    found = _JOURNAL.match(_start(log))
    if found is None:
        raise ValueError
    return {"title": json.loads(found[1])} if found[1] else {}
