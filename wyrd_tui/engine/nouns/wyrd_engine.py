"""Names that the Wyrd Engine gives its numbers, and what it remembers of a roll."""

from __future__ import annotations

from typing import ClassVar

from wyrd_tui.engine.memory import RollMemory
from wyrd_tui.engine.odds import dr_name
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import WYRD_ENGINE

TRAIT_ALONE = "a trait alone"
"""The rating of a roll that has none: a trait’s bonus and nothing else (U-06)."""

SUCCESSES = ("success", "success at a cost", "mixed success")
"""Rulings by which a tie or a failure is a success (WE-41)."""
COMPLICATION = "complication"
"""The ruling that is neither a success nor a failure (WE-41)."""

EVERYTHING = "Everything"
"""The rating of a figure that has one number for all that it does (WE-90)."""


class EngineRoll(RollMemory):
    """The Wyrd Engine's record of a roll that earns a bonus.

    Attributes:
        manoeuvre: The name of a manoeuvre (WE-76).
        target: Id of the actor that the roll is aimed at; empty for none.
        gainer: Id of the actor who gains by a success (WE-43 … WE-47, WE-76); empty where the roller gains.
        worth: The bonus.
        label: Its name.
        skill: The only rating that the bonus counts for; empty for any.
        against: Id of the only actor that the bonus counts against; empty for any.
    """

    game: ClassVar[str] = WYRD_ENGINE
    manoeuvre: str = ""
    target: str = ""
    gainer: str = ""
    worth: int = 0
    label: str = ""
    skill: str = ""
    against: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of all actors in the record, some of them perhaps empty."""
        return self.target, self.gainer, self.against


def spell_rung(value: int) -> str:
    """Name a difficulty, such as `Difficult (+1)`, or write a plain number off the ladder (WE-29)."""
    return dr_name(value).replace("-", "−")


def outcome_as_ruled(roll: Roll) -> str:
    """Return the outcome of a roll as the GM has ruled, or its own where no ruling decides it (WE-41)."""
    if roll.ruling in SUCCESSES:
        return "success"
    return roll.ruling if roll.ruling in (COMPLICATION, "failure") else roll.outcome


def roll_memory(roll: Roll) -> EngineRoll:
    """Return what the game remembers of a roll."""
    return roll.memory if isinstance(roll.memory, EngineRoll) else EngineRoll()
