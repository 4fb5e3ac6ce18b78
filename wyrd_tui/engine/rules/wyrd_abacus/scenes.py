"""Scenes of the Wyrd Abacus: who is there, the pool, what begins and ends with them, and leaving the tale alive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, actor_named, many_of, number_of, text_of, why_unable
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Counted, Event, Rated, Remembered, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_abacus import LENT, POOL, has_shown_six, memory_of
from wyrd_tui.engine.rules.game import Closing
from wyrd_tui.engine.rules.ground.basics import NO_SCENE, chain_steps, the_actor
from wyrd_tui.engine.rules.questions import note_asks
from wyrd_tui.engine.rules.wyrd_abacus import countdowns, omens, stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    ABSENT,
    FACED,
    acts_with_the_wyrd,
    characters,
    counts_for_pool,
    end_quietly,
    has_faced,
    has_had_a_point_back,
    is_absent,
    is_defeated,
    is_present,
    party,
    pool_size,
    scene_pool,
    sheet_of,
    take_from_pool,
    told_aside,
    why_no_scene,
)
from wyrd_tui.engine.rules.wyrd_abacus.drawing import accept_failures
from wyrd_tui.engine.rules.wyrd_abacus.questions import character_choices
from wyrd_tui.engine.rules.wyrd_abacus.recovery import keep_owed
from wyrd_tui.engine.rules.wyrd_abacus.stage_rule_acts import SCENES, STAGING_COMMANDS
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Condition, Scene, State
from wyrd_tui.engine.words import fit_verb, name_and_verb, name_of

LENDS = 2
"""Wyrd points that a defeated player may give in each scene (WA-51)."""


def spotlight(state: State) -> Iterator[str]:
    """List the characters in the scene, and those who have faced a challenge; nobody goes first (WA-15)."""
    present = [actor for actor in state.actors.values() if is_present(actor)]
    for label, actors in (
        ("faced a challenge", [actor for actor in present if has_faced(actor)]),
        ("present", [actor for actor in present if not has_faced(actor)]),
        ("absent", [actor for actor in characters(state) if is_absent(actor)]),
        ("defeated", [actor for actor in state.actors.values() if is_defeated(actor)]),
    ):
        if actors:
            yield f"{label}: {', '.join(actor.name for actor in actors)}"


def _party_choices(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(actor.id, actor.name, told_aside(actor)) for actor in party(state)]


def _everybody(state: State, answers: Answers) -> tuple[str, ...]:
    return tuple(actor.id for actor in party(state))


def _fresh_pool(state: State, answers: Answers) -> int:
    """Return the size of a fresh pool: who plays another game alone brings no point (WA-08, C-14)."""
    present = many_of(answers, "present") if "present" in answers else _everybody(state, answers)
    return pool_size(state, sum(counts_for_pool(state, state.actors[who]) for who in present))


OPENING_ASKS = (
    Ask("present", "Present characters", "many", _party_choices, _everybody, whole=True, noun="character"),
    Ask(
        "pool",
        "Wyrd in the pool",
        "number",
        default=_fresh_pool,
        low=0,
        high=60,
        quiet=True,
        noun="Wyrd in the pool",
    ),
)


def open_scene(state: State, answers: Answers) -> Iterator[Event]:
    """Begin a scene: who is elsewhere, the pool, and what its start sets off (WA-07 … WA-09, WA-51)."""
    present = many_of(answers, "present") if "present" in answers else _everybody(state, answers)
    pool = number_of(answers, "pool", _fresh_pool(state, answers))
    yield from chain_steps(
        state,
        keep_owed,
        partial(_places_taken, present=present),
        partial(_filled, pool=pool),
        countdowns.update_clocks,
        countdowns.strike_full,
        omens.strike_waiting,
        partial(stage_rules.do_moment, when="scene begins"),
    )


def _filled(state: State, pool: int) -> Iterator[Event]:
    """Fill the pool, and remember its size; later entrances, exits and falls do not change that (U-21)."""
    yield Counted(POOL, pool, "a fresh pool")
    yield Remembered(replace(memory_of(state), first_pool=pool, wyrd_rolls=0))


def pool_at_start(state: State) -> int:
    """Return the scene's pool as the scene began, or now where that is more (WA-08, U-21)."""
    first = memory_of(state).first_pool
    here = sum(is_present(actor) for actor in characters(state))
    return max(scene_pool(state), pool_size(state, here) if first is None else first)


def _places_taken(state: State, present: Sequence[str]) -> Iterator[Event]:
    """Set who is in the scene, who is elsewhere, and the points of defeated players (WA-07, WA-51)."""
    for actor in state.actors.values():
        if has_faced(actor) or has_had_a_point_back(actor):
            yield end_quietly(actor.id, FACED)
    yield from chain_steps(
        state, *(partial(give_loan, who=a.id) for a in state.actors.values() if acts_with_the_wyrd(a))
    )
    for actor in party(state):
        if actor.id in present and is_absent(actor):
            yield from _comes(state, actor.id)
        elif actor.id not in present and not is_absent(actor):
            yield from _goes(state, actor.id)


def give_loan(state: State, who: str) -> Iterator[Event]:
    """Give a defeated player points to lend, once in each scene (WA-51, U-21)."""
    memory = memory_of(state)
    if memory.lent.get(who) != state.scene.number:
        yield Rated(who, WYRD_ABACUS, LENT, LENDS)
        yield Remembered(replace(memory, lent={**memory.lent, who: state.scene.number}))


def end_loan(actor: Actor, why: str = "") -> Iterator[Event]:
    """Take away what a player has left to lend, also where the character acts with the Wyrd no longer (WA-51)."""
    if sheet_of(actor).ratings.get(LENT):
        yield Rated(actor.id, WYRD_ABACUS, LENT, 0, why)


def close_scene(state: State, what: Closing) -> Iterator[Event]:
    """End a scene: challenges left alone strike, the pool and what could be lent are lost (WA-09, WA-14).

    Raises:
        Refused: If no scene is being played.
    """
    if what != "scene":
        return
    if state.scene.between:
        raise Refused(NO_SCENE)
    yield from chain_steps(
        state,
        accept_failures,
        omens.strike_at_scene_end,
        partial(stage_rules.do_moment, when="scene ends"),
        _lost,
        lambda now: stage_rules.tell_ended(replace(now, scene=Scene(now.scene.number + 1, between=True)), state),
    )


def _lost(state: State) -> Iterator[Event]:
    """Lose what a scene takes with it; its sixes keep nothing off in the next one (WA-09, WA-59)."""
    if has_shown_six(state):
        yield Remembered(replace(memory_of(state), sixes_before=memory_of(state).sixes))
    if scene_pool(state):
        yield Counted(POOL, 0, "the rest is lost")
    for actor in state.actors.values():
        yield from end_loan(actor, "the scene ends")
        if is_absent(actor):
            yield end_quietly(actor.id, ABSENT)


# ------------------------------------------------------------------ who is there


def _presence(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    for one in many_of(answers, "who"):
        yield from _comes(state, one) if is_absent(the_actor(state, one)) else _goes(state, one)


def _movers(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the party, each with where it is now."""
    rows = sorted(party(state), key=is_absent)
    return [Choice(actor.id, actor.name, "elsewhere" if is_absent(actor) else "here") for actor in rows]


def _movement(state: State, answers: Answers) -> str:
    """Preview who enters and who exits."""
    moving = [state.actors[who] for who in many_of(answers, "who")]
    return ", ".join(
        f"{name_of(state, one.id)} {fit_verb(one, 'enters' if is_absent(one) else 'exits')}" for one in moving
    )


def _comes(state: State, who: str) -> Iterator[Event]:
    yield end_quietly(who, ABSENT)
    yield Said(f"{name_and_verb(state, who, 'enters')} the scene")


def _goes(state: State, who: str) -> Iterator[Event]:
    yield Befell(who, ABSENT, quiet=True)
    yield Said(f"{name_and_verb(state, who, 'is')} elsewhere in this scene")


PRESENT = Command(
    "present",
    "x",
    "present, absent",
    "Move characters into the scene, or out of it.",
    SCENES,
    _presence,
    (
        Ask(
            "who",
            "Who enters or exits",
            "many",
            _movers,
            focus="ticked",
            put=True,
            preview=_movement,
            some="Choose who enters or exits.",
        ),
    ),
    lambda state: why_no_scene(state) or ("" if party(state) else "No character still plays."),
    WYRD_ABACUS,
    "WA-07, WA-20",
)


def remind_of_wyrd(state: State) -> Iterator[str]:
    """Yield the hint that the Wyrd has not been rolled in this scene (WA-39)."""
    if characters(state) and not state.scene.between and not memory_of(state).wyrd_rolls:
        yield "no Wyrd roll yet: ``wyrd``"


def _set_pool(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    pool = number_of(answers, "to")
    if pool == scene_pool(state):
        raise Refused(f"The pool is at {pool} already.")
    yield Counted(POOL, pool, "as the GM says")


SET_POOL = Command(
    "pool",
    "",
    "scene Wyrd",
    "Set the scene’s Wyrd pool by hand.",
    SCENES,
    _set_pool,
    (
        Ask(
            "to",
            "Wyrd in the pool",
            "number",
            default=lambda s, a: scene_pool(s),
            low=0,
            high=60,
            noun="Wyrd in the pool",
        ),
    ),
    why_no_scene,
    WYRD_ABACUS,
    "WA-08, C-14",
)


def _take(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield from take_from_pool(state, text_of(answers, "who"), number_of(answers, "points"), text_of(answers, "note"))


def _too_many(state: State, answers: Answers) -> str:
    """Tell how many points the scene has where fewer are there; the log tells what enough of them bring."""
    there = scene_pool(state)
    return f"{there} in the scene" if number_of(answers, "points", 1) > there else ""


def _nothing_to_take(state: State) -> str:
    if reason := why_no_scene(state):
        return reason
    if not characters(state):
        return "No character still plays."
    return "" if scene_pool(state) else "The scene’s pool is empty. `pool` sets it."


TAKE = Command(
    "take",
    "",
    "take Wyrd",
    "Take Wyrd from the scene’s pool for some other effect.",
    SCENES,
    _take,
    (
        Ask("who", "Who", "one", lambda s, a: [Choice(one.id, one.name) for one in characters(s)], focus="actor"),
        Ask("points", "Points", "number", default=lambda s, a: 1, low=1, high=60, preview=_too_many),
        note_asks(),
    ),
    _nothing_to_take,
    WYRD_ABACUS,
    "WA-10",
)


# ------------------------------------------------------------------ escaping


def _escape(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = text_of(answers, "who")
    gone = Befell(who, Condition("escaped", "out of the tale, and safe", out=True, game=WYRD_ABACUS), quiet=True)
    yield from chain_steps(
        state,
        lambda now: iter((gone, Said(f"{name_and_verb(now, who, 'escapes')} from the tale"))),
        partial(stage_rules.do_moment, when="escape"),
    )


def _may_escape(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        choice for choice in character_choices(state, answers) if not stage_rules.why_forbidden(state, choice.value)
    ]


def _why_not_out(state: State, word: str) -> str:
    actor = actor_named(state, word)
    return why_unable(state, word) or (stage_rules.why_forbidden(state, actor.id) if actor else "")


def _nobody_gets_out(state: State) -> str:
    if _may_escape(state, {}):
        return ""
    reasons = (stage_rules.why_forbidden(state, actor.id) for actor in characters(state))
    return " ".join(dict.fromkeys(reasons)) or "No character still plays."


ESCAPE = Command(
    "escape",
    "",
    "escape",
    "Let a character escape from the tale, unless a stage rule forbids it.",
    SCENES,
    _escape,
    (Ask("who", "Who escapes", "one", _may_escape, focus="actor", why=_why_not_out),),
    _nobody_gets_out,
    WYRD_ABACUS,
    "WA-56",
)


SCENE_COMMANDS = (PRESENT, *STAGING_COMMANDS, TAKE, SET_POOL, ESCAPE)
