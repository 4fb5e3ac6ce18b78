"""Random tables: the results of dice, the rows that stand for them, and checks of both (ME-01, ME-06)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.expression import FUDGE, ROW, parse_expression
from wyrd_tui.engine.page import Page
from wyrd_tui.store.files.clean import quoted

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios.check import Check
    from wyrd_tui.store.scenarios.page_models import RandomTable

TABLE: Final = "table"

MOST_RESULTS = 300
D66 = "d66"
ACCEPTED = 'such as "d66", "2d6" or "1d6"'
_ROWS = tuple(10 * first + second for first in range(1, 7) for second in range(1, 7))
_ENDS = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?")
_PAIR = re.compile(r"([1-6])\s*,\s*([1-6])")


class NoTable(ValueError):  # noqa: N818 - it says what the text is
    """Dice or a row that no table has; `str()` says why."""


def results(dice: str) -> Sequence[int]:
    """List the results of dice, the lowest first; a d66 is two ordered d6 (ME-06).

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
    """Write dice without spaces and in lower case, and a single d66 without its count."""
    text = "".join(dice.split()).casefold()
    return D66 if text == f"1{D66}" else text


def row_ends(key: str, dice: str) -> tuple[int, int]:
    """Read the first and the last result of a row; that of a d66 may be written `6,2`, as the text has it (ME-06).

    Raises:
        NoTable: If the key names no results.
    """
    text = key.strip()
    if plain(dice) == D66 and (pair := _PAIR.fullmatch(text)):
        text = pair[1] + pair[2]
    found = _ENDS.fullmatch(text)
    if not found:
        raise NoTable('must be a result or a span of results, such as "4" or "2-4"')
    low, high = int(found[1]), int(found[2] or found[1])
    if high < low:
        raise NoTable("the smaller result comes first")
    return low, high


def named(low: int, high: int) -> str:
    """Write a row's results as the table carries them."""
    return str(low) if low == high else f"{low}-{high}"


def gaps(missing: Iterable[int], known: Sequence[int]) -> str:
    """Write results that no row stands for, runs of them as one."""
    runs: list[list[int]] = []
    for result in missing:
        place = known.index(result)
        if runs and known.index(runs[-1][-1]) == place - 1:
            runs[-1].append(result)
        else:
            runs.append([result])
    return ", ".join(named(run[0], run[-1]) for run in runs)


def rows_of(entry: RandomTable) -> Mapping[str, str]:
    """Map results, alone or from first to last, to texts, whichever way the rows were written."""
    if entry.entries:
        return {str(result): text for result, text in zip(results(entry.dice), entry.entries, strict=False)}
    return {named(*row_ends(key, entry.dice)): text for key, text in entry.rows.items()}


def page(entry: RandomTable, name: str, parent: str) -> Page:
    """Make a random table a page of the book."""
    return Page(name, TABLE, entry.title, entry.text, parent=parent, dice=plain(entry.dice), rows=rows_of(entry))


def shipped(table: Mapping[str, Any], name: str) -> Page:
    """Make a shipped table a page of the book."""
    return Page(name, TABLE, table["title"], table["text"], dice=table["dice"], rows=table["rows"])


# -------------------------------------------------------------- checks


def report(check: Check, table: RandomTable) -> None:
    """Report results of a table that have no row, or several (ME-06); a gap may be meant."""
    if not table.rows and not table.entries:
        check.error('needs "rows", each with its result, or "entries", one for each result', table)
    elif {"rows", "entries"} <= table.model_fields_set:
        check.error('there are "rows" already; a table has one of the two', table, "entries")
    elif table.rows:
        _report_rows(check, table)
    else:
        _report_entries(check, table)


def _report_rows(check: Check, table: RandomTable) -> None:
    known = list(results(table.dice))
    taken: dict[int, str] = {}
    sound = True
    for key in table.rows:
        try:
            low, high = row_ends(key, table.dice)
        except NoTable as reason:
            check.error(f"{quoted(key)}: {reason}", table, "rows", key)
            sound = False
            continue
        if low not in known or high not in known:
            check.error(f"{quoted(key)}: {table.dice.strip()} gives {_ends(known)}", table, "rows", key)
            sound = False
        mine = [result for result in known if low <= result <= high]
        if twice := [result for result in mine if result in taken]:
            fault = f"{quoted(key)}: {twice[0]} has a row already, {quoted(taken[twice[0]])}"
            check.error(fault, table, "rows", key)
        taken |= {result: key for result in mine if result not in taken}
    if missing := [result for result in known if result not in taken] if sound else []:
        check.warn(f"no row for {gaps(missing, known)}", table, "rows")


def _report_entries(check: Check, table: RandomTable) -> None:
    known = list(results(table.dice))
    count = len(table.entries)
    if count > len(known):
        fault = f"{count} entries, but only {len(known)} results: {_ends(known)}"
        check.error(fault, table, "entries", len(known))
    elif count < len(known):
        check.warn(f"no row for {gaps(known[count:], known)}", table, "entries")


def _ends(known: list[int]) -> str:
    if len(known) == 1:
        return named(known[0], known[0])
    sixes = " with faces from 1 to 6" if 1 < known[-1] - known[0] + 1 != len(known) else ""
    return f"{known[0]} to {known[-1]}{sixes}"
