"""What the GM can do where the disk refuses: try again, play on in memory, take the table to another folder."""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.dice import Refused

if TYPE_CHECKING:
    from wyrd_tui.screens.table import TableScreen
    from wyrd_tui.store.table import Table


def _kept(table: TableScreen) -> Table:
    from wyrd_tui.store.table import Table

    if table.read_only or not isinstance(table.session.journal, Table):
        raise Refused("This table is written nowhere.")
    return table.session.journal


def hold(table: TableScreen) -> None:
    """Play on in memory."""
    _kept(table).hold()
    table.say("From now on turns that the disk refuses are kept in memory, and written as soon as it takes them.")


def save(table: TableScreen, folder: str) -> None:
    """Write what is not on disk, here or in another folder."""
    kept = _kept(table)
    try:
        told = _moved(kept, folder) if folder else _saved(kept)
    finally:
        table.session.trouble = kept.trouble
    table.quiet()
    table.say(told)


def _saved(kept: Table) -> str:
    kept.keep()
    return f"Saved as {kept.path}."


def _moved(kept: Table, folder: str) -> str:
    to = Path(folder).expanduser()
    if not {"/", os.sep} & set(folder) and not to.exists():
        raise Refused(f"There is no folder {folder} here. `:save ./{folder}` makes one; `:save` alone saves in place.")
    try:
        kept.move(to)
    except OSError as refused:
        raise Refused(f"{to} takes no table: {refused.strerror or refused}. Nothing has changed.") from None
    return f"In its old place the table stays as it was until now. From now on it is {kept.path}."


def again(table: TableScreen) -> None:
    """Write what the disk has refused, if it takes it by now; quiet where it does not."""
    if not table.session.trouble or table.read_only or not (kept := _kept(table)).held:
        return
    with contextlib.suppress(OSError):
        kept.keep()
        table.session.trouble = kept.trouble
        table.quiet()
        table.say("The disk takes turns again, and has every one.")


def warned(leave: Command, trouble: str) -> Command:
    """The question whether to leave, with what is not on disk."""
    (ask,) = leave.asks
    return replace(leave, asks=(replace(ask, prompt=f"Leave the table? {trouble}"),)) if trouble else leave
