"""Open a table from its save and journal: put aside what cannot be used, and go on with the rest."""

from __future__ import annotations

import contextlib
import os
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.files.folders import tables_folder
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.files.regular import refusal_reason
from wyrd_tui.store.tables import journal_lines, names, save
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.journal_lines import JournalLine, Newer
from wyrd_tui.store.tables.lock import Lock, LockHeld
from wyrd_tui.store.tables.replay import Timeline
from wyrd_tui.store.tables.save import SaveFile
from wyrd_tui.store.tables.table import Table

WAY_OUT = "Mend the fault and open the table again, or :save FOLDER begins a table with it elsewhere."
_MOST_BESIDE = 10


def explain_read_only(holder: str) -> str:
    """Say why a table that another program has is read only."""
    return f"Open in another window ({holder})."


def create_table(state: State, name: str = "", *, folder: Path | None = None) -> Table:
    """Begin a table with a state, under a name that no other has: `brass-orchid`, `brass-orchid-2`.

    Raises:
        OSError: If the disk refuses; nothing is left of it then.
    """
    folder = folder or _own_folder()
    table = Table(SaveFile(folder / f"{names.base_name(name or state.title)}.toml"), Timeline.beginning(state), state)
    table.move(folder)
    return table


def open_table(path: Path, *, read_only: bool = False) -> Table:
    """Open the table whose save or journal has this path; a copy (`NAME.1.toml`) opens as a new table.

    Any name with a dot is a copy: an older save, one that was kept aside, or one that a sync program made.
    Where another program has it open, or nothing can be written there, it opens for reading only and says so.

    Raises:
        Unreadable: If nothing of it can be used, with every reason, a line each. Nothing was changed then.
        OSError: If a copy's new table cannot be made.
    """
    path = path.with_suffix(".toml")
    if not names.is_taken(path):
        raise Unreadable(f"{sanitize(path.name)}: there is no such table")
    table_name, copied, _ = path.stem.partition(".")
    reason, lock = "The window was opened for reading.", None
    with ExitStack() as held:
        if not (read_only or copied):
            try:
                lock = Lock(path.with_suffix(".lock"))
                held.callback(lock.release)
            except LockHeld as other:
                reason = explain_read_only(str(other))
            except OSError as refused:
                reason = _explain_refusal(refused)
        found = read_table(path)
        if copied and not read_only:
            return _begin_with_copy(table_name, found)
        if lock is not None:
            try:
                table = _take(found, lock)
                held.pop_all()
                return table
            except OSError as refused:
                reason = _explain_refusal(refused)
    words = found.words if read_only else [f"The table is open for reading only. {reason}", *found.words]
    return Table(found.save, found.timeline, found.state, words=words, read_only=reason)


def _explain_refusal(refused: OSError) -> str:
    where = f"{sanitize(Path(refused.filename).name)}: " if isinstance(refused, regular.Unfit) else ""
    return f"Nothing can be written there: {where}{refusal_reason(refused)}. {WAY_OUT}"


def _take(found: FoundTable, lock: Lock) -> Table:
    """Bring the files of a table in order and open it; what cannot be used is kept under another name.

    Raises:
        OSError: If the disk refuses.
    """
    log = found.save.path.with_suffix(".journal")
    words = [*found.words, *_gone_on_as(log, found.table)]
    _own_folder()
    if found.broken:
        words.append(f"{log.name} as it was is kept as {atomic.keep_aside(log, 'broken').name}.")
    if found.rewrite:
        atomic.write(log, journal_lines.join_lines(found.timeline.lines))
    journal = JournalFile(log, found.timeline.lines, lock)
    table = Table(found.save, found.timeline, found.state, words=words, journal=journal)
    table.try_to_save()
    return table


def _gone_on_as(log: Path, table: str) -> Iterator[str]:
    """Name the tables beside a table that are the same one, as it went on when another program changed its files."""
    since = os.lstat(log).st_mtime if log.exists() else 0
    for number in range(2, _MOST_BESIDE):
        beside = log.with_stem(f"{log.stem}-{number}")
        if journal_lines.table_of(names.first_bytes(beside)) == table and beside.stat().st_mtime >= since:
            yield f"{beside.stem} is this table as it went on later. Open that one to play on there."


def _begin_with_copy(name: str, found: FoundTable) -> Table:
    path = found.save.path
    table = create_table(found.state, name, folder=path.parent)
    table.words.append(f"{path.name} is a copy. The copy opened as a table of its own, {table.name}.")
    # That older saves have no journal goes without saying.
    if found.broken or found.save.unfit or (found.rewrite and found.timeline.last_act):
        table.words += found.words
    return table


def _own_folder() -> Path:
    """Return the folder of live tables, closed to all but its owner where it is there already."""
    folder = tables_folder()
    with contextlib.suppress(OSError):
        if not folder.is_symlink():
            folder.chmod(0o700)
    return folder


# ------------------------------------------------------------------ what the files come to


@dataclass
class FoundTable:
    """A table as its files have it.

    Attributes:
        timeline: Its journal, or one that begins with the state.
        state: What is on the table.
        table: The id that its files have.
        save: Its save.
        words: What the GM must be told.
        rewrite: Whether the journal on disk has other lines than these.
        broken: Whether it must be kept under another name before.
    """

    timeline: Timeline
    state: State
    table: str
    save: SaveFile
    words: list[str]
    rewrite: bool
    broken: bool


def read_table(path: Path) -> FoundTable:
    """Read the table with this save; nothing is written.

    Raises:
        Unreadable: If nothing of it can be used, it cannot be read, or it is a newer version's.
    """
    log, save_file, data = path.with_suffix(".journal"), SaveFile(path), b""
    try:
        save_file.read()
    except OSError as error:
        raise _unread(path, error) from None
    try:
        lines, data = journal_lines.read_journal(log)
        found = _play(log, lines, data, save_file)
    except FileNotFoundError:
        return _begin_with_save(save_file, f"{log.name} is missing.")
    except Newer:
        raise
    except Unreadable as fault:
        return _begin_with_save(save_file, f"{log.name} cannot be used: {fault}.", data)
    except OSError as error:
        raise _unread(log, error) from None
    _compare_with_save(found)
    return found


def _unread(path: Path, error: OSError) -> Unreadable:
    other = path.with_suffix(".toml" if path.suffix == ".journal" else ".journal")
    advice = f"; move it away to open the table from {sanitize(other.name)} alone" if os.path.isfile(other) else ""
    return Unreadable(f"{sanitize(path.name)} cannot be read: {refusal_reason(error)}{advice}")


def _play(log: Path, lines: list[JournalLine], data: bytes, save_file: SaveFile) -> FoundTable:
    """Replay the longest valid prefix of a journal, of its good lines and all its bytes.

    Raises:
        Unreadable: If not even its first line can be used.
    """
    if not lines:
        raise Unreadable("its first line is damaged" if data else "it is empty")
    name, words, size = log.name, [], sum(len(line.data) for line in lines)
    rest = data[size:]
    # A power cut may leave a part of the last line, or zeros.
    damaged = b"\n" in rest.strip(b"\0")
    if damaged:
        lost = count_noun(len(journal_lines.acts_in(rest)), "act")
        words.append(f"{name} is damaged at line {len(lines) + 1}; {lost} from there on cannot be used.")
    elif rest:
        words.append(f"The last line of {name} was cut short and is dropped; all earlier acts are here.")
    try:
        timeline = Timeline(lines)
        state = timeline.state()
    except Unreadable as fault:
        good = bisect_left(range(len(lines)), True, key=lambda last: not _can_be_played(lines[: last + 1]))
        if not good:
            raise
        timeline, damaged = Timeline(lines[:good]), True
        state = timeline.state()
        words = [f"Line {good + 1} of {name} cannot be played: {fault}."]
    if damaged:
        words[-1] += f" The table is as it was after {f'act {state.acts}' if state.acts else 'its beginning'}."
    table = journal_lines.table_of(lines[0].data)
    return FoundTable(timeline, state, table, save_file, words, rewrite=damaged or size != len(data), broken=damaged)


def _can_be_played(lines: list[JournalLine]) -> bool:
    try:
        Timeline(lines).state()
    except Unreadable:
        return False
    return True


def _compare_with_save(found: FoundTable) -> None:
    """Compare the save with the journal: ignore it, apply it as an act, or keep it aside.

    Raises:
        Newer: If a later version wrote the save.
    """
    name, lines = found.save.path.name, found.timeline.lines
    if found.save.content is None:
        found.words.insert(0, f"{name} was missing, and is written again from the journal.")
        return
    origin = save.Origin.of(found.save.content)
    if origin.is_in(lines) and save.is_sealed(found.save.content):
        return
    try:
        kept = save.loads(found.save.content, found.save.path)
    except Broken as fault:
        found.save.unfit = "broken"
        found.words.append(f"{name} cannot be used, so the table comes from its journal.")
        found.words += [problem.sentence for problem in fault.problems]
        return
    contained, beyond = origin.is_in(lines), origin.table == found.table and origin.seq >= len(lines)
    if replace(kept, acts=found.state.acts) == found.state:
        # Otherwise only its layout or its comments were changed.
        if beyond:
            found.words.append(f"The journal lacks its last lines. {name} has the same table, but not what led to it.")
    elif beyond:
        _take_up(found, kept, what := "has more than is left of the journal", "Taken from the save", f"which {what}")
    elif contained and origin.seq >= found.timeline.last_act:
        changes = save.name_differences(found.state, kept)
        _take_up(found, kept, f"was changed by hand ({changes})", "Edited by hand", changes)
    else:
        why = "was changed by hand, and the journal went on without that" if contained else "is of another table"
        found.words.append(f"{name} {why}. The table comes from its journal.")
        found.save.unfit = "edited"


def _take_up(found: FoundTable, state: State, what: str, title: str, more: str) -> None:
    """Put the state of a save on the table, as one act that undo takes back; tell what is with the save."""
    found.words.append(f"{found.save.path.name} {what}. The change is on the table now, and undo takes it back.")
    found.state = _with_questions(replace(state, acts=found.state.acts + 1))
    act = Act(found.state.acts, "edit", "", (LogLine(title, f": {more}"),), (), time.time(), title)
    lines = found.timeline.lines
    lines.append(journal_lines.make_line(lines[-1], "edit", act, found.state))
    found.timeline.catch_up()
    found.rewrite = True


def _begin_with_save(save_file: SaveFile, why: str, damaged: bytes = b"") -> FoundTable:
    """Begin a table with its save.

    Args:
        save_file: The save.
        why: Why there is no journal to use, in a sentence.
        damaged: The bytes of a journal that cannot be used.

    Raises:
        Unreadable: If it is missing or cannot be used. The youngest older save is named.
        Newer: If a later version wrote it.
    """
    path, name = save_file.path, save_file.path.name
    try:
        kept = save.loads(save_file.content, path) if save_file.content is not None else None
        faults = [f"{name} is missing."]
    except Broken as fault:
        kept, faults = None, [problem.sentence for problem in fault.problems]
    if kept is None:
        left = names.name_older_save(path) or "Nothing is left of this table to open."
        raise Unreadable("\n".join(map(sanitize, (why, *faults, f"{left} Nothing was changed."))))
    words = [why, f"The table begins with {name}; no act before that can be undone."]
    origin = save.Origin.of(save_file.content or b"")
    if later := sum(number > origin.seq for number in journal_lines.acts_in(damaged)):
        words.append(f"{count_noun(later, 'act')} played after it cannot be used.")
    state, broken = _with_questions(kept), os.path.lexists(path.with_suffix(".journal"))
    timeline = Timeline.beginning(state)
    return FoundTable(timeline, state, origin.table, save_file, words, rewrite=True, broken=broken)


def _with_questions(state: State) -> State:
    """Open the questions that a state leaves, which a hand that edits it does not write; others keep their order."""
    from wyrd_tui.engine.rules.shared.matters import update_matters

    return reduce(apply, update_matters(state), state)
