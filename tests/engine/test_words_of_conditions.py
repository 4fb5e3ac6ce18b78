"""Conditions in the GM's own words, within a sentence."""

from __future__ import annotations

import pytest

from wyrd_tui.engine.words import suits_is


@pytest.mark.parametrize(
    "label",
    [
        "deaf from the bells",
        "stuck in the hatch",
        "afraid of the dark",
        "sick with fever",
        "cold and wet",
        "furious with Felix",
        "sworn to silence",
        "on fire",
        "helpless",
        "cross: with everybody",
        "Felix’s prisoner",
        "always hungry",
    ],
)
def test_is_stands_before_a_condition_without_a_verb(label: str) -> None:
    assert suits_is(label)


@pytest.mark.parametrize("label", ["confesses", "hears the hum", "owes Felix", "needs: a doctor", "cannot speak"])
def test_a_verb_stands_alone(label: str) -> None:
    assert not suits_is(label)
