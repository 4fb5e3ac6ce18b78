"""The order of a fight and the state of a turn (WE-49 … WE-52, U-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, actor_named, text_of, why_unable
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Ordered, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.ground.places import (
    BY_HAND,
    ORDER,
    able_actors,
    actors_in_order,
    acts_later,
    begin_order,
    chosen_fighters,
    fighter_asks,
    first_tied,
    has_turns,
    is_fight,
    no_fight,
    place_of,
    place_or_none,
    still_tied,
    told_anew,
)
from wyrd_tui.engine.rules.house_rules import FIGHT_ORDER
from wyrd_tui.engine.rules.questions import answered, unless, unless_any, who_asks
from wyrd_tui.engine.state import Actor, Side, State
from wyrd_tui.engine.turn_order import Order, OrderStyle, Place, untied
from wyrd_tui.engine.words import SIDES, name_and_verb, short_name_of

POPCORN = "popcorn"
"""The word for an order in which each fighter names the next; the state of a table keeps its older word."""
_STYLES: Mapping[OrderStyle, str] = {
    "ambush": "one side acts first",
    "gm": "you set the order, row by row",
    "sides": "all of one side, then all of the other",
    "elective": "each fighter names the next",
    "none": "no turns",
}


def _style_choices(state: State, answers: Answers) -> Sequence[Choice]:
    words = {style: POPCORN if style == "elective" else style for style in _STYLES}
    return [Choice(words[style], words[style], hint, formerly=style) for style, hint in _STYLES.items()]


def _style_default(state: State, answers: Answers) -> str:
    order = str(FIGHT_ORDER.chosen(state))
    return order if order == POPCORN or order in _STYLES else "gm"


def _named(side: Side) -> str:
    return SIDES[side] if side == "others" else f"the {SIDES[side]}"


def _side_choices(state: State, answers: Answers) -> Sequence[Choice]:
    there = {actor.side for actor in able_actors(state)}
    return [Choice(side, _named(side), place=place) for place, side in enumerate(SIDES) if side in there]


_needs_side = answered("style", "ambush", "sides")


def _needs_somebody(state: State, answers: Answers) -> bool:
    return text_of(answers, "style") != "none"


def _nobody_first(state: State, answers: Answers) -> str:
    """Return why no actor of the side that goes first takes part; empty where at least one does."""
    first = text_of(answers, "side") if _needs_side(state, answers) else ""
    if not first or any(actor.side == first for actor in chosen_fighters(state, answers)):
        return ""
    side = "the neutral side" if first == "others" else f"the {first}"
    return f"No fighter of {side} takes part. Tick a fighter of {side}, or go back and choose another first side."


def _order(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    asked = text_of(answers, "style")
    style: OrderStyle = next((known for known in _STYLES if known == asked), "elective")
    actors = chosen_fighters(state, answers)
    if style in ("ambush", "sides"):
        first = text_of(answers, "side")
        actors = [a for a in actors if a.side == first] + [a for a in actors if a.side != first]
    if style == BY_HAND and state.order.places:
        yield from _set_by_hand(state, actors)
        return
    places = () if style == "none" else tuple(Place(actor.id) for actor in actors)
    first_up = "" if style == "elective" or not places else places[0].who
    side = next((SIDES[actor.side] for actor in actors if actor.side == text_of(answers, "side")), "")
    words = {
        "ambush": f"Ambush, {side} first",
        BY_HAND: _BY_HAND_WORDS,
        "sides": f"Order by sides, {side} first",
        "elective": "Popcorn order: each fighter names the next",
        "none": "No order of turns",
    }
    order = Order(style, 1 if places else 0, first_up, places)
    yield from begin_order(state, order, words[style])


def _anew(state: State, answers: Answers) -> str:
    """Tell of every kind of order but the one by hand, and none at all, that a running fight begins again."""
    return told_anew(state) if text_of(answers, "style") not in ("", BY_HAND, "none") else ""


def _set_by_hand(state: State, actors: Sequence[Actor]) -> Iterator[Event]:
    """Set the order of a running fight: its round, its turn and the actions of those who stay are kept."""
    now = state.order
    places = tuple(replace(place_or_none(state, one.id) or Place(one.id), tie=False) for one in actors)
    turn = now.turn if any(place.who == now.turn for place in places) else places[0].who
    yield from begin_order(state, Order(BY_HAND, max(1, now.round), turn, places), _BY_HAND_WORDS)


_BY_HAND_WORDS = "Order set by the GM"


def _by_hand(state: State, answers: Answers) -> str:
    """Preview an order by hand by how its rows are moved; the log of any other kind stands for its preview."""
    return fighter_asks().preview(state, answers) if text_of(answers, "style") == BY_HAND else ""


MAKE_ORDER = Command(
    "order",
    "I",
    "order",
    "Begin a fight without dice: an ambush, the GM’s order, sides, or popcorn.",
    ORDER,
    _order,
    (
        Ask("style", "How", "one", _style_choices, _style_default, noun="kind of order"),
        Ask("side", "First side", "one", _side_choices, lambda s, a: "party", when=_needs_side),
        replace(fighter_asks(), when=_needs_somebody, fault=_nobody_first, preview=_by_hand),
    ),
    unless(able_actors, "No character is here to act."),
    rules="WE-49, WE-50, U-11",
    formerly="set the order",
    instead_of=("initiative",),
    remark=_anew,
    # A fight that runs is seldom begun anew.
    is_late=is_fight,
)


def _shift(step: int) -> Callable[[State, Answers, Dice], Iterator[Event]]:
    def run(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
        who, order = text_of(answers, "who"), state.order
        place = place_of(state, who)
        rows = list(order.places)
        at = rows.index(place)
        to = at + step
        if not 0 <= to < len(rows):
            end = "top" if step < 0 else "bottom"
            raise Refused(f"{name_and_verb(state, who, 'stands')} at the {end} of the order already.")
        passed, moving = rows[to], replace(place, tie=_still_ties(state, place, rows[to]))
        rows[at], rows[to] = passed, moving
        begins = step < 0 and to == 0 and passed.who == order.turn and _nobody_has_acted(order)
        ahead = passed if step > 0 and who == order.turn else moving if begins else None
        # In a popcorn order the fighter in turn names the next one.
        named = order.style == "elective"
        first = ahead.who if ahead is not None and not named and acts_later(state, ahead) else ""
        moved = replace(order, places=untied(rows), turn=first or order.turn)
        yield Ordered(moved, name_and_verb(state, who, f"moves {'up' if step < 0 else 'down'}"), who)
        if first:
            begun = _nobody_has_acted(order)
            name = short_name_of(state, first)
            yield Said(f"{name_and_verb(state, first, 'acts')} first" if begun else f"The turn passes to {name}")

    return run


def _still_ties(state: State, place: Place, passed: Place) -> bool:
    """Return whether a fighter who moves past another still ties: in their own tie, with a third in it."""
    tied = [other.who for other in still_tied(state) if other.score == place.score]
    return place.who in tied and passed.tie and passed.score == place.score and not {*tied} <= {place.who, passed.who}


def _nobody_has_acted(order: Order) -> bool:
    return not any(place.acted or place.used for place in order.places)


def _shift_command(name: str, key: str, label: str, step: int) -> Command:
    return Command(
        name,
        key,
        label,
        f"Move a fighter one place {'up' if step < 0 else 'down'} the order; a tie of two is settled, no turn is lost.",
        ORDER,
        _shift(step),
        (who_asks("Fighter", wanted=actors_in_order, noun="fighter"),),
        no_fight,
        rules="WE-50, WE-51",
    )


UP = _shift_command("earlier", "K", "earlier", -1)
DOWN = _shift_command("later", "J", "later", 1)


def _settle(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    order = state.order
    kept = first_tied(state) or order.places
    places = tuple(replace(place, tie=place.tie and place not in kept) for place in order.places)
    yield Ordered(replace(order, places=places), "The tie is kept")


SETTLE_TIES = Command(
    "settle-ties",
    "equals_sign",
    "keep the tie",
    "Keep the first fighters that tie in the order in which they stand now.",
    ORDER,
    _settle,
    when=unless(
        lambda state: any(place.tie for place in state.order.places), "No tie in the order waits for an answer."
    ),
    rules="WE-51",
)


def _enter(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, order = text_of(answers, "who"), state.order
    first = text_of(answers, "where") == "first"
    places = (Place(who), *order.places) if first else (*order.places, Place(who))
    yield Ordered(replace(order, places=places), name_and_verb(state, who, "joins the fight"), who)


def _not_in(state: State, actor: Actor) -> bool:
    return has_turns(state, actor) and all(place.who != actor.id for place in state.order.places)


def _why_not(state: State, word: str) -> str:
    """Return why the actor that a word names cannot enter the order."""
    actor = actor_named(state, word)
    if actor is not None and place_or_none(state, actor.id) is not None:
        return f"{name_and_verb(state, actor.id, 'is')} in the order already."
    return why_unable(state, word)


ENTER = Command(
    "enter",
    "",
    "join the fight",
    "Add a character to a running order.",
    ORDER,
    _enter,
    (
        replace(who_asks("Fighter", wanted=_not_in, noun="fighter"), why=_why_not),
        Ask(
            "where",
            "Where",
            "one",
            lambda s, a: [Choice("last", "last"), Choice("first", "first")],
            lambda s, a: "last",
            quiet=True,
            noun="place",
        ),
    ),
    lambda state: no_fight(state) or unless_any(_not_in, "All fighters are in the order already.")(state),
    rules="U-11",
)


ORDER_COMMANDS = (MAKE_ORDER, UP, DOWN, SETTLE_TIES, ENTER)
