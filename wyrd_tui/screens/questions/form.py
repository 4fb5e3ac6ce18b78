"""Questions of a form, which stand together."""

from __future__ import annotations

from collections.abc import Container

from wyrd_tui.engine.commands import Answers, Ask, Command
from wyrd_tui.engine.state import State


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
