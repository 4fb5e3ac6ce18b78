"""A finished act: the line that asked for it, its events, and the log's account of them."""

from __future__ import annotations

from wyrd_tui.engine.events import Event
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import ActNumber, Sentence
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.state import State


class Act(Frozen):
    """A finished act.

    Attributes:
        number: `acts` of the state that it made.
        command: Id of the command.
        asked: The line that a script would use for it.
        log: Lines of the log.
        events: The facts.
        at: Time, in seconds since the epoch.
        title: Name of the act for undo and the history.
        lead: Index of the line that names the act.
    """

    number: ActNumber
    command: str
    asked: Sentence
    log: tuple[LogLine, ...]
    events: tuple[Event, ...]
    at: float = 0.0
    title: str = ""
    lead: int = 0

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the log as sentences."""
        return tuple(map(str, self.log))

    @property
    def headline(self) -> str:
        """The whole sentence that names the act; the title where the log says nothing."""
        return next(iter(self.lines[self.lead :]), self.title)


class Step(NamedTuple):
    """An act with the states before and after it."""

    act: Act
    before: State
    after: State
