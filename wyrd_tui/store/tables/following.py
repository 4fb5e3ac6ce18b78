"""The journal of a table that another program plays, followed as it grows: nothing is locked, and nothing written."""

from __future__ import annotations

import os
from pathlib import Path

from wyrd_tui.engine.apply import fold
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import regular
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables import journal_lines
from wyrd_tui.store.tables.journal_lines import JournalLine
from wyrd_tui.store.tables.replay import Timeline


class Following:
    """The state of a table, read from its journal; each look reads only what was added since the one before.

    Args:
        path: The journal.

    Attributes:
        state: The table after the last act that was read; None before the first line.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.state: State | None = None
        self._begin()

    def _begin(self) -> None:
        self._timeline: Timeline | None = None
        self._lines: list[JournalLine] = []
        self._read = 0
        self._seen: tuple[int, ...] = ()

    def look(self) -> bool:
        """Read what was added; tell whether the table is another one now.

        Raises:
            OSError: If the journal cannot be read; the next look tries again.
            Unreadable: If it cannot be played, or a later version wrote it; it is read again once it has changed.
        """
        found = os.stat(self.path)
        seen = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
        if seen == self._seen:
            return False
        if seen[:2] != self._seen[:2] or found.st_size < self._read:
            # Another file has the name, or what a disk refused was cut off again.
            self._begin()
        before = self.state
        try:
            if not self._take() and self._seen:
                # What was read is no longer what goes before: all of it is read again.
                self._begin()
                self._take()
        except Unreadable:
            self._begin()
            self._seen = seen
            raise
        self._seen = seen
        return self.state is not before

    def _take(self) -> bool:
        """Take the whole lines that were added, as far as each goes on from the one before; tell whether all do."""
        with regular.open_regular(self.path) as file:
            file.seek(self._read)
            data = file.read(journal_lines.LARGEST_JOURNAL - self._read)
        start = len(self._lines)
        added = journal_lines.read_lines(data, *self._lines[-1:])
        size = sum(len(line.data) for line in added)
        self._lines += added
        self._read += size
        if added:
            self._play(start)
        return size == data.rfind(b"\n") + 1

    def _play(self, start: int) -> None:
        """Play the lines from one on; after an undo or a redo from the last state that the journal holds."""
        if self._timeline is None:
            if not journal_lines.is_first(self._lines[0], self.path):
                raise Unreadable("it is no journal of a table")
            self._timeline = Timeline(self._lines)
            self.state = self._timeline.state()
            return
        state = self.state
        for index in range(start, len(self._lines)):
            line = self._lines[index]
            self._timeline.add(index)
            if line.kind == "do" and state is not None:
                state = fold(state, journal_lines.act_in(line).events)
            elif line.kind != "state":
                state = self._timeline.state()
        self.state = state
