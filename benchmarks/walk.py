"""Stops of a reader who follows the path of a table's file through the opening of the table.

A stop is a call that is handed the path of the save, the journal or the lock, by itself or under another suffix; calls
within a function's own module count as well. Prints each stop, their number, and the modules.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from wyrd_tui.engine.state import State
from wyrd_tui.store.tables.opening import create_table, open_table

PACKAGE = Path(__file__).parents[1] / "wyrd_tui"
MOST_STOPS, MOST_MODULES = 25, 10


def _values(frame: FrameType) -> Iterator[object]:
    code = frame.f_code
    for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        yield frame.f_locals.get(name)


def stops(path: Path) -> list[tuple[str, str]]:
    """List the module and the function of each stop, as a table is opened."""
    files = {os.fspath(path.with_suffix(suffix)) for suffix in (".toml", ".journal", ".lock")}
    found: list[tuple[str, str]] = []

    def look(frame: FrameType, event: str, what: object) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(str(PACKAGE)):
            return
        if any(isinstance(one, str | Path) and os.fspath(one) in files for one in _values(frame)):
            module = Path(frame.f_code.co_filename).relative_to(PACKAGE).with_suffix("").as_posix()
            found.append((module, frame.f_code.co_qualname))

    sys.setprofile(look)
    try:
        table = open_table(path)
    finally:
        sys.setprofile(None)
    table.close()
    return found


def main() -> int:
    """Print the stops; 1 if there are more than the budget has."""
    with tempfile.TemporaryDirectory() as folder:
        with create_table(State("Walk"), folder=Path(folder)) as table:
            path = table.path
        found = stops(path)
    for module, name in found:
        print(f"{module}: {name}")
    modules = dict.fromkeys(module for module, _ in found)
    print(f"{len(found)} stops (budget {MOST_STOPS}) in {len(modules)} modules (budget {MOST_MODULES})")
    print(f"{len({*found})} functions: {', '.join(modules)}")
    return int(len(found) > MOST_STOPS or len(modules) > MOST_MODULES)


if __name__ == "__main__":
    sys.exit(main())
