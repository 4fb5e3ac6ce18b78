"""`python -m tests.struck WHERE NUMBER… COMMAND` is `wyrd COMMAND`, with signals at one instant of it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any

from wyrd_tui.cli import main
from wyrd_tui.store.tables import opening, save
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.table import Table

Instants = dict[str, tuple[object, str, bool]]

INSTANTS: Instants = {
    "in the opening": (opening, "read_table", True),
    "in a line": (JournalFile, "sync", True),
    "between a line and its state": (Table, "record", False),
    "before the closing": (Table, "close", True),
    "in the closing": (save, "dumps", True),
    "after the closing save": (Table, "release", True),
}
"""Moments at which the signals come: before or after the first call of a function."""
BEGINNING: Instants = {"in the beginning of a table": (Table, "move", True)}


def strike(instant: str, numbers: Sequence[int]) -> None:
    """Have the program send itself signals at an instant."""
    place, name, first = (INSTANTS | BEGINNING)[instant]
    real: Callable[..., Any] = getattr(place, name)

    def struck(*args: object, **more: object) -> object:
        setattr(place, name, real)
        given = None if first else real(*args, **more)
        for number in numbers:
            signal.raise_signal(number)
        return real(*args, **more) if first else given

    setattr(place, name, struck)


if __name__ == "__main__":
    at = sys.argv.index("run")
    strike(sys.argv[1], [int(number) for number in sys.argv[2:at]])
    sys.exit(main(sys.argv[at:]))
