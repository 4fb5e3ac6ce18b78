"""The tables and scenarios that `wyrd --plain NAME` opens, as lines for `wyrd --plain` alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from wyrd_tui import printed
from wyrd_tui.screens.catalogue import DiskCatalogue


def print_openable() -> int:
    """Print the tables in play and the scenarios, each by the name that opens it; return the exit status.

    Raises:
        OSError: If the output refuses it.
    """
    for line in _lines(DiskCatalogue()):
        printed.print_message(line, sys.stdout)
    return 0


def _lines(catalogue: DiskCatalogue) -> Iterator[str]:
    tables = catalogue.tables()
    yield "Tables in play:" if tables else "Tables in play: none yet"
    for table in tables:
        # The sign between words is spelt as in all plain lines.
        yield f"  {printed.quote_shell(table.path.stem)}: {table.title}, {table.progress.replace(' · ', ', ')}"
    yield "Scenarios (each opens a new table):"
    for path in catalogue.scenarios():
        known = catalogue.look_into(path)
        about = (
            ", ".join((known.title, *known.about)) if known.usable else "cannot be used; `wyrd check` shows the reason"
        )
        yield f"  {printed.quote_shell(path.stem)}: {about}"
    yield "`wyrd --plain NAME` opens one of them."
