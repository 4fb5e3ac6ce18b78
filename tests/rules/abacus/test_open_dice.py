"""Dice that fell short and wait for Wyrd: over other rolls, until the scene ends (WA-22, WA-23, U-19, U-22)."""

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
from wyrd_tui.engine.rules.wyrd_abacus.facing import FACE
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, Challenge

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
        "defeat cy",
    ],
)
def test_wa_22_a_die_waits_over_other_rolls(line: str) -> None:
    """Wyrd is drawn for it afterwards as it could be before."""
    story = short(rod("dog", "Wits", 2), people=(ADA, BOB, scratched(CY, "body")))
    story.play("lose cy body 1", "lose ada body 1", line)
    assert story.waiting()[0] == "draw"
    story("draw ada points=4 of=mob")
    assert story.roll_on("mob").score.total == 5


def test_wa_22_two_dice_wait_and_either_is_drawn_for() -> None:
    """The newest where a line does not say which; each keeps its own challenge, also by its title."""
    story = short(rod("dog", "Wits", 5))
    story.play("face dog bob dice=3", "draw bob points=1")
    assert story.roll_on("dog").score.total == 4
    story("draw ada points=2 of=Mob")
    assert (story.roll_on("mob").score.total, story.roll_on("dog").score.total) == (3, 4)
    story("draw accept of=mob")
    assert story.waiting() == ["draw", "consequence"]
    assert story.state.challenges["dog"].outcome == ""


def test_u_22_a_waiting_challenge_keeps_no_other_from_being_faced() -> None:
    """U-22: where another can be faced, the sentence says so."""
    story = short(rod("dog", "Wits", 5))
    assert FACE.asks[0].unoffered(story.state, {}) == (
        "Mob waits for an answer: `draw`, or accept the failure. Another can be faced."
    )


def test_wa_22_challenge_with_a_waiting_die_gets_no_second() -> None:
    story = short()
    story.refuses("face mob bob dice=6", "Mob waits for an answer:", "accept the failure")
    story.play("draw accept", "consequence nothing", "face mob bob dice=1")


def test_wa_22_no_bead_moves_over_an_undecided_failure() -> None:
    """A challenge whose die has just failed is not overcome by a bead beside the draw; `settle` still overcomes it."""
    story = short()
    story.refuses("tick mob", "Mob waits for an answer: `draw` comes first.")
    story("untick mob")
    story("settle mob overcome")
    assert "mob" not in story.state.challenges


def test_wa_23_no_bead_moves_before_the_consequence() -> None:
    story = short()
    story("draw accept")
    story.refuses("tick mob", "Mob waits for an answer: `consequence` comes first.")
    story.play("consequence nothing", "tick mob")
    assert story.state.challenges["mob"].done == 2


def test_wa_23_dealing_the_consequence_accepts_the_failure() -> None:
    """Dealing a challenge's consequence accepts its failure, so one act says both (WA-23)."""
    story = short()
    assert story("consequence damage who=ada").lines == ("Not overcome: Mob", "Ada loses 3 (Mob): Body 5→2")


def test_wa_09_the_scenes_end_fails_waiting_dice() -> None:
    """The scene's end fails each die that waits for Wyrd, and asks for each consequence (WA-09)."""
    story = short(rod("dog", "Wits", 5), pages=(FALLS,))
    story("face dog bob dice=3")
    told = story("end scene").lines
    assert {"Not overcome: Mob", "Not overcome: Dog"} <= set(told)
    assert story.waiting() == ["consequence", "consequence"]


def test_u_22_a_failure_counts_once() -> None:
    story = short(pages=(FALLS,))
    story("end scene")
    assert story.state.challenges["mob"].outcome == "failed"
    assert story.state.counters["Falls"] == 1
    assert "consequence" in story.waiting()


@pytest.mark.parametrize("line", ["roll ada Fight 5 dice=0000", "oppose ada dan Fight Fight", "initiative"])
def test_wa_22_no_roll_of_another_game_takes_the_draw_away(line: str) -> None:
    """A die that fell short waits for Wyrd at a table of two games as it does at one."""
    people = (both(ADA, Fight=2), BOB, CY, both(replace(ADA, id="dan", name="Dan"), Fight=1))
    story = short(people=people, games=(WYRD_ENGINE, WYRD_ABACUS))
    story(line)
    assert "draw" in story.waiting()
    story("draw ada")
    assert story.roll_on("mob").score.total == 2


def test_u_22_one_failure_is_one_failure() -> None:
    """A challenge that strikes or is settled while its die waits has failed once, and the die is helped no more."""
    for line in ("spring mob", "settle mob failed"):
        story = short(pages=(FALLS,))
        story(line)
        story.refuses("draw ada", "No failed roll is open")
        story("consequence nothing")
        assert story.state.counters["Falls"] == 1
        assert story.state.challenges["mob"].outcome == "failed"


def test_u_22_a_second_attempt_waits_for_wyrd_as_the_first_did() -> None:
    """A failed challenge can be faced a second time, fall short again, and be met with drawn Wyrd (U-22)."""
    story = short(pages=(FALLS,))
    story.play("draw accept", "consequence nothing", "face mob ada ada:4 dice=1", "draw ada points=2")
    assert "mob" not in story.state.challenges
    assert story.state.counters["Falls"] == 1


def test_u_19_the_defeated_and_the_turned_take_no_wyrd() -> None:
    """Characters defeated or turned since the die fell are not offered its Wyrd (U-19)."""
    story = short(people=(ADA, scratched(BOB, "body")))
    story("lose bob body 1")
    assert story.offers("draw ada", "taker") == ["accept", "ada"]
    story("antagonist ada wits")
    assert story.offers("draw accept", "taker") == ["accept"]


def test_wa_22_wyrd_is_drawn_against_the_value_of_the_moment() -> None:
    """The points still needed follow the challenge's present value; none are needed once it is met (WA-22)."""
    story = short()
    story("edit-challenge mob value 3")
    assert "2 short" in story.pending()[0].sentence
    story.refuses("draw ada points=3", "2 short")
    story("draw ada points=2")
    assert not story.state.challenges
    met = short()
    met("edit-challenge mob value 1")
    assert "Overcome now" in met.pending()[0].sentence
    assert met.offers("draw met", "taker") == ["accept", "met"]
    assert met.log("draw met") == "Overcome: Mob"
    assert met.pool == 4


def test_wa_23_a_failed_challenge_is_removed_once_it_is_answered() -> None:
    """WA-12: the refusal names the key; the log knows the challenge by its title."""
    story = Story(people=(character("ada", 5, 4, 6, 1),))
    story.play("challenge threat 7 Howling Mob", "face howling-mob ada dice=1")
    story.refuses(
        "remove-challenge howling-mob", "consequence of Howling Mob is still open", "`consequence` chooses it"
    )
    story("consequence nothing")
    assert story("remove-challenge howling-mob").lines == ("Removed from the abacus: Howling Mob",)
    assert story.waiting() == []
    story("challenge threat 7 Howling Mob")
    assert story.waiting() == []


def test_c_25_the_wyrd_meets_what_would_strike_at_its_six() -> None:
    """A challenge that is being faced does not strike by itself at the roll that meets it (WA-14)."""
    gate = rod("gate", "Invocation", 5, met_by="wyrd", springs="six")
    story = Story(gate, people=(with_wyrd(ADA, 1), BOB))
    assert "strikes" not in story.log("wyrd ada on=gate dice=6")
    assert not story.state.challenges


def test_u_22_challenges_that_wait_are_told_in_one_sentence() -> None:
    """Of four failures without a decision two are named; one that waits for its consequences has its own sentence."""
    rods = [rod(name, "Wits", 5) for name in ("dog", "cat", "owl", "fox")]
    story = short(*rods)
    for one in ("dog", "cat", "owl", "fox"):
        story(f"face {one} ada dice=1")
    story("draw accept of=mob")
    assert FACE.asks[0].unoffered(story.state, {}) == (
        "Mob waits for consequences: `consequence`, such as “nothing”. "
        "Dog, Cat and 2 more wait for an answer: `draw`, or accept the failure."
    )
