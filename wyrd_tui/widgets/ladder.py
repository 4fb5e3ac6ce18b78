"""The ladder: what each rung means for the selected actor's rating, as a bar and in percent.

Where points are paid for a better chance, it is a small table: the die alone, then what each point more would buy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from wyrd_tui.engine.spans import Role, Span, bar_spans
from wyrd_tui.widgets.cells import cells, clean_line, cut, pad, wrap
from wyrd_tui.widgets.facts import flow_facts
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs, with_sign
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.pane_items import PaneItem
from wyrd_tui.widgets.spans import Line, width_of, without_empty
from wyrd_tui.widgets.themes import Look

if TYPE_CHECKING:
    from wyrd_tui.engine.chance import Chance
    from wyrd_tui.engine.rules.game import Ladder, Rung

BAR = (8, 30)
SHORT_BAR = 12
"""Cells of a bar where not all rungs are shown; each costs three bytes as the ladder moves with its cursor."""
NUMBERS = 16
"""Cells for `  62%   tie 23%`."""
CHANCE = 6
"""Cells for a chance in a table, and the blank before it."""
SHORT_HEAD = 3
"""Cells of a name that may stand before a chance, such as `+4`."""
TIE = 8
"""Cells of these for `tie 23%`."""
MOST = 13
"""Cells for the chance with all that may be added, ` up to 74%`."""
HEADED = 3
"""Lines of a table under its heading that has the selected rung and the others in a line."""
FOLLOWED = 15
"""Cells that the challenge in the title keeps before the name of who rolls gives way."""
TIGHT = 5
"""Cells for a chance in a table where only so its last words have room."""
HINT = 10
"""Cells that the first words on a rung take, such as `Twist >99%`."""


class LadderPane(Pane):
    """Rungs from the hardest at the top, with the chance of success and of a tie."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Ladder", look=look, glyphs=glyphs, id="ladder")
        self._ladder: Ladder | None = None
        self._faced: tuple[int, str] | None = None
        self._why = ""
        self._named = False
        self._titles: Sequence[str] = ()

    def show(self, ladder: Ladder | None, rung: int, faced: tuple[int, str] | None = None, why: str = "") -> None:
        """Show a ladder, with a rung selected; None where there are no odds.

        Args:
            ladder: The rungs.
            rung: The value of the selected one.
            faced: The value and the title of the challenge that the ladder follows.
            why: The reason why the selected actor has no odds; empty where nobody is selected.
        """
        self._ladder, self._faced, self._why = ladder, faced, why
        self.put_cursor(str(rung), changed=self.differs(ladder, faced, why))

    def draw(self, width: int) -> Sequence[PaneItem]:
        """Draw a line for each rung."""
        self.note, self._named, self._titles = "", False, ()
        if self._ladder is None or not self._ladder.rungs:
            title = clean_line(self._ladder.title) if self._ladder is not None else ""
            self.note = self._noted(title, "")
            # A title that is read whole says all.
            why = title or clean_line(self._why) or "Select a character to see the odds."
            told = wrap(why, width) if not title or cells(title) > self._title_room else ()
            return (PaneItem("", tuple(((line, "dim"),) for line in told)),)
        rungs, others = self._around(sorted(self._ladder.rungs, key=lambda rung: -rung.value))
        items = [*self._rungs(self._ladder, rungs, width), *self._rest(others, width)]
        self.note = self._noted(clean_line(self._ladder.title), clean_line(self._ladder.rated))
        return items

    def _noted(self, title: str, rated: str) -> str:
        """Say whose ladder it is, and which challenge it follows where the row of its rung has no room for that.

        The rolled rating is always told, its owner only where there is room for the name, too.
        """
        room = self._title_room
        if self._faced is None or self._named or not self._ladder or not self._ladder.rungs:
            self._titles = self._ways(title, rated, "")
            return title if cells(title) <= room or not rated else cut(rated, room, self.glyphs.more)
        followed = f" {self.glyphs.here} {clean_line(self._faced[1])}"
        whole, brief = f"{title}{followed}", f"{rated}{followed}"
        self._titles = self._ways(title, rated, followed)
        named = cells(title) + cells(followed) <= room + max(0, cells(followed) - FOLLOWED)
        named = named and (cells(whole) <= room or cells(brief) > room)
        return cut(whole if named or not rated else brief, room, self.glyphs.more)

    def _ways(self, title: str, rated: str, followed: str) -> Sequence[str]:
        """The titles from the longest to the shortest: with the name of who rolls, a short one, and without it."""
        short = clean_line(self._ladder.short) if self._ladder else ""
        return [f"{words}{followed}" for words in (title, short, rated) if words]

    def _title_line(self) -> Line:
        room = self._title_room - cells(super()._sight())
        self.note = next((way for way in self._titles if cells(way) <= room), self.note)
        return super()._title_line()

    def _sight(self) -> str:
        """Count the rungs out of sight, where who rolls and against what leave room for that."""
        told = super()._sight()
        return told if cells(self.note) + cells(told) <= self._title_room else ""

    @property
    def _title_room(self) -> int:
        """Cells behind the name of the pane, or behind the tabs."""
        return self.span - (sum(len(name) + 2 for name in self.tabs) or len(self.title) + 4) - 3

    def _around(self, rungs: Sequence[Rung]) -> tuple[Sequence[Rung], Sequence[Rung]]:
        """Part the rungs in those about the selected one that have a line, and the others; none where all have one."""
        headed = self._heading(len(rungs))
        shown = self.room - headed - 1
        if self.room - headed >= len(rungs) or shown < 1:
            return rungs, ()
        here = next((index for index, rung in enumerate(rungs) if str(rung.value) == self.cursor), 0)
        start = max(0, min(here - shown // 2, len(rungs) - shown))
        return rungs[start : start + shown], (*rungs[:start], *rungs[start + shown :])

    def _heading(self, rungs: int) -> int:
        """Return the lines that the heading of a table takes: it stays while the selected rung and the rest have one.

        So a question that leaves fewer lines changes no column.
        """
        return int(self._ladder is not None and bool(self._ladder.columns) and self.room >= min(HEADED, rungs + 1))

    def _rest(self, others: Sequence[Rung], width: int) -> Iterator[PaneItem]:
        """The rungs without a line of their own, in one line with their chances alone."""
        if others:
            told = [*self._with_most(), *((words, "dim") for words in self._briefly(others))]
            yield PaneItem("", (((" ", "text"), *flow_facts(told, width - 1, "  ", 1, self.glyphs.more)[0]),))

    def _with_most(self) -> Iterator[Span]:
        """Name the column of which the rungs without a line tell the chance, where points help."""
        more = max((len(rung.more) for rung in self._ladder.rungs), default=0) if self._ladder else 0
        if self._ladder and more and len(self._ladder.columns) > more and self._points_help():
            yield f"with {self._ladder.columns[more]}:", "dim"

    def _points_help(self) -> bool:
        """Tell whether what may be paid betters the chance; the dice that Mettle raises worsen it."""
        rungs = self._ladder.rungs if self._ladder else ()
        return any(rung.more and float(rung.more[-1]) > float(rung.success) for rung in rungs)

    def _briefly(self, others: Sequence[Rung]) -> Iterator[str]:
        """Tell rungs by value and chance; where points help, by the chance with all of them.

        A table names a chance as its rows do; neighbours that are all sure, or all have none, stand together.
        """
        if self._ladder is None or not self._ladder.columns:
            yield from (f"{with_sign(rung.value, self.glyphs)} {rung.success.short()}" for rung in others)
            return
        paid = self._points_help()
        # A value is written without a sign, which would make points of it.
        told = [(rung.value, rung.more[-1] if paid and rung.more else rung.success) for rung in others]
        for words, several in groupby(told, lambda one: self._chance(one[1])[0]):
            runs: list[list[int]] = []
            for value, chance in several:
                follows = runs and runs[-1][-1] - value == 1 and (chance.sure or chance.impossible)
                runs = [*runs[:-1], [*runs[-1], value]] if follows else [*runs, [value]]
            yield from (f"{run[0]}–{run[-1]} {words}" if len(run) > 1 else f"{run[0]} {words}" for run in runs)

    @property
    def keys(self) -> list[str]:
        """All rungs from the highest on, those without a line among them."""
        rungs = self._ladder.rungs if self._ladder else ()
        return [str(value) for value in sorted((rung.value for rung in rungs), reverse=True)]

    def select(self, key: str, ticked: frozenset[str] = frozenset()) -> None:
        """Select a rung; where not all have a line, those about it get one."""
        moved = key != self.cursor
        if moved and self._ladder is not None and self.room < len(self._ladder.rungs):
            self.cursor = key
            self.redraw()
            return
        super().select(key, ticked)

    def _rungs(self, ladder: Ladder, rungs: Sequence[Rung], width: int) -> Sequence[PaneItem]:
        """Draw a line for each of these rungs, all in the same columns."""
        longest = max((cells(clean_line(rung.name)) for rung in ladder.rungs), default=0)
        long_heads = max(map(cells, ladder.columns[1:]), default=0) > SHORT_HEAD
        if long_heads and not self._heading(len(ladder.rungs)):
            return [self._alone(ladder, rung, longest, width) for rung in rungs]
        if ladder.columns:
            return self._table(ladder, rungs, longest, width)
        name = min(longest, max(6, width - 4 - NUMBERS - BAR[0] - 2))
        most = MOST if any(rung.most for rung in ladder.rungs) else 0
        # A line that has room for one rung alone, behind a question, changes no bar.
        longest = BAR[1] if self.room >= len(ladder.rungs) else SHORT_BAR
        room = width - 4 - name - 2 - NUMBERS
        # Bars are short enough for the hints behind them, unless they would be too short to read.
        hint = max((cells(clean_line(rung.hint)) for rung in rungs), default=0)
        bar = min(longest, room - max(most, hint) if room - max(most, hint) >= BAR[0] else room - most)
        return [self._cached(rung, name, bar if bar >= BAR[0] else 0, width) for rung in rungs]

    def _cached(self, rung: Rung, name: int, bar: int, width: int) -> PaneItem:
        """Draw a rung once for all turns that have the same; one that is followed has a title beside it."""
        if self._faced is not None and self._faced[0] == rung.value:
            return self._item(rung, name, bar, width)
        return self.draw_once((rung, name, bar, width), (), lambda: self._item(rung, name, bar, width))

    def _item(self, rung: Rung, name: int, bar: int, width: int) -> PaneItem:
        glyphs, hint = self.glyphs, clean_line(rung.hint)
        if hint and width - (4 + name + 2 + bar + NUMBERS) < cells(hint):
            return self._hinted(rung, hint, name, bar, width)
        spans: list[Span] = [
            (f"{with_sign(rung.value, glyphs):>3} ", "text"),
            (pad(clean_line(rung.name), name, glyphs.more), "name"),
            ("  ", "text"),
        ]
        if bar:
            signs = glyphs.bar + glyphs.half + glyphs.rest
            spans += bar_spans(bar, float(rung.success), float(rung.success + rung.tie), signs)
        tie = "" if rung.tie.impossible else f"tie {rung.tie.short()}"
        spans.append((f" {rung.success.short():>5}  {tie:<8}", "text"))
        used = 4 + name + 2 + bar + NUMBERS
        if rung.most is not None and not rung.hint and width - used >= MOST:
            spans.append((pad(f"up to {rung.most.short()}", MOST), "dim"))
            used += MOST
        if hint:
            spans.append((hint, "dim"))
            used += cells(hint)
        spans += self._followed(rung, width - used)
        return PaneItem(str(rung.value), (without_empty(spans),))

    def _hinted(self, rung: Rung, hint: str, name: int, bar: int, width: int) -> PaneItem:
        """A rung in a narrow pane: its hint stands in place of the tie, and of the bar as far as it needs the room."""
        before = 4 + name + 2
        blank = max(0, min(bar, width - before - NUMBERS + TIE - cells(hint)))
        spans: tuple[Span, ...] = (
            (f"{with_sign(rung.value, self.glyphs):>3} ", "text"),
            (pad(clean_line(rung.name), name, self.glyphs.more), "name"),
            (" " * (blank + 2), "text"),
            (f" {rung.success.short():>5}  ", "text"),
            (cut(hint, max(0, width - before - blank - NUMBERS + TIE), self.glyphs.more), "dim"),
        )
        return PaneItem(str(rung.value), (spans,))

    def _followed(self, rung: Rung, room: int) -> list[Span]:
        """Name the challenge of a rung that the ladder follows, where the cells that are left have room for it."""
        if self._faced is None or self._faced[0] != rung.value:
            return []
        told = f" {self.glyphs.here} {clean_line(self._faced[1])}"
        self._named = cells(told) <= room
        return [(told, "name")] if self._named else []

    def _table(self, ladder: Ladder, rungs: Sequence[Rung], name: int, width: int) -> Sequence[PaneItem]:
        """A line a rung with the chance as it is and with points, under a heading where there is room."""
        # A column without any chance says nothing.
        chances = [(at, one) for rung in ladder.rungs for at, one in enumerate(rung.more, 2)]
        most = max((at for at, one in chances if not one.impossible), default=1)
        labels = ladder.columns[:most]
        headed = bool(self._heading(len(ladder.rungs)))
        heads = _heads(labels)
        # Without a heading only a short name stands before each chance.
        label = longest if (longest := max(map(cells, heads), default=0)) <= SHORT_HEAD else 0
        hint = max(cells(clean_line(rung.hint)) for rung in ladder.rungs)
        room = width - 4 - name - 1
        listed = any(len(rung.hints) > 1 for rung in ladder.rungs)
        ways = [(_columns(heads, label, chance, headed=headed), chance) for chance in (CHANCE, TIGHT)]
        fitting = (way for way in ways if not listed and sum(way[0]) + 1 + hint <= room)
        columns, cell = next(fitting, ways[0])
        shown = max(1, _fitting(columns, room))
        if listed:
            # A hint of several words on a rung counts for more than one chance more.
            shown = max(2, min(shown, _fitting(columns, room - hint - 1)))
        left = room - sum(columns[:shown]) - 1
        items: list[PaneItem] = []
        if headed:
            told = "".join(f"{head:>{size}}" for head, size in zip(heads, columns[:shown], strict=False))
            told += f" {clean_line(ladder.hinted)}" if hint and left > cells(ladder.hinted) else ""
            items.append(PaneItem("", (((" " * (4 + name + 1) + told, "dim"),),)))
        for rung in rungs:
            spans = [*_start(rung, name)]
            for head, size, chance in zip(heads, columns[:shown], (rung.success, *rung.more), strict=False):
                spans += [(f"{'' if headed else head:>{size - cell}}", "faint"), self._chance(chance, cell)]
            missing = sum(columns[len(rung.more) + 1 : shown])
            # The figures of the rung come first; a title without room stands in that of the pane.
            title = self._followed(rung, left - missing - (1 + cells(clean_line(rung.hint)) if rung.hint else 0))
            free = left - missing - (width_of(tuple(title)) if title else 0)
            if hint and (left >= (HINT if listed else hint)):
                spans.append((" " * (missing + 1) + _shortened(rung.hints, free), "dim"))
            elif title:
                spans.append((" " * missing, "text"))
            spans += title
            items.append(PaneItem(str(rung.value), (without_empty(spans),)))
        return items

    def _alone(self, ladder: Ladder, rung: Rung, name: int, width: int) -> PaneItem:
        """A rung without a heading: each chance stands behind its name, as many of them as leave room for the hint."""
        start = _start(rung, name)
        every = zip(ladder.columns, (rung.success, *rung.more), strict=False)
        told = [(head, self._chance(one)) for head, one in every if one is rung.success or not one.impossible]
        gap = f" {self.glyphs.dot} "
        ways = ((told[:count], hints) for hints in (rung.hints, rung.hints[:1]) for count in range(len(told), 0, -1))
        for chances, hints in sorted(ways, key=lambda way: min(len(way[0]), 3), reverse=True):
            facts: list[Line] = [((f"{head} ", "faint"), chance) for head, chance in chances]
            facts += [((clean_line(", ".join(hints)), "dim"),)] if hints else []
            parts = [span for fact in facts for span in ((gap, "faint"), *fact)][1:]
            if width_of((*start, *parts)) <= width:
                break
        spans = (*start, *parts, *self._followed(rung, width - width_of((*start, *parts))))
        return PaneItem(str(rung.value), (without_empty(spans),))

    def _chance(self, chance: Chance, cell: int = 0) -> Span:
        if chance.sure:
            return f"{'sure':>{cell}}", "text"
        if chance.impossible:
            return f"{self.glyphs.dot:>{cell}}", "faint"
        return f"{chance.short():>{cell}}", "text"


def _start(rung: Rung, name: int) -> Line:
    """Draw the value and the name of a rung of a table; a rung without a name is selected by its number."""
    roles: tuple[Role, Role] = ("text", "name") if rung.name else ("name", "text")
    before, words = " " * (3 - len(str(rung.value))), f"{pad(clean_line(rung.name), name)} "
    return (before, "text"), (str(rung.value), roles[0]), (" ", "text"), (words, roles[1])


def _columns(heads: Sequence[str], label: int, chance: int, *, headed: bool) -> list[int]:
    """Return the cells of the columns with so many for a chance: under headings, or behind a label."""
    return [max(chance, cells(head) + 1) if headed else chance + max(cells(head), label) + 1 for head in heads]


def _heads(labels: Sequence[str]) -> list[str]:
    """Make the headings of the columns; a word that all but the first end in is written once (`1 raised`, `2`, `3`)."""
    ends = {label.partition(" ")[2] for label in labels[1:]}
    if len(ends) != 1 or not ends.pop():
        return list(labels)
    return [*labels[:2], *(label.partition(" ")[0] for label in labels[2:])]


def _fitting(columns: Sequence[int], room: int) -> int:
    """Count the columns that have room."""
    shown = 0
    while shown < len(columns) and sum(columns[: shown + 1]) <= room:
        shown += 1
    return shown


def _shortened(hints: Sequence[str], room: int) -> str:
    """Join the first hints, as many as have room."""
    ways = (clean_line(", ".join(hints[:count])) for count in range(len(hints), 0, -1))
    return next((way for way in ways if cells(way) <= room), "")
