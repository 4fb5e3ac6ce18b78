"""Traits that let a roll be taken again; the second result stands (WE-21, U-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine import odds
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused, Throw
from wyrd_tui.engine.events import Event, Ruled, Said, Traited
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.rules.ground.basics import bring, chain_steps, last_roll, rolls_of, the_actor
from wyrd_tui.engine.rules.questions import DICE, first_on_offer, roll_meant, unless, which_roll
from wyrd_tui.engine.rules.wyrd_engine.chances import beside_hit, tie_of
from wyrd_tui.engine.rules.wyrd_engine.checks import CHECKS
from wyrd_tui.engine.rules.wyrd_engine.damage import takes_out
from wyrd_tui.engine.rules.wyrd_engine.foretold import gain_of_roll, tie_told
from wyrd_tui.engine.rules.wyrd_engine.ratings import rolled_rating, same_rating, sheet_of
from wyrd_tui.engine.rules.wyrd_engine.rolls import (
    STANDS,
    finish_roll,
    hits_of,
    outcome_of,
    ruled_outcome,
    take_back_success,
    take_dice,
)
from wyrd_tui.engine.sheet import Effect, Trait, used_once, uses_left
from wyrd_tui.engine.state import WYRD_ENGINE, State
from wyrd_tui.engine.words import name_and_verb, name_of, plain_number, short_name_of, stake_lost


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


def may_reroll(state: State, roll: Roll) -> list[tuple[str, Trait]]:
    """Return the actors who may take their side of a roll again, each with its trait, one without a limit first."""
    if roll.act == "initiative" or roll.rerolled or roll.ruling not in ("", "failure"):
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


def _rolls(state: State) -> list[Roll]:
    """Rolls that a trait lets be taken again, the oldest first."""
    return [roll for roll in rolls_of(state, WYRD_ENGINE) if may_reroll(state, roll)]


def rerolls(state: State) -> list[str]:
    """Names of the traits that let the last roll be taken again."""
    roll = last_roll(state, WYRD_ENGINE)
    return [trait.name for _, trait in may_reroll(state, roll)] if roll is not None else []


class AskedReroll(NamedTuple):
    """A second throw that an actor counted on before a roll, which has failed."""

    roll: Roll
    who: str
    trait: Trait


def asked_rerolls(state: State) -> Iterator[AskedReroll]:
    """Yield the second throws that were counted on, the oldest first; one for each side of a roll (WE-21)."""
    for roll in _rolls(state):
        failed = {score.who for score, failed in _sides(roll) if failed and score.again}
        traits = dict(reversed(may_reroll(state, roll)))
        yield from (AskedReroll(roll, who, trait) for who, trait in traits.items() if who in failed)


def _again(score: Score, throw: Throw) -> Score:
    total = score.total - score.thrown + throw.total
    return replace(score, thrown=throw.total, faces=throw.faces, typed=throw.typed, total=total)


def _reroll(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    roll, who = roll_meant(answers, _rolls(state)), text_of(answers, "who")
    trait = next((trait for name, trait in may_reroll(state, roll) if name == who), None) if roll else None
    if roll is None or trait is None:
        raise Refused(f"No trait of {name_of(state, who)} allows a reroll of the last roll.")
    if text_of(answers, "again") == _NO:
        yield Ruled(STANDS, roll.number, name_and_verb(state, who, "takes no second throw"), roll.offers)
        return
    throw = take_dice(answers, "dice", dice)
    score = _again(roll.score, throw) if roll.score.who == who else roll.score
    against = tuple(_again(theirs, throw) if theirs.who == who else theirs for theirs in roll.against)
    margin = score.total - (against[0].total if against else roll.value or 0)
    second = replace(
        roll,
        score=score,
        against=against,
        margin=margin,
        outcome=outcome_of(margin) if against else ruled_outcome(state, outcome_of(margin)),
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
    yield from chain_steps(state, bring(*before), partial(finish_roll, roll=second))


def _whose(state: State, answers: Answers) -> Sequence[Choice]:
    roll = roll_meant(answers, _rolls(state))
    traits: dict[str, str] = {}
    for who, trait in may_reroll(state, roll) if roll is not None else ():
        traits.setdefault(who, trait.name)
    return [Choice(who, name_of(state, who), trait) for who, trait in traits.items()]


def _preview(state: State, answers: Answers) -> str:
    """Name the roll, the trait, and odds and gain of the second roll, which stands (WE-21)."""
    roll, who = roll_meant(answers, _rolls(state)), text_of(answers, "who")
    trait = next((choice.hint for choice in _whose(state, answers) if choice.value == who), "")
    if roll is None or not trait:
        return ""
    if text_of(answers, "again") == _NO:
        return "The first throw stands"
    score = next((side for side in (roll.score, *roll.against) if side.who == who), roll.score)
    told = f"{score.rating}, {plain_number(score.total)} so far · {trait}"
    if roll.against:
        return " · ".join(filter(None, (told, _against_told(state, roll, who))))
    if roll.value is None:
        return told
    again = odds.check(_bare(score), roll.value, tie=tie_of(state))
    told = f"{told} · success {again.success.short()}"
    told += tie_told(again.tie) if tie_of(state) == "ask" else ""
    return " · ".join(filter(None, (told, gain_of_roll(state, roll)))) + stake_lost(state, roll.challenge)


def _bare(score: Score) -> int:
    """Return what counts in a side of a roll beside its dice."""
    return score.total - score.thrown


def _against_told(state: State, roll: Roll, who: str) -> str:
    """Tell the odds of a second throw of one side, against dice of the other that stand (WE-36, WE-54)."""
    if roll.act == "attack":
        return _attack_told(state, roll, who)
    mine, other = roll.score, roll.against[0]
    if who != mine.who:
        mine, other = other, mine
    contest = odds.opposed(_bare(mine), _bare(other), fallen=(None, other.thrown))
    return f"wins {contest.win.short()}{tie_told(contest.tie)}"


def _attack_told(state: State, roll: Roll, who: str) -> str:
    """Tell whom an attack hits by a second throw of the attacker, or of one defender (WE-54, WE-55)."""
    attacks = who == roll.score.who
    chances: dict[str, odds.Attack] = {}
    for theirs in roll.against:
        if theirs.who in state.actors and (attacks or theirs.who == who):
            fallen = (None, theirs.thrown) if attacks else (roll.score.thrown, None)
            fells = takes_out(state, theirs.who)
            chances[theirs.who] = odds.attack(_bare(roll.score), _bare(theirs), fells, fallen=fallen)
    if len(chances) > 1:
        hits = (f"{short_name_of(state, target)} {chance.hit.short()}" for target, chance in chances.items())
        return f"hits {', '.join(hits)}"
    attacker = "" if attacks else f"{short_name_of(state, roll.score.who)} "
    told = (f"{chance.hit.short()}, {beside_hit(state, target, chance)}" for target, chance in chances.items())
    return "".join(f"{attacker}hits {one}" for one in told)


def _thrower(state: State, roll: Roll) -> str:
    """Return who may throw again first, after whom the roll is named."""
    return next(iter(may_reroll(state, roll)), (roll.score.who, None))[0]


_NO = "no"


def _was_asked(state: State, answers: Answers) -> bool:
    """Tell whether the second throw was counted on, so that it is asked for and can be declined."""
    roll, who = roll_meant(answers, _rolls(state)), text_of(answers, "who")
    return roll is not None and any((one.roll, one.who) == (roll, who) for one in asked_rerolls(state))


def _throw_or_not(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice("yes", "throw again", "the second result stands"), Choice(_NO, "let the first throw stand")]


REROLL = Command(
    "reroll",
    "R",
    "reroll",
    "Reroll the last roll where a trait allows it; the second result stands.",
    CHECKS,
    _reroll,
    (
        which_roll(lambda state, answers: _rolls(state), whose=_thrower),
        Ask("who", "Dice of", "one", _whose, first_on_offer(_whose), quiet=True),
        Ask(
            "again",
            "Again",
            "one",
            _throw_or_not,
            lambda s, a: "yes",
            when=_was_asked,
            form=True,
            preview=_preview,
            noun="answer to “Again”",
        ),
        replace(DICE, when=lambda state, answers: text_of(answers, "again") != _NO, preview=_preview),
    ),
    unless(_rolls, "No trait allows a reroll of the last roll."),
    WYRD_ENGINE,
    "WE-21, U-05",
)
