"""The program with a bug or a bad moment in it: `python -m tests.trust.bugs KIND TABLE` has it once `!` is pressed."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from wyrd_tui.cli import main
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.widgets.pane import Pane

TRUTH = "Zoë hat es getan"
LOCAL = "nur Zoë weiß davon"
"""A local value of the fault, which no screen shows."""
KEY = "!"


class BugError(Exception):
    """A fault of the program."""


def fail(*args: object, **more: object) -> Any:  # noqa: ANN401 - it stands in for anything
    """Fail, with a secret among the local values."""
    secret = [LOCAL] * 3
    raise BugError(f"index {len(secret)} is out of range")


async def fail_later() -> None:
    """Fail in a worker."""
    fail()


def deep(more: int = 0) -> int:
    """Recurse without end."""
    return deep(more + 1)


def in_a_command(screen: TableScreen) -> None:
    """A command that fails half-way."""
    screen.controller.session.clock = fail
    screen.perform("tick")


def in_a_render(screen: TableScreen) -> None:
    """A pane that cannot be drawn."""
    Pane.render_line = fail  # type: ignore[method-assign]
    screen.refresh(layout=True)
    # A look that is set anew has every line drawn again.
    screen.party.look = screen.party.look


BUGS: dict[str, Callable[[TableScreen], object]] = {
    "key": fail,
    "depth": lambda screen: deep(),
    "command": in_a_command,
    "render": in_a_render,
    "timer": lambda screen: screen.set_timer(0.01, fail),
    "worker": lambda screen: screen.run_worker(fail_later()),
    "thread": lambda screen: screen.run_worker(fail, thread=True),
    "later": lambda screen: screen.app.call_later(deep),
    "paste": lambda screen: setattr(TableScreen, "on_paste", fail),
    "mount": fail,
}


def locked(screen: TableScreen) -> None:
    """A stop that comes while what is to be drawn is handed on."""
    driver: Any = screen.app._driver
    with driver._writer_thread._queue.mutex:
        os.kill(os.getpid(), signal.SIGTSTP)


def twice(screen: TableScreen) -> None:
    """A second signal that comes while the first one gives the terminal back."""
    from wyrd_tui.terminal import driver

    real = driver._send

    def send(*args: Any) -> None:  # noqa: ANN401 - whatever it is given
        driver._send = real
        os.kill(os.getpid(), signal.SIGHUP)
        real(*args)

    driver._send = send  # type: ignore[assignment]
    os.kill(os.getpid(), signal.SIGTERM)


def elsewhere(screen: TableScreen) -> None:
    """A new size that the system tells another thread of while the first one sleeps."""
    driver: Any = screen.app._driver
    threading.Timer(0.5, lambda: signal.pthread_kill(driver._key_thread.ident, signal.SIGWINCH)).start()


MOMENTS: dict[str, Callable[[TableScreen], object]] = {"locked": locked, "twice": twice, "elsewhere": elsewhere}
"""Signals that come when they are wanted least."""
SURVIVED = ("key", "depth", "command", "render", "later", "paste")
"""Bugs after which the program goes on."""


def plant(kind: str) -> None:
    """Put the bug in its place."""
    real = Controller._key

    def pressed(self: Controller, key: str, character: str | None) -> None:
        if character == KEY:
            assert isinstance(self.display, TableScreen)
            (BUGS | MOMENTS)[kind](self.display)
        else:
            real(self, key, character)

    if kind == "mount":
        TableScreen.on_mount = fail  # type: ignore[method-assign]
    else:
        Controller._key = pressed  # type: ignore[method-assign]


if __name__ == "__main__":
    plant(sys.argv[1])
    raise SystemExit(main(sys.argv[2:]))
