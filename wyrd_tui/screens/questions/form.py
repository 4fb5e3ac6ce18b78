"""Questions of a form, which stand together."""

from __future__ import annotations

from collections.abc import Container, Sequence

from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, next_ask
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.selected import answer_unasked


def asks_together(command: Command, first: Ask, state: State, given: Container[str], answers: Answers) -> list[Ask]:
    """Return a question with those of its form.

    Args:
        command: The command that asks them.
        first: The first of them that is open.
        state: The table.
        given: Names of the questions that were answered before.
        answers: Their answers, with those that the open fields would give now.
    """
    if not first.in_form:
        return [first]
    group: list[Ask] = []
    for ask in command.asks[command.asks.index(first) :]:
        unasked = ask.quiet and not ask.folded
        asked = ask.name not in given and not unasked and ask.when(state, answers)
        if asked and (ask.in_form or (group and all(one.folded for one in group))):
            group.append(ask)
        if not ask.in_form:
            break
    return group or [first]


def asked_last(command: Command, state: State, answers: Answers) -> Sequence[Ask]:
    """Return the questions that would stand together before Enter acts, had all these answers been given by key."""
    given: dict[str, Answer] = {}
    last: Sequence[Ask] = ()
    while (ask := next_ask(command, state, given)) is not None:
        unasked = answer_unasked(ask, state, given, None) is not None
        group = [ask] if unasked else asks_together(command, ask, state, given, answers)
        given |= {one.name: answers[one.name] for one in group}
        last = last if unasked else group
    return last
