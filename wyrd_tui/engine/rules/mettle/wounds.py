"""Wounds: Shaken, then Broken, cancels a hit that is not a Felling blow; Fallen comes of one (ME-35, ME-37 … ME-39)."""

from __future__ import annotations

from wyrd_tui.engine.nouns.mettle import METTLE_ROW
from wyrd_tui.engine.rules.mettle.blows import is_felling
from wyrd_tui.engine.rules.mettle.modifiers import has_status, mettle_of
from wyrd_tui.engine.state import Actor
from wyrd_tui.engine.words import plain_number

SHAKEN, BROKEN, FALLEN = "shaken", "broken", "fallen"
IN_FRONT = frozenset({METTLE_ROW, SHAKEN, BROKEN})
"""Rows and statuses of a group's front member alone: lost Mettle, and wounds (U-12)."""


def wounds_of(actor: Actor) -> list[str]:
    """Return the statuses by which an actor, or a group's front member, has cancelled hits (ME-38, ME-39)."""
    return [wound for wound in (SHAKEN, BROKEN) if has_status(actor, wound)]


def cancel(actor: Actor, points: int) -> str:
    """Return the wound that would cancel a hit: Shaken, then Broken; empty where none can (ME-37 … ME-39)."""
    return "" if points <= 0 or why_not_cancelled(actor, points) else _next_wound(actor)


def why_not_cancelled(actor: Actor, points: int) -> str:
    """Return why no wound can cancel a hit; empty where one can (ME-38, ME-39)."""
    if has_status(actor, FALLEN):
        return "the Fallen take every hit"
    if has_status(actor, BROKEN):
        return "the Broken take every further hit"
    felling = f"{points} damage at Mettle {plain_number(mettle_of(actor))} is a Felling blow"
    return felling if is_felling(actor, points) else ""


def told_uncancelled(actor: Actor, points: int) -> str:
    """Tell which wound an actor cannot take in place of damage, and why; empty where one can be taken."""
    why = why_not_cancelled(actor, points)
    return f"no {_next_wound(actor).capitalize()} instead: {why}" if why else ""


def _next_wound(actor: Actor) -> str:
    return BROKEN if has_status(actor, SHAKEN) else SHAKEN
