"""Lists that the table keeps for itself as marks: what is due, what waits, where one has been."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wyrd_tui.engine.events import Noted
from wyrd_tui.engine.state import State

GONE = "challenges that left"
"""The mark that lists challenges that left the abacus without being overcome (U-22)."""
DISMISSED = "people who left"
"""The mark that lists who of the cast was taken off the table (WA-57)."""
VISITS = "places visited"
"""The mark that lists in which scene each place was visited last (WA-52)."""


def entries(state: State, ledger: str) -> dict[str, tuple[str, ...]]:
    """The entries of a list in the order in which they were made, each with a few words."""
    rows = (entry.partition(":") for entry in state.marks.get(ledger, "").split(";"))
    return {which.strip(): tuple(words.split()) for which, _, words in rows if which.strip()}


def entered(ledger: str, rows: Mapping[str, Sequence[str]]) -> Noted:
    """A list as it stands from now on."""
    return Noted(ledger, "; ".join(f"{which}: {' '.join(words)}".strip() for which, words in rows.items()), quiet=True)


def was_there(state: State, who: str) -> bool:
    """Whether somebody of the cast was at the table and has been taken off it (WA-57)."""
    return who in entries(state, DISMISSED)
