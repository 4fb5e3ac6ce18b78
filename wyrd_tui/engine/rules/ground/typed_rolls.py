"""Rolls of dice expressions, with the dice that were typed or as they fall (ME-01, ME-06)."""

from __future__ import annotations

import re

from wyrd_tui.engine.commands import Answers, text_of
from wyrd_tui.engine.dice import Dice, FedDice, Refused, check_within, quote_briefly
from wyrd_tui.engine.table_rows import D66, plain_dice
from wyrd_tui.engine.words import plain_number

ONE_DIE = "1d6"
"""The dice of a table that names none."""
_SUM = re.compile(r"(?:sum|\+|=)\s*\+?([0-9]{1,6})", re.ASCII)
"""A sum instead of faces."""


def _tray(answers: Answers, dice: Dice) -> Dice:
    """The dice as they were typed, those of several terms apart by semicolons, or else as they fall."""
    typed = text_of(answers, "dice").strip()
    return FedDice([entry.strip() for entry in typed.split(";")]) if typed else dice


def roll_typed(text: str, answers: Answers, dice: Dice) -> tuple[int, str]:
    """Roll an expression: its total, and the dice in words; a sum may be typed where no face counts by itself.

    Raises:
        Refused: If the sum does not say enough, or cannot have fallen.
    """
    # Expressions load with the first that is rolled.
    from wyrd_tui.engine.expression import FUDGE, ROW, parse_expression, roll

    typed = text_of(answers, "dice").strip()
    stated = _SUM.fullmatch(typed)
    if stated is None:
        result = roll(text, _tray(answers, dice))
        # A single die, or a row of a table, needs no sum behind it.
        fallen, in_all = result.fallen(minus="−"), plain_number(result.total)
        return result.total, fallen if fallen == in_all else f"{fallen} = {in_all}"
    terms = parse_expression(text)
    thrown = [term for term in terms if term.count]
    if len(thrown) != 1 or thrown[0].keep or thrown[0].sides in (FUDGE, ROW):
        raise Refused(
            f"{quote_briefly(typed)} does not show each die of {quote_briefly(text)}. Write every face, such as 3 5 1."
        )
    (own,) = thrown
    number = check_within(int(stated[1]), own.count, own.count * own.sides, f"The sum of {own.count}d{own.sides}")
    more = sum(term.sign * term.number for term in terms)
    total = own.sign * number + more
    return total, f"sum {number}" + (f" {more:+d} = {total}".replace("-", "−") if len(terms) > 1 else "")


def roll_row(dice_text: str, answers: Answers, dice: Dice) -> tuple[str, str]:
    """Roll for a row, as its key and as the log says it; two ordered d6 for a d66 (ME-06).

    Raises:
        Refused: If a d66 is typed as a sum.
    """
    if plain_dice(dice_text) == D66:
        if _SUM.fullmatch(typed := text_of(answers, "dice").strip()):
            raise Refused(
                f"{quote_briefly(typed)} does not show the order of a d66. Write the tens first, such as 4 2."
            )
        first, second = _tray(answers, dice).d6(2)
        return f"{first}{second}", f"{first}, {second}"
    total, _ = roll_typed(dice_text or ONE_DIE, answers, dice)
    return str(total), str(total)
