"""Scenes of the Wyrd Abacus: who is there, the pool, what begins and ends with them, and leaving the tale alive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, many_of, number_of, text_of, why_unable
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Counted, Event, Rated, Remembered, Said
from wyrd_tui.engine.nouns.wyrd_abacus import remembered
from wyrd_tui.engine.rules.game import Closing
from wyrd_tui.engine.rules.ground.basics import chained, the_actor
from wyrd_tui.engine.rules.wyrd_abacus import countdowns, omens, stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.aftermath import due, title_of
from wyrd_tui.engine.rules.wyrd_abacus.asks import character_choices, meant
from wyrd_tui.engine.rules.wyrd_abacus.facing import accepted, expired
from wyrd_tui.engine.rules.wyrd_abacus.numbers import (
    ABSENT,
    FACED,
    LENT,
    POOL,
    ROLLS,
    acts_with_the_wyrd,
    characters,
    ended,
    has_faced,
    has_had_a_point_back,
    in_a_scene,
    is_absent,
    is_present,
    lent_by,
    listed,
    pool_size,
    scene_pool,
    taken,
)
from wyrd_tui.engine.rules.wyrd_abacus.recovery import unrecovered
from wyrd_tui.engine.rules.wyrd_abacus.staging import SCENES, STAGING_COMMANDS
from wyrd_tui.engine.state import WYRD_ABACUS, Condition, State
from wyrd_tui.engine.words import name_of

LENDS = 2
"""Wyrd points that a defeated player may give in each scene (WA-51)."""


def _everybody(state: State, answers: Answers) -> tuple[str, ...]:
    return tuple(actor.id for actor in characters(state))


def _forgone(state: State) -> Iterator[str]:
    """Yield the matters of the last scene that are let go as the next begins (WA-23, WA-42, WA-46)."""
    for which in due(state):
        yield f"nothing further comes of {title_of(state, which)}"
    if recovering := [name_of(state, actor.id) for actor in unrecovered(state)]:
        verb = "forgo" if len(recovering) > 1 else "forgoes"
        yield f"{listed(recovering)} {verb} the point that would have come back"


def _forgone_preview(state: State, answers: Answers) -> str:
    return "; ".join(_forgone(state)) if state.scene.between else ""


def _let_go(state: State) -> Iterator[Event]:
    for words in _forgone(state):
        yield Said(f"{words[0].upper()}{words[1:]}")
    if due(state):
        yield Remembered(replace(remembered(state), due={}))


OPENING_ASKS = (
    Ask("present", "Who is present", "many", character_choices, _everybody, preview=_forgone_preview),
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
    """Begin a scene: who is elsewhere, the pool, then the stage rules in force (WA-07 … WA-09, WA-51)."""
    present = many_of(answers, "present") if "present" in answers else _everybody(state, answers)
    pool = number_of(answers, "pool", pool_size(state, len(present)))
    yield from chained(
        state,
        expired,
        _let_go,
        partial(_places_taken, present=present),
        lambda now: iter((Counted(POOL, pool, "a fresh pool"), Counted(ROLLS, 0, quiet=True), _bowl(now, pool))),
        countdowns.countdowns_laid,
        omens.opened,
        lambda now: stage_rules.moment(now, "scene begins"),
        stage_rules.announced,
    )


def _bowl(state: State, pool: int) -> Remembered:
    """Remember how large the pool was, whoever comes, goes or falls (U-21)."""
    return Remembered(replace(remembered(state), first_pool=pool))


def bowl(state: State) -> int:
    """Return the scene's pool as the scene began, or now where that is more (WA-08, U-21)."""
    first = remembered(state).first_pool
    here = sum(is_present(state, actor) for actor in characters(state))
    return max(scene_pool(state), pool_size(state, here) if first is None else first)


def _places_taken(state: State, present: Sequence[str]) -> Iterator[Event]:
    """Set who is in the scene, who is elsewhere, and the points of defeated players (WA-07, WA-51)."""
    for actor in state.actors.values():
        if has_faced(actor) or has_had_a_point_back(actor):
            yield ended(actor.id, FACED)
    yield from chained(state, *(partial(lends, who=a.id) for a in state.actors.values() if acts_with_the_wyrd(a)))
    for actor in characters(state):
        if actor.id in present and is_absent(actor):
            yield from _comes(state, actor.id)
        elif actor.id not in present and not is_absent(actor):
            yield from _goes(state, actor.id)


def lends(state: State, who: str) -> Iterator[Event]:
    """Give a defeated player points to lend, once in each scene (WA-51, U-21)."""
    memory = remembered(state)
    if memory.lent.get(who) != state.scene.number:
        yield Rated(who, WYRD_ABACUS, LENT, LENDS)
        yield Remembered(replace(memory, lent={**memory.lent, who: state.scene.number}))


def closing(state: State, what: Closing) -> Iterator[Event]:
    """End a scene: challenges left alone strike, the pool and what could be lent are lost (WA-09, WA-14).

    Raises:
        Refused: If no scene is being played.
    """
    if what != "scene":
        return
    if state.scene.between:
        raise Refused("No scene is being played: `begin` opens the next one.")
    yield from chained(
        state,
        accepted,
        expired,
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
            yield ended(actor.id, ABSENT)


# ------------------------------------------------------------------ who is there


def _presence(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    for one in many_of(answers, "who"):
        yield from _comes(state, one) if is_absent(the_actor(state, one)) else _goes(state, one)


def _comes(state: State, who: str) -> Iterator[Event]:
    yield ended(who, ABSENT)
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
    (Ask("who", "Who comes or goes", "many", character_choices, focus="marked", some="Somebody must come or go."),),
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


def _in_the_scene(state: State, answers: Answers) -> str:
    return f"{scene_pool(state)} in the scene"


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
        Ask("points", "Points", "number", default=lambda s, a: 1, low=1, high=60, preview=_in_the_scene),
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
    gone = Befell(who, Condition("escaped", "out of it, and safe", out=True, game=WYRD_ABACUS), quiet=True)
    yield from chained(
        state,
        lambda now: iter((gone, Said(f"{name_of(now, who)} gets out"))),
        lambda now: stage_rules.moment(now, "escape"),
    )


def _may_escape(state: State, answers: Answers) -> Sequence[Choice]:
    return [choice for choice in character_choices(state, answers) if not stage_rules.forbids(state, choice.value)]


def _why_not_out(state: State, word: str) -> str:
    actor = meant(state, word)
    return why_unable(state, word) or (stage_rules.forbids(state, actor.id) if actor else "")


def _nobody_gets_out(state: State) -> str:
    if _may_escape(state, {}):
        return ""
    reasons = (stage_rules.forbids(state, actor.id) for actor in characters(state))
    return " ".join(dict.fromkeys(reasons)) or "No character still plays."


ESCAPE = Command(
    "escape",
    "",
    "escape",
    "A character gets out of the tale, unless a stage rule forbids it.",
    SCENES,
    _escape,
    (Ask("who", "Who gets out", "one", _may_escape, focus="actor", why=_why_not_out),),
    _nobody_gets_out,
    WYRD_ABACUS,
    "WA-56",
)


SCENE_COMMANDS = (PRESENT, *STAGING_COMMANDS, TAKE, SET_POOL, ESCAPE)
