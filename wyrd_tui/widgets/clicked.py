"""The meaning of a click on a cell: text that answers a click has it in its role."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, cast

from wyrd_tui.engine.key_spelling import LONG_KEYS
from wyrd_tui.engine.spans import Span
from wyrd_tui.widgets.cells import cells
from wyrd_tui.widgets.spans import Line

Sign = Literal["moved", "rod", "box"]
"""Part of a row that a click can act on: a bead that was moved, the rest of a rod, a box or a point."""
Presses = tuple[tuple[str, str | None], ...]
"""Keys to press, each with the character that it types; none where nothing is meant."""
Means = Sign | Presses

_NAMES = {"⏎": "enter", "⌫": "backspace", "esc": "escape", "PgUp": "pageup", "PgDn": "pagedown"}
_NAMED = frozenset({"enter", "backspace", "escape", "tab", "space", "pageup", "pagedown"})
LONGEST = 2
"""Letters of the longest handle."""


class Button(str):
    """A role of text that answers a click; it looks as the role without a value does, and equals it."""

    __slots__ = ("means",)
    means: Means

    def __new__(cls, role: str, means: Means) -> Button:
        """Make a role with a value."""
        button = super().__new__(cls, role)
        button.means = means
        return button

    def __add__(self, end: str) -> Button:
        return Button(super().__add__(end), self.means)

    def removesuffix(self, end: str, /) -> Button:
        """Return the role without an end, with the same value."""
        return Button(super().removesuffix(end), self.means)


_button = lru_cache(maxsize=512)(Button)


def clickable(line: Iterable[Span], means: Means) -> Line:
    """Give all spans of a line one value."""
    return cast("Line", tuple([(text, _button(role, means)) for text, role in line]))


def presses(name: str) -> Presses:
    """Return the keys that a name stands for: one key, or the letters of a handle."""
    name = _NAMES.get(name, name)
    if name in _NAMED or "+" in name[1:]:
        return ((name, " " if name == "space" else None),)
    if len(name) > LONGEST or not name.isascii():
        return ()
    return tuple((LONG_KEYS.get(sign, sign), sign) for sign in name)


def means_at(line: Line, x: int) -> Means:
    """Return what a click on a cell of a line means; nothing where its text has no value."""
    for text, role in line:
        x -= cells(text)
        if x < 0:
            return role.means if isinstance(role, Button) else ()
    return ()
