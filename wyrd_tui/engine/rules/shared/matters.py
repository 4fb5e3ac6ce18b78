"""Open matters of a table: opened and closed by events at the end of each act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.commands import Answers
from wyrd_tui.engine.dice import Dice
from wyrd_tui.engine.events import Closed, Event, Opened
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.state import State

Run = Callable[[State, Answers, Dice], Iterable[Event]]


def left_open(state: State) -> tuple[Open, ...]:
    """Return the matters that the rules of the table's games leave open as it stands."""
    return tuple(one for game in games_played(state) for one in game.open_matters(state))


def update_matters(state: State) -> Iterator[Event]:
    """Close the matters that are open no longer, and open those that an act has left."""
    now = left_open(state)
    still, known = set(now), set(state.open)
    yield from (Closed(old.id) for old in state.open if old not in still)
    yield from (Opened(new) for new in now if new not in known)


@cache
def with_matters(run: Run) -> Run:
    """Return what a command does, followed by the matters that it opens and closes."""

    def settles(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
        for event in run(state, answers, dice):
            yield event
            state = apply(state, event)
        yield from update_matters(state)

    return settles
