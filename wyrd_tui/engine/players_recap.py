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
from wyrd_tui.engine.known import STRANGER, KnownNames, is_known, short_names
from wyrd_tui.engine.page import PAGE_KINDS, RULE
from wyrd_tui.engine.player_view import PlayerView, SeenPage, came_true, player_view
from wyrd_tui.engine.public_standing import list_standing, still_open
from wyrd_tui.engine.recap import list_parts
from wyrd_tui.engine.recap_people import list_changes, list_rests, one_deed, tell_new_name
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.storytelling import Deed, Fall, tell
from wyrd_tui.engine.told_rolls import public_result
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import join_names


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
        page: Title of the page that was shown, or the words of stakes that came true.
        clock: Id of the clock whose beads moved.
    """

    act: int = 0
    at: int = 0
    roll: int = 0
    challenge: str = ""
    page: str = ""
    clock: str = ""


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
        stood: dict[str, int] = {}
        title = "Between scenes"
        for step in part.steps:
            before = after if step.before is state else player_view(step.before)
            state, after = step.after, player_view(step.after)
            if part.scene:
                begins = step.before.scene.number != state.scene.number or step.before.evening != state.evening
                title = (before if begins else after).scene
            short |= short_names(state)
            for page in before.pages:
                read.setdefault(page.title, page.text)
            rolled = {event.roll.challenge for event in step.act.events if isinstance(event, e.Rolled)}
            for event in step.act.events:
                if isinstance(event, e.Settled) and not event.outcome and event.challenge not in rolled:
                    # A challenge that is live again was not decided; one that is tried anew has failed before.
                    told = {key: deed for key, deed in told.items() if key.challenge != event.challenge}
            # Dice that are thrown again tell their own result in place of the first.
            told |= dict(_told(step, after, landed, met))
            for which, moved in _clocks(step, stood):
                # A clock is told once a scene, where it moved last.
                told.pop(_Key(clock=which), None)
                told |= {_Key(clock=which): moved} if moved is not None else {}
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


def _told(
    step: Step, after: PlayerView, landed: frozenset[int], met: Mapping[str, Actor]
) -> Iterator[tuple[_Key, Deed | Fall]]:
    """Tell what players saw of an act, each deed with a key of its own; `met` are those whom the scene has had."""
    number, named = step.act.number, set[str]()
    rolls, newcomers = list(_rolls(step)), _newcomers(step)
    # Who was hidden and shown again has been there all the time.
    came = [who for who in newcomers if who not in met and not _was_out(step, who)]
    again = [tell_new_name(KnownNames(step.after), met[who], step.after.actors[who]) for who in newcomers if who in met]
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
    for at, deed in enumerate((*(() if acts else arrival), *list_changes(step), *list_rests(step))):
        yield _Key(number, at), deed
    for event in step.act.events:
        if isinstance(event, e.Settled) and event.outcome:
            for at, deed in enumerate(_outcomes(step, event, named)):
                yield _Key(number, at, challenge=event.challenge), deed
            for deed in _brought(_settled(step, event), event.outcome):
                # Words that a second failure brings again are told once.
                yield _Key(challenge=event.challenge, page=deed.rest), deed


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


def _was_out(step: Step, who: str) -> bool:
    """Tell whether somebody was out of the fight before an act, so that showing them is no arrival."""
    return who in step.before.actors and step.before.actors[who].out


def _arrival(step: Step, came: Sequence[str]) -> Iterator[Deed]:
    now = KnownNames(step.after)
    if len(came) == 1:
        yield one_deed(now, step.after.actors[came[0]], "appears")._replace(at_once=True)
    elif came:
        first, *rest = came
        yield Deed(join_names([now.subject(first), *map(now.whom, rest)]), "appear", at_once=True)


def _clocks(step: Step, stood: dict[str, int]) -> Iterator[tuple[str, Deed | None]]:
    """Tell how far open clocks have come; none for one that stands as it `stood` in this scene before, or has ended."""
    moved = dict.fromkeys(event.challenge for event in step.act.events if isinstance(event, e.Moved))
    for which in moved:
        before, after = step.before.challenges.get(which), step.after.challenges.get(which)
        if after is None or after.kind != "clock" or after.visibility != "open":
            continue
        first = stood.setdefault(which, before.done if before is not None else 0)
        verb = "moves to" if after.done > first else "goes back to"
        told = after.done != first and not after.outcome
        yield which, Deed(rest=f"{after.title} {verb} {after.done} of {after.needed}") if told else None


def _outcomes(step: Step, event: e.Settled, named: Set[str]) -> Iterator[Deed]:
    """Tell the outcome of a challenge that no result of the act's rolls has named."""
    was, now, rod = KnownNames(step.before), KnownNames(step.after), _settled(step, event)
    title = now.title(event.challenge) or was.title(event.challenge)
    if rod is not None and title and event.challenge not in named:
        full = "runs full" if rod.kind == "clock" else "is overcome"
        yield Deed(rest=f"{title} {full if event.outcome == 'overcome' else voice_of(rod.game).failed_verb}")


def _settled(step: Step, event: e.Settled) -> Challenge | None:
    return step.after.challenges.get(event.challenge) or step.before.challenges.get(event.challenge)


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
