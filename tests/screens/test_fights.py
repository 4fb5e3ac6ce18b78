"""Fights at the table: the end that is near, turns out of order, second turns, and the keys that stand below."""

from __future__ import annotations

from tests.rules.abacus.tables import Story
from tests.rules.mettle.tables import CLERK, KIRIN, VIKTOR, Shop
from tests.rules.tables import DRAKE, FELIX, MERCER, Play
from tests.screens.desk import press, seat
from tests.screens.test_open_questions import line
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table import captions
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.keys import FOOTER_FIRST


def played(play: Play, *lines: str) -> State:
    play.play(*lines)
    return play.state


def preview(table: Controller) -> str:
    assert isinstance(table.asking, Asking)
    return table.asking.question().preview


def shown_keys(state: State) -> list[str]:
    """Labels of the keys that stand before undo in the key row."""
    table, _ = seat(state)
    return [hint.label for hint in table.hints[:FOOTER_FIRST]]


def test_we_70_each_act_after_the_last_foe_fell_names_the_end() -> None:
    table, _ = seat(played(Play(FELIX, MERCER, DRAKE), "order gm", "damage drake 12", "fate drake defeated"))
    for _ in range(2):
        press(table, "n")
        assert captions.status_line(table).advice.startswith("all foes are out: end (e) ends the fight")
    line(table, "roll felix will 1 dice=+000")
    assert captions.status_line(table).pending
    assert captions.status_line(table).advice.startswith("all foes are out: end (e) ends the fight")


def test_we_52_an_attack_out_of_turn_says_so_before_enter() -> None:
    table, _ = seat(played(Play(MERCER, FELIX, DRAKE), "order gm", "next"))
    press(table, "1", "a", "enter")
    assert preview(table).startswith("Out of turn, it is the turn of Felix: 4dF")


def test_we_52_a_second_primary_action_is_told_before_enter() -> None:
    table, _ = seat(played(Play(MERCER, DRAKE), "order gm", "action mercer primary"))
    press(table, "1", "a", "enter")
    assert preview(table).startswith("A second primary action this turn: 4dF")
    press(table, "escape", "m", "A")
    press(table, "enter")
    assert preview(table).startswith("A second primary action this turn: 4dF")


def test_me_51_a_strike_out_of_turn_says_so_before_enter() -> None:
    table, _ = seat(played(Shop(KIRIN, VIKTOR, CLERK), "order gm", "next"))
    press(table, "1", "a", "enter")
    assert preview(table).startswith("Out of turn, it is the turn of Viktor · ")
    press(table, "escape")
    line(table, "back")
    line(table, "action kirin action")
    press(table, "1", "a", "enter")
    assert preview(table).startswith("A second Action this turn · ")


def test_u_11_a_second_turn_is_told_before_enter() -> None:
    table, _ = seat(played(Play(MERCER, DRAKE), "order gm", "next"))
    press(table, "1", "G")
    assert preview(table) == "Captain Elias Mercer has acted this round: a second turn"
    assert table.state.order.turn == "drake"
    press(table, "enter")
    assert table.state.order.turn == "mercer"


def test_the_key_row_names_only_what_can_be_done() -> None:
    """No reroll before a roll that may be taken again, no Wyrd to draw before a failure (WA-27)."""
    assert "reroll" not in shown_keys(Play(MERCER, DRAKE).state)
    assert "draw Wyrd" not in shown_keys(Story().state)


def test_the_key_row_offers_to_begin_a_fight_until_one_runs() -> None:
    assert "set the order" in shown_keys(Play(MERCER, DRAKE).state)
    assert "set the order" not in shown_keys(played(Play(MERCER, DRAKE), "order gm"))
