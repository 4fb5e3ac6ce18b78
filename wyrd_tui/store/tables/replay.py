"""Playing a journal back: which of its lines stand, and the tables that they made."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wyrd_tui.engine.apply import fold
from wyrd_tui.engine.effort import effort, keeping
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.session import Past
from wyrd_tui.engine.state import State
from wyrd_tui.engine.turn import Step, Turn
from wyrd_tui.store.files.codec import Unreadable, build
from wyrd_tui.store.tables.journal import Reading, parsed, table_in
from wyrd_tui.store.tables.line import STEP, keeps_a_save

MOST_PLAYED = 16 * 2**20
"""Bytes of turns that are played in one go: some twenty thousand of them."""
MOST_EFFORT = 100_000_000
"""What may be copied, looked through and kept for it, as `engine.effort` counts: about a second's worth.

Twenty thousand turns of a fight of sixty, or five thousand of a crowd of five hundred, come to about half of it.
"""
_TOLD = 250
"""What of that each sentence of a turn costs, for whoever tells them all."""
_MOST_RECENT = 2**20
_MOST_TRIED = 30


class TooMuch(Unreadable):
    """More turns to play than a game master would wait for."""

    def __init__(self, message: str = "playing all of its turns again would take too long") -> None:
        super().__init__(message)


class _Effort:
    """What playing some lines has cost so far."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_EFFORT

    def spend(self, cost: int) -> None:
        """Raises TooMuch before it costs."""
        self.left -= cost
        if self.left < 0:
            raise TooMuch

    def look(self, state: State, event: Event) -> None:
        """See what an event will cost, before it happens."""
        self.spend(effort(state, event))


class Replay(NamedTuple):
    """What lines of a journal come to.

    Attributes:
        state: Where the table stands after them.
        past: The steps that led there and those that were undone.
        good: How many of the lines could be played.
        fault: Why not all of them could; empty where they could.
    """

    state: State
    past: Past
    good: int
    fault: str


class Standing(NamedTuple):
    """Which lines stand after all undoing and redoing, by index, and how many lines made sense."""

    done: list[int]
    undone: list[int]
    good: int


def standing(lines: list[bytes]) -> Standing:
    """Which of a journal's lines, without its first, are done and which are undone, next to be redone last."""
    done: list[int] = []
    undone: list[int] = []
    numbers: list[int] = []
    match = STEP.match
    for index, line in enumerate(lines):
        found = match(line)
        if found is None:
            return Standing(done, undone, index)
        _, kind, digits = found.groups()
        number = int(digits)
        numbers.append(number)
        if kind == b"saved":
            continue
        if kind in (b"do", b"edit"):
            done.append(index)
            undone.clear()
            continue
        giving, taking = (done, undone) if kind == b"undo" else (undone, done)
        if not giving or numbers[giving[-1]] != number:
            return Standing(done, undone, index)
        taking.append(giving.pop())
    return Standing(done, undone, len(lines))


def replay(initial: State, lines: list[bytes]) -> Replay:
    """Play the lines of a journal, without its first, as far as they go; turns that no longer stand are not decoded.

    Raises:
        TooMuch: Before it costs.
    """
    stands = standing(lines)
    fault = ""
    if stands.good < len(lines):
        lines = lines[: stands.good]
        fault = f"Line {stands.good + 2} of the journal does not follow from the lines before it"
    order = (*stands.done, *reversed(stands.undone))
    _not_too_much(lines, order)
    steps: dict[int, Step] = {}
    spent = _Effort()
    with _uncollected():
        if trouble := _play(initial, lines, order, steps, spent):
            # Without the lines from the bad one on, other turns stand.
            good, sooner = _farthest(initial, lines[: order[len(steps)]], steps, spent)
            lines = lines[:good]
            stands = standing(lines)
            fault = f"Line {good + 2} of the journal cannot be played: {sooner or trouble}"
    done, undone = [steps[index] for index in stands.done], [steps[index] for index in stands.undone]
    return Replay(done[-1].after if done else initial, Past(done, undone), len(lines), fault)


def _not_too_much(lines: list[bytes], order: Iterable[int]) -> None:
    """Raises TooMuch before it costs."""
    if sum(len(lines[index]) for index in order) > MOST_PLAYED:
        raise TooMuch(f"there are more than {MOST_PLAYED:,} bytes of turns to play")


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """All that is played is kept; looking through it for garbage again and again takes longer than making it."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _play(state: State, lines: list[bytes], order: tuple[int, ...], steps: dict[int, Step], spent: _Effort) -> str:
    """Play the lines at some indexes, one after another, adding to the steps; gives why not all of them could be.

    Raises:
        TooMuch: Before it costs.
    """
    for index in order:
        try:
            step = steps[index] = _step(lines[index], state, spent)
            spent.spend(keeping(state, step.after) + _TOLD * len(step.turn.lines))
        except TooMuch:
            raise
        except Unreadable as trouble:
            return str(trouble)
        state = step.after
    return ""


def _farthest(initial: State, lines: list[bytes], steps: dict[int, Step], spent: _Effort) -> tuple[int, str]:
    """After how many of the lines all that is done and undone can be played, and what is wrong with the next one.

    Each line is played once, however often bad ones were taken back, and those of the steps no second time.

    Raises:
        TooMuch: Before it costs.
    """
    done: list[int] = []
    undone: list[int] = []
    bad: set[int] = set()
    good, why = 0, ""
    size = sum(len(lines[index]) for index in steps if index < len(lines))
    for index, line in enumerate(lines):
        found = STEP.match(line)
        kind = found[2] if found else b"saved"
        if kind == b"undo":
            undone.append(done.pop())
        elif kind == b"redo":
            done.append(undone.pop())
        elif kind != b"saved":
            bad.difference_update(undone)
            undone.clear()
            trouble = ""
            # Whatever was played on top of a bad line is no better.
            fits = not done or done[-1] not in bad
            if fits and index not in steps:
                size += len(line)
                if size > MOST_PLAYED:
                    raise TooMuch(f"there are more than {MOST_PLAYED:,} bytes of turns to play")
                trouble = _play(steps[done[-1]].after if done else initial, lines, (index,), steps, spent)
            if trouble or not fits:
                bad.add(index)
            if trouble and index == good:
                why = trouble
            done.append(index)
        if not bad:
            good, why = index + 1, ""
    return good, why


def advance(state: State, lines: list[bytes], known: int) -> State | None:
    """The table after all lines, from what it was after the first `known` of them; None if that is no short cut.

    Raises:
        Unreadable: If one of them cannot be played.
        TooMuch: Before it costs.
    """
    before = standing(lines[:known])
    after = standing(lines)
    if after.good < len(lines) or after.done[: len(before.done)] != before.done:
        return None
    _not_too_much(lines, after.done[len(before.done) :])
    spent = _Effort()
    for index in after.done[len(before.done) :]:
        state = _step(lines[index], state, spent).after
    return state


def behind(reading: Reading | None, edit: Turn | None, now: State) -> tuple[Past, str]:
    """The steps of a journal, and why there are none although there should be.

    Args:
        reading: The journal.
        edit: A step beyond it that put another table in the place of the one that it led to.
        now: That table.
    """
    if reading is None or not reading.lines:
        return Past([], []), ""
    try:
        played = replay(reading.initial, reading.lines[1:])
    except TooMuch as fault:
        return _lately(reading), str(fault)
    except Unreadable as fault:
        return Past([], []), str(fault)
    if played.fault:
        return Past([], []), played.fault
    done = played.past.done
    return (Past([*done, Step(edit, played.state, now)], []) if edit else played.past), ""


def _lately(reading: Reading) -> Past:
    """The steps after one of the last tables that a journal holds: the first from which it does not take too long."""
    past = Past([], [])
    spent = _Effort()
    with contextlib.suppress(Unreadable), _uncollected():
        for index in reading.keeping(_MOST_TRIED)[:-1]:
            past = _since(reading, index, spent) or past
    return past


def _since(reading: Reading, known: int, spent: _Effort) -> Past | None:
    """The steps after a line that holds a table; None where it was left behind by undoing."""
    lines = reading.lines[1:]
    before, after = standing(lines[:known]), standing(lines)
    if after.good < len(lines) or after.done[: len(before.done)] != before.done:
        return None
    done = after.done[len(before.done) :]
    order = (*done, *reversed(after.undone))
    _not_too_much(lines, order)
    steps: dict[int, Step] = {}
    if _play(reading.kept(known), lines, order, steps, spent):
        return None
    return Past([steps[index] for index in done], [steps[index] for index in after.undone])


def at(reading: Reading, line: int) -> State | None:
    """The table after one of a journal's lines; None where that would take too long to tell."""
    lines = reading.lines[1 : line + 1]
    with contextlib.suppress(TooMuch):
        return replay(reading.initial, lines).state
    for known in reading.keeping(_MOST_TRIED)[:-1]:
        with contextlib.suppress(TooMuch):
            # A word of a save comes right after the line that it reflects.
            if known == line + 1 and keeps_a_save(reading.lines[known]):
                return reading.kept(known)
            if known <= line:
                return advance(reading.kept(known), lines, known)
    return None


def turns(lines: list[bytes], count: int) -> list[Turn]:
    """The last turns that stand, oldest first, without playing anything, as far back as they are soon read.

    Those that cannot be read are left out.
    """
    found = []
    left = _MOST_RECENT
    for index in reversed(standing(lines).done[-count:] if count > 0 else ()):
        left -= len(lines[index])
        if left < 0:
            break
        with contextlib.suppress(Unreadable):
            data = parsed(lines[index])
            found.append(build(Turn, data.get("do", data.get("edit"))))
    return found[::-1]


def _step(line: bytes, before: State, spent: _Effort) -> Step:
    head = STEP.match(line)
    # Not by its JSON, in which the same name may come again and say something else.
    edit = head is not None and head[2] == b"edit"
    data = parsed(line)
    turn = build(Turn, data.get("edit" if edit else "do"))
    after = table_in(data) if edit else fold(before, turn.events, spent.look)
    if head is None or not turn.number == int(head[3]) == after.turn == before.turn + 1:
        raise Unreadable("it is not the next turn")
    return Step(turn, before, after)
