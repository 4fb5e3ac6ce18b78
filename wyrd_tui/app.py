"""The application: themes, the first screen, and leaving the terminal as it was found."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.screen import Screen
from textual.theme import Theme

from wyrd_tui.widgets.glyphs import Glyphs, choose
from wyrd_tui.widgets.look import CALM, CONTRAST, LOOKS, Look, Palette
from wyrd_tui.widgets.text import content

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from wyrd_tui.screens.verbs import Act

RESET = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""Takes a terminal out of every mode that Textual put it in."""


def _theme(name: str, palette: Palette) -> Theme:
    return Theme(
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
    """Every act of the table in the palette, by the same doorway as its key."""

    def _acts(self) -> Sequence[Act]:
        acts = getattr(self.screen, "palette_acts", None)
        return acts() if acts is not None else ()

    async def discover(self) -> Hits:
        """All of them."""
        for act in self._acts():
            yield DiscoveryHit(content(_shown(act)), act.do, text=act.label, help=act.help)

    async def search(self, query: str) -> Hits:
        """Those that fit."""
        matcher = self.matcher(query)
        for act in self._acts():
            # What an act is called counts for more than what is said about it.
            score = max(2 * matcher.match(act.label), matcher.match(act.help))
            if score > 0:
                yield Hit(score, content(_shown(act)), act.do, text=act.label, help=act.help)


def _shown(act: Act) -> str:
    return f"{act.label}  ·  {act.keys}" if act.keys else act.label


class WyrdApp(App[None]):
    """The table in a terminal.

    Args:
        first: Makes the first screen, given the styles and signs to draw with.
        contrast: Whether to use the theme of high contrast.
    """

    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {TableCommands}
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "quit", id="app.leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "suspend", id="app.suspend", show=False),
    ]

    def __init__(self, first: Callable[[Look, Glyphs], Screen[None]], *, contrast: bool = False) -> None:
        super().__init__()
        self.animation_level = "none"
        self.register_theme(_theme("wyrd", CALM))
        self.register_theme(_theme("wyrd-contrast", CONTRAST))
        plain = bool(os.environ.get("NO_COLOR"))
        self.theme = "ansi-dark" if plain else "wyrd-contrast" if contrast else "wyrd"
        self.look: Look = LOOKS["plain" if plain else "contrast" if contrast else "calm"]
        self.glyphs = choose(os.environ, getattr(sys.__stderr__, "encoding", None))
        self._first = first

    def get_default_screen(self) -> Screen[None]:
        """The first screen is the only one, so that nothing is painted under it."""
        return self._first(self.look, self.glyphs)

    def on_mount(self) -> None:
        """A terminal that comes back from a suspension is blank until it is painted again."""
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))

    def action_help_quit(self) -> None:
        """What ctrl+c says, without the markup that Textual would put into it."""
        self.notify("ctrl+q leaves; q does too, and asks first.")

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """A message that is always shown letter by letter."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)


def _mender() -> Callable[[], None]:
    """What gives the terminal the settings back that it has now; nothing where the system knows none."""
    try:
        import termios
    except ImportError:
        return lambda: None
    try:
        attributes = termios.tcgetattr(0)
    except termios.error:
        return lambda: None

    def mend() -> None:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(0, termios.TCSANOW, attributes)

    return mend


def on_signals(save: Callable[[int], None]) -> None:
    """Save and leave the terminal whole when the window is closed or the process is told to end.

    These are plain handlers, since the event loop does not run while a stalled terminal holds up its writer.
    """
    mend = _mender()

    def handle(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        try:
            save(number)
        finally:
            with contextlib.suppress(OSError):
                os.set_blocking(2, False)
                os.write(2, RESET.encode())
                mend()
            os.kill(os.getpid(), number)

    for name in ("SIGTERM", "SIGHUP"):
        # Not every system has both.
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, handle)
