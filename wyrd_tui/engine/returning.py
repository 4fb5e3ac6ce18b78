"""Actors who come back to the table as they left it, and the words for what they bring (WE-65, WE-66, WE-91)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.voices import meaning, voice_of
from wyrd_tui.engine.words import plain_number


def waiting_cast(state: State) -> Mapping[str, Actor]:
    """Give the cast of the scenario, and all who have left the table, as they left.

    In the place of mooks who are down new ones enter, as they were prepared.
    """
    left = {who: actor for who, actor in state.departed.items() if not actor.replaceable}
    return {**state.book.cast, **left}


def describe_return(state: State, actor: Actor) -> str:
    """Tell how an actor who has left comes back, with a colon; empty where that is as prepared, or as a newcomer."""
    return f": {facts}" if (facts := describe_departed(state, actor)) else ""


def describe_departed(state: State, actor: Actor) -> str:
    """Tell the harm, the conditions and the changed numbers of an actor who has left; empty for none.

    Of mooks who enter in the place of others, it tells that they are new.
    """
    if actor.id not in state.departed:
        return ""
    if state.departed[actor.id].replaceable:
        return f"{actor.count} new ones" if actor.count > 1 else "a new one"
    facts = [f"{actor.standing} of {actor.count + actor.fallen} stand"] if actor.fallen else []
    for game, sheet in actor.sheets.items():
        facts += _sheet_facts(state, actor, game, sheet)
    for one in actor.conditions:
        if one.id not in voice_of(one.game).silent_conditions:
            facts.append(f"{one.label} – {note}" if (note := meaning(one)) else one.label)
    return ", ".join(dict.fromkeys(facts))


def _sheet_facts(state: State, actor: Actor, game: str, sheet: Sheet) -> Iterator[str]:
    """Yield what is marked on a sheet, the ratings that are not as prepared, and the traits that are used."""
    if any(row.marks or row.struck or row.hurts for row in sheet.track):
        yield from voice_of(game).list_marks(actor, game)
    prepared = (state.book.cast.get(actor.id) or state.book.shipped.get(actor.id) or actor).sheets.get(game, sheet)
    for name, number in sheet.ratings.items():
        if prepared.ratings.get(name) != number:
            yield f"{name} {plain_number(number)}"
    yield from (f"{name} struck" for name in prepared.ratings if name not in sheet.ratings)
    yield from (f"{one.name} used" for one in sheet.traits if one.used)
