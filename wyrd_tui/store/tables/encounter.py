"""A live table on disk: `NAME.toml` to read and edit, `NAME.journal` with every turn, the last saves, and a lock.

Opening one table while another is live only closes the other; nothing is ever put over what is there.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import Unreadable, tame
from wyrd_tui.store.files.places import tables_folder
from wyrd_tui.store.files.regular import Unfit
from wyrd_tui.store.tables import rescue
from wyrd_tui.store.tables.lock import Held, Lock
from wyrd_tui.store.tables.naming import base, copy_of, free, taken
from wyrd_tui.store.tables.recovery import Found, recover
from wyrd_tui.store.tables.table import Table

WAY_OUT = "See to that and open it again, or :save FOLDER begins a table with it elsewhere."


def occupied(holder: str) -> str:
    """Why a table can only be looked at that another program has."""
    return f"It is open in another window ({holder})."


def create(state: State, name: str = "", *, folder: Path | None = None) -> Table:
    """A new table that begins with a state, under a name that no other has: `brass-orchid`, `brass-orchid-2`.

    Raises:
        OSError: If the disk refuses; nothing is left of it then.
    """
    path, lock = free(folder or _own_folder(), base(name or state.title))
    table = Table(path, Found(state, ""), lock=lock)
    try:
        table.begin()
        table.save()
        return table
    except BaseException:
        # While the name is still ours: another program may take it at once.
        for leftover in (path, path.with_suffix(".journal"), path.with_suffix(".lock")):
            with contextlib.suppress(OSError):
                leftover.unlink()
        table.let_go()
        raise


def _own_folder() -> Path:
    """The folder of live tables, left to its owner alone where it is there and open to others."""
    folder = tables_folder()
    with contextlib.suppress(OSError):
        mode = os.lstat(folder).st_mode
        if stat.S_ISDIR(mode) and mode & 0o077:
            os.chmod(folder, 0o700)
    return folder


def open_table(path: Path, *, read_only: bool = False) -> Table:
    """The table whose save or journal has this path; a copy (`NAME.1.toml`) to play opens as a new table.

    Where another program has it open, or nothing can be written there, it opens for reading only and says so.

    Raises:
        Unreadable: If nothing of it can be used, with every reason, a line each. Nothing was changed then.
        OSError: If a copy's new table cannot be made.
    """
    path = path.with_suffix(".toml")
    if read_only:
        return Table(path, recover(path), read_only="It was opened that way.")
    if copied := copy_of(path):
        found = recover(path)
        table = create(found.state, copied, folder=path.parent)
        table.words.append(f"{tame(path.name)} is a copy; it opened as a table of its own, {tame(table.name)}.")
        table.words += _of_a_copy(path, found)
        return table
    # Where that folder is only away for now, a save in the link's place would part the two for good.
    if os.path.islink(path) and not path.is_file():
        return _looked_at(path, recover(path), f"{tame(path.name)} is a link that leads to no file.")
    try:
        if not taken(path):
            raise Unreadable(f"{tame(path.name)}: there is no such table")
        lock = Lock(path.with_suffix(".lock"))
    except Held as held:
        return _looked_at(path, recover(path), occupied(str(held)))
    except OSError as error:
        where = f"{tame(path.with_suffix('.lock').name)}: " if isinstance(error, Unfit) else ""
        return _looked_at(
            path, recover(path), f"Nothing can be written there: {where}{error.strerror or error}. {WAY_OUT}"
        )
    try:
        found = recover(path, lock.noted)
    except BaseException:
        lock.release()
        raise
    if path.parent == tables_folder():
        _own_folder()
    table = Table(path, found, lock=lock)
    try:
        table.mend(found)
    except OSError as error:
        table.let_go()
        return _looked_at(path, found, f"Its files cannot be brought in order: {error.strerror or error}. {WAY_OUT}")
    except BaseException:
        table.let_go()
        raise
    table.words += _elsewhere(path, found)
    return table


def _of_a_copy(path: Path, found: Found) -> list[str]:
    """What the GM is told of what a copy has been through; its steps stay behind, so none is said to be undone."""
    if found.edit is not None:
        return [f"{tame(path.name)}: {found.edit.lines[0]}.", *found.words[1:]]
    return [word for word in (found.returned, *found.words) if word]


def _looked_at(path: Path, found: Found, reason: str) -> Table:
    table = Table(path, found, read_only=reason)
    table.words += [f"The table is open for reading only. {reason}", *_elsewhere(path, found)]
    return table


def _elsewhere(path: Path, found: Found) -> list[str]:
    known = found.reading.data if found.reading is not None else b""
    return rescue.elsewhere(path, found.table or found.formerly, known)
