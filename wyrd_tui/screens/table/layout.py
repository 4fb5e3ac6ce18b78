"""Layout of the table screen at each size of the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import Layout, WidgetPlacement

from wyrd_tui.screens.table.cursor import BELOW
from wyrd_tui.widgets.question import LINES

if TYPE_CHECKING:
    from textual.layout import ArrangeResult
    from textual.widget import Widget

LEAST_SIZE = Size(80, 22)
FOOT_LINES = 3
LEAST_LOG = 4
"""Lines of a log beside a question, its title among them, before panes lose any that they fill."""
TABBED_PANES = 3
"""Panes in sight where the lower ones share a place."""
ROOMY_FROM = 30
"""Lines from which on a question has as many as it needs."""
FULL_FOOT_FROM = 24
"""Lines from which on the keys have their place at the foot; on lower screens the panes have it."""
LADDER = 11
"""Lines of a ladder of ten rungs under its title."""
ORDER_LINES = 10
"""Lines of an order of nine under its title, where the abacus has the larger place beside it."""
THREE_COLUMNS = 150
STACKED = 34


def is_tabbed(width: int, height: int) -> bool:
    """Tell if the lower panes share one place."""
    return height < STACKED and width < THREE_COLUMNS


def question_lines(height: int) -> int:
    """Most lines of a question."""
    return max(1, height // 3) if height >= ROOMY_FROM else LINES - (height < FULL_FOOT_FROM)


def foot_lines(height: int, asking: int) -> int:
    """Lines of the foot: as many as a question needs, else three, but fewer on the lowest screens."""
    return max(FOOT_LINES, asking) if asking else max(1, min(FOOT_LINES, FOOT_LINES - (FULL_FOOT_FROM - height)))


def regions(
    width: int,
    height: int,
    shown: str = "ladder",
    ladder: int = LADDER,
    asking: int = 0,
    front: str = BELOW[0],
    over: bool = False,
    filled: Mapping[str, int] = MappingProxyType({}),
) -> Mapping[str, Region]:
    """The place of every part that is in sight.

    Args:
        width: Columns of the terminal.
        height: Its lines.
        shown: The lower pane in front, where they share a place.
        ladder: Lines that the ladder wants.
        asking: Lines of the question that is put; 0 for none.
        front: The lower pane that the game plays on; an abacus has the larger place, and the order the smaller.
        over: Whether the question hides the ends of panes rather than move them, which paints the foot alone.
        filled: Lines that a pane would fill, its title among them; blank ones give way to a question first.
    """
    if width < LEAST_SIZE.width or height < LEAST_SIZE.height:
        return {"head": Region(0, 0, width, height)}
    foot = foot_lines(height, asking)
    body = height - 1 - foot_lines(height, 0)
    panes = _three(width, body, ladder, front) if width >= THREE_COLUMNS else _two(width, height, shown, ladder, front)
    end = height - foot
    return {
        "head": Region(0, 0, width, 1),
        **(panes if over else _above(panes, body + 1 - end, filled)),
        "foot": Region(0, end, width, foot),
    }


def _above(panes: Mapping[str, Region], rows: int, filled: Mapping[str, int]) -> Mapping[str, Region]:
    """Take rows for a question: blank ones of the log and the panes, then filled ones of the log, then of panes."""
    columns: dict[int, list[str]] = {}
    for name, region in panes.items():
        columns.setdefault(region.x, []).append(name)
    log = panes.get("log")
    low = log is not None and not log.x and len(panes) > TABBED_PANES
    if low:
        columns[0].remove("log")
    blank = {name: max(0, region.height - filled.get(name, region.height)) for name, region in panes.items()}
    places: dict[str, Region] = {}
    if log is not None and low:
        spare = min(sum(blank[name] for name in column) for column in columns.values())
        empty = min(rows, blank["log"])
        told = min(max(0, rows - empty - spare), max(0, log.height - empty - LEAST_LOG))
        places["log"] = log._replace(y=log.y - (rows - empty - told), height=log.height - empty - told)
        rows -= empty + told
    for column in columns.values():
        places |= _squeezed({name: panes[name] for name in sorted(column, key=lambda one: panes[one].y)}, rows, blank)
    return places


def _squeezed(column: Mapping[str, Region], rows: int, blank: Mapping[str, int]) -> Mapping[str, Region]:
    """Take rows from a column of panes, the lowest first: blank ones, then those that are filled."""
    heights = {name: region.height for name, region in column.items()}
    for most in (blank, heights):
        for name in reversed([*column]):
            gone = min(rows, most[name])
            heights[name] -= gone
            rows -= gone
    y = min(region.y for region in column.values())
    places: dict[str, Region] = {}
    for name, region in column.items():
        places[name] = region._replace(y=y, height=heights[name])
        y += heights[name]
    return places


def _two(width: int, height: int, shown: str, ladder: int, front: str) -> Mapping[str, Region]:
    places, body = {}, height - 1 - foot_lines(height, 0)
    left = width * 21 // 40
    right = width - left - 1
    if is_tabbed(width, height):
        low = min(ladder, body - 8)
        top = body - low
        places["party"] = Region(0, 1, left + 1, top)
        places["order"] = Region(left + 1, 1, right, top)
        places[shown if shown in BELOW else BELOW[0]] = Region(0, 1 + top, width, body - top)
        return places
    log = max(6, body * 2 // 9)
    middle = min(ladder + (body > STACKED), body - log - 9)
    top = body - log - middle
    places["party"] = Region(0, 1, left + 1, top)
    upper, lower = ("order", "abacus"), (top, middle)
    if front == "abacus":
        upper, lower = ("abacus", "order"), (top + middle - ORDER_LINES, ORDER_LINES)
    places["ladder"] = Region(0, 1 + top, left + 1, middle)
    places[upper[0]] = Region(left + 1, 1, right, lower[0])
    places[upper[1]] = Region(left + 1, 1 + lower[0], right, lower[1])
    places["log"] = Region(0, 1 + top + middle, width, log)
    return places


def _three(width: int, body: int, ladder: int, front: str) -> Mapping[str, Region]:
    left, centre, low = width * 7 // 20, width * 7 // 20, body * 2 // 5
    upper, lower = "order", "abacus"
    if front == lower:
        left, centre, low = width // 3, width * 17 // 40, body // 3
        upper, lower = lower, upper
    low = min(max(ladder, low), body - 8)
    top = body - low
    right = left + centre + 2
    return {
        "party": Region(0, 1, left + 1, top),
        upper: Region(left + 1, 1, centre + 1, top),
        "ladder": Region(0, 1 + top, left + 1, low),
        lower: Region(left + 1, 1 + top, centre + 1, low),
        "log": Region(right, 1, width - right, body),
    }


class TableLayout(Layout):
    """Puts each part of the screen in its place, with no containers between."""

    name = "table"

    def __init__(self, front: str = BELOW[0]) -> None:
        self.front = self.shown = front
        self.ladder = LADDER
        self.asking, self.over = 0, False
        self.filled: Mapping[str, int] = {}

    def hold(self, rungs: int) -> bool:
        """Keep room for a ladder of so many rungs; True where that changes anything."""
        before, self.ladder = self.ladder, rungs + 1
        return self.ladder != before

    def ask(self, asking: int, size: Size, filled: Mapping[str, int], *, over: bool) -> bool:
        """Keep room for a question, or no longer; True where that changes anything at a size.

        Args:
            asking: Lines of the question; 0 for none.
            size: The terminal.
            filled: Lines that each pane would fill.
            over: Whether the question hides the ends of panes rather than move them.
        """
        before = self.regions(size)
        self.asking, self.over, self.filled = asking, over, filled
        return self.regions(size) != before

    def regions(self, size: Size) -> Mapping[str, Region]:
        """The place of every part that is in sight."""
        return regions(
            size.width, size.height, self.shown, self.ladder, self.asking, self.front, self.over, self.filled
        )

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Place the children that are in sight; the others keep their state and take no room."""
        places = self.regions(size)
        return [
            WidgetPlacement(places[child.id], NULL_OFFSET, Spacing(), child)
            for child in children
            if child.id is not None and child.id in places
        ]
