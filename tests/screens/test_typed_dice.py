"""Dice that are typed: the line tells what they do in place of the odds, as the log will."""

from __future__ import annotations

import pytest

from tests.screens.desk import press, seat
from tests.test_every_command import SHIPPED, opened
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.widgets.glyphs import UNICODE


def table_of(name: str) -> Controller:
    return seat(opened(next(path for path in SHIPPED if path.stem == name)))[0]


def asking_of(table: Controller) -> Asking:
    assert isinstance(table.asking, Asking)
    return table.asking


def told(table: Controller) -> str:
    return asking_of(table).question(200).preview


BEGUN = ("B", "enter", "enter")
ROLLS = {
    "check": ("a-fine-patina", ("1", "r", "enter"), "=3333", "SUCCESS, OK · Viktor Sorokin checks The Salle"),
    "Mettle attack": ("a-fine-patina", ("1", "a", "enter"), "=1111", "SUCCESS, OK · Viktor Sorokin attacks"),
    "Wyrd Engine roll": ("the-silent-courier", ("1", "r", "enter"), "=++0-", "SUCCESS by 4 · Inspector"),
    "face": ("nobody-told-the-bees", (*BEGUN, "r", "enter", "1", "enter"), "=4", "OVERCOME · Nora Marl"),
    "influence": ("nobody-told-the-bees", (*BEGUN, "i", "enter", "a", "enter"), "=6231", "Nora Marl rolls Body: 6"),
    "sabotage": ("nobody-told-the-bees", (*BEGUN, "m", "a", "A"), "=6623", "Nora Marl works against"),
}


@pytest.mark.parametrize("roll", ROLLS)
def test_u_33_typed_dice_tell_the_outcome_before_enter(roll: str) -> None:
    """The odds stay until the last die is typed; then the line says what the log will say."""
    name, keys, dice, outcome = ROLLS[roll]
    table = table_of(name)
    press(table, *keys)
    odds = told(table)
    press(table, dice[:-1])
    assert told(table) == odds
    press(table, f"={dice[-1]}")
    assert told(table).startswith(outcome)
    foreseen = asking_of(table).foreseen()
    press(table, "enter")
    assert foreseen is not None
    log: tuple[LogLine, ...] = table.session.last(1)[0].act.log
    assert foreseen.log == log


@pytest.mark.parametrize("roll", ["check", "Mettle attack", "Wyrd Engine roll", "sabotage"])
def test_u_33_dice_beyond_the_last_are_refused_at_the_key(roll: str) -> None:
    name, keys, dice, _ = ROLLS[roll]
    table = table_of(name)
    press(table, *keys, dice, "=1")
    assert asking_of(table).refused
    press(table, "backspace")
    assert not asking_of(table).refused


@pytest.mark.parametrize(("name", "who", "form"), [("a-fine-patina", "clerk", "damage WHO [of=…] POINTS")])
def test_the_form_of_a_line_begins_with_the_word_that_was_typed(name: str, who: str, form: str) -> None:
    table = table_of(name)
    press(table, ":", f"=damage {who} 2")
    assert table.question is not None
    assert form in table.question(80, UNICODE, 5).preview
