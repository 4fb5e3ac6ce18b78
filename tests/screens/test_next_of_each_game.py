"""A table of all three games: the game of the keys, and the challenge that the next roll of each game is for."""

from __future__ import annotations

import pytest

from tests.screens.mixed_tables import mixed
from tests.screens.shipped import asking, keyed
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Order, Place
from wyrd_tui.screens.table import captions

DAM = "c c 4 ⏎ =Dam ⏎ / =dam ⏎"
GATE = "2 c s 3 ⏎ 3 ⏎ =Gate ⏎"


@pytest.mark.parametrize("keys", ["2", "1 2", "tab tab tab 2"])
def test_u_34_a_digit_in_the_abacus_selects_a_game(keys: str) -> None:
    """U-34: also on a clock of another game, which no roll faces."""
    table = mixed(f"{DAM} {keys}")
    assert (table.cursor.game, captions.game_in_play(table)) == (METTLE, "Mettle")
    assert table.cursor.ladder is not None
    assert {rung.value: rung.name for rung in table.cursor.ladder.rungs}[3] == "Challenging"
    keyed(table, "r")
    assert (asking(table).command.id, asking(table).so_far()["who"]) == ("check", "ida")
    keyed(table, "esc esc d")
    assert (asking(table).command.game, asking(table).so_far()["who"]) == (METTLE, ("ida",))


def test_u_34_a_digit_leaves_a_task_of_another_game() -> None:
    """U-34: the task keeps its row, and its game has the keys again once it is selected."""
    table = mixed(f"{GATE} / =gate ⏎")
    assert (table.cursor.pane, table.cursor.game) == ("abacus", METTLE)
    keyed(table, "1")
    assert (table.cursor.pane, table.cursor.game, table.cursor.advances) == ("abacus", WYRD_ENGINE, "gate")
    keyed(table, "r")
    assert (asking(table).command.id, asking(table).so_far()["who"]) == ("roll", "rosa")
    keyed(table, "esc esc / =gate ⏎")
    assert table.cursor.game == METTLE


def test_u_34_a_turn_takes_the_keys_of_the_abacus_along() -> None:
    """U-34, ME-34: a turn begins in the fighter’s game, also with the keys in the abacus."""
    table = mixed("c a 1 ⏎ =Wall ⏎ / =wall ⏎", Order("gm", 1, "rosa", (Place("rosa"), Place("ida"))))
    assert table.cursor.game == WYRD_ENGINE
    keyed(table, "n")
    assert (table.cursor.pane, table.cursor.selection.actor, table.cursor.game) == ("abacus", "ida", METTLE)
