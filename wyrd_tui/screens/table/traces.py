"""Traces that acts leave on the keys: the challenge at hand, the game of each actor, and the rung of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import TYPE_CHECKING

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
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.rules.game import SceneFrame
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.state import Side, State
from wyrd_tui.engine.told_rolls import ids_in
from wyrd_tui.engine.turn_order import Order
from wyrd_tui.screens.table.next_challenge import NO_FRAME, challenge_events, is_kept_for_roll, next_rolls, takes_hand
from wyrd_tui.screens.table.selection import SHIFTS, Selection, are_allies

if TYPE_CHECKING:
    from wyrd_tui.screens.table.protocols import Rules

_BY_HAND = ("tick", "untick")
"""The acts by which the GM moves beads."""


def games_by_actor(
    acts: Iterable[Act],
    order: Order,
    game_of: Callable[[Order], str] = lambda order: "",
    kept: dict[str, str] | None = None,
) -> Iterator[tuple[str, str]]:
    """Yield who took part in a roll, was harmed, or began a turn in an order that a game rolled, and in which game.

    A roll for the order itself is none: its game has the keys as a turn comes.

    Args:
        acts: The acts, oldest first.
        order: The order in which they begin.
        game_of: The game that rolled an order; empty for none.
        kept: The game in which the turns of a fighter begin in this fight, by fighter, as far as it is another; it is
            brought up to date.
    """
    kept = {} if kept is None else kept
    for act in acts:
        keep_game(kept, act, order, game_of(order))
        for event in act.events:
            match event:
                case Rolled(roll) if not _is_for_order(roll):
                    team = roll.memory.team if roll.memory is not None else ()
                    yield from ((who, roll.game) for who in (*team, roll.score.who))
                case Marked(who, game) if event.damage:
                    yield who, game
                case Ordered(made):
                    if made.turn != order.turn and act.command not in SHIFTS:
                        yield made.turn, kept.get(made.turn) or game_of(made)
                    order = made
                case Turned(who):
                    order = replace(order, turn=who)
                    yield who, kept.get(who) or game_of(order)


def games_in_hand(rules: Rules, acts: Sequence[Act], state: State, kept: dict[str, str]) -> Sequence[tuple[str, str]]:
    """Return in which game each actor is at hand once acts have left a table; the last one counts.

    Args:
        rules: The rules of the table.
        acts: The acts, oldest first.
        state: The table after them.
        kept: The games that fighters keep, which are brought up to date.
    """
    order = state.order
    played = [*games_by_actor(acts, replace(order, turn=""), partial(game_of_turn, rules, state), kept)]
    return [(order.turn, kept.get(order.turn) or game_of_turn(rules, state, order)), *played]


def game_of_turn(rules: Rules, state: State, order: Order) -> str:
    """Return the game in which the turn of an order begins, on the table as it is."""
    return rules.order_game(replace(state, order=order), order.turn)


def keep_game(kept: dict[str, str], act: Act, order: Order, began: str) -> None:
    """Keep the game of a roll for the turns of the fighter whose turn it is, unless it is the one in which they begin.

    A new order keeps none.

    Args:
        kept: The games by fighter, which are changed.
        act: The act.
        order: The order before it.
        began: The game in which the turn began.
    """
    for event in act.events:
        match event:
            case Rolled(roll) if order.turn == roll.score.who and not _is_for_order(roll):
                kept.pop(order.turn, None)
                kept |= {order.turn: roll.game} if roll.game != began else {}
            case Ordered(made) if made.places and not order.places:
                kept.clear()


def _is_for_order(roll: Roll) -> bool:
    return roll.game in GAMES and roll.act == GAMES[roll.game].order_act


def usual_rung(game: str) -> int:
    """Return the rung on which a game's ladder begins; 0 without a game."""
    return GAMES[game].usual_value if game else 0


def rungs_rolled(acts: Iterable[Act]) -> dict[str, int]:
    """Return the rung of each game’s last roll, among rolls against no challenge and no other actor."""
    rolls = (event.roll for act in acts for event in act.events if isinstance(event, Rolled))
    # A target may have left since.
    alone = (roll for roll in rolls if not roll.challenge and not {*ids_in(roll)} - {roll.score.who, ""})
    return {roll.game: roll.value for roll in alone if roll.value is not None}


def as_played(selection: Selection, acts: Sequence[Act], state: State, frame: SceneFrame = NO_FRAME) -> Selection:
    """The selection as acts have left a table: the challenge made or moved last, whose beads move next, the targets.

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
    targets = {**dict(selection.targets), **_targets(acts, state)}
    return replace(played, targets=tuple(targets.items())).without_missing(state, frame)


def _targets(acts: Iterable[Act], state: State) -> Mapping[Side, str]:
    """Return the target at which each side aimed last, as far as both are still there."""
    found: dict[Side, str] = {}
    aims = {one.id for one in commands_of(state) if any(ask.focus in ("target", "opponent") for ask in one.asks)}
    for roll in (
        event.roll for act in acts if act.command in aims for event in act.events if isinstance(event, Rolled)
    ):
        who = state.actors.get(roll.score.who)
        others = (one for one in ids_in(roll) if one in state.actors and one != roll.score.who)
        if who is not None and (aimed := next((one for one in others if not are_allies(state, who.id, one)), "")):
            found[who.side] = aimed
    return found


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
