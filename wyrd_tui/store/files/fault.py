"""The log of crashes of the program itself, beside the tables, for its developers."""

from __future__ import annotations

import os
from pathlib import Path

from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.folders import tables_folder


def log_crash(account: str) -> Path | None:
    """Add an account to the log of crashes; return the path of the log, or None where it could not be written."""
    import time

    path = tables_folder() / "fault.log"
    try:
        atomic.make_folder(path.parent)
        # For its owner alone, as the tables are: an account may quote from them.
        descriptor = regular.open_descriptor(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        with open(descriptor, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{account}\n")
    except OSError:
        return None
    return path


def crash_message(path: Path | None) -> str:
    """Write the sentence for the GM about a crash, with the path of its account."""
    where = f"The report is in {path}." if path else "A report could not be written."
    return f"Something went wrong inside the program, and it has ended. {where}"
