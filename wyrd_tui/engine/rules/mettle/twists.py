"""Twists: what a failure with Edge may buy, and at which price (ME-19 … ME-27, ME-29)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from wyrd_tui.engine import pools
from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused, count_noun, parse_d6
from wyrd_tui.engine.events import Befell, Event, Marked, Ruled, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.mettle import ACTION, COVER, FALTERING, STRAINABLE, edge, roll_memory
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.ground.basics import bead_told, chain_steps, rolls_of, the_actor, throw
from wyrd_tui.engine.rules.ground.places import place_or_none
from wyrd_tui.engine.rules.mettle.blows import stands_at
from wyrd_tui.engine.rules.mettle.check_parts import calls_twists
from wyrd_tui.engine.rules.mettle.checks import CHECKS, follow_success, outcome, take_dice
from wyrd_tui.engine.rules.mettle.harm import RECOVERS, settle_recovery
from wyrd_tui.engine.rules.mettle.house_rules import rule
from wyrd_tui.engine.rules.mettle.modifiers import end_status, has_status, pool_of, row_of, status_of, status_of_actor
from wyrd_tui.engine.rules.mettle.wounds import FALLEN
from wyrd_tui.engine.rules.questions import roll_meant, which_roll
from wyrd_tui.engine.state import METTLE, Actor, Condition, State
from wyrd_tui.engine.words import name_and_verb, name_of, plain_number, possessive, stake_lost

STRAIN, ACCEPT, RANDOM, FALTER, REVEAL = "strain", "accept", "random", "falter", "reveal"
SEEDS: Mapping[str, str] = {
    "confuse": "lost or half understood",
    "delay": "a Round or a Montage more",
    "dismay": "a Contact or friend put off",
    FALTER: "next Action lost",
    "imperil": "a friend hit, unwanted eyes",
    REVEAL: "cover lost, a secret out",
}
"""The seeds of other Twists (ME-26, C-39)."""
ACTS = ("check", "attack", "team", RECOVERS)


def rerolled_dice(state: State, roll: Roll) -> int:
    """Return how many dice a Twist throws again: all of the Edge, raised ones by the house rule (C-16, U-29)."""
    return edge(roll) - roll_memory(roll).raised if rule(state, "twist_raised") == "keep" else edge(roll)


def why_not(state: State, roll: Roll | None) -> str:
    """Return why a Check cannot be twisted; empty where it can (ME-19, ME-20, U-26)."""
    if roll is None or roll.game != METTLE or roll.act not in ACTS or not roll.outcome:
        return "No Check can be twisted. A Twist follows a failed Check with Edge."
    if roll.rerolled:
        return "This Check has had its one Twist."
    if roll.outcome != "failure":
        return "The Check succeeded. Only a failure can be twisted."
    actor = state.actors.get(roll.score.who)
    if actor is None:
        return "The character who made the Check has left the table."
    whom = state.actors.get(roll_memory(roll).target)
    if roll.act == RECOVERS and (whom is None or whom.dead or not has_status(whom, FALLEN)):
        return "The Recover Check is decided already."
    if roll.ruling:
        return "The failure is accepted. `undo` takes the acceptance back."
    # Only a Recover Check is the Fallen's own to turn.
    if actor.out and not (roll.act == RECOVERS and roll_memory(roll).target == actor.id):
        is_out = f"{name_and_verb(state, actor.id, 'is')} {actor.why_out or 'gone'}"
        return f"{is_out}, so the failure stands without a Twist."
    if not edge(roll):
        return "The failure has no Edge, so no dice can be thrown again."
    if rerolled_dice(state, roll) <= 0:
        return "All Edge dice are raised, and raised dice stay as they are."
    return ""


def twistable_rolls(state: State) -> list[Roll]:
    """Rolls that failed with Edge and may still be twisted, the oldest first (ME-19, ME-20, U-26)."""
    return [roll for roll in rolls_of(state, METTLE) if not why_not(state, roll)]


def asks_twist(state: State, roll: Roll) -> bool:
    """Tell if a failure asks for a Twist: only a player may call for one, and the GM only by its key (ME-19)."""
    actor = state.actors.get(roll.score.who)
    return actor is not None and calls_twists(actor) and not why_not(state, roll)


def _meant(state: State, answers: Answers) -> Roll | None:
    return roll_meant(answers, twistable_rolls(state))


def _why_none(state: State) -> str:
    return "" if twistable_rolls(state) else why_not(state, state.roll)


def close_failures(state: State) -> Iterator[Event]:
    """Close with the scene the failures that a Twist could still turn; a Recover Check waits on."""
    for roll in twistable_rolls(state):
        if roll.act != RECOVERS and asks_twist(state, roll):
            who, stake = name_of(state, roll.score.who), stake_lost(state, roll.challenge)
            yield Ruled("done", roll.number, f"The failure of {who} stands without a Twist{stake}")


def strainable(state: State, roll: Roll) -> list[str]:
    """Return what Strain may fall on: the attribute Checked, for a background any of the three (C-38)."""
    actor = state.actors.get(roll.score.who)
    if actor is None:
        return []
    key = roll.score.rating.casefold()
    names = [key] if key in STRAINABLE else list(STRAINABLE) if rule(state, "background_strain") != "none" else []
    return [name for name in names if row_of(actor, name) is not None and pool_of(actor, name) > 0]


def why_unstrained(state: State, actor: Actor, name: str) -> str:
    """Return why an attribute can lose no die; empty where it can (ME-21, ME-22, U-30)."""
    row = row_of(actor, name)
    if row is None or name not in STRAINABLE:
        return "Only Focus, Nature and Poise can be strained."
    return "" if pool_of(actor, name) else f"{possessive(state, actor.id)} {row.label} is at 0 and cannot be strained."


def strain_attribute(state: State, actor: Actor, name: str) -> Iterator[Event]:
    """An attribute loses a die (ME-21).

    Raises:
        Refused: If it cannot be strained, or has no die left.
    """
    row = row_of(actor, name)
    if (why := why_unstrained(state, actor, name)) or row is None:
        raise Refused(why)
    yield Marked(actor.id, METTLE, {name: row.marks + 1}, cause="strain")


# ------------------------------------------------------------------ the questions


def _prices(state: State, answers: Answers) -> Sequence[Choice]:
    roll = _meant(state, answers)
    if roll is None:
        return []
    # Each attribute that may pay is a row of its own, so that one key says all of the price. Those of a background take
    # up to three letters, which stand free in any other Twist, so that each seed keeps its letter.
    dice = {name: pool_of(state.actors[roll.score.who], name) for name in strainable(state, roll)}
    strains = [Choice(name, f"Strain {STRAINABLE[name]}", f"{now}→{now - 1}") for name, now in dice.items()]
    strains = strains or [Choice(STRAIN, "Strain", "not possible")]
    # A narrow row has room for all of it.
    lost, told = _lost(state, roll), {**SEEDS, FALTER: f"{SEEDS[FALTER]} (no status)"}
    seeds = [Choice(key, key.capitalize(), lost.get(key, hint)) for key, hint in told.items()]
    seeds.append(Choice(RANDOM, "random seed", "a die chooses one of the six"))
    # A Twist costs, so that no search chooses one.
    placed = [replace(row, place=place, grave=True) for place, row in enumerate(strains)]
    placed += [replace(row, place=len(STRAINABLE) + place, grave=True) for place, row in enumerate(seeds)]
    return [Choice(ACCEPT, "no Twist", "the failure stands", none=True), *placed]


def _lost(state: State, roll: Roll, words: str = "") -> Mapping[str, str]:
    """Tell which die, Action or cover each price takes; own words of a Reveal leave the cover (ME-21, ME-26)."""
    who = roll.score.who
    dice = {name: pool_of(state.actors[who], name) for name in strainable(state, roll)}
    lost = {name: f"{STRAINABLE[name]} {now}→{now - 1}" for name, now in dice.items()}
    if _faltering_round(state, who):
        lost[FALTER] = _falter_words(state, who)
    if (cover := status_of_actor(state.actors[who], COVER)) is not None and not words:
        lost[REVEAL] = f"cover {cover.level} is lost"
    return lost


def _usual_price(state: State, answers: Answers) -> str | None:
    """Return the failure where no dice can turn it; else none, since a Twist costs: the GM says what is paid (U-30)."""
    roll = _meant(state, answers)
    hopeless = roll is not None and roll.value is not None and not _chance(state, roll).ways
    return ACCEPT if hopeless else None


def _chance(state: State, roll: Roll) -> Chance:
    """Return the chance that the dice thrown again turn a failure."""
    missing = (roll.value or 0) - roll.score.total
    return pools.reroll(rerolled_dice(state, roll), missing, discard=roll_memory(roll).discard)


def _why_no_strain(state: State, word: str) -> str:
    """Return why a word for Strain is not on offer; empty for any other word."""
    found = twistable_rolls(state)
    if not found or word.casefold() not in (STRAIN, *STRAINABLE):
        return ""
    able = strainable(state, found[-1])
    return (
        f"Strain takes a die of {' or '.join(able)} here. Write `twist {able[0]}`."
        if able
        else _no_strain(state, found[-1])
    )


def _unpaid(state: State, answers: Answers) -> str:
    """Return why the Strain that was chosen cannot be paid; empty where it can."""
    roll, price = _meant(state, answers), text_of(answers, "price")
    return _no_strain(state, roll) if price == STRAIN and roll is not None and not strainable(state, roll) else ""


def _goes_on(state: State, answers: Answers) -> bool:
    return text_of(answers, "price") != ACCEPT


def _is_random(state: State, answers: Answers) -> bool:
    return text_of(answers, "price") == RANDOM


def _preview(state: State, answers: Answers) -> str:
    """Preview a Twist: the Check, the chance to turn it, the dice thrown again, and what is at stake."""
    roll = _meant(state, answers)
    if roll is None or roll.value is None:
        return ""
    again = rerolled_dice(state, roll)
    chance = _chance(state, roll)
    price, typed = text_of(answers, "price"), text_of(answers, "dice").strip()
    own = "" if price in {row.value for row in _prices(state, answers)} else price
    odds = f"{count_noun(again, 'die', 'dice')} again: {chance.short()} to succeed{own and f', paid with “{own}”'}"
    if price == RANDOM and len(typed.replace(" ", "")) == again:
        done = _turned(state, roll, parse_d6(typed, again), True, (price, ""))
        made = f"{done.outcome.upper()} against {plain_number(roll.value)}: Score {done.score.total}"
        return f"{made} · a die chooses the seed"
    dice = " ".join(map(str, roll.score.faces))
    head = f"FAILURE against {plain_number(roll.value)}: Score {roll.score.total}, dice {dice}"
    if price == ACCEPT:
        # The chance tells why where no die can turn the Check.
        return " · ".join((head, *([odds] if chance.impossible else []), _acceptance(state, roll)))
    fate = "; failure: asks dead or alive" if roll.act == RECOVERS else stake_lost(state, roll.challenge)
    told = " · ".join(filter(None, (head, _lost(state, roll, text_of(answers, "note")).get(price, ""), odds)))
    return f"{told}{_success_told(state, roll)}{fate}"


def _acceptance(state: State, roll: Roll) -> str:
    return f"{name_and_verb(state, roll.score.who, 'accepts')} the failure{stake_lost(state, roll.challenge)}"


def _success_told(state: State, roll: Roll) -> str:
    """Tell what a success makes of the challenge, or of the Fallen (ME-40); empty where it makes nothing."""
    rod = state.challenges.get(roll.challenge)
    won = bead_told(state, rod) if rod is not None else ""
    won = stands_at(state, roll_memory(roll).target) if roll.act == RECOVERS else won
    return f" · success: {won}" if won else ""


# ------------------------------------------------------------------ the Twist


def _twist(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    roll = _meant(state, answers)
    if roll is None:
        raise Refused(_why_none(state))
    price, note = text_of(answers, "price"), text_of(answers, "note").strip()
    if price == ACCEPT:
        yield Ruled("accepted", roll.number, _acceptance(state, roll))
        return
    strains = price if price in STRAINABLE else ""
    if why := _why_no_strain(state, price) if strains not in strainable(state, roll) else "":
        raise Refused(why)
    price = STRAIN if strains else price
    faces, typed = take_dice(text_of(answers, "dice"), rerolled_dice(state, roll), dice)
    (die,), _ = take_dice(text_of(answers, "seed"), 1, dice) if price == RANDOM else ((0,), False)
    price = tuple(SEEDS)[die - 1] if die else price
    done = _turned(state, roll, faces, typed, (price, note))
    yield from chain_steps(
        state,
        throw(done),
        partial(_paid, roll=roll, price=price, words=note, strains=strains, die=die),
        partial(follow_success, roll=done),
        partial(_fate, roll=done),
    )


def _fate(state: State, roll: Roll) -> Iterator[Event]:
    """A Recover Check that succeeds is settled; whether one that fails kills is asked first (ME-40)."""
    if roll.act == RECOVERS and roll.outcome == "success":
        yield from settle_recovery(state, roll_memory(roll).target, lives=True)


def _no_strain(state: State, roll: Roll) -> str:
    other = f"Choose another price: {', '.join(SEEDS)}, or accept"
    name = name_of(state, roll.score.who)
    if roll.score.rating.casefold() in STRAINABLE:
        return f"{name}’s {roll.score.rating} is at 0 and cannot be strained. {other}."
    if rule(state, "background_strain") == "none":
        return f"{roll.score.rating} is a background, and Strain takes no die of a background. {other}."
    return f"{name} has no die left in Focus, Nature or Poise. {other}."


def _turned(state: State, roll: Roll, faces: tuple[int, ...], typed: bool, cost: tuple[str, str]) -> Roll:
    """The roll with its Edge dice thrown again and its Score dice kept (ME-19, ME-24)."""
    raised, (price, words) = roll_memory(roll).raised, cost
    own = roll.score.faces[: len(roll.score.faces) - raised]
    kept = tuple(face for face in own if face <= 3)
    stays = (6,) * raised if rule(state, "twist_raised") == "keep" else ()
    # The Score dice are not counted anew: a helper's own wounds may have discarded others than the leader's.
    score = roll.score.total + pools.score_and_edge(faces, roll_memory(roll).discard)[0]
    number = roll.value or 0
    memory = replace(
        roll_memory(roll),
        price=price if price in SEEDS or price == STRAIN else "other",
        cost=words or ("" if price in SEEDS or price == STRAIN else price),
        kept=len(kept),
        again=len(faces),
        raised=len(stays),
    )
    return replace(
        roll,
        score=replace(roll.score, thrown=score, faces=(*kept, *faces, *stays), typed=typed, total=score),
        outcome=outcome(score, number),
        margin=score - number,
        rerolled=True,
        memory=memory,
    )


def _paid(state: State, roll: Roll, price: str, words: str, strains: str, die: int) -> Iterator[Event]:
    """Pay the price of a Twist, whether or not its throw succeeds (ME-21, ME-24); a `die` chose a random seed."""
    actor = the_actor(state, roll.score.who)
    if price == STRAIN:
        yield from strain_attribute(state, actor, strains)
        return
    named, told = price.capitalize() if price in SEEDS else price, words or SEEDS.get(price, "")
    named += f" (random seed, die {die})" if die else ""
    if price == FALTER and _faltering_round(state, actor.id):
        # The status says what is lost.
        yield Said(f"The Twist – {named}", f": {words}" if words else "")
        yield Befell(actor.id, faltering_status(state, actor.id))
        return
    told = _falter_words(state, actor.id, words) if price == FALTER else told
    if price == REVEAL and (loss := _lost(state, roll, words).get(REVEAL)):
        told = loss
        yield end_status(actor.id, COVER, quiet=True)
    yield Said(f"The Twist – {named}", f": {told}" if told else "")


def _faltering_round(state: State, who: str) -> int:
    """Return the round whose Action a Falter costs; 0 where it brings no status (ME-26).

    The Check takes no Action by itself, but it is what its owner did in the turn.
    """
    place = place_or_none(state, who)
    if place is None or has_status(state.actors[who], FALTERING):
        return 0
    return state.order.round + (place.acted or state.order.turn == who or ACTION in place.used)


def faltering_status(state: State, who: str, note: str = "") -> Condition:
    """Return the status of an actor who loses the next Action; its level is the round of that (ME-26)."""
    number = _faltering_round(state, who)
    words = note or (_falter_words(state, who) if number else "")
    return replace(status_of(FALTERING, note=words), level=number)


def _falter_words(state: State, who: str, words: str = "") -> str:
    """Return which Action a Falter costs, or that the GM keeps it in mind (ME-26)."""
    number = _faltering_round(state, who)
    return (
        f"the Action of round {number} is lost" if number else f"{words or SEEDS[FALTER]} (no status: the GM keeps it)"
    )


TWIST = Command(
    "twist",
    "y",
    "Twist",
    "Twist a failure with Edge: throw the Edge dice again at a price, or accept the failure.",
    CHECKS,
    _twist,
    (
        which_roll(lambda state, answers: twistable_rolls(state), "Failed Check"),
        Ask(
            "price",
            "Price",
            "one",
            _prices,
            _usual_price,
            free=True,
            own=True,
            in_turn=True,
            form=True,
            preview=_preview,
            why=_why_no_strain,
            fault=_unpaid,
        ),
        Ask("dice", "Dice again", "dice", default=no_text, when=_goes_on, form=True, preview=_preview),
        Ask(
            "seed",
            "Seed",
            "dice",
            default=no_text,
            when=_is_random,
            form=True,
            preview=_preview,
            noun="seed die",
        ),
        Ask("note", "In words", "words", default=no_text, quiet=True),
    ),
    _why_none,
    METTLE,
    "ME-19 … ME-27, ME-29, C-16, C-38, C-39, U-26, U-30",
    whose=lambda state: next((roll.score.who for roll in reversed(twistable_rolls(state))), ""),
)
