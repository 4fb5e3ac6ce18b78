"""Traces that acts leave on the keys: the game of each actor, and the rung of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.events import Marked, Ordered, Rolled, Turned
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.state import Order, State
from wyrd_tui.engine.told_rolls import ids_in
from wyrd_tui.screens.table.selection import SHIFTS


def games_by_actor(
    acts: Iterable[Act], order: Order, game_of: Callable[[Order], str] = lambda order: ""
) -> Iterator[tuple[str, str]]:
    """Yield who took part in a roll, was harmed, or began a turn in an order that a game rolled, and in which game.

    A roll for the order itself is none: its game has the keys as a turn comes.

    Args:
        acts: The acts, oldest first.
        order: The order in which they begin.
        game_of: The game that rolled an order; empty for none.
    """
    for act, event in ((one, event) for one in acts for event in one.events):
        match event:
            case Rolled(roll) if roll.game not in GAMES or roll.act != GAMES[roll.game].order_act:
                team = roll.memory.team if roll.memory is not None else ()
                yield from ((who, roll.game) for who in (*team, roll.score.who))
            case Marked(who, game) if event.damage:
                yield who, game
            case Ordered(made):
                if made.turn != order.turn and act.command not in SHIFTS:
                    yield made.turn, game_of(made)
                order = made
            case Turned(who):
                order = replace(order, turn=who)
                yield who, game_of(order)


def rungs_rolled(acts: Iterable[Act], state: State) -> dict[str, int]:
    """Return the rung of each game’s last roll, among rolls against no challenge and no other actor."""
    rolls = (event.roll for act in acts for event in act.events if isinstance(event, Rolled))
    alone = (
        roll for roll in rolls if not roll.challenge and not state.actors.keys() & {*ids_in(roll)} - {roll.score.who}
    )
    return {roll.game: roll.value for roll in alone if roll.value is not None}
