"""Pages that a game brings to the screens as data: its page of odds and the lines of its sheets.

Both are made of `engine.spans`. The screen arranges them and turns the dials; it knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.spans import Block, Span
from wyrd_tui.engine.state import Actor, State

Cycled = TypeVar("Cycled")
COLUMN_CELLS = 7
"""Cells for a chance in percents."""
BARS = (8, 24)
"""Fewest and most cells of a bar."""


class Aim(NamedTuple):
    """The subject of a page of odds, as the table's selection gives it at first and dials change it.

    Attributes:
        who: Id of the actor whose odds are shown.
        rating: The rating that is rolled; empty for the usual one.
        target: Id of the actor who opposes; empty for the first who fits.
        challenge: Id of the challenge; empty for the first who fits.
        number: The difficulty to look at closely; None for the usual one.
    """

    who: str
    rating: str = ""
    target: str = ""
    challenge: str = ""
    number: int | None = None


class Dial(NamedTuple):
    """A part of the aim that a pair of keys changes.

    Attributes:
        label: The footer's name for it.
        keys: The pair: left and right, up and down, or the square brackets.
        turn: The aim so many steps on.
    """

    label: str
    keys: Literal["sides", "arrows", "brackets"]
    turn: Callable[[State, Aim, int], Aim]


class OddsPage(Frozen):
    """A game's page of exact odds for one actor.

    Attributes:
        aimed: The aim with all that was left empty filled in, as the page opens.
        dials: The parts of the aim that keys change.
        subject: Spans that the title shows after the actor's name.
        blocks: The page for an aim and a width in cells; the screen sets blocks side by side where they fit.
    """

    aimed: Callable[[State, Aim], Aim]
    dials: tuple[Dial, ...]
    subject: Callable[[State, Aim], Sequence[Span]]
    blocks: Callable[[State, Aim, int], Sequence[Block]]


SheetLines = Callable[[Actor, Sheet], Sequence[Sequence[Block]]]
"""The rows of a sheet from the top; the blocks of a row stand side by side where they fit."""


def step_through(rows: Sequence[Cycled], at: Cycled, step: int) -> Cycled:
    """Return the row so many steps on; the first follows the last, and the one at hand stays where there are none."""
    return rows[(rows.index(at) + step) % len(rows)] if rows else at


def bar_beside(width: int, used: int) -> int:
    """Return the cells of a bar beside numbers that use so many of a width; 0 where it would be too short to read."""
    least, most = BARS
    return min(most, width - used) if width - used >= least else 0


def percents(*chances: Chance, wide: int = COLUMN_CELLS) -> str:
    """Write chances in columns of so many cells."""
    return "".join(f"{chance.percent():>{wide}}" for chance in chances)
