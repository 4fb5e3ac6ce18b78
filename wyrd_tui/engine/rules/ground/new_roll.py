"""The step from the last roll to a new one, of which each game of the table is told."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Event, Rolled
from wyrd_tui.engine.rules.registry import games_played
from wyrd_tui.engine.state import Roll, State


def roll_events(state: State, roll: Roll) -> Iterator[Event]:
    """Put a new roll in the place of the last one, and tell every game of the table.

    The same dice once more, or some of them, stand in the place of the first and let nothing go (U-05).

    Raises:
        Refused: If a game waits for what must not be lost to a roll of another.
    """
    barring = {matter.game for matter in state.open if matter.forbids == "rolls"} - {roll.game}
    for game in games_played(state):
        if game.id in barring and (reason := game.blocks_other_rolls(state)):
            raise Refused(reason)
    fell = Rolled(roll)
    yield fell
    if roll.rerolled:
        return
    now = apply(state, fell)
    for game in games_played(state):
        for event in game.on_roll_replaced(state, now):
            yield event
            now = apply(now, event)
