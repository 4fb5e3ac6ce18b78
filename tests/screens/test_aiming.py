"""Whom the selection aims an act at once a fight runs (WE-53)."""

from __future__ import annotations

from tests.rules.tables import DRAKE, FELIX, GRAVES, Play
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.screens.table.selection import Selection


def test_whom_an_act_was_aimed_at_before_a_fight_is_no_target_in_it() -> None:
    """In it the order says who is likely; outside any order the last target is remembered."""
    play = Play(FELIX, DRAKE, GRAVES)
    before = Selection("felix", target="graves")
    assert before.focus(play.state)["target"] == "graves"
    play.play("order gm", "withdraw graves")
    assert "target" not in before.focus(play.state)
    play("enter graves")
    assert before.focus(play.state)["target"] == "graves"


def test_as_a_scene_begins_the_cursor_is_on_what_can_be_faced() -> None:
    rods = (
        Challenge("fuse", "The fuse", "clock", needed=6),
        Challenge("charge", "Set the last charge", value=0, after=("door",)),
        Challenge("door", "Cell door", value=1),
    )
    state = State(challenges={rod.id: rod for rod in rods})
    assert Selection().opened(state).challenge == "door"
    assert Selection().settled(state).challenge == "door"
    clock = State(challenges={"fuse": rods[0]})
    assert Selection().opened(clock).challenge == "fuse"
