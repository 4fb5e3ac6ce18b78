"""Recap for players, written beside the files of a table."""

from __future__ import annotations

from pathlib import Path

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.players_recap import recap_for_players, write_html, write_markdown
from wyrd_tui.engine.session import Session
from wyrd_tui.screens.table.protocols import Storage
from wyrd_tui.store.files import atomic


def write_recaps(session: Session, storage: Storage | None) -> Path:
    """Write the recap for players as Markdown and as HTML; return the file of Markdown.

    Raises:
        Refused: If the table is kept in no file.
        OSError: If the disk refuses.
    """
    table = storage.table if storage is not None else None
    if table is None:
        raise Refused("This table is kept in no file: `wyrd recap --players NAME` writes the recap of one that is")
    file = table.save().with_suffix(".players.md")
    recap = recap_for_players(session.state, session.done)
    atomic.write(file, write_markdown(recap).encode())
    atomic.write(file.with_suffix(".html"), write_html(recap).encode())
    return file
