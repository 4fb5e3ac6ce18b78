"""The step from one fighter's turn to the next, and the start of a round in each game (WE-52, U-11)."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.commands import Answers, text_of
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Event, Ordered, Placed, Turned
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.ground.places import able_places, acts_later, can_act, place_or_none, waiting_places
from wyrd_tui.engine.rules.registry import games_played
from wyrd_tui.engine.state import State
from wyrd_tui.engine.turn_order import Order
from wyrd_tui.engine.words import name_and_verb, possessive


def next_turn(state: State) -> tuple[str, int]:
    """Return the actor whose turn comes next, and its round; actors who are out, hold or have acted are passed over.

    Raises:
        Refused: If nobody is left to act.
    """
    order = state.order
    rows = able_places(state)
    if not rows:
        raise Refused("No fighter in the order is left to act.")
    ids = [place.who for place in order.places]
    start = ids.index(order.turn) + 1 if order.turn in ids else 0
    if order.style == "elective":
        waiting = waiting_places(state)
        return (waiting[0].who, order.round) if waiting else (rows[0].who, order.round + 1)
    later = next((place for place in order.places[start:] if acts_later(state, place)), None)
    return (later.who, order.round) if later is not None else (rows[0].who, order.round + 1)


def next_foe(state: State) -> str:
    """Return the foe who acts next in this round; empty without one, and in a popcorn order."""
    order = state.order
    ids = [place.who for place in order.places]
    if order.style == "elective" or order.turn not in ids:
        return ""
    later = (place.who for place in order.places[ids.index(order.turn) + 1 :] if acts_later(state, place))
    return next((who for who in later if state.actors[who].side == "foes"), "")


def only_next(state: State) -> str:
    """Return the only fighter to whom a popcorn order can pass the turn; empty where several wait (U-11)."""
    found = (waiting_places(state) or able_places(state)) if state.order.style == "elective" else ()
    return found[0].who if len(found) == 1 else ""


def remark_on_turn(state: State, who: str, action: str, named: str, first: str = "") -> str:
    """Say that an act comes out of turn, or takes an action of the turn, perhaps again; empty for neither (WE-52).

    Args:
        state: The table.
        who: The actor of the act.
        action: The action of a turn that it takes.
        named: The name of that action within a sentence.
        first: The words for one that is not taken again; empty where it goes without saying.
    """
    if told := out_of_turn(state, {"who": who}):
        return told
    place = place_or_none(state, who)
    if place is None or not state.order.turn:
        return ""
    return second_action(state, who, named) if action in place.used else first


def second_action(state: State, who: str, named: str) -> str:
    """Say, before an act and in its log, that an actor takes an action a second time this turn (WE-52)."""
    return f"{name_and_verb(state, who, 'takes')} a second {named} this turn"


def out_of_turn(state: State, answers: Answers) -> str:
    """Say that the actor of an act acts in another's turn and uses no action; empty in their own turn (WE-52)."""
    who, turn = text_of(answers, "who"), state.order.turn
    if not turn or turn == who or place_or_none(state, who) is None:
        return ""
    acts = name_and_verb(state, who, "acts out of turn")
    return f"{acts}: it is {possessive(state, turn)} turn, no action used"


def begin_turn(state: State, who: str, number: int, since: Order | None = None) -> Iterator[Event]:
    """Begin a turn, and with a new round give everybody both actions again (WE-52).

    Args:
        state: The table.
        who: The actor whose turn begins.
        number: The round of the turn.
        since: The order in the turn before, where a fighter has left it since.
    """
    turn = Turned(who, number, _passed_over(state, since or state.order, who, number))
    yield turn
    # The turn itself forgets the fighters who have acted.
    for place in apply(state, turn).order.places:
        fresh = replace(place, held=place.held and place.who != who)
        if number > state.order.round:
            # Held turns expire at the end of the round.
            fresh = replace(fresh, used=(), held=False)
        if fresh != place:
            yield Placed(fresh)
    if number > state.order.round:
        yield from begin_round(state, number)


def begin_round(state: State, number: int) -> Iterator[Event]:
    """Begin a round in each game of the table, also one that the fight goes back to."""
    for game in games_played(state):
        yield from game.on_round(state, number)


def _passed_over(state: State, since: Order, who: str, number: int) -> tuple[str, ...]:
    """Return the fighters who are out between the turn before and this one, without those whose turn is over."""
    ids = [place.who for place in since.places]
    if since.style == "elective" or who not in ids:
        return ()
    start, end = ids.index(since.turn) + 1 if since.turn in ids else 0, ids.index(who)
    ends = number > since.round
    rest = [place.who for place in since.places[start : None if ends else end] if not place.acted]
    between = dict.fromkeys([*rest, *(ids[:end] if ends else ())])
    out = {place.who for place in state.order.places if place.who in state.actors and state.actors[place.who].out}
    return tuple(one for one in between if one in out)


def pass_turn(state: State, since: Order) -> Iterator[Event]:
    """Pass the turn on from an actor who has gone: to the next in order, or to nobody where no order says who is next.

    Args:
        state: The table without them.
        since: The order in their turn.
    """
    order = state.order
    place = place_or_none(state, since.turn)
    if not since.turn or (place is not None and can_act(state, place)):
        return
    if order.style != "elective" and able_places(state):
        yield from begin_turn(state, *next_turn(state), since)
    elif order.turn:
        yield Ordered(replace(order, turn=""))
