"""The journal of a session: it makes acts durable and gives earlier ones back; and how far a table is saved."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Literal, Protocol

from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.state import State

Did = Literal["do", "undo", "redo"]


class Saving(Enum):
    """The degree to which a table is saved."""

    ON_DISK = auto()
    """Every act is in the journal, and the save could be written when it was due."""
    JOURNAL_ONLY = auto()
    """Every act is in the journal; the save could not be written."""
    IN_MEMORY = auto()
    """The disk refuses, and the GM plays on: the last acts are in memory alone."""
    REFUSED = auto()
    """The disk refused the last act, which has not happened; every act before it is on disk."""
    READ_ONLY = auto()
    """No change is possible."""


class History(NamedTuple):
    """Acts without their states: those that stand, oldest first, and those that are undone, the next one last."""

    done: Sequence[Act]
    undone: Sequence[Act]


class Journal(Protocol):
    """A journal of one table."""

    @property
    def saving(self) -> Saving:
        """The degree to which the table is saved."""

    @property
    def reason(self) -> str:
        """Reason why the table is not wholly saved, without a full stop, or is read only, in a sentence; else empty."""

    def record(self, did: Did, act: Act, after: State) -> None:
        """Make an act durable before anybody sees it.

        Raises:
            OSError: If the disk refuses; the act has left no trace.
            Refused: If the act is too large for a file, or the table is read only.
        """

    def history(self) -> History | None:
        """Return every act that is kept, decoded as it is looked at; None where the session's memory holds all."""

    def earlier(self, number: int) -> list[Step]:
        """Return the last steps that led to the table after act `number`, oldest first; none where it began there.

        Raises:
            Refused: If they cannot be played again.
        """

    def later(self, number: int) -> list[Step]:
        """Return the steps that redo would bring after act `number`, the next one last.

        Raises:
            Refused: If they cannot be played again.
        """


class NoJournal:
    """A journal that keeps nothing, for tests and for tables that are not saved."""

    def __init__(self) -> None:
        self.saving = Saving.ON_DISK
        self.reason = ""

    def record(self, did: Did, act: Act, after: State) -> None:
        """Forget the act."""

    def history(self) -> History | None:
        """Return no acts."""
        return None

    def earlier(self, number: int) -> list[Step]:
        """Return no steps."""
        return []

    def later(self, number: int) -> list[Step]:
        """Return no steps."""
        return []
