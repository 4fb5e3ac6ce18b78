"""Getting better in the Wyrd Engine: what a scene's end, rest and treatment clear (WE-71 … WE-74, C-08, U-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, text_of
from wyrd_tui.engine.dice import Dice
from wyrd_tui.engine.events import Befell, Changed, Event, Marked, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.game import Closing
from wyrd_tui.engine.rules.ground.basics import the_actor, why_nobody
from wyrd_tui.engine.rules.ground.lasting import unrested_games
from wyrd_tui.engine.rules.questions import actor_choices, anybody, note_asks, on_by_default, unless_any, who_asks
from wyrd_tui.engine.rules.wyrd_engine.damage import (
    CONCEDED,
    OUT_CONDITION,
    end_condition,
    has_condition,
    is_full,
    is_marked,
    judge_standing,
    stand_again,
    takes_damage,
)
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.ratings import sheet_of, track_of
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Condition, State
from wyrd_tui.engine.words import short_name_of

HEALING = "Scene"

REST: dict[str, tuple[str, ...]] = {
    "scene": ("scene",),
    "hours": ("scene", "hours"),
    "days": ("scene", "hours", "days"),
    "weeks": ("scene", "hours", "days", "weeks"),
}

_OVERCOME = ("defeated", "left-for-dead", "ally")
"""Fates that are over for a player's character once boxes are free again."""

_LASTING = "injury"
"""The fate that goes on, though a player's character acts again once boxes are free.

Any other keeps its owner out until the GM ends it: a captive is not in the hands of the other side for want of boxes.
"""

_GONE_FOR_NOW = ("conceded", "retreats")
"""Ways out of a fight alone: an actor who took one may act again after it."""


def heal_rows(state: State, who: str, rows: Iterable[str], why: str, cause: str = "") -> Iterator[Event]:
    """Clear rows as a whole, with their penalties, and take back what no longer holds (WE-73, U-08).

    Raises:
        Refused: If nobody at the table has the id.
    """
    for healed in _clear_rows(state, who, rows, why, cause):
        yield healed
        state = apply(state, healed)
        yield from judge_standing(state, who)
        yield from _up_again(state, who)


def _clear_rows(state: State, who: str, rows: Iterable[str], why: str, cause: str) -> Iterator[Event]:
    wanted = set(rows)
    marks = {row.id: 0 for row in sheet_of(the_actor(state, who)).track if row.id in wanted and row.marks}
    if marks:
        yield Marked(who, WYRD_ENGINE, marks, why, cause=cause)


def _up_again(state: State, who: str) -> Iterator[Event]:
    """Let a player's character act again once boxes are free, also after another fate (U-08)."""
    actor = the_actor(state, who)
    track = sheet_of(actor).track
    if actor.kind != "pc" or is_full(track) or not any(takes_damage(row) for row in track):
        return
    for condition in actor.suffers(WYRD_ENGINE):
        if condition.out and condition.id in _OVERCOME:
            yield from _back_again(state, actor, condition, "was ")
        elif condition.out and condition.id == _LASTING:
            yield Befell(who, replace(condition, out=False, game=WYRD_ENGINE))


def rest_events(state: State, who: str, length: str, why: str) -> Iterator[Event]:
    """Clear rows by a rest of `scene`, `hours`, `days` or `weeks`, all in parallel (WE-71 … WE-74).

    Raises:
        Refused: If nobody at the table has the id.
    """
    yield from heal_rows(state, who, _rested_rows(state, who, length), why, "recovers")


def _rested_rows(state: State, who: str, length: str) -> list[str]:
    clears = set(REST[length])
    if rule(state, "stress") == "lingers" and length == "scene":
        clears.discard("scene")
    return [row.id for row in sheet_of(the_actor(state, who)).track if row.clears in clears]


_PAUSES: dict[Closing, str] = {"fight": "after the fight", "scene": "at the end of the scene"}
"""Words of the log for the moment when stress clears."""


def close_scene(state: State, what: Closing) -> Iterator[Event]:
    """End a fight or scene: stress clears, and actors who conceded or retreated may act again (WE-69 … WE-71)."""
    for actor in state.actors.values():
        if has_condition(actor, OUT_CONDITION):
            # No end of a fight or scene decides a fate (WE-66).
            yield from _clear_rows(state, actor.id, _rested_rows(state, actor.id, "scene"), _PAUSES[what], "recovers")
        elif not actor.dead:
            yield from rest_events(state, actor.id, "scene", _PAUSES[what])
        for condition in actor.suffers(WYRD_ENGINE):
            if condition.id in _GONE_FOR_NOW and condition.out:
                yield from _back_again(state, actor, condition)


def _back_again(state: State, actor: Actor, condition: Condition, was: str = "") -> Iterator[Event]:
    """Bring an actor back into play; the price of conceding is written in the notes (WE-69)."""
    note = f": {condition.note}" if condition.note else ""
    noted = f"; {'price, ' if condition.id == CONCEDED.id else ''}kept in the notes{note}" if note else ""
    yield end_condition(actor.id, condition, quiet=True)
    yield Said(f"{short_name_of(state, actor.id)}, who {was}{condition.label}, may act again{noted}")
    yield from stand_again(actor)
    if note:
        yield Changed(actor.id, notes=f"{actor.notes}\n{condition.label.capitalize()}{note}".strip(), quiet=True)


_LENGTHS = {
    "hours": "mild wounds heal",
    "days": "mild and moderate wounds heal",
    "weeks": "all wounds heal",
}


def _resting(state: State, answers: Answers) -> Sequence[Choice]:
    rows = []
    for choice in actor_choices(anybody)(state, answers):
        actor = state.actors[choice.value]
        # No rest mends death (WE-67).
        words = "dead" if actor.dead else choice.hint
        rows.append(replace(choice, hint=words, on=actor.side == "party" and not actor.dead))
    return rows


def _rest(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    length, resting = text_of(answers, "length"), many_of(answers, "who")
    hurt = any(is_marked(state, the_actor(state, who)) for who in resting)
    healed = [event for who in resting for event in rest_events(state, who, length, f"after {length} of rest")]
    nothing = "too short for these wounds" if hurt else "no character has a wound to heal"
    yield Said(f"Rest for {length}" if healed else f"Rest for {length}: {nothing}")
    yield from healed


REST_FOR = Command(
    "rest",
    "t",
    "rest",
    "Rest for hours, days or weeks: whole rows of wounds heal side by side.",
    HEALING,
    _rest,
    (
        Ask("length", "How long", "one", lambda s, a: [Choice(k, k, h) for k, h in _LENGTHS.items()], noun="length"),
        Ask(
            "who",
            "Characters",
            "many",
            _resting,
            on_by_default(_resting),
            focus="only ticked",
            put=True,
            some="Choose one character or more.",
            whole=True,
        ),
    ),
    why_nobody,
    game=WYRD_ENGINE,
    rules="WE-72 … WE-74, C-08",
    remark=lambda state, answers: unrested_games(state, answers, WYRD_ENGINE),
)


def _marked_rows(state: State, answers: Answers) -> Sequence[Choice]:
    care = {"hours": "first aid", "days": "professional care", "weeks": "surgery, or more than nature"}
    # Wounds first: stress clears by itself as the scene ends (WE-71).
    rows = sorted(track_of(state, text_of(answers, "who")), key=lambda row: not row.penalty)
    return [Choice(row.id, row.label, care.get(row.clears, "")) for row in rows if row.marks]


def _treat(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, row = text_of(answers, "who"), text_of(answers, "row")
    yield from heal_rows(state, who, (row,), text_of(answers, "note") or "treatment")


TREAT = Command(
    "treat",
    "W",
    "treat, heal",
    "Clear one row of a track by first aid, professional care, surgery or stranger means.",
    HEALING,
    _treat,
    (
        who_asks("Patient", wanted=is_marked, noun="patient"),
        Ask("row", "Kind of wound", "one", _marked_rows),
        note_asks("How"),
    ),
    unless_any(is_marked, "No character has a marked box."),
    game=WYRD_ENGINE,
    rules="WE-72, WE-73, U-08, U-15",
)

HEALING_COMMANDS = (REST_FOR, TREAT)
