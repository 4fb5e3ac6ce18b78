"""Open a table from its save and journal: put aside what cannot be used, and go on with the rest."""

from __future__ import annotations

import contextlib
import os
import time
from bisect import bisect_left
from collections.abc import Iterator
from functools import reduce
from pathlib import Path

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.files.folders import tables_folder
from wyrd_tui.store.files.problems import Broken, sentences_of
from wyrd_tui.store.tables import journal_lines, names, save
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.journal_lines import JournalLine, Newer
from wyrd_tui.store.tables.lock import Lock, LockHeld
from wyrd_tui.store.tables.replay import Timeline
from wyrd_tui.store.tables.save import SaveFile
from wyrd_tui.store.tables.table import Table

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
    if read_only or copied:
        table = read_table(path)
        table.read_only = "The window was opened for reading." if read_only else ""
        return table if read_only else _begin_with_copy(table_name, table)
    found: Table | None = None
    try:
        lock = Lock(path.with_suffix(".lock"))
        try:
            found = read_table(path)
            _take(found, lock)
            return found
        except BaseException:
            lock.release()
            raise
    except LockHeld as other:
        reason = explain_read_only(str(other))
    except OSError as refused:
        where = f"{sanitize(Path(refused.filename).name)}: " if isinstance(refused, regular.Unfit) else ""
        advice = "Mend the fault and open the table again, or write :save FOLDER to copy it elsewhere."
        reason = f"Nothing can be written there: {where}{regular.refusal_reason(refused)}. {advice}"
    table = found or read_table(path)
    table.read_only = reason
    table.words.insert(0, f"The table is open for reading only. {reason}")
    return table


def _take(table: Table, lock: Lock) -> None:
    """Bring the files of a table in order and begin it; what cannot be used is kept under another name."""
    log, lines = table.path.with_suffix(".journal"), table.timeline.lines
    origins = save.Origin.at(lines), save.Origin.of(table.save_file.content or b"")
    words = [*_gone_on_as(log, {origin.table for origin in origins} - {""})]
    _own_folder()
    if table.mend == "keep":
        words.append(f"{log.name} as it was is kept as {atomic.keep_aside(log, 'broken').name}.")
    if table.mend:
        atomic.write(log, journal_lines.join_lines(lines))
    journal = JournalFile(log, lines, lock)
    table.words += words
    table.begin(journal)


def _gone_on_as(log: Path, ids: set[str]) -> Iterator[str]:
    """Name the newest table beside a table that is the same one, as it went on when another program changed its files.

    The id is that of its journal, or of its save where the journal is gone or spoilt.
    """
    since = os.lstat(log).st_mtime if log.exists() else 0
    beside = [log.with_stem(f"{log.stem}-{number}") for number in range(2, _MOST_BESIDE)]
    gone_on = [(one.stat().st_mtime, one.stem) for one in beside if os.path.isfile(one) and _id_of(one) in ids]
    when, name = max(gone_on, default=(-1.0, ""))
    if when >= since:
        yield f"{name} is the newer version of this table. Open {name} to play on."


def _id_of(log: Path) -> str:
    """Read the id of a table from its journal, or from its save where the journal has none."""
    return journal_lines.table_of(names.first_bytes(log)) or save.Origin.at_file(log.with_suffix(".toml")).table


def _begin_with_copy(name: str, copy: Table) -> Table:
    table = create_table(copy.state, name, folder=copy.path.parent)
    table.words.append(f"{copy.path.name} is a copy. The copy opened as a table of its own, {table.name}.")
    # That older saves have no journal goes without saying.
    if copy.mend == "keep" or copy.save_file.unfit or (copy.mend and copy.timeline.last_act):
        table.words += copy.words
    return table


def _own_folder() -> Path:
    """Return the folder of live tables, closed to all but its owner where it is there already."""
    folder = tables_folder()
    with contextlib.suppress(OSError):
        if not folder.is_symlink():
            folder.chmod(0o700)
    return folder


# ------------------------------------------------------------------ what the files come to


def read_table(path: Path) -> Table:
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
        table = _play(log, lines, data, save_file)
    except FileNotFoundError:
        return _begin_with_save(save_file, f"{log.name} is missing.")
    except Newer:
        raise
    except Unreadable as fault:
        return _begin_with_save(save_file, f"{log.name} cannot be used: {fault}.", data)
    except OSError as error:
        raise _unread(log, error) from None
    _compare_with_save(table)
    return table


def _unread(path: Path, error: OSError) -> Unreadable:
    other = path.with_suffix(".toml" if path.suffix == ".journal" else ".journal")
    advice = f"; move it away to open the table from {sanitize(other.name)} alone" if os.path.isfile(other) else ""
    return Unreadable(f"{sanitize(path.name)} cannot be read: {regular.refusal_reason(error)}{advice}")


def _play(log: Path, lines: list[JournalLine], data: bytes, save_file: SaveFile) -> Table:
    """Replay the longest valid prefix of a journal, of its good lines and all its bytes."""
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
    return Table(save_file, timeline, state, words, "keep" if damaged else "rewrite" if size != len(data) else "")


def _can_be_played(lines: list[JournalLine]) -> bool:
    try:
        Timeline(lines).state()
    except Unreadable:
        return False
    return True


def _compare_with_save(table: Table) -> None:
    """Compare the save with the journal: ignore it, apply it as an act, or keep it aside."""
    file, lines = table.save_file, table.timeline.lines
    name = file.path.name
    if file.content is None:
        table.words.insert(0, f"{name} was missing, and is written again from the journal.")
        return
    origin = save.Origin.of(file.content)
    if origin.sealed and origin.is_in(lines):
        return
    try:
        kept = save.loads(file.content, file.path)
    except Broken as fault:
        file.unfit = "broken"
        table.words.append(f"{name} cannot be used, so the table comes from its journal.")
        table.words += sentences_of(fault.problems)
        return
    contained, beyond = origin.is_in(lines), origin.table == save.Origin.at(lines).table and origin.seq >= len(lines)
    if replace(kept, acts=table.state.acts) == table.state:
        # Otherwise only its layout or its comments were changed.
        if beyond:
            table.words.append(f"The journal lacks its last lines. {name} has the same table without its history.")
    elif beyond:
        newer = "newer than the damaged journal"
        _take_up(table, kept, f"is {newer}", "Taken from the save", newer)
    elif contained and origin.seq >= table.timeline.last_act:
        changes = save.name_differences(table.state, kept)
        _take_up(table, kept, f"was changed by hand ({changes})", "Edited by hand", changes)
    else:
        why = "was changed by hand, but the journal is newer" if contained else "is of another table"
        table.words.append(f"{name} {why}. The table comes from its journal.")
        file.unfit = "edited"


def _take_up(table: Table, state: State, what: str, title: str, more: str) -> None:
    """Put the state of a save on the table, as one act that undo takes back; tell what is with the save."""
    table.words.append(f"{table.save_file.path.name} {what}. The change is on the table now, and undo takes it back.")
    table.state = _with_questions(replace(state, acts=table.state.acts + 1))
    act = Act(table.state.acts, "edit", "", (LogLine(title, f": {more}"),), (), time.time(), title)
    lines = table.timeline.lines
    lines.append(journal_lines.make_journal_line(lines[-1], "edit", act, table.state))
    table.timeline.catch_up()
    table.mend = table.mend or "rewrite"


def _begin_with_save(save_file: SaveFile, why: str, damaged: bytes = b"") -> Table:
    """Begin a table with its save: `why` says why no journal can be used, `damaged` has the bytes of such a journal."""
    path, name = save_file.path, save_file.path.name
    try:
        kept = save.loads(save_file.content, path) if save_file.content is not None else None
        faults = [f"{name} is missing."]
    except Broken as fault:
        kept, faults = None, sentences_of(fault.problems)
    if kept is None:
        left = names.name_older_save(path) or "Nothing is left of this table to open."
        raise Unreadable("\n".join(map(sanitize, (why, *faults, f"{left} Nothing was changed."))))
    words = [why, f"The table begins with {name}; no act before that can be undone."]
    origin = save.Origin.of(save_file.content or b"")
    if later := sum(number > origin.seq for number in journal_lines.acts_in(damaged)):
        words.append(f"{count_noun(later, 'act')} played after it cannot be used.")
    state, mend = _with_questions(kept), "keep" if os.path.lexists(path.with_suffix(".journal")) else "rewrite"
    return Table(save_file, Timeline.beginning(state), state, words, mend)


def _with_questions(state: State) -> State:
    """Open the questions that a state leaves, which a hand that edits it does not write; others keep their order."""
    from wyrd_tui.engine.rules.shared.matters import update_matters

    return reduce(apply, update_matters(state), state)
