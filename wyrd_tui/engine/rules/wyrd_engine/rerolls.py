"""Traits that let a roll be taken again; the second result stands (WE-21, U-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wyrd_tui.engine import odds
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused, Throw
from wyrd_tui.engine.events import Event, Said, Traited
from wyrd_tui.engine.rules.ground.basics import last_roll, the_actor
from wyrd_tui.engine.rules.questions import DICE
from wyrd_tui.engine.rules.wyrd_engine.chances import tie_of
from wyrd_tui.engine.rules.wyrd_engine.checks import CHECKS
from wyrd_tui.engine.rules.wyrd_engine.ratings import rolled_rating, same_rating, sheet_of
from wyrd_tui.engine.rules.wyrd_engine.rolls import (
    finish_roll,
    hits_of,
    outcome_of,
    read_tie,
    take_back_success,
    take_dice,
)
from wyrd_tui.engine.sheet import Effect, Trait, used_once, uses_left
from wyrd_tui.engine.state import WYRD_ENGINE, Roll, Score, State
from wyrd_tui.engine.words import name_and_verb, name_of, plain_number


def _sides(roll: Roll) -> Iterator[tuple[Score, bool]]:
    """Sides of a roll, each with whether it went against it."""
    hit = {hit.who for hit in roll.hits}
    missed = roll.act == "attack" and not hit
    yield roll.score, missed or "failure" in (roll.outcome, roll.ruling)
    for theirs in roll.against:
        yield theirs, theirs.who in hit if roll.act == "attack" else roll.outcome == "success"


def _allows(state: State, effect: Effect, score: Score, failed: bool) -> bool:
    rating = rolled_rating(state, the_actor(state, score.who), score.rating)
    fits = not effect.skill or same_rating(state, effect.skill, rating)
    return effect.kind == "reroll" and fits and (failed or effect.after == "any")


def may_reroll(state: State) -> list[tuple[str, Trait]]:
    """Return the actors who may reroll their side, each with its trait, one without a limit first."""
    roll = last_roll(state, WYRD_ENGINE)
    if roll is None or roll.act == "initiative" or roll.rerolled or roll.ruling not in ("", "failure"):
        return []
    if any(hit.taken for hit in roll.hits):
        return []
    found = []
    for score, failed in _sides(roll):
        actor = state.actors.get(score.who)
        for trait in sheet_of(actor).traits if actor else ():
            ready = not trait.lost and uses_left(trait) != 0
            if ready and any(_allows(state, effect, score, failed) for effect in trait.effects):
                found.append((score.who, trait))
    return sorted(found, key=lambda row: uses_left(row[1]) is not None)


def rerolls(state: State) -> list[str]:
    """Names of the traits that let the last roll be taken again."""
    return [trait.name for _, trait in may_reroll(state)]


def _again(score: Score, throw: Throw) -> Score:
    total = score.total - score.thrown + throw.total
    return replace(score, thrown=throw.total, faces=throw.faces, typed=throw.typed, total=total)


def _reroll(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    roll, who = last_roll(state, WYRD_ENGINE), text_of(answers, "who")
    trait = next((trait for name, trait in may_reroll(state) if name == who), None)
    if roll is None or trait is None:
        raise Refused(f"No trait of {name_of(state, who)} allows a reroll of the last roll.")
    throw = take_dice(answers, "dice", dice)
    score = _again(roll.score, throw) if roll.score.who == who else roll.score
    against = tuple(_again(theirs, throw) if theirs.who == who else theirs for theirs in roll.against)
    margin = score.total - (against[0].total if against else roll.value or 0)
    second = replace(
        roll,
        score=score,
        against=against,
        margin=margin,
        outcome=outcome_of(margin) if against else read_tie(state, outcome_of(margin)),
        ruling="",
        hits=hits_of(score, against) if roll.act == "attack" else (),
        offers=("boon",) if roll.act == "opposed" and abs(margin) >= 3 else (),
        rerolled=True,
    )
    before: list[Event] = [Said(f"{name_and_verb(state, who, 'rolls')} again", f": {trait.name}")]
    if uses_left(trait) is not None:
        before.append(Traited(who, WYRD_ENGINE, used_once(trait), "used"))
    if roll.outcome == "success":
        before += take_back_success(state, roll)
    for event in before:
        yield event
        state = apply(state, event)
    yield from finish_roll(state, second)


def _whose(state: State, answers: Answers) -> Sequence[Choice]:
    traits: dict[str, str] = {}
    for who, trait in may_reroll(state):
        traits.setdefault(who, trait.name)
    return [Choice(who, name_of(state, who), trait) for who, trait in traits.items()]


def _preview(state: State, answers: Answers) -> str:
    """Name the roll, the trait and, against a difficulty, the odds of the second roll, which stands (WE-21)."""
    roll, who = last_roll(state, WYRD_ENGINE), text_of(answers, "who")
    trait = next((choice.hint for choice in _whose(state, answers) if choice.value == who), "")
    if roll is None or not trait:
        return ""
    score = next((side for side in (roll.score, *roll.against) if side.who == who), roll.score)
    told = f"{score.rating}, {plain_number(score.total)} so far · {trait}"
    if roll.against or roll.value is None:
        return told
    again = odds.check(score.total - score.thrown, roll.value, tie=tie_of(state))
    return f"{told} · success {again.success.short()}, tie {again.tie.short()}"


REROLL = Command(
    "reroll",
    "R",
    "reroll",
    "Reroll the last roll where a trait allows it; the second result stands.",
    CHECKS,
    _reroll,
    (
        Ask("who", "Whose dice", "one", _whose, lambda s, a: next((c.value for c in _whose(s, a)), None), quiet=True),
        replace(DICE, preview=_preview),
    ),
    lambda state: "" if may_reroll(state) else "No trait allows a reroll of the last roll.",
    WYRD_ENGINE,
    "WE-21, U-05",
)
