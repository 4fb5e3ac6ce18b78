"""Changes that outlast an act, told before it."""

from __future__ import annotations

from collections.abc import Iterable

from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.state import State


def told_from_now_on(state: State, changes: Iterable[Event]) -> str:
    """Tell changes as they hold from an act on; empty for none."""
    return " · ".join(str(describe(change, state)) for change in changes)
