"""Seats of those who follow a table with `wyrd watch`: a lock for each, which the program that plays it counts."""

from __future__ import annotations

import contextlib
from pathlib import Path

from wyrd_tui.store.tables.lock import Lock, LockHeld, name_holder

SEATS = 8
"""Most that are counted; whoever comes after them follows all the same."""


def take_seat(table: Path) -> Lock | None:
    """Take a seat at a table until the program ends; None where none is free, or its folder refuses."""
    for seat in _seats(table):
        try:
            return Lock(seat)
        except LockHeld:
            continue
        except OSError:
            break
    return None


def leave_seat(table: Path, seat: Lock | None) -> None:
    """Give a seat back, and remove the files of seats that nobody has."""
    if seat is not None:
        seat.release()
        for file in _seats(table):
            # A file that stays is taken as a seat again.
            with contextlib.suppress(OSError):
                if not name_holder(file):
                    file.unlink()


def count_seats(table: Path) -> int:
    """Count those who follow a table now."""
    return sum(bool(name_holder(seat)) for seat in _seats(table))


def _seats(table: Path) -> list[Path]:
    return [table.with_suffix(f".watch{number}") for number in range(1, SEATS + 1)]
