"""Numbers and names as the log, the recap and every question write them."""

from __future__ import annotations

from wyrd_tui.engine.odds import RUNGS
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, State


def signed(number: int) -> str:
    """A number with its sign, a true minus, and 0 bare."""
    return "0" if number == 0 else f"{number:+d}".replace("-", "−")


def plain_number(number: int) -> str:
    """A number with a true minus and no plus."""
    return str(number).replace("-", "−")


def rung(value: int) -> str:
    """A difficulty by name, such as `Difficult (+1)`, or as a plain number off the ladder (WE-29)."""
    name = RUNGS.get(value)
    return f"{name} ({signed(value)})" if name else f"DR {signed(value)}"


def name_of(state: State, who: str) -> str:
    """An actor's display name; its id where it has left the table."""
    actor = state.actors.get(who)
    return actor.name if actor else who


def crowd_name(actor: Actor) -> str:
    """A name with the number still up, for a group."""
    return f"{actor.name} ×{actor.count}" if actor.kind == "mook" and actor.count > 1 else actor.name


def value_name(game: str, value: int) -> str:
    """A difficulty as the game that it follows calls it; a plain number where that has no names for it."""
    return rung(value) if game == WYRD_ENGINE else plain_number(value)
