"""Steps of a long evening: the oldest leave memory and are fetched again when undo or the history wants them."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID
from wyrd_tui.engine import session as sessions
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.session import Did, Past, Session
from wyrd_tui.engine.state import State
from wyrd_tui.engine.turn import Step, Turn

KEPT = 5


class Shelf:
    """A journal that keeps every step, and can be refused."""

    def __init__(self) -> None:
        self.done: list[Step] = []
        self.undone: list[Step] = []
        self.trouble = ""
        self.fetched = 0

    def record(self, did: Did, turn: Turn) -> None:
        """Take a step, as a disk does."""

    def settle(self) -> str:
        """Say what is not on disk."""
        return self.trouble

    def fetches(self) -> int:
        """Number of requests for the whole history."""
        return self.fetched

    def fetch(self) -> Past:
        """Give back all that is kept."""
        self.fetched += 1
        return Past(list(self.done), list(self.undone))


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    monkeypatch.setattr(sessions, "KEPT", KEPT)
    return Shelf()


def evening(shelf: Shelf, turns: int) -> Session:
    """So many notes, each of them on the shelf too."""
    session = Session(State("An evening"), dice=LiveDice(1), clock=lambda: 0.0, journal=shelf, past=shelf.fetch)
    for number in range(turns):
        note(session, shelf, number)
    return session


def note(session: Session, shelf: Shelf, number: int) -> None:
    before = session.state
    turn = session.do(BY_ID["note"], {"text": f"Note {number}"})
    shelf.done.append(Step(turn, before, session.state))


def test_the_oldest_steps_leave_memory_and_come_back_for_undo(shelf: Shelf) -> None:
    session = evening(shelf, 4 * KEPT)
    assert len(session.last(1)) == 1
    session.undo()
    session.redo()
    assert not shelf.fetches(), "nothing old was wanted so far"
    titles = [step.turn.title for step in shelf.done]
    undone = [session.undo().title for _ in titles]
    assert undone == titles[::-1]
    assert shelf.fetches() == 1
    assert session.state == State("An evening")
    with pytest.raises(Refused, match="Nothing is left to undo"):
        session.undo()
    assert [session.redo().title for _ in titles] == titles


def test_the_whole_history_is_there_on_demand(shelf: Shelf) -> None:
    session = evening(shelf, 4 * KEPT + 3)
    assert [step.turn for step in session.done] == [step.turn for step in shelf.done]
    assert [step.turn for step in session.last(7)] == [step.turn for step in shelf.done[-7:]]
    assert len(session.last(1000)) == 4 * KEPT + 3


def test_refused_acts_stay_in_memory_and_are_not_doubled(shelf: Shelf) -> None:
    """Acts undone and done anew in memory stand, whatever the disk still has."""
    session = evening(shelf, 2 * KEPT)
    known = len(shelf.done)
    shelf.trouble = "NOT SAVED, in memory alone"
    for _ in range(3):
        session.undo()
    for number in range(3 * KEPT):
        session.do(BY_ID["note"], {"text": f"Held {number}"})
    titles = [step.turn.title for step in session.done]
    assert len(titles) == known - 3 + 3 * KEPT
    assert titles[known - 3 :] == [f"Note – Held {number}" for number in range(3 * KEPT)]
    assert [step.turn.number for step in session.done] == list(range(1, len(titles) + 1))
