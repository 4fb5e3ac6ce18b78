"""Verbs that open another screen: help, the book, a sheet, odds, the history, themes and the page for players."""

from __future__ import annotations

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.pages import Aim
from wyrd_tui.engine.voices import the_game
from wyrd_tui.screens.table.playing import Playing

NOBODY = "No character is selected. Press 1 to 9, or / to find one."


def open_help(table: Playing, wanted: str = "") -> None:
    """Open the key card, or the acts in words that contain a word."""
    table.display.open("help", table.commands_in_order, table.acts_of_keys(), wanted)


def open_book(table: Playing) -> None:
    """Open the book of the scenario."""
    table.display.open("book", table.session, "", table.ask_about, table.speech.keyed)


def open_history(table: Playing) -> None:
    """Open the history of the table."""
    table.display.open("history", table.session)


def open_palette(table: Playing) -> None:
    """Open the list of all acts."""
    table.display.open("palette", table.palette_acts())


def open_players(table: Playing) -> None:
    """Open the page for players, or its address where it is open."""
    # Recaps wait for the end of an evening.
    from wyrd_tui.screens.table.recaps import write_recaps

    table.display.open("players", table.display, lambda: write_recaps(table.session, table.storage))


def open_preview(table: Playing) -> None:
    """Open what players see now."""
    table.display.open("preview", lambda: table.state)


def open_themes(table: Playing) -> None:
    """Open the list of looks."""
    table.display.open("themes")


def open_sheet(table: Playing) -> None:
    """Open the sheet of the actor or the page of the challenge, whichever was selected last.

    Raises:
        Refused: If nobody is selected.
    """
    chosen = table.cursor.selection
    if chosen.touched == "abacus" and chosen.challenge in table.state.challenges:
        table.display.open("challenge", table.session, chosen.challenge)
        return
    if not chosen.actor:
        raise Refused(NOBODY)
    table.display.open("sheet", table.session, chosen.actor, table.ask_about)


def open_odds(table: Playing) -> None:
    """Open the odds in the game of what is selected: for what the ladder shows, or for the selected challenge.

    Raises:
        Refused: If nobody is selected, or the game has no page of odds.
    """
    state = table.state
    if not table.cursor.selection.actor:
        raise Refused(NOBODY)
    game = table.cursor.game
    chosen = table.cursor.selection.in_or_for_game(state, game)
    seen = chosen.state_in_game(state)
    rod = state.challenges.get(chosen.challenge) if table.cursor.pane == "abacus" else None
    rung = rod.value if rod is not None and rod.value is not None and rod.game == game else chosen.rung
    load = GAMES[game].odds_page if game in GAMES else None
    if load is None:
        raise Refused(f"There is no page of odds for {the_game(game)}.")
    challenge = table.cursor.next_challenge if table.cursor.followed is not None else ""
    rating = chosen.rated(chosen.actor) or table.rules.best_rating(seen, chosen.actor, challenge)
    aim = Aim(chosen.actor, rating, chosen.last_target(state, chosen.actor), chosen.challenge, rung)
    table.display.open("odds", seen, load(), aim)
