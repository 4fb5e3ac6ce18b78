"""Plain values that the panes draw: entries of the log, keys of the footer, the status line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.question import Question

KEPT = 400
"""Turns that the pane holds; the history screen has them all."""


class Entry(NamedTuple):
    """One turn: its number, the time of day, and its sentences."""

    number: int
    time: str
    lines: tuple[str, ...]


Put = Callable[[int, Glyphs], Question]
"""A question as it is put on a screen of some width, since only choices in sight have keys."""


class Hint(NamedTuple):
    """A key of the footer: what it does, and whether that applies just now."""

    key: str
    label: str
    applies: bool = True


class Status(NamedTuple):
    """What the status line says: the last sentence, whether it is bad news, and what still waits or may help."""

    said: str = ""
    bad: bool = False
    pending: str = ""
    advice: str = ""


Waits = Mapping[str, frozenset[str]]
"""The rows, by actor, whose penalty the GM has still to deal out; the rules say which."""


Turns = Mapping[str, Sequence[tuple[str, str]]]
"""What somebody may do in a turn, the greater first, each with why they cannot just now; the rules say so."""
