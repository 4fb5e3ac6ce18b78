"""Challenges that stay on the abacus from scene to scene: gates, and those that a rule in force names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.abacus.tables import Story, rod, stage_rule
from tests.rules.mettle.tables import Shop
from tests.rules.tables import MERCER, Play
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Book, Challenge, Scene

GATE, OTHER = rod("gate", "Logic", 6), rod("other", "Wits", 6)
FIRST = Page("first", "act", "First", challenges=("gate", "other"))
SECOND = Page("second", "act", "Second")
LAST = Page("last", "act", "Last", after=("gate",))


def failing() -> Story:
    """A gate and another challenge have failed, and their scene is over."""
    story = Story(between=True, pages=(FIRST, SECOND, LAST), waiting=(GATE, OTHER))
    story("begin first")
    for which in ("gate", "other"):
        story.play(f"face {which} ada dice=1", "draw accept", "consequence nothing")
    story("end scene")
    return story


def test_wa_14_a_failed_gate_stays_shut_and_may_be_retried() -> None:
    """A failed gate of a scene stays and is live again in a later scene; other failures leave (WA-14, U-22)."""
    story = failing()
    assert story.offered("begin last", "page")["last"].hint == "locked by Gate"
    told = "Removed from the abacus: Other"
    assert told in (story.preview("begin second", "stay"), story.preview("begin second", "page"))
    lines = story("begin second").lines
    assert [line for line in lines if line in (told, "Second begins", "Gate: open to be faced again")] == [
        told,
        "Second begins",
        "Gate: open to be faced again",
    ], "what ends is told before what begins"
    assert list(story.state.challenges) == ["gate"]
    story("end scene")
    assert story.offered("begin last", "page")["last"].hint == "locked by Gate"
    story.play("begin Interlude", "face gate ada dice=6", "end scene", "begin last")
    assert story.state.scene.page == "last"


def test_u_22_a_failure_is_told_while_it_may_be_faced_again() -> None:
    """U-22: of a challenge that stays and of one that comes back."""
    story = failing()
    story.play("begin second")
    gate, other = story.state.challenges["gate"], story.state.book.challenges["other"]
    assert [one.past_word for one in (gate, other)] == ["failed before"] * 2
    story.play("end scene", "begin first")
    assert story.state.challenges["other"].past_word == "failed before"


def test_u_22_the_clock_of_the_dead_is_asked_about() -> None:
    """U-22: the clocks of the living go on unasked, as do those of nobody."""
    clocks = [Challenge(name, name.title(), "clock", METTLE, needed=4, who=(name,)) for name in ("kirin", "clerk")]
    shop = Shop(tasks=(*clocks, Challenge("noon", "Noon", "clock", METTLE, needed=4)))
    for line in ("begin Shop", "damage clerk 20", "rise clerk dies"):
        shop(line)
    offered = shop.offered("begin Tea", "stay")
    assert {which: choice.on for which, choice in offered.items()} == {"kirin": True, "clerk": False, "noon": True}


def test_u_22_a_failed_challenge_may_stay_and_names_its_followers() -> None:
    """The narrator decides; the answer is that of the rules."""
    story = failing()
    offered = story.offered("begin second", "stay")
    assert {which: (choice.hint, choice.on) for which, choice in offered.items()} == {
        "gate": ("failed, Last comes after it", True),
        "other": ("failed", False),
    }
    story("begin second stay=other")
    assert {which: one.outcome for which, one in story.state.challenges.items()} == {"other": ""}


@pytest.mark.parametrize("answer", ["consequence nothing of=other", "end scene dismiss=consequence-other"])
def test_u_22_an_answered_leftover_leaves_the_abacus(answer: str) -> None:
    """A challenge that stayed for its open question alone leaves with the answer; a gate of a scene stays (U-22)."""
    story = Story(between=True, pages=(FIRST, SECOND, LAST), waiting=(GATE, OTHER))
    story("begin first")
    for which in ("gate", "other"):
        story.play(f"face {which} ada dice=1", "draw accept")
    story.play("end scene", "begin second")
    assert list(story.state.challenges) == ["gate", "other"]
    story.play("consequence nothing of=gate", answer)
    assert list(story.state.challenges) == ["gate"]


def test_wa_12_a_challenge_made_between_scenes_stays() -> None:
    """The GM prepares the next scene in the pause; what the last scene left is asked about as before (U-22)."""
    story = Story(rod("wall", "Obstruction", 3), pages=(FIRST, SECOND), waiting=(GATE, OTHER))
    story.play("end scene", 'challenge threat 5 title="Dog"')
    assert {which: choice.on for which, choice in story.offered("begin first", "stay").items()} == {
        "wall": False,
        "dog": True,
    }
    story("begin first")
    assert set(story.state.challenges) == {"dog", "gate", "other"}


def test_u_22_a_removed_challenge_can_be_put_back() -> None:
    """A prepared challenge that is off the abacus and not overcome; then it gates again (WA-12, WA-14)."""
    story = failing()
    story("begin second stay=none")
    assert not story.state.challenges
    assert list(story.offered("lay gate", "which")) == ["gate", "other"]
    story("lay gate")
    assert story.state.challenges["gate"] == replace(GATE, failed_before=True)
    story.refuses("lay gate", "On the abacus already: Gate")
    story("end scene")
    assert story.offered("begin last", "page")["last"].hint == "locked by Gate"
    story.play("begin Interlude", "face gate ada dice=6")
    story.refuses("lay gate", "Overcome already: Gate")


@pytest.mark.parametrize("game", [WYRD_ENGINE, METTLE])
def test_every_game_lays_prepared_challenges(game: str) -> None:
    """`lay` puts a prepared challenge on the abacus in each game, and is refused where none is prepared."""
    door = Challenge("door", "Door", game=game, value=1)
    play = Play(MERCER, games=(game,), book=Book((), {}, {"door": door}))
    assert play("lay door").lines[0].startswith("New ")
    assert play.state.challenges == {"door": door}
    play.refuses("lay", "No prepared challenge is left")


def test_wa_14_all_that_a_scene_waits_for_is_named() -> None:
    """A locked scene is offered with all challenges that open it (WA-14)."""
    last = replace(LAST, after=("gate", "other"))
    story = Story(between=True, pages=(FIRST, last), waiting=(GATE, OTHER))
    assert story.offered("begin last", "page")["last"].hint == "locked by Gate, Other"


def test_u_22_only_what_something_to_come_waits_for_stays_by_itself() -> None:
    """A gate of what is over, or a rule that is no longer in force or its own, keeps nothing on the abacus."""
    own = stage_rule("Own", Trigger("failed", challenge="manners", text="It hurts"), parent="manners")
    past = stage_rule("Past", Trigger("six", "rise", challenge="toby"), parent="first")
    story_long = stage_rule("Long", Trigger("overcome", "count", challenge="sexton", counter="Kills"))
    rods = (
        rod("manners", "Pressure", 5),
        rod("wagon", "Obstruction", 5),
        rod("hedge", "Pursuit", 5, after=("wagon",)),
        rod("toby", "Threat", 5),
        rod("sexton", "Threat", 5),
        rod("path", "Obstruction", 5),
        rod("well", "Foreboding", 5, after=("path",)),
    )
    first = replace(FIRST, challenges=("manners", "wagon", "hedge", "toby", "sexton", "path"))
    second = replace(SECOND, challenges=("well",))
    story = Story(between=True, pages=(first, second, own, past, story_long), waiting=rods)
    story.play("begin first", "end scene")
    offered = story.offered("begin second", "stay")
    assert [which for which, choice in offered.items() if choice.on] == ["sexton", "path"]


def test_u_22_a_failed_rod_keeps_its_beads_in_every_game() -> None:
    """A failed challenge that stays for the next scene is live again."""
    task = Challenge("task", "Task", "task", needed=3, done=2, value=1, outcome="failed")
    play = Play(MERCER, challenges={"task": task}, scene=Scene(2))
    assert "Task: open to be faced again" in play("begin Next stay=task").lines
    assert play.state.challenges["task"] == replace(task, outcome="", failed_before=True)
    play.undo()
    play("begin Next")
    assert not play.state.challenges


def test_we_97_an_act_that_is_being_played_does_not_begin_twice() -> None:
    """A scene begins a second time only after it has ended (WE-97)."""
    play = Play(MERCER)
    play.session.state = replace(play.state, book=Book(pages=(Page("first", "act", "First"),)))
    play("begin first")
    play.refuses("begin first", "“First” is being played", "`end` ends the scene")
    play.play("end scene", "begin first")
    assert play.state.scene.page == "first"
