"""Lines of plain text with roles in place of colours, and the arithmetic that lays them out.

Nothing here is ever parsed: a span is shown letter by letter, so a name may hold any brackets that its author likes.
Roles are those of `widgets.look`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wyrd_tui.widgets.cells import cells, wrap
from wyrd_tui.widgets.spans import Span, width_of

Piece = str | Span


class Line(NamedTuple):
    """One line of a screen; a cursor may rest on it where it has an id."""

    spans: tuple[Span, ...] = ()
    id: str = ""

    @property
    def width(self) -> int:
        """How many cells it takes."""
        return width_of(self.spans)


BLANK = Line()


def line(*pieces: Piece, id: str = "") -> Line:
    """A line of pieces: words, or pairs of words and their role."""
    return Line(tuple((piece, "text") if isinstance(piece, str) else piece for piece in pieces), id)


def heading(title: str, note: str = "") -> Line:
    """The line that a part of a screen begins with."""
    return line((title, "focus"), (f"  {note}" if note else "", "dim"))


def fold(text: str, width: int) -> list[str]:
    """Prose as lines of at most so many cells; its own line breaks stay."""
    return [row for paragraph in text.split("\n") for row in wrap(paragraph, max(1, width))]


def paragraph(text: str, width: int, indent: int = 0, role: str = "text", bar: str = "") -> list[Line]:
    """Prose as lines with a left margin, in which a bar may run down."""
    margin = (bar + " " * (indent - cells(bar)), "accent" if role == "text" else "faint")
    return [line(margin, (row, role)) for row in fold(text, width - indent)]


def hanging(label: Sequence[Piece], text: str, width: int, indent: int, role: str = "text") -> list[Line]:
    """A label and prose beside it, in a column that begins at `indent`; below the label where that is too wide."""
    first = line(*label)
    rows = fold(text, max(10, width - indent)) if text else []
    lines = [first]
    fits = first.width < indent or (first.width == indent and first.spans[-1][0].endswith(" ")) if label else True
    if rows and fits:
        lines = [Line((*first.spans, (" " * (indent - first.width), "text"), (rows.pop(0), role)))]
    return [*lines, *(line(" " * indent, (row, role)) for row in rows)]


def beside(blocks: Sequence[Sequence[Line]], width: int, indent: int = 2, gap: int = 3) -> list[Line]:
    """Blocks of lines side by side, as many as fit, and the others below them."""
    lines: list[Line] = []
    shelf: list[Sequence[Line]] = []
    used = indent
    for block in blocks:
        wide = max((row.width for row in block), default=0)
        if shelf and used + wide > width:
            lines.extend(_abreast(shelf, indent, gap))
            shelf, used = [], indent
        shelf.append(block)
        used += wide + gap
    lines.extend(_abreast(shelf, indent, gap))
    return lines


def _abreast(blocks: Sequence[Sequence[Line]], indent: int, gap: int) -> list[Line]:
    widths = [max((row.width for row in block), default=0) for block in blocks]
    rows = []
    for index in range(max((len(block) for block in blocks), default=0)):
        spans: list[Span] = [(" " * indent, "text")]
        for block, wide in zip(blocks, widths, strict=True):
            cell = block[index] if index < len(block) else BLANK
            spans += [*cell.spans, (" " * (wide - cell.width + gap), "text")]
        spans.pop()
        rows.append(Line(tuple(spans)))
    return rows
