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
        count_seats(table)


def count_seats(table: Path) -> int:
    """Count those who follow a table now, and remove the files of those who were killed."""
    return sum(_is_taken(seat) for seat in _seats(table))


def _is_taken(seat: Path) -> bool:
    """Tell whether somebody has a seat; the file of a seat that nobody has goes."""
    if name_holder(seat):
        return True
    # A file that stays is taken as a seat again.
    with contextlib.suppress(OSError, LockHeld):
        if seat.is_file():
            # Who sits down meanwhile keeps the file.
            lock = Lock(seat)
            try:
                seat.unlink()
            finally:
                lock.release()
    return False


def _seats(table: Path) -> list[Path]:
    return [table.with_suffix(f".watch{number}") for number in range(1, SEATS + 1)]
