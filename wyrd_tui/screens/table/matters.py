"""Open questions of a table: the next one to ask, and those that the GM has left with Esc."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import Pending


class OpenMatters:
    """Questions that the table still has open, in the order of the rules.

    Attributes:
        waiting: All of them, the most urgent first.
    """

    def __init__(self) -> None:
        self.waiting: Sequence[Pending] = ()
        self._asked: Pending | None = None
        self._left: list[object] = []

    @property
    def first(self) -> str:
        """Sentence on the most urgent one; empty where none is open."""
        return self.waiting[0].sentence if self.waiting else ""

    def renew(self, waiting: Sequence[Pending]) -> None:
        """Take the open questions of another state; those that were left and are open no more are forgotten."""
        self.waiting = waiting
        there = list(map(_key, waiting))
        self._left = [left for left in self._left if left in there]

    def next(self, again: bool) -> Pending | None:
        """Return the first question to ask; one that was left with Esc only `again`."""
        return next((question for question in self.waiting if again or _key(question) not in self._left), None)

    def asked(self, question: Pending | None) -> None:
        """Note which open question is being asked; None where another question is."""
        self._asked = question

    def leave(self) -> None:
        """Note that the question being asked was left with Esc, so that it waits until it is asked for."""
        if self._asked is not None:
            self._left.append(_key(self._asked))
            self._asked = None


def _key(question: Pending) -> object:
    """Return all that tells an open question from others; its sentence changes."""
    return question.matter, question.command, question.answers
