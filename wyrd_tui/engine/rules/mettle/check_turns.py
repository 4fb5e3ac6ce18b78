"""A Check in its turn: the Action that it takes, and what is said of that before the dice (WE-52, ME-51)."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.commands import Answers, say_or_refuse, text_of
from wyrd_tui.engine.events import Event, Placed, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.mettle import ACTION
from wyrd_tui.engine.rules.ground.places import place_or_none
from wyrd_tui.engine.rules.ground.turn_passing import out_of_turn, remark_on_turn
from wyrd_tui.engine.rules.mettle.check_parts import preview
from wyrd_tui.engine.rules.mettle.modifiers import lost_actions, told_without_action
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import name_and_verb


def use_action(state: State, who: str) -> Iterator[Event]:
    """Use up the Action of an actor whose turn it is; remark on a lost Action or a second one."""
    place = place_or_none(state, who)
    if place is None or state.order.turn != who:
        return
    if why := lost_actions(state, state.actors[who]).get(ACTION):
        yield Said(f"{name_and_verb(state, who, 'has')} no Action: {why}")
    if ACTION in place.used:
        yield Said(f"{name_and_verb(state, who, 'has')} acted already this turn: a second Action")
    else:
        yield Placed(replace(place, used=(*place.used, ACTION)))


def remark_on_action(state: State, who: str, second: str = "A second Action this turn") -> str:
    """Say that a Check comes out of turn, or takes an Action, perhaps a second; empty for neither (WE-52, ME-51).

    The log tells a second Action itself, so that `second` is empty beside it.
    """
    first = "" if ACTION in lost_actions(state, state.actors[who]) else "Action"
    return remark_on_turn(state, who, ACTION, second, first)


def check_preview(state: State, answers: Answers) -> str:
    """The odds of a Check, after the word that it comes out of turn, as for an attack (WE-52)."""
    return _odds_behind(out_of_turn(state, answers), state, answers)


def attack_preview(state: State, answers: Answers) -> str:
    """The odds of an attack, after the word that it comes out of turn or which Action it takes."""
    told = remark_on_action(state, text_of(answers, "who"))
    return _odds_behind(told, state, answers) if text_of(answers, "rating") else told


def _odds_behind(told: str, state: State, answers: Answers) -> str:
    """The odds of a Check behind a word on the turn, which stands also before the reason why there are none."""
    return f"{told} · {say_or_refuse(preview, state, answers)}" if told else preview(state, answers)


def turn_beside_check(state: State, answers: Answers) -> str:
    """Say what the log of a Check leaves out: that it comes out of turn, or that its owner has no Action."""
    actor = state.actors[text_of(answers, "who")]
    return " · ".join(filter(None, (out_of_turn(state, answers), told_without_action(state, actor))))


def turn_beside_attack(state: State, answers: Answers) -> str:
    """Say what the log of an attack leaves out: that it comes out of turn, or takes the Action."""
    return remark_on_action(state, text_of(answers, "who"), second="")
