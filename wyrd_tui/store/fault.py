"""The account of a fault of the program itself, kept beside the tables for whoever mends it."""

from __future__ import annotations

from pathlib import Path

from wyrd_tui.store.places import tables_folder


def report(account: str) -> Path | None:
    """Add an account to the log of faults, and give the log's path; None where it could not be written."""
    import time

    path = tables_folder() / "fault.log"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{account}\n")
    except OSError:
        return None
    return path
