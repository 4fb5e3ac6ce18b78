"""A Check in its turn: the Action that it takes, and what is said of that before the dice (WE-52, ME-51)."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.commands import Answers, text_of
from wyrd_tui.engine.events import Event, Placed, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.mettle import ACTION
from wyrd_tui.engine.rules.ground.places import place_or_none
from wyrd_tui.engine.rules.ground.turn_passing import remark_on_turn, second_action
from wyrd_tui.engine.rules.mettle.modifiers import lost_actions, told_without_action
from wyrd_tui.engine.rules.questions import EXTRA
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
        yield Said(second_action(state, who, "Action"))
    else:
        yield Placed(replace(place, used=(*place.used, ACTION)))


def remark_on_action(state: State, answers: Answers) -> str:
    """Say that a Check comes out of turn, or at its dice that it takes an Action; a second is told at once (ME-51)."""
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return ""
    first = "Action" if EXTRA.name in answers and ACTION not in lost_actions(state, actor) else ""
    return remark_on_turn(state, actor.id, ACTION, "Action", first)


def lost_beside_check(state: State, answers: Answers) -> str:
    """Say what the log of a Check leaves out: that its owner has no Action."""
    return told_without_action(state, state.actors[text_of(answers, "who")])
