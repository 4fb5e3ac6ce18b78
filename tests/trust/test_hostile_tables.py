"""Saves and journals made to cost are refused before they do, and no number of a table costs a screen its life."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.trust.hostile_tables import BOMBS, MEGABYTES, SECONDS, cost
from tests.trust.numbers import extreme, mixed, numbers_of, shown, spoken, tables, with_numbers
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.bounds import SPANS
from wyrd_tui.store.files.codec import build, plain
from wyrd_tui.store.files.problems import MOST_PROBLEMS

pytestmark = pytest.mark.long

ONCE_SLOW = (
    *("save: unknown keys", "save: actors with two faults", "save: places of nobody", "save: a hexadecimal number"),
    *("save: larger than any", "journal: a good line and newlines", "journal: larger than any", "journal: one line"),
    *("journal: a line of lists", "journal: turns of many events", "journal: turns that say nothing"),
    *("journal: bad turns, each taken back but the last", "both: a line that the save names, many times in one"),
    *("journal: 200,000 people at the beginning", "both: saves of 7.8 MB each"),
    "both: as many saves as are compared, each as full as may be",
    *("journal: many turns, and very many ratings", "journal: one turn of 180,000 names"),
    *("journal: a turn of 70,000 sentences and 11,000 scenes", "journal: sentences of marks"),
)
"""These took minutes, gigabytes, or the end of the file; `python -m tests.trust.hostile_tables` opens all of them."""


@pytest.mark.parametrize("name", ONCE_SLOW)
def test_what_costs_is_refused_before_it_does(name: str, tmp_path: Path) -> None:
    assert name in BOMBS
    found = cost(name, tmp_path / "tables")
    assert found.seconds < SECONDS
    assert found.megabytes < MEGABYTES
    assert 0 < found.said.count("\n") + 1 <= MOST_PROBLEMS + 10


@pytest.mark.parametrize("high", [False, True], ids=["low", "high"])
@pytest.mark.parametrize("game", ["we", "wa", "me"])
def test_with_all_numbers_at_their_ends_every_screen_comes(game: str, high: bool) -> None:
    state = with_numbers(tables()[game], extreme(None, high))
    assert build(State, plain(state)) == state
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
    of_a_table = {at for at in SPANS if not at[0].__module__.endswith(("events", "turn"))}
    assert {f"{kind.__name__}.{name}" for kind, name in of_a_table - found} == {"State.rules", "Trigger.at_most"}


def test_some_fields_at_each_end_can_be_spoken_of() -> None:
    """`python -m tests.trust.numbers` tries all of them, on the screen too."""
    for state in tables().values():
        for at in random.Random(5).sample(list(numbers_of(state)), 4):
            for high in (False, True):
                assert spoken(with_numbers(state, extreme(at, high))) == [], at
