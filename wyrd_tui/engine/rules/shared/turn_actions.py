"""The actions of a turn: which are used up, and the act that sets them by hand (WE-52, ME-51)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Placed
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.games import own_actions
from wyrd_tui.engine.rules.ground.places import ORDER, can_act, no_fight, place_of, place_or_none
from wyrd_tui.engine.rules.questions import actor_choices, turn_default
from wyrd_tui.engine.rules.shared.game_choice import GAME_ASK, possible_games
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.turn_order import Place
from wyrd_tui.engine.words import name_and_verb


def actions_of_turn(state: State, answers: Answers) -> Mapping[str, str]:
    """Return the actions of a turn of the actor that an answer names, in the games that the answers leave open."""
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return {}
    return own_actions(state, actor, [game for game in possible_games(state, answers) if game.actions(state, actor)])


def has_used_first(state: State, place: Place) -> bool:
    """Return whether a fighter has used the first action of a turn, such as the primary one."""
    return next(iter(actions_of_turn(state, {"who": place.who})), "") in place.used


def _has_turns(state: State, actor: Actor) -> bool:
    place = place_or_none(state, actor.id)
    return place is not None and can_act(state, place)


def _action_choices(state: State, answers: Answers) -> Sequence[Choice]:
    actions = [Choice(action, action, hint) for action, hint in actions_of_turn(state, answers).items()]
    every = "both" if len(actions) == 2 else "all" if actions[1:] else "it"
    several = [Choice("all", every)] if actions[1:] else []
    return [*actions, *several, Choice("none", "none", f"give {every} back", none=True)]


def _whose_turn(state: State, answers: Answers) -> str:
    turn = state.order.turn
    return f"{name_and_verb(state, turn, 'has')} the turn" if turn not in ("", text_of(answers, "who")) else ""


def _used_after(state: State, answers: Answers) -> tuple[str, ...]:
    """Return the actions that are used once an answer is given.

    Raises:
        Refused: If they are used, or left, already.
    """
    place, which = place_of(state, text_of(answers, "who")), text_of(answers, "which")
    actions = tuple(actions_of_turn(state, answers))
    spent = {"all": actions, "none": ()}.get(which, (which,))
    used = tuple(action for action in actions if which != "none" and action in (*place.used, *spent))
    if {*used} == {*place.used}:
        told = f"used {_named(which, actions)}" if used else f"{_named('all', actions)} left"
        raise Refused(f"{name_and_verb(state, place.who, 'has')} {told} already.")
    return used


def _named(which: str, actions: Sequence[str]) -> str:
    if which == "all":
        return {1: "the action", 2: "both actions"}.get(len(actions), "every action")
    return f"the {which}" if which.endswith(("action", "move")) else f"the {which} action"


def _refuse_idle(state: State, answers: Answers) -> str:
    """Refuse an answer that changes nothing before Enter, too."""
    if "which" in answers:
        _used_after(state, answers)
    return ""


def _use_action(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    place, which = place_of(state, text_of(answers, "who")), text_of(answers, "which")
    every = _named("all", tuple(actions_of_turn(state, answers)))
    words = {"all": f"has used {every}", "none": f"has {every} again"}.get(which, f"uses {_named(which, ())}")
    yield Placed(replace(place, used=_used_after(state, answers)), words)


USE_ACTION = Command(
    "action",
    "z",
    "action used",
    "Set which actions are used this turn.",
    ORDER,
    _use_action,
    (
        Ask("who", "Whose", "one", actor_choices(_has_turns), turn_default, focus="actor"),
        GAME_ASK,
        Ask("which", "Which action", "one", _action_choices, preview=_refuse_idle, noun="action"),
    ),
    no_fight,
    rules="WE-52, ME-51",
    turn_remark=_whose_turn,
)
