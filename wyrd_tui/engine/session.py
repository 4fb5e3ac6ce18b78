"""Doorway of every change: do, undo and redo over kept states, with each act journaled before it shows.

A session is handed its dice, its clock and its journal, so it knows no file. Undo goes back to a state that was kept;
nobody writes an inverse. Steps of earlier evenings are fetched from the journal when undo first reaches them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from wyrd_tui.engine.account import describe_and_apply
from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.answers import complete_answers
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.journal import History, Journal, NoJournal
from wyrd_tui.engine.state import State

STEPS_IN_MEMORY = 500
"""Steps that stay in memory however long an evening is, where the journal keeps the others."""
LATEST = 253_402_300_799.0
"""The last second of the year 9999; a clock that runs on stands still there."""


class Session:
    """A table being played.

    Args:
        state: The table as it stands.
        dice: Dice for its rolls.
        clock: Seconds since the epoch.
        journal: Makes acts durable, and gives earlier steps back.

    Attributes:
        changed: Called after each change of the table, from whichever screen it came.
    """

    def __init__(self, state: State, *, dice: Dice, clock: Callable[[], float], journal: Journal | None = None) -> None:
        self.state = state
        self.dice = dice
        self.clock = clock
        self.journal: Journal = journal or NoJournal()
        self.changed: Callable[[], object] = lambda: None
        self._done: list[Step] = []
        self._undone: list[Step] = []

    # ------------------------------------------------------------------ the past

    def _fetch(self) -> bool:
        """Fetch the steps before those in memory, and tell whether there were any."""
        first = self._done[0].before.acts if self._done else self.state.acts
        steps = self.journal.earlier(first)
        self._done[:0] = steps
        return bool(steps)

    def _fetch_undone(self) -> None:
        """Fetch the steps that were undone before the table was opened."""
        last = self._undone[0].act.number if self._undone else self.state.acts
        self._undone[:0] = self.journal.later(last)

    def _forget(self) -> None:
        """Let go of the oldest steps of a long evening, where they can be fetched again."""
        if len(self._done) >= 2 * STEPS_IN_MEMORY and self.journal.history() is not None:
            del self._done[:-STEPS_IN_MEMORY]

    @property
    def done(self) -> list[Step]:
        """Steps that undo would take back, oldest first, as far as they can be played again."""
        with suppress(Refused):
            while self._fetch():
                pass
        return self._done

    def last(self, count: int) -> list[Step]:
        """Return the last `count` steps that undo would take back, oldest first; fewer where there are no more."""
        with suppress(Refused):
            while len(self._done) < count and self._fetch():
                pass
        return self._done[-count:] if count > 0 else []

    @property
    def undone(self) -> list[Step]:
        """Steps that redo would bring back, the next one last, as far as they can be played again."""
        with suppress(Refused):
            self._fetch_undone()
        return self._undone

    @property
    def undone_last(self) -> Act | None:
        """The act that redo would bring back, if it was undone since the table was opened."""
        return self._undone[-1].act if self._undone else None

    def history(self) -> History:
        """Return every act, without its states, so that none is played again."""
        kept = self.journal.history()
        return kept or History([step.act for step in self._done], [step.act for step in self._undone])

    # ------------------------------------------------------------------ acts

    def do(self, command: Command, answers: Answers, dice: Dice | None = None) -> Act:
        """Play a command.

        Raises:
            Refused: If it does not apply, cannot be done, or is too much for the journal; nothing has changed.
            OSError: If the journal could not be written; nothing has changed.
        """
        # A table opens without the spelling of lines, which the first act needs.
        from wyrd_tui.engine.line_spelling import spell_line

        before = self.state
        if reason := command.when(before):
            raise Refused(reason)
        answers = complete_answers(command, before, answers)
        events = tuple(command.run(before, answers, dice or self.dice))
        log, lead, title, after, _ = describe_and_apply(before, events)
        if not log and replace(after, acts=before.acts) == before:
            raise Refused(f"{command.label}: this act would change nothing.")
        at = min(max(0.0, self.clock()), LATEST)
        asked = spell_line(command, answers, before)
        act = Act(after.acts, command.id, asked, log, events, at, title or command.label, lead)
        self.journal.record("do", act, after)
        self._done.append(Step(act, before, after))
        self._undone.clear()
        self._forget()
        self._come_to(after)
        return act

    def undo(self) -> Act:
        """Take the last act back.

        Raises:
            Refused: If nothing is left to take back.
            OSError: As `do`.
        """
        if not self._done and not self._fetch():
            known = "no earlier act is in the history" if self.state.acts else "this is the table as it began"
            raise Refused(f"Nothing is left to undo: {known}.")
        step = self._done[-1]
        self.journal.record("undo", step.act, step.before)
        self._undone.append(self._done.pop())
        self._come_to(step.before)
        return step.act

    def redo(self) -> Act:
        """Bring back the act that was undone last.

        Raises:
            Refused: If nothing was undone since the last new act.
            OSError: As `do`.
        """
        if not self._undone:
            self._fetch_undone()
        if not self._undone:
            raise Refused("Nothing is left to redo: no act was undone after the last new act.")
        step = self._undone[-1]
        self.journal.record("redo", step.act, step.after)
        self._done.append(self._undone.pop())
        self._come_to(step.after)
        return step.act

    def _come_to(self, state: State) -> None:
        self.state = state
        self.changed()
