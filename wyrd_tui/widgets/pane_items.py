"""Items that a pane lists: their keys and their lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from wyrd_tui.engine.spans import Span
from wyrd_tui.widgets.spans import Line


class PaneItem:
    """Something that a pane lists.

    Args:
        key: Its key; empty where it cannot be selected.
        lines: Its lines without the gutter.
        stripe: First cell of its first line, which tells harm; None where nothing here can be harmed.

    Attributes:
        height: Lines that it takes.
    """

    __slots__ = ("height", "key", "lines", "stripe")

    def __init__(self, key: str, lines: tuple[Line, ...], stripe: Span | None = None) -> None:
        self.key = key
        self.lines = lines
        self.stripe = stripe
        self.height = len(lines)


class LateItem:
    """Item of one line that is drawn when it comes in sight, as most of a crowd never do.

    Args:
        key: Its key.
        make: Draws it.
    """

    height = 1

    def __init__(self, key: str, make: Callable[[], PaneItem]) -> None:
        self.key = key
        self._make = make

    @cached_property
    def _made(self) -> PaneItem:
        return self._make()

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its line without the gutter."""
        return self._made.lines[:1]

    @property
    def stripe(self) -> Span | None:
        """First cell of its line."""
        return self._made.stripe


Item = PaneItem | LateItem
