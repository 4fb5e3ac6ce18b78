"""One doorway for every change: do, undo and redo over kept states, with each step journaled before it shows.

The session is handed its dice, its clock and its journal, so it knows no file. Undo goes back to a state that was
kept; nobody writes an inverse. Steps of earlier evenings are fetched from the journal when they are first wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from wyrd_tui.engine.answers import one_line, settled
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.change import replace
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Event, Marked, Moved, Recovered, Rolled, Ruled, Staged
from wyrd_tui.engine.lines import spell
from wyrd_tui.engine.state import State

Did = Literal["do", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One intention, done.

    Attributes:
        number: `turn` of the state that it made.
        command: Id of the command.
        asked: The line that a script would use for it.
        lines: What the log says, a sentence each.
        events: The facts.
        at: When, in seconds since the epoch.
    """

    number: int
    command: str
    asked: str
    lines: tuple[str, ...]
    events: tuple[Event, ...]
    at: float = 0.0

    @property
    def headline(self) -> str:
        """The sentence that names the act: that of the scene or fight which it begins or ends, else the first."""
        staged = [event.why for event in self.events if isinstance(event, Staged)]
        rolled = self.events and isinstance(self.events[0], Rolled)
        return next((line for line in self.lines if line in staged and not rolled), next(iter(self.lines), ""))

    @property
    def title(self) -> str:
        """What undo and the history call it: its headline up to the details, and whom else it happened to."""
        line = self.headline
        if self.events and isinstance(self.events[0], Moved | Ruled):
            return line or self.command
        first = line.partition(": ")[0].strip() or line or self.command
        others = self._others() if self.lines and line == self.lines[0] else 0
        if others == 1 and (name := next((who for other in self.lines if (who := _alike(first, other))), "")):
            return f"{first}, {name} too"
        return f"{first}, and {others} more" if others else first

    def _others(self) -> int:
        """How many more the act happened to, where it happened to people one by one."""
        told = [event for event in self.events if isinstance(event, Marked | Befell | Recovered)]
        if not told or any(isinstance(event, Rolled) for event in self.events):
            return 0
        return len({event.who for event in told if type(event) is type(told[0])}) - 1


def _alike(first: str, line: str) -> str:
    """Whose name a sentence begins with that says the same of another; empty where it says something else."""
    mine, theirs = first.split(), line.partition(": ")[0].split()
    same = 0
    while same < min(len(mine), len(theirs)) - 1 and mine[-1 - same] == theirs[-1 - same]:
        same += 1
    # Both are told with a verb and what follows it at least.
    return " ".join(theirs[: len(theirs) - same]) if same > 1 and mine != theirs else ""


class Step(NamedTuple):
    """A turn with the states before and after it."""

    turn: Turn
    before: State
    after: State


class Past(NamedTuple):
    """Steps that can be undone, oldest first, and steps that can be redone, next one last."""

    done: list[Step]
    undone: list[Step]


class Journal(Protocol):
    """Where each step goes before anybody sees it."""

    def record(self, did: Did, turn: Turn) -> None:
        """Make a step durable, or raise OSError and leave no trace of it."""


class Paper:
    """A journal that keeps nothing, for tests and for tables that are not saved."""

    def record(self, did: Did, turn: Turn) -> None:
        """Forget it."""


def _no_past() -> Past:
    return Past([], [])


def told(state: State, events: Iterable[Event]) -> tuple[tuple[str, ...], State]:
    """The log's sentences for the events of a turn, and the table after it."""
    lines = []
    turn = state.turn
    for event in events:
        # Pages of the book have several lines; the log has one for each sentence.
        line = one_line(describe(event, state))
        if line:
            lines.append(line)
        state = apply(state, event)
    return tuple(lines), replace(state, turn=turn + 1)


class Session:
    """A table being played.

    Args:
        state: Where it stands.
        dice: What it rolls with.
        clock: Seconds since the epoch.
        journal: Where steps are made durable.
        past: Fetches the steps that led to `state`, once, when they are first wanted.
    """

    def __init__(
        self,
        state: State,
        *,
        dice: Dice,
        clock: Callable[[], float],
        journal: Journal | None = None,
        past: Callable[[], Past] = _no_past,
    ) -> None:
        self.state = state
        self.dice = dice
        self.clock = clock
        self.journal: Journal = journal or Paper()
        self._fetch = past
        self._fetched = False
        self._redo_gone = False
        self._done: list[Step] = []
        self._undone: list[Step] = []

    def _past(self) -> None:
        if not self._fetched:
            past = self._fetch()
            self._done[:0] = past.done
            if not self._redo_gone:
                self._undone = list(past.undone)
            self._fetched = True

    @property
    def done(self) -> list[Step]:
        """Steps that undo would take back, oldest first."""
        self._past()
        return self._done

    @property
    def undone(self) -> list[Step]:
        """Steps that redo would bring back, the next one last."""
        self._past()
        return self._undone

    def do(self, command: Command, answers: Answers, dice: Dice | None = None) -> Turn:
        """Play a command.

        Raises:
            Refused: If it does not apply or cannot be done; nothing has changed.
            OSError: If the journal could not be written; nothing has changed.
        """
        before = self.state
        if reason := command.when(before):
            raise Refused(reason)
        answers = settled(command, before, answers)
        events = tuple(command.run(before, answers, dice or self.dice))
        lines, after = told(before, events)
        if not lines and replace(after, turn=before.turn) == before:
            raise Refused(f"{command.label}: that would change nothing.")
        turn = Turn(after.turn, command.id, spell(command, answers), lines, events, self.clock())
        self.journal.record("do", turn)
        self._done.append(Step(turn, before, after))
        self._undone.clear()
        self._redo_gone = True
        self.state = after
        return turn

    def undo(self) -> Turn:
        """Take the last turn back.

        Raises:
            Refused: If nothing is left to take back.
            OSError: As `do`.
        """
        if not self.done:
            raise Refused("Nothing is left to undo: this is how the table began.")
        step = self._done[-1]
        self.journal.record("undo", step.turn)
        self._undone.append(self._done.pop())
        self.state = step.before
        return step.turn

    def redo(self) -> Turn:
        """Bring back the turn that was undone last.

        Raises:
            Refused: If nothing was undone since the last new turn.
            OSError: As `do`.
        """
        if not self.undone:
            raise Refused("Nothing to redo: no turn was undone since the last new one.")
        step = self._undone[-1]
        self.journal.record("redo", step.turn)
        self._done.append(self._undone.pop())
        self.state = step.after
        return step.turn
