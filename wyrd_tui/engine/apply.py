"""The effect of each event on a state: pure and total.

An event about an actor who is not at the table leaves the state as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce

from wyrd_tui.engine.entries import with_entry, with_or_without, without_entry
from wyrd_tui.engine.events import (
    Away,
    Befell,
    Changed,
    Cleared,
    Closed,
    Counted,
    Event,
    Gained,
    Hitting,
    Joined,
    Laid,
    Left,
    Marked,
    Moved,
    Noted,
    Opened,
    Ordered,
    Placed,
    Prepared,
    Rated,
    Read,
    Recovered,
    Remembered,
    Rolled,
    Ruled,
    Said,
    Settled,
    Shown,
    Spent,
    Staged,
    Struck,
    Tracked,
    Traited,
    Turned,
    Usual,
    Wounded,
)
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.handles import free_id, remember_handles
from wyrd_tui.engine.known import keep_seen
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.page import RULE, SCENE_TITLE, VISITED
from wyrd_tui.engine.remembered_harm import harming
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.told_rolls import list_unseen, public_roll, remember_title, without_unseen


def _on_actor(state: State, who: str, change: Callable[[Actor], Actor]) -> State:
    actor = state.actors.get(who)
    if actor is None:
        return state
    return replace(state, actors=with_entry(state.actors, who, change(actor)))


def _on_sheet(state: State, who: str, game: str, change: Callable[[Sheet], Sheet]) -> State:
    def changed(actor: Actor) -> Actor:
        return replace(actor, sheets=with_entry(actor.sheets, game, change(actor.sheets.get(game, Sheet()))))

    return _on_actor(state, who, changed)


def _on_challenge(state: State, which: str, change: Callable[[Challenge], Challenge]) -> State:
    challenge = state.challenges.get(which)
    if challenge is None:
        return state
    return replace(state, challenges=with_entry(state.challenges, which, change(challenge)))


def _rolled(state: State, event: Rolled) -> State:
    # Dice that are kept, drawn to or thrown again are of the act that threw them first.
    roll = event.roll if event.roll.number else replace(event.roll, number=state.acts + 1)
    who, rating = roll.score.who, roll.score.rating
    state = _on_challenge(state, roll.challenge, lambda rod: replace(rod, rolled=with_entry(rod.rolled, who, rating)))
    if state.roll_of(roll.number) is not None:
        return _on_roll(state, roll.number, lambda old: replace(roll, unseen=old.unseen))
    roll = replace(roll, unseen=list_unseen(state, roll))
    return replace(state, rolls=(*state.asked_rolls, roll), told=public_roll(state))


def _on_roll(state: State, act: int, change: Callable[[Roll], Roll]) -> State:
    return replace(state, rolls=tuple(change(old) if old.number == act else old for old in state.rolls))


def _ruled(state: State, event: Ruled) -> State:
    def change(old: Roll) -> Roll:
        return replace(old, ruling=event.ruling, offers=event.offers, hits=event.hits or old.hits)

    return _on_roll(state, event.roll, change)


def _on_rows(state: State, event: Marked | Struck | Wounded, change: Callable[[Row], Row]) -> State:
    def changed(sheet: Sheet) -> Sheet:
        return replace(sheet, track=tuple(map(change, sheet.track)))

    return _on_sheet(state, event.who, event.game, changed)


def _marked(state: State, event: Marked) -> State:
    def change(row: Row) -> Row:
        marks = event.marks.get(row.id)
        return row if marks is None else replace(row, marks=marks, hurts=row.hurts if marks else ())

    return _on_rows(state, event, change)


def _struck(state: State, event: Struck) -> State:
    return _on_rows(state, event, lambda row: replace(row, struck=event.struck) if row.id == event.row else row)


def _hitting(state: State, event: Hitting) -> State:
    def change(roll: Roll) -> Roll:
        return replace(roll, hits=tuple(replace(hit, taken=True) if hit.who == event.who else hit for hit in roll.hits))

    return _on_roll(state, event.roll, change)


def _wounded(state: State, event: Wounded) -> State:
    return _on_rows(state, event, lambda row: replace(row, hurts=event.hurts) if row.id == event.row else row)


def _rated(state: State, event: Rated) -> State:
    def change(sheet: Sheet) -> Sheet:
        return replace(sheet, ratings=with_or_without(sheet.ratings, event.rating, event.value))

    return _on_sheet(state, event.who, event.game, change)


def _traited(state: State, event: Traited) -> State:
    def change(sheet: Sheet) -> Sheet:
        traits = {trait.id: trait for trait in (*sheet.traits, event.trait)}
        return replace(sheet, traits=tuple(traits.values()))

    return _on_sheet(state, event.who, event.game, change)


def _tracked(state: State, event: Tracked) -> State:
    return _on_sheet(state, event.who, event.game, lambda sheet: replace(sheet, track=event.track))


def _usual(state: State, event: Usual) -> State:
    def change(sheet: Sheet) -> Sheet:
        return replace(sheet, usual=with_or_without(sheet.usual, event.act, event.rating or None))

    return _on_sheet(state, event.who, event.game, change)


def _joined(state: State, event: Joined) -> State:
    known = state.actors.get(event.actor.id)
    state = free_id(state, event.actor.id)
    after = replace(state, actors=with_entry(state.actors, event.actor.id, event.actor))
    return after if known is not None and known.side == event.actor.side else remember_handles(state, after)


def _left(state: State, event: Left) -> State:
    who, actor = event.who, state.actors.get(event.who)
    if actor is None:
        return state
    departed = state.departed if event.into else with_entry(state.departed, who, actor)
    bonuses = {key: bonus for key, bonus in state.bonuses.items() if bonus.owner != who}
    dismissed = state.dismissed
    if event.dismissed and who in state.book.cast and who not in dismissed:
        dismissed = (*dismissed, who)
    actors, order = without_entry(state.actors, who), state.order.without((who,))
    after = replace(state, actors=actors, departed=departed, order=order, bonuses=bonuses, dismissed=dismissed)
    return remember_handles(state, after)


def _away(state: State, event: Away) -> State:
    return replace(state, departed=with_entry(state.departed, event.actor.id, event.actor))


def _prepared(state: State, event: Prepared) -> State:
    cast = with_entry(state.book.cast, event.actor.id, event.actor)
    return replace(state, book=replace(state.book, cast=cast))


def _changed(state: State, event: Changed) -> State:
    def change(actor: Actor) -> Actor:
        return replace(
            actor,
            name=actor.name if event.name is None else event.name,
            side=actor.side if event.side is None else event.side,
            kind=actor.kind if event.kind is None else event.kind,
            count=actor.count if event.count is None else event.count,
            fallen=_fallen(actor, event.count, event.fallen),
            player=actor.player if event.player is None else event.player,
            concept=actor.concept if event.concept is None else event.concept,
            notes=actor.notes if event.notes is None else event.notes,
            details={head: text for head, text in {**actor.details, **event.details}.items() if text},
        )

    after = _on_actor(state, event.who, change)
    same = event.side is None and event.kind is None
    return after if same or after is state else remember_handles(state, after)


def _fallen(actor: Actor, count: int | None, fell: int) -> int:
    """Return how many have fallen once `count` are up and `fell` more are down; a group that parts begins anew."""
    if count is None or fell:
        return actor.fallen + fell
    return max(0, actor.fallen + actor.count - count) if count >= actor.count else 0


def _shown(state: State, event: Shown) -> State:
    if any(page.id == event.what and (event.page or page.kind == RULE) for page in state.book.pages):
        pages = (replace(p, public=event.visibility == "open") if p.id == event.what else p for p in state.book.pages)
        others = tuple(old for old in state.shown if old != event.what)
        shown = (*others, event.what) if event.visibility == "open" else others
        state = replace(state, book=replace(state.book, pages=tuple(pages)), shown=shown)
    if event.page:
        return state
    if event.what == SCENE_TITLE:
        return replace(state, scene=replace(state.scene, public=event.visibility == "open"))
    # Players see the roll of an actor whom the act itself makes known.
    state = _on_roll(state, state.acts + 1, lambda roll: without_unseen(roll, event.what))
    state = _on_actor(state, event.what, lambda actor: replace(actor, visibility=event.visibility))
    return _on_challenge(state, event.what, lambda challenge: replace(challenge, visibility=event.visibility))


def _befell(state: State, event: Befell) -> State:
    def change(actor: Actor) -> Actor:
        others = tuple(old for old in actor.conditions if not event.replaces(old))
        return replace(actor, conditions=(*others, event.condition))

    return _on_actor(state, event.who, change)


def _recovered(state: State, event: Recovered) -> State:
    def change(actor: Actor) -> Actor:
        return replace(actor, conditions=tuple(old for old in actor.conditions if not event.ends(old)))

    return _on_actor(state, event.who, change)


def _gained(state: State, event: Gained) -> State:
    return replace(state, bonuses=with_entry(state.bonuses, event.bonus.id, event.bonus))


def _spent(state: State, event: Spent) -> State:
    return replace(state, bonuses=without_entry(state.bonuses, event.bonus))


def _laid(state: State, event: Laid) -> State:
    return replace(state, challenges=with_entry(state.challenges, event.challenge.id, event.challenge))


def _moved(state: State, event: Moved) -> State:
    return _on_challenge(state, event.challenge, lambda challenge: replace(challenge, done=event.done))


def _settled(state: State, event: Settled) -> State:
    return _on_challenge(state, event.challenge, lambda challenge: replace(challenge, outcome=event.outcome))


def _cleared(state: State, event: Cleared) -> State:
    overcome, withdrawn, book, which = state.overcome, state.withdrawn, state.book, event.challenge
    if event.left == "overcome" and which not in overcome:
        overcome = (*overcome, which)
    if event.left == "withdrawn" and which not in withdrawn:
        withdrawn = (*withdrawn, which)
    if which in book.challenges and which in state.challenges and state.challenges[which].outcome == "failed":
        prepared = replace(book.challenges[which], failed_before=True)
        book = replace(book, challenges=with_entry(book.challenges, which, prepared))
    left, rolls = without_entry(state.challenges, which), remember_title(state, which)
    return replace(state, challenges=left, overcome=overcome, withdrawn=withdrawn, rolls=rolls, book=book)


def _ordered(state: State, event: Ordered) -> State:
    return replace(state, order=keep_seen(state, event.order))


def _turned(state: State, event: Turned) -> State:
    order = state.order
    places = order.places
    if event.round > order.round:
        places = tuple(replace(old, acted=False) if old.acted else old for old in places)
    return replace(state, order=keep_seen(state, replace(order, turn=event.who, round=event.round, places=places)))


def _placed(state: State, event: Placed) -> State:
    places = tuple(event.place if old.who == event.place.who else old for old in state.order.places)
    return replace(state, order=replace(state.order, places=places))


def _staged(state: State, event: Staged) -> State:
    begins = (event.scene.number, event.evening) != (state.scene.number, state.evening)
    rolls, told, harms = (state.asked_rolls, None, ()) if begins else (state.rolls, state.told, state.harms)
    return replace(state, scene=event.scene, evening=event.evening, rolls=rolls, told=told, harms=harms)


def _noted(state: State, event: Noted) -> State:
    marks = with_or_without(state.marks, event.page, event.mark or None)
    visits = with_entry(state.visits, event.page, state.scene.number) if event.mark == VISITED else state.visits
    return replace(state, marks=marks, visits=visits)


def _remembered(state: State, event: Remembered) -> State:
    return replace(state, memory=with_entry(state.memory, event.memory.game, event.memory))


def _opened(state: State, event: Opened) -> State:
    return replace(state, open=(*(old for old in state.open if old != event.matter), event.matter))


def _closed(state: State, event: Closed) -> State:
    return replace(state, open=tuple(old for old in state.open if old != event.matter))


def _counted(state: State, event: Counted) -> State:
    return replace(state, counters=with_entry(state.counters, event.name, event.value))


def _read(state: State, event: Read) -> State:
    return replace(state, rules=with_entry(state.rules, event.rule, event.value))


CHANGES: Mapping[type, Callable[..., State]] = {
    Said: lambda state, event: state,
    Rolled: _rolled,
    Ruled: _ruled,
    Marked: harming(_marked),
    Struck: harming(_struck),
    Hitting: _hitting,
    Wounded: _wounded,
    Rated: _rated,
    Traited: _traited,
    Tracked: _tracked,
    Usual: _usual,
    Joined: _joined,
    Left: _left,
    Away: _away,
    Prepared: _prepared,
    Changed: harming(_changed),
    Shown: _shown,
    Befell: harming(_befell),
    Recovered: _recovered,
    Gained: _gained,
    Spent: _spent,
    Laid: _laid,
    Moved: _moved,
    Settled: _settled,
    Cleared: _cleared,
    Ordered: _ordered,
    Turned: _turned,
    Placed: _placed,
    Staged: _staged,
    Noted: _noted,
    Remembered: _remembered,
    Opened: _opened,
    Closed: _closed,
    Counted: _counted,
    Read: _read,
}
"""The effect of each kind of event on a table."""


def apply(state: State, event: Event) -> State:
    """Return the table after an event."""
    return CHANGES[type(event)](state, event)


class AppliedEvent(NamedTuple):
    """An event with the table before and after it."""

    event: Event
    before: State
    after: State


def apply_each(state: State, events: Iterable[Event]) -> Iterator[AppliedEvent]:
    """Apply events one by one, each to the table that the events before it made."""
    for event in events:
        after = apply(state, event)
        yield AppliedEvent(event, state, after)
        state = after


def fold(state: State, events: Iterable[Event]) -> State:
    """Apply the events of one act, and count the act."""
    return replace(reduce(apply, events, state), acts=state.acts + 1)
