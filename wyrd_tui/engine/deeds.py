"""Deeds of a scene: its steps, summed up in a few words for each actor that had a part in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from wyrd_tui.engine import events as e
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.page import PAGE_KINDS
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.storytelling import number_word, times_word
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.voices.voice import name_in, rod_in, row_in
from wyrd_tui.engine.words import crowd_name, name_of, suits_is


class Share(NamedTuple):
    """Deeds of one actor, as phrases in the past tense; an empty name stands for the scene itself."""

    name: str
    deeds: tuple[str, ...]


class _Deed(NamedTuple):
    who: str
    text: str
    roll: int = 0


@dataclass(slots=True)
class _Summary:
    """Deeds and sums of a scene while its steps are followed.

    Attributes:
        deeds: In order, with the act whose roll a deed came of.
        lost: Damage by game and actor.
        fallen: Members of a group that fell, by its id.
        clocks: Where the beads of each clock lie.
        names: Names of all who were there, by id.
        party: Ids of its members.
    """

    deeds: list[_Deed] = field(default_factory=list)
    lost: dict[str, dict[str, int]] = field(default_factory=dict)
    fallen: dict[str, int] = field(default_factory=dict)
    clocks: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    party: set[str] = field(default_factory=set)


def shares(steps: Iterable[Step]) -> list[Share]:
    """Sum up the steps of a scene by actor, the party first, and last the events of no actor."""
    summary = _Summary()
    for step in steps:
        _follow(summary, step)
    deeds = [*summary.deeds]
    deeds += [_Deed(who, f"{number_word(fallen)} fell") for who, fallen in summary.fallen.items()]
    for game, lost in summary.lost.items():
        deeds += [_Deed(who, voice_of(game).describe_damage(points)) for who, points in lost.items()]
    deeds += [_Deed("", text) for text in summary.clocks.values()]
    by_name: dict[str, dict[str, int]] = {}
    for deed in deeds:
        texts = by_name.setdefault(deed.who, {})
        texts[deed.text] = texts.get(deed.text, 0) + 1
    beside = by_name.pop("", {})
    whose = sorted(by_name.items(), key=lambda row: row[0] not in summary.party)
    rows = [Share(summary.names.get(who, who), _often(texts)) for who, texts in whose]
    return [*rows, Share("", _times(beside))] if beside else rows


def _times(texts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(text if often == 1 else f"{text} ({times_word(often)})" for text, often in texts.items())


def _often(texts: Mapping[str, int]) -> tuple[str, ...]:
    """Write how often an actor did each deed before its verb, since a deed may end with its grade."""
    return tuple(text if often == 1 else f"{times_word(often)} {text}" for text, often in texts.items())


def _follow(summary: _Summary, step: Step) -> None:
    act, before, after = step
    for state in (before, after) if before.actors is not after.actors or not summary.names else ():
        summary.names.update({who: name_of(state, who) for who in state.actors if who not in summary.names})
        summary.party.update(actor.id for actor in state.actors.values() if actor.side == "party")
    rolled = [event.roll for event in act.events if isinstance(event, e.Rolled)]
    for roll in rolled:
        _tell_roll(summary, roll, step, None)
    ruled = next((event for event in act.events if isinstance(event, e.Ruled)), None)
    roll_ruled = before.roll_of(ruled.roll) if ruled is not None else None
    if ruled is not None and not rolled and roll_ruled is not None and ruled.ruling not in ("done", "accepted"):
        _tell_roll(summary, roll_ruled, step, ruled)
    told = bool(rolled) or ruled is not None
    for event in act.events:
        summary.deeds += [_Deed(who, text) for who, text in _other(event, step, told)]
        _count(summary, event, step)


def _tell_roll(summary: _Summary, roll: Roll, step: Step, ruled: e.Ruled | None) -> None:
    """Add the deeds of a roll; they replace its deeds so far where it is taken again, twisted, ruled on or raised."""
    voice = voice_of(roll.game)
    if ruled is not None or voice.is_continuation(roll):
        summary.deeds = [deed for deed in summary.deeds if deed.roll != roll.number or not roll.number]
    number = roll.number or step.act.number
    summary.deeds += [_Deed(who, text, number) for who, text in voice.list_deeds(roll, step, ruled)]


def _count(summary: _Summary, event: e.Event, step: Step) -> None:
    """Add up damage, and keep the last place of the beads of each clock."""
    if isinstance(event, e.Marked) and event.damage:
        lost = summary.lost.setdefault(event.game, {})
        # Points that were not there are not lost; boxes take damage beyond the last of them.
        beyond = event.lost if voice_of(event.game).points else 0
        lost[event.who] = lost.get(event.who, 0) + event.damage - beyond
    if isinstance(event, e.Moved) and (rod := rod_in(step, event.challenge)) and rod.kind == "clock":
        summary.clocks[rod.id] = f"{rod.title} went to {event.done} of {rod.needed}"
    if isinstance(event, e.Changed) and event.fallen:
        summary.fallen[event.who] = summary.fallen.get(event.who, 0) + event.fallen
    if isinstance(event, e.Settled) and event.outcome:
        # The outcome of a clock implies its beads.
        summary.clocks.pop(event.challenge, None)


# ------------------------------------------------------------------ all else


def _other(event: e.Event, step: Step, told: bool) -> Iterator[tuple[str, str]]:
    """Put any other event into words; `told` where a roll of the same step has told the outcome of its challenge."""
    match event:
        case e.Noted():
            yield from _noted(event, step, told)
        case e.Settled() if event.outcome:
            yield from _settled(event, step, told)
        case e.Befell() if not event.quiet and (event.condition.out or event.condition.ends == "never"):
            yield from _befell(event, step)
        case e.Befell() if event.cause:
            yield event.who, voice_of(event.condition.game).condition_words(event)
        case e.Recovered() if event.cause:
            yield event.who, voice_of(event.game).recovery_words(event)
        case e.Marked() if event.damage is None:
            yield from voice_of(event.game).list_mended(event, step)
        case e.Struck():
            row = row_in(step.before, event.who, event.game, event.row)
            label = row.label if row else event.row
            yield event.who, f"had {label} scratched out" if event.struck else f"got back {label}"
        case e.Gained() if event.bonus.kind == "boon":
            yield event.bonus.owner, f"won a boon, {event.bonus.label}"
        case e.Traited() if event.cause == "used":
            yield event.who, f"used {event.trait.name}" + (f" ({event.why})" if event.why else "")
        case e.Changed() if event.name and event.who in step.before.actors:
            yield event.who, f"was called {event.name} from then on"
        case e.Changed() if event.side == "party" and event.kind == "pc":
            yield event.who, f"became {f'{event.player}’s' if event.player else 'a player’s'} character"
        case e.Joined() if event.cause == "entered":
            yield "", f"{crowd_name(event.actor)} entered"
        case e.Left() if not event.quiet:
            yield "", f"{name_in(step, event.who)} exited"
        case e.Said() if event.cause:
            yield "", event.text + event.tail
        case _:
            return


def _befell(event: e.Befell, step: Step) -> Iterator[tuple[str, str]]:
    actor = step.before.actors.get(event.who)
    if actor is not None and any(map(event.replaces, actor.conditions)):
        return
    condition = event.condition
    note = f": {condition.note}" if condition.note else ""
    alone = condition.id in voice_of(condition.game).chosen_fates or not suits_is(condition.label)
    yield event.who, f"{'' if alone else 'was '}{condition.label}{note}"


def _noted(event: e.Noted, step: Step, told: bool) -> Iterator[tuple[str, str]]:
    page = step.after.book.page(event.page)
    if page is None or page.kind == "act" or not event.mark or (told and page.kind == "clue"):
        return
    sort = PAGE_KINDS[page.kind]
    words = sort.recap_words if event.mark in sort.page_marks[:1] else ""
    yield "", f"{words} {page.title}" if words else f"{sort.word} {page.title} {event.mark}"


def _is_about(step: Step, which: str) -> bool:
    """Tell whether the roll that a step makes, or rules on, was made for a challenge; a Wyrd roll may meet one too."""
    rolled = [event.roll for event in step.act.events if isinstance(event, e.Rolled)]
    ruled = [step.before.roll_of(event.roll) for event in step.act.events if isinstance(event, e.Ruled)]
    return any(roll is not None and roll.challenge == which for roll in (*rolled, *ruled))


def _settled(event: e.Settled, step: Step, told: bool) -> Iterator[tuple[str, str]]:
    rod = rod_in(step, event.challenge)
    told = told and _is_about(step, event.challenge)
    if rod is None or (told and event.outcome == "overcome" and rod.kind != "clock"):
        return
    done = "Full" if rod.kind == "clock" else "Overcome"
    yield "", f"{done if event.outcome == 'overcome' else 'Failed'}: {rod.title}"
