"""Recap of a table for its players: the story scene by scene, of what they may see alone.

Every name comes from `KnownNames` and every fact from the players' view as it stood after the act, so that nothing is
told that players did not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from wyrd_tui.engine import events as e
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.known import STRANGER, KnownNames, is_known, short_names
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.page import PAGE_KINDS, REACHED
from wyrd_tui.engine.player_view import PlayerView, came_true, player_view
from wyrd_tui.engine.public_standing import HARMED, list_open, list_standing
from wyrd_tui.engine.recap import Episode, list_episodes, scene_of
from wyrd_tui.engine.recap_people import list_changes, list_rests, one_deed, tell_new_name
from wyrd_tui.engine.recap_scenes import Heard, tell_fight
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import Actor, Challenge, Scene, State
from wyrd_tui.engine.storytelling import tell
from wyrd_tui.engine.told_deed import Deed, Fall
from wyrd_tui.engine.told_rolls import public_result
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.voices.voice import rod_in
from wyrd_tui.engine.words import begin_sentence, in_quotes, join_names


class Chapter(NamedTuple):
    """A scene as players know it: its heading, which the time before the first scene lacks, and its paragraphs."""

    title: str
    paragraphs: tuple[tuple[str, ...], ...]

    @property
    def sentences(self) -> list[str]:
        """All its sentences."""
        return [sentence for one in self.paragraphs for sentence in one]


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
        page: Title of the page or of the challenge that was shown, or the words of stakes that came true.
        clock: Id of the clock whose beads moved.
        kind: A kind that has no other source than the act.
    """

    act: int = 0
    at: int = 0
    roll: int = 0
    challenge: str = ""
    page: str = ""
    clock: str = ""
    kind: Literal["", "arrival", "fight", "faced"] = ""


def recap_for_players(state: State, steps: Iterable[Step]) -> PlayersRecap:
    """Tell a table to its players.

    Args:
        state: The table now.
        steps: Steps done and not undone, oldest first.
    """
    view, names = player_view(state), KnownNames(state)
    single = {names.name(who) for who, actor in state.actors.items() if actor.kind != "mook"}
    harmed = (one for one in view.others if one.name in single and one.health in HARMED)
    return PlayersRecap(
        view.title or "The table",
        tuple(list_chapters(steps)),
        tuple(list_standing((*view.party, *harmed))),
        tuple(list_open(view.challenges)),
    )


# ------------------------------------------------------------------ the story


@dataclass(slots=True)
class _Draft:
    """A chapter while it is told: its heading, its deeds and the short names in it."""

    title: str
    deeds: list[Deed | Fall]
    short: dict[str, str]


def list_chapters(steps: Iterable[Step]) -> Iterator[Chapter]:
    """Tell steps scene by scene; a scene of which players saw nothing is left out.

    The time after a scene ends its chapter.
    """
    teller, drafts = _Teller(steps := list(steps)), list[_Draft]()
    for part in list_episodes(steps):
        draft = teller.tell(part)
        if draft.deeds and drafts and not part.scene:
            first, *others = draft.deeds
            if isinstance(first, Deed):
                first = first._replace(opens=True, later=not first.opens)
            drafts[-1].deeds += [first, *others]
            drafts[-1].short |= draft.short
        elif draft.deeds:
            drafts.append(draft)
    for draft in drafts:
        yield Chapter(draft.title, tuple(tell(_sections(draft.deeds), draft.short)))


def _sections(deeds: Iterable[Deed | Fall]) -> Iterator[list[Deed | Fall]]:
    """Part deeds where a paragraph has to begin or end."""
    section: list[Deed | Fall] = []
    for deed in deeds:
        if section and isinstance(deed, Deed) and deed.opens:
            yield section
            section = []
        section.append(deed)
        if isinstance(deed, Deed) and deed.closes:
            yield section
            section = []
    if section:
        yield section


class _Teller:
    """The teller of a story from its first step to its last; it knows what it has told."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._landed, self._decided = _landed(steps), _decided(steps)
        self._end = steps[-1].after if steps else State()
        self._heard = Heard()
        self._state, self._view = State(), PlayerView()

    def tell(self, part: Episode) -> _Draft:
        """Tell a scene, or the time after one."""
        told: dict[_Key, Deed | Fall] = {}
        short: dict[str, str] = {}
        met: dict[str, Actor] = {}
        stood: dict[str, int] = {}
        title = ""
        for step in part.steps:
            before = self._view if step.before is self._state else player_view(step.before)
            self._state, self._view = state, after = step.after, player_view(step.after)
            if part.scene:
                _, scene = scene_of(step)
                title = self._heading(scene, after if scene is state.scene else before)
            short |= short_names(state)
            number = step.act.number
            told |= {_Key(number, page=title): deed for title, deed in self._heard.list_premises(before)}
            self._heard.keep(before)
            told = _without_reopened(told, step)
            if (fight := tell_fight(before, after)) is not None:
                told[_Key(number, kind="fight")] = fight
            deeds = dict(_told(step, self._landed, self._decided.get(number, frozenset()), met))
            for deed in deeds.values():
                if isinstance(deed, Deed) and deed.explains:
                    self._heard.keep_words(deed.rest)
            _drop_faced(told, step, deeds.values())
            # A result that changes, as by Wyrd, is told in place of the first, where it changes and its end comes true.
            told = {key: deed for key, deed in told.items() if not key.roll or deeds.get(key, deed) == deed} | deeds
            for which, moved in _clocks(step, stood):
                # A clock is told once a scene, where it moved last.
                told.pop(_Key(clock=which), None)
                told |= {_Key(clock=which): moved} if moved is not None else {}
            for at, (rod, deed) in enumerate(self._heard.list_faced(after)):
                told[_Key(number, at, page=rod, kind="faced")] = deed
            told |= {_Key(number, page=title): deed for title, deed in self._heard.list_pages(after.pages)}
            told |= {_Key(page=title): deed for title, deed in self._reached(step)}
            met = {who: met[who] for who in met if who in state.actors} | {
                who: actor for who, actor in state.actors.items() if is_known(actor)
            }
        evening = "" if part.evening == 1 else f"Evening {part.evening}"
        return _Draft(": ".join(filter(None, (evening, title))), [*told.values()], short)

    def _reached(self, step: Step) -> Iterator[tuple[str, Deed]]:
        """Tell by its title the resolution that the story came to; one that is shown is told by its text (WA-02)."""
        for event in (event for event in step.act.events if isinstance(event, e.Noted)):
            page = self._end.book.page(event.page, "resolution")
            if page is not None and not page.public and event.mark == self._end.marks.get(page.id) == REACHED:
                words = f"{PAGE_KINDS[page.kind].lead} {in_quotes(page.title)}"
                yield page.title, Deed(rest=words, opens=True, closes=True)

    def _heading(self, scene: Scene, view: PlayerView) -> str:
        """Return the title of a scene as players know it, also of one whose page was shown later."""
        if view.scene != f"Scene {scene.number}":
            return view.scene
        page = self._end.book.page(scene.page)
        return (page.title if page and page.public else "") or view.scene


def _without_reopened(told: Mapping[_Key, Deed | Fall], step: Step) -> dict[_Key, Deed | Fall]:
    """Take back the outcome of a challenge that is live again; one that is tried anew has failed before."""
    rolled = {event.roll.challenge for event in step.act.events if isinstance(event, e.Rolled)}
    live = {event.challenge for event in step.act.events if isinstance(event, e.Settled) and not event.outcome}
    return {key: deed for key, deed in told.items() if key.challenge not in live - rolled - {""}}


def _drop_faced(told: dict[_Key, Deed | Fall], step: Step, deeds: Iterable[Deed | Fall]) -> None:
    """Leave out that the party faces a challenge if its outcome comes at once, and says as much."""
    last = next(reversed(told), _Key())
    names = {which: rod.title for state in (step.before, step.after) for which, rod in state.challenges.items()}
    titles = {names.get(deed.challenge) for deed in deeds if isinstance(deed, Deed) and deed.challenge}
    if last.kind == "faced" and last.page in titles:
        del told[last]


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


def _decided(steps: Iterable[Step]) -> dict[int, set[str]]:
    """Find those who went out of action and whose fate a later act decided, by the number of the first act."""
    out: dict[str, int] = {}
    found: dict[int, set[str]] = {}
    for step in steps:
        for event in step.act.events:
            if isinstance(event, e.Befell) and event.condition.out:
                number = out.setdefault(event.who, step.act.number)
                found.setdefault(number, set()).update([event.who] if number != step.act.number else ())
        out = {who: number for who, number in out.items() if who in step.after.actors and step.after.actors[who].out}
    return found


def _told(
    step: Step, landed: frozenset[int], decided: Set[str], met: Mapping[str, Actor]
) -> Iterator[tuple[_Key, Deed | Fall]]:
    """Tell what players saw of an act, each deed with a key of its own; `met` are those whom the scene has had."""
    number, named = step.act.number, set[str]()
    rolls, newcomers = list(_rolls(step)), _newcomers(step)
    # An actor who was hidden and is shown again has been there all the time.
    came = [who for who in newcomers if who not in met and not _was_out(step, who)]
    again = [tell_new_name(KnownNames(step.after), met[who], step.after.actors[who]) for who in newcomers if who in met]
    # An actor whose own deed brings them into sight is seen before the deed.
    acts = any(score.who in came for roll in rolls for score in (roll.score, *roll.against))
    arrival = [*_arrival(step, came), *filter(None, again)]
    if acts:
        yield from ((_Key(number, kind="arrival"), deed) for deed in arrival)
    for roll in rolls:
        result = _result(step, roll)
        if result is not None and roll.act not in voice_of(roll.game).untold_rolls:
            named.add(result.challenge)
            if roll.hits and roll.number not in landed:
                result = result._replace(rest=f"{result.rest} without effect", hits="", fells="")
            yield _Key(roll=roll.number), result
    for at, deed in enumerate((*(() if acts else arrival), *list_changes(step, decided), *list_rests(step))):
        yield _Key(number, at), deed
    for event in step.act.events:
        if isinstance(event, e.Settled) and event.outcome:
            for at, deed in enumerate(_outcomes(step, event, named)):
                yield _Key(number, at, challenge=event.challenge), deed
            for deed in _brought(rod_in(step, event.challenge), event.outcome):
                # Words that a second failure brings again are told once.
                yield _Key(challenge=event.challenge, page=deed.rest), deed._replace(challenge=event.challenge)


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
    return public_result(roll, KnownNames(there, quoted=True))


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
        names = join_names([now.subject(first), *map(now.whom, rest)])
        yield Deed(names, "appear", at_once=True, people=now.people(came))


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
        yield which, Deed(rest=f"{in_quotes(after.title)} {verb} {after.done} of {after.needed}") if told else None


def _outcomes(step: Step, event: e.Settled, named: Set[str]) -> Iterator[Deed]:
    """Tell the outcome of a challenge that no result of the act's rolls has named."""
    was, now = (KnownNames(state, quoted=True) for state in (step.before, step.after))
    rod = rod_in(step, event.challenge)
    title = now.title(event.challenge) or was.title(event.challenge)
    if rod is not None and title and event.challenge not in named:
        full = "runs full" if rod.kind == "clock" else "is overcome"
        yield Deed(
            rest=f"{title} {full if event.outcome == 'overcome' else voice_of(rod.game).failed_verb}", challenge=rod.id
        )


def _brought(rod: Challenge | None, outcome: str) -> Iterator[Deed]:
    """Tell the stakes of an open challenge that came true."""
    if words := " ".join(came_true(rod, outcome).split()) if rod is not None else "":
        yield Deed(rest=begin_sentence(words), explains=True)
