"""Facets that are shown in play (WA-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, actor_named, text_of, why_unable
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Traited
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    ability_of,
    facets,
    is_absent,
    is_present,
    plays_on,
    why_no_scene,
)
from wyrd_tui.engine.rules.wyrd_abacus.house_rules import rule
from wyrd_tui.engine.rules.wyrd_abacus.owed import mendable_abilities
from wyrd_tui.engine.rules.wyrd_abacus.points import POINTS
from wyrd_tui.engine.rules.wyrd_abacus.recovery import regain_points, whole_or_scratched
from wyrd_tui.engine.sheet import Trait, used_once, uses_left
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, State
from wyrd_tui.engine.words import as_owner, join_names, name_and_verb


def _showing(state: State, answers: Answers) -> Sequence[Choice]:
    """Characters in the scene with a facet that would give a point back (WA-05)."""
    there = (actor for actor in state.actors.values() if is_present(actor))
    return [Choice(a.id, a.name, a.concept) for a in there if _useful(state, a)]


def _useful(state: State, actor: Actor) -> list[tuple[Trait, str]]:
    """The facets that would give a point back: not shown yet, of an ability that lacks one (WA-05, WA-49, U-20)."""
    lacking = mendable_abilities(actor)
    return [(t, a) for t, a in facets(actor) if a in lacking and not _shown_before(state, actor, t, a)]


def _shown_before(state: State, actor: Actor, trait: Trait, ability: str) -> Trait | None:
    """The facet whose showing in this scene keeps another from giving a point (U-20)."""
    shown = [t for t, a in facets(actor) if a == ability and not uses_left(t)]
    if rule(state, "facets") == "facet":
        shown = [t for t in shown if t.id == trait.id]
    return next(iter(shown), None)


def _nothing_to_show(state: State, word: str) -> str:
    """Return why none of a character's facets gives a point back just now."""
    actor = actor_named(state, word)
    if actor is None or not plays_on(actor):
        return why_unable(state, word)
    if not facets(actor):
        return f"{name_and_verb(state, actor.id, 'has')} no facets."
    if is_absent(actor):
        return f"{name_and_verb(state, actor.id, 'is')} elsewhere in this scene: `present` brings them in."
    # The GM has an ability in mind that lacks a point: its reason comes before that of a whole one.
    lacking = mendable_abilities(actor)
    first = sorted(facets(actor), key=lambda pair: pair[1] not in lacking)
    return next((_no_point(state, actor, trait, ability) for trait, ability in first), "")


def _facet_choices(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    return [Choice(t.id, t.name, ABILITIES[a]) for t, a in (_useful(state, actor) if actor else ())]


def _others_spent(state: State, answers: Answers) -> str:
    """Preview the point, and that other facets of the ability give none any more in this scene (U-20)."""
    actor, facet = state.actors.get(text_of(answers, "who")), text_of(answers, "facet")
    if len(_facet_choices(state, answers)) < 2 or rule(state, "facets") == "facet" or actor is None:
        return ""
    rows = [ability_of(actor, ability) for trait, ability in _useful(state, actor) if trait.id == facet]
    back = "".join(f"{row.label} {row.free}→{row.free + 1}" for row in rows[:1]) or "1 point back"
    return f"{back}; other facets of that ability give none in this scene"


def _why_not_shown(state: State, word: str) -> str:
    """Return why a facet that a word means gives no point back to its owner."""
    rows = ((actor, t, a) for actor in state.actors.values() for t, a in facets(actor))
    found = ((actor, t, a) for actor, t, a in rows if word.casefold() in (t.id, t.name.casefold()))
    return next(filter(None, (_no_point(state, actor, t, a) for actor, t, a in found)), "")


def _no_point(state: State, actor: Actor, trait: Trait, ability: str) -> str:
    """Return why a facet gives no point back; empty where it would."""
    if shown := _shown_before(state, actor, trait, ability):
        if rule(state, "facets") == "facet":
            return f"{name_and_verb(state, actor.id, 'has')} shown “{shown.name}” in this scene already."
        return f"{as_owner(actor, actor.name)} {ABILITIES[ability]} has had its point back in this scene."
    return whole_or_scratched(actor, ability, [other for _, other in _useful(state, actor)])


def _show_facet(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor = the_actor(state, text_of(answers, "who"))
    if is_absent(actor):
        raise Refused(_nothing_to_show(state, actor.id))
    trait, ability = next((t, a) for t, a in _useful(state, actor) if t.id == text_of(answers, "facet"))
    yield from regain_points(state, actor.id, ability, 1, f"shows “{trait.name}”")
    whole = rule(state, "facets") != "facet"
    for used in (t for t, a in facets(actor) if t.id == trait.id or (whole and a == ability)):
        yield Traited(actor.id, WYRD_ABACUS, used_once(used), quiet=True)


def _no_facet(state: State) -> str:
    has = any(plays_on(actor) and facets(actor) for actor in state.actors.values())
    if not has:
        return "Nobody who plays has a facet."
    if away := [a.name for a in state.actors.values() if is_absent(a) and plays_on(a) and _useful(state, a)]:
        return f"{join_names(away)} cannot show a facet from elsewhere, and no other facet can give a point back."
    lacks = "is whole or scratched out, or has had its point back already in this scene"
    if missing := [words for actor in state.actors.values() if (words := _without_facets(state, actor))]:
        return f"No facet can give a point back now: {'; '.join(missing)}; each other ability {lacks}."
    return f"No facet can give a point back now: each ability {lacks}."


def _without_facets(state: State, actor: Actor) -> str:
    """Tell the abilities of a character that lack a point and have no facet; empty for none."""
    known = {ability for _, ability in facets(actor)}
    lacking = [ABILITIES[one] for one in mendable_abilities(actor) if one not in known] if plays_on(actor) else []
    return f"{name_and_verb(state, actor.id, 'has')} no facet of {join_names(lacking)}" if lacking else ""


FACET = Command(
    "facet",
    "g",
    "show a facet",
    "Show a facet in the scene, which gives back one spent point of its ability.",
    POINTS,
    _show_facet,
    (
        Ask("who", "Who", "one", _showing, focus="actor", why=_nothing_to_show),
        Ask("facet", "Which facet", "one", _facet_choices, preview=_others_spent, why=_why_not_shown, noun="facet"),
    ),
    lambda state: why_no_scene(state) or ("" if _showing(state, {}) else _no_facet(state)),
    WYRD_ABACUS,
    "WA-05, U-20, C-29",
)


CHARACTER_COMMANDS = (FACET,)
