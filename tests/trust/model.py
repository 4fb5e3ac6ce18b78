"""The model of a table: the moments that were shown, and how many of them must be on disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tests.trust.story import Surviving, clock, content, measured, must, say
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State

BY_HAND = "Edited by hand"
"""The title that an edit gives the table."""


class ShownTable(NamedTuple):
    """A table as it was shown at one moment: how it began, the acts that stand, and those that are undone."""

    start: State
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    @property
    def state(self) -> State:
        """The state on the screen."""
        return self.done[-1].after if self.done else self.start

    @classmethod
    def of(cls, session: Session) -> ShownTable:
        """Take the moment that a session is at."""
        done = tuple(session.done)
        return cls(done[0].before if done else session.state, done, tuple(session.undone))

    def known(self) -> Surviving:
        """Measure it."""
        return measured(content(self.state), [one.act for one in self.done], [one.act for one in self.undone])

    def after(self, line: str | Callable[[Session], object], seed: int = 7) -> ShownTable | None:
        """Give the moment after a line, undo or redo, or an act; None where that is refused or does nothing."""
        if line == "undo":
            return ShownTable(self.start, self.done[:-1], (*self.undone, self.done[-1])) if self.done else None
        if line == "redo":
            return ShownTable(self.start, (*self.done, self.undone[-1]), self.undone[:-1]) if self.undone else None
        paper = Session(self.state, dice=LiveDice(seed), clock=clock())
        try:
            say(paper, line) if isinstance(line, str) else line(paper)
        except Refused:
            return None
        return ShownTable(self.start, (*self.done, *paper.done)) if paper.done else None


@dataclass
class Model:
    """A table as the promises have it.

    Attributes:
        shown: Every moment that was shown, oldest first.
        promised: The index of the last one that must be on disk.
        refused: Moments that the disk refused, and may have kept all the same.
        saved: Whether the save must hold the last one.
        harmed: Whether others changed the journal since the last act.
        save_harm: `edited`, `flipped` or another harm that others did to the save since it was written; empty for none.
    """

    shown: list[ShownTable]
    promised: int = 0
    refused: list[ShownTable] = field(default_factory=list)
    saved: bool = True
    harmed: bool = False
    save_harm: str = ""

    @property
    def now(self) -> ShownTable:
        """The moment on the screen."""
        return self.shown[-1]

    def show(self, moment: ShownTable, *, durable: bool) -> None:
        """Add a moment that is shown."""
        self.shown.append(moment)
        self.saved = False
        if durable:
            self.keep()

    def keep(self, *, saved: bool = False) -> None:
        """Count all that was shown as on disk, and as saved where it is."""
        self.promised, self.refused, self.harmed = len(self.shown) - 1, [], False
        if saved:
            self.saved, self.save_harm = True, ""

    def possible(self) -> list[ShownTable]:
        """Give all that may be found after a kill, the newest first."""
        return [*self.refused, *reversed(self.shown[self.promised :])]

    def allows(self, found: Surviving) -> bool:
        """Tell whether a table may be found after a kill."""
        return any(moment.known() == found for moment in self.possible())

    def judge(self, found: Surviving, words: str, *, refused: bool = False) -> ShownTable | None:
        """Judge a table that was opened; gives the moment that it shows, None for another one that harm allows.

        Args:
            found: The table as it opened.
            words: The messages of its opening.
            refused: Whether the disk refused something as it was opened.

        Raises:
            BrokenPromise: If it is not allowed, or not with these words.
        """
        same = next((moment for moment in self.possible() if moment.known() == found), None)
        if same is not None and not (self.save_harm == "edited" and self.saved and not self.harmed):
            # Harm that cost nothing may be told, a refusal, and a line that was torn as it was refused.
            calm = not words or self.harmed or self.save_harm or refused or len(self.possible()) > 1
            must(bool(calm), f"nothing is lost, and it says: {words}")
            return same
        must(self.harmed or self.save_harm in ("edited", "flipped"), f"another table: {words}")
        ever = [moment.known() for moment in (self.shown + self.refused if self.harmed else self.possible())]
        # The changes of a save on top of the journal are one act, and leave nothing to be redone.
        on_top = [one for one in ever if found[1:] == ((*one.log, *found.log[-1:]), one.notes, one.undo + 1, ())]
        must(bool(on_top) or (self.harmed and (found in ever or not any(found[1:]))), f"a past that never was: {words}")
        states = [one.state for one in ever]
        if self.save_harm == "edited":
            states = [replace(state, title=BY_HAND) for state in states] + (states if self.harmed else [])
        must(found.state in states or self.save_harm == "flipped", f"a state that never was: {words}")
        must(not self.saved or bool(self.save_harm) or found.state == states[-1], f"the save had more: {words}")
        # A journal that was cut between two lines looks as it did then, where no good save knows more.
        calm = found in ever and (not self.saved or bool(self.save_harm))
        must(bool(words) or calm, "another table without a word")
        return None
