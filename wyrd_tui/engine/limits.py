"""Limits of the numbers and texts of a table: beyond the reach of any rule, within the width of every screen.

A field names its limit in its annotation, and an event's goes as far as what it sets. Files are held against them as
they are read, and an act before it is written.
"""

from __future__ import annotations

from typing import Annotated

from wyrd_tui.engine.named_tuple import NamedTuple


class Range(NamedTuple):
    """The least and the greatest that a number may be."""

    low: int
    high: int


class TextLimit(NamedTuple):
    """The length that a text may have; with `lines` it may have paragraphs."""

    most: int
    lines: bool = False


ANY_NUMBER = Range(-99_999, 99_999)
"""The limit of a plain `int`."""
NAME = TextLimit(2_000)
"""The limit of a plain `str`, and of the keys of a mapping: a name or a few words, on one line."""
MOST_PLAYERS = 12
"""Players of a table, and characters of its party as it begins."""

Rating = Annotated[int, Range(-999, 999)]
Difficulty = Annotated[int, Range(-9_999, 9_999)]
Points = Annotated[int, Range(0, 999)]
Count = Annotated[int, Range(0, 9_999)]
Tally = Annotated[int, Range(0, 99_999)]
ActNumber = Annotated[int, Range(0, 999_999_999)]

Sentence = Annotated[str, TextLimit(100_000)]
Prose = Annotated[str, TextLimit(100_000, lines=True)]
