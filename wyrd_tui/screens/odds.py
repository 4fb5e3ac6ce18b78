"""The screen of exact odds: it shows the page of odds that a game brings and turns its dials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from wyrd_tui.engine.rules.pages import Aim, Dial, OddsPage
from wyrd_tui.engine.spans import PageLine
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import crowd_name
from wyrd_tui.screens.base import BaseScreen
from wyrd_tui.screens.prose import arrange_blocks


def _pair(keys: str, back: str, on: str) -> tuple[Binding, Binding]:
    return (
        Binding(back, f"turn('{keys}',-1)", keys, id=f"odds-{keys}-back", priority=True),
        Binding(on, f"turn('{keys}',1)", keys, id=f"odds-{keys}-on", priority=True),
    )


class OddsScreen(BaseScreen):
    """Exact odds for an actor, on the page of a game.

    Args:
        state: The table as it stands.
        page: The page of odds of the game that the actor plays.
        aim: The actor, and what the selection of the table says of the rest.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *_pair("sides", "left,h", "right,l"),
        *_pair("arrows", "up", "down"),
        *_pair("brackets", "left_square_bracket", "right_square_bracket"),
        Binding("j", "scroll(1)", "scroll", id="odds-down", priority=True),
        Binding("k", "scroll(-1)", "scroll", id="odds-up", priority=True),
    ]

    def __init__(self, state: State, page: OddsPage, aim: Aim) -> None:
        super().__init__()
        self._state = state
        self._odds = page
        self.aim = page.aimed(state, aim)

    def _dial(self, keys: str) -> Dial | None:
        return next((dial for dial in self._odds.dials if dial.keys == keys), None)

    def key_label(self, binding: Binding) -> str:
        """Return the label of a key: that of its dial; j and k are shown only where up and down do not scroll."""
        dial = self._dial(binding.description)
        if binding.description == "scroll":
            return "scroll" if self._dial("arrows") else ""
        if binding.description == "arrows" and dial is None:
            return "scroll"
        return dial.label if dial else "" if binding.action.startswith("turn(") else binding.description

    def action_turn(self, keys: str, step: int) -> None:
        """Turn a dial by a step; up and down scroll where they turn nothing."""
        dial = self._dial(keys)
        if dial is not None:
            self.aim = dial.turn(self._state, self.aim, step)
            self._title()
            self.scroll.rebuild()
        elif keys == "arrows":
            self.action_scroll(step)

    def action_scroll(self, step: int) -> None:
        """Scroll by a line."""
        self.scroll.action_step(step)

    def _title(self) -> None:
        actor = self._state.actors.get(self.aim.who)
        name = crowd_name(actor) if actor else self.aim.who
        self.entitle("Odds", (name, "strong"), *self._odds.subject(self._state, self.aim))

    def _lines(self, width: int) -> Sequence[PageLine]:
        return arrange_blocks(self._odds.blocks(self._state, self.aim, width), width)
