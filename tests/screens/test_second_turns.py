"""Turns that come back: after a hold, and by going back a turn (WE-52, U-11)."""

from __future__ import annotations

from tests.screens.shipped import FLIGHT, begun, keyed, prompt
from wyrd_tui.engine.rules.ground.places import place_of

ORDERED = "i =++++;0000;---- ⏎"


def test_a_fighter_who_held_after_attacking_has_no_primary_action() -> None:
    """WE-52: one primary action a turn; `act now` asks as it does of a fighter who has acted."""
    table = begun(FLIGHT, f"{ORDERED} a ⏎ =----++++ ⏎ H n G")
    assert "Mercer has used: primary" in prompt(table).preview
    keyed(table, "⏎")
    assert table.state.order.turn == "elias-mercer"
    assert place_of(table.state, "elias-mercer").used == ("primary",)


def test_a_fighter_who_held_with_all_actions_acts_at_once() -> None:
    """U-11: nothing is asked of the only fighter who holds."""
    table = begun(FLIGHT, f"{ORDERED} H G")
    assert table.asking is None
    assert (table.state.order.turn, table.state.order.round) == ("elias-mercer", 1)


def test_a_second_turn_gives_the_actions_back() -> None:
    """WE-52: who has had the whole turn begins another one with both actions."""
    table = begun(FLIGHT, f"{ORDERED} a ⏎ =----++++ ⏎ n n G 1")
    assert "has acted this round: a second turn" in prompt(table).preview
    keyed(table, "⏎")
    assert place_of(table.state, "elias-mercer").used == ()


def test_the_turn_before_a_hold_is_the_holder_s() -> None:
    """U-11: going back from the next fighter undoes the hold, not the round."""
    table = begun(FLIGHT, f"{ORDERED} n n n H p")
    assert (table.state.order.turn, table.state.order.round) == ("elias-mercer", 2)
    assert not place_of(table.state, "elias-mercer").held
