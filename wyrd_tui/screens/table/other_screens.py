"""Screens that a table opens; each is imported only when it is opened, since most evenings need few of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from textual.screen import Screen

if TYPE_CHECKING:
    from wyrd_tui.engine.commands import Answers, Command
    from wyrd_tui.engine.rules.pages import Aim, OddsPage
    from wyrd_tui.engine.session import Session
    from wyrd_tui.engine.state import State
    from wyrd_tui.screens.players import Serving
    from wyrd_tui.widgets.values import PaletteAct


def _book(
    session: Session, ask: Callable[[str, Answers], None], keyed: Callable[[str], str], page: str = ""
) -> Screen[None]:
    from wyrd_tui.screens.book import BookScreen

    return BookScreen(session, page, ask=ask, keyed=keyed)


def _challenge(session: Session, which: str) -> Screen[None]:
    from wyrd_tui.screens.challenge import ChallengeScreen

    return ChallengeScreen(session, which)


def _help(commands: tuple[Command, ...], keys: Mapping[str, tuple[str, ...]], wanted: str) -> Screen[None]:
    from wyrd_tui.screens.help import HelpScreen

    return HelpScreen(commands, keys, wanted)


def _history(session: Session) -> Screen[None]:
    from wyrd_tui.screens.history import HistoryScreen

    return HistoryScreen(session)


def _odds(state: State, page: OddsPage, aim: Aim) -> Screen[None]:
    from wyrd_tui.screens.odds import OddsScreen

    return OddsScreen(state, page, aim)


def _palette(acts: Sequence[PaletteAct]) -> Screen[None]:
    from wyrd_tui.screens.palette import PaletteScreen

    return PaletteScreen(acts)


def _players(table: Serving) -> Screen[None]:
    from wyrd_tui.screens.players import PlayersScreen
    from wyrd_tui.screens.table.recaps import write_recaps

    return PlayersScreen(table, lambda: write_recaps(table.controller.session, table.controller.storage))


def _preview(state: Callable[[], State]) -> Screen[None]:
    from wyrd_tui.screens.watch import PreviewScreen

    return PreviewScreen(state)


def _sheet(session: Session, who: str, ask: Callable[[str, Answers], None]) -> Screen[None]:
    from wyrd_tui.screens.sheet import SheetScreen

    return SheetScreen(session, who, ask)


def _themes() -> Screen[None]:
    from wyrd_tui.screens.looks import LooksScreen

    return LooksScreen()


SCREENS: Mapping[str, Callable[..., Screen[None]]] = {
    "book": _book,
    "challenge": _challenge,
    "help": _help,
    "history": _history,
    "odds": _odds,
    "palette": _palette,
    "players": _players,
    "preview": _preview,
    "sheet": _sheet,
    "themes": _themes,
}
"""Makers of screens by name."""
