"""A table that is open: each act goes to its journal, its save follows, and closing it loses nothing."""

from __future__ import annotations

import contextlib
import errno
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.dice import Dice, Refused, count_noun
from wyrd_tui.engine.journal import Did, Saving
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import begin_sentence
from wyrd_tui.store.files.regular import refusal_reason
from wyrd_tui.store.tables import journal_file
from wyrd_tui.store.tables.following import count_seats
from wyrd_tui.store.tables.journal_file import FileChanged, JournalFile
from wyrd_tui.store.tables.journal_lines import make_journal_line
from wyrd_tui.store.tables.replay import Timeline
from wyrd_tui.store.tables.save import SaveFile


class Table:
    """A table as its files have it, which takes acts once `begin` was called. Made by `opening`.

    Attributes:
        save_file: Its save, which need not be there yet.
        timeline: Its journal.
        state: The state that the journal leads to.
        words: Messages not yet told to the GM; each is sanitized as it is told.
        mend: The way to mend the file of the journal before acts are taken: write it anew (`rewrite`), or first keep
            the present file under another name (`keep`); empty where the file is as the timeline has it.
        read_only: Why nothing can change, in a sentence; empty where it can.
        history, earlier, later: The past, as `Timeline` knows it.
    """

    def __init__(
        self, save_file: SaveFile, timeline: Timeline, state: State, words: Sequence[str] = (), mend: str = ""
    ) -> None:
        self.save_file = save_file
        # However often files are changed, the name stays one with a number, by which the old one leads to the new.
        self._first_name = self.name
        self.timeline = timeline
        self.state = state
        self.words = [*words]
        self.mend = mend
        self.read_only = ""
        self.history, self.earlier, self.later = timeline.history, timeline.earlier, timeline.later
        self._journal: JournalFile | None = None
        self._session: Session | None = None
        self._holding = False
        # Last refusal of an act, and of the save.
        self._refused: OSError | None = None
        self._save_refused: OSError | None = None
        # Depth of nested writes, and the action that waits for them.
        self._depth = 0
        self._waiting: Callable[[], None] | None = None

    @property
    def path(self) -> Path:
        """The path of its save."""
        return self.save_file.path

    @property
    def name(self) -> str:
        """The name of its files."""
        return self.path.stem

    @property
    def saving(self) -> Saving:
        """The degree to which it is saved."""
        if self.read_only:
            return Saving.READ_ONLY
        if self._refused is None:
            return Saving.JOURNAL_ONLY if self._save_refused else Saving.ON_DISK
        return Saving.IN_MEMORY if self._held() else Saving.REFUSED

    @property
    def reason(self) -> str:
        """The reason why it is not wholly saved, or why it is read only."""
        refused = self._refused or self._save_refused
        alone = f"{held} in memory alone: " if (held := self._held()) else ""
        return self.read_only or (f"{alone}{refusal_reason(refused)}" if refused else "")

    @property
    def open(self) -> bool:
        """True while acts can be recorded."""
        return self._journal is not None

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *error: object) -> None:
        """Close the table; its files are released even where the disk refuses the save.

        Raises:
            OSError: As `close`.
        """
        try:
            self.close()
        finally:
            self.release()

    def tell(self) -> list[str]:
        """Sentences for the GM that were not told yet; they count as told."""
        words, self.words = self.words, []
        return [*map(sanitize, words)]

    # -------------------------------------------------------------- playing

    def session(self, *, dice: Dice, clock: Callable[[], float] = time.time) -> Session:
        """Return the session of the table; there is one, and later arguments are ignored."""
        if self._session is None:
            self._session = Session(self.state, dice=dice, clock=clock, journal=self)
        return self._session

    def recent(self, count: int) -> list[Act]:
        """Decode the last `count` acts that stand, oldest first; nothing is played for it."""
        return list(self.history().done[-count:]) if count > 0 else []

    # -------------------------------------------------------------- writing acts

    def begin(self, journal: JournalFile) -> None:
        """Take acts from now on, and write them to a file that has the lines of the timeline."""
        self._journal = journal
        self.try_to_save()

    def record(self, did: Did, act: Act, after: State) -> None:
        """Make an act durable, and save where it ends a scene.

        Raises:
            OSError: If the disk refuses and nothing is held; the act has left no trace.
            Refused: If the table is read only, or the act too large for a line.
        """
        file = self._opened()
        with self._writing():
            snapshot = {"state": self.state} if self.timeline.snapshot_due else {}
            self._write(**snapshot, **{did: act if did == "do" else act.number})
            before, self.state = self.state, after
            ended = did == "do" and (before.scene.number, before.evening) != (after.scene.number, after.evening)
            if ended or self._save_refused or self._journal is not file:
                self.try_to_save()

    def _write(self, **more: Act | State | int) -> None:
        """Append lines of some kinds to the journal; move to the next free name if another program changed it.

        Lines that are refused, while nothing is held, leave no trace.
        """
        file, lines = self._opened(), self.timeline.lines
        known = len(lines)
        try:
            for kind, what in more.items():
                lines.append(make_journal_line(lines[-1], kind, what))
            try:
                file.sync()
            except FileChanged as changed:
                self._go_on_beside(changed)
            self._refused = None
        except BaseException as refused:
            if isinstance(refused, OSError):
                self._refused = refused
            if not (self._holding and isinstance(refused, OSError)):
                del lines[known:]
                raise
        self.timeline.catch_up()

    def _held(self) -> str:
        """Name what is in memory alone: acts or, where there are none, an undo or redo; empty where all is on disk."""
        lines = self.timeline.lines[self._journal.written :] if self._journal else []
        if acts := sum(line.holds_act for line in lines):
            return count_noun(acts, "act")
        return "the last undo or redo" if any(line.number for line in lines) else ""

    def hold(self) -> None:
        """Keep acts in memory from now on where the disk refuses them, and write them when it takes them.

        Raises:
            Refused: If the table is read only.
            OSError: If the table is closed.
        """
        self._opened()
        self._holding = True

    def _opened(self) -> JournalFile:
        if self._journal is not None:
            return self._journal
        if self.read_only:
            raise Refused(f"This table is open for reading only, so nothing can change. {self.read_only}")
        raise OSError(errno.EBADF, "the table is closed", str(self.path))

    # -------------------------------------------------------------- the save

    def save(self) -> Path:
        """Write everything that is not on disk, and give the path of the save.

        Raises:
            OSError: If the disk refuses.
            Refused: If the table is read only.
        """
        self._opened()
        with self._writing():
            refused_before = self._refused is not None
            self._write()
            if self._refused is not None:
                raise self._refused
            # A disk that refused is tried, though the save may have every act.
            self._save(anew=refused_before)
        return self.path

    def try_to_save(self) -> None:
        """Save; where the disk refuses it is tried again with the next act, since the journal has all the same."""
        with contextlib.suppress(OSError):
            self._save()

    def _save(self, *, anew: bool = False) -> None:
        lines = self.timeline.lines
        try:
            if anew or self.save_file.act_saved(lines) < self.timeline.last_act:
                self.save_file.write(self.state, lines, self.words)
        except OSError as refused:
            self._save_refused = refused
            raise
        self._save_refused = None

    def count_watchers(self) -> int:
        """Count the terminals that follow with `wyrd watch`."""
        return count_seats(self.path)

    # -------------------------------------------------------------- elsewhere

    def move(self, folder: Path) -> Path:
        """Write everything whole into another folder, go on there, and give the path of the save there.

        A read-only table begins a new one there.

        Raises:
            OSError: If that folder refuses; nothing has changed.
        """
        if self.read_only:
            with Table(self.save_file, Timeline.beginning(self.state), self.state) as begun:
                return begun.move(folder)
        with self._writing():
            self._go_on(journal_file.write_journal(folder.absolute(), self.name, self.timeline.lines))
            self.try_to_save()
        return self.path

    def _go_on(self, journal: JournalFile) -> None:
        self.release()
        self._journal, self.save_file = journal, SaveFile(journal.path.with_suffix(".toml"))
        self._refused = self._save_refused = None

    def _go_on_beside(self, changed: FileChanged) -> None:
        """Write everything whole beside files that others have changed, and go on there."""
        folder, what = self.path.parent, f"{self.path.with_suffix('.journal').name} {changed}"
        try:
            self._go_on(journal_file.write_to_first(self._first_name, self.timeline.lines, folder))
        except OSError as refused:
            refused.strerror = f"{what}, and no folder can be written: {refusal_reason(refused)}"
            raise
        where = self.name if self.path.parent == folder else self.path
        self.words.append(f"{what}. The table goes on as {where}, with everything that was played.")

    # -------------------------------------------------------------- closing

    def close(self) -> None:
        """Save, and let others open the table; a second time does nothing.

        Raises:
            OSError: If the disk refuses. The table is closed all the same, and every act is in its journal, or in a
                folder that the sentence names. Where no folder takes acts that are in memory alone, it stays open.
        """
        file = self._journal
        if file is None:
            return
        with self._writing():
            told = None
            try:
                self.save()
            except OSError as refused:
                told = self._after_refusal(refused)
            self.release()
        if told is not None:
            raise told

    def _after_refusal(self, refused: OSError) -> OSError:
        held, reason = self._held(), refusal_reason(refused)
        if not held and not self._opened().changed:
            told = f"The save could not be written: {reason}. Every act is in the journal, so nothing is lost"
            return OSError(refused.errno, told, str(self.path))
        what = f"{begin_sentence(held or 'the table')} could not be written: {reason}"
        try:
            self._go_on(journal_file.write_to_first(self.name, self.timeline.lines))
            self.try_to_save()
        except OSError as nowhere:
            raise OSError(
                nowhere.errno,
                f"{what}; no other folder can be written ({refusal_reason(nowhere)}). Nothing is lost while the "
                "program runs: free some space and leave again, or :save FOLDER",
                str(self.path),
            ) from None
        return OSError(refused.errno, f"{what}. The whole table is kept as {self.path}", str(self.path))

    def release(self) -> None:
        """Close the journal without saving and release the lock."""
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Write what must be whole before a signal is heeded."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._waiting is not None and not self._depth:
                act, self._waiting = self._waiting, None
                act()

    def after_writes(self, act: Callable[[], None]) -> None:
        """Call `act` once no write is in progress; signal handlers use it."""
        if self._depth:
            self._waiting = act
        else:
            act()
