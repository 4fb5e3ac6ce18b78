"""Turns: passing on, holding and leaving the order (WE-52, U-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import YES, Answer, Answers, Ask, Command, actor_named, text_of, why_unable
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Ordered, Placed, Turned
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.ground.places import (
    ORDER,
    able_places,
    actors_in_order,
    can_act,
    no_fight,
    place_of,
    place_or_none,
    waiting_places,
)
from wyrd_tui.engine.rules.ground.turn_passing import begin_round, begin_turn, next_turn, pass_turn
from wyrd_tui.engine.rules.questions import in_order, who_asks
from wyrd_tui.engine.rules.shared.turn_actions import USE_ACTION, has_used_first
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import join_names, name_and_verb, short_name_of

NEW_ROUND = "new-round"
"""The answer that the round ends, though some have not acted."""


def _next(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, number = next_turn(state)
    named = text_of(answers, "who")
    if named and named != NEW_ROUND:
        who, number = named, number if _elective(state) else state.order.round
    for place in state.order.places:
        if place.who == state.order.turn and not place.acted and not place.held:
            yield Placed(replace(place, acted=True))
    yield from begin_turn(state, who, number)


def _elective(state: State) -> bool:
    return state.order.style == "elective"


def _asks_who(state: State, answers: Answers) -> bool:
    if _elective(state):
        # The only one left needs no naming.
        return len(_next_choices(state, answers)) > 1
    return _round_ends(state) and bool(waiting_places(state))


def _round_ends(state: State) -> bool:
    try:
        return next_turn(state)[1] > state.order.round
    except Refused:
        return False


def _next_choices(state: State, answers: Answers) -> Sequence[Choice]:
    if not _elective(state):
        rows = [Choice(p.who, state.actors[p.who].name, _HOLDS if p.held else _NOT_YET) for p in waiting_places(state)]
        return [*rows, Choice(NEW_ROUND, f"round {state.order.round + 1}", "every other fighter has acted")]
    places = waiting_places(state) or able_places(state)
    return [Choice(place.who, state.actors[place.who].name) for place in places]


_NOT_YET, _HOLDS = "has not acted", "holds"


def _next_default(state: State, answers: Answers) -> str | None:
    """Return who acts next: of a round that ends, who has not acted and does not hold, else the new round."""
    if _elective(state):
        return next((choice.value for choice in _next_choices(state, answers)), None)
    return next((place.who for place in waiting_places(state) if not place.held), NEW_ROUND)


NEXT = Command(
    "next",
    "n",
    "next turn",
    "Go to the next turn; before a new round, name the fighters who have not acted.",
    ORDER,
    _next,
    (
        Ask(
            "who",
            "Next fighter",
            "one",
            _next_choices,
            _next_default,
            when=_asks_who,
            at_once=True,
            noun="next fighter",
        ),
    ),
    no_fight,
    rules="WE-52, U-11",
)


def _back(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Give the turn back to the one before, who holds no longer; in a popcorn order to the only one who acted."""
    order = state.order
    acted = [place for place in order.places if place.acted and place.who != order.turn]
    if order.style == "elective" and not (len(acted) == 1 and can_act(state, acted[0])):
        raise Refused(
            "The fighter before is not known. `act` gives a fighter the turn, and `undo` takes the last turn back."
        )
    ids = [place.who for place in order.places]
    waiting = [index for index, place in enumerate(order.places) if not place.acted]
    at = ids.index(order.turn) if order.turn in ids else next(iter(waiting), len(ids))
    earlier = [place for place in order.places[:at] if can_act(state, place)]
    if earlier := acted if order.style == "elective" else earlier:
        place = earlier[-1]
        yield Placed(replace(place, acted=False, held=False))
        yield Turned(place.who, order.round)
        return
    rows = able_places(state)
    if order.round <= 1 or not rows:
        raise Refused("This is the first turn of the fight.")
    last = rows[-1].who
    # The actions of that round were given back as it ended.
    places = tuple(replace(place, acted=place.who != last, used=()) for place in order.places)
    told = f"Back to round {order.round - 1}, with no action used"
    yield Ordered(replace(order, places=places, round=order.round - 1, turn=last), told)
    yield from begin_round(state, order.round - 1)


BACK = Command(
    "back",
    "p",
    "previous turn",
    "Give the turn back to the fighter before.",
    ORDER,
    _back,
    when=no_fight,
    rules="WE-52",
)


def _act(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Let an actor who held, or was named, act now: the place moves before the present one, or after one who acted.

    Only a second turn gives the actions back; who held has those that were left (WE-52).
    """
    present = place_or_none(state, state.order.turn)
    over = present is not None and has_used_first(state, present)
    if present is not None and over:
        ends = Placed(replace(present, acted=True))
        yield ends
        state = apply(state, ends)
    who, order = text_of(answers, "who"), state.order
    place = place_of(state, who)
    place = replace(place, held=False, acted=False, tie=False, used=() if place.acted else place.used)
    if order.style == "elective":
        yield Placed(place)
        yield Turned(who, order.round)
        return
    rest = [other for other in order.places if other.who != who]
    ids = [other.who for other in rest]
    at = ids.index(order.turn) + over if order.turn in ids else 0
    places = (*rest[:at], place, *rest[at:])
    yield Ordered(replace(order, places=places, turn=who), name_and_verb(state, who, "acts now"), who)


def _waits(state: State, actor: Actor) -> bool:
    return in_order(state, actor) and actor.id != state.order.turn


def _who_holds(state: State, answers: Answers) -> Answer | None:
    """Return the one fighter who holds, or the only other one; None where several may be meant."""
    holding = [
        p.who for p in state.order.places if p.held and p.who in state.actors and _waits(state, state.actors[p.who])
    ]
    return holding[0] if len(holding) == 1 else who_asks(wanted=_waits).default(state, answers)


def _one_holds(state: State, answers: Answers) -> bool:
    return sum(place.held for place in state.order.places) == 1 and _who_holds(state, answers) is not None


def _has_turn(state: State, word: str) -> str:
    """Say of a fighter that a word names why they cannot act now; empty where they can."""
    actor = actor_named(state, word)
    if actor is not None and actor.id == state.order.turn:
        return f"{name_and_verb(state, actor.id, 'has')} the turn already."
    return why_unable(state, word)


def _has_acted(state: State, answers: Answers) -> bool:
    """Tell if a fighter has acted this round: in a turn that is over, or by a first action before they held."""
    place = place_or_none(state, text_of(answers, "who"))
    if place is None or place.who == state.order.turn:
        return False
    return place.acted or (place.held and has_used_first(state, place))


def _again_preview(state: State, answers: Answers) -> str:
    """Say that a turn is a second one, or which actions are used up already."""
    place = place_of(state, text_of(answers, "who"))
    if place.acted:
        return name_and_verb(state, place.who, "has acted this round: a second turn")
    return f"{name_and_verb(state, place.who, 'has')} used: {join_names(place.used)}"


def _told_place(state: State, answers: Answers) -> str:
    """Say where a fighter who acts now stands from then on; empty in a popcorn order, which has no places."""
    who, present = text_of(answers, "who"), place_or_none(state, state.order.turn)
    if present is None or state.order.style == "elective" or place_or_none(state, who) is None:
        return ""
    where = "behind" if has_used_first(state, present) else "before"
    return f"{name_and_verb(state, who, 'stands')} {where} {short_name_of(state, present.who)} from now on"


ACT = Command(
    "act",
    "G",
    "act now",
    "Let a fighter act now, and stand from now on before the one whose turn it is, or behind one who has acted.",
    ORDER,
    _act,
    (
        replace(
            who_asks("Fighter", wanted=_waits, noun="fighter"), default=_who_holds, settled=_one_holds, why=_has_turn
        ),
        Ask(
            "again",
            "Act again",
            "one",
            lambda s, a: [Choice(YES, "yes", "this round")],
            lambda s, a: YES,
            when=_has_acted,
            form=True,
            preview=_again_preview,
            noun="answer to “Act again”",
        ),
    ),
    no_fight,
    rules="U-11",
    remark=_told_place,
)


def _hold(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Wait; who holds as the last of a round waits in the next one too."""
    place = place_of(state, text_of(answers, "who"))
    if place.held:
        yield Placed(replace(place, held=False), "no longer holds")
        return
    if place.acted and place.who != state.order.turn:
        has_acted = name_and_verb(state, place.who, "has acted this round")
        raise Refused(f"{has_acted} and has no turn left to hold. `act` gives a second turn.")
    held = Placed(replace(place, held=True), "holds")
    yield held
    if state.order.turn != place.who:
        return
    state = apply(state, held)
    who, number = next_turn(state)
    who = text_of(answers, "next") or who
    yield from begin_turn(state, who, number)
    if number > state.order.round and who != place.who:
        yield Placed(replace(place, held=True, acted=False, used=()), f"still holds in round {number}")


def _gives_turn_away(state: State, answers: Answers) -> bool:
    """Tell if the fighter who holds has the turn, and no order says who is next (U-11)."""
    place = place_or_none(state, text_of(answers, "who"))
    has_turn = place is not None and not place.held and place.who == state.order.turn
    return has_turn and _elective(state) and _asks_who(state, answers)


def _hold_choice(state: State, answers: Answers) -> Sequence[Choice]:
    place = place_or_none(state, text_of(answers, "who"))
    return [Choice(YES, "hold no longer" if place is not None and place.held else "hold")]


def _hold_preview(state: State, answers: Answers) -> str:
    """Say whose turn it is and what the hold does, where it is not a plain hold in the holder's own turn."""
    place = place_or_none(state, text_of(answers, "who"))
    if place is None or (place.acted and place.who != state.order.turn):
        return ""
    name = short_name_of(state, place.who)
    if place.who != state.order.turn:
        told = f"{name_and_verb(state, state.order.turn, 'has')} the turn. " if state.order.turn else ""
        does = "no longer holds and acts in order" if place.held else "waits this round until `act now`"
        return f"{told}{name_and_verb(state, place.who, does)}"
    if not _round_ends(state):
        return ""
    who, number = next_turn(state)
    if who == place.who:
        return f"{name} is the only one left to act: round {number} begins with the same turn"
    return f"{name} is the last of the round: round {number} begins, and {name} still holds in it"


HOLD = Command(
    "hold",
    "H",
    "hold",
    "Wait for a better moment; “act now” ends the wait.",
    ORDER,
    _hold,
    (
        who_asks("Fighter", wanted=in_order, noun="fighter"),
        Ask(
            "sure",
            "Confirm",
            "one",
            _hold_choice,
            lambda s, a: YES,
            when=lambda s, a: bool(_hold_preview(s, a)),
            form=True,
            preview=_hold_preview,
            noun="answer to “Confirm”",
        ),
        Ask("next", "Next fighter", "one", _next_choices, _next_default, when=_gives_turn_away, at_once=True),
    ),
    no_fight,
    rules="U-11",
)


def _withdraw(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Take an actor out of the order; where it was their turn, the next one acts."""
    who, order = text_of(answers, "who"), state.order
    place_of(state, who)
    left = Ordered(order.without((who,)), name_and_verb(state, who, "leaves the fight"), who)
    yield left
    yield from pass_turn(apply(state, left), order)


WITHDRAW = Command(
    "withdraw",
    "",
    "out of the fight",
    "Take a fighter out of the order; they stay at the table.",
    ORDER,
    _withdraw,
    (who_asks("Fighter", wanted=actors_in_order, noun="fighter"),),
    no_fight,
    rules="U-11",
)


TURN_COMMANDS = (NEXT, BACK, ACT, HOLD, WITHDRAW, USE_ACTION)
