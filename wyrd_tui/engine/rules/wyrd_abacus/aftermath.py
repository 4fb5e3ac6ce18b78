"""Consequences that a failed challenge still owes the table (WA-23, U-22).

The game remembers it, and not the roll, since other rolls come in between: one that says whom it hits, a fight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wyrd_tui.engine.apply import without_entry
from wyrd_tui.engine.events import Cleared, Event, Remembered, Said
from wyrd_tui.engine.nouns.wyrd_abacus import memory_of
from wyrd_tui.engine.rules.wyrd_abacus.house_rules import rule
from wyrd_tui.engine.state import State


def due_challenges(state: State) -> Mapping[str, Sequence[str]]:
    """Challenges that failed and whose consequences nobody has told, the oldest first, each with who was in it."""
    return memory_of(state).due


def make_due(state: State, which: str, who: Sequence[str] = ()) -> Remembered:
    """Remember that the consequences of a challenge are due."""
    memory = memory_of(state)
    return Remembered(replace(memory, due={**memory.due, which: tuple(who) or memory.due.get(which, ())}))


def forget_due(state: State, which: str) -> Iterator[Event]:
    """Forget the consequences of a challenge, if they are due."""
    memory = memory_of(state)
    if which in memory.due:
        yield Remembered(replace(memory, due=without_entry(memory.due, which)))


def title_of(state: State, which: str) -> str:
    """The title of a challenge, on the abacus or gone from it."""
    challenge = state.challenges.get(which) or state.book.challenges.get(which)
    return challenge.title if challenge else which


def settle_consequences(state: State, which: str) -> Iterator[Event]:
    """Settle the consequences of a challenge; it leaves the abacus by the house rule (U-22)."""
    yield from forget_due(state, which)
    challenge = state.challenges.get(which)
    if challenge is not None and challenge.outcome == "failed" and rule(state, "failed") == "leaves":
        yield Cleared(which, withdrawn=True)


def drop_consequences(state: State, which: str) -> Iterator[Event]:
    """Let the consequences of a failed challenge go, with a word."""
    if which in due_challenges(state):
        yield Said(f"Nothing further comes of {title_of(state, which)}")
        yield from forget_due(state, which)
