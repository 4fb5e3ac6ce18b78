"""Outcomes of a key that was pressed at a question or on the command line."""

from __future__ import annotations

from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.named_tuple import NamedTuple


class Done(NamedTuple):
    """Answers to all questions of a command."""

    answers: Answers


class Cancelled(NamedTuple):
    """Outcome of a question that the GM left; nothing happened."""


class StillOpen(NamedTuple):
    """Outcome of a key after which the question is still open."""


class CommandEntered(NamedTuple):
    """A line that was understood."""

    command: Command
    answers: Answers
    line: str


class CommandBegun(NamedTuple):
    """A line that lacks an answer, which is asked for."""

    command: Command
    answers: Answers
    line: str


class WordEntered(NamedTuple):
    """A line that moves the screen or goes back and forth: its first word and the others."""

    word: str
    rest: tuple[str, ...]
    line: str


AskingOutcome = Done | Cancelled | StillOpen
LineOutcome = CommandEntered | CommandBegun | WordEntered | Cancelled | StillOpen
