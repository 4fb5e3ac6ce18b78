"""Names that Mettle gives its numbers – attributes, statuses, the actions of a turn – and what it remembers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.memory import Memory, RollMemory
from wyrd_tui.engine.pools import score_and_edge
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import METTLE, Actor, State

STRAINABLE: Mapping[str, str] = {"focus": "Focus", "nature": "Nature", "poise": "Poise"}
"""The attributes that are Checked, and so can be strained (ME-22)."""
FRAME, MOTIVE, ARMOR, LOAD, SHIELD = "Frame", "Motive", "Armor", "Load", "Shield"
FIXED = (FRAME, MOTIVE, ARMOR, LOAD, SHIELD)
COVER = "cover"
"""Id of the status of cover; it shields a figure by its level until the scene ends (ME-14)."""
FALTERING = "faltering"
"""Id of the status of an actor whose next Action a Twist has cost (ME-26)."""
METTLE_ROW = "mettle"
POISE = "poise"
ACTION, FREE_MOVE = "action", "free move"
ACTIONS: Mapping[str, str] = {
    ACTION: "an attack; of other acts the Guide says",
    FREE_MOVE: "a step beside the Action",
}
"""Acts of a turn; the page names both and says no more (ME-51)."""

STATUSES: Mapping[str, str] = {
    "shaken": "no Free Move, 1s are discarded",
    "broken": "no Free Move, 1s and 2s are discarded",
    "fallen": "no Action, Poise 0, no Free Move (a house rule may allow it)",
    "afflicted": "a penalty as large as the Buildup",
    "blinded": "no act that needs sight, −3 where sight helps; others sneak as with Cover",
    "deafened": "no act that needs hearing, except by signs or lip-reading; others sneak as with Cover",
    COVER: "its level counts on Poise against attacks, until the scene ends",
    "encumbered": "each Zone takes two Moves",
    "fatigued": "a penalty for the days without rest",
    "incapacitated": "no Action, no Free Move, Poise 0",
    "surprised": "no Action in the first round",
    "dead": "gone",
    FALTERING: "the next Action is lost",
}
"""The statuses with what each means (ME-26, ME-38 … ME-51, C-18, C-19)."""
NO_POISE = frozenset({"fallen", "incapacitated", "dead"})
"""Statuses whose owner has no Poise (ME-37, ME-40, ME-47)."""


def left_of(actor: Actor, pool: str, dice: int) -> int:
    """Return the dice left of an attribute: none of the Poise of the fallen (ME-37, ME-40, ME-47)."""
    return 0 if pool == POISE and actor.suffered(METTLE, *NO_POISE) is not None else dice


class Surprised(Frozen):
    """The actors who were Surprised in a round of this fight, by id (ME-48)."""

    round: int
    who: tuple[str, ...]


class MettleMemory(Memory):
    """Mettle's record of the table: the Surprised of each round, for a turn that goes back (ME-48, C-18)."""

    game: ClassVar[str] = METTLE
    surprised: tuple[Surprised, ...] = ()


def memory_of(state: State) -> MettleMemory:
    """Return what the game remembers of the table."""
    memory = state.memory.get(METTLE)
    return memory if isinstance(memory, MettleMemory) else MettleMemory()


def edge(roll: Roll) -> int:
    """Return the Edge of a roll (ME-07)."""
    return score_and_edge(roll.score.faces)[1]


Link = Literal["", "weakest", "strongest"]


class MettleRoll(RollMemory):
    """Mettle's record of a Check.

    Attributes:
        target: Id of the actor that a Check, an attack or a Recover Check is about.
        involved: Ids of a team (ME-30).
        link: The team's link (ME-30, ME-31).
        beside: The pool of all the others in a team that rolls one hand, where it is not the leader's (ME-30).
        keeps: Number of dice that the team keeps (ME-30, U-29).
        raised: Number of raised dice, at the end of the faces (ME-28).
        discard: The highest face that wounds discard (ME-38, ME-39).
        helper_discard: The same for the dice of a team's helper (U-27).
        price: The price of a Twist: a seed, `strain` or `other` (ME-26).
        cost: The price in the table's own words, where it has any (ME-24, ME-26).
        kept: Number of first dice that stay in a Twist (ME-24).
        again: Number of dice after them that were thrown again (ME-24).
    """

    game: ClassVar[str] = METTLE
    target: str = ""
    involved: tuple[str, ...] = ()
    link: Link = ""
    beside: str = ""
    keeps: int = 0
    raised: int = 0
    discard: int = 0
    helper_discard: int = 0
    price: str = ""
    cost: str = ""
    kept: int = 0
    again: int = 0

    @property
    def team(self) -> tuple[str, ...]:
        """The ids of all who act in the roll, the roller among them; empty where it is the roller alone."""
        return self.involved

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of all actors in the record, some of them perhaps empty."""
        return self.target, *self.involved


def roll_memory(roll: Roll) -> MettleRoll:
    """Return what the game remembers of a Check."""
    return roll.memory if isinstance(roll.memory, MettleRoll) else MettleRoll()
