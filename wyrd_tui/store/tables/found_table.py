"""Find what the two files of a table come to; either may be missing or damaged. Nothing is written here."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import regular
from wyrd_tui.store.files.codec import Unreadable, sanitize
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.files.regular import refusal_reason
from wyrd_tui.store.tables import journal_lines, names, save
from wyrd_tui.store.tables.journal_lines import JournalText, Newer
from wyrd_tui.store.tables.replay import Timeline, Unplayable

_TRIES = 20


@dataclass
class FoundTable:
    """A table as its files have it.

    Attributes:
        timeline: Its journal, or one that begins with the state.
        state: What is on the table.
        table: The id that its files have.
        words: What the GM must be told.
        edited: Whether its last line is an edit by hand that was taken up now.
        rewrite: Whether the journal on disk has other lines than these.
        aside: Files to be kept under another name, each with the mark of that name.
        save: The bytes of the save as it lies there.
        stale: Whether the save must be written anew.
    """

    timeline: Timeline
    state: State
    table: str
    words: list[str] = field(default_factory=list)
    edited: bool = False
    rewrite: bool = False
    aside: list[tuple[Path, str]] = field(default_factory=list)
    save: bytes = b""
    stale: bool = False


def read_table(path: Path) -> FoundTable:
    """Read the table with this save; nothing is written.

    Raises:
        Unreadable: If nothing of it can be used, it cannot be read, or it is a newer version's.
    """
    log = path.with_suffix(".journal")
    data = _save_bytes(path)
    try:
        read = journal_lines.read_journal(log)
    except FileNotFoundError:
        if data is None:
            raise Unreadable(f"{sanitize(path.name)}: there is no such table") from None
        return _without_journal(path, data, f"{sanitize(log.name)} is missing.")
    except Newer as newer:
        raise Newer(f"{sanitize(path.name)}: {newer.message}") from None
    except Unreadable as fault:
        return _without_journal(path, data, f"{sanitize(log.name)} cannot be used: {fault}.")
    except OSError as error:
        raise _unread(log, error) from None
    if not read.lines:
        what = f"The first line of {sanitize(log.name)} is damaged." if read.rest else f"{sanitize(log.name)} is empty."
        return _without_journal(path, data, what, read.rest)
    try:
        found = _played(log, read)
    except Unreadable as fault:
        return _without_journal(path, data, f"{sanitize(log.name)} cannot be used: {fault}.")
    return _with_save(path, data, found)


def _save_bytes(path: Path) -> bytes | None:
    """Read a save, or enough to see that it is too large; None if it is missing.

    One that is there but cannot be read must not pass for missing.
    """
    try:
        with regular.open_regular(path) as file:
            return file.read(save.LARGEST_SAVE + 1)
    except FileNotFoundError:
        if path.is_symlink():
            # Its folder may be away only for now; a save in the link's place would part the two for good.
            raise Unreadable(f"{sanitize(path.name)} is a link that leads to no file") from None
        return None
    except OSError as error:
        raise _unread(path, error) from None


def _unread(path: Path, error: OSError) -> Unreadable:
    other = path.with_suffix(".toml" if path.suffix == ".journal" else ".journal")
    advice = f"; move it away to open the table from {sanitize(other.name)} alone" if os.path.isfile(other) else ""
    return Unreadable(f"{sanitize(path.name)} cannot be read: {refusal_reason(error)}{advice}")


def _played(log: Path, read: JournalText) -> FoundTable:
    """Play a journal as far as it is good.

    Raises:
        Unreadable: If not even its first line can be used.
    """
    lines, words = read.lines, []
    damaged = bool(read.rest) and not read.torn
    if damaged:
        lost = count_noun(len(journal_lines.acts_in(read.rest)), "act")
        words.append(f"{sanitize(log.name)} is damaged at line {len(lines) + 1}; {lost} from there on cannot be used.")
    elif read.rest:
        words.append(
            f"The last line of {sanitize(log.name)} was cut short and is dropped; what came before it is here."
        )
    for _ in range(_TRIES):
        try:
            timeline = Timeline(lines)
            state = timeline.state()
            break
        except Unplayable as fault:
            if not fault.line:
                raise
            lines, damaged = lines[: fault.line], True
            words = [f"Line {fault.line + 1} of {sanitize(log.name)} cannot be played: {fault}."]
    else:
        raise Unreadable("too many of its lines cannot be played")
    if damaged:
        words[-1] += f" The table is as it was after {_act(state)}."
    aside = [(log, "broken")] if damaged else []
    table = journal_lines.table_of(lines[0])
    return FoundTable(timeline, state, table, words, rewrite=damaged or not read.whole, aside=aside)


def _act(state: State) -> str:
    return f"act {state.acts}" if state.acts else "its beginning"


def _with_save(path: Path, data: bytes | None, found: FoundTable) -> FoundTable:
    """Hold a save against the journal.

    Raises:
        Newer: If a later version wrote the save.
    """
    name = sanitize(path.name)
    if data is None:
        found.stale = True
        found.words.insert(0, f"{name} was missing. It is written again from the journal.")
        return found
    found.save = data
    try:
        origin = save.origin_if_unedited(data)
    except Newer as newer:
        raise Newer(f"{name}: {newer.message}") from None
    if origin is not None and origin.is_in(found.timeline.lines):
        found.stale = origin.seq < found.timeline.last_act
        return found
    try:
        kept = save.loads(data, path)
    except (Broken, Newer) as fault:
        # Beside a journal of this version, a newer number in a save without its seal is damage.
        found.stale = True
        found.aside.append((path, "broken"))
        found.words += [f"{name} cannot be used, so the table comes from its journal."]
        problems = fault.problems if isinstance(fault, Broken) else ()
        found.words += [problem.sentence for problem in problems]
        return found
    return _edited(path, found, kept, by_hand=origin is None)


def _edited(path: Path, found: FoundTable, kept: save.Save, by_hand: bool) -> FoundTable:
    """Find what becomes of a save that is not what the journal has."""
    name, origin, lines = sanitize(path.name), kept.origin, found.timeline.lines
    contained = origin.is_in(lines)
    beyond = origin.table == journal_lines.table_of(lines[0]) and origin.seq >= len(lines)
    if any(_same(kept.state, known) for known in _known(found, origin if contained else None)):
        # Only its layout or its comments were changed, or it is an edit that was taken up before.
        found.stale = True
        if beyond:
            found.words.append(f"The journal lacks its last lines. {name} has the same table, but not what led to it.")
        return found
    if beyond or (contained and origin.seq >= found.timeline.last_act):
        if beyond:
            title, more = "Taken from the save", "which has more than is left of the journal"
            told = f"{name} has more than is left of the journal"
        else:
            title, more = "Edited by hand", save.name_differences(found.state, kept.state)
            told = f"{name} was changed by hand ({more})"
        found.words.append(f"{told}. That is on the table now, and undo takes it back.")
        found.state = _with_questions(replace(kept.state, acts=found.state.acts + 1))
        act = Act(found.state.acts, "edit", "", (f"{title}: {more}",), (), time.time(), title)
        line = journal_lines.chain_line(journal_lines.edit_body(act, found.state), lines[-1])
        found.timeline = Timeline([*lines, line])
        found.edited = found.rewrite = True
    else:
        changed = "was changed by hand, and the journal went on without that" if by_hand else "is of another table"
        found.words.append(f"{name} {changed}. The table comes from its journal.")
        found.aside.append((path, "edited"))
    found.stale = True
    return found


def _known(found: FoundTable, origin: save.Origin | None) -> Iterator[State]:
    """Give the states that a save may hold without an edit: the last one, that of its origin, edits taken up since."""
    yield found.state
    if origin is not None:
        lines = found.timeline.lines
        yield Timeline(lines[: origin.seq + 1]).state()
        yield from map(journal_lines.state_in, filter(journal_lines.is_edit, lines[origin.seq + 1 :]))


def _same(one: State, other: State) -> bool:
    return replace(one, acts=other.acts) == other


def _without_journal(path: Path, data: bytes | None, why: str, damaged: bytes = b"") -> FoundTable:
    """Begin a table with its save, or with the newest older one that can be read.

    Args:
        path: The save.
        data: Its bytes; None where it is missing.
        why: Why there is no journal to use, in a sentence.
        damaged: A journal of which nothing can be used.

    Raises:
        Unreadable: If none can.
    """
    words = [why]
    aside = [(path.with_suffix(".journal"), "broken")] if os.path.lexists(path.with_suffix(".journal")) else []
    if data is None:
        words.append(f"{sanitize(path.name)} is missing.")
    for number in range(names.GENERATIONS + 1):
        file = names.generation_path(path, number) if number else path
        try:
            content = _save_bytes(file) if number else data
            if content is None:
                continue
            kept = save.loads(content, file)
            state = _with_questions(kept.state)
        except (Unreadable, Broken) as fault:
            if isinstance(fault, Newer) and not number:
                raise Newer(f"{sanitize(path.name)}: {fault.message}") from None
            if not number:
                aside.append((path, "broken"))
                words += [problem.sentence for problem in fault.problems] if isinstance(fault, Broken) else []
            continue
        older = ", an older save" if number else ""
        words.append(f"The table begins with {sanitize(file.name)}{older}; no act before that can be undone.")
        if later := sum(number > kept.origin.seq for number in journal_lines.acts_in(damaged)):
            words.append(f"{count_noun(later, 'act')} played after it cannot be used.")
        table = kept.origin.table
        return FoundTable(
            Timeline.beginning(state), state, table, words, rewrite=True, aside=aside, save=data or b"", stale=True
        )
    raise Unreadable("\n".join([*words, "Nothing is left of this table to open, and nothing was changed."]))


def _with_questions(state: State) -> State:
    """Open the questions that a state leaves, which a hand that edits it does not write."""
    from wyrd_tui.engine.rules.shared.matters import left_open

    return replace(state, open=left_open(state))
