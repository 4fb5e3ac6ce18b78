"""The Recover Check of the Fallen: rolled here, or made by hand and settled (ME-37, ME-40, U-25)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from wyrd_tui.engine import pools
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.ground.basics import chain_steps, throw
from wyrd_tui.engine.rules.mettle.blows import stands_at
from wyrd_tui.engine.rules.mettle.check_parts import (
    chance_of_check,
    check_pool,
    modifier_choices,
    preview,
    rating_choices,
    standing_modifiers,
    with_chances,
)
from wyrd_tui.engine.rules.mettle.check_turns import remark_on_action, use_action
from wyrd_tui.engine.rules.mettle.checks import (
    AGAINST,
    COUNTING,
    RAISES,
    WITHOUT,
    players_of_mettle,
    roll_check,
    spend_used,
)
from wyrd_tui.engine.rules.mettle.harm import DAMAGE_GROUP, RECOVERS, failed_recovery, fallen, settle_recovery
from wyrd_tui.engine.rules.mettle.twists import asks_twist
from wyrd_tui.engine.rules.questions import DICE, EXTRA, answered, first_on_offer, unless
from wyrd_tui.engine.state import METTLE, State
from wyrd_tui.engine.words import name_of

Told = TypeVar("Told")
LIVES, DIES, ROLLS = "lives", "dies", "roll"


def _who(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(actor.id, name_of(state, actor.id)) for actor in fallen(state)]


def _results(state: State, answers: Answers) -> Sequence[Choice]:
    failed = failed_recovery(state, text_of(answers, "who"))
    if failed is not None and not asks_twist(state, failed):
        return [Choice(DIES, "dead", grave=True), Choice(LIVES, "lives after all")]
    return [
        Choice(ROLLS, "roll it", "a pool against a Difficulty"),
        Choice(LIVES, "succeeds"),
        Choice(DIES, "fails: death", grave=True),
    ]


_rolls = answered("result", ROLLS)


def _rollers(state: State, answers: Answers) -> Sequence[Choice]:
    """The Fallen, or the characters who tend to them."""
    who = text_of(answers, "who")
    return [
        Choice(a.id, name_of(state, a.id)) for a in state.actors.values() if a.id == who or players_of_mettle(state, a)
    ]


def _roller(answers: Answers) -> Answers:
    """The answers as they stand for the one whose pool is rolled."""
    return {**answers, "who": text_of(answers, "by") or text_of(answers, "who")}


def _helper(answers: Answers) -> str:
    """Return who tends to the Fallen, and takes an Action for it; empty where the Fallen roll themselves."""
    by = text_of(_roller(answers), "who")
    return "" if by == text_of(answers, "who") else by


def _of_roller(told: Callable[[State, Answers], Told]) -> Callable[[State, Answers], Told]:
    """Return a function of the answers as they stand for the one whose pool is rolled."""
    return lambda state, answers: told(state, _roller(answers))


_ratings, _chance = _of_roller(rating_choices), _of_roller(chance_of_check)
_standing, _waiting = _of_roller(standing_modifiers), _of_roller(modifier_choices)


def _may_include(state: State, answers: Answers) -> bool:
    return _rolls(state, answers) and bool(_waiting(state, answers))


def _odds(state: State, answers: Answers) -> str:
    if "against" not in answers:
        return ""
    rises = f"success: {stands_at(state, text_of(answers, 'who'))}"
    return " · ".join((preview(state, _roller(answers)), rises, "failure: asks dead or alive"))


def _on_turn(state: State, answers: Answers) -> str:
    """Say what the Check is in the turn of the one who tends to the Fallen, once it is rolled."""
    return remark_on_action(state, {**answers, "who": _helper(answers)})


def _may_leave_out(state: State, answers: Answers) -> bool:
    return _rolls(state, answers) and bool(_standing(state, answers))


def _recover_check(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, result = text_of(answers, "who"), text_of(answers, "result")
    if result != ROLLS:
        yield from settle_recovery(state, who, result == LIVES)
        return
    if failed_recovery(state, who) is not None:
        raise Refused(
            f"The Recover Check for {name_of(state, who)} has failed. `twist` throws again or accepts the failure."
        )
    roller, number = _roller(answers), number_of(answers, "against")
    ready = check_pool(state, roller)
    roll = roll_check(roller, dice, RECOVERS, ready, (number, pools.difficulty_name(number)), who)
    helper = _helper(answers)
    acted = [partial(use_action, who=helper)] if helper else []
    yield from chain_steps(state, throw(roll), partial(spend_used, ready=ready), *acted)
    # Whether a failure kills is asked first, once no Twist can turn it any more (ME-19, ME-40).
    if roll.outcome == "success":
        yield from settle_recovery(state, who, lives=True)


RECOVER = Command(
    "rise",
    "f",
    "rise or die",
    "Make the Recover Check of a Fallen character, who rises or dies; roll it here or by hand.",
    DAMAGE_GROUP,
    _recover_check,
    (
        Ask("who", "Who", "one", _who, focus="actor", sole=True),
        Ask("result", "The Recover Check", "one", _results, noun="result of the Recover Check"),
        Ask(
            "by",
            "Rolled by",
            "one",
            _rollers,
            lambda s, a: text_of(a, "who"),
            when=_rolls,
            quiet=True,
            folded=True,
            noun="roller",
        ),
        Ask("rating", "Check", "one", _ratings, first_on_offer(_ratings), when=_rolls, named=True),
        replace(AGAINST, focus="", when=_rolls, preview=_odds),
        replace(COUNTING, choices=with_chances(_waiting, _chance), when=_may_include),
        replace(WITHOUT, choices=_standing, when=_may_leave_out),
        replace(RAISES, when=_rolls),
        replace(EXTRA, when=_rolls),
        replace(DICE, when=_rolls, preview=_odds),
    ),
    unless(fallen, "Nobody is Fallen. `rally` gives Mettle back; `status` chosen again ends another status."),
    METTLE,
    "ME-37, ME-40, U-25",
    turn_remark=_on_turn,
)
