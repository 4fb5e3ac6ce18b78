"""Acts at random: any act that a table offers, with any answers that it takes."""

from __future__ import annotations

import random
from typing import Any

from tests.commands import COMMANDS
from wyrd_tui.engine.commands import Portion, next_ask
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.session import Session

WORDS = ("Zoë", "a: b", "Ägir «ß»", "two words")


def chosen(ask: Any, state: Any, answers: dict[str, Any], chance: random.Random) -> Any:  # noqa: ANN401 - any answer
    """Choose an answer that the table could give; None where there is none."""
    values = [choice.value for choice in ask.choices(state, answers)]
    default = ask.default(state, answers)
    if default is not None and chance.random() < 0.4:
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


def answered(command: Any, state: Any, chance: random.Random) -> dict[str, Any] | None:  # noqa: ANN401
    """Choose answers to all that a command asks; None where it cannot be answered."""
    answers: dict[str, Any] = {}
    while (ask := next_ask(command, state, answers)) is not None:
        answer = chosen(ask, state, answers, chance)
        if answer is None:
            return None
        answers[ask.name] = answer
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
