"""Targets that the selection gives an act once a fight runs (WE-53)."""

from __future__ import annotations

from tests.rules.tables import DRAKE, FELIX, GRAVES, Play
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.screens.table.selection import Selection


def test_a_fight_forgets_the_last_target() -> None:
    """In it the order says who is likely; outside any order the last target is remembered."""
    play = Play(FELIX, DRAKE, GRAVES)
    before = Selection("felix", target="graves")
    assert before.focus(play.state)["target"] == "graves"
    play.play("order gm", "withdraw graves")
    assert "target" not in before.focus(play.state)
    play("enter graves")
    assert before.focus(play.state)["target"] == "graves"


def test_a_beginning_scene_puts_the_cursor_on_an_open_challenge() -> None:
    rods = (
        Challenge("fuse", "The fuse", "clock", needed=6),
        Challenge("charge", "Set the last charge", value=0, after=("door",)),
        Challenge("door", "Cell door", value=1),
    )
    state = State(challenges={rod.id: rod for rod in rods})
    assert Selection().at_scene_start(state).challenge == "door"
    assert Selection().without_missing(state).challenge == "door"
    clock = State(challenges={"fuse": rods[0]})
    assert Selection().at_scene_start(clock).challenge == "fuse"
