"""Random tables: the model, and their pages in the book (ME-01, ME-06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, Field

from wyrd_tui.engine.page import TABLE, Page
from wyrd_tui.engine.table_rows import MOST_RESULTS, list_results, plain_dice, read_row_ends, spell_results
from wyrd_tui.store.scenarios.fields import LongText, Name, OneLine, Titled, listed


def _dice(text: str) -> str:
    list_results(text)
    return plain_dice(text)


Rows = Annotated[dict[Name, OneLine], Field(max_length=MOST_RESULTS)]


class RandomTable(Titled):
    """A random table: dice, and a row for each of their results."""

    text: LongText = Field("", description="Text for the GM.")
    dice: Annotated[Name, AfterValidator(_dice)] = Field(description="Dice that are rolled: d66, or such as 2d6.")
    rows: Rows = Field(default_factory=dict, description="Texts by result, or by several such as 2-4.")
    entries: list[OneLine] = listed("In the place of rows: one for each result, from the lowest on.", MOST_RESULTS)

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts by result, or by the first and last result, whichever way the rows were written."""
        if self.entries:
            return dict(zip(map(str, list_results(self.dice)), self.entries, strict=False))
        return {spell_results(*read_row_ends(key, self.dice)): text for key, text in self.rows.items()}

    def page(self, name: str, parent: str = "") -> Page:
        """Make it a page of the book."""
        return self.make(Page, id=name, kind=TABLE, parent=parent, rows=self.texts)
