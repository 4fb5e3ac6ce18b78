"""Clicks on the rows of a table, each through the same doorway as the key that it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.screens.table.cursor import PEOPLE
from wyrd_tui.widgets.clicked import Means

if TYPE_CHECKING:
    from wyrd_tui.screens.table.controller import Controller


def click_row(table: Controller, pane: str, key: str, part: Means) -> None:
    """Take a click on a row: an answer to the open question, a step of the selected rod, harm, or a selection.

    Args:
        table: The table.
        pane: The pane of the row.
        key: Key of the row.
        part: The part of the row that was clicked.
    """
    chosen, game = table.cursor.selection, table.cursor.game
    if table.questions is not None:
        for letter in table.questions.key_of(key):
            table.key(letter, letter)
    elif pane == "abacus" and part and table.cursor.pane == pane and chosen.challenge == key:
        table.perform("untick" if part == "moved" else "tick")
    elif pane in PEOPLE and part and chosen.actor == key and game in GAMES and (act := GAMES[game].harm_act):
        table.perform(act)
    else:
        table.select(pane, key)
        # A lesson may wait for the key of a member.
        if pane in PEOPLE and (handle := handles_of(table.state).get(key, "")).isdecimal():
            table.progress.note(f"member-{handle}", table.session)
