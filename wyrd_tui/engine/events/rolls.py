"""Events of dice, and lines of the log that change nothing."""

from __future__ import annotations

from typing import Literal

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import ActNumber, Prose
from wyrd_tui.engine.roll import Hit, Roll

SayCause = Literal["", "note", "ruling", "table"]


class Said(Frozen):
    """A line for the log that changes nothing.

    Attributes:
        text: The sentence, or its head where details follow.
        tail: Details, with the sign that joins them to the head.
        cause: Kind of line for the recap: `note` of the GM, `ruling` without dice, `table` for a row of a random table.
        page: The book page that it is about, by id.
        rule: The stage rule that speaks as it strikes, by the id of its page.
    """

    text: Prose
    tail: str = ""
    cause: SayCause = ""
    page: str = ""
    rule: str = ""


class Rolled(Frozen):
    """Dice fell; the roll becomes the last one."""

    roll: Roll


class Ruled(Frozen):
    """The GM decided what a roll means (WE-41) and whom it hits, or took up or turned down what it offered."""

    ruling: str
    roll: ActNumber
    note: str = ""
    offers: tuple[str, ...] = ()
    hits: tuple[Hit, ...] = ()


class Hitting(Frozen):
    """The damage that the roll of an act dealt to an actor was taken or waived."""

    who: str
    roll: ActNumber


RollEvent = Said | Rolled | Ruled | Hitting
