"""The log of crashes of the program itself, beside the tables, for its developers."""

from __future__ import annotations

import os
import time

from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.folders import tables_folder


def log_crash(account: str) -> str:
    """Add an account to the log of crashes; return the sentence for the GM, with the path of the log."""
    path = tables_folder() / "fault.log"
    where = f"The report is in {path}."
    try:
        atomic.make_folder(path.parent)
        # For its owner alone, as the tables are: an account may quote from them.
        descriptor = regular.open_descriptor(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        with open(descriptor, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{account}\n")
    except OSError:
        where = "A report could not be written."
    return f"Something went wrong inside the program, and it has ended. {where}"
