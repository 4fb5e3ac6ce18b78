"""Leaving at a signal: saved, the terminal whole, and with a word on how to come back."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App

End = Callable[[Callable[[Sequence[str]], None]], None]
"""Saves, as soon as nothing is being written, and hands what is to be said to what it is given."""


def on_signals(app: App[None], end: End) -> None:
    """Save, leave the terminal whole and say how to come back when the window is closed or the process told to end.

    These are plain handlers, since the event loop does not run while a stalled terminal holds up its writer.
    """
    mend = _mender()
    # Not every system has all of them.
    numbers = [number for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT") if (number := getattr(signal, name, None))]

    def handle(number: int, frame: FrameType | None) -> None:
        # A window that closes says so twice, and the second time must not come into the saving.
        for other in numbers:
            signal.signal(other, signal.SIG_IGN)

        def leave(words: Sequence[str]) -> None:
            try:
                _part(app, words, mend)
            finally:
                signal.signal(number, signal.SIG_DFL)
                os.kill(os.getpid(), number)

        end(leave)

    for number in numbers:
        signal.signal(number, handle)


def _mender() -> Callable[[], None]:
    if sys.platform == "win32":
        return lambda: None
    from wyrd_tui.terminal.driver import mender

    return mender()


def _part(app: App[None], words: Sequence[str], mend: Callable[[], None]) -> None:
    """Give the terminal back, with words below what was there; one that does not read keeps nobody waiting."""
    told = "".join(f"{word}\n" for word in words)
    if sys.platform == "win32":
        sys.stderr.write(told)
        return
    from wyrd_tui.terminal.driver import TerminalDriver, part

    part(app._driver if isinstance(app._driver, TerminalDriver) else None, told, mend)
