"""Who is at the table: bringing people on, writing in what their sheets lack, and what is the matter with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Changed, Event, Joined, Left, Ordered, Rated, Recovered, Usual
from wyrd_tui.engine.rules.asks import actor_choices, anybody, note_asks, rating_choices, who_asks
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Condition, Kind, Place, Sheet, Side, State, fresh_id, slug

CAST = "Cast"


def the_actor(state: State, who: str) -> Actor:
    """The actor of an id.

    Raises:
        Refused: If nobody at the table has it.
    """
    actor = state.actors.get(who)
    if actor is None:
        raise Refused(f"Nobody called {who} is at the table.")
    return actor


def nobody(state: State) -> str:
    """Why there is no actor to act on."""
    return "" if state.actors else "Nobody is at the table yet: `bring` or `add` somebody."


# ------------------------------------------------------------------ coming and going


def _wings(state: State, answers: Answers) -> Sequence[Choice]:
    rows = []
    for actor in state.book.cast.values():
        there = " – at the table already" if actor.id in state.actors and actor.kind != "mook" else ""
        rows.append(Choice(actor.id, actor.name, f"{actor.concept}{there}"))
    return rows


def arriving(state: State, actor: Actor) -> Iterator[Event]:
    """Somebody comes to the table, and into a running fight at its end (U-11)."""
    yield Joined(actor, "comes on")
    if state.order.places and actor.side != "others":
        yield Ordered(replace(state.order, places=(*state.order.places, Place(actor.id))))


def _bring(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = text_of(answers, "who")
    actor = state.book.cast.get(who)
    if actor is None:
        raise Refused(f"Nobody called {who} waits in the wings.")
    if actor.id in state.actors:
        if actor.kind != "mook":
            raise Refused(f"{actor.name} is at the table already.")
        actor = replace(actor, id=fresh_id(actor.name, state.actors))
    if "count" in answers and number_of(answers, "count"):
        actor = replace(actor, count=number_of(answers, "count"))
    return arriving(state, actor)


BRING = Command(
    "bring",
    "O",
    "bring on",
    "Bring somebody from the scenario's wings to the table.",
    CAST,
    _bring,
    (
        Ask("who", "Who comes on", "one", _wings, focus="page"),
        Ask("count", "How many", "number", default=lambda s, a: 0, low=0, high=500, quiet=True),
    ),
    lambda state: "" if state.book.cast else "Nobody waits in the wings; `add` makes somebody up.",
    rules="WE-87, WE-97",
)

_SIDES: dict[str, Side] = {"foes": "foes", "others": "others", "party": "party"}
_KINDS: dict[str, Kind] = {"mook": "mook", "persona": "persona", "full": "full", "pc": "pc"}
_KIND_HINTS = {
    "mook": "one rating for everything, falls at a hit",
    "persona": "a named figure with a few numbers",
    "full": "a whole character",
    "pc": "a player's",
}


def _add(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    name = text_of(answers, "name").strip()
    if not name:
        raise Refused("Whoever comes on needs a name.")
    kind = _KINDS[text_of(answers, "kind")]
    ratings = {"Combat": number_of(answers, "rating")} if kind == "mook" else {}
    actor = Actor(
        fresh_id(name, state.actors),
        name,
        _SIDES[text_of(answers, "side")],
        kind,
        max(1, number_of(answers, "count", 1)) if kind == "mook" else 1,
        {state.games[0]: Sheet(ratings)},
        visibility="open",
    )
    return arriving(state, actor)


def _mook(state: State, answers: Answers) -> bool:
    return text_of(answers, "kind") == "mook"


ADD = Command(
    "add",
    "N",
    "add somebody",
    "Make somebody up on the spot; numbers that are missing can come later.",
    CAST,
    _add,
    (
        Ask("name", "Name", "words"),
        Ask("side", "Side", "one", lambda s, a: [Choice(k, k) for k in _SIDES], lambda s, a: "foes"),
        Ask("kind", "Kind", "one", lambda s, a: [Choice(k, k, _KIND_HINTS[k]) for k in _KINDS], lambda s, a: "persona"),
        Ask("count", "How many", "number", default=lambda s, a: 1, when=_mook, low=1, high=500),
        Ask("rating", "Their rating", "number", default=lambda s, a: 0, when=_mook, low=-9, high=19),
    ),
    rules="WE-87 … WE-93",
)


def _leave(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    for who in many_of(answers, "who"):
        the_actor(state, who)
        yield Left(who)


LEAVE = Command(
    "dismiss",
    "",
    "leave the table",
    "Take somebody off the table, with their place and their bonuses.",
    CAST,
    _leave,
    (Ask("who", "Who leaves", "many", actor_choices(anybody), focus="marked"),),
    nobody,
)


# ------------------------------------------------------------------ writing on a sheet


def _rate(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, rating = text_of(answers, "who"), text_of(answers, "rating").strip()
    actor = the_actor(state, who)
    if not rating:
        raise Refused("Which rating?")
    game = next(iter(actor.sheets), state.games[0])
    yield Rated(who, game, rating, number_of(answers, "value"))


RATE = Command(
    "rate",
    "S",
    "set a rating",
    "Write a rating on a sheet: fill in what an unfinished figure lacks, or change it.",
    CAST,
    _rate,
    (
        who_asks(),
        Ask("rating", "Which rating", "one", rating_choices(), free=True),
        Ask("value", "Its value", "number", default=lambda s, a: 0, low=-20, high=20),
    ),
    nobody,
    rules="WE-08 … WE-11, WE-88, WE-89, C-20, C-33",
)


def _unrate(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, rating = text_of(answers, "who"), text_of(answers, "rating")
    for game, sheet in the_actor(state, who).sheets.items():
        if rating in sheet.ratings:
            yield Rated(who, game, rating, None)


def _own_ratings(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    names = [name for sheet in (actor.sheets.values() if actor else ()) for name in sheet.ratings]
    return [Choice(name, name) for name in names]


UNRATE = Command(
    "unrate",
    "",
    "strike a rating",
    "Take a rating off a sheet.",
    CAST,
    _unrate,
    (who_asks(), Ask("rating", "Which rating", "one", _own_ratings)),
    nobody,
    rules="WE-89",
)


def _usual(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = text_of(answers, "who")
    the_actor(state, who)
    yield Usual(who, WYRD_ENGINE, text_of(answers, "act"), text_of(answers, "skill"))


USUAL = Command(
    "usual",
    "",
    "usual skill",
    "Say with which rating somebody attacks or defends unless told otherwise.",
    CAST,
    _usual,
    (
        who_asks(),
        Ask("act", "For what", "one", lambda s, a: [Choice("attack", "attack"), Choice("defend", "defend")]),
        Ask("skill", "With which", "one", rating_choices(), free=True),
    ),
    nobody,
    rules="WE-53",
)

_FIELDS = ("name", "player", "concept", "notes", "side", "kind")


def _edit(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, field, text = text_of(answers, "who"), text_of(answers, "field"), text_of(answers, "to").strip()
    the_actor(state, who)
    match field:
        case "side":
            if text not in _SIDES:
                raise Refused(f"{text} is no side: {', '.join(_SIDES)}.")
            yield Changed(who, side=_SIDES[text])
        case "kind":
            if text not in _KINDS:
                raise Refused(f"{text} is no kind: {', '.join(_KINDS)}.")
            yield Changed(who, kind=_KINDS[text])
        case "name":
            if not text:
                raise Refused("A name cannot be empty.")
            yield Changed(who, name=text)
        case "player":
            yield Changed(who, player=text)
        case "concept":
            yield Changed(who, concept=text)
        case _:
            yield Changed(who, notes=text)


EDIT = Command(
    "edit",
    "",
    "edit somebody",
    "Change a name, player, concept, note, side or kind.",
    CAST,
    _edit,
    (
        who_asks(),
        Ask("field", "What", "one", lambda s, a: [Choice(f, f) for f in _FIELDS]),
        Ask("to", "To what", "words"),
    ),
    nobody,
    rules="WE-81, WE-86",
)


# ------------------------------------------------------------------ groups


def _is_group(state: State, actor: Actor) -> bool:
    return actor.kind == "mook"


def _no_group(state: State) -> str:
    return "" if any(a.kind == "mook" for a in state.actors.values()) else "There is no group of mooks at the table."


def _count(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, count = text_of(answers, "who"), number_of(answers, "count")
    if the_actor(state, who).count == count:
        raise Refused("It counts that many already.")
    yield Changed(who, count=count, why="now counts")


COUNT = Command(
    "count",
    "",
    "how many",
    "Set how many of a group are still up.",
    CAST,
    _count,
    (
        who_asks("Which group", wanted=_is_group),
        Ask("count", "How many are up", "number", low=0, high=500),
    ),
    _no_group,
    rules="WE-91, U-12",
)


def _split(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, number = text_of(answers, "who"), number_of(answers, "count")
    actor = the_actor(state, who)
    if not 0 < number < actor.count:
        raise Refused(f"Of {actor.count} between 1 and {actor.count - 1} can part, not {number}.")
    other = replace(actor, id=fresh_id(actor.name, state.actors), count=number)
    clean = {
        game: replace(sheet, track=tuple(replace(row, marks=0, hurts=()) for row in sheet.track))
        for game, sheet in actor.sheets.items()
    }
    yield Changed(who, count=actor.count - number, why=f"{number} part company")
    yield Joined(replace(other, sheets=clean), "is a group of its own")
    places = list(state.order.places)
    at = next((i for i, place in enumerate(places) if place.who == who), None)
    if at is not None:
        places.insert(at + 1, replace(places[at], who=other.id))
        yield Ordered(replace(state.order, places=tuple(places)))


SPLIT = Command(
    "split",
    "",
    "split a group",
    "Let some of a group of mooks act on their own.",
    CAST,
    _split,
    (who_asks("Which group", wanted=_is_group), Ask("count", "How many part", "number", default=lambda s, a: 1, low=1)),
    _no_group,
    rules="WE-91",
)


def _merge(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, into = text_of(answers, "who"), text_of(answers, "into")
    actor, other = the_actor(state, who), the_actor(state, into)
    if who == into:
        raise Refused("A group cannot join itself.")
    yield Left(who, f"joins {other.name}")
    yield Changed(into, count=other.count + actor.count, why="now counts")


def _other_groups(state: State, answers: Answers) -> Sequence[Choice]:
    who = text_of(answers, "who")
    return [Choice(a.id, f"{a.name} ×{a.count}") for a in state.actors.values() if a.kind == "mook" and a.id != who]


MERGE = Command(
    "merge",
    "",
    "merge groups",
    "Let one group of mooks join another.",
    CAST,
    _merge,
    (who_asks("Which group", wanted=_is_group), Ask("into", "Joins which", "one", _other_groups)),
    lambda state: "" if sum(a.kind == "mook" for a in state.actors.values()) > 1 else "That takes two groups of mooks.",
    rules="WE-91",
)


# ------------------------------------------------------------------ conditions


def _condition(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    label = text_of(answers, "label").strip()
    if not label:
        raise Refused("What is the matter with them?")
    ends: Literal["scene", "never"] = "scene" if text_of(answers, "ends") == "scene" else "never"
    out = text_of(answers, "out") == "yes"
    for who in many_of(answers, "who"):
        the_actor(state, who)
        yield Befell(who, Condition(slug(label), label, text_of(answers, "note"), out, ends))


CONDITION = Command(
    "condition",
    "C",
    "condition",
    "Write down what is the matter with somebody: hidden, grappled, on fire.",
    CAST,
    _condition,
    (
        Ask("who", "Who", "many", actor_choices(anybody), focus="marked"),
        Ask("label", "Is", "words"),
        Ask(
            "ends",
            "Until",
            "one",
            lambda s, a: [Choice("scene", "the scene ends"), Choice("never", "it is taken away")],
            lambda s, a: "scene",
            quiet=True,
        ),
        Ask(
            "out",
            "No longer acts",
            "one",
            lambda s, a: [Choice("no", "no"), Choice("yes", "yes")],
            lambda s, a: "no",
            quiet=True,
        ),
        note_asks(),
    ),
    nobody,
    rules="WE-76",
)


def _conditions(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    return [Choice(c.id, c.label, c.note) for c in (actor.conditions if actor else ())]


def _recover(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield Recovered(text_of(answers, "who"), text_of(answers, "condition"))


def _afflicted(state: State, actor: Actor) -> bool:
    return bool(actor.conditions)


RECOVER = Command(
    "recover",
    "",
    "end a condition",
    "Take a condition away again.",
    CAST,
    _recover,
    (who_asks(wanted=_afflicted), Ask("condition", "Which", "one", _conditions)),
    lambda state: "" if any(a.conditions for a in state.actors.values()) else "Nothing is the matter with anybody.",
    rules="WE-76, U-08",
)


CAST_COMMANDS = (BRING, ADD, RATE, CONDITION, RECOVER, EDIT, USUAL, UNRATE, COUNT, SPLIT, MERGE, LEAVE)
