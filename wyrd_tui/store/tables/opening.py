"""Open a table from its save and journal: put aside what cannot be used, and go on with the rest."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.codec import Unreadable, sanitize
from wyrd_tui.store.files.folders import tables_folder
from wyrd_tui.store.files.regular import refusal_reason
from wyrd_tui.store.tables import journal_lines, names
from wyrd_tui.store.tables.found_table import read_table
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.lock import Lock, LockHeld
from wyrd_tui.store.tables.replay import Timeline
from wyrd_tui.store.tables.table import Table

WAY_OUT = "Mend that and open the table again, or :save FOLDER begins a table with it elsewhere."
_MOST_BESIDE = 10
# Bytes of a journal within which the id of its table stands.
_HEAD = 120


def explain_read_only(holder: str) -> str:
    """Say why a table that another program has is read only."""
    return f"It is open in another window ({holder})."


def create_table(state: State, name: str = "", *, folder: Path | None = None) -> Table:
    """Begin a table with a state, under a name that no other has: `brass-orchid`, `brass-orchid-2`.

    Raises:
        OSError: If the disk refuses; nothing is left of it then.
    """
    folder = folder or _own_folder()
    table = Table(folder / f"{names.base_name(name or state.title)}.toml", Timeline.beginning(state), state)
    table.move(folder)
    return table


def open_table(path: Path, *, read_only: bool = False) -> Table:
    """Open the table whose save or journal has this path; a copy (`NAME.1.toml`) opens as a new table.

    Where another program has it open, or nothing can be written there, it opens for reading only and says so.

    Raises:
        Unreadable: If nothing of it can be used, with every reason, a line each. Nothing was changed then.
        OSError: If a copy's new table cannot be made.
    """
    path = path.with_suffix(".toml")
    if read_only:
        return _look(path, "It was opened that way.")
    if copied := names.copy_of(path):
        return _open_copy(path, copied)
    if not names.is_taken(path):
        raise Unreadable(f"{sanitize(path.name)}: there is no such table")
    try:
        return _take(path)
    except LockHeld as held:
        reason = explain_read_only(str(held))
    except OSError as error:
        where = f"{sanitize(Path(error.filename).name)}: " if isinstance(error, regular.Unfit) else ""
        reason = f"Nothing can be written there: {where}{refusal_reason(error)}. {WAY_OUT}"
    table = _look(path, reason)
    table.words.insert(0, f"The table is open for reading only. {reason}")
    return table


# ------------------------------------------------------------------ opening it


def _take(path: Path) -> Table:
    """Lock a table, bring its files in order and open it; what cannot be used is kept under another name.

    Raises:
        LockHeld: If another program has it.
        Unreadable: If nothing of it can be used.
        OSError: If the disk refuses.
    """
    lock = Lock(path.with_suffix(".lock"))
    with ExitStack() as opened:
        opened.callback(lock.release)
        found = read_table(path)
        found.words += _gone_on_as(path, found.table)
        _own_folder()
        atomic.remove_leftovers(path)
        if path.is_symlink() and path not in dict(found.aside):
            # A link is read, and never written through.
            found.aside.append((path, "linked"))
            found.stale = True
        log, lines = path.with_suffix(".journal"), found.timeline.lines
        for file, mark in found.aside:
            kept = atomic.keep_aside(file, mark)
            found.words.append(f"{sanitize(file.name)} as it was is kept as {sanitize(kept.name)}.")
        journal_file = JournalFile.create(log, lines) if found.rewrite else JournalFile(log, lines)
        opened.callback(journal_file.close)
        saved = found.save, -1 if found.stale else found.timeline.last_act
        table = Table(path, found.timeline, found.state, files=(journal_file, lock), saved=saved)
        table.words += found.words
        if found.stale:
            table.try_to_save()
        opened.pop_all()
    return table


def _gone_on_as(path: Path, table: str) -> Iterator[str]:
    """Name the tables beside a table that are the same one, as it went on when another program changed its files."""
    own = path.with_suffix(".journal")
    for number in range(2, _MOST_BESIDE):
        log = path.with_name(f"{path.stem}-{number}.journal")
        with contextlib.suppress(OSError):
            since = os.lstat(own).st_mtime if own.exists() else 0
            with regular.open_regular(log, linked=False) as file:
                if os.fstat(file.fileno()).st_mtime >= since and journal_lines.table_of(file.read(_HEAD)) == table:
                    yield f"{sanitize(log.stem)} is this table as it went on later. Open that one to play on there."


def _look(path: Path, reason: str) -> Table:
    found = read_table(path)
    table = Table(path, found.timeline, found.state, read_only=reason)
    table.words += found.words
    return table


def _open_copy(path: Path, name: str) -> Table:
    found = read_table(path)
    table = create_table(found.state, name, folder=path.parent)
    table.words.append(f"{sanitize(path.name)} is a copy. It opened as a table of its own, {sanitize(table.name)}.")
    # That older saves have no journal goes without saying.
    table.words += found.words if found.aside or found.edited else []
    return table


def _own_folder() -> Path:
    """Give the folder of live tables, left to its owner alone where it is there and open to others."""
    folder = tables_folder()
    with contextlib.suppress(OSError):
        mode = os.lstat(folder).st_mode
        if stat.S_ISDIR(mode) and mode & 0o077:
            os.chmod(folder, 0o700)
    return folder
