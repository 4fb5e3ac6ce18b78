"""Widget made of lines that repaints only the cells that changed.

A list made of one such widget costs the same at five rows and at five hundred; a widget for each row does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from wyrd_tui.engine.spans import Role
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs, to_ascii
from wyrd_tui.widgets.guarded import Guarded
from wyrd_tui.widgets.spans import EMPTY, Line, changed_cells, fill_line, merge_spans
from wyrd_tui.widgets.themes import Look, look_of


class Lines(Guarded, Widget):
    """Lines of spans.

    Args:
        look: Styles by role.
        glyphs: The signs to draw with.
        id: Name of the widget.
    """

    ALLOW_SELECT = False

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs
        self._look: Look = look or look_of()
        self._lines: list[Line] = []
        self._asked: list[Line] = []
        self._width = 0
        self._strips: dict[int, Strip] = {}
        self._inks: dict[Role, Style | None] = {}
        self._facts: tuple[object, ...] = ()
        self.coming: Size | None = None
        """Size that the next layout gives; lines made for it are painted once, by that layout."""

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with; setting them draws all anew."""
        return self._glyphs

    @glyphs.setter
    def glyphs(self, glyphs: Glyphs) -> None:
        if glyphs is not self._glyphs:
            self._glyphs, self._asked = glyphs, []
            self.forget()
            self.redraw()

    def forget(self) -> None:
        """Forget rows that were drawn before, which have other signs."""

    @property
    def look(self) -> Look:
        """Styles by role; setting it repaints."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        self._look = look
        self._inks.clear()
        self._strips.clear()
        self.refresh()

    @property
    def lines(self) -> Sequence[Line]:
        """Lines that are shown now."""
        return self._lines

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show these lines from the top down, each cut or filled to the width; repaint what differs."""
        width, height = self.space
        if not width or not height:
            return
        if self.glyphs is ASCII:
            lines = [_in_ascii(line, width) for line in lines]
        old, asked, more = self._lines, self._asked, self.glyphs.more
        same_shape = len(old) == height and self._width == width
        new: list[Line] = []
        for y, line in enumerate(lines[:height]):
            # A line that was asked for before has been measured before.
            known = same_shape and y < len(asked) and asked[y] == line
            new.append(
                old[y] if known else fill_line(tuple((clean_line(text), role) for text, role in line), width, more)
            )
        new.extend([fill_line(EMPTY, width)] * (height - len(new)))
        self._lines, self._asked, self._width = new, list(lines[:height]), width
        if not same_shape:
            self._strips.clear()
            if (width, height) == self.size:
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

    @property
    def size(self) -> Size:
        """Size of the widget, which has no border and no padding."""
        return self.outer_size

    @property
    def space(self) -> Size:
        """Size to draw for: the one that the next layout gives, where it is known."""
        return self.coming or self.outer_size

    def _size_updated(self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True) -> bool:
        """Forget what was to be repainted: the layout that gives another size paints the whole."""
        updated = super()._size_updated(size, virtual_size, container_size, layout)
        if updated:
            self._exchange_repaint_regions()
        return updated

    def render_line(self, y: int) -> Strip:
        """Make the strip of a line as the terminal's colours have it."""
        strip, width = self._strips.get(y), self.size.width
        if strip is None or strip.cell_length != width:
            line = self._lines[y] if y < len(self._lines) else fill_line(EMPTY, width)
            made = [Segment(text, self._ink(role)) for text, role in merge_spans(line) if text]
            # Lines are filled to the width for which they were made, so that it need not be counted again.
            strip = Strip(made, width) if width == self._width else Strip(made)
            strip = self._strips[y] = strip.adjust_cell_length(width, self._ink("text"))
        return strip

    def _ink(self, role: Role) -> Style | None:
        """Return the style of a role as the terminal's colours have it, filtered once for all lines."""
        if role not in self._inks:
            strip = Strip([Segment(" ", self._look[role])])
            for each in self.get_line_filters():
                strip = strip.apply_filter(each, self.background_colors[1])
            self._inks[role] = next(iter(strip)).style
        return self._inks[role]

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Request a repaint, except during layout, which repaints."""
        return super().refresh(*regions, repaint=repaint and not layout, layout=layout, recompose=recompose)

    def check_idle(self) -> None:
        """Have the screen repaint what is dirty without a message to this widget first, which would cost as much."""
        self._check_refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips in sight; blank ones where one cannot be made.

        Lines have neither border nor opacity. To ask for these at every line took a quarter of the time of a key.
        """
        try:
            known, width, span = self._strips, self.size.width, crop.column_span
            strips = [
                strip if (strip := known.get(y)) is not None and strip.cell_length == width else self.render_line(y)
                for y in crop.line_range
            ]
            return strips if span == (0, width) else [strip.crop(*span) for strip in strips]
        except Exception:
            return self.blank(crop)

    def differs(self, *facts: object) -> bool:
        """Keep the facts that are drawn; True where they are others than before. Parts of one state cost a glance."""
        before, self._facts = self._facts, facts
        return facts != before

    def redraw(self) -> None:
        """Make the lines anew; each kind of widget has its own way."""

    def on_resize(self, event: events.Resize) -> None:
        """Make the lines anew for another width or height."""
        self.coming = None
        self.redraw()


def _in_ascii(line: Line, width: int) -> Line:
    """Return a line in ASCII, in which some signs take more cells: blanks at its end make room for them."""
    if not line:
        return line
    *before, (text, role) = ((to_ascii(text), role) for text, role in line)
    over = max(0, sum(len(one) for one, _ in before) + len(text) - width)
    return (*before, (text[: len(text) - over] if text.endswith(" " * over) else text, role))
