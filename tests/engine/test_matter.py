"""Open matters, told apart by all of their fields."""

from __future__ import annotations

import pytest

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.events import Closed, Opened
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.state import State

WOUND = Open("g", "wound", "a-b", "c")


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(Open("g", "wound", "a", "b-c"), id="hyphens fall elsewhere"),
        pytest.param(Open("h", "wound", "a-b", "c"), id="another game"),
        pytest.param(Open("g", "wound", "", "a-b-c"), id="another field"),
    ],
)
def test_matters_with_like_ids_stay_apart(other: Open) -> None:
    state = apply(apply(State(), Opened(WOUND)), Opened(other))
    assert state.open == (WOUND, other)
    assert apply(state, Closed(WOUND)).open == (other,)
    assert WOUND.id != other.id
