"""What a table's files come to when it is opened: its save, its journal, either alone, and whatever befell them.

Nothing is written here. `recover` says what is on the table, what the GM must be told, and what has to be mended.

The journal is the truth about turns. A save that was touched by nobody only spares playing them; one that a hand has
changed, or that knows more than what is left of the journal, becomes a step of its own, so undo can go back behind it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from wyrd_tui.engine.session import Turn
from wyrd_tui.engine.state import State
from wyrd_tui.store import save
from wyrd_tui.store.codec import Plain, Unreadable, dotted, plain, tame
from wyrd_tui.store.journal import LARGEST, Newer, Reading, scan
from wyrd_tui.store.problems import Broken
from wyrd_tui.store.replay import advance, replay
from wyrd_tui.store.save import Save

GENERATIONS = 5
_NAMED = 4


@dataclass
class Found:
    """A table as its files have it.

    Attributes:
        state: What is on it.
        table: Its id; empty where it needs a new one.
        reading: Its journal as far as it can go on; None where a new one must begin.
        edit: A step that still has to be journaled, since the state did not come about by the journal's turns.
        file: Mark of the save as it lies there; empty where there is none.
        words: What the GM must be told.
        spoilt: Whether the save must be kept aside, because its content is not on the table.
        stale: Whether the save must be written anew.
    """

    state: State
    table: str
    reading: Reading | None = None
    edit: Turn | None = None
    file: str = ""
    words: list[str] = field(default_factory=list)
    spoilt: bool = False
    stale: bool = False


def generation(path: Path, number: int) -> Path:
    """The name of an older save: `NAME.1.toml` is the one before the last."""
    return path.with_name(f"{path.stem}.{number}{path.suffix}")


def recover(path: Path) -> Found:
    """The table whose save has this path.

    Raises:
        Unreadable: If nothing of it can be used, or it is a newer version's.
    """
    toml, journal = _bytes(path, save.LARGEST), _bytes(path.with_suffix(".journal"), LARGEST)
    if toml is None and journal is None:
        raise Unreadable(f"{tame(path.name)}: there is no such table")
    try:
        reading = scan(journal) if journal is not None else None
        if reading is None or not reading.lines:
            return _without_journal(path, toml, reading)
        try:
            return _with_journal(path, toml, reading)
        except Unreadable as fault:
            if isinstance(fault, Newer):
                raise
            return _without_journal(path, toml, reading, str(fault))
    except Newer as newer:
        raise Newer(f"{tame(path.name)}: {newer.message}") from None


def _bytes(path: Path, most: int) -> bytes | None:
    """A file's content; None if it is missing. One that is there but cannot be read must not pass for missing."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unreadable(f"{tame(path.name)} cannot be read: {error.strerror or error}") from None


# ------------------------------------------------------------------ with a journal


def _with_journal(path: Path, toml: bytes | None, reading: Reading) -> Found:
    """Raises Unreadable if the journal's beginning cannot be understood."""
    file = save.mark(toml) if toml is not None else ""
    known = reading.holding(file) if file else None
    if known is not None:
        # Byte for byte what the journal remembers: neither TOML nor the turns before it need a look.
        return _onward(reading, reading.kept(known), known, file)
    if toml is None:
        found = _from_journal(path, reading)
        found.words.insert(0, f"{tame(path.name)} was missing; the table was put together again from its journal.")
        return found
    try:
        kept = save.loads(toml, path)
    except Broken as broken:
        found = _from_journal(path, reading)
        found.spoilt = True
        found.file = file
        found.words[:0] = [f"{tame(path.name)} cannot be used, so the table comes from its journal:", *_said(broken)]
        return found
    if not kept.sealed:
        return _edited(path, reading, kept, file)
    if kept.table != reading.table:
        raise Unreadable("it belongs to another table")
    return _saved(reading, kept, file)


def _said(broken: Broken) -> list[str]:
    return [str(problem) for problem in broken.problems]


def _from_journal(path: Path, reading: Reading) -> Found:
    """The table by its journal alone, or by an older save where that knows more than what is left of the journal."""
    if reading.rest:
        for number in range(1, GENERATIONS + 1):
            kept = _generation(path, number)
            if kept is not None and kept.table == reading.table and kept.seq > reading.seq:
                found = _saved(reading, kept, "")
                found.words.append(f"{generation(path, number).name}, an older save, helped out.")
                found.stale = True
                return found
    found = _onward(reading, reading.initial, 0, "")
    found.stale = True
    if reading.loss and not found.words:
        found.words = [f"{reading.loss}."]
    return found


def _generation(path: Path, number: int) -> Save | None:
    older = generation(path, number)
    try:
        data = _bytes(older, save.LARGEST)
        kept = save.loads(data, older) if data is not None else None
    except (Unreadable, Broken):
        return None
    return kept if kept is not None and kept.sealed else None


def _onward(reading: Reading, state: State, known: int, file: str) -> Found:
    """The table at the end of a journal, from what it was at one of its lines."""
    words = []
    unplayed = ""
    lines = reading.lines[1:]
    try:
        live = advance(state, lines, known) if known < len(lines) else state
    except Unreadable:
        live = None
    if live is None:
        played = replay(reading.initial, lines)
        live, unplayed = played.state, played.fault
        if unplayed:
            reading = reading.cut(played.good + 1)
            words.append(f"{unplayed}; the steps from there on were dropped.")
    steps = sum(1 for line in lines[known:] if b'"saved":' not in line[:50])
    if file and steps and not unplayed:
        words.append(f"{_counted(steps, 'step')} since the last save came back from the journal.")
    if file and reading.loss and not unplayed:
        words.append(f"{reading.loss}.")
    # A save that lags behind would mislead whoever edits it next.
    return Found(live, reading.table, reading, file=file, words=words, stale=bool(file and steps))


def _saved(reading: Reading, kept: Save, file: str) -> Found:
    """A save that nobody touched, at, behind or ahead of its journal."""
    tail = reading.after(kept.seq, kept.chain)
    if tail is not None and kept.seq <= reading.seq:
        return _onward(reading, kept.state, kept.seq, file)
    # The journal is damaged before the line that the save reflects, or ends before it: the save knows better.
    live = replay(kept.state, tail or []).state
    found = _onward(reading, reading.initial, 0, "")
    if replace(live, turn=found.state.turn) == found.state:
        found.file = file
        return found
    step = "Taken from the save: the journal has lost the steps that led here"
    if reading.rest:
        why = f"The journal is damaged at line {len(reading.lines) + 1}"
    elif kept.seq > reading.seq:
        why = f"The journal ends {_counted(kept.seq - reading.seq, 'line')} before the save does"
    else:
        why = "The journal and the save have parted ways"
    words = [f"{why}; the table is as it was saved, but the steps between can only be undone as one."]
    return _departed(found, live, step, file, words)


def _edited(path: Path, reading: Reading, kept: Save, file: str) -> Found:
    """A save that a hand has changed: what it says wins, as one more step."""
    found = _onward(reading, reading.initial, 0, "")
    words = [f"{reading.loss}."] if reading.loss else []
    if _same(kept.state, found.state) or _once(found.reading or reading, kept):
        # Only what is said of the file was changed.
        found.file, found.stale = file, True
        found.words += words
        return found
    what = difference(plain(found.state), plain(replace(kept.state, turn=found.state.turn)))
    words.insert(
        0, f"{tame(path.name)} was changed by hand ({what}); that is on the table now, and undo takes it back."
    )
    return _departed(found, kept.state, f"Edited by hand: {what}", file, words)


def _same(one: State, other: State) -> bool:
    return replace(one, turn=other.turn) == other


def _once(reading: Reading, kept: Save) -> bool:
    """Whether the table was just so at the line that the save names."""
    if not 0 <= kept.seq <= reading.seq:
        return False
    return _same(kept.state, replay(reading.initial, reading.lines[1 : kept.seq + 1]).state)


def _departed(found: Found, live: State, step: str, file: str, words: list[str]) -> Found:
    """The table with another state on it than its journal led to."""
    number = found.state.turn + 1
    found.state = replace(live, turn=number)
    found.edit = Turn(number, "edit", "", (step,), (), time.time())
    found.file = file
    found.words = words
    found.stale = True
    return found


# ------------------------------------------------------------------ without


def _without_journal(path: Path, toml: bytes | None, reading: Reading | None, fault: str = "") -> Found:
    """The table from its save, or from the newest older one that can be read."""
    if reading is None:
        why = "Its journal is missing"
    else:
        why = f"Its journal cannot be used: {fault}" if fault else reading.loss
    words = []
    if toml is None:
        words.append(f"{tame(path.name)} is missing.")
    else:
        try:
            kept = save.loads(toml, path)
        except Broken as broken:
            words += _said(broken)
        else:
            by_hand = "" if kept.sealed else f" {tame(path.name)} was changed by hand."
            told = [f"{why}; the table is as it was saved, but no step before now can be undone.{by_hand}"]
            return Found(kept.state, "", file=save.mark(toml), words=told, stale=True)
    for number in range(1, GENERATIONS + 1):
        older = _generation(path, number)
        if older is not None:
            name = generation(path, number).name
            words.append(f"{why}; the table is as it was in {tame(name)}, an older save.")
            return Found(older.state, "", words=words, spoilt=toml is not None, stale=True)
    raise Unreadable("\n".join([*words, f"{why}; nothing is left of this table to open, and nothing was changed."]))


# ------------------------------------------------------------------ words


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def difference(before: Plain, after: Plain) -> str:
    """The paths at which two plain values differ, the first few by name."""
    found = _differing(before, after, ())
    named = ", ".join(dotted(path) for path in found[:_NAMED])
    return f"{named} and {len(found) - _NAMED} more" if len(found) > _NAMED else named or "the order of things"


def _differing(before: Plain, after: Plain, path: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        found = []
        for key in dict.fromkeys((*before, *after)):
            if before.get(key) != after.get(key):
                found += _differing(before.get(key), after.get(key), (*path, key))
        return found
    return [path]
