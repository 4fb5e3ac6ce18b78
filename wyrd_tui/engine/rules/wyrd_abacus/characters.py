"""What is written on a character's sheet: starting scores, and facets that are shown in play (WA-03 … WA-05)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Said, Tracked, Traited
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.readings import rule
from wyrd_tui.engine.rules.wyrd_abacus import numbers
from wyrd_tui.engine.rules.wyrd_abacus.asks import meant, out_of_it
from wyrd_tui.engine.rules.wyrd_abacus.numbers import (
    ABILITIES,
    abilities,
    in_a_scene,
    is_character,
    plays_on,
    sheet_of,
)
from wyrd_tui.engine.rules.wyrd_abacus.points import POINTS, SUM, creation_faults
from wyrd_tui.engine.rules.wyrd_abacus.recovery import mendable, regained, whole_or_scratched
from wyrd_tui.engine.sheet import Trait, used_once, uses_left
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, State

# ------------------------------------------------------------------ facets


def facets(actor: Actor) -> list[tuple[Trait, str]]:
    """The facets of a character, each with its ability (WA-05)."""
    limited = [(trait, trait.limits[0][1].skill) for trait in sheet_of(actor).traits if trait.limits]
    return [(trait, ability) for trait, ability in limited if ability in ABILITIES]


def _showing(state: State, answers: Answers) -> Sequence[Choice]:
    """Those who still play and have a facet that would give a point back."""
    return [Choice(a.id, a.name, a.concept) for a in state.actors.values() if plays_on(state, a) and _useful(state, a)]


def _useful(state: State, actor: Actor) -> list[tuple[Trait, str]]:
    """The facets that would give a point back: not shown yet, of an ability that lacks one (WA-05, WA-49, U-20)."""
    lacking = mendable(actor)
    return [(t, a) for t, a in facets(actor) if a in lacking and not _shown_before(state, actor, t, a)]


def _shown_before(state: State, actor: Actor, trait: Trait, ability: str) -> Trait | None:
    """The facet whose showing in this scene keeps another from giving a point (U-20)."""
    shown = [t for t, a in facets(actor) if a == ability and not uses_left(t)]
    if rule(state, "facets") == "facet":
        shown = [t for t in shown if t.id == trait.id]
    return next(iter(shown), None)


def _nothing_to_show(state: State, word: str) -> str:
    """Why none of somebody's facets gives a point back just now."""
    actor = meant(state, word)
    if actor is None or not plays_on(state, actor):
        return out_of_it(state, word)
    if not facets(actor):
        return f"{actor.name} has no facets."
    return next((_no_point(state, actor, trait, ability) for trait, ability in facets(actor)), "")


def _facet_choices(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    return [Choice(t.id, t.name, ABILITIES[a]) for t, a in (_useful(state, actor) if actor else ())]


def _why_not_shown(state: State, word: str) -> str:
    """Why a facet that a word means gives no point back, whoever's it is."""
    rows = ((actor, t, a) for actor in state.actors.values() for t, a in facets(actor))
    found = ((actor, t, a) for actor, t, a in rows if word.casefold() in (t.id, t.name.casefold()))
    return next(filter(None, (_no_point(state, actor, t, a) for actor, t, a in found)), "")


def _no_point(state: State, actor: Actor, trait: Trait, ability: str) -> str:
    """Why a facet gives no point back; empty where it would."""
    if shown := _shown_before(state, actor, trait, ability):
        often = "each facet gives one point" if rule(state, "facets") == "facet" else "facets give one point an ability"
        return f"{actor.name} has shown {shown.name} in this scene already, and {often}."
    return whole_or_scratched(actor, ability)


def _show_facet(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor = the_actor(state, text_of(answers, "who"))
    found = next(((t, a) for t, a in _useful(state, actor) if t.id == text_of(answers, "facet")), None)
    if found is None:
        raise Refused(f"{actor.name} has no such facet to show.")
    trait, ability = found
    yield from regained(state, actor.id, ability, 1, f"shows {trait.name}")
    yield Traited(actor.id, WYRD_ABACUS, used_once(trait), quiet=True)


def _no_facet(state: State) -> str:
    has = any(plays_on(state, actor) and facets(actor) for actor in state.actors.values())
    if not has:
        return "Nobody who plays has a facet."
    lacks = "whole, scratched out until the story’s `unscratch`, or had its facet shown already in this scene"
    return f"No facet would give a point back just now: its ability is {lacks}."


FACET = Command(
    "facet",
    "g",
    "show a facet",
    "A facet truly shown in a scene gives one spent point of its ability back.",
    POINTS,
    _show_facet,
    (
        Ask("who", "Who", "one", _showing, focus="actor", why=_nothing_to_show),
        Ask("facet", "Which facet", "one", _facet_choices, why=_why_not_shown),
    ),
    lambda state: in_a_scene(state) or ("" if _showing(state, {}) else _no_facet(state)),
    WYRD_ABACUS,
    "WA-05, U-20, C-29",
)


# ------------------------------------------------------------------ scores


def _set_abilities(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor = the_actor(state, text_of(answers, "who"))
    scores = {name: number_of(answers, name) for name in ABILITIES}
    old = abilities(actor)
    rows = tuple(
        replace(old[name], boxes=score, marks=min(old[name].marks, score))
        if name in old
        else numbers.ability_row(name, score)
        for name, score in scores.items()
    )
    others = tuple(row for row in sheet_of(actor).track if row.id not in ABILITIES)
    yield Tracked(actor.id, WYRD_ABACUS, (*rows, *others))
    if is_character(state, actor) or actor.kind == "pc":
        for fault in creation_faults(tuple(scores.values())):
            yield Said(f"{actor.name}’s abilities are unusual – {fault}")


def _score_of(ability: str) -> Callable[[State, Answers], int]:
    def default(state: State, answers: Answers) -> int:
        actor = state.actors.get(text_of(answers, "who"))
        row = abilities(actor).get(ability) if actor else None
        return row.boxes if row else SUM // len(ABILITIES)

    return default


SCORES = Command(
    "abilities",
    "S",
    "abilities",
    "Write somebody's starting Body, Mind and Soul in.",
    POINTS,
    _set_abilities,
    (
        Ask(
            "who",
            "Who",
            "one",
            lambda s, a: [Choice(o.id, o.name, o.concept) for o in s.actors.values()],
            focus="actor",
        ),
        *(
            Ask(name, label, "number", default=_score_of(name), low=0, high=30, form=True)
            for name, label in ABILITIES.items()
        ),
    ),
    lambda state: "" if state.actors else "Nobody is at the table yet: `bring` or `add` somebody.",
    WYRD_ABACUS,
    "WA-03, WA-04",
)

CHARACTER_COMMANDS = (FACET, SCORES)
