"""The facts that change a table, one vocabulary for all games, and what each of them does to a state.

An event carries outcomes (dice that have fallen, new values), never a wish to roll or to reckon again, so a journal of
events plays back to the same table under any later version of the rules. `apply` is total: an event about somebody who
is not there leaves the state as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from wyrd_tui.engine.change import replace
from wyrd_tui.engine.state import (
    Actor,
    Bonus,
    Challenge,
    Condition,
    Hurt,
    Kind,
    Order,
    Place,
    Roll,
    Row,
    RuleValue,
    Scene,
    Sheet,
    Side,
    State,
    Trait,
    Visibility,
)


@dataclass(frozen=True, slots=True)
class Said:
    """A line for the log that changes nothing."""

    text: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice fell; the roll becomes the last one."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class Ruled:
    """The GM decided what the last roll means (WE-41), or took up or turned down what it offered."""

    ruling: str
    note: str = ""
    offers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Marked:
    """Rows of a track now carry these marks. A row that is clear again loses its penalty with its marks (WE-73).

    Attributes:
        who: The actor.
        game: Whose sheet.
        marks: New number of marks, by row id.
        why: What did it, for the log.
        damage: Points of damage, where damage did it.
        lost: Points beyond the last free box (U-14).
    """

    who: str
    game: str
    marks: Mapping[str, int]
    why: str = ""
    damage: int | None = None
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Hitting:
    """The damage that the last roll dealt to an actor has been seen to."""

    who: str


@dataclass(frozen=True, slots=True)
class Wounded:
    """What a row's penalty falls on from now on."""

    who: str
    game: str
    row: str
    hurts: tuple[Hurt, ...]


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating was set; None takes it off the sheet."""

    who: str
    game: str
    rating: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Traited:
    """A trait was gained, or its use or loss changed; `why` says which."""

    who: str
    game: str
    trait: Trait
    why: str = ""


@dataclass(frozen=True, slots=True)
class Tracked:
    """An actor's track was replaced as a whole."""

    who: str
    game: str
    track: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Usual:
    """The rating for a routine act (`attack`, `defend`) was set; an empty rating forgets it."""

    who: str
    game: str
    act: str
    rating: str


@dataclass(frozen=True, slots=True)
class Joined:
    """An actor came to the table, or was changed so much that the whole of it is given anew."""

    actor: Actor
    why: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """An actor left the table, with its place and its bonuses."""

    who: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """Plain facts of an actor changed; None leaves a field alone."""

    who: str
    name: str | None = None
    side: Side | None = None
    kind: Kind | None = None
    count: int | None = None
    player: str | None = None
    concept: str | None = None
    notes: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """An actor or a challenge is now secret, known or open to the players."""

    what: str
    visibility: Visibility


@dataclass(frozen=True, slots=True)
class Befell:
    """A condition began or changed."""

    who: str
    condition: Condition


@dataclass(frozen=True, slots=True)
class Recovered:
    """A condition ended."""

    who: str
    condition: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Gained:
    """A bonus was given."""

    bonus: Bonus


@dataclass(frozen=True, slots=True)
class Spent:
    """A bonus is gone; `why` says whether it was used, lapsed or was taken back."""

    bonus: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """A challenge was laid on the abacus, or its facts changed."""

    challenge: Challenge
    why: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """Beads of a challenge moved: this many now lie on the done side."""

    challenge: str
    done: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Settled:
    """A challenge was overcome or failed, or is live again where the outcome is empty."""

    challenge: str
    outcome: Literal["", "overcome", "failed"]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Cleared:
    """A challenge was taken off the abacus."""

    challenge: str


@dataclass(frozen=True, slots=True)
class Ordered:
    """The order was made or rearranged."""

    order: Order
    why: str = ""


@dataclass(frozen=True, slots=True)
class Turned:
    """It is somebody's turn; a later round clears who has acted."""

    who: str
    round: int


@dataclass(frozen=True, slots=True)
class Placed:
    """One place in the order changed: acted, held, actions used, a tie settled."""

    place: Place
    why: str = ""


@dataclass(frozen=True, slots=True)
class Staged:
    """A scene or an evening began or ended."""

    scene: Scene
    evening: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """Something became of a page of the book: found, fired, visited, held, begun, reached; empty takes it back."""

    page: str
    mark: str


@dataclass(frozen=True, slots=True)
class Counted:
    """A counter of the table now stands at this number."""

    name: str
    value: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """From now on the table plays by this reading of a rule."""

    rule: str
    value: RuleValue


Event = (
    Said
    | Rolled
    | Ruled
    | Marked
    | Hitting
    | Wounded
    | Rated
    | Traited
    | Tracked
    | Usual
    | Joined
    | Left
    | Changed
    | Shown
    | Befell
    | Recovered
    | Gained
    | Spent
    | Laid
    | Moved
    | Settled
    | Cleared
    | Ordered
    | Turned
    | Placed
    | Staged
    | Noted
    | Counted
    | Read
)

EVENTS: Mapping[str, type] = {kind.__name__: kind for kind in Event.__args__}

Value = TypeVar("Value")


def put(mapping: Mapping[str, Value], key: str, value: Value) -> dict[str, Value]:
    """The mapping with one more entry, or one entry changed in its place."""
    return {**mapping, key: value}


def drop(mapping: Mapping[str, Value], key: str) -> dict[str, Value]:
    """The mapping without one entry."""
    return {name: value for name, value in mapping.items() if name != key}


def _on_actor(state: State, who: str, change: Callable[[Actor], Actor]) -> State:
    actor = state.actors.get(who)
    if actor is None:
        return state
    return replace(state, actors=put(state.actors, who, change(actor)))


def _on_sheet(state: State, who: str, game: str, change: Callable[[Sheet], Sheet]) -> State:
    def changed(actor: Actor) -> Actor:
        return replace(actor, sheets=put(actor.sheets, game, change(actor.sheets.get(game, Sheet()))))

    return _on_actor(state, who, changed)


def _on_challenge(state: State, which: str, change: Callable[[Challenge], Challenge]) -> State:
    challenge = state.challenges.get(which)
    if challenge is None:
        return state
    return replace(state, challenges=put(state.challenges, which, change(challenge)))


def _said(state: State, event: Said) -> State:
    return state


def _rolled(state: State, event: Rolled) -> State:
    return replace(state, roll=event.roll)


def _ruled(state: State, event: Ruled) -> State:
    if state.roll is None:
        return state
    return replace(state, roll=replace(state.roll, ruling=event.ruling, offers=event.offers))


def _marked(state: State, event: Marked) -> State:
    def row(old: Row) -> Row:
        marks = event.marks.get(old.id)
        if marks is None:
            return old
        return replace(old, marks=marks, hurts=old.hurts if marks else ())

    return _on_sheet(
        state, event.who, event.game, lambda sheet: replace(sheet, track=tuple(row(old) for old in sheet.track))
    )


def _hitting(state: State, event: Hitting) -> State:
    if state.roll is None:
        return state
    hits = tuple(replace(hit, taken=True) if hit.who == event.who else hit for hit in state.roll.hits)
    return replace(state, roll=replace(state.roll, hits=hits))


def _wounded(state: State, event: Wounded) -> State:
    def change(sheet: Sheet) -> Sheet:
        return replace(
            sheet,
            track=tuple(replace(row, hurts=event.hurts) if row.id == event.row else row for row in sheet.track),
        )

    return _on_sheet(state, event.who, event.game, change)


def _rated(state: State, event: Rated) -> State:
    def change(sheet: Sheet) -> Sheet:
        if event.value is None:
            return replace(sheet, ratings=drop(sheet.ratings, event.rating))
        return replace(sheet, ratings=put(sheet.ratings, event.rating, event.value))

    return _on_sheet(state, event.who, event.game, change)


def _traited(state: State, event: Traited) -> State:
    def change(sheet: Sheet) -> Sheet:
        if any(trait.id == event.trait.id for trait in sheet.traits):
            traits = tuple(event.trait if trait.id == event.trait.id else trait for trait in sheet.traits)
        else:
            traits = (*sheet.traits, event.trait)
        return replace(sheet, traits=traits)

    return _on_sheet(state, event.who, event.game, change)


def _tracked(state: State, event: Tracked) -> State:
    return _on_sheet(state, event.who, event.game, lambda sheet: replace(sheet, track=event.track))


def _usual(state: State, event: Usual) -> State:
    def change(sheet: Sheet) -> Sheet:
        usual = put(sheet.usual, event.act, event.rating) if event.rating else drop(sheet.usual, event.act)
        return replace(sheet, usual=usual)

    return _on_sheet(state, event.who, event.game, change)


def _joined(state: State, event: Joined) -> State:
    return replace(state, actors=put(state.actors, event.actor.id, event.actor))


def _left(state: State, event: Left) -> State:
    order = state.order
    if any(place.who == event.who for place in order.places):
        order = replace(order, places=tuple(place for place in order.places if place.who != event.who))
    if order.turn == event.who:
        order = replace(order, turn="")
    bonuses = state.bonuses
    if any(bonus.owner == event.who for bonus in bonuses.values()):
        bonuses = {key: bonus for key, bonus in bonuses.items() if bonus.owner != event.who}
    return replace(state, actors=drop(state.actors, event.who), order=order, bonuses=bonuses)


def _changed(state: State, event: Changed) -> State:
    def change(actor: Actor) -> Actor:
        return replace(
            actor,
            name=actor.name if event.name is None else event.name,
            side=actor.side if event.side is None else event.side,
            kind=actor.kind if event.kind is None else event.kind,
            count=actor.count if event.count is None else event.count,
            player=actor.player if event.player is None else event.player,
            concept=actor.concept if event.concept is None else event.concept,
            notes=actor.notes if event.notes is None else event.notes,
        )

    return _on_actor(state, event.who, change)


def _shown(state: State, event: Shown) -> State:
    state = _on_actor(state, event.what, lambda actor: replace(actor, visibility=event.visibility))
    return _on_challenge(state, event.what, lambda challenge: replace(challenge, visibility=event.visibility))


def _befell(state: State, event: Befell) -> State:
    def change(actor: Actor) -> Actor:
        others = tuple(old for old in actor.conditions if old.id != event.condition.id)
        return replace(actor, conditions=(*others, event.condition))

    return _on_actor(state, event.who, change)


def _recovered(state: State, event: Recovered) -> State:
    def change(actor: Actor) -> Actor:
        return replace(actor, conditions=tuple(old for old in actor.conditions if old.id != event.condition))

    return _on_actor(state, event.who, change)


def _gained(state: State, event: Gained) -> State:
    return replace(state, bonuses=put(state.bonuses, event.bonus.id, event.bonus))


def _spent(state: State, event: Spent) -> State:
    return replace(state, bonuses=drop(state.bonuses, event.bonus))


def _laid(state: State, event: Laid) -> State:
    return replace(state, challenges=put(state.challenges, event.challenge.id, event.challenge))


def _moved(state: State, event: Moved) -> State:
    return _on_challenge(state, event.challenge, lambda challenge: replace(challenge, done=event.done))


def _settled(state: State, event: Settled) -> State:
    return _on_challenge(state, event.challenge, lambda challenge: replace(challenge, outcome=event.outcome))


def _cleared(state: State, event: Cleared) -> State:
    return replace(state, challenges=drop(state.challenges, event.challenge))


def _ordered(state: State, event: Ordered) -> State:
    return replace(state, order=event.order)


def _turned(state: State, event: Turned) -> State:
    order = state.order
    places = order.places
    if event.round > order.round:
        places = tuple(replace(old, acted=False) if old.acted else old for old in places)
    return replace(state, order=replace(order, turn=event.who, round=event.round, places=places))


def _placed(state: State, event: Placed) -> State:
    places = tuple(event.place if old.who == event.place.who else old for old in state.order.places)
    return replace(state, order=replace(state.order, places=places))


def _staged(state: State, event: Staged) -> State:
    return replace(state, scene=event.scene, evening=event.evening)


def _noted(state: State, event: Noted) -> State:
    marks = put(state.marks, event.page, event.mark) if event.mark else drop(state.marks, event.page)
    return replace(state, marks=marks)


def _counted(state: State, event: Counted) -> State:
    return replace(state, counters=put(state.counters, event.name, event.value))


def _read(state: State, event: Read) -> State:
    return replace(state, rules=put(state.rules, event.rule, event.value))


_APPLY: Mapping[type, Callable[..., State]] = {kind: globals()[f"_{name.lower()}"] for name, kind in EVENTS.items()}


def apply(state: State, event: Event) -> State:
    """The table after an event: pure and total."""
    return _APPLY[type(event)](state, event)


def fold(state: State, events: tuple[Event, ...]) -> State:
    """The table after all the events of one turn, and one turn later."""
    for event in events:
        state = apply(state, event)
    return replace(state, turn=state.turn + 1)
