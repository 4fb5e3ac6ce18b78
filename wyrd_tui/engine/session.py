"""One doorway for every change: do, undo and redo over kept states, with each step journaled before it shows.

The session is handed its dice, its clock and its journal, so it knows no file. Undo goes back to a state that was
kept, so that no act needs an inverse. Steps of earlier evenings are fetched from the journal when first wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

from wyrd_tui.engine.account import describe_and_apply
from wyrd_tui.engine.answers import settled
from wyrd_tui.engine.change import replace
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.lines import spell
from wyrd_tui.engine.state import State
from wyrd_tui.engine.turn import Step, Turn

Did = Literal["do", "undo", "redo"]
KEPT = 500
"""Steps that stay in memory however long an evening is."""
LATEST = 253_402_300_799.0
"""The last second of the year 9999; a clock that runs on stands still there."""


class Past(NamedTuple):
    """Steps that can be undone, oldest first, and steps that can be redone, next one last."""

    done: list[Step]
    undone: list[Step]


class Journal(Protocol):
    """The place where each step is kept before the screen shows it."""

    def record(self, did: Did, turn: Turn) -> None:
        """Make a step durable.

        Raises:
            OSError: If it cannot be written; no trace of it is left.
        """

    def settle(self) -> str | None:
        """Save the table where a step ends a scene; return a sentence about acts that are not on disk, or None."""


class NoJournal:
    """A journal that keeps nothing, for tests and for tables that are not saved."""

    def record(self, did: Did, turn: Turn) -> None:
        """Forget the step."""

    def settle(self) -> None:
        """Nothing to save."""


class ReadOnlyJournal:
    """The journal of a table that may only be looked at."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def record(self, did: Did, turn: Turn) -> None:
        """Refuse the step.

        Raises:
            Refused: Always; the table may only be looked at.
        """
        raise Refused(f"This table is open for reading only, so nothing can change. {self.reason}")

    def settle(self) -> None:
        """Nothing to save."""


class Session:
    """A table being played.

    Args:
        state: The table as it stands.
        dice: Dice for its rolls.
        clock: Seconds since the epoch.
        journal: The place where steps are made durable.
        past: Fetches the steps to where the table stands, as far as they are on disk, when earlier ones than those in
            memory are wanted.

    Attributes:
        trouble: A sentence on what is not on disk that should be, and why; empty where all is saved.
        unread: A sentence on why steps of before cannot be read now; empty where they can, or were not looked for.
    """

    def __init__(
        self,
        state: State,
        *,
        dice: Dice,
        clock: Callable[[], float],
        journal: Journal | None = None,
        past: Callable[[], Past] | None = None,
    ) -> None:
        self.state = state
        self.dice = dice
        self.clock = clock
        self.journal: Journal = journal or NoJournal()
        self.trouble = ""
        self.unread = ""
        self._fetch = past
        self._whole = past is None
        self._redo_gone = False
        self._done: list[Step] = []
        self._undone: list[Step] = []

    def _past(self) -> None:
        if self._whole or self._fetch is None:
            return
        try:
            past = self._fetch()
        except Refused as why:
            self.unread, self.trouble = str(why), self.journal.settle() or ""
            raise
        self.unread = ""
        # In-memory steps follow those on disk even after write failures.
        first = self._done[0].turn.number if self._done else self.state.turn + 1
        earlier = [step for step in past.done if step.turn.number < first]
        # A gap between disk and memory would make undo jump.
        if not earlier or earlier[-1].turn.number == first - 1:
            self._done[:0] = earlier
            if not self._redo_gone:
                self._undone = list(past.undone)
        self._whole = True

    def _look(self) -> None:
        """Fetch earlier steps to be looked at, if they can be read now."""
        try:
            self._past()
        except Refused:
            return

    def begin_anew(self) -> None:
        """Forget all steps until now; the journal goes on without them."""
        self._done.clear()
        self._undone.clear()
        self._whole = self._fetch is None

    def _forget(self) -> None:
        """Drop the oldest steps of a long evening; the journal can fetch them again."""
        if self._fetch is not None and len(self._done) >= 2 * KEPT and not self.trouble:
            del self._done[:-KEPT]
            self._whole = False

    @property
    def done(self) -> list[Step]:
        """Steps that undo would take back, oldest first; where earlier ones cannot be read now, those in memory."""
        self._look()
        return self._done

    def last(self, count: int) -> list[Step]:
        """The last so many steps that undo would take back, oldest first."""
        steps = self._done if len(self._done) >= count else self.done
        return steps[-count:] if count > 0 else []

    @property
    def undone(self) -> list[Step]:
        """Steps that redo would bring back, the next one last; where they cannot be read now, those in memory."""
        if not self._redo_gone:
            self._look()
        return self._undone

    def _record(self, did: Did, turn: Turn) -> None:
        try:
            self.journal.record(did, turn)
        except OSError as refused:
            self.trouble = f"NOT SAVED: {refused.strerror or refused}"
            raise

    def _publish(self, state: State) -> None:
        self.state = state
        self.trouble = self.journal.settle() or ""

    def do(self, command: Command, answers: Answers, dice: Dice | None = None) -> Turn:
        """Play a command.

        Raises:
            Refused: If it does not apply, cannot be done, or is too much for the journal; nothing has changed.
            OSError: If the journal could not be written; nothing has changed.
        """
        before = self.state
        if reason := command.when(before):
            raise Refused(reason)
        answers = settled(command, before, answers)
        events = tuple(command.run(before, answers, dice or self.dice))
        lines, lead, title, after = describe_and_apply(before, events)
        if not lines and replace(after, turn=before.turn) == before:
            raise Refused(f"{command.label}: that would change nothing.")
        at = min(max(0.0, self.clock()), LATEST)
        turn = Turn(after.turn, command.id, spell(command, answers), lines, events, at, title or command.id, lead)
        self._record("do", turn)
        self._done.append(Step(turn, before, after))
        self._undone.clear()
        self._redo_gone = True
        self._publish(after)
        self._forget()
        return turn

    def undo(self) -> Turn:
        """Take the last turn back.

        Raises:
            Refused: If nothing is left to take back.
            OSError: As `do`.
        """
        if not self._done:
            self._past()
        if not self._done:
            known = "no turn before this is known" if self.state.turn else "this is how the table began"
            raise Refused(f"Nothing is left to undo: {known}.")
        step = self._done[-1]
        self._record("undo", step.turn)
        self._undone.append(self._done.pop())
        self._publish(step.before)
        return step.turn

    def redo(self) -> Turn:
        """Bring back the turn that was undone last.

        Raises:
            Refused: If nothing was undone since the last new turn.
            OSError: As `do`.
        """
        if not self._redo_gone:
            self._past()
        if not self._undone:
            raise Refused("Nothing to redo: no turn was undone since the last new one.")
        step = self._undone[-1]
        self._record("redo", step.turn)
        self._done.append(self._undone.pop())
        self._publish(step.after)
        return step.turn
