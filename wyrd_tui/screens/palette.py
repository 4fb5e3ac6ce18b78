"""Palette: all acts of a table, one a line with its key; letters filter them, Enter does the one under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.fuzzy import Matcher

from wyrd_tui.engine.spans import PageLine, make_line
from wyrd_tui.screens.base import BaseScreen
from wyrd_tui.screens.questions.editor import Editor
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.widgets.cells import cells, cut, pad
from wyrd_tui.widgets.spans import Line, two_sided
from wyrd_tui.widgets.values import PaletteAct

LABEL_WIDE = 26
"""Most cells of the column of names, on the narrowest screen."""


class ActList(Scroll, inherit_bindings=False):
    """List that leaves all letters to the filter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "up", show=False),
        Binding("down", "step(1)", "down", show=False),
        Binding("pageup", "page(-1)", "page up", show=False),
        Binding("pagedown", "page(1)", "page down", show=False),
    ]


class PaletteScreen(BaseScreen, inherit_bindings=False):
    """List of all acts, filtered by the letters that are typed.

    Args:
        acts: The acts, in the order of the help page.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "do it", id="palette-do"),
        Binding("escape,ctrl+p", "back", "back", id="back"),
    ]
    clicked_twice = "choose"

    def __init__(self, acts: Sequence[PaletteAct]) -> None:
        super().__init__()
        self._acts = acts
        self._typed = Editor()

    def body(self) -> ComposeResult:
        """Compose the list."""
        yield ActList(self._lines, pointer=True, id="body")

    def on_key(self, event: events.Key) -> None:
        """Have every key that no list takes edit the filter."""
        if self._typed.key(event.key, event.character):
            event.stop()
            self._filter()

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted words as typed ones."""
        event.stop()
        self._typed.insert(event.text)
        self._filter()

    def action_choose(self) -> None:
        """Go back to the table and do the act under the cursor; a second Enter finds the palette gone."""
        chosen = self.scroll.chosen
        if isinstance(chosen, PaletteAct) and self.is_active:
            self.dismiss()
            chosen.do()

    def _filter(self) -> None:
        self.scroll.rebuild(cursor=0, top=True)
        self._title()

    def _title(self) -> None:
        """Write how many acts are in sight, and show what is typed."""
        shown = sum(bool(line.id) for line in self.scroll.rows) if self._typed.text else len(self._acts)
        self.entitle("Acts", right=f"{shown} of {len(self._acts)}")
        typed, caret = self._typed.text, self._typed.caret
        sign = self.foot.glyphs.caret
        words: Line = (typed[:caret], "strong"), (sign, "accent"), (typed[caret:], "strong")
        self.foot.say(make_line(("/", "key"), *words, ("" if typed else " type to filter", "dim")))

    def _lines(self, width: int) -> list[PageLine]:
        """List the acts that fit, the best first."""
        wanted = self._typed.text.strip()
        acts = self._acts
        if wanted:
            matcher = Matcher(wanted)
            # The name of an act counts for more than its help.
            scored = [(max(2 * matcher.match(act.label), matcher.match(act.help)), act) for act in acts]
            acts = [act for score, act in sorted(scored, key=lambda pair: -pair[0]) if score > 0]
        if not acts:
            return [make_line((f"No act contains “{wanted}”.", "dim"))]
        wide = min(max(LABEL_WIDE, width // 4), max(cells(act.label) for act in self._acts)) if width >= 60 else width
        return [self._line(act, wide, width) for act in acts]

    def _line(self, act: PaletteAct, wide: int, width: int) -> PageLine:
        """Draw an act; a name too long for its column moves the sentence, where that keeps most of the line."""
        more, long = self.scroll.glyphs.more, cells(act.label)
        wide = long if wide < long <= width * 2 // 5 else wide
        left: Line = (pad(cut(act.label, wide, more), wide), "strong"), ("  ", "text"), (act.help, "dim")
        return PageLine(two_sided(left, ((f" {act.keys} ", "key"),), width, more), act)
