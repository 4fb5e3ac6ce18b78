"""Answers that a question suggests, from what the GM has set on the screen."""

from __future__ import annotations

from tests.rules.mettle.tables import KIRIN, VIKTOR, Shop
from tests.rules.tables import FELIX, MERCER, Play
from tests.screens.desk import press, seat
from wyrd_tui.engine.commands import Answer
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table.controller import Controller


def suggested(table: Controller, name: str) -> Answer | None:
    """The answer that Enter would give to a question now."""
    assert isinstance(table.asking, Asking)
    return table.asking.so_far().get(name)


def test_a_roll_suggests_the_rating_that_the_ladder_was_turned_to() -> None:
    table, _ = seat(Play(MERCER, FELIX).state)
    press(table, "1", "r")
    assert suggested(table, "skill") == "Pilot"
    press(table, "escape", "right", "r")
    assert suggested(table, "skill") == table.cursor.rating == "Shoot"


def test_another_actor_than_the_one_of_the_ladder_keeps_the_own_best() -> None:
    table, _ = seat(Play(MERCER, FELIX).state)
    press(table, "1", "right", "r", "backspace", "2")
    assert suggested(table, "skill") == "Crafts"


def test_a_check_suggests_the_pool_that_the_ladder_was_turned_to() -> None:
    table, _ = seat(Shop(VIKTOR, KIRIN).state)
    press(table, "1", "right", "r")
    assert suggested(table, "rating") == table.cursor.rating
