"""Small things that the rules of every game need: who somebody is, what is left of a trait, how beads move."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Event, Moved, Noted, Settled
from wyrd_tui.engine.sheet import Trait
from wyrd_tui.engine.state import Actor, Challenge, State

INSTEAD = " for "
"""Stands between the rating that is rolled and the one that it replaces (WE-20)."""

TRAIT_ALONE = "a trait alone"
"""The rating of a roll that has none: a trait's bonus and nothing else (U-06)."""


def the_actor(state: State, who: str) -> Actor:
    """The actor of an id.

    Raises:
        Refused: If nobody at the table has it.
    """
    actor = state.actors.get(who)
    if actor is None:
        raise Refused(f"Nobody called {who} is at the table.")
    return actor


def nobody(state: State) -> str:
    """Why there is no actor to act on."""
    return "" if state.actors else "Nobody is at the table yet: `bring` or `add` somebody."


def uses_left(trait: Trait) -> int | None:
    """Uses left of a limited trait; None where it has no limit (WE-19)."""
    limits = [effect.uses for effect in trait.effects if effect.kind == "limited"]
    return max(0, max(limits) - trait.used) if limits else None


def bead(state: State, challenge: Challenge, step: int, why: str = "") -> Iterator[Event]:
    """Move beads along a rod; the last one settles it, and one taken back opens it again.

    A clue that is won by a roll has its own page in the book, under the same id: it is found with the last bead.
    """
    done = min(challenge.needed, max(0, challenge.done + step))
    if done == challenge.done:
        return
    yield Moved(challenge.id, done, why)
    if done >= challenge.needed:
        yield Settled(challenge.id, "overcome")
        if challenge.id not in state.marks and any(p.id == challenge.id and p.kind == "clue" for p in state.book.pages):
            yield Noted(challenge.id, "found")
    elif challenge.outcome:
        yield Settled(challenge.id, "")
