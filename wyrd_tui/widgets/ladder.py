"""The ladder: what each rung means for the selected actor's rating, as a bar and in percent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wyrd_tui.widgets.glyphs import UNICODE, Glyphs, signed
from wyrd_tui.widgets.lines import Span
from wyrd_tui.widgets.look import Look
from wyrd_tui.widgets.pane import Item, Pane
from wyrd_tui.widgets.text import cells, clean, cut, pad

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import Ladder, Rung

BAR = (8, 30)
NUMBERS = 16
"""Cells for `  62%   tie 23%`."""


class LadderPane(Pane):
    """Rungs from the hardest at the top, with the chance of success and of a tie."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Ladder", look=look, glyphs=glyphs, id="ladder")
        self._ladder: Ladder | None = None

    def show(self, ladder: Ladder | None, rung: int) -> None:
        """Show a ladder, with a rung selected; None where nobody is selected."""
        cursor = str(rung)
        if ladder == self._ladder:
            self.select(cursor)
            return
        self._ladder = ladder
        self.cursor = cursor
        self.note = clean(ladder.title) if ladder else ""
        self.redraw()

    def draw(self, width: int) -> Sequence[Item]:
        """One line a rung."""
        if self._ladder is None:
            return (Item("", ((("Select somebody to see their odds.", "dim"),),)),)
        rungs = sorted(self._ladder.rungs, key=lambda rung: -rung.value)
        longest = max((cells(clean(rung.name)) for rung in rungs), default=0)
        name = min(longest, max(6, width - 4 - NUMBERS - BAR[0] - 2))
        bar = max(0, min(BAR[1], width - 4 - name - 2 - NUMBERS))
        return [self._item(rung, name, bar if bar >= BAR[0] else 0, width) for rung in rungs]

    def _item(self, rung: Rung, name: int, bar: int, width: int) -> Item:
        glyphs = self.glyphs
        won = round(float(rung.success) * bar)
        tied = round(float(rung.success + rung.tie) * bar) - won
        spans: list[Span] = [
            (f"{signed(rung.value, glyphs):>3} ", "text"),
            (pad(clean(rung.name), name, glyphs.more), "name"),
            ("  ", "text"),
        ]
        if bar:
            spans += [
                (glyphs.bar * won, "accent"),
                (glyphs.half * tied, "dim"),
                (glyphs.rest * (bar - won - tied), "faint"),
            ]
        tie = "" if rung.tie.impossible else f"tie {rung.tie.short()}"
        spans.append((f" {rung.success.short():>5}  {tie:<8}", "text"))
        used = 4 + name + 2 + bar + NUMBERS
        hint = clean(rung.hint)
        if hint and width - used > 8:
            spans.append((cut(hint, width - used, glyphs.more), "dim"))
        return Item(str(rung.value), (tuple(span for span in spans if span[0]),))
