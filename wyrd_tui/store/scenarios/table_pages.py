"""Random tables of a scenario as pages of the book, and checks of their rows (ME-06)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wyrd_tui.engine.page import TABLE, Page
from wyrd_tui.store.files.clean import quote_text
from wyrd_tui.store.scenarios.random_tables import NoTable, list_results, plain_dice, read_row_ends, spell_results

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios.examination import Examination
    from wyrd_tui.store.scenarios.page_models import RandomTable


def expand_rows(entry: RandomTable) -> Mapping[str, str]:
    """Map results, alone or from first to last, to texts, whichever way the rows were written."""
    if entry.entries:
        return {str(result): text for result, text in zip(list_results(entry.dice), entry.entries, strict=False)}
    return {spell_results(*read_row_ends(key, entry.dice)): text for key, text in entry.rows.items()}


def table_page(entry: RandomTable, name: str, parent: str) -> Page:
    """Make a random table a page of the book."""
    return Page(
        name, TABLE, entry.title, entry.text, parent=parent, dice=plain_dice(entry.dice), rows=expand_rows(entry)
    )


def shipped_table_page(table: Mapping[str, Any], name: str) -> Page:
    """Make a shipped table a page of the book."""
    return Page(name, TABLE, table["title"], table["text"], dice=table["dice"], rows=table["rows"])


# -------------------------------------------------------------- checks


def report_rows(check: Examination, table: RandomTable) -> None:
    """Report results of a table that have no row, or several (ME-06); a gap may be meant."""
    if not table.rows and not table.entries:
        check.error('needs "rows", each with its result, or "entries", one for each result', table)
    elif {"rows", "entries"} <= table.model_fields_set:
        check.error('there are "rows" already; a table has one of the two', table, "entries")
    elif table.rows:
        _report_rows(check, table)
    else:
        _report_entries(check, table)


def _report_rows(check: Examination, table: RandomTable) -> None:
    known = list(list_results(table.dice))
    taken: dict[int, str] = {}
    sound = True
    for key in table.rows:
        try:
            low, high = read_row_ends(key, table.dice)
        except NoTable as reason:
            check.error(f"{quote_text(key)}: {reason}", table, "rows", key)
            sound = False
            continue
        if low not in known or high not in known:
            check.error(f"{quote_text(key)}: {table.dice.strip()} gives {_ends(known)}", table, "rows", key)
            sound = False
        mine = [result for result in known if low <= result <= high]
        if twice := [result for result in mine if result in taken]:
            fault = f"{quote_text(key)}: {twice[0]} has a row already, {quote_text(taken[twice[0]])}"
            check.error(fault, table, "rows", key)
        taken |= {result: key for result in mine if result not in taken}
    if missing := [result for result in known if result not in taken] if sound else []:
        check.warn(f"no row for {_gaps(missing, known)}", table, "rows")


def _report_entries(check: Examination, table: RandomTable) -> None:
    known = list(list_results(table.dice))
    count = len(table.entries)
    if count > len(known):
        fault = f"{count} entries, but only {len(known)} results: {_ends(known)}"
        check.error(fault, table, "entries", len(known))
    elif count < len(known):
        check.warn(f"no row for {_gaps(known[count:], known)}", table, "entries")


def _ends(known: list[int]) -> str:
    if len(known) == 1:
        return spell_results(known[0], known[0])
    sixes = " with faces from 1 to 6" if 1 < known[-1] - known[0] + 1 != len(known) else ""
    return f"{known[0]} to {known[-1]}{sixes}"


def _gaps(missing: Iterable[int], known: Sequence[int]) -> str:
    """Write results that no row stands for, runs of them as one."""
    runs: list[list[int]] = []
    for result in missing:
        place = known.index(result)
        if runs and known.index(runs[-1][-1]) == place - 1:
            runs[-1].append(result)
        else:
            runs.append([result])
    return ", ".join(spell_results(run[0], run[-1]) for run in runs)
