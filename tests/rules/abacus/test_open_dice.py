"""A die that fell short and waits for Wyrd: what is held up by it, and how it ends (WA-22, WA-23, U-19, U-22)."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

import pytest

from tests.rules.abacus.tables import (
    ADA,
    BOB,
    CY,
    Story,
    StoryFacts,
    both,
    character,
    rod,
    scratched,
    stage_rule,
    with_wyrd,
)
from wyrd_tui.engine.page import Trigger
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, Challenge, Roll, Score

FALLS = stage_rule("Falls", Trigger("failed", "count", counter="Falls"))


def short(*rods: Challenge, **more: Unpack[StoryFacts]) -> Story:
    """A table where the mob was faced and the die fell short."""
    story = Story(rod("mob", "Threat", 7), *rods, **more)
    story("face mob ada,bob dice=1")
    return story


@pytest.mark.parametrize(
    "line",
    [
        "influence ada body",
        "wyrd ada",
        "sabotage ada mind mob",
        "recuperate ada body",
        "consequence damage of=none who=ada points=1",
        "face dog ada dice=6",
        "final",
        "defeat cy",
    ],
)
def test_wa_22_nothing_else_is_rolled_while_a_die_waits(line: str) -> None:
    """It is refused with why, and the draw stays open."""
    story = short(rod("dog", "Wits", 2), people=(ADA, BOB, scratched(CY, "body")))
    story("lose cy body 1")
    story.refuses(line, "Mob (Threat 7) still waits", "accept")
    assert story.waiting()[0] == "draw"


def test_wa_23_its_own_consequences_accept_the_failure() -> None:
    """So that one act says both."""
    story = short()
    assert story("consequence damage who=ada").lines == ("Mob is not overcome", "Ada loses 3 (Mob): Body 5→2")


@pytest.mark.parametrize(
    "line", ["wyrd bob", "end scene", "face dog bob dice=6", "influence ada body", "recuperate cy body"]
)
def test_wa_23_a_die_that_the_other_game_has_covered_has_failed(line: str) -> None:
    """As it may be in a table that was saved so; the rules of failing hold, and once."""
    people = (both(ADA, Fight=2), BOB, CY)
    games = (WYRD_ENGINE, WYRD_ABACUS)
    story = short(rod("dog", "Wits", 2), people=people, games=games, pages=(FALLS,))
    story("lose cy body 1")
    check = Roll("check", WYRD_ENGINE, Score("ada", "Fight"), outcome="success")
    story.session.state = replace(story.state, roll=check)
    story(line)
    assert story.state.challenges["mob"].outcome == "failed"
    assert story.state.counters["Falls"] == 1
    assert "consequence" in story.waiting()


@pytest.mark.parametrize("line", ["roll ada Fight 5 dice=0000", "oppose ada dan Fight Fight", "initiative"])
def test_wa_22_no_roll_of_another_game_takes_the_draw_away(line: str) -> None:
    """A die that fell short waits for Wyrd at a table of two games as it does at one."""
    people = (both(ADA, Fight=2), BOB, CY, both(replace(ADA, id="dan", name="Dan"), Fight=1))
    story = short(people=people, games=(WYRD_ENGINE, WYRD_ABACUS))
    story.refuses(line, "Mob (Threat 7) still waits", "accept")
    story("draw accept")
    story(line)


def test_u_22_one_failure_is_one_failure() -> None:
    """A challenge that strikes or is settled while its die waits has failed once, and the die is helped no more."""
    for line in ("spring mob", "settle mob failed"):
        story = short(pages=(FALLS,))
        story(line)
        story.refuses("draw ada", "No failed roll waits")
        story("consequence none")
        assert story.state.counters["Falls"] == 1
        assert story.state.challenges["mob"].outcome == "failed"


def test_u_22_a_second_attempt_waits_for_wyrd_as_the_first_did() -> None:
    """One that failed is faced again, falls short again, and is drawn for."""
    story = short(pages=(FALLS,))
    story.play("draw accept", "consequence none", "face mob ada ada:4 dice=1", "draw ada points=2")
    assert "mob" not in story.state.challenges
    assert story.state.counters["Falls"] == 1


def test_u_19_the_defeated_and_the_turned_take_no_wyrd() -> None:
    """Though they were in it when the die fell."""
    story = short(people=(ADA, scratched(BOB, "body")))
    story("lose bob body 1")
    assert story.offers("draw ada", "taker") == ["ada", "accept"]
    story("antagonist ada wits")
    assert story.offers("draw accept", "taker") == ["accept"]


def test_wa_22_wyrd_is_drawn_against_the_value_of_the_moment() -> None:
    """It may have risen or fallen since the die fell; where it is met by now nobody need take any."""
    story = short()
    story("edit-challenge mob value 3")
    assert "2 short" in story.pending()[0].sentence
    story.refuses("draw ada points=3", "2 short")
    story("draw ada points=2")
    assert not story.state.challenges
    met = short()
    met("edit-challenge mob value 1")
    assert "is met by now" in met.pending()[0].sentence
    assert met.offers("draw met", "taker") == ["met", "accept"]
    assert met.log("draw met") == "Mob is overcome"
    assert met.pool == 4


def test_wa_12_a_challenge_that_is_taken_away_leaves_nothing_open() -> None:
    """Neither its die nor its consequences; the log knows it by its title."""
    story = Story(people=(character("ada", 5, 4, 6, 1),))
    story.play("challenge threat 7 Howling Mob", "face howling-mob ada dice=1")
    assert story("remove-challenge howling-mob").lines == (
        "Nothing further comes of Howling Mob",
        "Howling Mob leaves the abacus",
    )
    assert story.waiting() == []
    story("challenge threat 7 Howling Mob")
    assert story.waiting() == []


def test_c_25_the_wyrd_meets_what_would_strike_at_its_six() -> None:
    """A challenge that is being faced does not strike by itself at the roll that meets it (WA-14)."""
    gate = rod("gate", "Invocation", 5, met_by="wyrd", springs="six")
    story = Story(gate, people=(with_wyrd(ADA, 1), BOB))
    assert "strikes" not in story.log("wyrd ada on=gate dice=6")
    assert not story.state.challenges
