"""Records of what one game remembers beside what all games share: one of the table, one of a roll.

A game declares its own frozen kinds in `engine/nouns` and names them in its `Game` record, by which files are read.
"""

from __future__ import annotations

from typing import ClassVar

from wyrd_tui.engine.frozen import Frozen


class Memory(Frozen):
    """A game's own record of the table."""

    game: ClassVar[str] = ""
    """The id of the game."""


class RollMemory(Frozen):
    """A game's own record of a roll, beside its dice."""

    game: ClassVar[str] = ""
    """The id of the game."""

    @property
    def team(self) -> tuple[str, ...]:
        """The ids of all who act in the roll, the roller among them; empty where it is the roller alone."""
        return ()

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of all actors in the record, some of them perhaps empty."""
        return ()
