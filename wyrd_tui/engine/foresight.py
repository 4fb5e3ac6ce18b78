"""Foresight of an act before it is done: the lines that the log would have, and the table that its answers lead to."""

from __future__ import annotations

from wyrd_tui.engine.account import Account, describe_and_apply
from wyrd_tui.engine.answers import complete_answers
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.state import State


class ForeseenDice(Dice):
    """Dice that are not thrown yet: each counts for one number, or nothing can be foreseen of them."""

    def __init__(self, face: int | None) -> None:
        self._face = face

    def draw(self, count: int, low: int, high: int) -> tuple[int, ...]:
        """Return the number that each die counts for.

        Raises:
            Refused: If there is none.
        """
        if self._face is None:
            raise Refused("The dice are not thrown yet.")
        return (self._face,) * count


def foresee(command: Command, state: State, answers: Answers) -> Account | None:
    """Return a command as it would be told and done; None where that hangs on dice or the command is refused."""
    try:
        complete = complete_answers(command, state, answers)
        return describe_and_apply(state, command.run(state, complete, ForeseenDice(command.foreseen_die)))
    except Exception:  # A bug shows when the act is done; a look ahead shows nothing.
        return None
