"""Lay out lines of plain text with roles in place of colours.

Nothing here is ever parsed: a span is shown letter by letter, so a name may hold any brackets that its author likes.
Roles are those of `widgets.themes`.
"""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.spans import BLANK, Block, Columns, Line, Piece, Prose, Span, heading, line
from wyrd_tui.widgets.cells import cells, pad, wrap
from wyrd_tui.widgets.spans import width_of

__all__ = ["BLANK", "Line", "Piece", "beside", "hanging", "heading", "laid", "line", "paragraph"]


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
    wide = width_of(first.spans)
    fits = not label or wide < indent or (wide == indent and first.spans[-1][0].endswith(" "))
    if rows and fits:
        lines = [Line((*first.spans, (" " * (indent - wide), "text"), (rows.pop(0), role)))]
    return [*lines, *(line(" " * indent, (row, role)) for row in rows)]


def beside(blocks: Sequence[Sequence[Line]], width: int, indent: int = 2, gap: int = 3) -> list[Line]:
    """Blocks of lines side by side, as many as fit, and the others below them."""
    lines: list[Line] = []
    shelf: list[Sequence[Line]] = []
    used = indent
    for block in blocks:
        wide = max((width_of(row.spans) for row in block), default=0)
        if shelf and used + wide > width:
            lines.extend(_abreast(shelf, indent, gap))
            shelf, used = [], indent
        shelf.append(block)
        used += wide + gap
    lines.extend(_abreast(shelf, indent, gap))
    return lines


def _abreast(blocks: Sequence[Sequence[Line]], indent: int, gap: int) -> list[Line]:
    widths = [max((width_of(row.spans) for row in block), default=0) for block in blocks]
    rows = []
    for index in range(max((len(block) for block in blocks), default=0)):
        spans: list[Span] = [(" " * indent, "text")]
        for block, wide in zip(blocks, widths, strict=True):
            cell = block[index] if index < len(block) else BLANK
            spans += [*cell.spans, (" " * (wide - width_of(cell.spans) + gap), "text")]
        spans.pop()
        rows.append(Line(tuple(spans)))
    return rows


def laid(blocks: Sequence[Block], width: int) -> list[Line]:
    """Lay out the blocks of a game's page: prose folded, columns padded, and blocks side by side where they fit."""
    return beside([[row for part in block for row in _rows(part, width)] for block in blocks], width, indent=0, gap=5)


def _rows(part: Line | Prose | Columns, width: int) -> list[Line]:
    if isinstance(part, Line):
        return [part]
    if isinstance(part, Columns):
        widths = [max(cells(span[0]) for span in column) for column in zip(*part.rows, strict=True)]
        return [line(" " * part.indent, *map(_padded, row, widths)) for row in part.rows]
    wide = part.width or width
    if part.label:
        return hanging(part.label, part.text, wide, part.indent, part.role)
    return paragraph(part.text, wide, part.indent, part.role)


def _padded(span: Span, width: int) -> Span:
    return pad(span[0], width) + "  ", span[1]
