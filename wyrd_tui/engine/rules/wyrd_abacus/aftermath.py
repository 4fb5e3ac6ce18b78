"""Dice that fell short, and consequences that a failed challenge still owes the table (WA-22, WA-23, U-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wyrd_tui.engine.entries import without_entry
from wyrd_tui.engine.events import Cleared, Event, Remembered, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_abacus import memory_of
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.ground.basics import rolls_of
from wyrd_tui.engine.rules.wyrd_abacus.house_rules import rule
from wyrd_tui.engine.state import WYRD_ABACUS, Challenge, State

DRAW_LABEL = "draw or accept"
"""Label of the act that a die that fell short asks for."""


def failed_rolls(state: State) -> list[Roll]:
    """Dice that fell short and that nobody has accepted, each held to its challenge's present value, oldest first."""
    rolls = (roll for roll in rolls_of(state, WYRD_ABACUS) if (roll.act, roll.outcome) == ("challenge", "failure"))
    live = {rod.id: rod for rod in state.challenges.values() if not rod.outcome}
    return [_now(roll, live[roll.challenge]) for roll in rolls if not roll.ruling and roll.challenge in live]


def _now(roll: Roll, rod: Challenge) -> Roll:
    value = rod.value or 0
    if value == roll.value:
        return roll
    return replace(roll, value=value, label=f"{rod.title} ({rod.type} {value})", margin=roll.score.total - value)


def failed_roll(state: State, which: str) -> Roll | None:
    """Return the die that fell short for a challenge and waits for Wyrd; None where none does (WA-22)."""
    return next((roll for roll in failed_rolls(state) if roll.challenge == which), None)


def due_challenges(state: State) -> Mapping[str, Sequence[str]]:
    """Challenges that failed and whose consequences nobody has told, the oldest first, each with who was in it."""
    return memory_of(state).due


def make_due(state: State, which: str, who: Sequence[str]) -> Iterator[Event]:
    """Remember that the consequences of a challenge are due."""
    memory = memory_of(state)
    yield Remembered(replace(memory, due={**memory.due, which: tuple(who) or memory.due.get(which, ())}))


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
    leaves = rule(state, "failed") == "leaves" or (not state.scene.between and which in state.scene.left)
    if challenge is not None and challenge.outcome == "failed" and leaves:
        yield Cleared(which, left="withdrawn")


def drop_consequences(state: State, which: str) -> Iterator[Event]:
    """Let the consequences of a failed challenge go, with a word."""
    if which in due_challenges(state):
        yield Said(f"{title_of(state, which)}: no further consequence")
        yield from forget_due(state, which)
