"""Random tables in every game (ME-01, ME-06)."""

from __future__ import annotations

import pytest

from tests.rules.tables import MERCER, Play
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.state import METTLE, Book

WEATHER = Page("weather", "table", "Weather", dice="2d6", rows={"2-6": "Fog", "7": "Hail", "8-12": "Sun"})


@pytest.mark.parametrize("game", GAMES)
def test_a_line_rolls_on_a_random_table_in_every_game(game: str) -> None:
    """ME-01: the sum of the dice picks the row."""
    play = Play(MERCER, games=(game,), book=Book((WEATHER,)))
    assert play("table weather dice=34").lines == ("Weather – 7: Hail",)


@pytest.mark.parametrize("game", [game for game in GAMES if game != METTLE])
def test_a_table_without_random_tables_says_so(game: str) -> None:
    """ME-26: Mettle alone has one of its own."""
    Play(MERCER, games=(game,)).refuses("table weather", "This table has no random tables.")
