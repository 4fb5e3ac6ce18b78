"""What a scenario of Mettle must get right beside its ids: backgrounds, what attributes are called, random tables."""

from __future__ import annotations

from wyrd_tui.engine.rules.mettle.numbers import FIXED, STRAINABLE
from wyrd_tui.engine.state import METTLE
from wyrd_tui.store.files.clean import clean, quoted
from wyrd_tui.store.files.positions import Path
from wyrd_tui.store.scenarios.game_keys import add
from wyrd_tui.store.scenarios.random_tables import NoTable, gaps, named, results, span
from wyrd_tui.store.scenarios.references import References, Table, chapters, tables

ATTRIBUTES = (*STRAINABLE.values(), *FIXED)
"""Names on a sheet that no background can have."""
_OWN_SHEET = 2


class Mettle:
    """Mettle's share in the checks of a document; `References` is told what does not fit."""

    def __init__(self, references: References) -> None:
        self.references = references
        self.played = METTLE in references.systems

    def check(self) -> None:
        """All checks."""
        for path, sheet in self.references.sheets():
            self._sheet(path, sheet)
        told = False
        for chapter_path, chapter in ((), self.references.data), *chapters(self.references.data):
            for path, table in tables(chapter, "tables", chapter_path):
                if not (self.played or told):
                    told = True
                    why = "random tables are rolled with an act of Mettle, and nobody plays it here"
                    self.references.say(path[:-1], f"{why}: {add(METTLE)}", warning=True)
                self._table(path, table)

    # -------------------------------------------------------------- sheets

    def _sheet(self, path: Path, sheet: Table) -> None:
        """Backgrounds beside attributes (ME-07), and names for attributes that are there."""
        say = self.references.say
        known = {name.casefold(): name for name in ATTRIBUTES}
        backgrounds = sheet.get("backgrounds")
        for name in backgrounds if isinstance(backgrounds, dict) else ():
            if (label := known.get(clean(name).casefold())) is not None:
                say(
                    (*path, "backgrounds", name),
                    f"{quoted(name)} is no background; write it beside them: {label.casefold()} = …",
                )
        called = sheet.get("called")
        whole = sheet.get("like") is None and len(path) == _OWN_SHEET
        for name in called if isinstance(called, dict) and whole else ():
            if name in {label.casefold() for label in ATTRIBUTES} and name not in sheet:
                say((*path, "called", name), f"this sheet has no {name} that could be called so", warning=True)

    # -------------------------------------------------------------- random tables

    def _table(self, path: Path, table: Table) -> None:
        """Whether every result has one row (ME-06); gaps may be meant."""
        dice, rows, entries = table.get("dice"), table.get("rows"), table.get("entries")
        if not rows and not entries:
            self.references.say(path, 'needs "rows", each with its result, or "entries", one for each result')
        if rows is not None and entries is not None:
            self.references.say((*path, "entries"), 'there are "rows" already; a table has one of the two')
            return
        try:
            known = results(dice) if isinstance(dice, str) else ()
        except NoTable:
            return  # The model has told.
        if known and isinstance(rows, dict) and rows and isinstance(dice, str):
            self._rows(path, rows, dice, list(known))
        elif known and isinstance(entries, list) and entries:
            self._entries(path, len(entries), list(known))

    def _rows(self, path: Path, rows: Table, dice: str, known: list[int]) -> None:
        say = self.references.say
        taken: dict[int, str] = {}
        sound = True
        for key in rows:
            place = (*path, "rows", key)
            try:
                low, high = span(key, dice)
            except NoTable as reason:
                say(place, f"{quoted(key)}: {reason}")
                sound = False
                continue
            mine = [result for result in known if low <= result <= high]
            if low not in known or high not in known:
                say(place, f"{quoted(key)}: {dice.strip()} gives {_ends(known)}")
                sound = False
            twice = [result for result in mine if result in taken]
            if twice:
                say(place, f"{quoted(key)}: {twice[0]} has a row already, {quoted(taken[twice[0]])}")
            taken |= {result: key for result in mine if result not in taken}
        if missing := [result for result in known if result not in taken] if sound else []:
            say((*path, "rows"), f"no row for {gaps(missing, known)}", warning=True)

    def _entries(self, path: Path, count: int, known: list[int]) -> None:
        place = (*path, "entries")
        if count > len(known):
            more = f"{count} entries, but only {len(known)} results"
            self.references.say((*place, len(known)), f"{more}: {_ends(known)}")
        elif count < len(known):
            self.references.say(place, f"no row for {gaps(known[count:], known)}", warning=True)


def _ends(known: list[int]) -> str:
    if len(known) == 1:
        return named(known[0], known[0])
    sixes = " with faces from 1 to 6" if 1 < known[-1] - known[0] + 1 != len(known) else ""
    return f"{known[0]} to {known[-1]}{sixes}"
