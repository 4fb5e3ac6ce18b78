"""People in the players' recap: new names, harm, recoveries, conditions and departures of those whom players know."""

from __future__ import annotations

from collections.abc import Iterator, Set

from wyrd_tui.engine import events as e
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.harm import HEALTH_WORDS, health_of
from wyrd_tui.engine.known import STRANGER, KnownNames, is_known
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.spelling import is_respelt
from wyrd_tui.engine.state import Actor, Condition
from wyrd_tui.engine.storytelling import within
from wyrd_tui.engine.told_deed import Deed, Fall
from wyrd_tui.engine.told_harm import (
    Phrase,
    count_phrase,
    fate_phrases,
    fate_words,
    is_fall,
    is_status,
    loss_phrases,
    make_fall,
)
from wyrd_tui.engine.told_rolls import public_result
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import fit_verb, join_names, plural_verb, suits_is


def one_deed(known: KnownNames, actor: Actor, verb: str, rest: str = "") -> Deed:
    """Make the deed of an actor, with its name as it begins a sentence and the verb fitted to it."""
    return Deed(known.subject(actor.id), known.fit(actor.id, verb), rest, whose=actor.id, people=(actor.id,))


def list_changes(step: Step, decided: Set[str] = frozenset()) -> Iterator[Deed | Fall]:
    """Tell new names, harm, recoveries and departures of those whom players knew before an act.

    Args:
        step: The act.
        decided: Those whom it puts out of action, and whose fate a later act decides.
    """
    was, now = KnownNames(step.before), KnownNames(step.after)
    for who, actor in step.after.actors.items():
        old, new, earlier = was.name(who), now.name(who), step.before.actors.get(who)
        if earlier is None or earlier is actor or not (old and new) or STRANGER in (old, new):
            continue
        if (renamed := tell_new_name(now, earlier, actor, was.subject(who))) is not None:
            yield renamed
        yield from _harm(step, earlier, actor, now, decided)
        if now.is_ours(who):
            yield from _recovers(step, earlier, actor, now)
            yield from _conditions(step, earlier, actor, now)
    # People without a part in the next scene are simply not in it.
    quiet = {event.who for event in step.act.events if isinstance(event, e.Left) and event.quiet}
    for who, actor in step.before.actors.items():
        if who not in step.after.actors and who not in quiet and is_known(actor):
            yield one_deed(was, actor, "leaves")


def tell_new_name(now: KnownNames, earlier: Actor, actor: Actor, subject: str = "") -> Deed | None:
    """Tell a new name; None where it has none, or one that is the old one spelt right."""
    # A number that tells namesakes apart is no new name.
    plain = actor.name.rstrip("0123456789 ")
    if earlier.name in (actor.name, plain) or is_respelt(earlier.name, plain):
        return None
    ours, new = actor.side == "party", within(now.subject(actor.id))
    verb, rest = ("goes", f"by {new} from now on") if ours else ("turns", f"out to be {new}")
    return Deed(subject or earlier.name, fit_verb(earlier, verb), rest, people=(actor.id,))


def list_rests(step: Step) -> Iterator[Deed]:
    """Tell who of the party has rested, in games that roll nothing for it."""
    now = KnownNames(step.after)
    healed = [one for one in step.act.events if isinstance(one, e.Marked) and now.is_ours(one.who)]
    for game in dict.fromkeys(one.game for one in healed):
        if verb := voice_of(game).rests.get(step.act.command):
            who = list(dict.fromkeys(one.who for one in healed if one.game == game))
            yield Deed(now.names(who), verb if len(who) == 1 else plural_verb(verb), people=now.people(who))


# ------------------------------------------------------------------ harm


def _harm(step: Step, earlier: Actor, actor: Actor, now: KnownNames, decided: Set[str]) -> Iterator[Deed | Fall]:
    fallen = earlier.count - actor.count if actor.kind == "mook" else 0
    ours = now.is_ours(actor.id)
    fates = [one for one in _fates(earlier, actor) if ours or (actor.visibility == "open" and is_status(one))]
    if ours:
        # Harm, and what becomes of somebody by it, is one event.
        harm = list(_damage(step, earlier, actor, now))
        yield from (deed._replace(at_once=deed is not harm[-1] or (actor.out and bool(fates))) for deed in harm)
    if is_fall(earlier, actor.count, fallen):
        struck = any(isinstance(event, e.Marked) and event.who == actor.id for event in step.act.events)
        yield make_fall(replace(earlier, name=now.own_name(actor)), fallen, actor.count, struck=struck)
    elif actor.out and fates:
        # A condition that comes with a fate, such as a risk, stands in its phrase until the fate is decided.
        open_ = ours and actor.id not in decided
        beside = [one for one in _begun(earlier, actor) if suits_is(one.label)] if open_ else []
        became = [_deed_of(now, actor, phrase) for phrase in fate_phrases([*fates, *beside])]
        yield from (deed._replace(at_once=deed is not became[-1], last=deed is became[-1]) for deed in became)
    elif actor.out and not earlier.out:
        yield one_deed(now, actor, "is", "out of the fight")
    elif earlier.out and not actor.out:
        yield from _rises(earlier, actor, now)
    elif not ours and health_of(actor) == "badly" != health_of(earlier):
        yield one_deed(now, actor, "is", HEALTH_WORDS["badly"])


def _damage(step: Step, earlier: Actor, actor: Actor, now: KnownNames) -> Iterator[Deed]:
    """Tell damage of the party that no hit has told, each new wound of a member, and rows that are scratched out."""
    dealt = [one for one in step.act.events if isinstance(one, e.Marked) and one.who == actor.id and one.damage]
    taken = [one.roll for one in step.act.events if isinstance(one, e.Hitting) and one.who == actor.id]
    told = any(roll.number in taken and public_result(roll, now) is not None for roll in step.before.rolls)
    for game in actor.sheets:
        points = sum(one.damage or 0 for one in dealt if one.game == game)
        rows = [row for row in _changes(earlier, actor, game) if row.struck or (points and row.marks > 0)]
        boxes = not voice_of(game).points and not any(row.penalty for row in rows)
        if not (boxes and told):
            yield from (_deed_of(now, actor, phrase) for phrase in loss_phrases(game, rows, points))


def _changes(earlier: Actor, actor: Actor, game: str) -> Iterator[Row]:
    """Yield the rows of a sheet that an act has changed, each with the marks added and whether it was scratched out."""
    before = {row.id: row for row in earlier.sheets[game].track} if game in earlier.sheets else {}
    for row in actor.sheets[game].track:
        old = before.get(row.id, replace(row, marks=0))
        if row.marks != old.marks or row.struck != old.struck:
            yield replace(row, marks=row.marks - old.marks, struck=row.struck and not old.struck)


def _fates(earlier: Actor, actor: Actor) -> Iterator[Condition]:
    """Find what became of somebody who is out of action: the conditions that are new, or have other words."""
    return (one for one in _new_conditions(earlier, actor) if one.out)


def _new_conditions(earlier: Actor, actor: Actor) -> Iterator[Condition]:
    # A condition that only has another level, such as a Buildup, is no new one.
    known = {(one.game, one.id, _state_words(one)) for one in earlier.conditions}
    for one in actor.conditions:
        new = (one.game, one.id, _state_words(one)) not in known
        if new and one.label.strip() and one.id not in voice_of(one.game).silent_conditions:
            yield one


# ------------------------------------------------------------------ recoveries and conditions


def _rises(earlier: Actor, actor: Actor, now: KnownNames) -> Iterator[Deed]:
    """Tell that a character acts again, with the fates that last; nothing after a fight left by choice."""
    fates = {one.id: one for one in earlier.conditions if one.out}
    if fates and all(one.id in voice_of(one.game).chosen_fates for one in fates.values()):
        return
    still = [fate_words(fates[one.id]) for one in actor.conditions if one.id in fates]
    verb, rest = ("can", f"act again, still {join_names(still)}") if still else ("gets", "up again")
    yield one_deed(now, actor, verb, rest)


def _recovers(step: Step, earlier: Actor, actor: Actor, now: KnownNames) -> Iterator[Deed]:
    """Tell what a member of the party gets back in the midst of a scene; what its end clears is no news."""
    healed = [one for one in step.act.events if isinstance(one, e.Marked) and one.who == actor.id and not one.damage]
    for game in actor.sheets:
        before = {row.id: row.struck for row in earlier.sheets[game].track} if game in earlier.sheets else {}
        if back := [row.label for row in actor.sheets[game].track if before.get(row.id) and not row.struck]:
            yield one_deed(now, actor, "gets", f"{join_names(back)} back")
        rows = list(_changes(earlier, actor, game))
        moved = any(row.marks > 0 for row in rows)
        rested = step.act.command in voice_of(game).rests
        if not (moved or rested or _turns_a_page(step)) and any(one.game == game for one in healed):
            gone = [replace(row, marks=-row.marks) for row in rows if row.marks < 0]
            yield from (_deed_of(now, actor, phrase) for phrase in _gains(game, gone))


def _deed_of(now: KnownNames, actor: Actor, phrase: Phrase) -> Deed:
    return one_deed(now, actor, phrase.verb, phrase.rest)._replace(counted=phrase.counted)


def _gains(game: str, rows: list[Row]) -> Iterator[Phrase]:
    """Tell rows by the marks that are gone from them; a wound that heals stands for all of it."""
    if rows and voice_of(game).points:
        yield count_phrase("regains", [(row.marks, row.label) for row in rows])
    elif wounds := [f"a {row.label.casefold()}" for row in rows if row.penalty]:
        yield Phrase("recovers", f"from {join_names(wounds)} wound")
    elif rows:
        yield count_phrase("clears", [(row.marks, row.label.casefold()) for row in rows])


def _conditions(step: Step, earlier: Actor, actor: Actor, now: KnownNames) -> Iterator[Deed]:
    """Tell the conditions of a member of the party that begin, and those that end in the midst of a scene."""
    begun = list(_begun(earlier, actor))
    for one in begun if not any(_fates(earlier, actor)) else ():
        # A phrase such as *hears the hum* has a verb of its own.
        words = _state_words(one)
        yield one_deed(now, actor, "is", words) if suits_is(words) else one_deed(now, actor, "", one.label)
    # A condition that ends with a turn or a scene is no news.
    by_itself = _turns_a_page(step) or any(isinstance(event, e.Turned) for event in step.act.events)
    if begun or actor.out or earlier.out or by_itself:
        return
    left = {one.id for one in actor.conditions}
    for one in _lasting(earlier):
        if one.id not in left and suits_is(_state_words(one)):
            yield one_deed(now, actor, "is", f"no longer {_state_words(one)}")


def _begun(earlier: Actor, actor: Actor) -> Iterator[Condition]:
    """Find the conditions that are new and put nobody out of action."""
    lasting = list(_lasting(actor))
    return (one for one in _new_conditions(earlier, actor) if one in lasting)


def _lasting(actor: Actor) -> Iterator[Condition]:
    """Find the conditions that are a story: none that a number such as a Load brings, and no absence."""
    for one in actor.conditions:
        voice = voice_of(one.game)
        silent = one.out or one.automatic or one.id in (*voice.silent_conditions, voice.away_condition)
        if not silent and one.label.strip():
            yield one


def _state_words(one: Condition) -> str:
    """Return the label of a condition without its level."""
    return fate_words(one).removesuffix(f" {one.level}")


def _turns_a_page(step: Step) -> bool:
    """Tell whether a fight, a scene or an evening begins or ends with an act."""
    return any(isinstance(event, e.Staged) and event.cause != "named" for event in step.act.events)
