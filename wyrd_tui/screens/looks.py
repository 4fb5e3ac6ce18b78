"""Looks to choose from: the screen wears those under the cursor at once, Enter keeps them, Escape goes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, cast

from textual.binding import Binding, BindingType

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spans import BLANK, PageLine, Piece, Role, make_line
from wyrd_tui.screens.base import BaseScreen
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.widgets.cells import pad
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from wyrd_tui.widgets.themes import Looks, Wardrobe

OTHERS: Sequence[tuple[str, str, str | bool, str]] = (
    ("Signs", "glyphs", "auto", "as the terminal allows"),
    ("Signs", "glyphs", "unicode", ""),
    ("Signs", "glyphs", "ascii", ""),
    ("Rows", "density", "full", "with all facts that fit"),
    ("Rows", "density", "short", "more room for the log and the scene"),
    ("Mouse", "mouse", True, "used by the table"),
    ("Mouse", "mouse", False, "left to the terminal after the next start"),
)
"""Looks besides the theme: heading, setting, value, and what the value means."""
HEADING = 8
NAME = 14


class LookChoice(NamedTuple):
    """A value of a setting to choose from."""

    setting: str
    value: str | bool


class LooksScreen(BaseScreen, inherit_bindings=False):
    """List of themes, signs, densities and the mouse, with a sample of the styles and signs below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "keep", "keep it", id="theme-keep"),
        Binding("escape,q", "back", "back as it was", id="back"),
    ]
    pointer = True
    clicked_twice = "keep"

    @property
    def wardrobe(self) -> Wardrobe:
        """The app, as far as its looks go."""
        return cast("Wardrobe", self.app)

    def on_mount(self) -> None:
        """Rest on the theme that is worn."""
        self._kept = self.wardrobe.worn
        self.entitle("Looks", right="changed as the cursor moves")
        self.scroll.rest_on(LookChoice("theme", self._kept.theme))

    def on_scroll_moved(self, message: Scroll.Moved) -> None:
        """Wear what is under the cursor."""
        if self.is_active and isinstance(message.id, LookChoice):
            self.wardrobe.wear(self._with(message.id))
            self.scroll.rebuild()

    def action_keep(self) -> None:
        """Keep what is under the cursor for the next time, and go back."""
        chosen = self.scroll.chosen
        if not self.is_active or not isinstance(chosen, LookChoice):
            return
        self._kept = self._with(chosen)
        self.wardrobe.wear(self._kept)
        if refused := self.wardrobe.keep(chosen.setting, chosen.value):
            self.foot.refuse(refused)
        else:
            self.dismiss()

    def action_back(self) -> None:
        """Wear what was kept, and go back."""
        if self.is_active:
            self.wardrobe.wear(self._kept)
            self.dismiss()

    def _with(self, look: LookChoice) -> Looks:
        """Return the kept looks with one of another value."""
        return Looks(**{**self._kept._asdict(), look.setting: look.value})

    def _lines(self, width: int) -> Sequence[PageLine]:
        rows = [("Theme", LookChoice("theme", name), theme.about) for name, theme in self.wardrobe.themes.items()]
        rows += [(heading, LookChoice(setting, value), told) for heading, setting, value, told in OTHERS]
        return [*self._choices(rows), BLANK, *self._sample()]

    def _choices(self, rows: Sequence[tuple[str, LookChoice, str]]) -> Iterator[PageLine]:
        """Arrange the choices under their headings; a dot stands before those that are kept."""
        before = ""
        for heading, look, told in rows:
            if before and heading != before:
                yield BLANK
            kept = getattr(self._kept, look.setting) == look.value
            name = {True: "on", False: "off"}[look.value] if isinstance(look.value, bool) else look.value
            signs = {"unicode": UNICODE, "ascii": ASCII}.get(name)
            yield PageLine(
                make_line(
                    (pad(heading if heading != before else "", HEADING), "title"),
                    (self.scroll.glyphs.ticked if kept else " ", "text"),
                    (f" {pad(str(name), NAME)}", "strong"),
                    (_shapes(signs) if signs else told, "dim"),
                ).spans,
                look,
            )
            before = heading

    def _sample(self) -> list[PageLine]:
        """Draw rows as a table has them, in the styles of the theme that is worn."""
        signs = self.scroll.glyphs

        def boxes(sign: str, name: str, marked: int, role: Role) -> tuple[Piece, ...]:
            free: Piece = signs.free * (4 - marked), "faint"
            return (f"{sign} ", role), (name, "name"), "  ", (signs.full * marked, role), free

        return [
            make_line(("  its turn  ", "turn"), "  ", ("the selected row", "here"), "  ", (" out ", "lost")),
            make_line(*boxes(signs.wounded, "Wren", 2, "hurt"), "  ", *boxes(signs.hit, "Marit", 1, "scratch")),
            make_line(("+2", "gain"), "  ", (signs.bar * 8, "bar"), "  ", ("w", "key"), (" a key  a label", "dim")),
        ]


def _shapes(signs: Glyphs) -> str:
    """Show some signs of a set beside each other."""
    shown = (signs.full, signs.free, signs.hurt, signs.whole, signs.moved, signs.wounded, signs.turn)
    return " ".join(shown)
