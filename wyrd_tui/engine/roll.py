"""Rolls as they fell: each side with its dice and all that counted, the outcome, what the roll remembers, and harm."""

from __future__ import annotations

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import ActNumber
from wyrd_tui.engine.memory import RollMemory
from wyrd_tui.engine.sheet import Row


class Part(Frozen):
    """A number that counted in a roll, by name."""

    label: str
    value: int


class Score(Frozen):
    """A side of a roll: actor, rating, dice, every number that counted, and their sum.

    `faces` is empty where only the sum of the dice was called out; `total` is always dice and parts together; `again`
    says that a second throw was counted on, should this one fail.
    """

    who: str
    rating: str
    thrown: int = 0
    faces: tuple[int, ...] = ()
    typed: bool = False
    parts: tuple[Part, ...] = ()
    total: int = 0
    again: bool = False


class Hit(Frozen):
    """Damage that a roll dealt to an actor; `taken` once the actor has taken it."""

    who: str
    damage: int
    taken: bool = False


class Harm(Frozen):
    """Harm that an act did to an actor whom players knew, by dice or without.

    Attributes:
        who: The actor.
        number: Number of the act.
        game: The game of the rows.
        rows: The rows that it marked or scratched out, each with the marks that it added.
        damage: Points of damage.
        fallen: Number of members of a group that fell.
        fates: Ids of the conditions that it brought.
    """

    who: str
    number: ActNumber = 0
    game: str = ""
    rows: tuple[Row, ...] = ()
    damage: int = 0
    fallen: int = 0
    fates: tuple[str, ...] = ()


class Roll(Frozen):
    """A roll, with the questions that it leaves open.

    Attributes:
        act: The act that was rolled for, by its game's own word, such as `check`, `attack`, `challenge` or `team`.
        game: The game whose rules it follows.
        score: The side that acts.
        against: The sides that oppose it: none for a check, several for an attack on a crowd.
        label: The opposition in words, where no actor opposed it.
        value: The number it was rolled against, likewise.
        outcome: success, tie or failure; empty where the roll is not decided, or decides nothing by itself.
        margin: Score less opposition; of the first opposing side where there are several.
        ruling: The GM's ruling (WE-41), or `done` once nothing more is asked.
        hits: Damage waiting to be taken.
        challenge: The rod that a success moves.
        offers: Gains that the roll offers and that are not decided yet, such as `boon`.
        memory: Its game's own record of it; None where the dice are all.
        number: Number of the act that threw it; 0 until it stands on a table.
        title: Title of its challenge as players knew it, once that has left the abacus; empty where they did not.
        unseen: Ids of the actors in it whom players did not know as it was thrown; it never tells them of these.
    """

    act: str
    game: str
    score: Score
    against: tuple[Score, ...] = ()
    label: str = ""
    value: int | None = None
    outcome: str = ""
    margin: int = 0
    ruling: str = ""
    hits: tuple[Hit, ...] = ()
    challenge: str = ""
    offers: tuple[str, ...] = ()
    rerolled: bool = False
    memory: RollMemory | None = None
    number: ActNumber = 0
    title: str = ""
    unseen: tuple[str, ...] = ()
