"""Names that are typed into questions: small letters find a rating or a trait, and choose nothing on the way."""

from __future__ import annotations

import pytest

from tests.screens.desk import press, seat
from tests.screens.evening_by_key import EVENINGS
from tests.screens.shipped import begun, keyed, prompt
from wyrd_tui.engine.commands import Answers
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.question import Prompt


def _seat(game: int = 0) -> Controller:
    return seat(EVENINGS[game].begin(), "++00", "----", "++00", "----")[0]


def _prompt(table: Controller) -> Prompt:
    assert table.question is not None
    return table.question(80, UNICODE, 5)


def _answers(table: Controller) -> Answers:
    assert isinstance(table.asking, Asking)
    return table.asking.answers


@pytest.mark.parametrize("typed", ["investigate", "Investigate", "athletics", "Athletics", "crafts"])
def test_ratings_are_typed_by_name_at_once(typed: str) -> None:
    """A capital that has chosen already is taken back with its choice."""
    table = _seat()
    press(table, "2", "r", f"={typed}", "enter")
    assert str(_answers(table)["skill"]).casefold() == typed.casefold()
    ticks = [offer.on for part in _prompt(table).parts for offer in part.offers]
    assert ticks
    assert not any(ticks)


def test_capitals_choose_a_rating_and_tick_a_trait() -> None:
    table = _seat()
    press(table, "1", "r", "B", "A")
    assert _answers(table)["skill"] == "Shoot"
    assert [offer.on for part in _prompt(table).parts for offer in part.offers] == [True, False]


def test_the_line_says_that_letters_find() -> None:
    table = _seat()
    press(table, "1", "r")
    assert ("a-z", "find") in _prompt(table).keys


@pytest.mark.parametrize("word", ["investigate", "bead", "unstable"])
def test_a_word_in_a_form_ticks_no_trait(word: str) -> None:
    table = _seat()
    press(table, "1", "r", "enter", f"={word}")
    assert not any(offer.on for part in _prompt(table).parts for offer in part.offers)
    assert "“" in _prompt(table).refused


def test_a_typed_name_moves_the_cursor_and_ticks_nobody() -> None:
    """Letters before the first that is no handle are taken back: `a` of *admiral* is a handle too."""
    table = _seat()
    press(table, "d", "=1", "escape", "i", "=admiral")
    form = _prompt(table)
    fighters = next(part for part in form.parts if part.prompt == "Fighters")
    assert {offer.label: offer.on for offer in fighters.offers}["Patrolling crewman"]
    assert "finds" in form.aside or "“" in form.refused


def test_wound_penalty_goes_to_the_typed_rating() -> None:
    """WE-60."""
    table = _seat()
    press(table, "2", "d", "6", "enter", "=craf")
    assert "“craf” finds Crafts" in _prompt(table).aside
    press(table, "enter")
    assert "Crafts −1" in table.speech.status.said


def test_a_misspelt_rating_offers_the_one_that_is_meant() -> None:
    table = _seat()
    press(table, "1", "r", "=athletcs")
    part = next(part for part in _prompt(table).parts if part.prompt == "Roll")
    assert part.note == "no choice matches “athletcs”; did you mean"
    assert [(offer.label, offer.here) for offer in part.offers] == [("Athletics", False)]
    assert "enter" not in [key for key, _ in _prompt(table).keys]
    press(table, "enter")
    assert _prompt(table).refused == "No choice is called “athletcs”. Did you mean Athletics? ↓ chooses it."
    press(table, "down", "enter")
    assert _answers(table)["skill"] == "Athletics"


def test_backspace_after_a_word_leaves_the_question_open() -> None:
    table = _seat()
    press(table, "1", "r", "enter", "=zz", "backspace")
    assert _answers(table)["skill"] == "Pilot"
    assert len(_prompt(table).parts) > 1


def test_a_status_is_typed_by_its_name() -> None:
    """ME-38."""
    table = _seat(2)
    press(table, "3", "C", "=exhausted")
    assert table.session.state.acts == 0
    press(table, "escape", "3", "C", "=shaken", "enter")
    assert [step.act.command for step in table.session.done] == ["status"]
    assert "Shaken" in table.speech.status.said


def test_a_capital_that_chooses_nothing_is_refused() -> None:
    """“E” finds no *none* among the challenges and begins no name of one; the first letter of a name is typed."""
    table = _seat()
    press(table, "1", "r", "Z", "E")
    challenge = next(part for part in _prompt(table).parts if part.prompt == "Challenge")
    assert not challenge.typed
    assert len(challenge.offers) > 1
    assert _prompt(table).refused.startswith("E does nothing here.")
    press(table, "escape", "escape", "1", "r", "=Ste")
    assert [offer.label for part in _prompt(table).parts for offer in part.offers if offer.here] == ["Stealth"]


def test_letters_of_no_challenge_never_choose_none() -> None:
    """Part of another name is in *none* too; its whole name still means it."""
    table = _seat()
    press(table, "1", "r", "Z", "/", "=ne", "enter")
    challenge = next(part for part in _prompt(table).parts if part.prompt == "Challenge")
    assert _prompt(table).refused.startswith("No choice is called “ne”.")
    assert not any(offer.here for offer in challenge.offers)
    press(table, "backspace", "backspace", "/", "=none")
    assert [offer.label for part in _prompt(table).parts for offer in part.offers if offer.here] == ["none"]


def test_the_acts_own_key_leaves_nothing_in_its_question() -> None:
    table = _seat()
    press(table, "1", "r", "r")
    assert "You are in “roll” already" in _prompt(table).refused
    press(table, "enter", "enter")
    assert _answers(table)["skill"] == "Pilot"


def test_a_stray_letter_keeps_the_ticks() -> None:
    """A letter that goes on to no name does nothing of itself, and the next one ticks again."""
    table = begun("a-fine-patina", "F a x")
    assert prompt(table).refused.startswith("x does nothing here.")
    assert [offer.key for part in prompt(table).parts for offer in part.offers if offer.on] == ["a"]
    keyed(table, "a 2")
    assert [offer.key for part in prompt(table).parts for offer in part.offers if offer.on] == ["2"]
