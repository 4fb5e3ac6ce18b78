"""Compose lines of plain text with roles in place of colours.

Nothing here is ever parsed: a span is shown letter by letter, so a name may hold any brackets that its author likes.
Roles are those of `widgets.themes`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wyrd_tui.engine.spans import (
    BLANK,
    Block,
    FoldedProse,
    PageLine,
    Piece,
    Role,
    Span,
    SpanTable,
    heading_line,
    make_line,
)
from wyrd_tui.widgets.cells import cells, clean_line, cut, pad, wrap
from wyrd_tui.widgets.spans import width_of

_SENTENCE = re.compile(r"(?<=[.!?…])\s+")


def fold_prose(text: str, width: int) -> list[str]:
    """Prose as lines of at most so many cells; its own line breaks stay."""
    return [row for paragraph in text.split("\n") for row in wrap(paragraph, max(1, width))]


def paragraph(text: str, width: int, indent: int = 0, role: Role = "text", bar: str = "") -> list[PageLine]:
    """Prose as lines with a left margin, in which a bar may run down."""
    margin: Span = (bar + " " * (indent - cells(bar)), "accent" if role == "text" else "faint")
    return [make_line(margin, (row, role)) for row in fold_prose(text, width - indent)]


def section(title: str, text: str, width: int, note: str = "") -> list[PageLine]:
    """A blank line, a heading and prose under it; nothing without text."""
    return [BLANK, heading_line(title, note), *paragraph(text, width, indent=2)] if text else []


def labelled_prose(label: Sequence[Piece], text: str, width: int, indent: int, role: Role = "text") -> list[PageLine]:
    """A label and prose beside it, in a column that begins at `indent`; below the label where that is too wide."""
    first = make_line(*label)
    rows = fold_prose(text, max(10, width - indent)) if text else []
    lines = [first]
    wide = width_of(first.spans)
    fits = not label or wide < indent or (wide == indent and first.spans[-1][0].endswith(" "))
    if rows and fits:
        lines = [PageLine((*first.spans, (" " * (indent - wide), "text"), (rows.pop(0), role)))]
    return [*lines, *(make_line(" " * indent, (row, role)) for row in rows)]


def place_beside(blocks: Sequence[Sequence[PageLine]], width: int, indent: int, gap: int = 3) -> list[PageLine]:
    """Blocks of lines side by side, as many as fit, and the others below them."""
    lines: list[PageLine] = []
    shelf: list[Sequence[PageLine]] = []
    used = indent
    for block in blocks:
        wide = widest(block)
        if shelf and used + wide > width:
            lines.extend(_abreast(shelf, indent, gap))
            shelf, used = [], indent
        shelf.append(block)
        used += wide + gap
    lines.extend(_abreast(shelf, indent, gap))
    return lines


def widest(lines: Sequence[PageLine]) -> int:
    """Return the cells of the longest of some lines."""
    return max((width_of(line.spans) for line in lines), default=0)


def _abreast(blocks: Sequence[Sequence[PageLine]], indent: int, gap: int) -> list[PageLine]:
    widths = [*map(widest, blocks)]
    rows = []
    for index in range(max((len(block) for block in blocks), default=0)):
        spans: list[Span] = [(" " * indent, "text")]
        for block, wide in zip(blocks, widths, strict=True):
            cell = block[index] if index < len(block) else BLANK
            spans += [*cell.spans, (" " * (wide - width_of(cell.spans) + gap), "text")]
        spans.pop()
        rows.append(PageLine(tuple(spans)))
    return rows


def arrange_blocks(blocks: Sequence[Block], width: int) -> list[PageLine]:
    """Arrange the blocks of a game's page: prose folded, columns padded, and blocks side by side where they fit."""
    return place_beside(
        [[row for part in block for row in _rows(part, width)] for block in blocks], width, indent=0, gap=5
    )


def _rows(part: PageLine | FoldedProse | SpanTable, width: int) -> list[PageLine]:
    if isinstance(part, PageLine):
        return [part]
    if isinstance(part, SpanTable):
        widths = [max(cells(span[0]) for span in column) for column in zip(*part.rows, strict=True)]
        return [make_line(" " * part.indent, *map(_padded, row[:-1], widths), row[-1]) for row in part.rows]
    wide = part.width or width
    if part.label:
        return labelled_prose(part.label, part.text, wide, part.indent, part.role)
    return paragraph(part.text, wide, part.indent, part.role)


def _padded(span: Span, width: int) -> Span:
    return pad(span[0], width) + "  ", span[1]


def newest_sentences(told: Sequence[str], width: int, every: bool) -> list[PageLine]:
    """Wrap every sentence, or the newest of them that two lines hold; at least the beginning of the last one."""
    lines: list[PageLine] = []
    for sentence in reversed(told):
        folded = paragraph(sentence, width)
        if not every and len(lines) + len(folded) > 2:
            return lines or paragraph(first_sentences(sentence, 2 * (width - 7)), width)
        lines = [*folded, *lines]
    return lines


def first_sentences(text: str, room: int) -> str:
    """Return the first sentences of a text that have room in so many cells; the first is cut where it has none."""
    sentences = _SENTENCE.split(clean_line(text))
    told = sentences.pop(0)
    while sentences and cells(told) + 1 + cells(sentences[0]) <= room:
        told = f"{told} {sentences.pop(0)}"
    return cut(told, room)
