"""How far a table had come, by what the last holder of its lock noted, and what of that is gone.

The note is not synced: it is a help where a journal has lost its end and cannot know of it.
"""

from __future__ import annotations

from typing import NamedTuple

from wyrd_tui.engine.dice import counted
from wyrd_tui.store.tables.journal import Reading
from wyrd_tui.store.tables.save import Save


class Note(NamedTuple):
    """What was noted.

    Attributes:
        table: Id of the table that was played here last; empty where nothing was noted.
        line: Number of its journal's line that had its last step.
    """

    table: str
    line: int

    @classmethod
    def of(cls, noted: str) -> Note:
        """A note from the words in a lock."""
        table, _, number = noted.partition(" ")
        return cls(table, int(number[:12])) if number.isascii() and number.isdecimal() else cls("", 0)

    def beyond(self, reading: Reading) -> list[str]:
        """What the GM is told of steps that were shown and that what is good of a journal has no more."""
        lost = self.line - reading.seq
        if lost <= 0 or self.table != reading.table:
            return []
        if not reading.rest:
            return [f"The journal lacks its last {counted(lost, 'line')}; what was done then is gone."]
        return [
            "A step that had been shown is gone." if lost == 1 else f"Up to {lost} steps that had been shown are gone."
        ]

    def after(self, kept: Save, brought: int) -> list[str]:
        """What the GM is told of steps that were played after a save and have gone with the journal.

        Args:
            kept: The save that the table comes from.
            brought: How many lines of the journal could be brought on top of it.
        """
        # The line after that of a save says only what it held.
        lost = self.line - kept.seq - max(1, brought)
        if not self.table or self.table != kept.table or self.line <= kept.seq + brought:
            return []
        return [f"{counted(max(1, lost), 'step')} or more, played after that, {'is' if lost <= 1 else 'are'} gone."]
