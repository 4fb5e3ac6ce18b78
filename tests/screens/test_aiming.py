"""Whom the selection aims an act at once a fight runs (WE-53)."""

from __future__ import annotations

from tests.rules.tables import DRAKE, FELIX, GRAVES, Play
from wyrd_tui.screens.selection import Selection


def test_whom_an_act_was_aimed_at_before_a_fight_is_no_target_in_it() -> None:
    """In it the order says who is likely; outside any order the last target is remembered."""
    play = Play(FELIX, DRAKE, GRAVES)
    before = Selection("felix", target="graves")
    assert before.focus(play.state)["target"] == "graves"
    play.play("order gm", "withdraw graves")
    assert "target" not in before.focus(play.state)
    play("enter graves")
    assert before.focus(play.state)["target"] == "graves"
