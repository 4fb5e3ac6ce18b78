"""Making a roll of the Wyrd Engine out of a reckoning and dice, and what follows from its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

from wyrd_tui.engine.blank import nothing
from wyrd_tui.engine.commands import Answers, many_of, text_of
from wyrd_tui.engine.dice import (
    FUDGE_DICE,
    Dice,
    Refused,
    Throw,
    TooManyDice,
    dice_lacking,
    parse_fudge,
    part_hands,
    whole_hands,
)
from wyrd_tui.engine.events import LET_GO, Befell, Event, Gained, Placed, Recovered, Rolled, Said, Spent, Traited
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import fresh_id, slug
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.nouns.wyrd_engine import COMPLICATION, SUCCESSES, EngineRoll, roll_memory, spell_rung
from wyrd_tui.engine.roll import Hit, Roll, Score
from wyrd_tui.engine.rules.ground.basics import bring, chain_steps, move_bead, rolls_of, used_up
from wyrd_tui.engine.rules.ground.places import place_or_none
from wyrd_tui.engine.rules.ground.turn_passing import second_action
from wyrd_tui.engine.rules.wyrd_engine.damage import end_last_act
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.modifiers import REACTIONS, Reckoning
from wyrd_tui.engine.rules.wyrd_engine.ratings import sheet_of
from wyrd_tui.engine.sheet import used_once
from wyrd_tui.engine.state import WYRD_ENGINE, Bonus, BonusKind, Condition, State
from wyrd_tui.engine.words import name_and_verb, short_name_of

PRIMARY = "primary"
"""The action that an attack or a manoeuvre takes (WE-52)."""
LEAST_DAMAGE = 1
"""Damage of a hit that beats the defence by nothing (WE-55)."""
RULINGS = (*SUCCESSES, COMPLICATION, "failure")
STANDS = "accepted"
"""The ruling of a roll that could be taken again and was not; the GM may rule on it all the same."""


def take_dice(answers: Answers, name: str, dice: Dice) -> Throw:
    """Return the dice that the GM typed, or else a throw (U-33).

    Raises:
        Refused: If what was typed is no throw.
    """
    return typed_or_thrown(text_of(answers, name).strip(), dice)


def typed_or_thrown(typed: str, dice: Dice) -> Throw:
    """The throw that was typed, or else what the dice give.

    Raises:
        Refused: If what was typed is no throw.
    """
    return parse_fudge(typed) if typed else dice.fudge()


def typed_for(answers: Answers, name: str, count: int, each: str) -> list[str]:
    """Return the dice typed for each of several, in order, at semicolons or in one run; empty where thrown.

    Raises:
        Refused: If there are more throws than people.
    """
    typed = whole_hands(text_of(answers, name), [FUDGE_DICE] * count)
    if len(typed) > count:
        raise TooManyDice(f"Too many throws: write {count}, one for each {each}, not {len(typed)}.")
    return [*typed, *[""] * (count - len(typed))]


def typed_totals(reckonings: Mapping[str, Reckoning], typed: str) -> dict[str, int]:
    """Return the total of each actor whose dice are typed whole, in the order in which they are typed."""
    counts = [FUDGE_DICE] * len(reckonings)
    hands = zip(reckonings.items(), part_hands(typed, counts), dice_lacking(typed, counts, sums=True), strict=False)
    totals: dict[str, int] = {}
    for (who, reckoning), hand, lacking in hands:
        with suppress(Refused):
            totals |= {who: parse_fudge(hand).total + reckoning.modifier} if hand and not lacking else {}
    return totals


def with_dice_of_both(answers: Answers, others: int = 1) -> Answers:
    """Return answers in which dice of the other side, typed after one's own, stand apart.

    A semicolon parts them, or one run holds the dice of all: `++0-;+--0`, `++0- +--0`.

    Raises:
        Refused: If one run has more dice than the first hand and fewer than all.
    """
    typed = text_of(answers, "dice")
    hands = whole_hands(typed, [FUDGE_DICE] * (1 + others)) if "=" not in typed else typed.split(";")
    if len(hands) < 2 or text_of(answers, "theirs"):
        return answers
    return {**answers, "dice": hands[0].strip(), "theirs": ";".join(hands[1:])}


def typed_sums(answers: Answers, targets: Sequence[str]) -> dict[str, int]:
    """Return the sum of the dice of each actor whose dice are typed whole, before any is rolled."""
    sums: dict[str, int] = {}
    with suppress(Refused):
        parted = with_dice_of_both(answers, len(targets))
        hands = (text_of(parted, "dice"), *typed_for(parted, "theirs", len(targets), "target"))
        for who, hand in zip((text_of(answers, "who"), *targets), hands, strict=True):
            with suppress(Refused):
                sums |= {who: parse_fudge(hand).total} if hand else {}
    return sums


def theirs_typed(state: State, answers: Answers) -> str:
    """Tell which of the dice typed after one's own are the other side's; those are rolled where none are."""
    targets = many_of(answers, "target")
    try:
        theirs = text_of(with_dice_of_both({**answers, "theirs": ""}, max(1, len(targets))), "theirs")
    except Refused:
        # The outcome of the question says why.
        return ""
    if theirs:
        return f"{theirs} from “Dice”"
    if len(targets) < 2:
        return "blank = rolled"
    # The order of the hands, separated as they are typed.
    return f"{'; '.join(short_name_of(state, target) for target in targets)} (blank = rolled)"


def score_side(who: str, reckoning: Reckoning, throw: Throw) -> Score:
    """Score one side of a roll (WE-05); nothing is clamped (WE-07)."""
    total = throw.total + reckoning.modifier
    again = reckoning.reroll != "none"
    return Score(who, reckoning.rating, throw.total, throw.faces, throw.typed, reckoning.parts, total, again)


def outcome_of(margin: int) -> str:
    """Success, tie or failure, never fewer (WE-06)."""
    return "success" if margin > 0 else "failure" if margin < 0 else "tie"


def ruled_outcome(state: State, outcome: str) -> str:
    """Return the outcome of a roll against a difficulty, where a house rule may decide ties (C-01)."""
    chosen = str(rule(state, "tie"))
    return chosen if outcome == "tie" and chosen != "ask" else outcome


def spend_used(state: State, who: str, reckoning: Reckoning) -> Iterator[Event]:
    """Spend what a roll uses: bonuses that last for one use, and limited traits (WE-39, WE-44, WE-19)."""
    yield from (Spent(bonus.id, "used") for bonus in used_up(state, reckoning.bonuses))
    for trait in sheet_of(state.actors[who]).traits:
        spent = trait
        for number in (number for name, number in reckoning.traits if name == trait.id):
            spent = used_once(spent, number)
        if spent is not trait:
            yield Traited(who, WYRD_ENGINE, spent, "used")


def use_primary(state: State, who: str) -> Iterator[Event]:
    """Use up the primary action of the actor whose turn it is; remark on a second one (WE-52)."""
    place = place_or_none(state, who)
    if place is None or state.order.turn != who:
        return
    if PRIMARY in place.used:
        yield Said(second_action(state, who, "primary action"))
    else:
        yield Placed(replace(place, used=(*place.used, PRIMARY)))


def roll_against(
    state: State,
    answers: Answers,
    act: str,
    reckoning: Reckoning,
    throw: Throw,
    value: int,
    memory: EngineRoll | None = None,
) -> Roll:
    """A roll against a rung or a number (WE-05, WE-06)."""
    who = text_of(answers, "who")
    score = score_side(who, reckoning, throw)
    margin = score.total - value
    outcome = ruled_outcome(state, outcome_of(margin))
    challenge = text_of(answers, "on")
    return Roll(
        act,
        WYRD_ENGINE,
        score,
        label=spell_rung(value),
        value=value,
        outcome=outcome,
        margin=margin,
        challenge=challenge if challenge in state.challenges else "",
        memory=memory,
    )


def hits_of(score: Score, against: Iterable[Score]) -> tuple[Hit, ...]:
    """Damage to each side that an attack beats: the difference, and none on a tie (WE-54, WE-55)."""
    return tuple(Hit(theirs.who, score.total - theirs.total) for theirs in against if score.total > theirs.total)


def ruled_hits(state: State, roll: Roll) -> tuple[Hit, ...]:
    """Damage of an attack that missed and hits by a ruling: the least of a hit, for each target missed (WE-55)."""
    missed = {theirs.who for theirs in roll.against} - {hit.who for hit in roll.hits}
    taken = rule(state, "damage") == "none"
    return (*roll.hits, *(Hit(one.who, LEAST_DAMAGE, taken) for one in roll.against if one.who in missed))


# ------------------------------------------------------------------ what follows


def follow_success(state: State, roll: Roll) -> Iterator[Event]:
    """Bring what a success brings by itself: a bead, a bonus, a manoeuvre's effect."""
    match roll.act:
        case "check" if roll.challenge in state.challenges:
            yield from move_bead(state, state.challenges[roll.challenge], 1)
        case "boost":
            yield _gained(state, _bonus(state, roll, "boost"))
        case "help":
            yield _gained(state, _bonus(state, roll, "help"))
        case "manoeuvre":
            yield from _manoeuvred(state, roll)
        case _:
            return


def _gained(state: State, bonus: Bonus) -> Event:
    """A bonus for an owner who may have left the table before the GM ruled on the roll."""
    absent = any(who and who not in state.actors for who in (bonus.owner, bonus.against))
    return Said("No bonus is gained", ": its owner or its target has left the table") if absent else Gained(bonus)


def _bonus(state: State, roll: Roll, kind: BonusKind) -> Bonus:
    memory = roll_memory(roll)
    label, owner = memory.label or kind, memory.gainer or roll.score.who
    name = fresh_id(f"{kind}-{label}", state.bonuses)
    of = _number(state, roll)
    return Bonus(name, label, memory.worth or 1, owner, kind, memory.against, memory.skill, roll=of)


def _number(state: State, roll: Roll) -> int:
    """Return the number that a roll has, or gets with the act that makes it."""
    return roll.number or state.acts + 1


MANOEUVRE_CONDITIONS = {
    "disarm": "disarmed",
    "grapple": "grappled",
    "push": "pushed",
    "suppressing fire": "pinned in cover",
    "intimidate": "demoralised",
}
"""The condition that a manoeuvre puts on its target, by its name."""
_HOLD = "grapple"
"""The manoeuvre whose condition lasts while its actor holds on."""


def let_go(state: State, before: State) -> Iterator[Event]:
    """End the hold of a grappler who acts no longer or has left, with the advantage that it gave (WE-75)."""
    for actor in state.actors.values():
        for condition in actor.conditions:
            holder = state.actors.get(condition.held_by)
            if condition.held_by and (holder is None or holder.out):
                why = name_and_verb(before, condition.held_by, "lets go")
                yield Recovered(actor.id, condition.id, why, game=condition.game, cause=LET_GO)
                for bonus in state.bonuses.values():
                    if bonus.hold and bonus.against == actor.id:
                        yield Spent(bonus.id, LET_GO)


def take_back_success(state: State, roll: Roll) -> Iterator[Event]:
    """Take back what a success brought, before the roll is taken again (U-05)."""
    challenge = state.challenges.get(roll.challenge)
    if challenge is not None:
        yield from move_bead(state, challenge, -1, "taken again")
    kind = "advantage" if roll.act == "manoeuvre" else roll.act
    memory = roll_memory(roll)
    for bonus in state.bonuses.values():
        if (bonus.kind, bonus.roll) == (kind, roll.number):
            yield Spent(bonus.id, "taken back")
    imposed = slug(MANOEUVRE_CONDITIONS.get(memory.manoeuvre, ""))
    target = state.actors.get(memory.target)
    if target is not None and any(condition.id == imposed for condition in target.conditions):
        yield Recovered(target.id, imposed, "the roll is taken again")


def _manoeuvred(state: State, roll: Roll) -> Iterator[Event]:
    memory = roll_memory(roll)
    what, target = memory.manoeuvre or "manoeuvre", memory.target
    label = MANOEUVRE_CONDITIONS.get(what)
    if label and target in state.actors:
        holder = roll.score.who if what == _HOLD else ""
        yield Befell(target, Condition(slug(label), label, ends="scene", held_by=holder))
    value = memory.worth
    owner = memory.gainer or roll.score.who
    if value:
        # A penalty of the target itself counts against every opponent.
        against = "" if owner == target else target
        # A feint tricks an enemy into missing a defence, so it is for that alone (WE-75).
        act = "" if what != "feint" else "attack" if owner != target else REACTIONS["attack"]
        name = fresh_id(f"advantage-{what}", state.bonuses)
        of, hold = _number(state, roll), what == _HOLD
        yield _gained(state, Bonus(name, what, value, owner, "advantage", against, act=act, roll=of, hold=hold))


MAY_TIE = ("check", "opposed", "boost", "help", "manoeuvre")
"""Acts whose ties wait for a ruling (WE-41, U-03); an attack's is the defender's (WE-54)."""


class OpenHit(NamedTuple):
    """Damage that nobody has taken yet, and the roll that dealt it."""

    roll: Roll
    hit: Hit


def untaken_hits(state: State) -> list[OpenHit]:
    """Hits that nobody has taken, on those who still stand, the oldest first."""
    if rule(state, "damage") == "none":
        return []
    hits = (OpenHit(roll, hit) for roll in rolls_of(state, WYRD_ENGINE) for hit in roll.hits if not hit.taken)
    return [one for one in hits if one.hit.who in state.actors and state.actors[one.hit.who].count > 0]


def open_ties(state: State) -> list[Roll]:
    """Ties that the GM has not ruled on, the oldest first."""
    rolls = (roll for roll in rolls_of(state, WYRD_ENGINE) if roll.act in MAY_TIE)
    return [roll for roll in rolls if roll.outcome == "tie" and not roll.ruling]


def offered_boons(state: State) -> list[Roll]:
    """Rolls that still offer a boon, the oldest first."""
    return [
        roll for roll in rolls_of(state, WYRD_ENGINE) if "boon" in roll.offers and boon_winner(roll) in state.actors
    ]


def boon_winner(roll: Roll) -> str:
    """Return the winner of the boon that a roll offers; empty where nobody is."""
    return roll.score.who if roll.margin > 0 else next((score.who for score in roll.against), "")


def finish_roll(state: State, roll: Roll, more: Iterable[Event] = ()) -> Iterator[Event]:
    """The events of a roll: the dice, what they used up, what follows at once, what is open no longer."""
    follows = partial(follow_success, roll=roll) if roll.outcome == "success" else nothing
    yield from chain_steps(state, bring(Rolled(roll), *more), follows, partial(end_last_act, who=roll.score.who))
