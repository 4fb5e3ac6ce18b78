"""List live tables by the head of each save and the end of its journal."""

from __future__ import annotations

import os
from pathlib import Path

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.store.files.folders import tables_folder
from wyrd_tui.store.files.regular import open_regular
from wyrd_tui.store.tables.journal_lines import read_line, table_of
from wyrd_tui.store.tables.lock import name_holder
from wyrd_tui.store.tables.names import first_bytes, list_names, youngest_save

_MOST_ACTS = 10**12
_TAIL = 2**18


class TableInfo(Frozen):
    """A live table as the start screen shows it.

    Attributes:
        path: Its save, which may be missing while its journal is there.
        title: The scenario's title, or else its name.
        progress: Its progress at the last save, in a line, and that it was played on since, if it was.
        when: Last change, in seconds since the epoch.
        acts: Number of acts that stand; None where unknown.
        locked: Whether a program has it open now.
        words: Its problems, as far as a glance shows.
    """

    path: Path
    title: str
    progress: str
    when: float
    acts: int | None
    locked: bool
    words: tuple[str, ...] = ()


def list_tables(folder: Path | None = None) -> list[TableInfo]:
    """List the live tables of a folder, the one that changed last first; never raises."""
    folder = folder or tables_folder()
    tables = (_info(folder / f"{stem}.toml") for stem in list_names(folder))
    return sorted(tables, key=lambda table: (-table.when, table.path))


def _info(path: Path) -> TableInfo:
    log = path.with_suffix(".journal")
    words: list[str] = []
    title = progress = ""
    saved = played = 0.0
    acts: int | None = None
    try:
        saved = path.stat().st_mtime
        title, progress, acts = _head(path)
    except FileNotFoundError:
        words.append("The save is missing; the journal has the table.")
    except (OSError, ValueError, RecursionError):
        words.append("The save cannot be read as it is.")
    try:
        played = log.stat().st_mtime
        acts = _count_acts(log, acts or 0)
    except FileNotFoundError:
        words.append("The journal is missing, so no act can be undone.")
    except (OSError, ValueError):
        words.append("The journal cannot be read.")
    if acts is None and (older := youngest_save(path)):
        words.append(f"An older save exists: {sanitize(older.name)}.")
    # The journal tells how far a table has come since, but not where that is: the scene saved may be over.
    progress = sanitize(f"last save: {progress} · played on since" if progress and played > saved else progress)
    locked = bool(name_holder(path.with_suffix(".lock")))
    return TableInfo(path, sanitize(title or path.stem), progress, max(saved, played), acts, locked, tuple(words))


def _head(path: Path) -> tuple[str, str, int]:
    """Read the title, the progress and the number of acts from the section `[table]`; ValueError where they lack."""
    import tomllib

    text = first_bytes(path).decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    _, found, section = f"\n{text}".partition("\n[table]\n")
    head = tomllib.loads(section.partition("\n[")[0])
    title, progress, acts = head.get("title", ""), head.get("place", ""), head.get("acts", 0)
    if not (found and isinstance(title, str) and isinstance(progress, str) and acts in range(_MOST_ACTS)):
        raise ValueError
    return title, progress, acts


def _count_acts(log: Path, saved: int) -> int:
    """Count the acts that stand by the last line of a journal, or else those saved; ValueError where it is none."""
    with open_regular(log) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
        lines = file.read(_TAIL).split(b"\n")
    if not table_of(first_bytes(log)):
        raise ValueError
    # Text after the last line end is no whole line.
    last = read_line(lines[-2] if len(lines) > 1 else b"")
    return last.number - (last.kind == "undo") if last.number else saved
