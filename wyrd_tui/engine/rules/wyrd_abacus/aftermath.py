"""Consequences that a failed challenge still owes the table (WA-23, U-22).

The game remembers it, and not the roll, since other rolls come in between: one that says whom it hits, a fight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wyrd_tui.engine.apply import drop
from wyrd_tui.engine.events import Cleared, Event, Remembered, Said
from wyrd_tui.engine.nouns.wyrd_abacus import remembered
from wyrd_tui.engine.rules.wyrd_abacus.house_rules import rule
from wyrd_tui.engine.state import State


def due(state: State) -> Mapping[str, Sequence[str]]:
    """Challenges that failed and whose consequences nobody has told, the oldest first, each with who was in it."""
    return remembered(state).due


def falls_due(state: State, which: str, who: Sequence[str] = ()) -> Remembered:
    """Remember that the consequences of a challenge are due."""
    memory = remembered(state)
    return Remembered(replace(memory, due={**memory.due, which: tuple(who) or memory.due.get(which, ())}))


def no_longer_due(state: State, which: str) -> Iterator[Event]:
    """Forget the consequences of a challenge, if they are due."""
    memory = remembered(state)
    if which in memory.due:
        yield Remembered(replace(memory, due=drop(memory.due, which)))


def title_of(state: State, which: str) -> str:
    """The title of a challenge, on the abacus or gone from it."""
    challenge = state.challenges.get(which) or state.book.challenges.get(which)
    return challenge.title if challenge else which


def told(state: State, which: str) -> Iterator[Event]:
    """Settle the consequences of a challenge; it leaves the abacus by the house rule (U-22)."""
    yield from no_longer_due(state, which)
    challenge = state.challenges.get(which)
    if challenge is not None and challenge.outcome == "failed" and rule(state, "failed") == "leaves":
        yield Cleared(which, withdrawn=True)


def let_go(state: State, which: str) -> Iterator[Event]:
    """Let the consequences of a failed challenge go, with a word."""
    if which in due(state):
        yield Said(f"Nothing further comes of {title_of(state, which)}")
        yield from no_longer_due(state, which)
