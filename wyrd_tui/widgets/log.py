"""The log: a table of acts, newest at the bottom, next to where the GM types.

Each act has its time, its lines and, at the right edge, the verdict of each line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain

from wyrd_tui.engine.log_line import LogLine, Tone
from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.widgets.cells import cells, clean_line, wrap
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.head import rods_lines, strip_lines
from wyrd_tui.widgets.pane import GUTTER, MARGIN, Pane
from wyrd_tui.widgets.pane_items import Item, PaneItem
from wyrd_tui.widgets.spans import Line, fill_line, without_empty
from wyrd_tui.widgets.themes import Look
from wyrd_tui.widgets.values import LOG_ACTS, HeadRod, LogEntry

TIME = 7
INDENT = 2
LEAST_TEXT = 16
"""Cells that a sentence needs beside its verdict; with fewer the verdict has a line of its own, at the right too."""
_VERDICTS: dict[Tone, Role] = {"gain": "gain", "harm": "hurt", "": "strong"}


class LogPane(Pane):
    """The last acts as a table."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Log", look=look, glyphs=glyphs, id="log")
        self._entries: Sequence[LogEntry] = ()
        self._open: frozenset[str] = frozenset()
        self._past: tuple[list[LogEntry], Sequence[PaneItem]] = [], ()
        self._cache_key: tuple[int, frozenset[str]] = 0, frozenset()
        self._rods: Sequence[HeadRod] = ()

    def hang(self, rods: Sequence[HeadRod]) -> None:
        """Show the challenges of an abacus that the log hides, above the acts."""
        if rods != self._rods:
            self._rods = rods
            self.redraw()

    def _strip(self) -> Sequence[Line]:
        """Return the lines of these challenges."""
        lines = rods_lines(self._rods, self.span - GUTTER, self.glyphs, strip_lines(self._rods, self.space.width))
        return [(("  ", "text"), *line) for line in lines]

    @property
    def room(self) -> int:
        """Lines for acts that no question and no challenge hides."""
        return max(0, super().room - strip_lines(self._rods, self.space.width))

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Put the title, the challenges and the acts on the screen."""
        super().set_lines([*lines[:1], *self._strip(), *lines[1:]][: self.space.height])

    def show(self, entries: Sequence[LogEntry], open_matters: frozenset[str] = frozenset(), seen: bool = True) -> None:
        """Show these acts, oldest first; an entry that raised one of these matters, by id, has a flag.

        It goes to the newest where acts are new, and where the log itself is seen anew.
        """
        self._entries, self._open = tuple(entries[-LOG_ACTS:]), open_matters
        if self.differs(self._entries, open_matters, seen):
            self.redraw()

    def redraw(self) -> None:
        """Draw the acts and go to the newest."""
        if self.space.width:
            self.take(self.draw(self.space.width - GUTTER - MARGIN))
            self.top = max(0, self._starts[-1] - self.room)
            self.compose_lines()

    def _row(self, item: Item, number: int) -> Line:
        """Draw a line; the first in sight has a sign in the place of the time if its act began above it."""
        gutter, *spans = super()._row(item, number)
        first = max(0, bisect_right(self._starts, self.top) - 1)
        if number and self.items[first] is item and self._starts[first] + number == self.top:
            return gutter, (f"{self.glyphs.more:<{TIME}}", "dim"), *spans[1:]
        return gutter, *spans

    def draw(self, width: int) -> Sequence[PaneItem]:
        """The acts, oldest first, after blank lines where there is room to spare."""
        if not self._entries:
            return (PaneItem("", ((("Nothing has happened yet.", "dim"),),)),)
        *older, newest = self._entries
        items = [*self._older(older, width), self._cached(newest, width, True)]
        spare = self.room - sum(len(item.lines) for item in items[-self.room :])
        if spare <= 0 or len(items) > self.room:
            return items
        return [PaneItem("", ((),) * spare), *items]

    def _older(self, entries: list[LogEntry], width: int) -> Sequence[PaneItem]:
        """Draw the acts before the newest; one more act adds its item to those that were drawn."""
        key = width, self._open
        was, items = self._past if key == self._cache_key else ([], ())
        if entries and entries[:-1] in (was, was[1:]):
            items = [*items, self._cached(entries[-1], width, False)][-len(entries) :]
        elif entries != was:
            items = [self._cached(entry, width, False) for entry in entries]
        self._cache_key, self._past = key, (entries, items)
        return items

    def forget(self) -> None:
        """Forget the acts that were drawn before."""
        super().forget()
        self._past = [], ()

    def _cached(self, entry: LogEntry, width: int, newest: bool) -> PaneItem:
        raises = not self._open.isdisjoint(entry.raised)
        flag: Span | None = (self.glyphs.flag, "open") if raises else None
        facts = entry, width, newest, raises
        return self.draw_once(entry.number, facts, lambda: PaneItem("", tuple(self._rows(entry, width, newest)), flag))

    def _rows(self, entry: LogEntry, width: int, newest: bool) -> Iterator[Line]:
        """Draw an act, its time before its first line."""
        time: Span = (f"{entry.time:<{TIME}}", "dim")
        for row in chain.from_iterable(self._sentences(entry, width, newest)):
            yield (time, *row)
            time = (" " * TIME, "dim")

    def _sentences(self, entry: LogEntry, width: int, newest: bool) -> Iterator[Sequence[Line]]:
        """Draw an act: its first line stands out, its others are indented, and above all the newest is bright."""
        for number, line in enumerate(entry.lines or (LogLine(""),)):
            body: Role = "text" if newest else "dim"
            head: Role = body if number else "strong" if newest else "text"
            yield tuple(line_rows(line, width - TIME, INDENT if number else 0, (head, body)))


def line_rows(line: LogLine, width: int, indent: int, roles: tuple[Role, Role]) -> Iterator[Line]:
    """Draw a line of the log: head and details in these roles, the verdict whole at the right edge of the first row.

    Further rows are indented under the first.
    """
    verdict = clean_line(line.verdict)
    room = width - indent - (cells(verdict) + INDENT if verdict else 0)
    beside = room >= min(LEAST_TEXT, cells(clean_line(line.head + line.tail)))
    shown: Span = (verdict, _VERDICTS[line.tone])
    if verdict and not beside:
        yield from ((*fill_line((), width - cells(part)), (part, shown[1])) for part in wrap(verdict, width))
        room = width - indent
    left = len(" ".join(clean_line(line.head).split()))
    whole = " ".join(clean_line(line.head + line.tail).split())
    first = wrap(whole, max(10, room))[0]
    rest = wrap(whole[len(first) :], max(10, width - indent - INDENT)) if len(whole) > len(first) else []
    for index, text in enumerate((first, *rest)):
        size = max(0, min(left, len(text)))
        left -= len(text) + 1
        before: Span = (" " * (indent + (INDENT if index else 0)), "text")
        row = without_empty((before, (text[:size], roles[0]), (text[size:], roles[1])))
        yield (*fill_line(row, width - cells(verdict)), shown) if verdict and beside and not index else row
