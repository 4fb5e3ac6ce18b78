"""The model of a table: the acts that were shown, a pointer for undo, and which of them must be on disk."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tests.trust.story import Known, content, measured, must, on_paper
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State

FOREIGN, BY_HAND = "A table of others", "Edited by hand"
"""Titles of tables."""


class Played(NamedTuple):
    """An act that was shown, and the table after it."""

    act: Act
    after: State


class Moment(NamedTuple):
    """A table as it was shown at one moment: how it began, the acts that stand, and those that are undone."""

    start: State
    done: tuple[Played, ...] = ()
    undone: tuple[Played, ...] = ()

    @property
    def state(self) -> State:
        """The state on the screen."""
        return self.done[-1].after if self.done else self.start

    @classmethod
    def of(cls, session: Session) -> Moment:
        """Take the moment that a session is at."""
        done, undone = (
            tuple(Played(step.act, step.after) for step in steps) for steps in (session.done, session.undone)
        )
        return cls(session.done[0].before if done else session.state, done, undone)

    def known(self) -> Known:
        """Measure it."""
        return measured(content(self.state), [one.act for one in self.done], len(self.undone))

    def after(self, line: str) -> Moment | None:
        """Give the moment after a line, undo or redo; None where that is refused."""
        if line == "undo":
            return Moment(self.start, self.done[:-1], (*self.undone, self.done[-1])) if self.done else None
        if line == "redo":
            return Moment(self.start, (*self.done, self.undone[-1]), self.undone[:-1]) if self.undone else None
        try:
            paper = on_paper(self.state, line)
        except Refused:
            return None
        return Moment(self.start, (*self.done, Played(paper.done[-1].act, paper.state)))


@dataclass
class Model:
    """A table as the promises have it.

    Attributes:
        shown: Every moment that was shown, oldest first.
        promised: The index of the last one that must be on disk.
        refused: Moments that the disk refused, and may have kept all the same.
        saved: Whether the save must hold the last one.
        harmed: Whether others changed the journal since the last act.
        save_harm: The harm that others did to the save since it was written; empty for none.
    """

    shown: list[Moment]
    promised: int = 0
    refused: list[Moment] = field(default_factory=list)
    saved: bool = True
    harmed: bool = False
    save_harm: str = ""

    @property
    def now(self) -> Moment:
        """The moment on the screen."""
        return self.shown[-1]

    def show(self, moment: Moment, *, durable: bool) -> None:
        """Add a moment that is shown."""
        self.shown.append(moment)
        self.saved = False
        if durable:
            self.harmed = False
            self.keep()

    def keep(self) -> None:
        """Count all that was shown as promised."""
        self.promised, self.refused = len(self.shown) - 1, []

    def possible(self) -> list[Known]:
        """Give all that may be found after a kill, the newest first."""
        return [moment.known() for moment in (*self.refused, *reversed(self.shown[self.promised :]))]

    def judge(self, found: Known, words: str) -> Moment | None:
        """Judge a table that was opened; gives the moment that it shows, None for another one that is allowed.

        Raises:
            BrokenPromise: If it is not allowed, or not with these words.
        """
        moments = [*self.refused, *reversed(self.shown[self.promised :])]
        same = next((moment for moment in moments if moment.known() == found), None)
        if same is not None and not (self.save_harm == "edited" and self.saved and not self.harmed):
            # Harm that cost nothing may be told, and a line that was torn as it was refused.
            calm = not words or self.harmed or self.save_harm or len(moments) > 1
            must(bool(calm), f"nothing is lost, and it says: {words}")
            return same
        ever = [moment.known() for moment in (*self.shown, *self.refused)]
        if not self.harmed:
            self._judge_edit(found, words)
        elif found in ever:
            # A journal that was cut between two lines looks as it did then, where no save knows more.
            must(bool(words) or not self.saved, "an earlier table without a word")
        elif found.state.title != FOREIGN:
            taken = any(found[1:] == ((*one.log, *found.log[-1:]), one.notes, one.undo + 1, 0) for one in ever)
            must(taken or found[1:] == ((), (), 0, 0), f"a past that never was: {words}")
            must(found.state in [one.state for one in ever] or bool(self.save_harm), f"it never was: {words}")
        if self.saved and not self.save_harm and found.state.title != FOREIGN:
            must(found.state == self.now.known().state, f"the save had more: {words}")
        replaced = found.state.title == FOREIGN and bool(self.save_harm)
        must(bool(words) or replaced or found in ever, "another table without a word")
        return None

    def _judge_edit(self, found: Known, words: str) -> None:
        """Judge an edit of the save: on top of what is there, with nothing left to be redone."""
        must(self.save_harm in ("edited", "flipped"), f"another table: {words}")
        for base in self.possible():
            state = found.state if self.save_harm == "flipped" else replace(base.state, title=BY_HAND)
            if found == Known(state, (*base.log, *found.log[-1:]), base.notes, base.undo + 1, 0):
                return
        must(False, "an edit is lost")
