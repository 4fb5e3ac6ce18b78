"""The log: what happened, newest at the bottom, next to where the GM types."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.widgets.cells import clean_line, wrap
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.pane import GUTTER, MARGIN, Pane, PaneItem
from wyrd_tui.widgets.spans import Line
from wyrd_tui.widgets.themes import Look
from wyrd_tui.widgets.values import LOG_TURNS, LogEntry

TIME = 7


class LogPane(Pane):
    """The last turns in sentences."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Log", look=look, glyphs=glyphs, id="log")
        self._entries: Sequence[LogEntry] = ()
        self._unused = 0
        self._cache: dict[int, tuple[LogEntry, int, bool, PaneItem]] = {}

    def show(self, entries: Sequence[LogEntry]) -> None:
        """Show these turns, oldest first; the list may have grown or lost its end."""
        self._entries = tuple(entries[-LOG_TURNS:])
        self.redraw()

    @property
    def filled(self) -> int:
        """Lines that the pane would fill, without the blank ones above the first turn."""
        return super().filled - self._unused

    def redraw(self) -> None:
        """Draw the turns and go to the newest."""
        if self.size.width:
            self.take(self.draw(self.size.width - GUTTER - MARGIN))
            self.top = max(0, self._starts[-1] - self.room)
            self.compose_lines()

    def draw(self, width: int) -> Sequence[PaneItem]:
        """Sentences wrapped under their time: the first tells the act and stands out, above all that of the newest."""
        self._unused = 0
        if not self._entries:
            return (PaneItem("", ((("Nothing has happened yet.", "dim"),),)),)
        newest = self._entries[-1]
        items = [self._cached(entry, width, entry is newest) for entry in self._entries]
        spare = self.room - sum(len(item.lines) for item in items[-self.room :])
        if spare <= 0 or len(items) > self.room:
            return items
        self._unused = spare
        return [PaneItem("", ((),) * spare), *items]

    def _cached(self, entry: LogEntry, width: int, newest: bool) -> PaneItem:
        known = self._cache.get(entry.number)
        if known and known[0] is entry and known[1:3] == (width, newest):
            return known[3]
        item = PaneItem("", self._rows(entry, width, newest))
        self._cache[entry.number] = (entry, width, newest, item)
        if len(self._cache) > 2 * LOG_TURNS:
            self._cache.clear()
        return item

    def _rows(self, entry: LogEntry, width: int, newest: bool) -> tuple[Line, ...]:
        rows: list[Line] = []
        for number, sentence in enumerate(entry.lines):
            role = "strong" if newest and not number else "text" if newest or not number else "dim"
            for index, line in enumerate(wrap(clean_line(sentence), max(10, width - TIME - 2))):
                time = entry.time if not rows else ""
                indent = "  " if index else ""
                rows.append(((f"{time:<{TIME}}", "dim"), (indent + line, role)))
        return tuple(rows) or (((entry.time, "dim"),),)
