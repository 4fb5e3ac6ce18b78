"""Outcomes of a key that was pressed at a question."""

from __future__ import annotations

from typing import NamedTuple

from wyrd_tui.engine.commands import Answers


class Done(NamedTuple):
    """Answers to all questions of a command."""

    answers: Answers


class Cancelled(NamedTuple):
    """Outcome of a question that the GM left; nothing happened."""


class StillOpen(NamedTuple):
    """Outcome of a key after which the question is still open."""


AskingOutcome = Done | Cancelled | StillOpen
