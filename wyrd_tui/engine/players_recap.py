"""Recap of a table for its players: the story scene by scene, of what they may see alone.

Every name comes from `KnownNames` and every fact from the players' view as it stood after the act, so that nothing is
told that players did not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from wyrd_tui.engine import events as e
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.known import STRANGER, KnownNames, is_known
from wyrd_tui.engine.page import PAGE_KINDS, RULE
from wyrd_tui.engine.player_view import (
    PlayerView,
    SeenPage,
    came_true,
    hurt_words,
    player_view,
)
from wyrd_tui.engine.public_standing import list_standing, still_open
from wyrd_tui.engine.recap import list_parts
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.spelling import is_respelt
from wyrd_tui.engine.state import Actor, Challenge, Condition, Roll, State
from wyrd_tui.engine.storytelling import Deed, Fall, tell
from wyrd_tui.engine.told_rolls import public_result
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import common_noun, fit_verb, join_names, names_group, plural_of, plural_verb, short_name


class Chapter(NamedTuple):
    """A scene as players know it: its heading and its sentences."""

    title: str
    sentences: tuple[str, ...]


class PlayersRecap(NamedTuple):
    """The recap: title of the table, chapters of the story, and the facts that stand at its end."""

    title: str
    chapters: tuple[Chapter, ...]
    people: tuple[str, ...]
    challenges: tuple[str, ...]


class _Key(NamedTuple):
    """The source of a deed; a later deed of the same source takes its place.

    Attributes:
        act: Number of the act; 0 for a roll, which later acts tell anew.
        at: Place among the deeds of its kind in the act.
        roll: Number of the roll.
        challenge: Id of the challenge that was decided.
        page: Title of the page that was shown.
    """

    act: int = 0
    at: int = 0
    roll: int = 0
    challenge: str = ""
    page: str = ""


_ARRIVES = -1
"""Place of an arrival before the deed that brought it."""


def recap_for_players(state: State, steps: Iterable[Step]) -> PlayersRecap:
    """Tell a table to its players.

    Args:
        state: The table now.
        steps: Steps done and not undone, oldest first.
    """
    view = player_view(state)
    return PlayersRecap(
        view.title or "The table",
        tuple(list_chapters(steps)),
        tuple(list_standing(view.party)),
        tuple(still_open(rod) for rod in view.challenges if rod.open and rod.needed and not rod.outcome),
    )


# ------------------------------------------------------------------ the story


def list_chapters(steps: Iterable[Step]) -> Iterator[Chapter]:
    """Tell steps scene by scene; a scene of which players saw nothing is left out."""
    landed = _landed(steps := list(steps))
    read: dict[str, str] = {}
    state, after = State(), PlayerView()
    for part in list_parts(steps):
        told: dict[_Key, Deed | Fall] = {}
        short: dict[str, str] = {}
        met: dict[str, Actor] = {}
        title = "Between scenes"
        for step in part.steps:
            before = after if step.before is state else player_view(step.before)
            state, after = step.after, player_view(step.after)
            if part.scene:
                begins = step.before.scene.number != state.scene.number or step.before.evening != state.evening
                title = (before if begins else after).scene
            short |= _short_names(state)
            for page in before.pages:
                read.setdefault(page.title, page.text)
            for event in step.act.events:
                if isinstance(event, e.Settled) and not event.outcome:
                    # A challenge that is live again was not decided.
                    told = {key: deed for key, deed in told.items() if key.challenge != event.challenge}
            # Dice that are thrown again tell their own result in place of the first.
            told |= dict(_told(step, after, landed, met))
            told |= dict(_pages(step, after.pages, read, next(reversed(told), _Key()).page))
            met = {who: met[who] for who in met if who in state.actors} | {
                who: actor for who, actor in state.actors.items() if is_known(actor)
            }
        if told:
            heading = title if part.evening == 1 else f"Evening {part.evening}: {title}"
            yield Chapter(heading, tuple(tell(told.values(), short)))


def _landed(steps: Sequence[Step]) -> frozenset[int]:
    """Return the numbers of the rolls whose hits were taken as damage, or can still be."""
    taken = {
        event.roll
        for step in steps
        for event in step.act.events
        if isinstance(event, e.Hitting) and any(isinstance(one, e.Marked) and one.damage for one in step.act.events)
    }
    now = steps[-1].after if steps else State()
    waiting = {
        one.roll for one in now.open if (roll := now.roll_of(one.roll)) and one.who in {hit.who for hit in roll.hits}
    }
    return frozenset(taken | waiting)


def _short_names(state: State) -> dict[str, str]:
    """Return the short names of single people whom players know, by their whole names."""
    known = [actor for actor in state.actors.values() if is_known(actor)]
    names = KnownNames(state)
    return {actor.name: short_name(actor, known) for actor in known if names.name(actor.id) == actor.name}


def _told(
    step: Step, after: PlayerView, landed: frozenset[int], met: Mapping[str, Actor]
) -> Iterator[tuple[_Key, Deed | Fall]]:
    """Tell what players saw of an act, each deed with a key of its own; `met` are those whom the scene has had."""
    number, named = step.act.number, set[str]()
    rolls, newcomers = list(_rolls(step)), _newcomers(step)
    # Who was hidden and shown again has been there all the time.
    came = [who for who in newcomers if who not in met]
    again = [_renamed(KnownNames(step.after), met[who], step.after.actors[who]) for who in newcomers if who in met]
    # Who comes into sight by a deed is seen before it is done.
    acts = any(score.who in came for roll in rolls for score in (roll.score, *roll.against))
    arrival = [*_arrival(step, came), *filter(None, again)]
    if acts:
        yield from ((_Key(number, _ARRIVES), deed) for deed in arrival)
    for roll in rolls:
        result = _result(step, roll)
        if result is not None and roll.act not in voice_of(roll.game).untold_rolls:
            named.add(result.challenge)
            if roll.hits and roll.number not in landed:
                result = result._replace(rest=f"{result.rest} without effect", hits="", fells="")
            yield _Key(roll=roll.number), result
    for at, deed in enumerate((*(() if acts else arrival), *_people(step), *_rest(step))):
        yield _Key(number, at), deed
    for event in step.act.events:
        if isinstance(event, e.Settled) and event.outcome:
            for at, deed in enumerate(_outcomes(step, event, named)):
                yield _Key(number, at, challenge=event.challenge), deed


def _rolls(step: Step) -> Iterator[Roll]:
    """Yield the roll that an act made, or the earlier one that it changed, as it stands after the act."""
    numbers = [event.roll.number or step.act.number for event in step.act.events if isinstance(event, e.Rolled)]
    ruled = [event.roll for event in step.act.events if isinstance(event, e.Ruled)]
    for number in dict.fromkeys((*numbers, *ruled)):
        if (roll := step.after.roll_of(number)) is not None:
            yield roll


def _result(step: Step, roll: Roll) -> Deed | None:
    """Return the result of a roll, also where its challenge left the abacus with the act."""
    there = replace(step.after, challenges={**step.before.challenges, **step.after.challenges})
    return public_result(roll, KnownNames(there))


def _newcomers(step: Step) -> list[str]:
    """List those outside the party whom players know since an act."""
    was, now = KnownNames(step.before), KnownNames(step.after)
    return [
        who
        for who, actor in step.after.actors.items()
        if actor.side != "party"
        and now.name(who) not in ("", STRANGER)
        and (who not in step.before.actors or was.name(who) in ("", STRANGER))
    ]


def _arrival(step: Step, came: Sequence[str]) -> Iterator[Deed]:
    now = KnownNames(step.after)
    if len(came) == 1:
        yield _does(now, step.after.actors[came[0]], "appears")._replace(at_once=True)
    elif came:
        first, *rest = came
        yield Deed(join_names([now.subject(first), *map(now.whom, rest)]), "appear", at_once=True)


def _people(step: Step) -> Iterator[Deed | Fall]:
    """Tell new names, harm and departures of those whom players knew before an act."""
    was, now = KnownNames(step.before), KnownNames(step.after)
    for who, actor in step.after.actors.items():
        old, new, earlier = was.name(who), now.name(who), step.before.actors.get(who)
        if earlier is None or not (old and new) or STRANGER in (old, new):
            continue
        if (renamed := _renamed(now, earlier, actor, was.subject(who))) is not None:
            yield renamed
        yield from _harm(step, earlier, actor, now)
    # Those whom the next scene has no part for are simply not in it.
    quiet = {event.who for event in step.act.events if isinstance(event, e.Left) and event.quiet}
    for who, actor in step.before.actors.items():
        if who not in step.after.actors and who not in quiet and is_known(actor):
            yield _does(was, actor, "leaves")


def _renamed(now: KnownNames, earlier: Actor, actor: Actor, subject: str = "") -> Deed | None:
    """Tell a new name; None where it has none, or one that is the old one spelt right."""
    # A number that tells namesakes apart is no new name.
    plain = actor.name.rstrip("0123456789 ")
    if earlier.name in (actor.name, plain) or is_respelt(earlier.name, plain):
        return None
    ours, new = actor.side == "party", now.name(actor.id)
    verb, rest = ("goes", f"by {new} from now on") if ours else ("turns", f"out to be {new}")
    return Deed(subject or earlier.name, fit_verb(earlier, verb), rest)


def _rest(step: Step) -> Iterator[Deed]:
    """Tell who of the party has rested, in games that roll nothing for it."""
    now = KnownNames(step.after)
    healed = [one for one in step.act.events if isinstance(one, e.Marked) and now.is_ours(one.who)]
    for game in dict.fromkeys(one.game for one in healed):
        if verb := voice_of(game).rests.get(step.act.command):
            who = list(dict.fromkeys(one.who for one in healed if one.game == game))
            yield Deed(now.names(who), verb if len(who) == 1 else plural_verb(verb))


def _does(known: KnownNames, actor: Actor, verb: str, rest: str = "") -> Deed:
    return Deed(known.subject(actor.id), known.fit(actor.id, verb), rest)


def _harm(step: Step, earlier: Actor, actor: Actor, now: KnownNames) -> Iterator[Deed | Fall]:
    fallen = earlier.count - actor.count if actor.kind == "mook" else 0
    ours = now.is_ours(actor.id)
    fates = [one for one in _fates(earlier, actor) if ours or (actor.visibility == "open" and _is_status(one))]
    if ours:
        # Harm, and what becomes of somebody by it, is one event.
        harm = [*_damage(step, earlier, actor, now), *_scratched(earlier, actor, now)]
        yield from (deed._replace(at_once=deed is harm[-1] and actor.out and bool(fates)) for deed in harm)
    if fallen > 0 and (actor.count > 0 or fallen > 1 or names_group(earlier)):
        yield _fall(earlier, fallen, step)
    elif actor.out and fates:
        yield from _became(actor, fates, now)
    elif actor.out and not earlier.out:
        yield _does(now, actor, "is", "out of the fight")
    elif earlier.out and not actor.out:
        yield from _rises(earlier, actor, now)
    elif not ours and hurt_words(actor) == "badly hurt" != hurt_words(earlier):
        yield _does(now, actor, "is", "badly hurt")


def _became(actor: Actor, fates: Sequence[Condition], now: KnownNames) -> Iterator[Deed]:
    """Tell the fates of somebody in one phrase, and those that are deeds in another."""
    for verb, done in (("is", False), ("has", True)):
        if words := [_fate_words(one) for one in fates if _is_done(one) is done]:
            yield _does(now, actor, verb, join_names(words))._replace(at_once=True)


def _rises(earlier: Actor, actor: Actor, now: KnownNames) -> Iterator[Deed]:
    """Tell that a character acts again, with the fates that last; nothing after a fight left by choice."""
    fates = {one.id: one for one in earlier.conditions if one.out}
    if fates and all(one.id in voice_of(one.game).chosen_fates for one in fates.values()):
        return
    still = [_fate_words(fates[one.id]) for one in actor.conditions if one.id in fates]
    yield _does(now, actor, "is", f"up again, still {join_names(still)}" if still else "up again")


def _fates(earlier: Actor, actor: Actor) -> Iterator[Condition]:
    """Find what became of somebody who is out of action: the conditions that are new, or have other words."""
    known = {(one.game, one.id, one.label) for one in earlier.conditions}
    for one in actor.conditions:
        new = (one.game, one.id, one.label) not in known
        if one.out and new and one.label.strip() and one.id not in voice_of(one.game).silent_conditions:
            yield one


def _is_done(fate: Condition) -> bool:
    """Tell if a fate is a deed of its owner, so that they *have* retreated or fallen."""
    voice = voice_of(fate.game)
    return fate.id in voice.chosen_fates or fate.id in voice.fates_done


def _fate_words(fate: Condition) -> str:
    """Return the label of a fate; a status is a word like any other, several words of the table stay as typed."""
    return (common_noun(fate.label) if _is_status(fate) else fate.label).replace(": ", ", ")


def _is_status(fate: Condition) -> bool:
    """Tell if a fate is a status of the rules, and no words of the table."""
    return fate.id in voice_of(fate.game).meanings or fate.id == fate.label.casefold()


def _scratched(earlier: Actor, actor: Actor, now: KnownNames) -> Iterator[Deed]:
    """Tell the rows of a member of the party that were scratched out, or are so no longer."""
    for game, sheet in actor.sheets.items():
        before = {row.id: row.struck for row in earlier.sheets[game].track} if game in earlier.sheets else {}
        for row in sheet.track:
            if row.struck != before.get(row.id, row.struck):
                verb, back = ("has", "scratched out") if row.struck else ("gets", "back")
                yield _does(now, actor, verb, f"{row.label} {back}")


def _fall(group: Actor, fallen: int, step: Step) -> Fall:
    noun, left = common_noun(group.name), group.count - fallen
    struck = any(isinstance(event, e.Marked) and event.who == group.id for event in step.act.events)
    if not names_group(group):
        return Fall(noun, plural_of(noun), fallen, left, group.id, struck)
    of_them = f"of the {noun[len('the ') :] if noun.casefold().startswith('the ') else noun}"
    return Fall(of_them, of_them, fallen, left, group.id, struck)


def _damage(step: Step, earlier: Actor, actor: Actor, now: KnownNames) -> Iterator[Deed]:
    """Tell damage of the party that no hit has told, and each new wound of a member."""
    dealt = [one for one in step.act.events if isinstance(one, e.Marked) and one.who == actor.id and one.damage]
    if not dealt:
        return
    taken = [one.roll for one in step.act.events if isinstance(one, e.Hitting) and one.who == actor.id]
    told = any(roll.number in taken and public_result(roll, now) is not None for roll in step.before.rolls)
    boxes = sum(one.damage or 0 for one in dealt if not voice_of(one.game).points)
    for game in actor.sheets:
        if voice_of(game).points and (lost := [f"{points} {row.label}" for row, points in _lost(earlier, actor, game)]):
            yield _does(now, actor, "loses", join_names(lost))
    if wounds := [f"a {row.label.casefold()}" for row in _new_wounds(earlier, actor)]:
        yield _does(now, actor, "suffers", f"{join_names(wounds)} wound")
    elif boxes and not told:
        yield _does(now, actor, "takes", f"{boxes} damage")


def _lost(earlier: Actor, actor: Actor, game: str) -> list[tuple[Row, int]]:
    """List the rows of a sheet that an act has marked, each with the number of marks added."""
    before = {row.id: row.marks for row in earlier.sheets[game].track} if game in earlier.sheets else {}
    more = ((row, row.marks - before.get(row.id, 0)) for row in actor.sheets[game].track)
    return [(row, marks) for row, marks in more if marks > 0]


def _new_wounds(earlier: Actor, actor: Actor) -> list[Row]:
    """List the wounds that an act has brought, in games that count no points."""
    games = [game for game in actor.sheets if not voice_of(game).points]
    return [row for game in games for row, _ in _lost(earlier, actor, game) if row.penalty]


def _outcomes(step: Step, event: e.Settled, named: Set[str]) -> Iterator[Deed]:
    """Tell the outcome of a challenge that no result of the act's rolls has named, and what it brought."""
    was, now = KnownNames(step.before), KnownNames(step.after)
    rod = step.after.challenges.get(event.challenge) or step.before.challenges.get(event.challenge)
    title = now.title(event.challenge) or was.title(event.challenge)
    if rod is not None and title and event.challenge not in named:
        full = "runs full" if rod.kind == "clock" else "is overcome"
        yield Deed(rest=f"{title} {full if event.outcome == 'overcome' else 'fails'}")
    yield from _brought(rod, event.outcome)


def _brought(rod: Challenge | None, outcome: str) -> Iterator[Deed]:
    """Tell the stakes of an open challenge that came true."""
    if words := " ".join(came_true(rod, outcome).split()) if rod is not None else "":
        yield Deed(rest=words[0].upper() + words[1:])


def _pages(step: Step, pages: Sequence[SeenPage], read: dict[str, str], last: str) -> Iterator[tuple[_Key, Deed]]:
    """Tell the words of pages that players had not read yet; `read` has those that they read, `last` was told last."""
    for page in pages:
        old = read.get(page.title, "")
        # A page without words for players tells nothing, and neither does one that is shown again.
        if page.kind != PAGE_KINDS[RULE].word and page.text not in old:
            read[page.title] = page.text
            text = " ".join(page.text.removeprefix(old).split())
            # What a clue gives away comes behind its own words, or names it again.
            named = "It" if page.title == last else page.title
            lead = f"{named} reveals" if old else page.title
            yield _Key(step.act.number, page=page.title), Deed(rest=f"{lead}: {text}")
