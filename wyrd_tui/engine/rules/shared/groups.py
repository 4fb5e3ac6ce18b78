"""Groups of mooks: how many are still up, and groups that part or join (WE-90, WE-91, U-12)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Changed, Event, Joined, Left, Marked, Ordered, Recovered
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.ground.turn_passing import pass_turn
from wyrd_tui.engine.rules.questions import unless, unless_any, who_asks
from wyrd_tui.engine.rules.shared.newcomers import CAST
from wyrd_tui.engine.state import Actor, Condition, State
from wyrd_tui.engine.words import join_names

_NUMBER = re.compile(r" \(\d+\)$")


def _is_group(state: State, actor: Actor) -> bool:
    return actor.kind == "mook"


_no_group = unless_any(_is_group, "No group of mooks is at the table. `add` makes one.")


def _count(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, number = text_of(answers, "who"), number_of(answers, "count")
    actor = the_actor(state, who)
    if actor.count == number:
        raise Refused(f"{actor.name}: {number} are up already. Write another number, such as {number + 1}.")
    yield Changed(who, count=number, fallen=max(0, actor.count - number), why="now counts")
    if actor.count == 0:
        yield from _made_whole(actor)


def _made_whole(actor: Actor) -> Iterator[Event]:
    """Take from a group that had fallen all that its last leader suffered (U-12)."""
    whole = _behind(actor)
    for game, sheet in actor.sheets.items():
        fresh = {row.id: row.marks for row in whole.sheets[game].track}
        if marks := {row.id: fresh[row.id] for row in sheet.track if row.marks != fresh[row.id]}:
            yield Marked(actor.id, game, marks, "unhurt again")
    for condition in actor.conditions:
        if condition.out or condition not in whole.conditions:
            yield Recovered(actor.id, condition.id, "up again", game=condition.game)


COUNT = Command(
    "count",
    "asterisk",
    "how many",
    "Set how many of a group are still up.",
    CAST,
    _count,
    (
        who_asks("Which group", wanted=_is_group, noun="group"),
        Ask("count", "Number still up", "number", low=0, high=500),
    ),
    _no_group,
    rules="WE-91, U-12",
)


def _split(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, number = text_of(answers, "who"), number_of(answers, "count")
    actor = the_actor(state, who)
    if actor.count < 2:
        raise Refused(f"{actor.name}: a single character cannot split. Choose a group of mooks.")
    if not 0 < number < actor.count:
        raise Refused(f"{number} of {actor.count} cannot split off. Write 1 to {actor.count - 1}.")
    name, taken = _NUMBER.sub("", actor.name), {other.name for other in state.actors.values()}
    # *Thugs*, then *Thugs (2)* and *Thugs (3)*: two rows of one name are hard to tell apart.
    other = replace(
        actor,
        id=fresh_id(name, state.people),
        name=next(new for new in (f"{name} ({which})" for which in count(2)) if new not in taken),
        count=number,
        fallen=0,
    )
    yield Changed(who, count=actor.count - number, why=f"splits off {number} as {other.name},")
    yield Joined(_behind(other), "split")
    places = list(state.order.places)
    at = next((i for i, place in enumerate(places) if place.who == who), None)
    if at is not None:
        places.insert(at + 1, replace(places[at], who=other.id))
        yield Ordered(replace(state.order, places=tuple(places)))


def _behind(actor: Actor) -> Actor:
    """Return a group as it is behind its leader, without the rows and conditions that the leader has alone (U-12)."""
    sheets, alone = {}, set[Condition]()
    for game, sheet in actor.sheets.items():
        own = GAMES[game].leader_only_rows if game in GAMES else None
        alone |= {one for one in actor.suffers(game) if one.id in (own or ())}
        track = (replace(row, marks=0, hurts=()) if own is None or row.id in own else row for row in sheet.track)
        sheets[game] = replace(sheet, track=tuple(track))
    left = tuple(condition for condition in actor.conditions if condition not in alone)
    return replace(actor, sheets=sheets, conditions=left)


SPLIT = Command(
    "split",
    "",
    "split a group",
    "Split some mooks off a group, to act on their own.",
    CAST,
    _split,
    (
        who_asks("Which group", wanted=_is_group, noun="group"),
        Ask("count", "Number that split off", "number", default=lambda s, a: 1, low=1),
    ),
    _no_group,
    rules="WE-91",
)


def _merge(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, into = text_of(answers, "who"), text_of(answers, "into")
    actor, other = the_actor(state, who), the_actor(state, into)
    if why := _apart(actor, other):
        raise Refused(f"{actor.name} cannot join {other.name}: they {why}.")
    left = Left(who, into)
    yield left
    yield from pass_turn(apply(state, left), state.order)
    yield Changed(into, count=other.count + actor.count, why="now counts")
    if _is_hurt(actor):
        yield from _in_front(actor, other)


def _is_hurt(actor: Actor) -> bool:
    return _behind(actor) != actor


def _in_front(actor: Actor, other: Actor) -> Iterator[Event]:
    """Put the hurt member of one group in front of the group that it joins (U-12)."""
    for game, sheet in actor.sheets.items():
        fresh = {row.id: row.marks for row in other.sheets[game].track}
        if marks := {row.id: row.marks for row in sheet.track if row.marks != fresh[row.id]}:
            yield Marked(other.id, game, marks, "has the hurt one in front")
    for condition in actor.conditions:
        if condition not in _behind(actor).conditions:
            yield Befell(other.id, condition)


def _apart(one: Actor, other: Actor) -> str:
    """Return the reason why two groups cannot be one; empty where they can (WE-90, WE-91)."""
    if one.side != other.side:
        return "are on different sides"
    if one.out or other.out:
        return "are not all up"
    if _is_hurt(one) and _is_hurt(other):
        return "both have a hurt member in front: heal one group first"
    if _numbers(one) != _numbers(other):
        return "differ in ratings or boxes"
    alone = [label for label, _ in _ails(one) ^ _ails(other)]
    return f"do not all share a condition: {join_names(sorted(alone))}" if alone else ""


def _ails(actor: Actor) -> set[tuple[str, str]]:
    """Return the conditions of a whole group, each with its game (ME-42, ME-43)."""
    return {(one.label, one.game) for one in _behind(actor).conditions}


def _numbers(actor: Actor) -> object:
    """Return the ratings and boxes that all of a group have, without its leader's wounds."""
    return {game: (dict(sheet.ratings), sheet.track) for game, sheet in _behind(actor).sheets.items()}


def _other_groups(state: State, answers: Answers) -> Sequence[Choice]:
    who = state.actors.get(text_of(answers, "who"))
    others = [actor for actor in state.actors.values() if actor.kind == "mook" and actor is not who]
    rows = [Choice(a.id, f"{a.name} ×{a.count}", _apart(who, a) if who else "") for a in others]
    return sorted(rows, key=lambda choice: choice.hint != "")


MERGE = Command(
    "merge",
    "",
    "merge groups",
    "Merge two groups of mooks into one.",
    CAST,
    _merge,
    (who_asks("Which group", wanted=_is_group, noun="group"), Ask("into", "Joined group", "one", _other_groups)),
    unless(
        lambda state: sum(actor.kind == "mook" for actor in state.actors.values()) > 1,
        "Merging needs two groups of mooks. `add` makes one.",
    ),
    rules="WE-91",
)

GROUP_COMMANDS = (COUNT, SPLIT, MERGE)
