"""Rows of tracks on the players' screen, by the plan by which its columns are arranged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.player_view import SeenRow
from wyrd_tui.engine.spans import PageLine, Span
from wyrd_tui.widgets.cells import cells, clean_line
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.spans import Line, width_of

MOST_BOXES = 8
"""A longer row is written in figures."""
ROOMY = 2
"""Empty lines between rows of a screen with room: a turn has a broad bar then, and each row of a track its name."""


class Plan(NamedTuple):
    """A way to arrange the view.

    Attributes:
        width: Cells of a column.
        gap: Empty lines between rows.
        details: Whether there are details below names.
        prose: Lines of prose.
        glyphs: The signs to draw with.
        large: Whether names in the order are spaced out, and boxes and beads are blocks of two lines.
    """

    width: int
    gap: int
    details: bool
    prose: int
    glyphs: Glyphs
    large: bool = False

    @property
    def roomy(self) -> bool:
        """Whether rows have the lines of a screen with room."""
        return self.gap >= ROOMY


def in_short(rows: Sequence[SeenRow], plan: Plan) -> Line:
    """Draw tracks by first letters."""
    return tuple(span for row in rows for span in (*_boxes(row, plan, short=True), (" ", "text")))


def seen_rows(rows: Sequence[SeenRow]) -> list[SeenRow]:
    """Return the rows that are drawn where room is short: tracks, and of numbers without one those that are loud."""
    return [row for row in rows if row.left + row.lost or row.loud]


def wrapped(rows: Sequence[SeenRow], plan: Plan, *, short: bool) -> list[PageLine]:
    """Draw the rows of a track by first letters or by name, as many to a line as fit."""
    lines: list[list[Line]] = []
    between: Span = (" " if short else "   ", "text")
    for together in _units(rows):
        drawn = [_doubled(row, plan) if plan.large else [tuple(_boxes(row, plan, short=short))] for row in together]
        wide = sum(width_of((between, *one[0])) for one in drawn)
        # Numbers that have no room together beside the boxes stand together below them.
        begins = bool(lines) and width_of(lines[-1][0]) + wide > plan.width
        for one in drawn:
            if lines and not begins and width_of(lines[-1][0]) + width_of((between, *one[0])) <= plan.width:
                lines[-1] = [(*old, between, *new) for old, new in zip(lines[-1], one, strict=True)]
            else:
                lines.append([(("   ", "text"), *part) for part in one])
            begins = False
    return [PageLine(line) for several in lines for line in several]


def _units(rows: Sequence[SeenRow]) -> Iterator[list[SeenRow]]:
    """Group the numbers without boxes that follow each other; each row of boxes is alone."""
    for drawn, group in groupby(rows, key=lambda row: bool(row.left + row.lost)):
        several = list(group)
        yield from ([row] for row in several) if drawn else [several]


def _doubled(row: SeenRow, plan: Plan) -> list[Line]:
    """Draw a row in two lines: boxes as blocks of the height of both, words in the upper one."""
    label, *boxes = _boxes(row, plan, short=False)
    return [(label, *boxes), ((" " * cells(label[0]), "text"), *boxes)]


def _boxes(row: SeenRow, plan: Plan, *, short: bool) -> Iterator[Span]:
    """Draw what is lost loudly and what is left quietly; figures where there are no boxes, or many."""
    many = row.left + row.lost > MOST_BOXES or not row.left + row.lost
    label = clean_line(row.label)
    brief = row.brief or label[:1]
    if many:
        yield (
            f"{brief if short and row.left + row.lost else label} {row.figures}",
            "hurt" if row.lost else row.loud or "dim",
        )
        return
    if not short or row.points:
        # Pools that look alike are told apart by letters where there is no room for more.
        yield brief if short else f"{label} ", "dim"
    glyphs = plan.glyphs
    costly = row.wound or row.points
    lost, left = (glyphs.hurt, glyphs.whole) if costly else (glyphs.full, glyphs.free)
    if plan.large:
        # A ghost would say that something is about to be lost.
        lost, left = f"{glyphs.wounded * 3} ", f"{left * 3} "
    if row.points and row.wound:
        lost = f"{glyphs.struck * 3} " if plan.large else glyphs.struck
    gone: Span = (lost * row.lost, "hurt" if costly else "scratch")
    free: Span = (left * row.left, "dim")
    # As in the GM's panes boxes fill from the left, and points are gone from the right.
    yield from (free, gone) if row.points else (gone, free)
