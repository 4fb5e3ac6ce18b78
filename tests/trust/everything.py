"""A small evening in which everything happens that can: every kind of event, and every field that an event may set.

`python -m tests.trust.everything FOLDER` plays it and leaves its files there, for `formats`. It needs no more than what
the program had from the first, so that it can be played with older versions, too, and is no test itself.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.commands import COMMANDS
from wyrd_tui.engine.commands import Portion, next_ask
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.store.files.codec import plain
from wyrd_tui.store.scenarios.scenario import begin, load
from wyrd_tui.store.tables.opening import create

BEGAN = 1_790_000_000
WORDS = ("Zoë", "a: b", "Ägir «ß»", "two words")


def chosen(ask: Any, state: Any, answers: dict[str, Any], chance: random.Random) -> Any:  # noqa: ANN401 - any answer
    """An answer that the table could give; None where there is none."""
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
    """Answers to all that a command asks; None where it cannot be answered."""
    answers: dict[str, Any] = {}
    while (ask := next_ask(command, state, answers)) is not None:
        answer = chosen(ask, state, answers, chance)
        if answer is None:
            return None
        answers[ask.name] = answer
    return answers


def said(turn: Any) -> set[tuple[str, ...]]:  # noqa: ANN401 - a turn of any version
    """What a turn puts into a journal: kinds of events, their fields, and the fields of what stands in these."""
    return {found for event in turn.events for found in _fields((type(event).__name__,), plain(event))}


_WHOLE = ("place", "condition", "trait", "effects")


def _fields(path: tuple[str, ...], data: Any) -> Iterator[tuple[str, ...]]:  # noqa: ANN401 - plain data
    yield path
    if isinstance(data, list):
        for each in data:
            yield from _fields(path, each)
    elif isinstance(data, dict) and (len(path) == 1 or path[-1] in _WHOLE):
        for name, value in data.items():
            yield from _fields((*path, name), value)
    elif path[-1] == "roll":
        yield (*path, data["game"], data["act"])


def play(scenario: Path, folder: Path, name: str, *, tries: int = 6000, most: int = 60, seed: int = 1) -> Any:  # noqa: ANN401
    """Play what brings something new, and undo and redo some of it; gives the table's content as plain data."""
    chance = random.Random(seed)
    clock = iter(range(BEGAN, BEGAN + 10**6))
    table = create(begin(load(scenario)), name, folder=folder)
    dice = LiveDice(seed)
    live = table.session(dice=dice, clock=lambda: float(next(clock)))
    seen: set[tuple[str, ...]] = set()
    for _ in range(tries):
        command = chance.choice(COMMANDS)
        trial = Session(live.state, dice=dice, clock=lambda: 0.0)
        throw = chance.randint(0, 10**6)
        try:
            answers = answered(command, live.state, chance)
            if answers is None:
                continue
            dice._source.seed(throw)
            new = said(trial.do(command, answers)) - seen
            if not new or len(live.done) >= most:
                continue
            dice._source.seed(throw)
            live.do(command, answers)
        except Refused:
            continue
        seen |= new
        if len(live.done) % 7 == 3:
            live.undo()
            live.undo()
            live.redo()
            live.redo()
    live.undo()
    table.close()
    return plain(live.state)


if __name__ == "__main__":
    made = Path(sys.argv[2])
    content = play(Path(sys.argv[1]), made, sys.argv[3], seed=int(sys.argv[4]))
    (made / f"{sys.argv[3]}.json").write_text(json.dumps(content, ensure_ascii=False, indent=1), "utf-8")
