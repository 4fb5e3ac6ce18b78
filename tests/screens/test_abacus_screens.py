"""The sheet, the book and the odds of a Wyrd Abacus table."""

from dataclasses import replace

import pytest

from tests.screens.abacus_tables import abacus_session, abacus_table
from tests.screens.tables import SIZES, odds, shown
from wyrd_tui.engine import sixes
from wyrd_tui.engine.page import Trigger
from wyrd_tui.engine.rules.wyrd_abacus.trigger_words import trigger_text
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, State
from wyrd_tui.screens.book import BookScreen
from wyrd_tui.screens.sheet import SheetScreen


@pytest.mark.parametrize("size", SIZES)
def test_the_odds_look(size: tuple[int, int]) -> None:
    shown(odds(abacus_table(), "ada", challenge="lock"), size=size, golden="abacus-odds")


@pytest.mark.parametrize("size", SIZES)
def test_the_sheet_looks(size: tuple[int, int]) -> None:
    shown(SheetScreen(abacus_session(), "bob"), size=size, golden="abacus-sheet")


@pytest.mark.parametrize("size", SIZES)
def test_the_book_looks(size: tuple[int, int]) -> None:
    shown(BookScreen(abacus_session(), "devils-due"), size=size, golden="abacus-book")


def test_the_odds_say_what_points_and_wyrd_reach() -> None:
    """WA-16, WA-22, WA-25: a die, a die and points, and Wyrd after a failure."""
    page = shown(odds(abacus_table(), "ada", challenge="lock"))
    assert sixes.chance_to_overcome(4, 1).percent() in page
    assert sixes.after_draw(4, 0, 2).percent() in page
    assert "3 Wyrd in the scene" in page


def test_left_and_right_change_the_challenge() -> None:
    screen = odds(abacus_table(), "ada", challenge="lock")
    assert "The mist, Foreboding 5" in shown(screen, "right")
    assert "A rusted lock" in shown(odds(abacus_table(), "ada", challenge="lock"), "right", "left")


def test_without_a_challenge_the_odds_are_values_and_points() -> None:
    """WA-13, C-26: the die alone never beats a 7."""
    state = replace(abacus_table(), challenges={})
    page = shown(odds(state, "ada"))
    assert "no challenge waits" in page
    assert sixes.chance_to_overcome(7, 1).percent() in page


def test_the_sheet_tells_a_scratched_ability_from_a_spent_one() -> None:
    """WA-04, WA-49."""
    page = shown(SheetScreen(abacus_session(), "bob"))
    assert "scratched out: only the story mends it" in page
    assert "1 of 5" in page


def test_the_sheet_says_which_facet_was_shown() -> None:
    """WA-05, U-20."""
    rows = shown(SheetScreen(abacus_session(), "ada")).splitlines()
    assert any("Wiry" in row and "not again in this scene" in row for row in rows)
    assert not any("Doubts" in row and "shown" in row for row in rows)


def test_the_book_switches_a_stage_rule_and_takes_it_back() -> None:
    """WA-52: a rule applies while the table says so."""
    session = abacus_session()
    assert "in force" in shown(BookScreen(session, "fog"))
    shown(BookScreen(session, "fog"), "space")
    assert session.state.marks["fog"] == "over"
    shown(BookScreen(session, "fog"), "u")
    assert "fog" not in session.state.marks
    shown(BookScreen(session, "fog"), "U")
    assert session.state.marks["fog"] == "over"


@pytest.mark.parametrize(
    ("trigger", "words"),
    [
        (Trigger("attempt", "toll", type="Pressure"), "Before a Pressure challenge is attempted: 1 Wyrd must be taken"),
        (
            Trigger("sixes", "spring", by=3),
            "Once 3 sixes on Wyrd rolls in the whole story: everything that it brings enters",
        ),
        (Trigger("six", "spring", once=True), "When a Wyrd roll shows a 6, once: everything that it brings enters"),
        (Trigger("scene begins", "rise", challenge="mist"), "As a scene begins: The mist rises by 1"),
        (Trigger("low", counter="Kill Count"), "When a Wyrd roll comes to Kill Count or less"),
        (Trigger("escape", "forbid", unless="others scratched"), "until all others are scratched: nobody escapes"),
        (Trigger("scene ends", "lose", by=2, ability="soul"), "every character there loses 2 Soul"),
        (Trigger("failed", "count", counter="Kill Count", challenge="mob"), "When The mob at the gate is not overcome"),
    ],
)
def test_triggers_are_told_in_words(trigger: Trigger, words: str) -> None:
    """WA-53 … WA-59: every part of a stage rule reads as a sentence."""
    assert words in trigger_text(trigger, abacus_table())
    assert trigger_text(trigger, State())


def test_the_sheet_names_both_games_of_a_character() -> None:
    """U-34: a sheet for each game, under its name."""
    session = abacus_session()
    both = replace(
        session.state.actors["ada"], sheets={**session.state.actors["ada"].sheets, WYRD_ENGINE: Sheet({"Fight": 2})}
    )
    session.state = replace(
        session.state, games=(WYRD_ENGINE, WYRD_ABACUS), actors={**session.state.actors, "ada": both}
    )
    page = shown(SheetScreen(session, "ada"), size=(80, 60))
    assert "Wyrd Abacus ──" in page
    assert "Wyrd Engine ──" in page
    assert "Fight" in page
