"""Loans of Wyrd: defeated players lend what they have to characters who play on (WA-51)."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, many_of
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rules.wyrd_abacus.abilities import wyrd_to_lend
from wyrd_tui.engine.state import State


class Loan(NamedTuple):
    """Wyrd for a character; `bob`, or `cy/bob` where the player of the defeated Cy lends it (WA-51)."""

    who: str
    lender: str = ""

    def __str__(self) -> str:
        return f"{self.lender}/{self.who}" if self.lender else self.who


def chosen_lenders(answers: Answers) -> tuple[str, ...]:
    """Defeated players who pay for the attempt (WA-51)."""
    return many_of(answers, "lent")


def lenders(state: State, answers: Answers) -> Sequence[Choice]:
    """Defeated players who have Wyrd to lend in this scene (WA-51)."""
    return [
        Choice(actor.id, actor.name, f"{wyrd_to_lend(actor)} to lend")
        for actor in state.actors.values()
        if wyrd_to_lend(actor)
    ]
