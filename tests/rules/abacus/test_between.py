"""The time between scenes and the final rolls: sixes count, and nothing strikes (WA-14, WA-41, WA-42)."""

from __future__ import annotations

import pytest

from tests.rules.abacus.tables import ADA, BEAST, BOB, DEVILS_DUE, Story, rod, stage_rule, with_wyrd
from wyrd_tui.engine.nouns.wyrd_abacus import memory_of
from wyrd_tui.engine.page import Trigger

COLD = stage_rule("Cold", Trigger("six", "lose", ability="body", by=1))
OMEN = stage_rule("Omen", Trigger("low", "count", counter="Crows", at_most=2))
PEOPLE = (with_wyrd(ADA, 3), with_wyrd(BOB, 2))
WAITS = "Nothing strikes between scenes"


def test_wa_42_the_effect_of_a_six_waits_for_the_next_scene() -> None:
    """Damage, a beast that comes, a challenge that strikes: each is said, and done as the scene begins (WA-42)."""
    story = Story(rod("mine", "Taint", 4, springs="six"), people=PEOPLE, pages=(COLD, BEAST), between=True)
    said = story.log("wyrd ada,bob dice=661;62")
    assert [f"Waiting for the next scene: {name}. {WAITS}" in said for name in ("Cold", "Prowling Beast", "Mine")] == [
        True,
        True,
        True,
    ]
    assert (story.now("ada"), "beast" in story.state.actors, story.waiting()) == ("5/4/6", False, [])
    assert story.state.challenges["mine"].outcome == ""
    said = story.log("begin Next")
    assert "Prowling Beast: It appears. Most sixes: Ada (2)." in said
    assert "Strikes by itself: Mine. The Wyrd shows a 6" in said
    assert (story.now("ada"), story.now("bob")) == ("4/4/6", "3/5/6")
    assert story.waiting() == ["consequence"]
    story.play("end scene", "consequence nothing", "begin After")
    assert story.now("ada") == "4/4/6"


def test_wa_42_single_trigger_strikes_once_after_waiting() -> None:
    """A single trigger that two rolls between scenes call for strikes once as the next scene begins (WA-42)."""
    story = Story(people=PEOPLE, pages=(BEAST, OMEN), between=True)
    story.play("wyrd ada dice=611", "wyrd ada,bob dice=611;22")
    assert "Crows" not in story.state.counters
    said = story.log("begin Next")
    assert said.count("It appears") == 1
    assert story.state.counters["Crows"] == 1


def test_wa_42_a_rule_that_is_over_by_then_does_nothing() -> None:
    """The narrator has the last word."""
    story = Story(people=PEOPLE, pages=(COLD,), between=True)
    story.play("wyrd ada dice=666", "stage-rule cold over", "begin Next")
    assert story.now("ada") == "5/4/6"


def test_wa_42_a_rule_of_several_parts_says_once_that_it_waits() -> None:
    """Two parts of a rule wait; the log has one line of it, and both are done as the scene begins (WA-42)."""
    parts = [Trigger("low", "count", counter=name, at_most=2) for name in ("Crows", "Bells")]
    story = Story(people=PEOPLE, pages=(stage_rule("Toll", *parts),), between=True)
    assert story.log("wyrd bob dice=11").count("next scene: Toll.") == 1
    story("begin Next")
    assert (story.state.counters["Crows"], story.state.counters["Bells"]) == (1, 1)


def test_wa_42_a_countdown_fills_between_scenes_and_strikes_in_the_next() -> None:
    """WA-40: every 6 counts; the deed waits, in words. By hand it is the same."""
    for line in ("wyrd ada dice=666", "tick devils-due beads=3"):
        story = Story(people=PEOPLE, pages=(DEVILS_DUE,), between=True)
        story.play("begin One", "end scene")
        assert f"Full, waiting for the next scene: Devil’s Due. {WAITS}" in story.log(line)
        assert "fiend" not in story.state.actors
        assert "Full: Devil’s Due. The fiend is here\nThe Fiend enters" in story.log("begin Two")
        assert story.state.marks["devils-due"] == "over"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("wyrd bob", "no dice: the result is 1 · so Omen is set off for certain"),
        ("wyrd ada", "2 or less sets off Omen"),
    ],
)
def test_wa_42_line_before_a_roll_tells_that_strikes_wait(line: str, told: str) -> None:
    """Between scenes a roll sets off only what waits for the next scene; in a scene nothing waits (WA-42)."""
    story = Story(people=(with_wyrd(ADA, 1), BOB), pages=(OMEN,), between=True)
    assert story.preview(line, "dice").endswith(f"{told} · strikes wait for the next scene")
    story("begin Next")
    assert story.preview(line, "dice").endswith(told)


def test_wa_42_line_before_a_roll_without_strikes_tells_of_none() -> None:
    """Nothing waits where the roll sets nothing off (WA-42)."""
    story = Story(people=PEOPLE, between=True)
    assert "wait" not in story.preview("wyrd ada", "dice")


def test_wa_59_a_six_between_scenes_belongs_to_no_scene() -> None:
    """A rule about the 6 of a scene strikes at its end, and no line before the roll says otherwise (WA-59)."""
    hunger = stage_rule("Hunger", Trigger("scene ends", "count", counter="Hunger", unless="six in scene"))
    mine = stage_rule("Mine", Trigger("scene ends", "count", counter="Mine", unless="six"))
    story = Story(people=PEOPLE, pages=(hunger, mine), between=True)
    story.play("begin One", "wyrd ada dice=611", "end scene")
    assert "keeps" not in story.preview("wyrd ada", "dice")
    assert "from striking" not in story.log("wyrd ada dice=611")
    story("begin Two")
    assert "a 6 keeps Hunger from striking" in story.preview("wyrd ada", "dice")
    story("end scene")
    assert (story.state.counters.get("Hunger"), story.state.counters.get("Mine")) == (1, None)


def test_wa_59_a_six_between_scenes_counts_for_the_story() -> None:
    """A rule about a 6 of the story is kept off by one of between scenes, and the line says so (WA-59)."""
    mine = stage_rule("Mine", Trigger("scene ends", "count", counter="Mine", unless="six"))
    story = Story(people=PEOPLE, pages=(mine,), between=True)
    assert "a 6 keeps Mine from striking" in story.preview("wyrd ada", "dice")
    story.play("wyrd ada dice=611", "begin One", "end scene")
    assert "Mine" not in story.state.counters


def test_wa_42_no_rule_strikes_between_scenes() -> None:
    """Between scenes `stage-rule … fires` is refused, and only ending the rule is on offer (WA-42)."""
    story = Story(people=PEOPLE, pages=(COLD,), between=True)
    story.refuses("stage-rule cold fires", "“fires”", "nothing strikes between scenes")
    assert story.offers("stage-rule cold over", "does") == ["over"]


def test_wa_41_the_final_rolls_set_nothing_off() -> None:
    """Sixes of final rolls are counted and no more (WA-41)."""
    story = Story(rod("mine", "Taint", 4, springs="six"), people=PEOPLE, pages=(COLD, BEAST, DEVILS_DUE))
    assert "no strike at a 6: mine" in story.preview("final", "dice").casefold()
    said = story.log("final dice=666;22")
    assert not any(word in said for word in ("strikes", "waits", "loses", "enters", "Full"))
    assert "No strike: Mine. Final rolls set nothing off" in said
    told = "Last six: Devil’s Due: “The fiend is here.” Final rolls set nothing off: its end comes with the next scene"
    assert told in said.replace("'", "’")
    assert memory_of(story.state).sixes == 3
    assert (story.now("ada"), set(story.state.actors)) == ("5/4/6", {"ada", "bob"})
