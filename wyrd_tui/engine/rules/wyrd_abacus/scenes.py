"""Scenes of the Wyrd Abacus: who is there, the pool, what begins and ends with them, and leaving the tale alive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Counted, Event, Noted, Rated, Recovered, Said
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.shared.basics import chained, the_actor
from wyrd_tui.engine.rules.wyrd_abacus import countdowns, omens, stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.asks import character_choices
from wyrd_tui.engine.rules.wyrd_abacus.facing import accepted, lapsed
from wyrd_tui.engine.rules.wyrd_abacus.numbers import (
    ABSENT,
    FACED,
    LENT,
    POOL,
    ROLLS,
    characters,
    has_faced,
    has_had_a_point_back,
    in_a_scene,
    is_absent,
    is_defeated,
    lent_by,
    of_type,
    pool_size,
    scene_pool,
    taken,
)
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Condition, State
from wyrd_tui.engine.words import name_of

SCENES = "Scenes and stage rules"
LENDS = 2
"""Wyrd points that a defeated player may give in each scene (WA-51)."""
WITH_THE_WYRD = Condition("with-the-wyrd", "its player acts with the Wyrd")


def _everybody(state: State, answers: Answers) -> tuple[str, ...]:
    return tuple(actor.id for actor in characters(state))


OPENING_ASKS = (
    Ask("present", "Who is present", "many", character_choices, _everybody),
    Ask(
        "pool",
        "Wyrd in the pool",
        "number",
        default=lambda state, answers: pool_size(state, len(many_of(answers, "present"))),
        low=0,
        high=60,
        quiet=True,
    ),
)


def opening(state: State, answers: Answers) -> Iterator[Event]:
    """A scene begins: who is elsewhere, the pool, then the stage rules that are at work (WA-07 … WA-09, WA-51)."""
    present = many_of(answers, "present") if "present" in answers else _everybody(state, answers)
    pool = number_of(answers, "pool", pool_size(state, len(present)))
    yield from chained(
        state,
        lapsed,
        partial(_places_taken, present=present),
        lambda now: iter((Counted(POOL, pool, "a fresh pool"), Counted(ROLLS, 0, quiet=True))),
        countdowns.countdowns_laid,
        omens.opened,
        lambda now: stage_rules.moment(now, "scene begins"),
        stage_rules.announced,
    )


def _places_taken(state: State, present: Sequence[str]) -> Iterator[Event]:
    """Who is in the scene and who is elsewhere, and what defeated players may lend in it (WA-07, WA-51)."""
    for actor in state.actors.values():
        if has_faced(actor) or has_had_a_point_back(actor):
            yield Recovered(actor.id, FACED.id, quiet=True)
        if is_defeated(actor) and acts_with_the_wyrd(actor):
            yield Rated(actor.id, WYRD_ABACUS, LENT, LENDS)
    for actor in characters(state):
        if actor.id in present and is_absent(actor):
            yield from _comes(state, actor.id)
        elif actor.id not in present and not is_absent(actor):
            yield from _goes(state, actor.id)


def acts_with_the_wyrd(actor: Actor) -> bool:
    """Whether the player of a defeated character lends Wyrd (WA-51)."""
    return any(condition.id == WITH_THE_WYRD.id for condition in actor.conditions)


def ends(state: State, when: str) -> Iterator[Event]:
    """A scene ends: what was left alone strikes, the pool is lost, and what could be lent with it (WA-09, WA-14)."""
    if when != "at the end of the scene":
        return
    if state.scene.between:
        raise Refused("No scene is being played: B begins the next one.")
    yield from chained(
        state,
        accepted,
        lapsed,
        omens.sprung_with_scene,
        lambda now: stage_rules.moment(now, "scene ends"),
        _lost,
    )


def _lost(state: State) -> Iterator[Event]:
    if scene_pool(state):
        yield Counted(POOL, 0, "the rest is lost")
    for actor in state.actors.values():
        if lent_by(actor):
            yield Rated(actor.id, WYRD_ABACUS, LENT, 0, "the scene ends")
        if is_absent(actor):
            yield Recovered(actor.id, ABSENT.id, quiet=True)


# ------------------------------------------------------------------ who is there


def _presence(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = many_of(answers, "who")
    if not who:
        raise Refused("Somebody must come or go.")
    for one in who:
        yield from _comes(state, one) if is_absent(the_actor(state, one)) else _goes(state, one)


def _comes(state: State, who: str) -> Iterator[Event]:
    yield Recovered(who, ABSENT.id, quiet=True)
    yield Said(f"{name_of(state, who)} comes into the scene")


def _goes(state: State, who: str) -> Iterator[Event]:
    yield Befell(who, ABSENT, quiet=True)
    yield Said(f"{name_of(state, who)} is elsewhere in this scene")


PRESENT = Command(
    "present",
    "x",
    "present, absent",
    "Say who is in the scene and who is elsewhere.",
    SCENES,
    _presence,
    (Ask("who", "Who comes or goes", "many", character_choices, focus="marked"),),
    lambda state: in_a_scene(state) or ("" if characters(state) else "No character still plays."),
    WYRD_ABACUS,
    "WA-07, WA-20",
)


def _set_pool(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    pool = number_of(answers, "to")
    if pool == scene_pool(state):
        raise Refused(f"The pool is at {pool} already.")
    yield Counted(POOL, pool, "as the narrator says")


SET_POOL = Command(
    "pool",
    "",
    "scene Wyrd",
    "Set the scene's Wyrd pool by hand.",
    SCENES,
    _set_pool,
    (Ask("to", "Wyrd in the pool", "number", default=lambda s, a: scene_pool(s), low=0, high=60),),
    in_a_scene,
    WYRD_ABACUS,
    "WA-08, C-14",
)


def _may_take(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(a.id, a.name) for a in characters(state)]


def _take(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield from taken(state, text_of(answers, "who"), number_of(answers, "points"), text_of(answers, "note"))


def _nothing_to_take(state: State) -> str:
    if reason := in_a_scene(state):
        return reason
    if not characters(state):
        return "No character still plays."
    return "" if scene_pool(state) else "The scene's pool is empty: `pool` sets it."


TAKE = Command(
    "take",
    "",
    "take Wyrd",
    "A character takes Wyrd from the scene's pool for some other effect.",
    SCENES,
    _take,
    (
        Ask("who", "Who", "one", _may_take, focus="actor"),
        Ask("points", "Points", "number", default=lambda s, a: 1, low=1, high=60),
        Ask("note", "In words", "words", default=lambda s, a: "", quiet=True),
    ),
    _nothing_to_take,
    WYRD_ABACUS,
    "WA-10",
)


# ------------------------------------------------------------------ getting out


def _escape(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = text_of(answers, "who")
    if reason := stage_rules.forbids(state, who):
        raise Refused(reason)
    gone = Befell(who, Condition("escaped", "out of it, and safe", out=True), quiet=True)
    yield from chained(
        state,
        lambda now: iter((gone, Said(f"{name_of(now, who)} gets out"))),
        lambda now: stage_rules.moment(now, "escape"),
    )


ESCAPE = Command(
    "escape",
    "",
    "escape",
    "A character gets out of the tale, unless a stage rule forbids it.",
    SCENES,
    _escape,
    (Ask("who", "Who gets out", "one", character_choices, focus="actor"),),
    lambda state: "" if characters(state) else "No character still plays.",
    WYRD_ABACUS,
    "WA-56",
)


# ------------------------------------------------------------------ stage rules and what strikes by itself


def _rules(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        Choice(page.id, page.title, "in force" if stage_rules.applies(state, page) else "waits")
        for page in state.book.pages
        if page.kind == stage_rules.RULE
    ]


def _rule(state: State, which: str) -> Page:
    for page in state.book.pages:
        if page.id == which and page.kind == stage_rules.RULE:
            return page
    raise Refused(f"There is no stage rule {which}.")


_DOES = {"in force": "it applies from now on", "over": "it applies no longer", "fires": "it strikes now"}


def _deeds(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(k, k, h) for k, h in _DOES.items() if k != "fires" or not state.scene.between]


def _usual_deed(state: State, answers: Answers) -> str:
    page = next((p for p in state.book.pages if p.id == text_of(answers, "which")), None)
    return "over" if page is not None and stage_rules.applies(state, page) else "in force"


def _stage_rule(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    page, does = _rule(state, text_of(answers, "which")), text_of(answers, "does")
    if does == "fires":
        if state.scene.between:
            raise Refused("Between scenes nothing strikes: B begins the next scene.")
        yield from stage_rules.struck(state, page)
        return
    if stage_rules.applies(state, page) == (does == stage_rules.IN_FORCE):
        raise Refused(f"{page.title} is {does if does == stage_rules.IN_FORCE else 'not in force'} already.")
    yield from chained(
        state,
        lambda now: countdowns.begun_anew(now, page) if does == stage_rules.IN_FORCE else iter(()),
        lambda now: iter((Noted(page.id, does),)),
        countdowns.countdowns_laid,
        lambda now: _in_force_now(now, page) if does == stage_rules.IN_FORCE else iter(()),
    )


def _in_force_now(state: State, page: Page) -> Iterator[Event]:
    """A rule comes into force: the players hear of it, and in a scene it begins its work (WA-07, WA-40, WA-58)."""
    if page.text:
        yield from stage_rules.heard(page)
    if not state.scene.between:
        yield from chained(state, partial(stage_rules.begun, page=page), countdowns.filled)


STAGE_RULE = Command(
    "stage-rule",
    "E",
    "stage rule",
    "Put a stage rule in force, take it off, or let it strike.",
    SCENES,
    _stage_rule,
    (
        Ask("which", "Which stage rule", "one", _rules, focus="page"),
        Ask("does", "It", "one", _deeds, _usual_deed),
    ),
    lambda state: "" if _rules(state, {}) else "No stage rule is prepared.",
    WYRD_ABACUS,
    "WA-07, WA-52 … WA-59",
)


def _waiting(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(c.id, c.title, c.type) for c in state.challenges.values() if of_type(c) and not c.outcome]


def _spring(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    rod = state.challenges.get(text_of(answers, "which"))
    if rod is None:
        raise Refused("That challenge is not on the abacus.")
    yield from omens.sprung(state, rod, "nobody dealt with it")


SPRING = Command(
    "spring",
    "",
    "let it strike",
    "Let a challenge that nobody has dealt with strike by itself.",
    SCENES,
    _spring,
    (Ask("which", "Which challenge", "one", _waiting, focus="faced"),),
    lambda state: in_a_scene(state) or ("" if _waiting(state, {}) else "No challenge waits."),
    WYRD_ABACUS,
    "WA-14, WA-23, WA-59",
)

SCENE_COMMANDS = (PRESENT, STAGE_RULE, SPRING, TAKE, SET_POOL, ESCAPE)
