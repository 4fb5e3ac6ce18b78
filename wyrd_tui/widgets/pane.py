"""The base of all panes: a title on a rule, rows under it, a cursor that keeps in view, and ticks.

A pane is handed items with keys and draws the rows that are in sight. Rows out of sight are counted in the title, so
none is cut off without a word.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import accumulate
from operator import attrgetter
from typing import TypeVar, cast

from textual import events
from textual.geometry import Size
from textual.message import Message

from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.widgets.cells import cells
from wyrd_tui.widgets.clicked import Means, means_at
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.lines import Lines
from wyrd_tui.widgets.pane_items import Item
from wyrd_tui.widgets.spans import FRESH, Line, cut_line, fresh, merge_spans, raised, two_sided, width_of
from wyrd_tui.widgets.themes import Look

T = TypeVar("T")
GUTTER = 2
MARGIN = 1
MOST_DRAWN = 4000
"""Drawn items that a pane keeps; some layouts draw each row in several ways before one fits."""
_IN_BAR: dict[Role, Role] = {"name": "here", "handle": "here", "here": "here", "strong": "here", "focus": "here"}
_KEPT: tuple[Role, ...] = "hurt", "worst", "scratch", "gain", "lost", "faint", "gone"
_IN_BAR |= {role: raised(role) for role in _KEPT}
"""Roles in the bar of the selected row; all others are text there."""
_TEXT, _TURN = raised("text"), fresh("turn")
_NAMED: Mapping[Role, Role] = {"name": "here", "handle": "here", "worst": raised("worst")}
"""Roles of a name in the selected row where the keys are elsewhere."""


_HEIGHT = attrgetter("height")


class Pane(Lines):
    """A titled list.

    Args:
        title: The name on the screen.
        look: Styles by role.
        glyphs: The signs to draw with.
        id: Name of the widget.
    """

    class Picked(Message):
        """Message that a row was clicked, and on which of its parts; empty for none."""

        def __init__(self, pane: Pane, key: str, part: Means = ()) -> None:
            super().__init__()
            self.pane = pane
            self.key = key
            self.part: Means = part

    class Touched(Message):
        """Message that the title or an empty part of the pane was clicked."""

        def __init__(self, pane: Pane, word: str) -> None:
            super().__init__()
            self.pane = pane
            self.word = word

    class Arranged(Message):
        """Message that the pane has other rows, since its place is of another size."""

        def __init__(self, pane: Pane) -> None:
            super().__init__()
            self.pane = pane

    def __init__(
        self, title: str, *, look: Look | None = None, glyphs: Glyphs = UNICODE, id: str | None = None
    ) -> None:
        super().__init__(look=look, glyphs=glyphs, id=id)
        self.title = title
        self.note = ""
        self.note_role: Role = "dim"
        self.tabs: tuple[str, ...] = ()
        self.items: Sequence[Item] = ()
        self.cursor = ""
        self.chosen = True
        self.advances = ""
        self.ticked: frozenset[str] = frozenset()
        self.focused_pane = False
        self.top = 0
        self._covered, self._offered = 0, Size()
        self._starts: list[int] = [0]
        self._at: dict[str, int] = {}
        self._drawn: dict[Hashable, tuple[tuple[object, ...], object]] = {}

    # ------------------------------------------------------------------ what a kind of pane says

    def draw(self, width: int) -> Sequence[Item]:
        """The items for a width in cells, gutter not counted."""
        return self.items

    def heading(self) -> str:
        """The title as it is now."""
        return self.title

    def draw_once(self, key: Hashable, facts: tuple[object, ...], make: Callable[[], T]) -> T:
        """Draw the item of a key, or a part of one, unless all the facts that it shows are as they were last time."""
        known = self._drawn.get(key)
        if known is None or known[0] != facts:
            if len(self._drawn) >= MOST_DRAWN:
                self.forget()
            known = self._drawn[key] = (facts, make())
        return cast("T", known[1])

    def forget(self) -> None:
        """Forget the items that were drawn before."""
        self._drawn.clear()

    # ------------------------------------------------------------------ items and cursor

    @property
    def room(self) -> int:
        """Lines for rows that no question hides."""
        return max(0, self.space.height - 1 - self._covered)

    def cover(self, lines: int) -> None:
        """Keep the cursor, or the newest act, above a question that hides so many lines of the pane; 0 for none."""
        if lines != self._covered:
            self._covered = lines
            self.redraw()

    @property
    def most_room(self) -> int:
        """Lines that its rows can have at most, which decides their form: the layout gives others what they leave."""
        return max(self.room, self._offered.height - 1)

    def fill(self, offered: Size) -> int:
        """Return the lines that the pane fills of the most that it can have, its title among them."""
        if offered != self._offered:
            self._offered = self.coming = offered
            self.redraw()
        return self.filled

    @property
    def filled(self) -> int:
        """Lines that the pane would fill, its title among them."""
        return 1 + self._starts[-1]

    @property
    def span(self) -> int:
        """Cells that a title or a bar may take; the last column is always left blank, so that panes stand apart."""
        return self.space.width - MARGIN

    @property
    def keys(self) -> list[str]:
        """Keys that the cursor can stand on, from top to bottom."""
        return list(self._at)

    def take(self, items: Sequence[Item]) -> None:
        """Take new items; the cursor stays on its key."""
        if items is not self.items:
            self.items = items
            # A log has hundreds of items, of which each act adds one.
            self._starts = [0, *accumulate(map(_HEIGHT, items))]
            self._at = {item.key: index for index, item in enumerate(items) if item.key}

    def reveal(self, key: str) -> None:
        """Scroll no further than needed to have an item in sight."""
        index = self._at.get(key)
        if index is not None and self.room:
            start, end = self._starts[index], self._starts[index + 1]
            self.top = min(self.top, start) if start < self.top else max(self.top, min(start, end - self.room))
        self.top = self._whole(max(0, min(self.top, self._starts[-1] - self.room)), index)

    def _whole(self, top: int, revealed: int | None) -> int:
        """A first line in sight that is the first of its item; only an item without room for itself is cut."""
        at = bisect_right(self._starts, top) - 1
        if at >= len(self.items) or self._starts[at] == top:
            return top
        if revealed == at or self._starts[at + 1] - top >= self.room:
            return self._starts[at] if revealed == at else top
        return self._starts[at + 1]

    def select(self, key: str, ticked: frozenset[str] = frozenset()) -> None:
        """Put the cursor on a key and ticks on others; an unknown key shows no cursor."""
        if key != self.cursor or ticked != self.ticked:
            self.cursor, self.ticked = key, ticked
            self.reveal(key)
            self.compose_lines()

    def put_cursor(self, key: str, ticked: frozenset[str] = frozenset(), *, changed: bool) -> None:
        """Put the cursor on a key and ticks on others, and draw all items anew where what they show has changed."""
        if changed:
            self.cursor, self.ticked = key, ticked
            self.redraw()
        else:
            self.select(key, ticked)

    def focus_on(self, on: bool) -> None:
        """Say that the keys move in this pane, or no longer."""
        if on != self.focused_pane:
            self.focused_pane = on
            self.compose_lines()

    # ------------------------------------------------------------------ drawing

    def redraw(self) -> None:
        """Draw all items anew for the width that is."""
        width, height = self.space
        if width > GUTTER + MARGIN and height:
            self.take(self.draw(width - GUTTER - MARGIN))
            self.reveal(self.cursor)
            self.compose_lines()

    def compose_lines(self) -> None:
        """Put the title and the rows in sight on the screen."""
        height = self.space.height
        if not height:
            return
        lines: list[Line] = [self._title_line()]
        index = max(0, bisect_right(self._starts, self.top) - 1)
        skip = self.top - self._starts[index]
        while index < len(self.items) and len(lines) < height:
            item = self.items[index]
            for number in range(skip, len(item.lines)):
                lines.append(self._row(item, number))
            skip = 0
            index += 1
        self.set_lines(lines)

    def _row(self, item: Item, number: int) -> Line:
        line = item.lines[number]
        if not item.key or number:
            return (*((item.stripe, (" ", "text")) if item.stripe and not number else (("  ", "text"),)), *line)
        here = item.key == self.cursor
        moves = self.glyphs.moves if item.key == self.advances else ""
        cursor = self.glyphs.cursor if here and self.chosen else moves
        sign = self.glyphs.ticked if item.key in self.ticked else moves if cursor != moves else ""
        role: Role = "focus" if self.focused_pane and (sign or cursor) else "text"
        # Of two signs in one cell the tick or `±` stays, since the bar shows the cursor too.
        one_cell: Span = (sign or cursor or " ", role)
        gutter: Line = (item.stripe, one_cell) if item.stripe else ((f"{cursor or ' '}{sign or ' '}", role),)
        if line and line[0][1] == "turn":
            return (*gutter[:-1], *self.turn_row(line, gutter[-1][0]))
        if not here or not self.chosen:
            return (*gutter, *line)
        if not self.focused_pane:
            return (*gutter, *((text, _NAMED.get(role, role)) for text, role in line))
        row = cut_line((*gutter, *line), self.span, self.glyphs.more)
        row = (*row, (" " * (self.span - width_of(row)), "dim"))
        # Few styles in the bar: each costs forty bytes of every key that moves it.
        bar = tuple((text, role if role.endswith(FRESH) else _IN_BAR.get(role, _TEXT)) for text, role in row)
        # In reverse, the block that tells harm would be a hole.
        return (item.stripe, *bar[1:]) if item.stripe and self.look[_TEXT].reverse else bar

    def turn_row(self, line: Line, sign: str) -> Line:
        """Draw a row in reverse to the edge of the pane, all but its stripe."""
        shown: Line = ((sign, "turn"), *((text, _TURN if role.endswith(FRESH) else "turn") for text, role in line))
        room = self.span + len(sign) - GUTTER
        shown = cut_line(shown, room, self.glyphs.more)
        return merge_spans((*shown, (" " * max(0, room - width_of(shown)), "turn")))

    def _title_line(self) -> Line:
        focused = self.focused_pane
        rule = self.glyphs.beam if focused else self.glyphs.rule
        left: list[Span] = []
        note: list[Span] = []
        if self.tabs:
            left.append((rule, "faint"))
            for name in self.tabs:
                front = name == self.title
                role: Role = ("focus" if focused else "strong") if front else "dim"
                left.append((f"[{name}]" if front else f" {name} ", role))
            note = [(" ", "dim"), (self.note + " ", self.note_role)] if self.note else []
        else:
            # In the style of the title, which changes more often, the first cell of its rule costs no style of its own.
            left.append((f"{rule} {self.heading()} ", "focus" if focused else "title"))
            note = [(f"{self.glyphs.dot} ", "dim"), (self.note + " ", self.note_role)] if self.note else []
        right = self._sight()
        if width_of((*left, *note)) + cells(right) <= self.span:
            left += note
        elif self.tabs:
            left.append((" ", "dim"))
        missing = self.span - width_of(tuple(left)) - cells(right) - 1
        line = (*left, (rule * max(0, missing), "faint"))
        return two_sided(line, ((right, "dim"), (rule, "faint")), self.span, self.glyphs.more) if right else line

    def _sight(self) -> str:
        """Count the items that are not whole in sight, above and below; empty where all are."""
        total = self._starts[-1]
        if total <= self.room or not self.room:
            return ""
        first = bisect_left(self._starts, self.top)
        last = max(first, bisect_right(self._starts, self.top + self.room) - 1)
        hidden = ((self.glyphs.above, self.items[:first]), (self.glyphs.below, self.items[last:]))
        # Headings have no key; where nothing has one, as in the log, all items count.
        told = [
            f"{sign} {(sum(bool(one.key) for one in items) if self._at else len(items)) or ''}"
            for sign, items in hidden
            if items
        ]
        return f" {' '.join(' '.join(told).split())} more "

    def expect(self, size: Size) -> None:
        """Draw the rows for the size that the next layout gives, so that it paints them at once."""
        if size != self.space:
            self.coming = size
            self.redraw()

    def on_resize(self, event: events.Resize) -> None:
        """Tell of another size; the base has drawn the rows for it."""
        self.post_message(self.Arranged(self))

    # ------------------------------------------------------------------ mouse

    def on_click(self, event: events.Click) -> None:
        """Select what was clicked."""
        event.stop()
        if event.y == 0:
            self.post_message(self.Touched(self, self._tab_at(event.x)))
            return
        line = self.top + event.y - 1
        index = bisect_right(self._starts, line) - 1
        key = self.items[index].key if 0 <= index < len(self.items) else ""
        if key:
            row = self.items[index].lines[line - self._starts[index]]
            self.post_message(self.Picked(self, key, means_at(row, event.x - GUTTER)))
        else:
            self.post_message(self.Touched(self, ""))

    def _tab_at(self, x: int) -> str:
        edge = 1
        for name in self.tabs:
            edge += cells(name) + 2
            if x < edge:
                return name
        return ""

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Show what is below."""
        event.stop()
        self.scroll_by(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Show what is above."""
        event.stop()
        self.scroll_by(-3)

    def scroll_by(self, lines: int) -> None:
        """Move what is in sight and leave the cursor where it is."""
        top = max(0, min(self.top + lines, self._starts[-1] - self.room))
        if top != self.top:
            self.top = top
            self.compose_lines()
