"""Text with roles in place of colours, as the pages of a game hold it: lines, folded prose and columns.

A game makes these values; the screen folds, pads and sets them side by side. Nothing here is parsed for markup. A
role says what a text is; `widgets.themes` gives each of them a style.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Literal

from wyrd_tui.engine.named_tuple import NamedTuple

Role = Literal[
    "text", "name", "handle", "strong", "open", "dim", "faint", "accent", "key", "title", "focus", "hurt", "worst",
    "scratch", "gain", "bar", "gone", "code", "turn", "here", "lost",
]  # fmt: skip
"""Role of a text. On the screen it may have an end that says where the text stands (`widgets.spans`)."""
Span = tuple[str, Role]
"""A text and its role."""
Piece = str | Span
RowId = Hashable
"""Id of a line on which a cursor may rest: a word, or a value that says what the line stands for; empty for none."""


class PageLine(NamedTuple):
    """A line of a page; a cursor may rest on a line with an id."""

    spans: tuple[Span, ...] = ()
    id: RowId = ""


class FoldedProse(NamedTuple):
    """Prose that the screen folds, beside a label where there is one.

    Attributes:
        text: The prose.
        indent: Cells before each line of it.
        width: Cells up to which a line may reach; 0 for the whole width of the screen.
        role: The look of the prose.
        label: Spans in the cells before its first line.
    """

    text: str
    indent: int = 0
    width: int = 0
    role: Role = "text"
    label: tuple[Span, ...] = ()


class SpanTable(NamedTuple):
    """Rows of spans under each other; each column but the last is two cells wider than its widest span."""

    rows: tuple[tuple[Span, ...], ...]
    indent: int = 2


Block = Sequence[PageLine | FoldedProse | SpanTable]
"""Lines that stay together, which the screen may set beside another block."""

BLANK = PageLine()


def make_spans(*pieces: Piece) -> tuple[Span, ...]:
    """Make spans of pieces: a bare text has the role of plain text."""
    return tuple((piece, "text") if isinstance(piece, str) else piece for piece in pieces)


def make_line(*pieces: Piece, id: RowId = "") -> PageLine:
    """Make a line of pieces."""
    return PageLine(make_spans(*pieces), id)


def point_spans(left: int, lost: int) -> tuple[Span, Span]:
    """Draw points: quiet beads for those that are left, harm for those that are lost."""
    return ("◇" * left, "dim"), ("◆" * lost, "hurt")


BAR_SIGNS = "━╍─"
"""Signs of a bar: what counts, what counts by half, and the rest."""


def bar_spans(size: int, sure: float, reach: float = 0.0, signs: str = BAR_SIGNS) -> tuple[Span, Span, Span]:
    """Draw a bar of so many cells for a chance, and up to which chance it reaches with what counts by half."""
    full = round(sure * size)
    half = max(0, round(reach * size) - full)
    counts, doubtful, rest = tuple(signs)
    return (counts * full, "bar"), (doubtful * half, "dim"), (rest * (size - full - half), "faint")


def bar_head(size: int, full: str, half: str = "") -> Span:
    """Say above bars of so many cells what their parts mean, as far as the words have room."""
    ways = (f"━ {full}" + (f" ╍ {half}" if half else ""), f"╍ {half}" if half else "")
    return f"{next((way for way in ways if len(way) <= size), ''):<{size}}", "dim"


def heading_line(title: str, note: str = "") -> PageLine:
    """Make the line that a part of a page begins with."""
    return make_line((title, "focus"), (f"  {note}" if note else "", "dim"))
