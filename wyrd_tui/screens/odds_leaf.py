"""What every screen of odds has: one page of an actor's chances, a title that follows it, and columns of chances."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

from textual.app import ComposeResult

from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import crowd_name
from wyrd_tui.screens.leaf import Leaf
from wyrd_tui.screens.prose import Line, Piece
from wyrd_tui.screens.scroll import Scroll

COLUMN = 8
"""Cells for a chance in percents."""
Item = TypeVar("Item")


class OddsLeaf(Leaf):
    """Exact odds for an actor.

    Args:
        state: The table as it stands.
        who: Whose odds.
    """

    def __init__(self, state: State, who: str) -> None:
        super().__init__()
        self._state = state
        self.who = who

    @property
    def _actor(self) -> Actor | None:
        return self._state.actors.get(self.who)

    def body(self) -> ComposeResult:
        """One page."""
        yield Scroll(self._page, id="body")

    def on_mount(self) -> None:
        """Name it."""
        self._title()

    def action_scroll(self, step: int) -> None:
        """Scroll by a line."""
        self.scroll.action_step(step)

    def _show(self) -> None:
        self._title()
        self.scroll.rebuild()

    def _title(self) -> None:
        actor = self._actor
        self.entitle("Odds", (crowd_name(actor) if actor else self.who, "strong"), *self._subject())

    @abstractmethod
    def _subject(self) -> Sequence[Piece]:
        """What the title says after the actor's name."""

    @abstractmethod
    def _page(self, width: int) -> Sequence[Line]:
        """All that can be said."""


def stepped(rows: Sequence[Item], at: Item, step: int) -> Item:
    """The row so many further on; the first comes after the last."""
    return rows[(rows.index(at) + step) % len(rows)]


def percents(*chances: Chance, wide: int = COLUMN) -> str:
    """Chances in columns."""
    return "".join(f"{chance.percent():>{wide}}" for chance in chances)
