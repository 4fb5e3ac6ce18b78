"""Steps of a long evening: the oldest leave memory and are fetched again when undo wants them."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID
from wyrd_tui.engine import session as sessions
from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.journal import Did, History, NoJournal
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State

KEPT = 5


class Chunks(NoJournal):
    """Storage that keeps every step and gives the earlier ones three at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State("An evening")
        self.done: list[Step] = []
        self.taken_back: list[Step] = []
        self.fetched = 0

    def record(self, did: Did, act: Act, after: State) -> None:
        """Take a step, as a disk does."""
        match did:
            case "do":
                self.done.append(Step(act, self.state, after))
                self.taken_back.clear()
            case "undo":
                self.taken_back.append(self.done.pop())
            case "redo":
                self.done.append(self.taken_back.pop())
        self.state = after

    def history(self) -> History:
        """Return all acts, done and undone."""
        return History([step.act for step in self.done], [step.act for step in self.taken_back])

    def earlier(self, number: int) -> list[Step]:
        """Return the last three steps up to the act of this number."""
        self.fetched += 1
        return [step for step in self.done if step.act.number <= number][-3:]

    def later(self, number: int) -> list[Step]:
        """Return the undone steps after the act of this number."""
        self.fetched += 1
        return [step for step in self.taken_back if step.act.number > number]


@pytest.fixture
def chunks(monkeypatch: pytest.MonkeyPatch) -> Chunks:
    monkeypatch.setattr(sessions, "STEPS_IN_MEMORY", KEPT)
    return Chunks()


def evening(chunks: Chunks, acts: int) -> Session:
    """An evening of notes."""
    session = Session(chunks.state, dice=LiveDice(1), clock=lambda: 0.0, journal=chunks)
    for number in range(acts):
        session.do(BY_ID["note"], {"text": f"Note {number}"})
    return session


def test_old_steps_leave_memory_and_come_back_for_undo(chunks: Chunks) -> None:
    session = evening(chunks, 4 * KEPT)
    assert len(session.last(1)) == 1
    session.undo()
    session.redo()
    assert not chunks.fetched, "nothing old was wanted so far"
    titles = [step.act.title for step in chunks.done]
    assert [session.undo().title for _ in titles] == titles[::-1]
    assert session.state == State("An evening")
    with pytest.raises(Refused, match="Nothing is left to undo"):
        session.undo()
    assert [session.redo().title for _ in titles] == titles


def test_steps_beyond_memory_are_read_from_the_journal(chunks: Chunks) -> None:
    session = evening(chunks, 4 * KEPT + 3)
    assert session.last(7) == chunks.done[-7:]
    assert session.done == chunks.done
    assert len(session.last(1000)) == 4 * KEPT + 3


def test_a_session_goes_on_where_another_ended(chunks: Chunks) -> None:
    first = evening(chunks, 4 * KEPT)
    for _ in range(6):
        first.undo()
    second = Session(first.state, dice=LiveDice(1), clock=lambda: 0.0, journal=chunks)
    assert second.undo().number == 4 * KEPT - 6
    assert [second.redo().number for _ in range(7)] == list(range(4 * KEPT - 6, 4 * KEPT + 1))
    assert [step.act.number for step in second.done] == list(range(1, 4 * KEPT + 1))
    assert not second.undone


def test_history_plays_nothing(chunks: Chunks) -> None:
    session = evening(chunks, 4 * KEPT)
    session.undo()
    before = chunks.fetched
    assert [act.number for act in session.history().done] == list(range(1, 4 * KEPT))
    assert [act.number for act in session.history().undone] == [4 * KEPT]
    assert chunks.fetched == before


def test_steps_that_cannot_be_played_are_refused(chunks: Chunks, monkeypatch: pytest.MonkeyPatch) -> None:
    session = evening(chunks, 2 * KEPT)

    def refuse(number: int) -> list[Step]:
        raise Refused("Acts before this cannot be played again.")

    monkeypatch.setattr(chunks, "earlier", refuse)
    assert len(session.done) == KEPT
    for _ in range(KEPT):
        session.undo()
    with pytest.raises(Refused, match="cannot be played again"):
        session.undo()


def test_steps_are_fetched_as_far_back_as_they_are_wanted(chunks: Chunks) -> None:
    session = evening(chunks, 2 * KEPT)
    assert len(session.last(KEPT)) == KEPT
    assert not chunks.fetched, "what is in memory is enough"
    assert session.last(KEPT + 1)[0] == chunks.done[-KEPT - 1]


def test_steps_without_a_journal_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a journal that gives them back, all steps of an evening can be undone."""
    monkeypatch.setattr(sessions, "STEPS_IN_MEMORY", KEPT)
    session = Session(State("An evening"), dice=LiveDice(1), clock=lambda: 0.0)
    for number in range(3 * KEPT):
        session.do(BY_ID["note"], {"text": f"Note {number}"})
    assert len(session.last(99)) == 3 * KEPT
    for _ in range(3 * KEPT):
        session.undo()
    assert session.state == State("An evening")


@pytest.mark.parametrize(("time", "at"), [(-5.0, 0.0), (7.5, 7.5), (1e300, sessions.LATEST)])
def test_an_act_has_a_time_that_a_calendar_has(time: float, at: float) -> None:
    session = Session(State("An evening"), dice=LiveDice(1), clock=lambda: time)
    assert session.do(BY_ID["note"], {"text": "tea"}).at == at


@pytest.mark.parametrize("kept", [True, False], ids=["in a journal", "in memory"])
def test_a_new_act_ends_redo(chunks: Chunks, kept: bool) -> None:
    session = Session(State("An evening"), dice=LiveDice(1), clock=lambda: 0.0, journal=chunks if kept else None)
    for text in ("one", "two"):
        session.do(BY_ID["note"], {"text": text})
    session.undo()
    session.do(BY_ID["note"], {"text": "three"})
    assert session.undone == []
    with pytest.raises(Refused, match="Nothing is left to redo"):
        session.redo()
    assert [step.act.title for step in session.done] == ["Note – one", "Note – three"]
