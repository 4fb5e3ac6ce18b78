"""Recaps, written beside the files of a table: the GM's, and the one for players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.session import Session

if TYPE_CHECKING:
    from wyrd_tui.screens.table.protocols import Storage


def write_recaps(session: Session, storage: Storage | None) -> list[Path]:
    """Write the GM's recap as Markdown, and the one for players as Markdown and as HTML; return the files.

    Raises:
        Refused: If the table is kept in no file, or the disk refuses.
    """
    from wyrd_tui.engine.players_recap import recap_for_players
    from wyrd_tui.engine.recap import recap
    from wyrd_tui.engine.recap_files import write_html, write_markdown
    from wyrd_tui.store.files import atomic
    from wyrd_tui.store.files.regular import refusal_reason

    table = storage.table if storage is not None else None
    if table is None:
        raise Refused("This table is kept in no file, so no recap has a place beside it.")
    steps = session.done
    players = recap_for_players(session.state, steps)
    texts = {
        ".recap.md": recap(session.state, steps),
        ".players.md": write_markdown(players),
        ".players.html": write_html(players),
    }
    written: list[Path] = []
    for suffix, text in texts.items():
        file = table.path.with_suffix(suffix)
        try:
            atomic.write(file, text.encode())
        except OSError as refused:
            done = f" Written before: {tell_files(written)}." if written else ""
            raise Refused(f"{file.name} cannot be written: {refusal_reason(refused)}.{done}") from None
        written.append(file)
    return written


def tell_files(files: list[Path]) -> str:
    """List files by name."""
    return ", ".join(file.name for file in files)
