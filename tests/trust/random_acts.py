"""Acts at random: any act that a table offers, with any answers that it takes."""

from __future__ import annotations

import random
from typing import Any

from tests.commands import COMMANDS
from wyrd_tui.engine.commands import Command, Portion, next_ask, say_or_refuse
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State

WORDS = ("Zoë", "a: b", "Ägir «ß»", "two words")


def chosen(ask: Any, state: Any, answers: dict[str, Any], chance: random.Random, usual: float) -> Any:  # noqa: ANN401
    """Choose an answer that the table could give, the usual one by a chance; None where there is none."""
    values = [choice.value for choice in ask.choices(state, answers)]
    default = ask.default(state, answers)
    if default is not None and chance.random() < usual:
        return default
    match ask.kind:
        case "one":
            return chance.choice(values) if values else chance.choice(WORDS) if ask.free else None
        case "many":
            return tuple(chance.sample(values, min(len(values), chance.randint(0, 3))))
        case "number":
            return max(ask.low, min(ask.high, chance.randint(-1, 5)))
        case "parts":
            some = chance.sample(values, min(len(values), chance.randint(1, 2)))
            return tuple(Portion(name, chance.randint(0, 2)) for name in some) or None
        case "dice":
            return ""
    return chance.choice(WORDS)


def answered(
    command: Command, state: State, chance: random.Random, *, usual: float = 0.4, looks: bool = False
) -> dict[str, Any] | None:
    """Choose answers to all that a command asks, and look at each preview; None where it cannot be answered."""
    answers: dict[str, Any] = {}
    if looks and command.when(state):
        return None
    while (ask := next_ask(command, state, answers)) is not None:
        if looks:
            say_or_refuse(ask.preview, state, answers)
        answer = chosen(ask, state, answers, chance, usual)
        if answer is None:
            return None
        answers[ask.name] = answer
        if looks:
            say_or_refuse(ask.preview, state, answers)
    return answers


def act(session: Session, rng: random.Random) -> None:
    """Play one of all acts, or nothing where that is refused."""
    command = rng.choice(COMMANDS)
    try:
        answers = answered(command, session.state, rng)
        if answers is not None:
            session.do(command, answers)
    except Refused:
        pass
