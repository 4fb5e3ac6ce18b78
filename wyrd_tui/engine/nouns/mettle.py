"""What Mettle calls its numbers: attributes, statuses and what a turn is for."""

from __future__ import annotations

from collections.abc import Mapping

from wyrd_tui.engine.state import METTLE, Actor

STRAINABLE: Mapping[str, str] = {"focus": "Focus", "nature": "Nature", "poise": "Poise"}
"""The attributes that are Checked, and so can be strained (ME-22)."""
FRAME, MOTIVE, ARMOR, LOAD = "Frame", "Motive", "Armor", "Load"
FIXED = (FRAME, MOTIVE, ARMOR, LOAD)
METTLE_ROW = "mettle"
POISE = "poise"
ACTION, FREE_MOVE = "action", "free move"
ACTIONS: Mapping[str, str] = {
    ACTION: "an attack, a Check, whatever takes a moment",
    FREE_MOVE: "a step beside the Action",
}
"""What one may do in a turn; the page names both and says no more (ME-51)."""

STATUSES: Mapping[str, str] = {
    "shaken": "no Free Move, 1s are discarded",
    "broken": "no Free Move, 1s and 2s are discarded",
    "fallen": "no Action, no Free Move, Poise 0",
    "afflicted": "a penalty as large as the Buildup",
    "blinded": "nothing that needs sight, −3 where it helps; others sneak as with Cover",
    "deafened": "nothing that needs hearing; others sneak as with Cover",
    "encumbered": "each Zone takes two Moves",
    "fatigued": "a penalty for the days without rest",
    "incapacitated": "no Action, no Free Move, Poise 0",
    "surprised": "no Action in the first round (text: Scene)",
    "dead": "gone",
}
"""The statuses with what each means (ME-38 … ME-51, C-18, C-19)."""
NO_POISE = frozenset({"fallen", "incapacitated", "dead"})
"""Statuses whose owner has no Poise (ME-37, ME-40, ME-47)."""


def left_of(actor: Actor, pool: str, dice: int) -> int:
    """What is left of an attribute that has so many dice: nothing of the Poise of the fallen (ME-37, ME-40, ME-47)."""
    return 0 if pool == POISE and actor.suffered(METTLE, *NO_POISE) is not None else dice
