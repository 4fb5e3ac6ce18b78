"""Tables that nobody played are refused, or shown and played without a fault."""

from __future__ import annotations

import pytest

from tests.trust import forged
from tests.trust.forged import sound
from wyrd_tui.engine.rules.ground.basics import last_roll
from wyrd_tui.engine.rules.wyrd_engine import contest, game, rolls
from wyrd_tui.engine.state import WYRD_ENGINE, State
from wyrd_tui.store.files.codec import to_plain

pytestmark = pytest.mark.long

TABLES = range(2_000, 2_150)
"""`python -m tests.trust.forged` forges more of them."""


@pytest.mark.sample
def test_forged_tables_are_refused_or_played() -> None:
    found = {seed: forged.faults(seed) for seed in TABLES}
    assert {seed: wrong for seed, wrong in found.items() if wrong} == {}
    assert sum(wrong is not None for wrong in found.values()) > len(TABLES) / 4


def test_some_forged_tables_come_to_the_screen() -> None:
    accepted = [seed for seed in TABLES if forged.forged(seed) is not None]
    assert [wrong for seed in accepted[:2] for wrong in forged.faults(seed, screen=True) or ()] == []


@pytest.mark.sample
def test_the_same_seed_forges_the_same_table() -> None:
    made = [forged.forged(seed) for seed in TABLES[:20]]
    assert made == [forged.forged(seed) for seed in TABLES[:20]]
    assert len({str(state) for state in made if state is not None}) > 3


def test_what_is_played_could_be_forged() -> None:
    assert [state for state in forged.grown() if sound(to_plain(state)) != state] == []


def _of_nobody(state: State) -> str:
    roll = last_roll(state, WYRD_ENGINE)
    if roll is None or "boon" not in roll.offers:
        return ""
    return roll.score.who if roll.margin > 0 else roll.against[0].who


def test_a_fault_that_was_there_once_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An offer of a boon without anybody who could have won it ended the program."""
    for module in (rolls, contest, game):
        monkeypatch.setattr(module, "boon_winner", _of_nobody)
    offering = tuple(state for state in forged.grown() if rolls.boon_winner(state))
    told = (wrong for seed in range(3_000) for wrong in forged.faults(seed, offering) or ())
    assert any("IndexError: tuple index out of range" in wrong for wrong in told)
