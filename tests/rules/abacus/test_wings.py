"""Denizens who enter from the wings are as many as the scenario says."""

from __future__ import annotations

from tests.rules.abacus.tables import Story


def test_one_figure_is_not_brought_in_numbers() -> None:
    """A prepared single figure cannot be brought with a count above 1 (WE-87)."""
    story = Story()
    story.refuses("bring beast count=20", "The Beast is not a group: write 1")
    story("bring beast count=1")
    assert story.state.actors["beast"].count == 1
