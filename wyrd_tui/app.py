"""Application: theme, first screen, and the end on a bug."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakKeyDictionary

from textual._context import active_message_pump
from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Callback, Event, InputEvent, Key, Paste
from textual.screen import Screen
from textual.theme import Theme as TextualTheme
from textual.widget import Widget

from wyrd_tui.store.files import fault
from wyrd_tui.terminal.input_filter import MOST_PASTED
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.glyphs import GLYPH_SETS, Glyphs, choose_glyphs
from wyrd_tui.widgets.guarded import Guarded
from wyrd_tui.widgets.themes import DEFAULT_LOOKS, THEMES, Look, Looked, Looks, Palette, Theme

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.notifications import SeverityLevel


CLOSED = "A bug in the program closed the screen. Nothing was changed."
LONG = f"The paste is too long. Its first {MOST_PASTED} characters are used."


def _textual_theme(name: str, palette: Palette) -> TextualTheme:
    """Make Textual's theme of a palette of ours."""
    return TextualTheme(
        name=name,
        primary=palette.accent,
        secondary=palette.dim,
        accent=palette.accent,
        warning=palette.harm,
        error=palette.harm,
        success=palette.gain,
        foreground=palette.text,
        background=palette.back,
        surface=palette.back,
        panel=palette.raised,
    )


def _freeze_survivors(phase: str, info: dict[str, int]) -> None:
    """Look at what outlived a full collection never again: the states that undo keeps would slow each later one."""
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()


class WyrdApp(App[None]):
    """The table in a terminal.

    Args:
        first: Makes the first screen, given the styles and signs to draw with.
        looks: The looks to begin with.
        themes: All themes by name, those of the GM among them.
        keep: Keeps a setting of the looks for the next time; returns the reason where that is refused.

    Attributes:
        failure: Message on the bug that ended the program; empty where none did.
    """

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "quit", id="app.leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "suspend", id="app.suspend", show=False),
    ]

    def __init__(
        self,
        first: Callable[[Look, Glyphs], Screen[None]],
        *,
        looks: Looks = DEFAULT_LOOKS,
        themes: Mapping[str, Theme] = THEMES,
        keep: Callable[[str, str | bool], str] = lambda name, value: "",
    ) -> None:
        # A theme without a palette has the terminal's own colours.
        super().__init__(driver_class=_driver(), ansi_color=themes[looks.theme].palette is None)
        self.failure = ""
        self.animation_level = "none"
        self.themes, self.worn, self.keep = themes, looks, keep
        # Setting it would have the style sheets read twice.
        self.set_reactive(App.theme, self._registered(looks.theme))
        dark = self.current_theme.dark
        self.set_class(dark, "-dark-mode")
        self.set_class(not dark, "-light-mode")
        self.stylesheet.set_variables(self.get_css_variables())
        self.look: Look = themes[looks.theme].look
        self.glyphs = _signs(looks.glyphs)
        self._first = first
        self._aimed: WeakKeyDictionary[Key, tuple[Screen[object], Widget | None]] = WeakKeyDictionary()

    def _registered(self, theme: str) -> str:
        """Register a theme with Textual; return Textual's name for it."""
        palette = self.themes[theme].palette
        if palette is None:
            return "ansi-dark"
        self.register_theme(_textual_theme(theme, palette))
        return theme

    def wear(self, looks: Looks) -> None:
        """Draw all that is on the screen in other looks, at once; the mouse changes with the next start."""
        self.worn, self.look, self.glyphs = looks, self.themes[looks.theme].look, _signs(looks.glyphs)
        self.ansi_color = self.themes[looks.theme].palette is None
        self.theme = self._registered(looks.theme)
        for part in (part for screen in self.screen_stack for part in screen.walk_children()):
            if isinstance(part, Looked):
                part.look, part.glyphs = self.look, self.glyphs
                part.refresh()

    def get_default_screen(self) -> Screen[None]:
        """Return the first screen, so that nothing is painted under it."""
        return self._first(self.look, self.glyphs)

    def on_ready(self) -> None:
        """Collect garbage after the first frame, and from then on; freeze what the start has made."""
        if not gc.isenabled():
            # The garbage of the imports goes once, before the evening.
            gc.collect()
            gc.freeze()
            gc.callbacks.append(_freeze_survivors)
            gc.enable()

    def on_mount(self) -> None:
        """Paint the screen again after a suspension, which leaves the terminal blank."""
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))

    def _handle_exception(self, error: Exception) -> None:
        """Close the screen above the table that a bug sits in; a bug in the table's own screen ends the program."""
        pump = active_message_pump.get(None)
        around = pump.ancestors_with_self if isinstance(pump, Widget) else []
        screen = next((node for node in around if isinstance(node, Screen)), None)
        if screen is None or screen is self.screen_stack[0]:
            super()._handle_exception(error)
            return
        if screen not in self.screen_stack or not screen.is_attached:
            # It was closed before it was made, by two keys in one read or as the program ends: parts of it are missing.
            return
        fault.log_crash("".join(traceback.format_exception(error)))
        if screen.is_active:
            self.pop_screen()
            aside: Callable[[str], None] = getattr(self.screen, "aside", self.notify)
            aside(CLOSED)

    def _fatal_error(self) -> None:
        """End on a bug; Textual's own account would show every local value, the GM's secrets among them."""
        self._end_on(traceback.format_exc())

    def panic(self, *renderables: object) -> None:
        """End on a bug whose error draws itself, as one of a style sheet."""
        self._fatal_error()

    def _end_on(self, account: str) -> None:
        # Later errors while it ends have the same cause.
        if not self.failure:
            self.failure = fault.log_crash(account)
        self._close_messages_no_wait()

    async def on_event(self, event: Event) -> None:
        """Cut pasted text before any widget takes it; a bug in a key's action costs that key."""
        if isinstance(event, Paste):
            if len(event.text) > MOST_PASTED:
                self.notify(LONG)
            event.text = event.text[:MOST_PASTED]
        if isinstance(event, Key) and self._is_put_off(event):
            return
        try:
            await super().on_event(event)
        except Exception:
            if not isinstance(event, InputEvent | Paste | Callback):
                raise
            self.screen.post_message(Guarded.Stumbled(traceback.format_exc()))

    def _is_put_off(self, key: Key) -> bool:
        """Tell if a key is pressed anew, for another screen or widget than had the keys as it came."""
        if not self.screen_stack:
            return True
        if not key.is_forwarded:
            if not self.screen.is_mounted:
                # Keys with priority do not go through the queue of the screen, so they would find it without its parts.
                self.screen.call_later(self.post_message, Key(key.key, key.character))
                return True
            self._aimed[key] = self.screen, self.focused
            return False
        # No widget took it, and the keys before it in one read may have led to another screen or a search meanwhile.
        now = self.screen, self.focused
        moved = self._aimed.pop(key, now) != now
        if moved:
            self.post_message(Key(key.key, key.character))
        return moved

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
        shown = "\n".join(map(clean_line, message.split("\n")))
        super().notify(shown, title=clean_line(title), severity=severity, timeout=timeout, markup=False)


def _signs(wanted: str) -> Glyphs:
    """Return the signs of a setting, or those that the terminal's encoding can show."""
    return GLYPH_SETS.get(wanted) or choose_glyphs(os.environ, getattr(sys.__stderr__, "encoding", None))


def _driver() -> type[Driver] | None:
    """Return the driver of the terminal; None where the system has no such terminal."""
    if sys.platform == "win32":
        return None
    from wyrd_tui.terminal.driver import TerminalDriver

    return TerminalDriver
