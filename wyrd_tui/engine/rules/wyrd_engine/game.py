"""The Wyrd Engine as a game at the table: its commands, what it leaves open, its ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wyrd_tui.engine import odds
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.nouns.wyrd_engine import EVERYTHING, SUCCESSES, TRAIT_ALONE, EngineRoll, spell_rung
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.game import CLOCK, Game, KindOfRod, Ladder, MatterQuestion, Newcomer, Pending, Rung
from wyrd_tui.engine.rules.ground.basics import last_roll, still_to_lose
from wyrd_tui.engine.rules.pages import OddsPage
from wyrd_tui.engine.rules.wyrd_engine.aid import AID_COMMANDS
from wyrd_tui.engine.rules.wyrd_engine.attack import ATTACK, aims
from wyrd_tui.engine.rules.wyrd_engine.carrying import HAVE
from wyrd_tui.engine.rules.wyrd_engine.chances import tie_of
from wyrd_tui.engine.rules.wyrd_engine.checks import CHECK_COMMANDS
from wyrd_tui.engine.rules.wyrd_engine.contest import CONTEST_COMMANDS
from wyrd_tui.engine.rules.wyrd_engine.damage import (
    AT_RISK,
    CONCEDED,
    GONE,
    OUT_CONDITION,
    has_condition,
    may_check,
    may_soon_fall,
    unassigned_penalties,
)
from wyrd_tui.engine.rules.wyrd_engine.healing import HEALING_COMMANDS, close_scene
from wyrd_tui.engine.rules.wyrd_engine.house_rules import HOUSE_RULES, known_track, rule
from wyrd_tui.engine.rules.wyrd_engine.hurt import HURT_COMMANDS
from wyrd_tui.engine.rules.wyrd_engine.initiative import INITIATIVE, remind_of_tie
from wyrd_tui.engine.rules.wyrd_engine.modifiers import OPTIONAL, reckon_most, reckon_roll
from wyrd_tui.engine.rules.wyrd_engine.questions import (
    SHEET_EXAMPLE,
    STRESS_OF_NPC,
    known_ratings,
    ratings_of,
    read_sheet,
    rung_choices,
    usual_rating,
)
from wyrd_tui.engine.rules.wyrd_engine.ratings import (
    effective_rating,
    find_row,
    is_rated,
    rating_events,
    sheet_of,
    track_of,
)
from wyrd_tui.engine.rules.wyrd_engine.rerolls import REROLL, asked_rerolls, rerolls
from wyrd_tui.engine.rules.wyrd_engine.rolls import RULINGS, boon_winner, let_go, offered_boons, open_ties, untaken_hits
from wyrd_tui.engine.rules.wyrd_engine.wounds import FATE_CHOICES, WOUND_COMMANDS, needs_fate
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, BonusKind, State
from wyrd_tui.engine.words import (
    as_owner,
    fit_verb,
    join_names,
    name_and_verb,
    name_of,
    possessive,
    short_name_of,
    signed,
)


def open_matters(state: State) -> Iterator[Open]:
    """Yield second throws, hits that nobody has taken, wounds without a penalty, fates, ties, and boons on offer."""
    for asked in asked_rerolls(state):
        yield _matter("reroll", asked.who, roll=asked.roll)
    for hit in untaken_hits(state):
        yield _matter("damage", hit.hit.who, roll=hit.roll)
    for actor in state.actors.values() if rule(state, "damage") != "none" else ():
        # No penalty matters to the dead and to those who never come back.
        over = actor.dead or has_condition(actor, GONE)
        for row in () if over else unassigned_penalties(state, sheet_of(actor).track):
            yield _matter("wound", actor.id, row.id)
    for actor in needs_fate(state):
        yield _matter("fate", actor.id)
    for roll in open_ties(state):
        yield _matter("ruling", roll.score.who, roll=roll)
    for roll in offered_boons(state):
        yield _matter("boon", boon_winner(roll), roll=roll)


def _matter(act: str, who: str, about: str = "", roll: Roll | None = None) -> Open:
    return Open(WYRD_ENGINE, act, who, about, roll.number if roll is not None else 0)


def _reroll_question(state: State, one: Open) -> Pending | None:
    asked = next((a for a in asked_rerolls(state) if (a.who, a.roll.number) == (one.who, one.roll)), None)
    if asked is None:
        return None
    verb = "fails" if one.who == asked.roll.score.who else "is beaten"
    answers: Answers = {"who": one.who, "of": str(one.roll)}
    words = f"{name_and_verb(state, one.who, verb)}: a reroll, by {asked.trait.name}?"
    return Pending("reroll", answers, words, {**answers, "again": "no"})


def _damage_question(state: State, one: Open) -> Pending | None:
    """Word all hits of a roll as one question, which stands for the first of them (WE-55)."""
    hits = [found for found in untaken_hits(state) if found.roll.number == one.roll]
    if not hits or hits[0].hit.who != one.who:
        return None
    told = join_names([f"{short_name_of(state, found.hit.who)} for {found.hit.damage}" for found in hits])
    who = hits[0].roll.score.who
    # The owner of the hits may have left the table.
    words = f"{short_name_of(state, who)} {fit_verb(state.people.get(who), f'hits {told}')}"
    answers: Answers = {"who": tuple(found.hit.who for found in hits), "of": str(one.roll)}
    cleared = any(row.clears == "scene" and row.marks for found in hits for row in track_of(state, found.hit.who))
    at_end = "Dealt after the scene’s end, this damage finds the stress boxes free again" if cleared else ""
    return Pending("damage", answers, words, {**answers, "points": 0}, at_end=at_end)


def _wound_question(state: State, one: Open) -> Pending | None:
    actor, row = state.actors.get(one.who), find_row(state, one.who, one.about)
    if actor is None or row is None:
        return None
    whose = as_owner(actor, short_name_of(state, actor.id))
    words = f"{whose} {row.label.casefold()} wound, −{row.penalty}: which skill or trait?"
    return Pending("wound", {"who": actor.id, "row": row.id}, words)


def _fate_question(state: State, one: Open) -> Pending | None:
    actor = state.actors.get(one.who)
    words = name_and_verb(state, one.who, "is out of action: which fate?") if actor is not None else ""
    return Pending("fate", {"who": one.who}, words) if words else None


def _tie_question(state: State, one: Open) -> Pending | None:
    roll = state.roll_of(one.roll)
    if roll is None:
        return None
    against = short_name_of(state, roll.against[0].who) if roll.against else roll.label
    words = name_and_verb(state, one.who, f"ties with {against}: which ruling?")
    return Pending("ruling", {"of": str(one.roll)}, words)


def _boon_question(state: State, one: Open) -> Pending | None:
    roll = state.roll_of(one.roll)
    if roll is None:
        return None
    of, words = {"of": str(one.roll)}, f"{short_name_of(state, one.who)} won by {abs(roll.margin)}: a boon?"
    return Pending("boon", of, words, {**of, "label": "none"})


QUESTIONS: Mapping[str, MatterQuestion] = {
    "reroll": _reroll_question,
    "damage": _damage_question,
    "fate": _fate_question,
    "wound": _wound_question,
    "ruling": _tie_question,
    "boon": _boon_question,
}
"""The wording of open matters, the most urgent first."""


def hints(state: State) -> Iterator[str]:
    """Yield hints on the last roll, on fighters who may concede, and on those at risk of death (WE-67)."""
    if (names := rerolls(state)) and not any(asked_rerolls(state)):
        yield f"`reroll` throws again ({names[0]})"
    roll = last_roll(state, WYRD_ENGINE)
    if roll is not None and roll.outcome == "failure" and not roll.ruling and roll.act == "check":
        yield f"`ruling` can still change {possessive(state, roll.score.who)} roll"
    if (lost := _still_to_lose(state)) and roll is not None:
        # A ruling is told as news, though the roll before it said as much.
        yield f"``settle`` ends {state.challenges[lost].title if roll.ruling else 'the challenge'} as failed"
    actor = state.actors.get(state.order.turn)
    if actor is not None and may_soon_fall(actor):
        yield f"{name_of(state, actor.id)} may `concede`"
    for one in state.actors.values():
        if has_condition(one, AT_RISK) and not one.out:
            yield f"{name_and_verb(state, one.id, 'is')} at risk of death: `fate` decides"


def _still_to_lose(state: State) -> str:
    """Return the id of the challenge that a failed check leaves open though a loss is at stake; empty for none."""
    roll = last_roll(state, WYRD_ENGINE)
    if roll is None or roll.act != "check" or roll.ruling in SUCCESSES:
        return ""
    if roll.ruling not in RULINGS and roll.outcome != "failure":
        return ""
    return still_to_lose(state, roll)


def best_rating(state: State, who: str, challenge: str = "") -> str:
    """The rating that a roll suggests: what suits the challenge, else the best."""
    actor = state.actors.get(who)
    return usual_rating(state, actor, "", challenge) if actor else ""


def ladder(state: State, who: str, rating: str, followed: int | None = None) -> Ladder:
    """The ladder's rungs with the odds of an actor, wounds and what counts by itself reckoned (C-01, C-02).

    Raises:
        Refused: If the rating is a trait.
    """
    actor = state.actors.get(who)
    if actor is not None and not may_check(state, actor):
        why = next((condition.label.strip() or "out" for condition in actor.conditions if condition.out), "fallen")
        return Ladder(f"{name_of(state, who)}: {why}, no roll", ())
    if actor is None or not rating:
        rungs = [Rung(dr, odds.RUNGS[dr], o.success, o.tie, o.failure) for dr, o in odds.ladder(0)]
        return Ladder("untrained", tuple(rungs))
    bare, full = reckon_roll(state, who, rating), reckon_most(state, who, rating)
    tie = tie_of(state)
    best = dict(odds.ladder(full.modifier, tie=tie, reroll=full.reroll))
    base = effective_rating(state, who, rating)
    skilled = is_rated(state, who, rating) and base >= 1
    rows = []
    for dr, shown in odds.ladder(bare.modifier, tie=tie, reroll=bare.reroll):
        hint = _no_roll(state, dr, skilled=skilled)
        most = best[dr].success if best[dr].success > shown.success else None
        rows.append(
            Rung(dr, odds.RUNGS[dr], shown.success, shown.tie, shown.failure, (hint,) if hint else (), most=most)
        )
    more = f" {signed(bare.modifier - base)}" if bare.modifier != base else ""
    rated = f"{rating} {signed(base)}{more}"
    return Ladder(f"{name_of(state, who)}, {rated}", tuple(rows), rated=rated)


def _no_roll(state: State, dr: int, *, skilled: bool) -> str:
    """Return a hint where the text would spare the roll: below Basic, and at Basic for the skilled (WE-31, C-12)."""
    return "no roll needed" if rule(state, "hints") and (dr < -1 or (dr == -1 and skilled)) else ""


def ratings(state: State, actor: Actor) -> Sequence[Choice]:
    """Return the ratings of an actor, with the numbers as they act now."""
    return [
        Choice(name, name, hint, effective_rating(state, actor.id, name)) for name, hint in ratings_of(state, actor)
    ]


def bonuses(state: State) -> Sequence[BonusKind]:
    """The kinds that this table plays: boosts and teamwork are optional (WE-43, WE-46)."""
    off: set[BonusKind] = {kind for kind, key in OPTIONAL.items() if not rule(state, key)}
    kinds: tuple[BonusKind, ...] = ("boost", "boon", "help", "advantage", "situation")
    return [kind for kind in kinds if kind not in off]


COMMANDS: tuple[Command, ...] = (
    *CHECK_COMMANDS,
    REROLL,
    *CONTEST_COMMANDS,
    *AID_COMMANDS,
    ATTACK,
    *HURT_COMMANDS,
    *WOUND_COMMANDS,
    INITIATIVE,
    *HEALING_COMMANDS,
    HAVE,
)

KINDS = {
    "obstacle": KindOfRod("obstacle", "obstacle", "one success"),
    "task": KindOfRod("task", "task", "several successes", sized=True),
    "clock": CLOCK,
}

ACTIONS = {
    "primary": "attack, defend, use an item, a complex manoeuvre",
    "minor": "draw, move, a door, a shout",
}
"""Actions of a turn, with examples of each (WE-52)."""


def describe_rung(row: Rung) -> str:
    """A step of the ladder with all three chances."""
    return (
        f"  {spell_rung(row.value):<18} success {row.success.percent():>8}  tie {row.tie.percent():>8}"
        f"  failure {row.failure.percent():>8}"
    )


OWN_CONDITIONS = {
    **dict.fromkeys((*FATE_CHOICES, "left-for-dead", "retreated", "fights-on"), "fate"),
    **dict.fromkeys((OUT_CONDITION.id, AT_RISK.id), "damage"),
    CONCEDED.id: "concede",
}
"""Conditions that follow from damage and from its outcome (WE-66 … WE-69)."""


def _odds_page() -> OddsPage:
    from wyrd_tui.engine.rules.wyrd_engine.odds_page import ODDS

    return ODDS


GAME = Game(
    id=WYRD_ENGINE,
    commands=COMMANDS,
    open_matters=open_matters,
    hints=hints,
    still_to_lose=_still_to_lose,
    reminder=remind_of_tie,
    ladder=ladder,
    best_rating=best_rating,
    ratings=ratings,
    value_choices=rung_choices,
    on_end=close_scene,
    kinds=KINDS,
    actions=lambda state, actor: ACTIONS,
    end_words={"fight": "stress clears", "scene": "stress clears", "evening": "what works once per session comes back"},
    newcomer=Newcomer(
        "Combat",
        known_track,
        STRESS_OF_NPC,
        read_sheet,
        lambda state: (*known_ratings(state), EVERYTHING),
        SHEET_EXAMPLE,
        "rolls 0; later: `:rate`",
    ),
    rolled_acts=("check", "attack", "defence", "opposed", "manoeuvre", "resist", "initiative"),
    usual_acts=("attack", "defend", "initiative"),
    own_conditions=OWN_CONDITIONS,
    ended_by={OUT_CONDITION.id: "fate"},
    describe_rung=describe_rung,
    bonuses=bonuses,
    on_rating_edit=rating_events,
    rest_rating=EVERYTHING,
    unrated_roll=TRAIT_ALONE,
    questions=QUESTIONS,
    aims=aims,
    order_act="initiative",
    on_act=let_go,
    roll_memory=EngineRoll,
    footer=("roll", "reroll", "attack", "damage", "next", "initiative", "challenge", "tick", "give", "end", "order"),
    odds_page=_odds_page,
    example="damage {who} 3",
    house_rules=HOUSE_RULES,
    harm_act="damage",
)
