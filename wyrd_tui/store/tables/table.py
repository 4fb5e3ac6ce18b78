"""A table that is open: every step goes to its journal, and its save follows; closing it loses nothing that it took."""

from __future__ import annotations

import contextlib
import errno
import time
from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType

from wyrd_tui.engine.dice import Dice, Refused, counted
from wyrd_tui.engine.events import Staged
from wyrd_tui.engine.session import Did, Journal, Past, ReadOnlyJournal, Session
from wyrd_tui.engine.state import State
from wyrd_tui.engine.turn import Turn
from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.codec import tame
from wyrd_tui.store.tables import generations, mending, rescue, save
from wyrd_tui.store.tables.generations import Seen
from wyrd_tui.store.tables.journal import Reading
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.lock import Lock
from wyrd_tui.store.tables.naming import stamp
from wyrd_tui.store.tables.recovery import Found
from wyrd_tui.store.tables.replay import behind, turns
from wyrd_tui.store.tables.unbroken import Unbroken

_MOST_AHEAD = 2**20
"""Bytes of journal that the save may lag behind."""


class Table:
    """A table that is open. Made by `encounter.create` and `encounter.open_table`.

    Attributes:
        path: Its save.
        words: What the GM must be told and was not yet, in sentences; more may come until it is closed.
        read_only: Why nothing can change; empty where it can.
        unsaved: Why the save lags behind the journal though it was tried; empty where it does not.
    """

    def __init__(self, path: Path, found: Found, *, lock: Lock | None = None, read_only: str = "") -> None:
        self.path = path
        self.words = [found.returned, *found.words] if found.returned and not read_only else list(found.words)
        self.read_only = read_only
        self.unsaved = self._refused = ""
        self._state, self._id = found.state, found.table
        self._lock = lock
        self._journal: JournalFile | None = None
        self._session: Session | None = None
        self._found: Found | None = found
        # Bytes of journal as the table was opened; number of the line that the save reflects, and bytes up to there.
        self._before, self._saved, self._saved_size = 0, -1, 0
        self._scene_over = False
        self._seen = Seen(path, mark=found.file)
        self._unbroken = Unbroken()

    @property
    def name(self) -> str:
        """What its files are called."""
        return self.path.stem

    @property
    def open(self) -> bool:
        """Whether steps can still be recorded."""
        return self._journal is not None

    @property
    def state(self) -> State:
        """What is on it now."""
        return self._session.state if self._session else self._state

    def __enter__(self) -> Table:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.close()
        except OSError as refused:
            self.let_go()
            if error is None:
                raise
            # What went wrong first is what must come out.
            self.words.append(f"{self.path.name}: {refused.strerror}.")

    def tell(self) -> list[str]:
        """What the GM must be told and was not yet; whoever asks tells it."""
        words, self.words = self.words, []
        return words

    # -------------------------------------------------------------- playing

    def session(self, *, dice: Dice, clock: Callable[[], float] = time.time) -> Session:
        """The table being played; there is one, whatever it is asked for a second time with."""
        if self._session is None:
            journal: Journal = self if self._journal else ReadOnlyJournal(self.read_only)
            self._session = Session(self._state, dice=dice, clock=clock, journal=journal, past=self._past)
            self._session.trouble = self.trouble
        return self._session

    def recent(self, count: int) -> list[Turn]:
        """The last turns that stood when the table was opened, oldest first; quick, since nothing is played."""
        with contextlib.suppress(OSError):
            if (reading := self._journaled()) is not None:
                known = bisect_right(reading.ends, self._before) if self._journal else len(reading.lines)
                return turns(reading.lines[1:known], count)
        return []

    def _journaled(self) -> Reading | None:
        """The journal as it is now; of a table that is only looked at, as it was when that was opened."""
        return self._journal.reading() if self._journal else self._found.reading if self._found else None

    def _past(self) -> Past:
        try:
            reading = self._journaled()
        except OSError as error:
            if error.errno == errno.ESTALE:
                self._stray(error)
            raise Refused(f"Earlier turns cannot be read now: {error.strerror or error}.") from None
        edit = self._found.edit if self._found and self._journal is None else None
        past, fault = behind(reading, edit, self._state)
        if fault:
            self.words.append(f"Turns of earlier evenings cannot be undone: {fault}.")
        return past

    # -------------------------------------------------------------- writing

    @property
    def trouble(self) -> str:
        """A sentence on what is not on disk that should be, and why; empty where all is."""
        if (journal := self._journal) is not None and journal.unwritten:
            why = f"{journal.refusal[:1].upper()}{journal.refusal[1:]}"
            where = " in the journal, in the save alone" if self._in_the_save(journal) else ", in memory alone"
            return f"NOT SAVED{where}: {counted(journal.unwritten, 'step')}. {why}"
        if self._refused:
            return f"NOT SAVED: {self._refused}"
        return f"Saved in the journal alone: {self.unsaved}" if self.unsaved else ""

    @property
    def unwritten(self) -> int:
        """How many steps are in memory alone."""
        return self._journal.unwritten if self._journal is not None else 0

    def hold(self) -> None:
        """Play on while the disk refuses: steps are held in memory, and written once it takes them."""
        if self._journal is not None:
            self._journal.holding = True

    def record(self, did: Did, turn: Turn) -> None:
        """Make a step durable, as the journal of its session.

        Raises:
            Refused: If it is more than a journal could give back.
            OSError: If the disk refuses and nothing is held; the step has left no trace.
        """
        journal = self._opened()
        with self._unbroken:
            if self.unsaved:
                self._try_to_save()
            try:
                journal.record(did, turn)
            except OSError as refused:
                self._stray(refused)
                raise
            self._refused = ""
            self._note(journal)
            before = (self.state.scene.number, self.state.evening)
            staged = [event for event in turn.events if isinstance(event, Staged)] if did == "do" else []
            self._scene_over = any((event.scene.number, event.evening) != before for event in staged)

    def _stray(self, refused: OSError) -> None:
        self._refused = _reason(refused)
        if refused.errno == errno.ESTALE:
            # What was shown before lies under no name any more, unless a save has it.
            self._try_to_save()

    def settle(self) -> str:
        """Save where a step has ended a scene, or much was played since; gives `trouble`."""
        journal = self._journal
        if journal is None:
            return self.trouble
        if journal.astray and journal.held:
            # What was shown before lies under no name any more, unless a save has it; the first alone pushes others on.
            self._try_to_save(older=journal.unwritten <= 1)
        # What the disk has refused is tried again with the next step.
        elif self.unsaved:
            return self.trouble
        elif self._scene_over or journal.size > self._saved_size + _MOST_AHEAD:
            self._scene_over = False
            self._try_to_save()
        return self.trouble

    def at_rest(self, act: Callable[[], None]) -> None:
        """Act now, or as soon as what is being written is whole; for signals, which come at any instant."""
        self._unbroken.then(act)

    def _note(self, journal: JournalFile) -> None:
        if self._lock is not None and not journal.held:
            self._lock.note(f"{self._id} {journal.step}")

    def _try_to_save(self, *, older: bool = True) -> None:
        """Save; where the disk refuses it is tried again with the next step, since the journal has all the same."""
        with contextlib.suppress(OSError):
            self.save(older=older)

    def save(self, *, older: bool = True) -> None:
        """Write the save; nothing if nothing changed since.

        Args:
            older: Whether the one before it becomes an older save, even where the program wrote it itself.

        Raises:
            OSError: If the disk refuses. No turn is lost by it: the journal has them all, or holds them.
        """
        journal = self._journal
        # A signal may come between a step's line and its state; then the journal alone is right.
        if journal is None or journal.number != self.state.turn:
            return
        try:
            self._save(journal, older)
        except OSError as refused:
            self.unsaved = _reason(refused)
            raise
        self.unsaved = ""

    def _save(self, journal: JournalFile, older: bool) -> None:
        if self._in_the_save(journal):
            return
        # Whoever has taken the lock away as well has played on from here, or begun anew.
        if (place := journal.place()) in ("longer", "foreign"):
            what = "has played on at this table" if place == "longer" else "has put another table in its place"
            raise OSError(errno.ESTALE, f"another program {what}", str(self.path))
        with self._unbroken:
            ours = not older and generations.untouched(self.path, self._seen)
            data = self._write(self._id, journal.seq, journal.crc, older=not ours)
            # Only spares parsing at the next opening.
            with contextlib.suppress(OSError):
                journal.saved(self.state, save.mark(data))
            self._saved, self._saved_size = journal.seq, journal.size

    def _in_the_save(self, journal: JournalFile) -> bool:
        """Whether the save, as it lies there, has every step."""
        return self._saved == journal.seq and generations.untouched(self.path, self._seen)

    def _write(self, table: str, seq: int, crc: int, *, older: bool = True) -> bytes:
        data = save.dumps(self.state, table=table, seq=seq, chain=f"{crc:08x}", saved=time.time())
        lies, told = generations.make_room(self.path, self._seen) if older else (self._seen.lies, [])
        self.words += told
        self._replace(lies, data)
        return data

    def _replace(self, lies: Path, data: bytes) -> None:
        try:
            atomic.write(lies, data)
        finally:
            # The file may be in its place although the folder was refused; then it is ours all the same.
            with contextlib.suppress(OSError):
                if regular.content(lies, len(data), linked=False) == data:
                    self._seen = Seen(lies, stamp(lies), save.mark(data))

    def close(self) -> None:
        """Save, and let others open the table; a second time does nothing.

        Raises:
            OSError: If the disk refuses. The table is closed all the same, and every turn is in its journal, or in a
                folder that the sentence names. Where no folder takes turns that are in memory alone, it stays open.
        """
        with self._unbroken:
            refused = self._end(self._journal) if self._journal is not None else None
            self.let_go()
        if refused is not None:
            raise refused

    def keep(self) -> None:
        """Write what is held, and the save; each is tried, whatever becomes of the other.

        Raises:
            OSError: If the disk refuses one of them, or the journal would take no more steps.
        """
        journal = self._opened()
        with self._unbroken:
            try:
                if journal.place() == "nothing":
                    self._lock = rescue.put_back(self.path, journal, self._lock)
                    self.words.append(f"{tame(journal.path.name)} was gone; it is there again, with every turn.")
                journal.flush()
                journal.look()
                if self._refused:
                    self._try_a_line(journal)
            except OSError as refused:
                self._refused = _reason(refused)
                try:
                    self.save()
                except OSError as other:
                    # Who has been here says more than what they left.
                    if other.errno == errno.ESTALE:
                        raise
                raise
            self.save()
            self._refused = ""

    def _try_a_line(self, journal: JournalFile) -> None:
        """See by a line that changes nothing whether the disk takes one again; raises OSError where it does not."""
        saved = self._saved == journal.seq
        journal.saved(self.state, self._seen.mark if saved else "")
        self._saved = journal.seq if saved else self._saved
        if journal.held:
            raise OSError(errno.EIO, journal.refusal, str(self.path))

    def _end(self, journal: JournalFile) -> OSError | None:
        """Bring everything to disk; gives what the GM must be told where that was not possible here."""
        try:
            self.keep()
            return None
        except OSError as error:
            refused = error
        # That it was changed in its midst is known only to who reads it.
        with contextlib.suppress(OSError):
            journal.reading()
        place, lost = journal.place(), journal.unwritten
        if place == "another" and self._in_the_save(journal):
            self.words.append(f"Another program replaced {tame(journal.path.name)}; the save has what was played.")
            return None
        comfort = "every turn is in the journal, so nothing is lost"
        if journal.torn:
            comfort += ", but what was refused last may count all the same: look at it when you come back"
        name = str(self.path)
        if lost or place not in ("ours", "longer"):
            gone = "its files are gone" if place == "nothing" else "its files were replaced"
            what = f"{counted(lost, 'step')} could not be written" if lost else gone
            rescue.somewhere(what, self.path, self.move)
            comfort = f"{what}, so the whole table is kept as {self.path}"
        # What could be done about it while the table was open is no advice any more.
        return OSError(refused.errno, f"{_reason(refused).partition('; ')[0]}; {comfort}", name)

    def _opened(self) -> JournalFile:
        if self._journal is None:
            raise OSError(errno.EBADF, "the table is closed", str(self.path))
        return self._journal

    def move(self, folder: Path) -> None:
        """Take the table to another folder, with every step; what lies in the old one stays as it is.

        Raises:
            OSError: If that folder refuses; the table is where it was.
        """
        journal = self._opened()
        with self._unbroken:
            moved = rescue.moved(folder.absolute(), self.path.stem, journal, self._id, self.state)
            moved.journal.holding = journal.holding
            self.let_go()
            self.path, self._journal, self._lock = moved.path, moved.journal, moved.lock
            if not moved.with_past:
                self.words.append("Its journal could not be read, so what was played until now cannot be undone there.")
                if self._session is not None:
                    self._session.begin_anew()
            self._before, self._saved, self._saved_size = min(self._before, moved.journal.size), -1, 0
            self._seen, self._refused = Seen(self.path), ""
            self._try_to_save()

    def let_go(self) -> None:
        """Close the files as they are, and let others open the table."""
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()
        if self._lock is not None:
            self._lock.release()

    # -------------------------------------------------------------- opening

    def begin(self) -> None:
        """Start a journal for a table that has none; an OSError if the disk refuses."""
        self._id = mending.fresh()
        self._journal = mending.begin(self.path, self._state, self._id)
        self._before = self._journal.size
        self._found = None

    def mend(self, found: Found) -> None:
        """Bring the files to where the table is; an OSError if the disk refuses."""
        self._seen = mending.seen(self.path, found)
        self._id, journal, words = mending.mend(self.path, found, partial(self._write, older=not found.spoilt))
        self._journal = journal
        self.words += words
        self._saved, self._saved_size = -1 if found.stale else journal.seq, journal.size
        if found.stale:
            self._try_to_save()
        if self.unsaved:
            self.words.append(f"The save cannot be written: {self.unsaved}. The journal has every turn all the same.")
        self._before = journal.size
        self._note(journal)
        self._found = None


def _reason(refused: OSError) -> str:
    return refused.strerror or str(refused)
