"""Places in the initiative list: who stands in it, who can act, how ties are told (WE-48 … WE-53)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, many_of, text_of
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Event, Ordered, Said, Staged
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.questions import actor_choices, in_party_order
from wyrd_tui.engine.rules.registry import games_played
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.turn_order import Order, OrderStyle, Place
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import name_of

ORDER = "Order"
BY_HAND: OrderStyle = "gm"
"""The order that the GM sets by hand."""


def place_or_none(state: State, who: str) -> Place | None:
    """Return an actor's place in the order; None where it has none."""
    return next((place for place in state.order.places if place.who == who), None)


def place_of(state: State, who: str) -> Place:
    """Return an actor's place in the order.

    Raises:
        Refused: If it has none.
    """
    if (place := place_or_none(state, who)) is not None:
        return place
    name = state.actors[who].name if who in state.actors else who
    raise Refused(f"{name} is not in the order; `enter` adds a fighter.")


def can_act(state: State, place: Place) -> bool:
    """Return whether the actor in a place is there and has turns."""
    actor = state.actors.get(place.who)
    return actor is not None and has_turns(state, actor)


def acts_later(state: State, place: Place) -> bool:
    """Return whether the turn passes to a place in this round: its actor has turns, has not acted and does not hold."""
    return can_act(state, place) and not place.acted and not place.held


def able_places(state: State) -> list[Place]:
    """Return the places of those who have turns, in order."""
    return [place for place in state.order.places if can_act(state, place)]


def waiting_places(state: State) -> list[Place]:
    """Return the places of the fighters who have not acted this round, beside the one whose turn it is."""
    return [place for place in able_places(state) if not place.acted and place.who != state.order.turn]


def attacked_unasked(state: State, who: str, actors: Sequence[Actor]) -> Sequence[Actor]:
    """Return those of some actors whom an attack suggests, in their order (WE-53).

    They are on the opposed side. Where nobody of that is left, they are the neutral ones whom the GM has put into the
    order; a bystander is attacked only where the GM says so.
    """
    attacker = state.actors.get(who)
    if attacker is None:
        return ()
    opposed = [one for one in actors if one.side not in ("others", attacker.side)]
    if opposed or attacker.side == "others":
        return opposed
    return [one for one in actors if one.side == "others" and place_or_none(state, one.id) is not None]


def has_turns(state: State, actor: Actor) -> bool:
    """Return whether an actor has turns in a fight: one who still acts, or moves by the rules of a game (C-19)."""
    return not actor.out or any(game.moves_when_out(state, actor) for game in games_played(state))


def actors_in_order(state: State, actor: Actor) -> bool:
    """Return the actors who have a place in the order, out or not."""
    return place_or_none(state, actor.id) is not None


def is_fight(state: State) -> bool:
    """Return whether a fight runs: no act that begins one or follows it is likely."""
    return bool(state.order.places)


def no_fight(state: State) -> str:
    """Return the reason why nothing can be done with the order; empty where something can."""
    rolls = "".join(f", `{game.order_act}` rolls who goes first" for game in games_played(state) if game.order_act)
    return "" if state.order.places else f"No fight is running: `order` starts one{rolls}."


def fighters(state: State) -> list[Actor]:
    """Return the actors of an order: all who have turns and are here; neutral ones are asked about."""
    return [actor for actor in able_actors(state) if actor.side != "others" and not _where_away(actor)]


def able_actors(state: State) -> list[Actor]:
    """Return the actors who have turns, the party first."""
    return [actor for actor in in_party_order(state) if has_turns(state, actor)]


def _usual(state: State, answers: Answers) -> list[Actor]:
    """Return the usual actors of an order: neutral ones too where they strike first, or fight already."""
    if text_of(answers, "side") == "others":
        return [actor for actor in able_actors(state) if not _where_away(actor)]
    involved = {actor.id for actor in fighters(state)}
    usual = [actor for actor in able_actors(state) if actor.id in involved or actors_in_order(state, actor)]
    return sorted(usual, key=lambda actor: _running(state, answers, actor.id))


def _running(state: State, answers: Answers, who: str) -> int:
    """Return the place to sort a fighter by: that in the running order, which the GM's own order begins with."""
    ids = [place.who for place in state.order.places] if text_of(answers, "style") == BY_HAND else []
    return ids.index(who) if who in ids else len(ids)


def fighter_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the actors who stand by first, then the usual ones, then those who are elsewhere (WE-49, WE-51)."""
    usual = {actor.id for actor in _usual(state, answers)}
    rows = sorted(actor_choices(has_turns)(state, answers), key=lambda row: _running(state, answers, row.value))
    rows = [replace(row, hint=why_aside(state.actors[row.value]) or row.hint) for row in rows]
    away = {row.value for row in rows if _where_away(state.actors[row.value])} - usual
    return sorted(rows, key=lambda row: (row.value in away, row.value in usual))


def _who_told(state: State, answers: Answers) -> str:
    """Name the actors who are left out (none if nobody is ticked). In an order by hand, say how to move rows."""
    chosen = many_of(answers, "who") if "who" in answers else True
    outside = name_left_out(state, chosen_fighters(state, answers)) if chosen else ""
    moved = _MOVED if text_of(answers, "style") == BY_HAND else ""
    return " · ".join(filter(None, (moved, outside)))


_MOVED = "They act as listed; afterwards ``earlier`` and ``later`` move a row"


def fighter_asks() -> Ask:
    """Ask for the actors of the order."""
    return Ask(
        "who",
        "Fighters",
        "many",
        fighter_choices,
        lambda state, answers: tuple(actor.id for actor in _usual(state, answers)),
        form=True,
        whole=True,
        preview=_who_told,
        some="An order needs a fighter. Tick one or more.",
        noun="fighter",
    )


def chosen_fighters(state: State, answers: Answers) -> list[Actor]:
    """Return the actors named in the answers, else the default fighters.

    Raises:
        Refused: If nobody was named.
    """
    if "who" not in answers:
        return _usual(state, answers)
    actors = [the_actor(state, who) for who in many_of(answers, "who")]
    if not actors:
        raise Refused("An order needs a fighter. Tick one or more.")
    return actors


def name_left_out(state: State, actors: Sequence[Actor]) -> str:
    """Name the actors who have turns and no place in an order, and why; empty where all have one.

    Members of the party who have no turns are named, too, but for the dead; a running order shows them.
    """
    inside = {actor.id for actor in actors}
    outside = [actor for actor in able_actors(state) if actor.id not in inside]
    if not state.order.places:
        party = (actor for actor in state.actors.values() if actor.side == "party" and not actor.dead)
        outside += [actor for actor in party if not has_turns(state, actor) and actor.id not in inside]
    reasons = ((one, "neutral" if one.side == "others" else why_aside(one)) for one in outside)
    names = [name_of(state, one.id) + (f" ({why})" if why else "") for one, why in reasons]
    return f"Left out: {', '.join(names)}" if names else ""


def why_aside(actor: Actor) -> str:
    """Tell in a word why an actor may have no part in a fight: out, or elsewhere; empty for no reason."""
    if actor.out:
        return actor.why_out or "out"
    return _where_away(actor)


def _where_away(actor: Actor) -> str:
    away = ((game, voice_of(game).away_condition) for game in actor.ruled_by)
    found = (actor.suffered(game, name) for game, name in away if name)
    return next((one.label for one in found if one is not None), "")


def begin_order(state: State, order: Order, why: str) -> Iterator[Event]:
    """Begin a fight with an order, and say who stands by."""
    yield Ordered(order, why)
    outside = name_left_out(state, [state.actors[place.who] for place in order.places])
    if outside and order.places:
        yield Said(outside)
    yield from begin_fight(state)


def begin_fight(state: State) -> Iterator[Event]:
    """Begin a fight, with an order or without one (WE-70)."""
    if not state.scene.fight:
        yield Staged(replace(state.scene, fight=True), state.evening)


def sort_with_ties(places: Sequence[Place]) -> tuple[Place, ...]:
    """Sort places by score, the highest first, and flag equal scores for the GM (WE-51)."""
    rows = sorted(places, key=lambda place: -(place.score or 0))
    sorted_places: list[Place] = []
    for _, group in groupby(rows, key=lambda place: place.score):
        same = list(group)
        sorted_places += [replace(place, tie=len(same) > 1) for place in same]
    return tuple(sorted_places)


def still_tied(state: State) -> list[Place]:
    """Return the places that tie, without those who are out or have begun to act and who is left of a tie alone."""
    waiting = [one for one in state.order.places if not (one.acted or one.used or state.actors[one.who].out)]
    tied = [place for place in waiting if place.tie]
    scores = [place.score for place in tied]
    return [place for place in tied if scores.count(place.score) > 1]


def first_tied(state: State) -> list[Place]:
    """Return the places of the tie that stands first in the order; none where nobody ties (WE-51)."""
    tied = still_tied(state)
    return [place for place in tied if place.score == tied[0].score]


def told_anew(state: State) -> str:
    """Tell that a running fight would begin again, and how a latecomer joins it; empty where none runs."""
    return "begins the fight again in round 1; `enter` only adds a latecomer" if state.order.places else ""
