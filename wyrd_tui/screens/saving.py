"""What the GM can do where the disk refuses: try again, play on in memory, take the table to another folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.dice import Refused

if TYPE_CHECKING:
    from wyrd_tui.screens.table import TableScreen
    from wyrd_tui.store.encounter import Table


def _kept(table: TableScreen) -> Table:
    from wyrd_tui.store.encounter import Table

    if table.read_only or not isinstance(table.session.journal, Table):
        raise Refused("This table is written nowhere.")
    return table.session.journal


def hold(table: TableScreen) -> None:
    """Play on in memory."""
    _kept(table).hold()
    table.say("Turns that the disk refuses are kept in memory now, and written once it takes them.")


def save(table: TableScreen, folder: str) -> None:
    """Write what is not on disk, here or in another folder."""
    kept = _kept(table)
    try:
        if folder:
            kept.move(Path(folder).expanduser())
        else:
            kept.keep()
    finally:
        table.session.trouble = kept.trouble
    table.quiet()
    table.say(f"Saved as {kept.path}.")


def warned(leave: Command, trouble: str) -> Command:
    """The question whether to leave, with what is not on disk."""
    (ask,) = leave.asks
    return replace(leave, asks=(replace(ask, prompt=f"Leave the table? {trouble}"),)) if trouble else leave
