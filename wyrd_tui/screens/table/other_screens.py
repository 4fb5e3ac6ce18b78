"""Screens that a table opens; each is imported only when it is opened, since most evenings need few of them."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen


def screen_class(name: str) -> Callable[..., Screen[None]]:
    """Return the class of a screen by the name that `Display.open` takes, such as `themes`.

    Raises:
        KeyError: If no screen has that name.
    """
    match name:
        case "book":
            from wyrd_tui.screens.book import BookScreen

            return BookScreen
        case "challenge":
            from wyrd_tui.screens.challenge import ChallengeScreen

            return ChallengeScreen
        case "help":
            from wyrd_tui.screens.help import HelpScreen

            return HelpScreen
        case "history":
            from wyrd_tui.screens.history import HistoryScreen

            return HistoryScreen
        case "odds":
            from wyrd_tui.screens.odds import OddsScreen

            return OddsScreen
        case "palette":
            from wyrd_tui.screens.palette import PaletteScreen

            return PaletteScreen
        case "players":
            from wyrd_tui.screens.players import PlayersScreen

            return PlayersScreen
        case "preview":
            from wyrd_tui.screens.watch import PreviewScreen

            return PreviewScreen
        case "sheet":
            from wyrd_tui.screens.sheet import SheetScreen

            return SheetScreen
        case "themes":
            from wyrd_tui.screens.looks import LooksScreen

            return LooksScreen
        case _:
            raise KeyError(name)
