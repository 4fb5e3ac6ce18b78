"""What a table's files come to when it is opened: its save, its journal, either alone, and whatever befell them.

Nothing is written here. `recover` says what is on the table, what the GM must be told, and what has to be mended.

The journal is the truth about turns. A save that was touched by nobody only spares playing them; one that a hand has
changed, or that knows more than what is left of the journal, becomes a step of its own, so undo can go back behind it.
"""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from wyrd_tui.engine.dice import counted
from wyrd_tui.engine.state import State
from wyrd_tui.engine.turn import Turn
from wyrd_tui.engine.words import Sentence
from wyrd_tui.store.files.codec import Plain, Unreadable, plain, tame
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.files.regular import opened
from wyrd_tui.store.tables import journal, save
from wyrd_tui.store.tables.edits import carried, difference
from wyrd_tui.store.tables.journal import Newer, Reading
from wyrd_tui.store.tables.line import keeps_a_save
from wyrd_tui.store.tables.naming import GENERATIONS, copy_of, generation
from wyrd_tui.store.tables.noted import Note
from wyrd_tui.store.tables.replay import Replay, TooMuch, advance, at, replay, standing
from wyrd_tui.store.tables.save import Save
from wyrd_tui.store.tables.sound import misnamed, must_be_named, sound

_COMPARED = 50
_TRIED = 8


@dataclass
class Found:
    """A table as its files have it.

    Attributes:
        state: What is on it.
        table: Its id; empty where it needs a new one.
        formerly: The id that its save has, where it needs a new one.
        reading: Its journal as far as it can go on; None where a new one must begin.
        edit: A step that still has to be journaled, since the state did not come about by the journal's turns.
        file: Mark of the save as it lies there; empty where there is none.
        words: What the GM must be told.
        returned: What the GM is told of turns that the save lacked and the journal had.
        spoilt: Whether the save must be kept aside, because its content is not on the table.
        stale: Whether the save must be written anew.
    """

    state: State
    table: str
    reading: Reading | None = None
    edit: Turn | None = None
    file: str = ""
    words: list[str] = field(default_factory=list)
    returned: str = ""
    spoilt: bool = False
    stale: bool = False
    formerly: str = ""


def recover(path: Path, noted: str = "") -> Found:
    """The table whose save has this path.

    Args:
        path: Where the save is, or should be.
        noted: The id of the table that was played here last, and the line of its journal that had its last step.

    Raises:
        Unreadable: If nothing of it can be used, or it is a newer version's.
    """
    toml, reading = _bytes(path), _journal(path)
    if toml is None and reading is None:
        raise Unreadable(f"{tame(path.name)}: there is no such table")
    note = Note.of(noted)
    try:
        if reading is None or not reading.lines:
            return _without_journal(path, toml, reading, note)
        try:
            return _with_journal(path, toml, reading, note)
        except Unreadable as fault:
            if isinstance(fault, Newer):
                raise
            return _without_journal(path, toml, reading, note, str(fault))
    except Newer as newer:
        raise Newer(f"{tame(path.name)}: {newer.message}") from None


def _bytes(path: Path) -> bytes | None:
    """What a save says, or enough to see that it is too large; None if it is missing.

    One that is there but cannot be read must not pass for missing.
    """
    try:
        with opened(path) as file:
            return file.read(save.LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unread(path, error) from None


def _journal(path: Path) -> Reading | None:
    """The journal beside a save; None if it is missing."""
    log = path.with_suffix(".journal")
    try:
        return journal.read(log)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unread(log, error) from None
    except Newer as newer:
        raise Newer(f"{tame(path.name)}: {newer.message}") from None


def _unread(path: Path, error: OSError) -> Unreadable:
    other = path.with_suffix(".toml" if path.suffix == ".journal" else ".journal")
    advice = "; if that stays so, move it away and open what is left of the table" if os.path.isfile(other) else ""
    return Unreadable(f"{tame(path.name)} cannot be read: {error.strerror or error}{advice}")


# ------------------------------------------------------------------ with a journal


def _with_journal(path: Path, toml: bytes | None, reading: Reading, note: Note) -> Found:
    """Raises Unreadable if the journal's beginning cannot be understood."""
    file = save.mark(toml) if toml is not None else ""
    known = reading.holding(file) if file else None
    if known is not None:
        # Byte for byte what the journal remembers: neither TOML nor the turns before it need a look.
        with contextlib.suppress(Unreadable):
            return _onward(reading, reading.kept(known), known, file, note)
    if toml is None:
        found = _from_journal(path, reading, note)
        found.words.insert(0, f"{tame(path.name)} was missing; the table was put together again from its journal.")
        return found
    try:
        kept = save.loads(toml, path)
    except Broken as broken:
        found = _from_journal(path, reading, note)
        found.spoilt = True
        found.file = file
        why = f"{tame(path.name)} cannot be used, so the table comes from its journal:"
        found.words[:0] = [why, *(problem.sentence for problem in broken.problems)]
        return found
    if not kept.sealed:
        return _edited(path, reading, kept, file, note)
    if kept.table != reading.table:
        raise Unreadable("it belongs to another table")
    return _saved(reading, kept, file, note)


def _from_journal(path: Path, reading: Reading, note: Note) -> Found:
    """The table by its journal alone, or by an older save where that knows more than what is left of the journal."""
    if reading.rest:
        for number in range(1, GENERATIONS + 1):
            kept = _generation(path, number)
            if kept is not None and kept.table == reading.table and kept.seq > reading.seq:
                found = _saved(reading, kept, "", note)
                found.words.append(f"{generation(path, number).name}, an older save, helped out.")
                found.stale = True
                return found
    found = _onward(reading, reading.initial, 0, "", note)
    found.stale = True
    return found


def _generation(path: Path, number: int) -> Save | None:
    older = generation(path, number)
    try:
        data = _bytes(older)
        kept = save.loads(data, older) if data is not None else None
    except (Unreadable, Broken):
        return None
    return kept if kept is not None and kept.sealed else None


def _onward(reading: Reading, state: State, known: int, file: str, note: Note) -> Found:
    """The table at the end of a journal, from what it was at one of its lines."""
    words = []
    unplayed = ""
    lines = reading.lines[1:]
    try:
        live = advance(state, lines, known) if known < len(lines) else state
    except TooMuch:
        live = _from_a_word(reading, lines)
    except Unreadable:
        live = None
    if live is None:
        try:
            played = replay(reading.initial, lines)
            live, unplayed = played.state, played.fault
        except TooMuch:
            live = _from_a_word(reading, lines)
        if unplayed:
            reading = reading.cut(played.good + 1)
            words.append(f"{unplayed}; the steps from there on were dropped.")
    steps = sum(1 for line in lines[known:] if not keeps_a_save(line))
    returned = _returned(lines, known) if file and steps and not unplayed else ""
    if reading.loss and not unplayed:
        words.append(f"{reading.loss}.")
    words += note.beyond(reading)
    # No save of it could be read again.
    must_be_named(live)
    # A save that lags behind would mislead whoever edits it next.
    return Found(live, reading.table, reading, file=file, words=words, returned=returned, stale=bool(file and steps))


def _from_a_word(reading: Reading, lines: list[bytes]) -> State:
    """The table from the last line that holds one and that undoing did not go behind; nothing before it is played."""
    for known in reading.keeping(_TRIED)[:-1]:
        if (live := advance(reading.kept(known), lines, known)) is not None:
            return live
    raise TooMuch


def _returned(lines: list[bytes], known: int) -> str:
    """What a journal has beyond the line that the save reflects, in turns that stand."""
    before, after = standing(lines[:known]).done, standing(lines).done
    if since := _since(lines, known):
        return f"{counted(since, 'turn')} since the last save came back from the journal."
    if redone := len(set(after).difference(before)):
        return f"{counted(redone, 'turn')} redone after the last save came back from the journal."
    undone = len(set(before).difference(after))
    return f"{counted(undone, 'turn')} undone after the last save stay undone." if undone else ""


def _since(lines: list[bytes], known: int) -> int:
    """How many turns stand that were played after a line of the journal."""
    return sum(index >= known for index in standing(lines).done)


def _saved(reading: Reading, kept: Save, file: str, note: Note) -> Found:
    """A save that nobody touched, at, behind or ahead of its journal."""
    tail = reading.after(kept.seq, kept.chain)
    if tail is None and kept.format < reading.format:
        # Ended between the two: the journal is up to date and has new checksums, the save has the old one's.
        tail = reading.lines[kept.seq + 1 :]
    if tail is not None and kept.seq <= reading.seq:
        return _onward(reading, kept.state, kept.seq, file, note)
    # The journal is damaged before the line that the save reflects, or ends before it: the save knows better.
    played, gone = _brought(kept, tail or [], note)
    live = played.state
    found = _onward(reading, reading.initial, 0, "", note)
    step = Sentence("Taken from the save", ": the journal has lost the steps that led here")
    if reading.rest:
        why = f"The journal is damaged at line {len(reading.lines) + 1}"
    elif kept.seq > reading.seq:
        why = f"The journal ends {counted(kept.seq - reading.seq, 'line')} before the save does"
    else:
        why = "The journal and the save have parted ways"
    as_saved = f"{why}; the table is as it was saved{_since_saved(played)}"
    if _same(live, found.state):
        # The save names a line that the journal has no more: it would hide those that will come in its place.
        found.file, found.stale, found.words = file, True, [f"{as_saved}.", *gone]
        return found
    words = [f"{as_saved}, but the steps between can only be undone as one.", *gone]
    return _departed(found, live, step, file, words)


def _edited(path: Path, reading: Reading, kept: Save, file: str, note: Note) -> Found:
    """A save that a hand has changed: what it says wins, as one more step."""
    found = _onward(reading, reading.initial, 0, "", note)
    good = found.reading or reading
    origin = _origin(good, kept)
    base = None if origin is None else at(good, origin)
    if _same(kept.state, found.state) or (base is not None and _same(kept.state, base)):
        # Only what is said of the file was changed.
        found.file, found.stale = file, True
        return found
    words = found.words
    if base is None and kept.table == found.table:
        # What is gone is gone from the save, which is beyond what is left of the journal.
        words = [word for word in words if word not in note.beyond(good)] + note.after(kept, 0)
    before, after, now = (_content(state) for state in (base or found.state, kept.state, found.state))
    what = difference(save.cleaned(before), after)
    more = ", or knows more than what is left of the journal" if base is None else ""
    told = f"{tame(path.name)} was changed by hand{more} ({what})"
    live: State | None = kept.state
    if base is None or _same(base, found.state):
        words.insert(0, f"{told}; that is on the table now, and undo takes it back.")
    elif live := sound(carried(save.cleaned(before), after, now)):
        words.insert(0, f"{told}; that is on the table now, on top of {_later(good, kept)}. Undo takes it back.")
    else:
        words.insert(
            0,
            f"{told} in a place that is no more after {_later(good, kept)}. "
            "The table is as the file says; undo brings back what it was.",
        )
    return _departed(found, live or kept.state, Sentence("Edited by hand", f": {what}"), file, words)


def _later(reading: Reading, kept: Save) -> str:
    """What the journal has beyond a save, in words."""
    since = _since(reading.lines[1:], kept.seq)
    return f"{counted(since, 'turn')} played since it was written" if since else "turns undone since it was written"


def _content(state: State) -> Plain:
    return {name: value for name, value in plain(state).items() if name != "turn"}


def _same(one: State, other: State) -> bool:
    return replace(one, turn=other.turn) == other


def _origin(reading: Reading, kept: Save) -> int | None:
    """The line that a save goes back to; None where that is not known.

    It names that line. Where what it says of itself is damaged, it is known by what it holds.
    """
    # A journal that was brought up to date since has new checksums.
    since = kept.format < reading.format and kept.table == reading.table
    if 0 <= kept.seq <= reading.seq and (since or reading.after(kept.seq, kept.chain) is not None):
        return kept.seq
    for index in reading.keeping(_COMPARED):
        try:
            if _same(kept.state, reading.kept(index)):
                return index
        except Unreadable:
            continue
    return None


def _departed(found: Found, live: State, step: Sentence, file: str, words: list[str]) -> Found:
    """The table with another state on it than its journal led to."""
    number = found.state.turn + 1
    found.state = replace(live, turn=number)
    found.edit = Turn(number, "edit", "", (str(step),), (), time.time(), step.head)
    found.file = file
    found.words = words
    found.stale = True
    return found


# ------------------------------------------------------------------ without


def _without_journal(path: Path, toml: bytes | None, reading: Reading | None, note: Note, fault: str = "") -> Found:
    """The table from its save, or from the newest older one that can be read."""
    if reading is None:
        why = f"{tame(path.name)} has no journal" if copy_of(path) else "Its journal is missing"
    else:
        why = f"Its journal cannot be used: {fault}" if fault else reading.loss
    words = []
    if toml is None:
        words.append(f"{tame(path.name)} is missing.")
    else:
        try:
            kept = save.loads(toml, path)
        except Broken as broken:
            words += [problem.sentence for problem in broken.problems]
        else:
            by_hand = "" if kept.sealed else f" {tame(path.name)} was changed by hand."
            tail = (reading.after(kept.seq, kept.chain) if reading is not None and kept.sealed else None) or []
            played, gone = _brought(kept, tail, note)
            also = _since_saved(played)
            told = [f"{why}; the table is as it was saved{also}, but no step before now can be undone.{by_hand}", *gone]
            mark = save.mark(toml)
            return Found(played.state, "", file=mark, words=told, stale=True, formerly=kept.table)
    for number in range(1, GENERATIONS + 1):
        older = _generation(path, number)
        if older is not None:
            name = generation(path, number).name
            words.append(f"{why}; the table is as it was in {tame(name)}, an older save.")
            words += note.after(older, 0)
            spoilt = toml is not None
            return Found(older.state, "", words=words, spoilt=spoilt, stale=True, formerly=older.table)
    raise Unreadable("\n".join([*words, f"{why}; nothing is left of this table to open, and nothing was changed."]))


def _brought(kept: Save, tail: list[bytes], note: Note) -> tuple[Replay, list[str]]:
    """What was played on top of a save, as far as that can be played, and what the GM is told of the rest."""
    played = replay(kept.state, tail)
    if any(misnamed(played.state)):
        played = replay(kept.state, [])._replace(fault="it leads to no table")
    gone = ["What was undone or done after that is gone."] if played.fault else []
    return played, gone + note.after(kept, played.good)


def _since_saved(played: Replay) -> str:
    """What the GM is told of turns that were brought on top of a save, within a sentence."""
    since = len(played.past.done)
    return f", with {counted(since, 'turn')} played since" if since else ""
