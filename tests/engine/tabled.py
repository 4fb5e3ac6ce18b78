"""Chances as the tables of a text print them, and as exact fractions."""

from __future__ import annotations

from fractions import Fraction

from wyrd_tui.engine.chance import Chance, Ratio


def rows(table: str) -> list[list[str]]:
    """Cut a table into the cells of its rows."""
    return [row.split() for row in table.strip().split("\n")]


def percent(chance: Chance) -> str:
    """Write a chance with one place."""
    return f"{100 * float(chance):.1f}"


def fraction(ratio: Ratio) -> Fraction:
    """Return a ratio as the fractions of the standard library."""
    return Fraction(ratio.top, ratio.bottom)
