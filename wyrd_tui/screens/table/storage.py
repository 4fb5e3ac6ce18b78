"""What the GM can do where the disk refuses: try again, play on in memory, take the table to another folder."""

from __future__ import annotations

import contextlib
import errno
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.dice import Refused
from wyrd_tui.screens.table import sentences

if TYPE_CHECKING:
    from wyrd_tui.engine.state import State
    from wyrd_tui.screens.table.screen import TableScreen
    from wyrd_tui.store.tables.table import Table


def _open(table: TableScreen) -> Table | None:
    """The table that turns are written to; None where nothing is."""
    from wyrd_tui.store.tables.table import Table

    journal = table.session.journal
    return journal if isinstance(journal, Table) and not table.read_only else None


def _kept(table: TableScreen) -> Table:
    if (kept := _open(table)) is None:
        raise Refused("It can only be looked at here. :save FOLDER begins a table with it in another folder.")
    return kept


def hold(table: TableScreen) -> None:
    """Play on in memory."""
    _kept(table).hold()
    table.say("From now on turns that the disk refuses are kept in memory, and written as soon as it takes them.")


def save(table: TableScreen, folder: str) -> None:
    """Write what is not on disk, here or in another folder."""
    if folder and table.read_only:
        table.say(_begun(table.state, _folder(folder)))
        return
    kept = _kept(table)
    try:
        told = _moved(kept, _folder(folder)) if folder else _saved(kept)
    finally:
        table.warn(kept.trouble)
    table.quiet()
    table.say_whole(" ".join([told, *table.tell()]))


def _saved(kept: Table) -> str:
    try:
        kept.keep()
    except OSError as refused:
        what = "Not saved" if refused.errno == errno.ESTALE else "The disk still refuses"
        raise Refused(f"{what}: {refused.strerror or refused}. Nothing that was shown is lost.") from None
    return f"Saved as {kept.path}."


def _folder(said: str) -> Path:
    try:
        to = Path(os.path.abspath(Path(said).expanduser()))
    except RuntimeError:
        raise Refused(f"Nobody here has the home {said.partition('/')[0]}.") from None
    if os.path.lexists(to) and not to.is_dir():
        raise Refused(f"{to} is no folder; :save FOLDER wants one, or the name of a new one.")
    if not {"/", os.sep} & set(said) and not to.exists():
        raise Refused(f"There is no folder {said} here. `:save ./{said}` makes one; `:save` alone saves in place.")
    return to


def _moved(kept: Table, to: Path) -> str:
    try:
        kept.move(to)
    except OSError as refused:
        raise Refused(f"{to} takes no table: {refused.strerror or refused}. Nothing has changed.") from None
    return f"In its old place the table stays as it was written last. From now on it is {kept.path}."


def _begun(state: State, to: Path) -> str:
    from wyrd_tui.store.tables.encounter import create

    try:
        with create(state, folder=to) as made:
            return f"A table begins with this in {made.path}: leave, and open that one to play."
    except OSError as refused:
        raise Refused(f"{to} takes no table: {refused.strerror or refused}.") from None


def again(table: TableScreen) -> None:
    """Write what the disk has refused, if it takes it by now; quiet where it does not."""
    if not table.session.trouble or table.read_only or not (kept := _kept(table)).unwritten:
        return
    with contextlib.suppress(OSError):
        kept.keep()
        table.warn(kept.trouble)
        table.quiet()
        table.say_whole(" ".join(["The disk takes turns again, and has every one.", *table.tell()]))


def warned(leave: Command, table: TableScreen) -> Command:
    """The question whether to leave, with what becomes of what is not on disk."""
    (ask,) = leave.asks
    if table.read_only:
        return replace(leave, asks=(replace(ask, prompt="Leave the table? It was only looked at."),))
    if not table.unsaved:
        return leave
    kept = _open(table)
    trouble, becomes = sentences.leaving(table.unsaved, kept is not None and kept.unwritten > 0)
    asked = replace(ask, prompt=f"Leave the table? {trouble}".rstrip(), preview=lambda state, answers: becomes)
    return replace(leave, asks=(asked,))


def stay(table: TableScreen, why: str) -> None:
    """Say why the table could not be left, and what of it is not on disk."""
    if (kept := _open(table)) is not None:
        table.warn(kept.trouble)
    table.say_whole(why[:1].upper() + why[1:], bad=True)
