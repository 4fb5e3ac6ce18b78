"""Who acts when: the order of a fight and the marks of a turn (WE-49 … WE-52, U-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, many_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Ordered, Said, Staged
from wyrd_tui.engine.rules.asks import actor_choices, in_party_order, standing, who_asks
from wyrd_tui.engine.rules.readings import rule
from wyrd_tui.engine.rules.shared.basics import the_actor
from wyrd_tui.engine.state import Actor, Order, OrderStyle, Place, State
from wyrd_tui.engine.words import doing, name_of

ORDER = "Order"


def place_or_none(state: State, who: str) -> Place | None:
    """An actor's place in the order, if it has one."""
    return next((place for place in state.order.places if place.who == who), None)


def place_of(state: State, who: str) -> Place:
    """An actor's place in the order.

    Raises:
        Refused: If it has none.
    """
    if (place := place_or_none(state, who)) is not None:
        return place
    name = state.actors[who].name if who in state.actors else who
    raise Refused(f"{name} is not in the order; `enter` adds somebody.")


def acts(state: State, place: Place) -> bool:
    """Whether the one in this place still acts."""
    actor = state.actors.get(place.who)
    return actor is not None and not actor.out


def placed(state: State, actor: Actor) -> bool:
    """Those who have a place in the order, out or not."""
    return place_or_none(state, actor.id) is not None


def no_fight(state: State) -> str:
    """Why nothing can be done with the order."""
    return "" if state.order.places else "There is no order yet: `I` makes one."


def fighting(state: State) -> list[Actor]:
    """Those of whom an order is made: all who still act, bystanders only where they are the only others."""
    actors = able(state)
    involved = [actor for actor in actors if actor.side != "others"]
    return involved if any(actor.side == "foes" for actor in involved) else actors


def able(state: State) -> list[Actor]:
    """Everyone who still acts, the party first."""
    return [actor for actor in in_party_order(state) if not actor.out]


def _some_stand_by(state: State, answers: Answers) -> bool:
    outside = bool(state.order.places) and any(not placed(state, actor) for actor in able(state))
    return outside or len(fighting(state)) < len(able(state))


def _usual(state: State, answers: Answers) -> list[Actor]:
    """Those who take part where nobody says otherwise: bystanders too where they strike first, or fight already."""
    if text_of(answers, "side") == "others":
        return able(state)
    involved = {actor.id for actor in fighting(state)}
    return [actor for actor in able(state) if actor.id in involved or placed(state, actor)]


def involved_asks() -> Ask:
    """Who is in the order, asked where somebody stands by."""
    return Ask(
        "who",
        "Who takes part",
        "many",
        actor_choices(standing),
        lambda state, answers: tuple(actor.id for actor in _usual(state, answers)),
        when=_some_stand_by,
        form=True,
        preview=lambda state, answers: left_out(state, involved(state, answers)),
    )


def involved(state: State, answers: Answers) -> list[Actor]:
    """Those of whom the answers make an order: the ones named, else all that belong in it by themselves.

    Raises:
        Refused: If nobody was named.
    """
    if "who" not in answers:
        return _usual(state, answers)
    actors = [the_actor(state, who) for who in many_of(answers, "who")]
    if not actors:
        raise Refused("An order needs somebody in it.")
    return actors


def left_out(state: State, actors: Sequence[Actor]) -> str:
    """Who still acts and has no part in an order of these; empty where everybody has."""
    inside = {actor.id for actor in actors}
    names = [name_of(state, actor.id) for actor in able(state) if actor.id not in inside]
    return f"Not in it: {', '.join(names)}" if names else ""


def begun(state: State, order: Order, why: str) -> Iterator[Event]:
    """A fight begins with this order; who stands by is said."""
    yield Ordered(order, why)
    if outside := left_out(state, [state.actors[place.who] for place in order.places]):
        yield Said(f"{outside}; `enter` adds somebody")
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
    sides = dict.fromkeys(actor.side for actor in able(state))
    return [Choice(side, {"party": "the party"}.get(side, f"the {side}")) for side in sides]


def _needs_side(state: State, answers: Answers) -> bool:
    return text_of(answers, "style") in ("ambush", "sides")


def _needs_somebody(state: State, answers: Answers) -> bool:
    return text_of(answers, "style") != "none" and _some_stand_by(state, answers)


def _order(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    style = text_of(answers, "style")
    styles: dict[str, OrderStyle] = {
        "ambush": "ambush",
        "gm": "gm",
        "sides": "sides",
        "elective": "elective",
        "none": "none",
    }
    actors = involved(state, answers)
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
        replace(involved_asks(), when=_needs_somebody),
    ),
    lambda state: "" if able(state) else "Nobody is there to act.",
    rules="WE-49, WE-50, U-11",
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
        yield Ordered(replace(order, places=lone), doing(state, who, f"moves {'up' if step < 0 else 'down'}"))

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
        (who_asks("Who moves", wanted=placed),),
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
    "equals_sign",
    "settle ties",
    "Keep tied rows in the order in which they stand now.",
    ORDER,
    _settle,
    when=lambda state: "" if any(place.tie for place in state.order.places) else "No tie is open.",
    rules="WE-51",
)


def _enter(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, order = text_of(answers, "who"), state.order
    if place_or_none(state, who) is not None:
        raise Refused(f"{state.actors[who].name} is in the order already.")
    first = text_of(answers, "where") == "first"
    places = (Place(who), *order.places) if first else (*order.places, Place(who))
    yield Ordered(replace(order, places=places), doing(state, who, "joins the fight"))


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
    lambda state: (
        no_fight(state)
        or ("" if any(_not_in(state, a) for a in state.actors.values()) else "Everybody is in it already.")
    ),
    rules="U-11",
)


ORDER_COMMANDS = (MAKE_ORDER, UP, DOWN, SETTLE_TIES, ENTER)
