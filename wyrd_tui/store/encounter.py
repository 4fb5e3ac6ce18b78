"""A live table on disk: `NAME.toml` to read and edit, `NAME.journal` with every turn, the last saves, and a lock.

Opening one table while another is live only closes the other; nothing is ever put over what is there.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Staged
from wyrd_tui.engine.session import Did, Journal, Past, Session, Step, Turn
from wyrd_tui.engine.state import State, slug
from wyrd_tui.store import atomic, save
from wyrd_tui.store.codec import Unreadable, tame
from wyrd_tui.store.journal import JournalFile, Reading, scan
from wyrd_tui.store.lock import Held, Lock
from wyrd_tui.store.places import tables_folder
from wyrd_tui.store.recovery import GENERATIONS, Found, generation, recover
from wyrd_tui.store.replay import replay, turns

LONGEST_NAME = 60
# Saves that are not the live one: older, or kept aside because they could not be used.
_COPY = re.compile(r"(?P<table>.+)\.(?:\d+|(?:broken|edited)(?:-\d+)?)")


class _Sealed:
    """The journal of a table that may only be looked at."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def record(self, did: Did, turn: Turn) -> None:
        raise Refused(f"This table is open for reading only, so nothing can change. {self.reason}")


class Table:
    """A table that is open. Made by `create` and `open_table`.

    Attributes:
        path: Its save.
        words: What the GM must be told and was not yet, in sentences; more may come until it is closed.
        read_only: Why nothing can change; empty where it can.
    """

    def __init__(self, path: Path, found: Found, *, lock: Lock | None = None, read_only: str = "") -> None:
        self.path = path
        # Who only looks on lost nothing that could come back.
        self.words = [found.returned, *found.words] if found.returned and not read_only else list(found.words)
        self.read_only = read_only
        self._state = found.state
        self._id = found.table
        self._lock = lock
        self._journal: JournalFile | None = None
        self._session: Session | None = None
        self._found: Found | None = found
        self._before = 0
        self._saved = -1
        self._scene_over = False
        self._stamp: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """What its files are called."""
        return self.path.stem

    @property
    def state(self) -> State:
        """What is on it now."""
        return self._session.state if self._session else self._state

    def __enter__(self) -> Table:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def tell(self) -> list[str]:
        """What the GM must be told and was not yet; whoever asks tells it."""
        words, self.words = self.words, []
        return words

    # -------------------------------------------------------------- playing

    def session(self, *, dice: Dice, clock: Callable[[], float] = time.time) -> Session:
        """The table being played; there is one, whatever it is asked for a second time with."""
        if self._session is None:
            journal: Journal = self if self._journal else _Sealed(self.read_only)
            self._session = Session(self._state, dice=dice, clock=clock, journal=journal, past=self._past)
        return self._session

    def recent(self, count: int) -> list[Turn]:
        """The last turns that stood when the table was opened, oldest first; quick, since nothing is played."""
        reading = self._reading()
        return turns(reading.lines[1:], count) if reading else []

    def _reading(self) -> Reading | None:
        """The journal as it was when the table was opened."""
        try:
            if self._journal is not None:
                return scan(self._journal.read(self._before))
        except (OSError, Unreadable):
            return None
        return self._found.reading if self._found else None

    def _past(self) -> Past:
        reading = self._reading()
        if reading is None or not reading.lines:
            return Past([], [])
        try:
            played = replay(reading.initial, reading.lines[1:])
        except Unreadable as fault:
            self.words.append(f"Turns of earlier evenings cannot be undone: {fault}.")
            return Past([], [])
        if played.fault:
            self.words.append(f"Turns of earlier evenings cannot be undone. {played.fault}.")
            return Past([], [])
        edit = self._found.edit if self._found else None
        if self._journal is None and edit is not None:
            return Past([*played.past.done, Step(edit, played.state, self._state)], [])
        return played.past

    # -------------------------------------------------------------- writing

    def record(self, did: Did, turn: Turn) -> None:
        """Make a step durable, as the journal of its session; a scene that is over is saved before the next step.

        Raises:
            OSError: If the disk refuses; the step has left no trace.
        """
        journal = self._journal
        if journal is None:
            raise OSError(errno.EBADF, "the table is closed", str(self.path))
        if self._scene_over:
            self._scene_over = False
            # The journal has the scene all the same, and closing tries again and says so.
            with contextlib.suppress(OSError):
                self.save()
        journal.record(did, turn)
        before = (self.state.scene.number, self.state.evening)
        staged = [event for event in turn.events if isinstance(event, Staged)] if did == "do" else []
        self._scene_over = any((event.scene.number, event.evening) != before for event in staged)

    def save(self) -> None:
        """Write the save, and push the one before it into the generations; nothing if nothing changed since.

        Raises:
            OSError: If the disk refuses. No turn is lost by it: the journal has them all.
        """
        journal = self._journal
        # A signal may come between a step's line and its state; then the journal alone is right.
        if journal is None or journal.number != self.state.turn:
            return
        if journal.seq == self._saved and self.path.exists():
            return
        state, seq = self.state, journal.seq
        data = save.dumps(state, table=self._id, seq=seq, chain=f"{journal.crc:08x}", saved=time.time())
        self._keep_older()
        atomic.write(self.path, data)
        self._stamp = _stamp(self.path)
        # Only spares parsing at the next opening.
        with contextlib.suppress(OSError):
            journal.saved(state, save.mark(data))
        self._saved = journal.seq

    def close(self) -> None:
        """Save, and let others open the table; a second time does nothing.

        Raises:
            OSError: As `save`; the table is closed all the same.
        """
        try:
            self.save()
        finally:
            self._let_go()

    def _let_go(self) -> None:
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()
        if self._lock is not None:
            self._lock.release()

    def _keep_older(self) -> None:
        """Make room for a save: what lies there becomes the first generation, or is kept aside if it is not ours."""
        if not self.path.exists():
            return
        if self._stamp and _stamp(self.path) != self._stamp:
            kept = atomic.aside(self.path, "edited")
            os.replace(self.path, kept)
            self.words.append(
                f"{tame(self.path.name)} was changed by another program while the table was open; "
                f"that is not on the table, but kept as {tame(kept.name)}."
            )
            return
        for number in range(GENERATIONS - 1, 0, -1):
            with contextlib.suppress(FileNotFoundError):
                os.replace(generation(self.path, number), generation(self.path, number + 1))
        first = generation(self.path, 1)
        try:
            os.link(self.path, first)
        except OSError:
            # Some file systems have no second names.
            atomic.write(first, self.path.read_bytes())

    # -------------------------------------------------------------- opening

    def _begin(self) -> JournalFile:
        """Start a journal and a save for a table that has neither.

        Raises:
            OSError: If the disk refuses.
        """
        self._id = os.urandom(8).hex()
        self._journal = journal = JournalFile.create(self.path.with_suffix(".journal"), self._id, self._state)
        self._before = journal.size
        return journal

    def _mend(self, found: Found) -> None:
        """Bring the files to where the table is, what cannot be used kept aside first.

        Raises:
            OSError: If the disk refuses.
        """
        atomic.sweep(self.path)
        log = self.path.with_suffix(".journal")
        self._stamp = _stamp(self.path)
        reading = found.reading
        if reading is None:
            if log.exists():
                kept = atomic.aside(log, "broken")
                os.replace(log, kept)
                self.words.append(f"The old journal is kept as {tame(kept.name)}.")
            journal = self._begin()
        else:
            if reading.rest:
                kept = atomic.aside(log, "torn")
                atomic.write(kept, reading.rest)
                self.words.append(f"What was cut off is kept as {tame(kept.name)}.")
            before = found.state.turn - (found.edit is not None)
            self._journal = journal = JournalFile.resume(log, reading, before)
            if found.edit is not None:
                journal.edited(found.edit, found.state, found.file)
        if found.spoilt:
            kept = atomic.aside(self.path, "broken")
            os.replace(self.path, kept)
            self.words.append(f"The file is kept as {tame(kept.name)}.")
        if found.stale:
            self.save()
        self._saved = journal.seq
        self._before = journal.size
        self._found = None


def _stamp(path: Path) -> tuple[int, ...]:
    """What tells whether a file is still the one that was seen."""
    try:
        seen = path.stat()
    except OSError:
        return ()
    return (seen.st_ino, seen.st_size, seen.st_mtime_ns)


def create(state: State, name: str = "", *, folder: Path | None = None) -> Table:
    """A new table that begins with a state, under a name that no other has: `brass-orchid`, `brass-orchid-2`.

    Raises:
        OSError: If the disk refuses; nothing is left of it then.
    """
    folder = folder or tables_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    base = slug(tame(name or state.title))[:LONGEST_NAME].strip("-") or "table"
    number = 1
    while True:
        path = folder / f"{base if number == 1 else f'{base}-{number}'}.toml"
        number += 1
        if _taken(path):
            continue
        try:
            lock = Lock(path.with_suffix(".lock"))
        except Held:
            continue
        table = Table(path, Found(state, ""), lock=lock)
        # Another program may have been quicker between the look and the lock.
        if _taken(path):
            lock.release()
            continue
        try:
            table._begin()
            table._found = None
            table.save()
            return table
        except BaseException:
            table._let_go()
            for leftover in (path, path.with_suffix(".journal"), path.with_suffix(".lock")):
                with contextlib.suppress(OSError):
                    leftover.unlink()
            raise


def _taken(path: Path) -> bool:
    return os.path.lexists(path) or os.path.lexists(path.with_suffix(".journal"))


def open_table(path: Path, *, read_only: bool = False) -> Table:
    """The table whose save or journal has this path; a copy (`NAME.1.toml`) opens as a new table with its content.

    Where another program has it open, or nothing can be written there, it opens for reading only and says so.

    Raises:
        Unreadable: If nothing of it can be used, with every reason, a line each. Nothing was changed then.
        OSError: If a copy's new table cannot be made.
    """
    path = path.with_suffix(".toml")
    copy = _COPY.fullmatch(path.stem)
    if copy:
        found = recover(path)
        table = create(found.state, copy["table"], folder=path.parent)
        table.words.append(f"{tame(path.name)} is a copy; it opened as a table of its own, {tame(table.name)}.")
        return table
    if read_only:
        return Table(path, recover(path), read_only="It was opened that way.")
    try:
        lock = Lock(path.with_suffix(".lock")) if _taken(path) else None
    except Held as held:
        return _looked_at(path, recover(path), f"It is open in another window ({held}).")
    except OSError as error:
        return _looked_at(path, recover(path), f"Nothing can be written there: {error.strerror or error}.")
    try:
        found = recover(path)
    except BaseException:
        if lock is not None:
            lock.release()
        raise
    table = Table(path, found, lock=lock)
    try:
        table._mend(found)
    except OSError as error:
        table._let_go()
        return _looked_at(path, found, f"Its files cannot be brought in order: {error.strerror or error}.")
    except BaseException:
        table._let_go()
        raise
    return table


def _looked_at(path: Path, found: Found, reason: str) -> Table:
    table = Table(path, found, read_only=reason)
    table.words.append(f"The table is open for reading only. {reason}")
    return table
