"""Names that the Wyrd Abacus gives its numbers – abilities, types, ratings, counters – and what it remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import Count
from wyrd_tui.engine.memory import Memory, RollMemory
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import WYRD_ABACUS, Condition, State

ABILITIES: Mapping[str, str] = {"body": "Body", "mind": "Mind", "soul": "Soul"}
TYPES: Mapping[str, tuple[str, str]] = {
    "Obstruction": ("body", "barriers, laborious work"),
    "Pursuit": ("body", "running, fleeing, hiding"),
    "Threat": ("body", "violence, direct danger"),
    "Logic": ("mind", "puzzles, codes, inquiry"),
    "Pressure": ("mind", "persuasion, charm, threats"),
    "Wits": ("mind", "alertness, reading others"),
    "Foreboding": ("soul", "fear in the face of horror"),
    "Invocation": ("soul", "using or resisting the occult"),
    "Taint": ("soul", "withstanding corruption"),
}
"""The nine types, each with the ability that it calls for (WA-11)."""
WYRD = "Wyrd"
"""The rating that is a character's personal pool (WA-04)."""
WITH_THE_WYRD = Condition("with-the-wyrd", "acting with the Wyrd", game=WYRD_ABACUS)
"""The condition of a defeated character whose player lends Wyrd (WA-51)."""
LENT = "Wyrd to lend"
"""The rating that counts what a defeated player may still give in this scene (WA-51)."""
POOL = "scene Wyrd"
"""The counter of the scene's pool (WA-08)."""
SIXES = "sixes on Wyrd rolls"
"""The name by which a stage rule looks at every 6 that a Wyrd roll has shown in the story (WA-40)."""
STRIKES: Mapping[str, str] = {
    "scene": "as the scene ends",
    "six": "at a 6",
    "no six": "at the end if no 6 in the story",
}
"""Moments at which a challenge strikes by itself (WA-14, WA-59)."""
BY_WYRD = "wyrd"
"""The word of a challenge that a Wyrd roll alone can meet (C-25)."""
COUNTDOWN = "Countdown"
"""The type of a clock that counts sixes (WA-40)."""


class Waiting(Frozen):
    """A strike that the Wyrd set off between scenes, where nothing strikes (WA-42).

    Attributes:
        rod: The challenge that strikes; empty where a stage rule does.
        rule: The page of the stage rule.
        part: The number of its trigger.
        counts: Sixes of each who rolled, or the low result of the one who rolled, by id.
    """

    rod: str = ""
    rule: str = ""
    part: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)


class Countdown(Frozen):
    """The state of a countdown that is off the abacus: its beads, at so many sixes of the story (WA-40)."""

    done: int = 0
    sixes: int = 0
    struck: bool = False


class AbacusMemory(Memory):
    """The Wyrd Abacus's record of the table.

    Attributes:
        due: Failed challenges with consequences still open, oldest first, and the characters in each (WA-23, U-22).
        owed: Characters that may still get a point back from scenes before the last one (WA-46).
        waits: Strikes that wait for the next scene (WA-42).
        countdowns: Countdowns that are off the abacus just now, by page (WA-40).
        first_pool: Points of the scene's pool as the scene began (U-21).
        lent: The scene in which each defeated player had points to lend last (WA-51, U-21).
        risen: Scenes with which each challenge of a stage rule has come, by page and challenge (WA-58).
        sixes: Sixes on Wyrd rolls in the whole story (WA-40).
        sixes_before: Sixes among them that were rolled before the last scene ended, or between scenes (WA-59).
        wyrd_rolls: Wyrd rolls in this scene (WA-39).
        scarred: Characters with an ability that was scratched out and that the story has mended since (WA-56).
        spent: Numbers of the triggers that happen once and have happened, by page of a stage rule (WA-57).
    """

    game: ClassVar[str] = WYRD_ABACUS
    due: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    owed: tuple[str, ...] = ()
    waits: tuple[Waiting, ...] = ()
    countdowns: Mapping[str, Countdown] = field(default_factory=dict)
    first_pool: int | None = None
    lent: Mapping[str, int] = field(default_factory=dict)
    risen: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    sixes: Count = 0
    sixes_before: Count = 0
    wyrd_rolls: Count = 0
    scarred: tuple[str, ...] = ()
    spent: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def has_shown_six(state: State) -> bool:
    """Return whether a Wyrd roll has shown a 6 in this scene (WA-59)."""
    memory = memory_of(state)
    return memory.sixes > memory.sixes_before


def memory_of(state: State) -> AbacusMemory:
    """Return what the game remembers of the table."""
    memory = state.memory.get(WYRD_ABACUS)
    return memory if isinstance(memory, AbacusMemory) else AbacusMemory()


class AbacusRoll(RollMemory):
    """The Wyrd Abacus's record of a roll.

    Attributes:
        involved: Ids of all who face a challenge (WA-16).
        drew: Id of the character who drew Wyrd after the die fell short (WA-22); empty where nobody did.
        final: Whether it is the last Wyrd roll of the tale (WA-41).
        hindered: The title of the challenge that a character makes harder for the others (WA-44).
    """

    game: ClassVar[str] = WYRD_ABACUS
    involved: tuple[str, ...] = ()
    drew: str = ""
    final: bool = False
    hindered: str = ""

    @property
    def team(self) -> tuple[str, ...]:
        """The ids of all who act in the roll, the roller among them; empty where it is the roller alone."""
        return self.involved

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of all actors in the record, some of them perhaps empty."""
        return *self.involved, self.drew


def roll_memory(roll: Roll) -> AbacusRoll:
    """Return what the game remembers of a roll."""
    return roll.memory if isinstance(roll.memory, AbacusRoll) else AbacusRoll()
