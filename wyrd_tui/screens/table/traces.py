"""Traces that acts leave on the keys: the challenge at hand, the game of each actor, and the rung of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.events import (
    Cleared,
    Counted,
    Laid,
    Marked,
    Moved,
    Ordered,
    Rolled,
    Settled,
    Staged,
    Turned,
)
from wyrd_tui.engine.events.challenges import ChallengeEvent
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.game import SceneFrame
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.state import Order, State
from wyrd_tui.engine.told_rolls import ids_in
from wyrd_tui.screens.table.next_challenge import NO_FRAME, challenge_events, is_kept_for_roll, next_rolls, takes_hand
from wyrd_tui.screens.table.selection import SHIFTS, Selection

_BY_HAND = ("tick", "untick")
"""The acts by which the GM moves beads."""


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


def usual_rung(game: str) -> int:
    """Return the rung on which a game's ladder begins; 0 without a game."""
    return GAMES[game].usual_value if game else 0


def rungs_rolled(acts: Iterable[Act]) -> dict[str, int]:
    """Return the rung of each game’s last roll, among rolls against no challenge and no other actor."""
    rolls = (event.roll for act in acts for event in act.events if isinstance(event, Rolled))
    # Whoever was rolled against may have left since.
    alone = (roll for roll in rolls if not roll.challenge and not {*ids_in(roll)} - {roll.score.who, ""})
    return {roll.game: roll.value for roll in alone if roll.value is not None}


def as_played(selection: Selection, acts: Sequence[Act], state: State, frame: SceneFrame = NO_FRAME) -> Selection:
    """The selection as acts have left a table: the challenge made or moved last, and whose beads move next.

    A new one, or one rolled for, is next to be faced until a roll of its game is for another or for none, or until it
    ends and cannot be faced again. One whose beads `+` moved keeps `+` once it has ended or left, as while the table
    was open.
    """
    chosen, before = selection, _abacus_before(acts, state)
    for act in acts:
        chosen = chosen.without_missing(before, frame)
        moved, beads, begins = chosen.challenge, chosen.beads, False
        keeps = is_kept_for_roll(before, chosen.faced, moved)
        for event in challenge_events(act):
            match event:
                case Laid(rod):
                    moved = moved if keeps and rod.kind == "clock" else rod.id
                    beads = rod.id if takes_hand(rod) else beads
                case Rolled(roll):
                    moved = roll.challenge or moved
                case Counted() if act.command not in _BY_HAND:
                    pass
                case Moved(which) | Counted(which):
                    moved = moved if keeps else which
                    beads = which if act.command in _BY_HAND else beads
                case Staged(cause=cause):
                    begins = begins or cause in ("begins", "ends")
        now = reduce(apply, (event for event in act.events if isinstance(event, ChallengeEvent | Staged)), before)
        chosen = replace(chosen, challenge=moved, beads=beads, faced=next_rolls(chosen.faced, act))
        chosen = (chosen.at_scene_start if begins else chosen.with_outcomes)(before, now, frame)
        before = now
    played = replace(selection, challenge=chosen.challenge, faced=chosen.faced, beads=chosen.beads)
    return played.without_missing(state, frame)


def _abacus_before(acts: Sequence[Act], state: State) -> State:
    """Return the table with the challenges before acts on its abacus.

    One that has left since is in the book, unless the GM made it.
    """
    new: dict[str, bool] = {}
    for event in (event for act in acts for event in act.events):
        match event:
            case Laid(rod):
                new.setdefault(rod.id, True)
            case Moved(which) | Settled(which) | Cleared(which):
                new.setdefault(which, False)
    known = {**state.book.challenges, **state.challenges}
    there = {which: rod for which, rod in known.items() if not new.get(which, which not in state.challenges)}
    live = {which: replace(rod, outcome="") if which in new else rod for which, rod in there.items()}
    return replace(state, challenges=live)
