"""The small question before an empty table: which game it plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from wyrd_tui.engine.spans import BLANK, PageLine, make_line
from wyrd_tui.engine.voices import VOICES, game_name
from wyrd_tui.engine.words import join_names
from wyrd_tui.screens.base import BaseScreen
from wyrd_tui.screens.party_choice import ROW_LETTERS
from wyrd_tui.screens.prose import paragraph


def playable_games() -> list[tuple[str, ...]]:
    """List what an empty table can play: each game alone, then two of them together, and so on."""
    return [games for count in range(1, len(VOICES) + 1) for games in combinations(VOICES, count)]


class NewTableScreen(BaseScreen):
    """Games to choose from for a table without a scenario.

    Args:
        on_begin: Takes the ids of the games, before this screen goes.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "begin", "begin", id="empty-begin")]
    pointer = True
    clicked_twice = "begin"

    def __init__(self, on_begin: Callable[[Sequence[str]], None]) -> None:
        super().__init__()
        self._on_begin = on_begin
        self._games = dict(zip(ROW_LETTERS, playable_games(), strict=False))

    def _title(self) -> None:
        self.entitle("New table", ("empty", "strong"), right="a letter begins it")

    def _lines(self, width: int) -> list[PageLine]:
        names = {letter: join_names([*map(game_name, games)]) for letter, games in self._games.items()}
        rows = [make_line((f"  {letter} ", "key"), (name, "strong"), id=letter) for letter, name in names.items()]
        told = "The table begins without characters. Its panes name the keys that add characters, foes and challenges."
        return [BLANK, *rows, BLANK, *paragraph(told, width - 1, role="dim")]

    def on_key(self, event: events.Key) -> None:
        """Begin with the games of a letter, a small or a capital one."""
        if (letter := (event.character or "").lower()) in self._games:
            event.stop()
            self._begin(letter)

    def action_begin(self) -> None:
        """Begin with the row under the cursor."""
        if isinstance(self.scroll.chosen, str):
            self._begin(self.scroll.chosen)

    def _begin(self, letter: str) -> None:
        if self.is_active:
            self._on_begin(self._games[letter])
            self.dismiss()
