"""Themes to choose from: the screen wears the one under the cursor at once, Enter keeps it, Escape goes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from wyrd_tui.screens.base import BaseScreen
from wyrd_tui.screens.prose import PageLine, make_line
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.widgets.cells import pad
from wyrd_tui.widgets.themes import Wardrobe

WORDS = {
    "calm": "dark and quiet",
    "light": "dark on pale, for a bright room",
    "contrast": "white on black",
    "colour-blind": "harm, gain and turn apart for most eyes",
    "sixteen": "the sixteen colours of the terminal",
    "plain": "no colours: bold, underlined and reversed",
}


class ThemesScreen(BaseScreen, inherit_bindings=False):
    """List of all themes, with a sample of each role's style below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "keep", "keep it", id="theme-keep"),
        Binding("escape,q", "back", "back as it was", id="back"),
    ]

    @property
    def wardrobe(self) -> Wardrobe:
        """The app, as far as its themes go."""
        return cast("Wardrobe", self.app)

    def body(self) -> ComposeResult:
        """Compose the list."""
        yield Scroll(self._lines, pointer=True, id="body")

    def on_mount(self) -> None:
        """Rest on the theme that is worn."""
        self._before = self.wardrobe.worn
        self.entitle("Themes", right="changed as the cursor moves")
        self.scroll.rest_on(self._before)

    def on_scroll_moved(self, message: Scroll.Moved) -> None:
        """Wear the theme under the cursor."""
        if self.is_active and message.id:
            self.wardrobe.wear(str(message.id))

    def on_scroll_chosen(self) -> None:
        """Keep the theme that was clicked twice."""
        self.action_keep()

    def action_keep(self) -> None:
        """Keep the theme for the next time, and go back."""
        if not self.is_active:
            return
        self._before = str(self.scroll.chosen)
        if refused := self.wardrobe.keep_theme(self._before):
            self.foot.refuse(refused)
        else:
            self.dismiss()

    def action_back(self) -> None:
        """Wear what was worn before, and go back."""
        if self.is_active:
            self.wardrobe.wear(self._before)
            self.dismiss()

    def _lines(self, width: int) -> Sequence[PageLine]:
        names = self.wardrobe.themes
        wide = max(map(len, names)) + 2
        rows = [
            PageLine(make_line((pad(name, wide), "strong"), (WORDS.get(name, "your own"), "dim")).spans, name)
            for name in names
        ]
        return [*rows, make_line(""), *self._sample()]

    def _sample(self) -> list[PageLine]:
        """Lay out rows as a table has them, in the styles of the theme that is worn."""
        signs = self.scroll.glyphs
        return [
            make_line(("  its turn  ", "turn"), "  ", ("the selected row", "here"), "  ", (" out ", "lost")),
            make_line(
                *(
                    (f"{signs.wounded} ", "hurt"),
                    ("Wren", "name"),
                    "  ",
                    (signs.full * 2, "hurt"),
                    (signs.free * 2, "faint"),
                ),
                *(
                    "  ",
                    (f"{signs.hit} ", "scratch"),
                    ("Marit", "name"),
                    "  ",
                    (signs.full, "scratch"),
                    (signs.free * 3, "faint"),
                ),
            ),
            make_line(
                *(
                    ("+2", "gain"),
                    "  ",
                    (signs.bar * 8, "bar"),
                    "  ",
                    ("w", "key"),
                    (" a key  ", "dim"),
                    ("a label", "dim"),
                ),
            ),
        ]
