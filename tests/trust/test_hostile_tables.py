"""Numbers at their ends cost no screen its life."""

from __future__ import annotations

import random

import pytest

from tests.trust.numbers import extreme, limited_fields, mixed, numbers_of, shown, spoken, tables, with_numbers
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import from_plain, to_plain

pytestmark = pytest.mark.long


@pytest.mark.parametrize("high", [False, True], ids=["low", "high"])
@pytest.mark.parametrize("game", ["we", "wa", "me"])
def test_with_all_numbers_at_their_ends_every_screen_comes(game: str, high: bool) -> None:
    state = with_numbers(tables()[game], extreme(None, high))
    assert from_plain(State, to_plain(state)) == state
    assert spoken(state) == []
    assert shown(state) == []


@pytest.mark.parametrize(("game", "seed"), [("we", 1), ("wa", 1), ("me", 3)])
def test_with_numbers_anywhere_every_screen_comes(game: str, seed: int) -> None:
    """A duel of the first took a quarter of a minute."""
    state = with_numbers(tables()[game], mixed(random.Random(seed)))
    assert spoken(state) == []
    assert shown(state) == []


@pytest.mark.sample
def test_each_field_that_holds_numbers_is_tried() -> None:
    found = {at for state in tables().values() for at in numbers_of(state)}
    missing = {f"{kind.__name__}.{name}" for kind, name in limited_fields(State) - found}
    assert missing == {
        "State.rules",
        "Trigger.at_most",
    }


def test_some_fields_at_each_end_can_be_spoken_of() -> None:
    """`python -m tests.trust.numbers` tries all of them, on the screen too."""
    for state in tables().values():
        for at in random.Random(5).sample(list(numbers_of(state)), 4):
            for high in (False, True):
                assert spoken(with_numbers(state, extreme(at, high))) == [], at
