"""Random tables: which results some dice can have, and which of them a row stands for (ME-01, ME-06)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.expression import FUDGE, ROW, parse_expression
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.mettle.rolls import TABLE

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios import scenario_models as models

MOST_RESULTS = 300
D66 = "d66"
ACCEPTED = 'such as "d66", "2d6" or "1d6"'
_ROWS = tuple(10 * first + second for first in range(1, 7) for second in range(1, 7))
_SPAN = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?")
_PAIR = re.compile(r"([1-6])\s*,\s*([1-6])")


class NoTable(ValueError):  # noqa: N818 - it says what the text is
    """Dice or a row that no table has; `str()` says why."""


def results(dice: str) -> Sequence[int]:
    """Every result that dice can have, the lowest first; two ordered d6 for a d66 (ME-06).

    Raises:
        NoTable: If no table can be rolled with them.
    """
    if plain(dice) == D66:
        return _ROWS
    try:
        terms = parse_expression(dice)
    except Refused:
        raise NoTable(f"must be dice, {ACCEPTED}") from None
    thrown = [term for term in terms if term.count]
    if not thrown or any(term.keep or term.sides in (FUDGE, ROW) for term in thrown):
        raise NoTable(f"must be d66, or dice that add up, {ACCEPTED}")
    low = high = 0
    for term in terms:
        ends = (term.count, term.count * term.sides) if term.count else (term.number, term.number)
        low += ends[0] if term.sign > 0 else -ends[1]
        high += ends[1] if term.sign > 0 else -ends[0]
    if low < 0 or high - low >= MOST_RESULTS:
        raise NoTable(f"must have at most {MOST_RESULTS} results, and none below 0")
    return range(low, high + 1)


def plain(dice: str) -> str:
    """Dice without spaces and in lower case; a single d66 without its count."""
    text = "".join(dice.split()).casefold()
    return D66 if text == f"1{D66}" else text


def span(key: str, dice: str) -> tuple[int, int]:
    """The first and the last result that a row stands for; a d66 may also be written `6,2`, as the text has it (ME-06).

    Raises:
        NoTable: If the key names no results.
    """
    text = key.strip()
    if plain(dice) == D66 and (pair := _PAIR.fullmatch(text)):
        text = pair[1] + pair[2]
    found = _SPAN.fullmatch(text)
    if not found:
        raise NoTable('must be a result or a span of results, such as "4" or "2-4"')
    low, high = int(found[1]), int(found[2] or found[1])
    if high < low:
        raise NoTable("the smaller result comes first")
    return low, high


def named(low: int, high: int) -> str:
    """A row's results as the table carries them."""
    return str(low) if low == high else f"{low}-{high}"


def gaps(missing: Iterable[int], known: Sequence[int]) -> str:
    """Results that no row stands for, runs of them as spans."""
    runs: list[list[int]] = []
    for result in missing:
        place = known.index(result)
        if runs and known.index(runs[-1][-1]) == place - 1:
            runs[-1].append(result)
        else:
            runs.append([result])
    return ", ".join(named(run[0], run[-1]) for run in runs)


def rows_of(entry: models.RandomTable) -> Mapping[str, str]:
    """The rows by result or span, from what was written in either way."""
    if entry.entries:
        return {str(result): text for result, text in zip(results(entry.dice), entry.entries, strict=False)}
    return {named(*span(key, entry.dice)): text for key, text in entry.rows.items()}


def page(entry: models.RandomTable, name: str, parent: str) -> Page:
    """A random table as a page of the book."""
    return Page(name, TABLE, entry.title, entry.text, parent=parent, dice=plain(entry.dice), rows=rows_of(entry))


def shipped(table: Mapping[str, Any], name: str) -> Page:
    """A shipped table as a page of the book."""
    return Page(name, TABLE, table["title"], table["text"], dice=table["dice"], rows=table["rows"])
