"""Lines made of spans: text with the role that says how it looks, and the arithmetic that arranges them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import cast

from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.widgets.cells import SINGLE, cells, cut, cut_counted

Line = tuple[Span, ...]


EMPTY: Line = ()


SELECTED = "+"
"""Ends a role that stands in the selected row, such as `hurt+`."""
FRESH = "*"
"""Ends a role that the last act has changed, such as `hurt*`."""
LETTERS_GIVEN = 2
"""Letters that a name gives up at most, so that what stands behind it keeps its column."""
_SHAPED = frozenset({"here", "turn", "gone", "focus", "lost", "worst"})


def fresh(role: Role, changed: bool = True) -> Role:
    """Return the role of what the last act has changed."""
    return cast("Role", role + FRESH) if changed else role


def raised(role: Role) -> Role:
    """Set a role on the raised ground of the selected row and of questions."""
    return cast("Role", role + SELECTED)


def is_shaped(role: Role) -> bool:
    """Tell if the blanks of a role can be seen."""
    return role in _SHAPED or role.endswith((SELECTED, FRESH))


def raise_line(line: Line) -> Line:
    """Set a line on the raised ground of the selected row and of questions."""
    return cast("Line", tuple([(text, role + SELECTED) for text, role in line]))


def lower_line(line: Line) -> Line:
    """Take a line off the raised ground."""
    return cast("Line", tuple([(text, role.removesuffix(SELECTED)) for text, role in line]))


def width_of(line: Line) -> int:
    """Cells that a line takes."""
    whole = "".join([text for text, _ in line])
    # Most lines are of common signs alone, so that one look at the whole is enough.
    return len(whole) if whole.isascii() or SINGLE.fullmatch(whole) else sum([cells(text) for text, _ in line])


def without_empty(spans: Iterable[Span]) -> Line:
    """Return the spans that have any text."""
    return tuple(span for span in spans if span[0])


def row_of_signs(
    signs: tuple[str, str], roles: tuple[Role, Role], size: int, full: int, was: int, then: tuple[int, Span]
) -> Line:
    """A row of signs, so many of them full.

    Args:
        signs: A full one and an empty one.
        roles: Looks of the two.
        size: Number of signs.
        full: Number of full ones.
        was: Number of full ones before the last act, which changed the others.
        then: Number of full ones that the open question would leave, and how the difference looks.
    """
    would, ghost = then
    spans: list[Span] = []
    for index in range(size):
        on = index < full
        role = roles[0 if on else 1]
        if (index < would) != on:
            spans.append(ghost)
        else:
            spans.append((signs[0 if on else 1], fresh(role, (index < was) != on)))
    return merge_spans(tuple(spans))


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


def trim_line(line: Line) -> Line:
    """Return a line without the blanks at its end."""
    kept = list(line)
    while kept and not kept[-1][0].strip():
        kept.pop()
    return (*kept[:-1], (kept[-1][0].rstrip(), kept[-1][1])) if kept else ()


def fill_line(line: Line, width: int, more: str = "…", *, joined: bool = False) -> Line:
    """The line in exactly this width.

    `joined` gives the blanks at the end the style of what stands before them: fewer bytes for a line that is painted
    as a whole, more for one of which a part changes.
    """
    missing = width - width_of(line)
    if missing < 0:
        line = cut_line(line, width, more)
        missing = width - width_of(line)
    if missing <= 0:
        return line
    if joined and line and not is_shaped(line[-1][1]):
        return (*line[:-1], (line[-1][0] + " " * missing, line[-1][1]))
    return (*line, (" " * missing, "text"))


def merge_spans(line: Line) -> Line:
    """Join neighbouring spans of one style; blanks join the span before if that changes nothing visible."""
    spans: list[Span] = []
    for text, role in line:
        before = spans[-1][1] if spans else role
        if spans and (role == before or (not text.strip() and not is_shaped(before) and not is_shaped(role))):
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


def name_column(text: str, width: int, role: Role, more: str = "…") -> Line:
    """A name in a column, cut before its number; what fills the column up is neither struck through nor coloured."""
    shown = cut_counted(text, width, more)
    blank = " " * (width - cells(shown))
    return ((shown, role), (blank, "text"))


def stretched_name(
    label: str, column: int, role: Role, after: Sequence[Span], space: int, more: str, *, brief: str = ""
) -> Line:
    """Draw a name and the columns after it; a long name uses free cells of its own row.

    A `brief` name stands in the place of one that would be cut.
    """
    drawn = _stretched(label, column, role, after, space, more)
    return drawn if not brief or drawn[0][0] == label else _stretched(brief, column, role, after, space, more)


def _stretched(label: str, column: int, role: Role, after: Sequence[Span], space: int, more: str) -> Line:
    wanted = cells(label) - column
    rest = list(after)
    over = column + width_of(tuple(after)) - space
    if wanted <= 0 and over <= 0:
        return (*name_column(label, column, role, more), *after)
    blank = 0
    while rest and not rest[0][0].strip():
        blank += len(rest.pop(0)[0])
    while rest and not rest[-1][0].strip():
        rest.pop()
    if not rest:
        return name_column(label, min(cells(label), space), role, more)
    text, first = rest[0]
    blank += len(text) - len(text.lstrip())
    rest[0] = (text.lstrip(), first)
    room = space - width_of(tuple(rest)) - 1
    for index, (text, first) in enumerate(rest):
        if not text.strip() and cells(label) > room:
            # Columns that are empty in this row give way to its name.
            kept = max(int(not rest[index - 1][0].endswith(" ")), len(text) - cells(label) + room)
            room += len(text) - kept
            rest[index] = (" " * kept, first)
    size = min(max(cells(label), column), room)
    kept = column + max(0, blank - 1)
    if size < cells(label) and size - LETTERS_GIVEN <= kept:
        # A name that is cut all the same moves no track for a letter more.
        size = min(size, kept)
    gap = max(min(1, blank), min(blank, column + blank - size))
    return (*name_column(label, size, role, more), (" " * min(gap, room + 1 - size), "text"), *rest)


def changed_cells(old: Line, new: Line) -> tuple[int, int]:
    """Find the cells in which two lines of one width differ: the first, and the one after the last."""
    start, first = 0, 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        start += cells(new[first][0])
        first += 1
    last_old, last_new = len(old), len(new)
    while min(last_old, last_new) > first and old[last_old - 1] == new[last_new - 1]:
        last_old, last_new = last_old - 1, last_new - 1
    end = start + width_of(new[first:last_new])
    if first in (last_old, last_new):
        return start, end
    # Of the spans that differ, such as the rule of a title, the ends may still be the same.
    start += _alike(old[first], new[first])
    return start, max(start, end - _alike(old[last_old - 1], new[last_new - 1], last=True))


def _alike(one: Span, other: Span, *, last: bool = False) -> int:
    """Count the cells in which two spans begin or end alike, where each of their letters has one cell."""
    (text, role), (second, its_role) = one, other
    if role != its_role or not all(each.isascii() or SINGLE.fullmatch(each) for each in (text, second)):
        return 0
    if last:
        text, second = text[::-1], second[::-1]
    # Rules and blanks of several lengths are the most common case.
    if text.startswith(second) or second.startswith(text):
        return min(len(text), len(second))
    return next(at for at, (letter, its) in enumerate(zip(text, second, strict=False)) if letter != its)


FEW_LINES = 6
"""Lines of a list that stand below each other at most, where all have room in two columns."""


def two_columns(lines: Sequence[Line], width: int) -> list[Line]:
    """Return a long list in two columns, its first lines in the left one; empty where it is short or has no room."""
    half, gap = (len(lines) + 1) // 2, 2
    left, right = lines[:half], lines[half:]
    most = max(map(width_of, left), default=0)
    if len(lines) <= FEW_LINES or most + gap + max(map(width_of, right)) > width:
        return []
    pairs = zip_longest(left, right, fillvalue=EMPTY)
    return [(*one, (" " * (most + gap - width_of(one)), "text"), *other) for one, other in pairs]
