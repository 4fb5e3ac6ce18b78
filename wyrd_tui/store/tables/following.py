"""Those who follow a table: other terminals with `wyrd watch`, and phones with the page for players.

A terminal only reads the journal. It takes a seat, a lock of its own beside the table, and the program that plays
counts the seats. The address of the page is kept beside the table for its owner alone while the page is open: a program
that was killed serves the page under the same address again, so that phones find it.
"""

from __future__ import annotations

import contextlib
import os
from glob import escape
from pathlib import Path

from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.files.regular import identity, read_regular
from wyrd_tui.store.tables.journal_lines import JournalLine, read_journal
from wyrd_tui.store.tables.lock import Lock, LockHeld, name_holder
from wyrd_tui.store.tables.replay import Timeline

LONGEST_ADDRESS = 1000
"""Bytes of the file with the address of a page."""


class Following:
    """The state of a table, read from its journal whenever that has changed.

    Attributes:
        state: The table after the last act that was read; None before the first look.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.state: State | None = None
        self._seen: tuple[int, ...] = ()
        self._lines: list[JournalLine] = []

    def look(self) -> bool:
        """Read the journal if it has changed; tell whether the table may be another one now.

        Raises:
            OSError: If the journal cannot be read; the next look tries again.
            Unreadable: If it cannot be played, or a later version wrote it; it is read again once it has changed.
        """
        seen = identity(os.stat(self.path))
        if seen == self._seen:
            return False
        # Without a line that is still being written, or was damaged.
        lines, _ = read_journal(self.path)
        self._seen = seen
        if lines == self._lines:
            return False
        if not lines:
            raise Unreadable("it is no journal of a table")
        self.state, self._lines = Timeline(lines).state(), lines
        return True


def take_seat(table: Path) -> Lock | None:
    """Take a seat at a table until the program ends; None where its folder refuses."""
    try:
        return Lock(table.with_suffix(f".watch-{os.urandom(4).hex()}"))
    except (LockHeld, OSError):
        return None


def leave_seat(table: Path, seat: Lock | None) -> None:
    """Give a seat back, and remove the files of seats that nobody has."""
    if seat is not None:
        seat.release()
        count_seats(table)


def count_seats(table: Path) -> int:
    """Count those who follow a table now, and remove the files of those who were killed."""
    taken = 0
    for seat in table.parent.glob(f"{escape(table.stem)}.watch-{'[0-9a-f]' * 8}"):
        if name_holder(seat):
            taken += 1
            continue
        # A new watcher makes a file of its own; a file that cannot be removed is tried at the next count.
        with contextlib.suppress(OSError):
            seat.unlink()
    return taken


def read_address(table: Path) -> str:
    """Return the address that was kept beside a table; empty where nothing was, or where it cannot be read."""
    try:
        return read_regular(table.with_suffix(".page"), LONGEST_ADDRESS).decode()
    except (OSError, ValueError):
        return ""


def keep_address(table: Path, address: str) -> None:
    """Keep an address, or take the file away where it is empty; a disk that refuses costs only that."""
    path = table.with_suffix(".page")
    with contextlib.suppress(OSError):
        if address:
            atomic.write(path, address.encode())
        else:
            path.unlink(missing_ok=True)
