"""Who acts when: the order of a fight and the marks of a turn (WE-49 … WE-52, U-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Ordered, Placed, Staged, Turned
from wyrd_tui.engine.rules.asks import actor_choices, in_party_order, standing, who_asks
from wyrd_tui.engine.rules.readings import rule
from wyrd_tui.engine.state import Actor, Order, OrderStyle, Place, State

ORDER = "Order"


def place_of(state: State, who: str) -> Place:
    """An actor's place in the order.

    Raises:
        Refused: If it has none.
    """
    for place in state.order.places:
        if place.who == who:
            return place
    name = state.actors[who].name if who in state.actors else who
    raise Refused(f"{name} is not in the order; `fight` makes one and `enter` adds somebody.")


def acts(state: State, place: Place) -> bool:
    """Whether the one in this place still acts."""
    actor = state.actors.get(place.who)
    return actor is not None and not actor.out


def no_fight(state: State) -> str:
    """Why nothing can be done with the order."""
    return "" if state.order.places else "There is no order yet: `i` rolls one, `I` makes one."


def fighting(state: State) -> list[Actor]:
    """Everyone that an order is made of: all who still act, bystanders only where they are the only others."""
    actors = [actor for actor in in_party_order(state) if not actor.out]
    involved = [actor for actor in actors if actor.side != "others"]
    return involved if any(actor.side == "foes" for actor in involved) else actors


def begun(state: State, order: Order, why: str) -> Iterator[Event]:
    """A fight begins with this order."""
    yield Ordered(order, why)
    if not state.scene.fight:
        yield Staged(replace(state.scene, fight=True), state.evening)


def with_ties(places: Sequence[Place]) -> tuple[Place, ...]:
    """Places by score, the highest first, with equal scores flagged for the GM to settle (WE-51)."""
    rows = sorted(places, key=lambda place: -(place.score or 0))
    marked: list[Place] = []
    for _, group in groupby(rows, key=lambda place: place.score):
        same = list(group)
        marked += [replace(place, tie=len(same) > 1) for place in same]
    return tuple(marked)


# ------------------------------------------------------------------ making an order


_STYLES: dict[str, str] = {
    "ambush": "one side has the drop on the other and acts first",
    "gm": "as the GM says; move rows with J and K",
    "sides": "one side after the other",
    "elective": "whoever acted says who is next",
    "none": "no turns",
}


def _style_choices(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(style, style, hint) for style, hint in _STYLES.items()]


def _style_default(state: State, answers: Answers) -> str:
    reading = str(rule(state, "order"))
    return reading if reading in _STYLES else "gm"


def _side_choices(state: State, answers: Answers) -> Sequence[Choice]:
    sides = dict.fromkeys(actor.side for actor in fighting(state))
    return [Choice(side, {"party": "the party"}.get(side, f"the {side}")) for side in sides]


def _needs_side(state: State, answers: Answers) -> bool:
    return text_of(answers, "style") in ("ambush", "sides")


def _order(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    style = text_of(answers, "style")
    styles: dict[str, OrderStyle] = {
        "ambush": "ambush",
        "gm": "gm",
        "sides": "sides",
        "elective": "elective",
        "none": "none",
    }
    actors = fighting(state)
    if style in ("ambush", "sides"):
        first = text_of(answers, "side")
        actors = [a for a in actors if a.side == first] + [a for a in actors if a.side != first]
    places = tuple(Place(actor.id) for actor in actors)
    if style == "none":
        places = ()
    first_up = "" if style == "elective" or not places else places[0].who
    words = {
        "ambush": f"Ambush, {text_of(answers, 'side')} first",
        "gm": "The order as the GM sets it",
        "sides": f"Side by side, {text_of(answers, 'side')} first",
        "elective": "Whoever acts names the next",
        "none": "No order of turns",
    }
    order = Order(styles[style], 1 if places else 0, first_up, places)
    return begun(state, order, words[style])


MAKE_ORDER = Command(
    "order",
    "I",
    "set the order",
    "Begin a fight without dice: an ambush, the GM's order, sides, or whoever acts names the next.",
    ORDER,
    _order,
    (
        Ask("style", "How", "one", _style_choices, _style_default),
        Ask("side", "Who is first", "one", _side_choices, lambda s, a: "party", when=_needs_side),
    ),
    lambda state: "" if fighting(state) else "Nobody is there to act.",
    rules="WE-49, WE-50, U-11",
)


# ------------------------------------------------------------------ turns


def following(state: State) -> tuple[str, int]:
    """Whose turn comes next, and in which round; those who are out or hold are passed over.

    Raises:
        Refused: If nobody is left to act.
    """
    order = state.order
    rows = [place for place in order.places if acts(state, place)]
    if not rows:
        raise Refused("Nobody in the order is left to act.")
    ids = [place.who for place in order.places]
    start = ids.index(order.turn) + 1 if order.turn in ids else 0
    later = [place for place in order.places[start:] if acts(state, place) and not place.held]
    if order.style == "elective":
        waiting = [place for place in rows if not place.acted and place.who != order.turn]
        return (waiting[0].who, order.round) if waiting else (rows[0].who, order.round + 1)
    if later:
        return later[0].who, order.round
    return rows[0].who, order.round + 1


def _to_turn(state: State, who: str, number: int) -> Iterator[Event]:
    """End the present turn and begin another, with its marks cleared."""
    order = state.order
    for place in order.places:
        if place.who == order.turn and not place.acted and not place.held:
            yield Placed(replace(place, acted=True))
    yield Turned(who, number)
    place = place_of(state, who)
    if place.primary or place.minor or place.held:
        yield Placed(replace(place, primary=False, minor=False, held=False, acted=False))


def _next(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, number = following(state)
    chosen = text_of(answers, "who")
    if chosen and chosen != who:
        who = chosen
        place_of(state, who)
    return _to_turn(state, who, number)


def _elective(state: State, answers: Answers) -> bool:
    return state.order.style == "elective"


def _not_acted(state: State, answers: Answers) -> Sequence[Choice]:
    order = state.order
    waiting = [p.who for p in order.places if acts(state, p) and not p.acted and p.who != order.turn]
    names = waiting or [p.who for p in order.places if acts(state, p)]
    return [Choice(who, state.actors[who].name) for who in names]


NEXT = Command(
    "next",
    "n",
    "next turn",
    "The next in order acts; after the last a new round begins.",
    ORDER,
    _next,
    (
        Ask(
            "who",
            "Who is next",
            "one",
            _not_acted,
            lambda s, a: following(s)[0],
            when=_elective,
        ),
    ),
    no_fight,
    rules="WE-52",
)


def _back(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Give the turn back to the one before, with the marks as they stand."""
    order = state.order
    ids = [place.who for place in order.places]
    at = ids.index(order.turn) if order.turn in ids else 0
    earlier = [place for place in order.places[:at] if acts(state, place)]
    if earlier:
        place = earlier[-1]
        yield Placed(replace(place, acted=False))
        yield Turned(place.who, order.round)
        return
    rows = [place for place in order.places if acts(state, place)]
    if order.round <= 1 or not rows:
        raise Refused("This is the first turn of the fight.")
    last = rows[-1].who
    places = tuple(replace(place, acted=place.who != last) for place in order.places)
    yield Ordered(replace(order, places=places, round=order.round - 1, turn=last), f"Back to round {order.round - 1}")


BACK = Command(
    "back",
    "p",
    "previous turn",
    "Give the turn back to the one before.",
    ORDER,
    _back,
    when=no_fight,
    rules="WE-52",
)


def _act(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Somebody who held, or was named, acts now: the place moves before the present one."""
    who, order = text_of(answers, "who"), state.order
    if who == order.turn:
        raise Refused("It is their turn already.")
    place = replace(place_of(state, who), held=False, acted=False, tie=False, primary=False, minor=False)
    rest = [other for other in order.places if other.who != who]
    ids = [other.who for other in rest]
    at = ids.index(order.turn) if order.turn in ids else 0
    if order.style == "elective":
        yield Turned(who, order.round)
        return
    places = (*rest[:at], place, *rest[at:])
    yield Ordered(replace(order, places=places, turn=who), f"{state.actors[who].name} acts now")


ACT = Command(
    "act",
    "G",
    "act now",
    "Somebody who held acts now, before the one whose turn it is.",
    ORDER,
    _act,
    (who_asks("Who acts now", wanted=standing),),
    no_fight,
    rules="U-11",
)


def _hold(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    place = place_of(state, text_of(answers, "who"))
    if place.held:
        yield Placed(replace(place, held=False), "no longer holds")
        return
    yield Placed(replace(place, held=True), "holds")
    if state.order.turn == place.who:
        held = replace(
            state.order, places=tuple(replace(p, held=True) if p.who == place.who else p for p in state.order.places)
        )
        who, number = following(replace(state, order=held))
        yield Turned(who, number)


HOLD = Command(
    "hold",
    "H",
    "hold",
    "Wait for a better moment; `act now` ends the wait.",
    ORDER,
    _hold,
    (who_asks("Who holds", focus="acting", wanted=standing),),
    no_fight,
    rules="U-11",
)


def _shift(step: int) -> object:
    def run(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
        who, order = text_of(answers, "who"), state.order
        place = place_of(state, who)
        rows = list(order.places)
        at = rows.index(place)
        to = at + step
        if not 0 <= to < len(rows):
            raise Refused("It is at the end of the order already.")
        rows[at], rows[to] = rows[to], replace(place, tie=False)
        lone = _untied(rows)
        yield Ordered(replace(order, places=lone), f"{state.actors[who].name} moves {'up' if step < 0 else 'down'}")

    return run


def _untied(rows: Sequence[Place]) -> tuple[Place, ...]:
    """A tie flag with no partner left says nothing."""
    flagged = [place.score for place in rows if place.tie]
    return tuple(replace(p, tie=False) if p.tie and flagged.count(p.score) < 2 else p for p in rows)


def _shift_command(name: str, key: str, label: str, step: int) -> Command:
    return Command(
        name,
        key,
        label,
        f"Move somebody one place {'up' if step < 0 else 'down'} the order; that settles a tie.",
        ORDER,
        _shift(step),  # type: ignore[arg-type]
        (who_asks("Who moves"),),
        no_fight,
        rules="WE-50, WE-51",
    )


UP = _shift_command("earlier", "K", "earlier", -1)
DOWN = _shift_command("later", "J", "later", 1)


def _settle(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    order = state.order
    if not any(place.tie for place in order.places):
        raise Refused("No tie is open.")
    yield Ordered(
        replace(order, places=tuple(replace(place, tie=False) for place in order.places)), "The ties stand as they are"
    )


SETTLE_TIES = Command(
    "settle-ties",
    "=",
    "settle ties",
    "Keep tied rows in the order in which they stand now.",
    ORDER,
    _settle,
    when=lambda state: "" if any(place.tie for place in state.order.places) else "No tie is open.",
    rules="WE-51",
)


def _enter(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, order = text_of(answers, "who"), state.order
    if any(place.who == who for place in order.places):
        raise Refused(f"{state.actors[who].name} is in the order already.")
    first = text_of(answers, "where") == "first"
    places = (Place(who), *order.places) if first else (*order.places, Place(who))
    yield Ordered(replace(order, places=places), f"{state.actors[who].name} joins the fight")


def _not_in(state: State, actor: Actor) -> bool:
    return not actor.out and all(place.who != actor.id for place in state.order.places)


ENTER = Command(
    "enter",
    "",
    "join the fight",
    "Add somebody to a running order.",
    ORDER,
    _enter,
    (
        who_asks("Who joins", wanted=_not_in),
        Ask(
            "where",
            "Where",
            "one",
            lambda s, a: [Choice("last", "last"), Choice("first", "first")],
            lambda s, a: "last",
            quiet=True,
        ),
    ),
    no_fight,
    rules="U-11",
)


def _withdraw(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, order = text_of(answers, "who"), state.order
    place_of(state, who)
    turn = order.turn
    if turn == who:
        turn = following(state)[0] if len(order.places) > 1 else ""
    places = tuple(place for place in order.places if place.who != who)
    yield Ordered(
        replace(order, places=places, turn="" if turn == who else turn), f"{state.actors[who].name} leaves the fight"
    )


WITHDRAW = Command(
    "withdraw",
    "",
    "leave the fight",
    "Take somebody out of the order; they stay at the table.",
    ORDER,
    _withdraw,
    (who_asks("Who leaves"),),
    no_fight,
    rules="U-11",
)


_MARKS = {
    "primary": "attack, defend, use an item, a complex manoeuvre",
    "minor": "draw, move, a door, a shout",
    "both": "",
    "none": "give both back",
}


def _mark_action(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    place, which = place_of(state, text_of(answers, "who")), text_of(answers, "which")
    primary = which in ("primary", "both") or (place.primary and which == "minor")
    minor = which in ("minor", "both") or (place.minor and which == "primary")
    words = {"both": "has used both actions", "none": "has both actions again"}.get(which, f"uses the {which} action")
    yield Placed(replace(place, primary=primary, minor=minor), words)


MARK_ACTION = Command(
    "action",
    "z",
    "action used",
    "Mark a primary or a minor action as used this turn.",
    ORDER,
    _mark_action,
    (
        Ask("who", "Whose", "one", actor_choices(standing), lambda s, a: s.order.turn or None, focus="acting"),
        Ask("which", "Which action", "one", lambda s, a: [Choice(k, k, h) for k, h in _MARKS.items()]),
    ),
    no_fight,
    rules="WE-52",
)

ORDER_COMMANDS = (MAKE_ORDER, NEXT, BACK, ACT, HOLD, UP, DOWN, SETTLE_TIES, ENTER, WITHDRAW, MARK_ACTION)
