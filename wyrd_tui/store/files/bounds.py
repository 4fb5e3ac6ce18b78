"""Bounds of the numbers and texts of a table: beyond the reach of any rule, within the width of every screen.

A file is held against them as it is read, and an act before it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.events import (
    Changed,
    Counted,
    Marked,
    Moved,
    Rated,
    Read,
    Said,
    Staged,
    Turned,
)
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.sheet import Effect, Hurt, Row, Sheet
from wyrd_tui.engine.state import Actor, Bonus, Challenge, Condition, Order, Place, Roll, Scene, State


class Range(NamedTuple):
    """The least and the greatest that a number may be."""

    low: int
    high: int


class TextLimit(NamedTuple):
    """The length that a text may have; with `lines` it may have paragraphs."""

    most: int
    lines: bool = False


ANY = Range(-99_999, 99_999)
"""Bounds of numbers that are not named below."""
_ACTS = Range(0, 999_999_999)
_EVENINGS = Range(0, 99_999)
_BEADS = Range(0, 9_999)
_MARKS = Range(0, 99_999)
_RATING = Range(-999, 999)
_PEOPLE = Range(0, 9_999)
_DIFFICULTY = Range(-9_999, 9_999)

RANGES: Mapping[tuple[type, str], Range] = {
    (State, "acts"): _ACTS,
    (State, "evening"): _EVENINGS,
    (State, "rules"): _RATING,
    (Scene, "number"): _EVENINGS,
    (Order, "round"): _EVENINGS,
    (Place, "score"): _DIFFICULTY,
    (Actor, "count"): _PEOPLE,
    (Condition, "level"): _RATING,
    (Bonus, "value"): _RATING,
    (Challenge, "value"): _DIFFICULTY,
    (Challenge, "done"): _BEADS,
    (Challenge, "needed"): _BEADS,
    (Sheet, "ratings"): _RATING,
    (Row, "boxes"): _BEADS,
    (Row, "marks"): _MARKS,
    (Row, "absorbs"): Range(1, 9_999),
    (Row, "penalty"): Range(0, 999),
    (Hurt, "by"): Range(0, 999),
    (Effect, "value"): _RATING,
    (Effect, "uses"): Range(0, 999),
    (Effect, "used"): Range(0, 999),
    (Trigger, "by"): _DIFFICULTY,
    (Trigger, "at_most"): _DIFFICULTY,
    (Marked, "marks"): _MARKS,
    (Rated, "value"): _RATING,
    (Changed, "count"): _PEOPLE,
    (Moved, "done"): _BEADS,
    (Turned, "round"): _EVENINGS,
    (Staged, "evening"): _EVENINGS,
    (Counted, "value"): ANY,
    (Read, "value"): _RATING,
    (Act, "number"): _ACTS,
    (Roll, "number"): _ACTS,
    (Open, "roll"): _ACTS,
}
"""Numbers by the field that holds them, alone or in a list or table; an event's go as far as what it sets."""

NAME = TextLimit(2_000)
"""Bounds of texts that are not named below: a name, a key, a few words, on one line."""
_LINE = TextLimit(100_000)
_PROSE = TextLimit(100_000, lines=True)

TEXTS: Mapping[tuple[type, str], TextLimit] = {
    (Actor, "notes"): _PROSE,
    (Actor, "details"): _PROSE,
    (Challenge, "text"): _PROSE,
    (Challenge, "win"): _PROSE,
    (Challenge, "lose"): _PROSE,
    (Page, "text"): _PROSE,
    (Page, "reveals"): _PROSE,
    (Page, "rows"): _PROSE,
    (Trigger, "text"): _PROSE,
    (Said, "text"): _PROSE,
    (Changed, "notes"): _PROSE,
    (Act, "asked"): _LINE,
    (Act, "lines"): _LINE,
}
"""Texts that may be longer, or have paragraphs; of a table only what stands under its keys."""
