"""A list or page that scrolls: lines drawn only where they are seen, with a cursor where there is a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip

from wyrd_tui.engine.spans import BLANK, PageLine, RowId, Span
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs, to_ascii
from wyrd_tui.widgets.guarded import Guarded
from wyrd_tui.widgets.spans import Line, fill_line, raise_line
from wyrd_tui.widgets.themes import Look, look_of

_TWINS = str.maketrans("▏↑↓", "|^v")


def strip_of(line: Line, width: int, look: Look, glyphs: Glyphs, under: Style | None = None) -> Strip:
    """A line as Textual draws it, in exactly so many cells, with a sign where it is too long.

    Args:
        line: The line.
        width: Cells of the strip.
        look: Styles by role.
        glyphs: The set of signs that the terminal can show.
        under: Style added to every other, for the row of a cursor.
    """
    spans = tuple((clean_line(text), role) for text, role in line)
    if glyphs is ASCII:
        spans = tuple((to_ascii(text.translate(_TWINS)), role) for text, role in spans)
    pieces = fill_line(spans, width, glyphs.more)
    return Strip([Segment(text, look[role] + under if under else look[role]) for text, role in pieces if text], width)


class _Thumb(ScrollBarRender):
    """A scroll bar of whole cells, which an ASCII terminal can show too."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8


class Scroll(Guarded, ScrollView, can_focus=True, inherit_bindings=False):
    """Lines that scroll; the cursor rests on those that have an id.

    Args:
        make: Composes the lines for a width; may hand back a sequence that makes each line when it is asked for.
        pointer: Whether a sign in the left margin points at the cursor's row.
        id: As for every widget.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Scroll { height: 1fr; width: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; scrollbar-gutter: stable;
             scrollbar-background: $background; scrollbar-background-hover: $background;
             scrollbar-background-active: $background; scrollbar-color: $foreground 25%;
             scrollbar-color-hover: $foreground 40%; scrollbar-color-active: $foreground 50%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "up", show=False),
        Binding("down,j", "step(1)", "down", show=False),
        Binding("pageup,ctrl+b", "page(-1)", "page up", show=False),
        Binding("pagedown,ctrl+f", "page(1)", "page down", show=False),
        Binding("home", "edge(-1)", "first", show=False),
        Binding("end,G", "edge(1)", "last", show=False),
    ]

    @dataclass
    class Moved(Message):
        """The cursor rests on the line of an id."""

        id: RowId

    class Chosen(Message):
        """The line under the cursor was clicked."""

    class Turned(Message):
        """Other lines are in sight, or other keys move them."""

    class Ended(Message):
        """A key found no further line."""

    def __init__(
        self, make: Callable[[int], Sequence[PageLine]], *, pointer: bool = False, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.look: Look = look_of()
        self.glyphs = UNICODE
        self.rows: Sequence[PageLine] = ()
        self.cursor = -1
        self._make = make
        self._pointer = pointer
        self._margin = 2 if pointer else 1
        self._width = 0
        self._wish: RowId = ""

    @property
    def chosen(self) -> RowId:
        """Id of the line under the cursor; empty where there is none."""
        return self.rows[self.cursor].id if 0 <= self.cursor < len(self.rows) else ""

    @property
    def noun(self) -> str:
        """Return the word for it: lines to choose from are a list."""
        return "list" if self._pointer else "page"

    @property
    def below(self) -> int:
        """Lines below those in sight."""
        return max(0, len(self.rows) - self.scroll_offset.y - self.scrollable_content_region.height)

    # ------------------------------------------------------------------ what is shown

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Tell that other lines are in sight."""
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.Turned())

    def watch_has_focus(self, has_focus: bool) -> None:
        """Tell that other keys move these lines."""
        super().watch_has_focus(has_focus)
        self.refresh()
        self.post_message(self.Turned())

    def rebuild(self, *, cursor: int | None = None, top: bool = False) -> None:
        """Compose the lines again.

        Args:
            cursor: The row it rests on; None leaves it on the line where it was.
            top: Whether to begin at the top.
        """
        if cursor is not None:
            self.cursor = cursor
        if self._width <= 0:
            return
        before = self._wish or (self.chosen if cursor is None else "")
        self._wish = ""
        self.rows = self._make(self._width)
        self.virtual_size = Size(self._width + self._margin, len(self.rows))
        self.cursor = self._nearest(self._same(before))
        self._to(0 if top else self._seen())
        self.refresh()
        self.post_message(self.Turned())

    def rest_on(self, id: RowId) -> None:
        """Put the cursor on the line of an id."""
        self._wish = "" if self.rows else id
        self._move(self._same(id))

    def _same(self, id: RowId) -> int:
        """Return the row of an id; the present row where there is none."""
        if not id or self.chosen == id:
            return self.cursor
        return next((index for index, row in enumerate(self.rows) if row.id == id), self.cursor)

    def _nearest(self, index: int) -> int:
        """The row nearest to an index that a cursor may rest on; -1 where there is none."""
        if not self._pointer:
            return -1
        index = max(0, min(index, len(self.rows) - 1))
        for far in range(len(self.rows)):
            for near in (index + far, index - far):
                if 0 <= near < len(self.rows) and self.rows[near].id:
                    return near
        return -1

    def on_mount(self) -> None:
        """Take the plain scroll bar."""
        self.vertical_scrollbar.renderer = _Thumb  # type: ignore[misc]

    def on_resize(self, event: events.Resize) -> None:
        """Make the lines anew for another width."""
        width = self.scrollable_content_region.width - self._margin
        if width != self._width:
            self._width = width
            self.rebuild()
        # The height is known to the scroll bar only once this layout is done.
        self.call_after_refresh(self._settle)

    def _settle(self) -> None:
        self._to(self._seen())
        self.post_message(self.Turned())

    def render_line(self, y: int) -> Strip:
        """Make the strip of a row."""
        index = y + self.scroll_offset.y
        row = self.rows[index] if index < len(self.rows) else BLANK
        width = self._width + self._margin
        if self._pointer and index == self.cursor:
            here = self.look["here"]
            under = Style(bgcolor=here.bgcolor, bold=True, underline=here.underline)
            away = isinstance(self.screen.focused, Scroll) and not self.has_focus
            sign: Span = (f"{self.glyphs.resting} ", "dim") if away else (f"{self.glyphs.cursor} ", "accent")
            return strip_of(raise_line((sign, *row.spans)), width, self.look, self.glyphs, under)
        return strip_of(((" " * self._margin, "text"), *row.spans), width, self.look, self.glyphs)

    # ------------------------------------------------------------------ keys and the mouse

    def _to(self, y: int) -> None:
        if y != self.scroll_offset.y:
            # A list that grew has no scroll bar yet, and scrolls all the same.
            self.scroll_to(y=y, animate=False, force=True, immediate=True)

    def _seen(self) -> int:
        """Return the first row in sight that shows the cursor, with the heading above it where that is near."""
        top, height = self.scroll_offset.y, max(1, self.scrollable_content_region.height)
        if self.cursor < 0:
            return top
        if self.cursor < top:
            above = self.cursor
            while above > 0 and self.cursor - above < 3 and not self.rows[above - 1].id:
                above -= 1
            return above
        return max(top, self.cursor - height + 1)

    def _move(self, index: int) -> None:
        if index == self.cursor or index < 0:
            return
        before, self.cursor = self.cursor, index
        self.refresh_line(before)
        self.refresh_line(index)
        self._to(self._seen())
        self.post_message(self.Moved(self.chosen))

    def action_step(self, step: int) -> None:
        """Move the cursor by one row, or scroll by one line where there is no cursor."""
        index = self.cursor + step if self.cursor >= 0 else -1
        while 0 <= index < len(self.rows):
            if self.rows[index].id:
                self._move(index)
                return
            index += step
        before = self.scroll_offset.y
        self._to(before + step)
        if self.scroll_offset.y == before:
            self.post_message(self.Ended())

    def action_page(self, step: int) -> None:
        """Move by a screenful; a list keeps one row of the screen before in sight.

        Lines beyond the last row of a list come in sight too.
        """
        height = max(1, self.scrollable_content_region.height)
        index = self._nearest(self.cursor + step * max(1, height - 1))
        if index == self.cursor:
            self._to(max(0, self.scroll_offset.y + step * height))
        else:
            self._move(index)

    def action_edge(self, step: int) -> None:
        """Move to the first or the last row."""
        if self.cursor >= 0:
            self._move(self._nearest(0 if step < 0 else len(self.rows) - 1))
        self._to(0 if step < 0 else len(self.rows))

    def on_click(self, event: events.Click) -> None:
        """Rest the cursor on the row that was clicked; choose it if the cursor was there."""
        index = event.y + self.scroll_offset.y
        if not (self._pointer and 0 <= index < len(self.rows) and self.rows[index].id):
            return
        if index == self.cursor:
            self.post_message(self.Chosen())
        else:
            self._move(index)
