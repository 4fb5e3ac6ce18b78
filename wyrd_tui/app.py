"""Application: theme, first screen, palette, and the end on a bug."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.events import Event, Paste
from textual.screen import Screen
from textual.theme import Theme

from wyrd_tui.store.files import fault
from wyrd_tui.store.files.clean import without_controls
from wyrd_tui.terminal.input_filter import MOST_PASTED
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.glyphs import Glyphs, choose_glyphs
from wyrd_tui.widgets.text import content
from wyrd_tui.widgets.themes import DEFAULT, PLAIN_THEME, THEMES, Look, look_of

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.notifications import SeverityLevel

    from wyrd_tui.screens.table.keys import PaletteAct


LONG = f"That was a long paste: only its first {MOST_PASTED} characters are taken."


def _textual_theme(name: str) -> Theme | None:
    """Make Textual's theme of one of ours; None where it has no colours."""
    palette = THEMES[name].palette
    return palette and Theme(
        name=name,
        primary=palette.accent,
        secondary=palette.dim,
        accent=palette.accent,
        warning=palette.hurt,
        error=palette.hurt,
        success=palette.accent,
        foreground=palette.text,
        background=palette.back,
        surface=palette.back,
        panel=palette.raised,
    )


class TableCommands(Provider):
    """Palette of all acts of the table; each does what its key does."""

    def _acts(self) -> Sequence[PaletteAct]:
        acts = getattr(self.screen, "palette_acts", None)
        return acts() if acts is not None else ()

    async def discover(self) -> Hits:
        """Offer all acts."""
        for act in self._acts():
            yield DiscoveryHit(content(_shown(act)), act.do, text=act.label, help=act.help)

    async def search(self, query: str) -> Hits:
        """Offer the acts that fit a query."""
        matcher = self.matcher(query)
        for act in self._acts():
            # The name of an act counts for more than its help.
            score = max(2 * matcher.match(act.label), matcher.match(act.help))
            if score > 0:
                yield Hit(score, content(_shown(act)), act.do, text=act.label, help=act.help)


def _shown(act: PaletteAct) -> str:
    return f"{act.label}  ·  {act.keys}" if act.keys else act.label


class WyrdApp(App[None]):
    """The table in a terminal.

    Args:
        first: Makes the first screen, given the styles and signs to draw with.
        theme: Name of the theme; the plain one where the environment wants no colours.

    Attributes:
        failure: What the GM is told of the bug that ended the program; empty where none did.
    """

    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {TableCommands}
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "quit", id="app.leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "suspend", id="app.suspend", show=False),
    ]

    def __init__(self, first: Callable[[Look, Glyphs], Screen[None]], *, theme: str = DEFAULT) -> None:
        super().__init__(driver_class=_driver())
        self.failure = ""
        self.animation_level = "none"
        name = PLAIN_THEME if os.environ.get("NO_COLOR") else theme
        if coloured := _textual_theme(name):
            self.register_theme(coloured)
        # Setting it would have the style sheets read twice.
        self.set_reactive(App.theme, name if coloured else "ansi-dark")
        dark = self.current_theme.dark
        self.set_class(dark, "-dark-mode")
        self.set_class(not dark, "-light-mode")
        self.stylesheet.set_variables(self.get_css_variables())
        self.look: Look = look_of(name)
        self.glyphs = choose_glyphs(os.environ, getattr(sys.__stderr__, "encoding", None))
        self._first = first

    def get_default_screen(self) -> Screen[None]:
        """Return the first screen, so that nothing is painted under it."""
        return self._first(self.look, self.glyphs)

    def on_ready(self) -> None:
        """Collect garbage from the first frame on, and never what the start has made, which stays."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()

    def on_mount(self) -> None:
        """Paint the screen again after a suspension, which leaves the terminal blank."""
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))

    def _fatal_error(self) -> None:
        """End on a bug; Textual's own account would show every local value, the GM's secrets among them."""
        self._end_on(traceback.format_exc())

    def panic(self, *renderables: object) -> None:
        """End on a bug outside of any message."""
        self._return_code = 1
        self._end_on(traceback.format_exc())

    def _end_on(self, account: str) -> None:
        # Later errors while it ends have the same cause.
        if not self.failure:
            self.failure = fault.crash_message(fault.log_crash(account))
        self._close_messages_no_wait()

    async def on_event(self, event: Event) -> None:
        """Cut and clean pasted text before any widget takes it, Textual's own palette included."""
        if isinstance(event, Paste):
            if len(event.text) > MOST_PASTED:
                self.notify(LONG)
            event.text = without_controls(event.text[:MOST_PASTED])
        await super().on_event(event)

    def action_help_quit(self) -> None:
        """Say which key leaves, on the screen's own line; a toast would lie over the text."""
        aside: Callable[[str], None] = getattr(self.screen, "aside", self.notify)
        aside("ctrl+q leaves the program.")

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a message letter by letter, never as markup."""
        super().notify(
            content(message).plain, title=clean_line(title), severity=severity, timeout=timeout, markup=False
        )


def _driver() -> type[Driver] | None:
    """Return the driver of the terminal; None where the system has no such terminal."""
    if sys.platform == "win32":
        return None
    from wyrd_tui.terminal.driver import TerminalDriver

    return TerminalDriver
