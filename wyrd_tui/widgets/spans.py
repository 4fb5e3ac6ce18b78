"""Lines made of spans: text with the role that says how it looks, and the arithmetic that lays them out."""

from __future__ import annotations

from wyrd_tui.engine.spans import Span as Span
from wyrd_tui.widgets.cells import cells, cut

Line = tuple[Span, ...]


EMPTY: Line = ()


SELECTED = "+"
"""Ends a role that stands in the selected row, such as `hurt+`."""
_SHAPED = frozenset({"here", "turn", "gone", "focus", "lost"})


def is_shaped(role: str) -> bool:
    """Tell if the blanks of a role can be seen."""
    return role in _SHAPED or role.endswith(SELECTED)


def raise_line(line: Line) -> Line:
    """Set a line on the raised ground of the selected row and of questions."""
    return tuple((text, role + SELECTED) for text, role in line)


def width_of(line: Line) -> int:
    """Cells that a line takes."""
    return sum(cells(span[0]) for span in line)


def cut_line(line: Line, width: int, more: str = "…") -> Line:
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


def fill_line(line: Line, width: int, more: str = "…", *, joined: bool = False) -> Line:
    """The line in exactly this width.

    `joined` gives the blanks at the end the style of what stands before them: fewer bytes for a line that is painted
    as a whole, more for one of which a part changes.
    """
    line = cut_line(line, width, more)
    missing = width - width_of(line)
    if missing <= 0:
        return line
    if joined and line and not is_shaped(line[-1][1]):
        return (*line[:-1], (line[-1][0] + " " * missing, line[-1][1]))
    return (*line, (" " * missing, "text"))


def merge_spans(line: Line) -> Line:
    """The line with spans of one style put together; blanks take the style before them, where that leaves no trace."""
    spans: list[Span] = []
    for text, role in line:
        before = spans[-1][1] if spans else ""
        if role == before or (spans and not text.strip() and not is_shaped(before) and not is_shaped(role)):
            spans[-1] = (spans[-1][0] + text, before)
        else:
            spans.append((text, role))
    return tuple(spans)


def two_sided(left: Line, right: Line, width: int, more: str = "…") -> Line:
    """Two lines on one: the right one whole where it fits, the left one cut before it."""
    room = width - width_of(right)
    if room < 8:
        return fill_line(left, width, more)
    return (*fill_line(left, room, more), *right)


def name_column(text: str, width: int, role: str, more: str = "…") -> Line:
    """A name in a column; what fills the column up is not struck through with it."""
    shown = cut(text, width, more)
    blank = " " * (width - cells(shown))
    return ((shown, role), (blank, "text")) if role == "gone" else ((shown + blank, role),)


def changed_cells(old: Line, new: Line) -> tuple[int, int]:
    """Find the cells in which two lines of one width differ: the first, and the one after the last."""
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
