"""A display in place of a terminal, and hands that press keys at a controller."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.dice import Dice, FedDice, LiveDice
from wyrd_tui.engine.journal import Journal
from wyrd_tui.engine.rules import all_games as rules
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import party_of
from wyrd_tui.screens.table.controller import Controller


class Desk:
    """A display that only remembers what it is told."""

    width, tabbed, small = 120, False, False

    def __init__(self, state: State) -> None:
        self.state = state
        self.opened: list[str] = []
        self.left = 0
        self.scrolled = 0
        self.drawn = 0

    def row_ids(self, pane: str) -> Sequence[str]:
        """The rows of a pane as it would list them."""
        return {
            "party": [actor.id for actor in party_of(self.state)],
            "order": [place.who for place in self.state.order.places],
            "ladder": [str(rung) for rung in range(5, -5, -1)],
            "abacus": list(self.state.challenges),
        }.get(pane, [])

    def lines_in_sight(self, pane: str) -> int:
        """Five lines."""
        return 5

    def scroll(self, by: int) -> None:
        """Scroll the log."""
        self.scrolled += by

    def open(self, name: str, *arguments: object) -> None:
        """Open a screen."""
        self.opened.append(name)

    def leave(self) -> None:
        """Leave."""
        self.left += 1

    def redraw(self) -> None:
        """Draw again."""
        self.drawn += 1


def seat(state: State, *fed: str, journal: Journal | None = None, read_only: str = "") -> tuple[Controller, Desk]:
    """A controller at a table with dice that fall as they are fed."""
    dice: Dice = FedDice(fed) if fed else LiveDice(1)
    desk = Desk(state)
    table = Controller(Session(state, dice=dice, clock=lambda: 0.0, journal=journal), rules, desk, read_only=read_only)
    table.open()
    return table, desk


NAMED = {
    ":": "colon",
    ".": "full_stop",
    "'": "apostrophe",
    " ": "space",
    "/": "slash",
    "+": "plus",
    "-": "minus",
    ",": "comma",
}


def single(*keys: str) -> Iterator[str]:
    """Yield single keys: one that starts with `=` is typed letter by letter."""
    for key in keys:
        yield from key[1:] if key.startswith("=") else (key,)


def press(table: Controller, *keys: str) -> None:
    """Press keys, or type them, as `single` takes them."""
    for one in single(*keys):
        table.key(NAMED.get(one, one), one if len(one) == 1 else None)
