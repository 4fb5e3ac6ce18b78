"""Open questions of a table: the next one to ask, and those that the GM has left with Esc."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import Pending
    from wyrd_tui.engine.state import State


class OpenMatters:
    """Questions that the table still has open, in the order of the rules.

    Attributes:
        waiting: All of them, the most urgent first.
    """

    def __init__(self) -> None:
        self.waiting: Sequence[Pending] = ()
        self._asked: Pending | None = None
        self._left: list[tuple[Pending, object]] = []

    @property
    def first(self) -> str:
        """A sentence on the most urgent one; empty where none is open."""
        return self.waiting[0].sentence if self.waiting else ""

    def renew(self, waiting: Sequence[Pending]) -> None:
        """Take the open questions of another state."""
        self.waiting = waiting

    def next(self, state: State, again: bool) -> Pending | None:
        """Return the first question to ask; one that was left with Esc only `again`."""
        return next((w for w in self.waiting if again or not self._was_left(w, state)), None)

    def asked(self, question: Pending | None) -> None:
        """Note which open question is being asked; None where another question is."""
        self._asked = question

    def leave(self, state: State) -> None:
        """Note that the question being asked was left with Esc, so that it waits until it is asked for."""
        if self._asked is not None:
            self._left.append((self._asked, state.roll))
            self._asked = None

    def forget(self, state: State) -> None:
        """Forget what was left and is open no more."""
        self._left = [old for old in self._left if any(_same(*old, waiting, state) for waiting in self.waiting)]

    def _was_left(self, waiting: Pending, state: State) -> bool:
        return any(_same(*old, waiting, state) for old in self._left)


def _same(left: Pending, roll: object, waiting: Pending, state: State) -> bool:
    """Tell whether an open question is one that was left; a question to nobody in particular is one of its roll."""
    same = (left.command, left.answers) == (waiting.command, waiting.answers)
    return same and (bool(left.answers) or roll is state.roll)
