"""Playing a journal: which of its acts stand, the states that they lead to, and steps of the past in chunks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import overload

from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.apply import fold
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.journal import History
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables import journal_lines
from wyrd_tui.store.tables.journal_lines import JournalLine

_SNAPSHOT_EVERY = 4
_UNREADABLE = Act(0, "unreadable", "", (LogLine("This act cannot be read."),), ())


class Timeline:
    """The acts of a journal that stand and those that are undone; every line counts as it is added.

    Args:
        lines: The good lines of a journal, the first one included. A caller that adds lines calls `catch_up`, too.

    Raises:
        Unreadable: If a line plays, undoes or redoes an act that is not the next one.
    """

    def __init__(self, lines: list[JournalLine]) -> None:
        self.lines = lines
        # Indexes of lines. A number of acts and the line that holds the state after them; the first line after none.
        self._done: list[int] = []
        self._undone: list[int] = []
        self._states: list[tuple[int, int]] = [(0, 0)]
        # Bytes of the last line that holds a state, and of the lines after it.
        self._state_size, self._since_state = len(lines[0].data), 0
        self._counted = 1
        self.catch_up()

    @classmethod
    def beginning(cls, state: State) -> Timeline:
        """Begin a journal with a state.

        Raises:
            Refused: If the state is too large for a line.
        """
        return cls([journal_lines.make_first_line(os.urandom(8).hex(), state)])

    def catch_up(self) -> None:
        """Count the lines that were added to the lines.

        Raises:
            Unreadable: If one plays, undoes or redoes an act that is not the next one.
        """
        for index in range(self._counted, len(self.lines)):
            self._count(index)
        self._counted = len(self.lines)

    def _count(self, index: int) -> None:
        line, done, undone = self.lines[index], self._done, self._undone
        kind = line.kind
        self._since_state += len(line.data)
        if line.holds_act:
            if done and line.number != self.lines[done[-1]].number + 1:
                raise Unreadable("it is not the next act")
            done.append(index)
            undone.clear()
        elif kind in ("undo", "redo"):
            giving, taking = (done, undone) if kind == "undo" else (undone, done)
            if not giving or self.lines[giving[-1]].number != line.number:
                raise Unreadable(f"it does not {kind} the next act")
            taking.append(giving.pop())
            while self._states[-1][0] > len(done):
                self._states.pop()
        elif not kind:
            raise Unreadable("it is not an act")
        if kind in ("state", "edit"):
            self._states.append((len(done), index))
            self._state_size, self._since_state = len(line.data), 0

    @property
    def snapshot_due(self) -> bool:
        """True where the lines after the last one that holds a state are many times longer than that."""
        return self._since_state > _SNAPSHOT_EVERY * self._state_size

    # ------------------------------------------------------------------ states and steps

    def state(self) -> State:
        """The state that all acts lead to.

        Raises:
            Unreadable: If an act cannot be played, or the line that holds the last known state cannot be read.
        """
        acts, index = self._states[-1]
        state = journal_lines.state_in(self.lines[index])
        for index in self._done[acts:]:
            state = self._step(index, state).after
        return state

    def earlier(self, number: int) -> list[Step]:
        """The steps from the last known state before it up to act `number`, oldest first; empty at the beginning.

        Raises:
            Refused: If one of them cannot be played.
        """
        end = min(number - self.lines[self._done[0]].number + 1, len(self._done)) if self._done else 0
        if end <= 0:
            return []
        acts, index = next((acts, index) for acts, index in reversed(self._states) if acts < end)
        return self._steps(index, self._done[acts:end])

    def later(self, number: int) -> list[Step]:
        """The undone steps after act `number`, the next one last.

        Raises:
            Refused: If one of them cannot be played.
        """
        if not self._undone or self.lines[self._undone[0]].number <= number:
            return []
        acts, index = self._states[-1]
        steps = self._steps(index, [*self._done[acts:], *reversed(self._undone)])
        return [step for step in reversed(steps[len(self._done) - acts :]) if step.act.number > number]

    def _steps(self, held: int, indexes: Iterable[int]) -> list[Step]:
        """Play acts from the state that a line holds on."""
        steps: list[Step] = []
        try:
            state = journal_lines.state_in(self.lines[held])
            for index in indexes:
                steps.append(self._step(index, state))
                state = steps[-1].after
        except Unreadable as fault:
            raise Refused(f"Acts before this cannot be played again: {fault}.") from None
        return steps

    def _step(self, index: int, before: State) -> Step:
        line = self.lines[index]
        act = journal_lines.act_in(line)
        after = journal_lines.state_in(line) if line.kind == "edit" else fold(before, act.events)
        if not act.number == after.acts == before.acts + 1:
            raise Unreadable("it is not the next act")
        return Step(act, before, after)

    # ------------------------------------------------------------------ acts alone

    @property
    def last_act(self) -> int:
        """The index of the last line that is an act; 0 where none is."""
        return next((line.seq for line in reversed(self.lines) if line.number), 0)

    def history(self) -> History:
        """Every act, each decoded as it is looked at."""
        done, undone = ([self.lines[index] for index in indexes] for indexes in (self._done, self._undone))
        return History(_Acts(done), _Acts(undone))


class _Acts(Sequence[Act]):
    """Acts of a journal, each decoded when it is asked for; one that cannot be read says so."""

    def __init__(self, lines: Sequence[JournalLine]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, at: int) -> Act: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Act]: ...
    def __getitem__(self, at: int | slice) -> Act | Sequence[Act]:
        if isinstance(at, slice):
            return _Acts(self._lines[at])
        try:
            return journal_lines.act_in(self._lines[at])
        except Unreadable:
            return _UNREADABLE
