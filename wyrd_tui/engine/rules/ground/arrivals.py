"""Arrivals: one actor, or all that a page of the book brings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import count

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.events import Changed, Event, Joined, Laid, Ordered, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.returning import describe_departed, waiting_cast
from wyrd_tui.engine.state import Actor, Kind, Side, State
from wyrd_tui.engine.turn_order import Place
from wyrd_tui.engine.words import crowd_name, fit_verb, join_names, namesakes

PLAYERS_SEE = "Players see"


def usual_side(kind: Kind) -> Side:
    """Return the side of a character for which neither the scenario nor the GM names one (WE-87)."""
    return "party" if kind == "pc" else "foes" if kind == "mook" else "others"


def usual_place(actor: Actor) -> str:
    """Return where a prepared character joins a running fight; a neutral one stays out of it (U-11)."""
    return "no" if actor.side == "others" else "last"


def followed_into_party(state: State) -> str:
    """Name the newcomer before, whom the next one follows into the party; empty in scenes and fights."""
    runs = state.order.places or state.scene.fight or state.scene.page or state.scene.title
    last = next(reversed([*state.actors.values()]), None)
    return last.name if last is not None and last.side == "party" and not runs else ""


def arrival_events(state: State, actor: Actor, fight: str = "") -> Iterator[Event]:
    """Bring an actor to the table (U-11).

    Args:
        state: The table.
        actor: The newcomer.
        fight: The place in the order of a running fight: `first`, `last` or `no`; empty for the usual one.
    """
    first = next((one for one in namesakes(state, actor.name) if one.side == actor.side), None)
    numbers = [n for n in range(1, len(state.actors) + 2) if namesakes(state, f"{actor.name} {n}")]
    if first is not None:
        numbers.append(next(n for n in count(1) if n not in numbers))
        yield Changed(first.id, name=f"{actor.name} {numbers[-1]}")
    if numbers:
        # Names need not be unique; on one side those who share one have numbers (C-32).
        actor = replace(actor, name=f"{actor.name} {max(numbers) + 1}")
    yield Joined(actor, "entered")
    if same := namesakes(state, actor.name):
        ids = " and ".join((*(other.id for other in same), actor.id))
        yield Said(f"{len(same) + 1} characters are called {actor.name} now: {ids}")
    where, places = fight or usual_place(actor), state.order.places
    if places and where != "no":
        new = Place(actor.id)
        yield Ordered(replace(state.order, places=(new, *places) if where == "first" else (*places, new)))
        later = where != "first" or state.order.style == "elective"
        if later and state.order.turn and (left := state.departed.get(actor.id)) is not None:
            # The table keeps no turn of those who have left.
            earlier = "" if left.replaceable else ", also after an earlier one"
            yield Said(f"{actor.name} {fit_verb(actor, 'has a turn in this round')}{earlier}")


def describe_page_arrivals(state: State, page: Page) -> str:
    """Name the people and the challenges that a page would bring now; empty for none."""
    events = list(page_arrival_events(state, page))
    people = [_entering(state, event.actor) for event in events if isinstance(event, Joined)]
    rods = [event.challenge.title for event in events if isinstance(event, Laid)]
    told = (("Brings", people), ("On the abacus:", rods))
    brought = (f"{word} {join_names(names)}" for word, names in told if names)
    return " · ".join(filter(None, (*brought, _seen_at_once(events))))


def _entering(state: State, actor: Actor) -> str:
    """Name an actor who enters, with all that one who has left brings back (WE-65)."""
    back = describe_departed(state, actor)
    return f"{crowd_name(actor)} ({back})" if back else crowd_name(actor)


def _seen_at_once(events: Sequence[Event]) -> str:
    """Tell what players see and know as it enters; what is hidden and the party are left out (WE-97)."""
    people = [event.actor for event in events if isinstance(event, Joined) and event.actor.side != "party"]
    rods = [event.challenge for event in events if isinstance(event, Laid)]
    whole = [crowd_name(one) for one in people if one.visibility == "open"]
    whole += [one.title for one in rods if one.visibility == "open"]
    by_name = [crowd_name(one) for one in people if one.visibility == "known"]
    by_title = [one.title for one in rods if one.visibility == "known"]
    told = ((whole, ""), (by_name, " by name"), (by_title, " by title"))
    # Apart, since what is known by its title alone would else seem to speak for all before it.
    seen = "; ".join(f"{join_names(names)}{how}" for names, how in told if names)
    return seen and f"{PLAYERS_SEE}: {seen}"


def with_what_players_see(entering: Iterable[Event]) -> Iterator[Event]:
    """Give events of an entrance, then say whom and what players see of it; nothing where all is hidden (WE-97)."""
    events = list(entering)
    yield from events
    if seen := _seen_at_once(events):
        yield Said(seen)


def page_arrival_events(state: State, page: Page) -> Iterator[Event]:
    """Bring the cast and the challenges of a page, and say what of it players see.

    A challenge that has been overcome and removed from the abacus does not come back.
    """
    return with_what_players_see(_page_brings(state, page))


def _page_brings(state: State, page: Page) -> Iterator[Event]:
    waiting = waiting_cast(state)
    for who in page.brings:
        if who in waiting and who not in state.actors:
            arriving = list(arrival_events(state, waiting[who]))
            yield from arriving
            state = reduce(apply, arriving, state)
    for which in page.challenges:
        if which in state.book.challenges and which not in state.challenges and which not in state.overcome:
            yield Laid(state.book.challenges[which])
