"""Conditions in words that the table chose, and their ends (WE-76, U-08)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from wyrd_tui.engine.choices import Choice, by_word
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Event, Recovered
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.refusals import empty_text
from wyrd_tui.engine.rules.games import games_played, own_games
from wyrd_tui.engine.rules.ground.basics import the_actor, why_nobody
from wyrd_tui.engine.rules.questions import actor_choices, anybody, note_asks, unless_any, who_asks
from wyrd_tui.engine.rules.shared.newcomers import CAST
from wyrd_tui.engine.state import Actor, Condition, State
from wyrd_tui.engine.voices import meaning


def _condition(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    label = text_of(answers, "label").strip()
    if not label:
        raise Refused(empty_text("condition", "hidden"))
    ends: Literal["scene", "never"] = "scene" if text_of(answers, "ends") == "scene" else "never"
    out = text_of(answers, "out") == "yes"
    # A number behind the word is a level of the status, as in `fatigued 2`.
    bare = slug(label.rstrip(" 0123456789"))
    for who in many_of(answers, "who"):
        if act := _brought_by(state, the_actor(state, who), bare):
            raise Refused(f"{label.capitalize()} is a status of the rules: {act} gives it.")
        yield Befell(who, Condition(slug(label), label, text_of(answers, "note"), out, ends))


def _brought_by(state: State, actor: Actor, condition: str) -> str:
    """Return the act that brings about a condition which a game of the actor reads; empty where none does."""
    # A word that names no game is read by every game where an actor has no sheet.
    games = own_games(state, actor) if actor.sheets else games_played(state)
    acts = (game.own_conditions.get(condition, "") for game in games)
    return next((f"`{act}`" for act in acts if act), "")


def _read_at_once(state: State, answers: Answers) -> str:
    """Say that players read a condition of their own party as soon as it is given."""
    people = [state.actors[who] for who in many_of(answers, "who") if who in state.actors]
    ours = any(actor.side == "party" and actor.visibility != "secret" for actor in people)
    return "Players read it at once." if ours else ""


CONDITION = Command(
    "condition",
    "C",
    "condition",
    "Give a character a condition in your own words: hidden, grappled, on fire.",
    CAST,
    _condition,
    (
        Ask("who", "Who", "many", actor_choices(anybody), focus="ticked", some="Choose one character or more."),
        Ask("label", "Condition", "words"),
        Ask(
            "ends",
            "Until",
            "one",
            lambda s, a: [Choice("scene", "the scene ends"), Choice("never", "it is taken away")],
            lambda s, a: "scene",
            quiet=True,
            noun="end",
        ),
        Ask(
            "out",
            "Out of action",
            "one",
            lambda s, a: [Choice("no", "no"), Choice("yes", "yes")],
            lambda s, a: "no",
            quiet=True,
            noun="answer to “Out of action”",
        ),
        note_asks(),
    ),
    why_nobody,
    remark=_read_at_once,
    rules="WE-76",
)


class _Suffered(NamedTuple):
    """Condition of a character; `shaken`, or `mettle-shaken` where the character has one of that id in two games."""

    condition: Condition
    alone: bool

    def __str__(self) -> str:
        return "-".join(filter(None, ("" if self.alone else self.condition.game, self.condition.id)))


def _suffered(actor: Actor) -> Mapping[str, _Suffered]:
    """Return the conditions of an actor by their words (U-34)."""
    often = Counter(one.id for one in actor.conditions)
    return by_word(_Suffered(one, often[one.id] == 1) for one in actor.conditions)


def _conditions(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    suffered = _suffered(actor) if actor else {}
    return [Choice(word, one.label, meaning(one)) for word, (one, _) in suffered.items()]


def _recover(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor, which = the_actor(state, text_of(answers, "who")), text_of(answers, "condition")
    yield from end_early(state, actor, _suffered(actor)[which].condition)


def end_early(state: State, actor: Actor, condition: Condition) -> Iterator[Event]:
    """End a condition before its time.

    Raises:
        Refused: If only an act of a game ends it.
    """
    for game in own_games(state, actor):
        act = game.ended_by.get(condition.id, "") if condition in actor.suffers(game.id) else ""
        if act:
            raise Refused(f"{condition.label.capitalize()} ends by the rules: write `{act} {actor.id}`.")
    yield Recovered(actor.id, condition.id, game=condition.game)


def _afflicted(state: State, actor: Actor) -> bool:
    return bool(actor.conditions)


END_CONDITION = Command(
    "recover",
    "",
    "end a condition",
    "End a condition.",
    CAST,
    _recover,
    (who_asks(wanted=_afflicted), Ask("condition", "Which condition", "one", _conditions, named=True)),
    unless_any(_afflicted, "No character has a condition. `condition` gives one."),
    rules="WE-76, U-08",
)

CONDITION_COMMANDS = (CONDITION, END_CONDITION)
