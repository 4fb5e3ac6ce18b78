"""Boosts and teamwork, both optional (WE-43 … WE-47)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, number_of, text_of
from wyrd_tui.engine.dice import Dice
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_engine import EngineRoll
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.ground.turn_passing import out_of_turn
from wyrd_tui.engine.rules.questions import DICE, EXTRA, actor_choices, left_out, still_acts, who_asks
from wyrd_tui.engine.rules.wyrd_engine.chances import check_preview, include_asks
from wyrd_tui.engine.rules.wyrd_engine.checks import CHECKS
from wyrd_tui.engine.rules.wyrd_engine.contest import likely_opponents, two_stand
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.questions import offer_choices, rating_asks, rating_choices, rung_asks, sure_of
from wyrd_tui.engine.rules.wyrd_engine.rolls import (
    finish_roll,
    roll_against,
    spend_used,
    take_dice,
)
from wyrd_tui.engine.rules.wyrd_engine.sides import for_players, nobody_acts, own_reckoning, players_of_engine
from wyrd_tui.engine.state import WYRD_ENGINE, State
from wyrd_tui.engine.words import short_name_of

_BOOSTS = ("preparation", "tactical advantage", "environment", "teamwork")


def _boost(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    return _for_somebody(state, answers, dice, "boost", text_of(answers, "label"))


def _help(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    helper = the_actor(state, text_of(answers, "who"))
    return _for_somebody(state, answers, dice, "help", f"help from {short_name_of(state, helper.id)}")


def _for_somebody(state: State, answers: Answers, dice: Dice, act: str, label: str) -> Iterator[Event]:
    reckoning = own_reckoning(state, answers, act)
    value = number_of(answers, "against")
    only, foe = text_of(answers, "only"), text_of(answers, "foe")
    memory = EngineRoll(
        gainer=text_of(answers, "for"),
        worth=int(text_of(answers, "value")),
        label=label,
        skill="" if only == "any" else only,
        against="" if foe == "anyone" else foe,
    )
    roll = roll_against(state, answers, act, reckoning, take_dice(answers, "dice", dice), value, memory)
    return finish_roll(state, roll, [*spend_used(state, roll.score.who, reckoning)])


_WORTHS = (Choice("1", "+1", "as a rule"), Choice("2", "+2", "exceptional"))

VALUE = Ask("value", "Worth", "one", lambda s, a: _WORTHS, lambda s, a: "1", quiet=True, folded=True, noun="value")


def _gainers_foes(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice("anyone", "anyone"), *likely_opponents(state, {"who": text_of(answers, "for")})]


def _gainers_ratings(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice("any", "any rating"), *rating_choices("for")(state, answers)]


BOUND = (
    Ask(
        "only",
        "Only on",
        "one",
        _gainers_ratings,
        lambda state, answers: "any",
        free=True,
        quiet=True,
        folded=True,
        noun="rating",
    ),
    Ask(
        "foe",
        "Only against",
        "one",
        _gainers_foes,
        lambda state, answers: "anyone",
        quiet=True,
        folded=True,
        noun="opponent",
    ),
)
"""The rating and the opponent for which alone a bonus is meant."""

AGAINST = replace(rung_asks(), form=True, put=True)
"""The difficulty that an advantage is worth: that of the selected rung (U-06)."""

SURE_OF_BOUND = sure_of("only", "for", "surely", besides="any")
"""Last of all, since it cannot stand in the form in which the rating is bound."""

BOOST = Command(
    "boost",
    "",
    "boost",
    "Earn +1 or +2 for the next roll by a check for an advantage.",
    CHECKS,
    _boost,
    (
        for_players(who_asks(wanted=still_acts)),
        Ask(
            "label", "Kind", "one", lambda s, a: [Choice(k, k) for k in _BOOSTS], lambda s, a: "preparation", free=True
        ),
        replace(rating_asks(), focus="rating", put=True),
        sure_of(),
        for_players(Ask("for", "Ally", "one", actor_choices(still_acts), lambda s, a: text_of(a, "who"), quiet=True)),
        *BOUND,
        VALUE,
        include_asks(offer_choices("boost"), "boost"),
        EXTRA,
        AGAINST,
        replace(DICE, preview=check_preview("boost")),
        SURE_OF_BOUND,
    ),
    lambda state: (
        nobody_acts(state) if rule(state, "boosts") else "This table plays without boosts (rules: boosts = false)."
    ),
    WYRD_ENGINE,
    "WE-43 … WE-45, U-06",
    turn_remark=out_of_turn,
)


def _allies(state: State, answers: Answers) -> Sequence[Choice]:
    """Actors standing but the helper, of the helper's side or neutral, the helper's own side first."""
    helper = state.actors.get(text_of(answers, "who"))
    side = helper.side if helper else "party"
    allies = [one for one in likely_opponents(state, answers) if state.actors[one.value].side in (side, "others")]
    return sorted(allies, key=lambda choice: state.actors[choice.value].side != side)


def _no_teamwork(state: State) -> str:
    if not rule(state, "teamwork"):
        return "This table plays without teamwork (rules: teamwork = false)."
    return "" if two_stand(state) else "Helping takes two characters of the Wyrd Engine who can still act."


_ALLIES_LEFT = left_out(WYRD_ENGINE, players_of_engine, allies=True)


HELP = Command(
    "help-ally",
    "h",
    "help ally",
    "Help an ally: a successful check gives +1 to their next roll.",
    CHECKS,
    _help,
    (
        for_players(who_asks("Helper", wanted=still_acts, noun="helper")),
        for_players(Ask("for", "Helped ally", "one", _allies, focus="ally", put=True, unoffered=_ALLIES_LEFT)),
        replace(rating_asks(), focus="rating", put=True),
        sure_of(),
        *BOUND,
        VALUE,
        include_asks(offer_choices("help"), "help"),
        EXTRA,
        AGAINST,
        replace(DICE, preview=check_preview("help")),
        SURE_OF_BOUND,
    ),
    _no_teamwork,
    WYRD_ENGINE,
    "WE-46, WE-47, U-06",
    formerly="help",
    turn_remark=out_of_turn,
)

AID_COMMANDS = (BOOST, HELP)
