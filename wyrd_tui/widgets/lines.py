"""A widget that is a stack of lines, drawn by hand, and that repaints only the cells that changed.

A list made of one such widget costs the same at five rows and at five hundred; a widget for each row does not.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs, plain
from wyrd_tui.widgets.look import LOOKS, Look
from wyrd_tui.widgets.text import cells, clean, cut

Span = tuple[str, str]
"""Text, and the role that says how it looks."""
Line = tuple[Span, ...]

EMPTY: Line = ()
SHAPED = frozenset({"here", "turn", "gone", "focus"})
"""Roles whose blanks can be seen."""


def width_of(line: Line) -> int:
    """Cells that a line takes."""
    return sum(cells(span[0]) for span in line)


def fit(line: Line, width: int, more: str = "…") -> Line:
    """The line cut to a width, with a sign where some of it is missing."""
    if width_of(line) <= width:
        return line
    fitted: list[Span] = []
    room = width
    for text, role in line:
        size = cells(text)
        # The last cell is kept for the sign unless this is where the line ends.
        if size >= room:
            fitted.append((cut(text + "  ", room, more), role))
            break
        fitted.append((text, role))
        room -= size
    return tuple(fitted)


def filled(line: Line, width: int, more: str = "…", *, joined: bool = False) -> Line:
    """The line in exactly this width.

    `joined` gives the blanks at the end the style of what stands before them: fewer bytes for a line that is painted
    as a whole, more for one of which a part changes.
    """
    line = fit(line, width, more)
    missing = width - width_of(line)
    if missing <= 0:
        return line
    if joined and line and line[-1][1] not in SHAPED:
        return (*line[:-1], (line[-1][0] + " " * missing, line[-1][1]))
    return (*line, (" " * missing, "text"))


def merged(line: Line) -> Line:
    """The line with spans of one style put together; blanks take the style before them, where that leaves no trace."""
    spans: list[Span] = []
    for text, role in line:
        before = spans[-1][1] if spans else ""
        if role == before or (spans and not text.strip() and before not in SHAPED and role not in SHAPED):
            spans[-1] = (spans[-1][0] + text, before)
        else:
            spans.append((text, role))
    return tuple(spans)


def sides(left: Line, right: Line, width: int, more: str = "…") -> Line:
    """Two lines on one: the right one whole where it fits, the left one cut before it."""
    room = width - width_of(right)
    if room < 8:
        return filled(left, width, more)
    return (*filled(left, room, more), *right)


def named(text: str, width: int, role: str, more: str = "…") -> Line:
    """A name in a column; what fills the column up is not struck through with it."""
    shown = cut(text, width, more)
    blank = " " * (width - cells(shown))
    return ((shown, role), (blank, "text")) if role == "gone" else ((shown + blank, role),)


def changed_cells(old: Line, new: Line) -> tuple[int, int]:
    """Where two lines of one width differ: the first cell and the cell after the last."""
    start = 0
    first, last_old, last_new = 0, len(old), len(new)
    while first < last_old and first < last_new and old[first] == new[first]:
        start += cells(new[first][0])
        first += 1
    end = width_of(new)
    while last_old > first and last_new > first and old[last_old - 1] == new[last_new - 1]:
        last_old -= 1
        last_new -= 1
        end -= cells(new[last_new][0])
    if first < last_old and first < last_new and old[first][1] == new[first][1]:
        before, after = old[first][0], new[first][0]
        if before.isascii() and after.isascii():
            same = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
            start += same
    return start, end


class Lines(Widget):
    """Lines of spans.

    Args:
        look: Styles by role.
        glyphs: The signs to draw with.
        id: Name of the widget.
    """

    ALLOW_SELECT = False

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(id=id)
        self.glyphs = glyphs
        self._look: Look = look or LOOKS["calm"]
        self._lines: list[Line] = []
        self._asked: list[Line] = []
        self._width = 0
        self._strips: dict[int, Strip] = {}

    @property
    def look(self) -> Look:
        """Styles by role; setting it repaints."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        self._look = look
        self._strips.clear()
        self.refresh()

    @property
    def lines(self) -> Sequence[Line]:
        """What is on it now."""
        return self._lines

    def put(self, lines: Sequence[Line]) -> None:
        """Show these lines from the top down, each cut or filled to the width; repaint what differs."""
        width, height = self.size
        if not width or not height:
            return
        if self.glyphs is ASCII:
            lines = [tuple((plain(text), role) for text, role in line) for line in lines]
        old, asked, more = self._lines, self._asked, self.glyphs.more
        same_shape = len(old) == height and self._width == width
        new: list[Line] = []
        for y, line in enumerate(lines[:height]):
            # A line that was asked for before has been measured before.
            known = same_shape and y < len(asked) and asked[y] == line
            new.append(old[y] if known else filled(tuple((clean(text), role) for text, role in line), width, more))
        new.extend([filled(EMPTY, width)] * (height - len(new)))
        self._lines, self._asked, self._width = new, list(lines[:height]), width
        if not same_shape:
            self._strips.clear()
            self.refresh()
            return
        regions: list[Region] = []
        for y, (before, after) in enumerate(zip(old, new, strict=True)):
            if before is not after and before != after:
                start, end = changed_cells(before, after)
                regions.append(Region(start, y, max(1, end - start), 1))
                self._strips.pop(y, None)
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """One line as the compositor wants it."""
        strip = self._strips.get(y)
        if strip is None:
            look = self._look
            width = self.size.width
            line = self._lines[y] if y < len(self._lines) else filled(EMPTY, width)
            strip = Strip([Segment(text, look[role]) for text, role in merged(line) if text])
            strip = self._strips[y] = strip.adjust_cell_length(width, look["text"])
        return strip

    def redraw(self) -> None:
        """Make the lines anew; what a kind of widget does is its own affair."""

    def on_resize(self, event: events.Resize) -> None:
        """A new width or height wants new lines."""
        self.redraw()
