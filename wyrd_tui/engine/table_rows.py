"""Results of the dice of a random table, and the rows that they lead to (ME-06)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wyrd_tui.engine.dice import Refused

MOST_RESULTS = 300
D66 = "d66"
ACCEPTED = 'such as "d66", "2d6" or "1d6"'
_ROWS = tuple(10 * first + second for first in range(1, 7) for second in range(1, 7))
# Compiled by their first use: a table opens without them.
_ENDS = r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?"
_PAIR = r"([1-6])\s*,\s*([1-6])"


def list_results(dice: str) -> Sequence[int]:
    """List the results of dice, the lowest first; a d66 is two ordered d6 (ME-06).

    Raises:
        ValueError: If no table can be rolled with them.
    """
    if plain_dice(dice) == D66:
        return _ROWS
    # Expressions load with the first that is read.
    from wyrd_tui.engine.expression import FUDGE, ROW, parse_expression

    try:
        terms = parse_expression(dice)
    except Refused:
        raise ValueError(f"must be dice, {ACCEPTED}") from None
    thrown = [term for term in terms if term.count]
    if not thrown or any(term.keep or term.sides in (FUDGE, ROW) for term in thrown):
        raise ValueError(f"must be d66, or dice that add up, {ACCEPTED}")
    ends = [
        (term.sign * (term.count + term.number), term.sign * (term.count * term.sides + term.number)) for term in terms
    ]
    low, high = sum(map(min, ends)), sum(map(max, ends))
    if low < 0 or high - low >= MOST_RESULTS:
        raise ValueError(f"must have at most {MOST_RESULTS} results, and none below 0")
    return range(low, high + 1)


def plain_dice(dice: str) -> str:
    """Write dice without spaces and in lower case, and a single d66 without its count."""
    text = "".join(dice.split()).casefold()
    return D66 if text == f"1{D66}" else text


def read_row_ends(key: str, dice: str) -> tuple[int, int]:
    """Read the first and the last result of a row; that of a d66 may be written `6,2`, as the text has it (ME-06).

    Raises:
        ValueError: If the key names no results.
    """
    text = key.strip()
    if plain_dice(dice) == D66 and (pair := re.fullmatch(_PAIR, text)):
        text = pair[1] + pair[2]
    found = re.fullmatch(_ENDS, text)
    if not found:
        raise ValueError('must be a result or a span of results, such as "4" or "2-4"')
    low, high = int(found[1]), int(found[2] or found[1])
    if high < low:
        raise ValueError("the smaller result comes first")
    return low, high


def spell_results(low: int, high: int) -> str:
    """Write a row's results as the table carries them."""
    return str(low) if low == high else f"{low}-{high}"
