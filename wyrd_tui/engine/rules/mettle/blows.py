"""Damage of a hit that is suggested, the hits that fell a target, and who stands again (ME-35, U-25)."""

from __future__ import annotations

from collections.abc import Iterable

from wyrd_tui.engine.roll import Part
from wyrd_tui.engine.rules.mettle.house_rules import rule
from wyrd_tui.engine.rules.mettle.modifiers import mettle_of, sheet_of
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import name_and_verb, plain_number


def is_felling(actor: Actor, points: int) -> bool:
    """Return whether so many points are a Felling blow: Mettle below 0, since exactly 0 still stands (ME-35)."""
    return points > 0 and mettle_of(actor) - points < 0


def is_group(actor: Actor) -> bool:
    """Return whether a Felling blow fells one of several, and the others stand (U-12)."""
    return actor.kind == "mook" and actor.count > 1


def stands_at(state: State, who: str) -> str:
    """Tell at which Mettle an actor stands, such as “Viktor stands at Mettle −1”."""
    return f"{name_and_verb(state, who, 'stands')} at Mettle {plain_number(mettle_of(state.actors[who]))}"


def weapon_among(attacker: Actor | None, parts: Iterable[Part]) -> str:
    """Return the name of what an attacker carries among the parts that were added to a pool; empty for none (ME-13)."""
    carried = {trait.name for trait in sheet_of(attacker).traits} if attacker else set()
    return next((part.label for part in parts if part.label in carried), "")


def suggested_damage(state: State, edge: int, weapon: str) -> int | None:
    """Suggest the damage of a hit, which the text leaves open; None by house rule (U-25)."""
    return None if rule(state, "hit_damage") == "none" else 1 + edge + bool(weapon)
