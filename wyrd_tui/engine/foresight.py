"""Foresight of an act before it is done: the lines that the log would have, and the table that its answers lead to."""

from __future__ import annotations

from wyrd_tui.engine.account import Account, describe_and_apply
from wyrd_tui.engine.answers import complete_answers
from wyrd_tui.engine.commands import Answers, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused, TooManyDice
from wyrd_tui.engine.named_tuple import NamedTuple
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


class Foreseen(NamedTuple):
    """An act before it is done.

    Attributes:
        account: The act as it would be told and done; None where that hangs on dice or the act is refused.
        by_dice: Whether typed dice decide it.
        excess: Why more dice are typed than are thrown; empty where they are not.
    """

    account: Account | None
    by_dice: bool = False
    excess: str = ""


def foresee(command: Command, state: State, answers: Answers) -> Foreseen:
    """Run a command with the dice that are typed, and without any other."""
    by_dice = any(ask.kind == "dice" and text_of(answers, ask.name).strip() for ask in command.asks)
    try:
        complete = complete_answers(command, state, answers)
        dice = ForeseenDice(command.foreseen_die)
        return Foreseen(describe_and_apply(state, command.run(state, complete, dice)), by_dice)
    except TooManyDice as refusal:
        return Foreseen(None, by_dice, str(refusal))
    except Exception:  # A bug shows when the act is done; a look ahead shows nothing.
        return Foreseen(None, by_dice)
