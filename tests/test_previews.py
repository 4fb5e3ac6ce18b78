"""Previews of questions tell or refuse, and never fail: every command with nobody, one and everybody ticked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.commands import COMMANDS
from tests.plays import session, usual_answers
from tests.test_every_command import SHIPPED, opened
from wyrd_tui.engine.commands import Answer, Ask, Command, Portion, next_ask, say_or_refuse
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import State

Take = Callable[[Sequence[str]], Sequence[str]]
TICKED: Mapping[str, Take] = {
    "nobody": lambda values: (),
    "one": lambda values: values[:1],
    "everybody": lambda values: values,
}
BEFORE = ("", "bring", "initiative", "damage", "roll")
"""Acts that change what is asked: an order, harm, and a roll that leaves something open."""


def answer_of(ask: Ask, state: State, answers: Mapping[str, Answer], take: Take) -> Answer | None:
    """Answer a question with as many as are ticked; None where it cannot be answered so."""
    values = [choice.value for choice in ask.choices(state, answers)]
    match ask.kind:
        case "many":
            return tuple(take(values))
        case "parts":
            return tuple(Portion(value, 1) for value in take(values))
        case "one":
            return (take(values) or values or ("words",) if ask.free else values or (None,))[0]
        case "number":
            return ask.low
        case "dice":
            return ""
    return "words"


def steps(command: Command, state: State, take: Take) -> Iterator[tuple[Ask, dict[str, Answer]]]:
    """Each question of a command with the answers that a screen would preview it with."""
    answers: dict[str, Answer] = {}
    for _ in range(40):
        ask = next_ask(command, state, answers)
        if ask is None:
            return
        answer = answer_of(ask, state, answers, take)
        yield ask, dict(answers)
        if answer is None:
            return
        answers[ask.name] = answer
        yield ask, dict(answers)


@pytest.mark.parametrize(
    ("path", "ticked"),
    [
        pytest.param(path, ticked, marks=() if (scenario + way) % len(TICKED) == 0 else pytest.mark.long)
        for scenario, path in enumerate(SHIPPED)
        for way, ticked in enumerate(TICKED)
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_no_preview_fails(path: Path, ticked: str) -> None:
    """The plain run ticks in one way in each scenario, and in each way in some."""
    play = session(opened(path))
    failed = []
    for name in BEFORE:
        for command in (row for row in COMMANDS if row.id == name):
            try:
                play.do(command, usual_answers(command, play.state) or {})
            except Refused:
                continue
        for command in COMMANDS:
            if command.when(play.state):
                continue
            for ask, answers in steps(command, play.state, TICKED[ticked]):
                try:
                    say_or_refuse(ask.preview, play.state, answers)
                except Exception as bug:
                    failed.append(f"after {name!r}, {command.id} {ask.name} {answers}: {bug!r}")
    assert not failed, "\n".join(failed)
