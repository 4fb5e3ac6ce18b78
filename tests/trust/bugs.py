"""The program with a bug in it: `python -m tests.trust.bugs KIND TABLE` fails in that way once `!` is pressed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from wyrd_tui.cli import main
from wyrd_tui.screens.table import TableScreen
from wyrd_tui.widgets.pane import Pane

TRUTH = "Zoë hat es getan"
KEY = "!"


class BugError(Exception):
    """A fault of the program."""


def fail(*args: object, **more: object) -> Any:  # noqa: ANN401 - it stands in for anything
    """Fail, with the truth of the story among the local values."""
    secret = [TRUTH] * 3
    raise BugError(f"index {len(secret)} is out of range")


async def fail_later() -> None:
    """The same for a worker."""
    fail()


def deep(more: int = 0) -> int:
    """Never come to an end."""
    return deep(more + 1)


def in_a_command(screen: TableScreen) -> None:
    """A command that fails half-way."""
    screen.session.clock = fail
    screen.perform("tick")


def in_a_render(screen: TableScreen) -> None:
    """A pane that cannot be drawn."""
    Pane.render_line = fail  # type: ignore[method-assign]
    screen.refresh(layout=True)
    screen.party.refresh()


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
SURVIVED = ("key", "depth", "command")
"""Those after which the program goes on."""


def plant(kind: str) -> None:
    """Put the bug in its place."""
    real = TableScreen._key

    def pressed(self: TableScreen, key: str, character: str | None) -> None:
        if character == KEY:
            BUGS[kind](self)
        else:
            real(self, key, character)

    if kind == "mount":
        TableScreen.on_mount = fail  # type: ignore[method-assign]
    else:
        TableScreen._key = pressed  # type: ignore[method-assign]


if __name__ == "__main__":
    plant(sys.argv[1])
    raise SystemExit(main(sys.argv[2:]))
