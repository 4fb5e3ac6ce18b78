"""Signals that end the program: the table is saved, the terminal given back, and a line says how to come back."""

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
"""Saves as soon as nothing is being written, then calls its argument with the sentences to print."""


def on_signals(app: App[None], end: End) -> None:
    """Install handlers that save, give the terminal back and print how to come back.

    These are plain handlers, since the event loop does not run while a stalled terminal holds up its writer.
    """
    restore = _restorer()
    # Not every system has all of them.
    numbers = [number for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT") if (number := getattr(signal, name, None))]

    def handle(number: int, frame: FrameType | None) -> None:
        # A window that closes sends two signals, and the second must not interrupt the saving.
        for other in numbers:
            signal.signal(other, signal.SIG_IGN)

        def leave(words: Sequence[str]) -> None:
            try:
                _give_back(app, words, restore)
            finally:
                signal.signal(number, signal.SIG_DFL)
                os.kill(os.getpid(), number)

        end(leave)

    for number in numbers:
        signal.signal(number, handle)


def _restorer() -> Callable[[], None]:
    if sys.platform == "win32":
        return lambda: None
    from wyrd_tui.terminal.driver import restorer

    return restorer()


def _give_back(app: App[None], words: Sequence[str], restore: Callable[[], None]) -> None:
    """Give the terminal back, with words below the last screen, without waiting for a terminal that does not read."""
    told = "".join(f"{word}\n" for word in words)
    if sys.platform == "win32":
        sys.stderr.write(told)
        return
    from wyrd_tui.terminal.driver import TerminalDriver, give_back

    give_back(app._driver if isinstance(app._driver, TerminalDriver) else None, told, restore)
