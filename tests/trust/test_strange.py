"""Tables that nobody played are refused, or shown and played without a fault."""

from __future__ import annotations

import pytest

from tests.trust import strange
from tests.trust.fuzz_changes import Field
from tests.trust.runner import run
from tests.trust.story import say
from tests.trust.strange import Case, attempt, played, tables, with_numbers
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.wyrd_engine import contest, game, rolls
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import from_plain, to_plain

pytestmark = pytest.mark.long

TABLES = range(2_000, 2_150)
"""`python -m tests.trust forged` forges more of them."""


@pytest.mark.parametrize("case", strange.CASES, ids=str)
def test_with_numbers_at_their_ends_every_screen_comes(case: Case) -> None:
    state = case.state()
    assert from_plain(State, to_plain(state)) == state
    assert not attempt(case).wrong


@pytest.mark.sample
def test_each_field_that_holds_numbers_is_tried() -> None:
    found: dict[Field, int] = {}
    for state in tables().values():
        with_numbers(state, lambda at, span: found.setdefault(at, span.low))
    missing = {f"{kind.__name__}.{name}" for kind, name in strange.limited_fields(State) - {*found}}
    assert missing == {"State.rules", "Trigger.at_most"}


def test_forged_tables_are_refused_or_played() -> None:
    kinds, wrong = run(strange.FORGED, len(TABLES), TABLES[0])
    assert wrong == []
    assert kinds["accepted"] > len(TABLES) / 4


def test_some_forged_tables_come_to_the_screen() -> None:
    states = [state for seed in TABLES if (state := strange.forged(seed)) is not None]
    assert [wrong for state in states[:2] for wrong in strange.shown(state)] == []


@pytest.mark.sample
def test_the_same_seed_makes_the_same_table() -> None:
    made = [strange.forged(seed) for seed in TABLES[:20]]
    assert made == [strange.forged(seed) for seed in TABLES[:20]]
    assert len({str(state) for state in made if state is not None}) > 3


def _of_nobody(roll: Roll) -> str:
    return roll.score.who if roll.margin > 0 else roll.against[0].who


def _lost() -> State:
    """Play a contest that the other side wins, with a boon."""
    session = Session(tables()["we"], dice=LiveDice(1), clock=float)
    say(session, "oppose elias-mercer felix-cavendish athletics athletics dice=---- theirs=++++")
    assert rolls.offered_boons(session.state)
    return session.state


def test_a_fault_that_was_there_once_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An offer of a boon without anybody who could have won it ended the program."""
    for module in (rolls, contest, game):
        monkeypatch.setattr(module, "boon_winner", _of_nobody)
    offering = (_lost(),)
    told = (wrong for seed in range(3_000) for wrong in played(seed, offering) or ())
    assert any("IndexError: tuple index out of range" in wrong for wrong in told)
