"""Checks, and what the GM makes of them (WE-05 … WE-35, WE-41, WE-42)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Rolled, Ruled, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_engine import SUCCESSES
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.ground.basics import last_roll, move_bead, must_be_open, the_actor
from wyrd_tui.engine.rules.ground.turn_passing import out_of_turn
from wyrd_tui.engine.rules.questions import (
    DICE,
    EXTRA,
    answered,
    challenge_asks,
    for_none,
    nobody_stands,
    note_asks,
    roll_meant,
    which_roll,
    who_asks,
)
from wyrd_tui.engine.rules.wyrd_engine.chances import check_preview, include_asks, opposition
from wyrd_tui.engine.rules.wyrd_engine.damage import may_check
from wyrd_tui.engine.rules.wyrd_engine.questions import offer_choices, rating_asks, rung_asks, sure_of
from wyrd_tui.engine.rules.wyrd_engine.rolls import (
    MAY_TIE,
    RULINGS,
    STANDS,
    finish_roll,
    follow_success,
    open_ties,
    roll_against,
    ruled_hits,
    spend_used,
    take_dice,
)
from wyrd_tui.engine.rules.wyrd_engine.sides import own_reckoning
from wyrd_tui.engine.state import WYRD_ENGINE, Challenge, State
from wyrd_tui.engine.words import join_names, name_and_verb, short_name_of, stake_lost

CHECKS = "Checks"


def _faced(state: State, answers: Answers) -> Challenge | None:
    return state.challenges.get(text_of(answers, "on"))


def _free_standing(state: State, answers: Answers) -> bool:
    challenge = _faced(state, answers)
    return challenge is None or challenge.value is None


ON = challenge_asks(WYRD_ENGINE, lambda rod: Choice(rod.id, rod.title, number=rod.value), "skill")


# ------------------------------------------------------------------ a check


def _roll(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    challenge, value = _faced(state, answers), opposition(state, answers)
    if challenge is not None and challenge.value is not None:
        must_be_open(state, challenge)
    reckoning = own_reckoning(state, answers, "check")
    roll = roll_against(state, answers, "check", reckoning, take_dice(answers, "dice", dice), value)
    return finish_roll(state, roll, spend_used(state, roll.score.who, reckoning))


ROLL = Command(
    "roll",
    "r",
    "roll",
    "Roll 4dF, a rating and its modifiers against a rung, a number or a challenge.",
    CHECKS,
    _roll,
    (
        who_asks(wanted=may_check),
        ON,
        replace(rating_asks(), instead="on", focus="rating", put=True),
        sure_of(),
        replace(rung_asks(), when=_free_standing, instead="on"),
        include_asks(offer_choices(), "check"),
        EXTRA,
        replace(DICE, preview=check_preview()),
    ),
    nobody_stands,
    WYRD_ENGINE,
    "WE-01 … WE-35",
    remark=for_none(ON),
    turn_remark=out_of_turn,
)


def _automatic(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    outcome, note = text_of(answers, "outcome"), text_of(answers, "note")
    name = the_actor(state, text_of(answers, "who")).name
    challenge = _faced(state, answers)
    if challenge is not None:
        must_be_open(state, challenge)
    what = challenge.title if challenge else note or "what was tried"
    yield Said(f"{name}, without dice", f": automatic {outcome}, {what}", "ruling")
    if challenge is not None and outcome == "success":
        yield from move_bead(state, challenge, 1)


AUTOMATIC = Command(
    "automatic",
    "",
    "no roll",
    "Let a character succeed or fail without dice.",
    CHECKS,
    _automatic,
    (
        who_asks(wanted=may_check),
        replace(ON, quiet=False, folded=False, put=False),
        Ask("outcome", "Outcome", "one", lambda s, a: [Choice("success", "success"), Choice("failure", "failure")]),
        note_asks(),
    ),
    nobody_stands,
    WYRD_ENGINE,
    "WE-31, WE-35",
)


# ------------------------------------------------------------------ the GM's menu


_RULED = (*MAY_TIE, "attack")


def _rulable(state: State, answers: Answers) -> list[Roll]:
    """Ties that nobody has ruled on, and the last roll where it is a failure, the oldest first."""
    ties, last = open_ties(state), last_roll(state, WYRD_ENGINE)
    open_still = last is not None and last.ruling in ("", STANDS)
    if last is None or last in ties or last.act not in _RULED or not open_still or last.outcome == "success":
        return ties
    return [*ties, last]


def _nothing_to_rule(state: State) -> str:
    if _rulable(state, {}):
        return ""
    roll = last_roll(state, WYRD_ENGINE)
    plain = roll is not None and roll.act in _RULED and roll.ruling in ("", STANDS)
    return (
        "The last roll is a success. Only a tie or a failure takes a ruling."
        if plain
        else "No roll takes a ruling. Only a tie or a failure does."
    )


_HINTS = {
    "success": "the roll succeeds",
    "success at a cost": "the roll succeeds, and you name the price",
    "mixed success": "part succeeds, and you say which",
    "complication": "no success, and something new goes wrong",
    "failure": "the roll fails",
}
_OF_ATTACKS = {
    "success": "the attack hits, for the least damage of a hit: 1",
    "success at a cost": "the attack hits for 1, and you name the price",
    "mixed success": "the attack hits for 1, and you say which part fails",
    "complication": "the attack misses, and something new goes wrong",
    "failure": "the attack misses",
}


def _ruling_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """The menu of WE-41; between two who competed it says who wins (U-03)."""
    roll = roll_meant(answers, _rulable(state, answers))
    hints = _HINTS if roll is None or roll.act != "attack" else {**_HINTS, **_OF_ATTACKS}
    rows = [Choice(ruling, ruling, hints[ruling]) for ruling in RULINGS]
    if roll is None or not roll.against or roll.act == "attack":
        return rows
    wins = {"success": roll.score.who, "failure": roll.against[0].who}
    labels = {value: name_and_verb(state, who, "wins") for value, who in wins.items()}
    return [replace(row, label=labels[row.value], hint="") if row.value in labels else row for row in rows]


def _ruling_preview(state: State, answers: Answers) -> str:
    """Name the roll that is ruled on and what is at stake, until the log ahead tells more."""
    roll = roll_meant(answers, _rulable(state, answers))
    if roll is None or (text_of(answers, "ruling") and not _wants_words(state, answers)):
        return ""
    line = describe(Rolled(roll), state)
    others = join_names([short_name_of(state, one.who) for one in roll.against])
    # An attack and a manoeuvre name their targets already.
    aimed = roll.act == "attack" or (roll.act == "manoeuvre" and roll.against)
    named = roll.challenge or aimed or not (others or roll.label)
    against = "" if named else f" against {others or roll.label}"
    return f"{line.verdict}: {line.head}{against}{stake_lost(state, roll.challenge)}"


def _hits_ahead(state: State, answers: Answers) -> str:
    """Say whom an attack hits by the ruling, and for how much (WE-55)."""
    roll = roll_meant(answers, _rulable(state, answers))
    if roll is None or roll.act != "attack" or text_of(answers, "ruling") not in SUCCESSES:
        return ""
    new = [hit for hit in ruled_hits(state, roll) if hit not in roll.hits]
    told = [f"{name_and_verb(state, hit.who, 'is')} hit for {hit.damage}" for hit in new]
    return ", ".join(told) + "; the damage is dealt next" * any(not hit.taken for hit in new)


_wants_words = answered("ruling", "success at a cost", "mixed success", "complication")
"""A ruling that brings something new into the tale is worth a few words."""


def _rule(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    ruling = text_of(answers, "ruling")
    roll = roll_meant(answers, _rulable(state, answers))
    if roll is None:
        raise Refused("No roll takes a ruling. Only a tie or a failure does.")
    # The winner keeps the boon that was offered; a failure that is turned wins the other side nothing.
    kept = roll.offers if ruling == "failure" else ()
    hits = ruled_hits(state, roll) if ruling in SUCCESSES and roll.act == "attack" else ()
    yield Ruled(ruling, roll.number, text_of(answers, "note") or text_of(answers, "words"), kept, hits)
    if ruling in SUCCESSES:
        yield from follow_success(state, roll)


RULING = Command(
    "ruling",
    "F",
    "ruling",
    "Rule on a tie or a failure: success, at a cost, mixed, a complication, or failure.",
    CHECKS,
    _rule,
    (
        which_roll(_rulable),
        Ask("ruling", "Ruling", "one", _ruling_choices, preview=_ruling_preview),
        Ask(
            "words",
            "In words",
            "words",
            default=no_text,
            when=_wants_words,
            noun="text",
            hint=lambda s, a: "blank = nothing noted",
        ),
        note_asks(),
    ),
    _nothing_to_rule,
    WYRD_ENGINE,
    "WE-41, WE-42, C-01, U-03",
    remark=_hits_ahead,
)


CHECK_COMMANDS = (ROLL, RULING, AUTOMATIC)
