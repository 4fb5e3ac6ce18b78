"""The journal: what it writes, what it notices, how it plays back, and what a disk that refuses leaves of it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.acts import BEGAN, NO_DICE, Clock, Evening, act, count, hit, newer, rename, small_table
from tests.strategies import events, states
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Changed, Counted, Event, Left, Marked, Said
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import WYRD_ENGINE
from wyrd_tui.engine.turn import Turn
from wyrd_tui.store.files import atomic
from wyrd_tui.store.tables.journal import Newer, read, scan
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.replay import replay, standing, turns

GOLDEN = Path(__file__).parents[2] / "golden" / "tower.journal"


def played(path: Path) -> Session:
    """A journal with turns, undoing, redoing and a branch that was given up."""
    state = small_table()
    journal = JournalFile.create(path, "tower", state)
    session = Session(state, dice=NO_DICE, clock=Clock(), journal=journal)
    for command in (hit(), count(1), rename("Elias M."), count(2)):
        session.do(command, {})
    session.undo()
    session.undo()
    session.redo()
    session.undo()
    session.do(hit("zoë", 2), {})
    session.do(count(5), {})
    session.undo()
    journal.close()
    return session


def golden(path: Path) -> None:
    """The golden journal; its log lines are its own, since their wording may change and the format may not."""
    events: tuple[tuple[Event, ...], ...] = (
        (Marked("mercer", WYRD_ENGINE, {"stress": 2}, "hit", 2), Said("Ow.")),
        (Counted("tension", 3),),
        (Changed("zoë", name="Zoë", count=0), Left("felix", dismissed=True)),
    )
    journal = JournalFile.create(path, "tower", small_table())
    done = [Turn(n, "act", f"act n={n}", (f"Line {n}: «x»",), what, BEGAN + n) for n, what in enumerate(events, 1)]
    for turn in done:
        journal.record("do", turn)
    journal.record("undo", done[2])
    journal.record("undo", done[1])
    journal.record("redo", done[1])
    by_hand = replace(small_table(), turn=3, title="Edited")
    journal.edited(Turn(3, "edit", "", ("Edited by hand: title",), (), BEGAN + 9), by_hand, "00112233aabbccdd")
    journal.saved(by_hand, "ddccbbaa33221100")
    journal.record("do", Turn(4, "act", "act", ("Last",), (Counted("tension", 9),), BEGAN + 10))
    journal.close()


def test_the_golden_journal_is_still_written_and_still_read(tmp_path: Path) -> None:
    golden(tmp_path / "tower.journal")
    assert (tmp_path / "tower.journal").read_text("utf-8") == GOLDEN.read_text("utf-8")
    reading = read(GOLDEN)
    assert (reading.table, reading.loss, reading.initial) == ("tower", "", small_table())
    back = replay(reading.initial, reading.lines[1:])
    assert (back.state.title, back.state.turn, back.state.counters) == ("Edited", 4, {"tension": 9})
    assert [step.turn.number for step in back.past.done] == [1, 2, 3, 4]
    assert back.past.done[1].after.actors["mercer"].sheets[WYRD_ENGINE].track[0].marks == 2
    assert back.past.done[1].after.counters == {"tension": 3}


def test_playing_back_gives_the_state_and_both_directions_of_undo(tmp_path: Path) -> None:
    session = played(tmp_path / "a.journal")
    reading = read(tmp_path / "a.journal")
    back = replay(reading.initial, reading.lines[1:])
    assert not back.fault
    assert back.state == session.state
    assert back.past.done == session.done
    assert back.past.undone == session.undone
    assert [turn.title for turn in turns(reading.lines[1:], 2)] == [step.turn.title for step in session.done[-2:]]


@settings(max_examples=10)
@given(st.data())
def test_playing_back_equals_what_was_played(tmp_path: Path, data: st.DataObject) -> None:
    state = data.draw(states())
    path = tmp_path / "a.journal"
    journal = JournalFile.create(path, "t", state)
    session = Session(state, dice=NO_DICE, clock=Clock(), journal=journal)
    for _ in range(data.draw(st.integers(1, 8))):
        move = data.draw(st.sampled_from(("do", "do", "do", "undo", "redo")))
        if move == "do":
            # Events that change nothing are refused, and then there is nothing to journal.
            with contextlib.suppress(Refused):
                session.do(act(*data.draw(st.lists(events(session.state), min_size=1, max_size=2))), {})
        elif move == "undo" and session.done:
            session.undo()
        elif move == "redo" and session.undone:
            session.redo()
    journal.close()
    reading = read(path)
    back = replay(reading.initial, reading.lines[1:])
    assert reading.initial == state
    assert (back.state, back.past.done, back.past.undone) == (session.state, session.done, session.undone)


def test_each_line_is_json_with_its_number(tmp_path: Path) -> None:
    played(tmp_path / "a.journal")
    lines = [json.loads(line) for line in (tmp_path / "a.journal").read_text("utf-8").splitlines()]
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert lines[1]["do"]["command"] == "damage"
    assert lines[5]["undo"] == 4


@pytest.mark.parametrize(
    ("change", "good", "words"),
    [
        (lambda lines: lines[:4] + lines[5:], 4, "damaged at line 5; 7 steps after"),
        (lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]], 4, "damaged at line 5"),
        (lambda lines: [*lines[:4], lines[4].replace(b"count", b"comet"), *lines[5:]], 4, "damaged at line 5"),
        (lambda lines: [*lines[:4], b"\xff\xfe\n", *lines[4:]], 4, "damaged at line 5"),
        (lambda lines: [*lines[:4], lines[3], *lines[4:]], 12, ""),
        (lambda lines: [*lines[:-1], lines[-1].rstrip()], 12, ""),
        (lambda lines: [*lines[:-1], lines[-1][:-4]], 11, "last line of the journal was cut short"),
        (lambda lines: lines[1:], 0, "first line of the journal is damaged"),
        (lambda lines: [], 0, "empty"),
        (lambda lines: [b"\x00" * 4096], 0, "first line of the journal is damaged"),
        (lambda lines: [*lines, b"\x00" * 512], 12, "cut short"),
    ],
)
def test_what_befell_a_journal_is_noticed(
    tmp_path: Path, change: Callable[[list[bytes]], list[bytes]], good: int, words: str
) -> None:
    played(tmp_path / "a.journal")
    lines = (tmp_path / "a.journal").read_bytes().splitlines(keepends=True)
    assert len(lines) == 12
    data = b"".join(change(lines))
    reading = scan(data)
    assert len(reading.lines) == good
    assert words in reading.loss
    assert bool(reading.loss) == bool(words)
    assert data[: reading.size] + reading.rest == data


def test_a_newer_format_is_left_alone(tmp_path: Path) -> None:
    played(tmp_path / "a.journal")
    with pytest.raises(Newer, match="newer version of this program"):
        scan(newer((tmp_path / "a.journal").read_bytes()))


def test_a_damaged_number_of_the_format_is_damage_and_nothing_newer(tmp_path: Path) -> None:
    played(tmp_path / "a.journal")
    data = (tmp_path / "a.journal").read_bytes().replace(b'"wyrd_journal":2', b'"wyrd_journal":3', 1)
    assert scan(data).loss == "The first line of the journal is damaged"


def test_a_line_that_this_version_cannot_play_ends_it_with_a_word(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    journal = JournalFile.create(path, "t", small_table())
    session = Session(small_table(), dice=NO_DICE, clock=Clock(), journal=journal)
    session.do(count(1), {})
    journal._append('"do":{"number":2,"command":"x","asked":"","lines":[],"events":[{"event":"Vanished"}]}', 2)
    session.do(count(3), {})
    reading = read(path)
    back = replay(reading.initial, reading.lines[1:])
    assert back.state.counters == {"tension": 1}
    assert back.good == 1
    assert "Line 3 of the journal cannot be played" in back.fault
    assert "Vanished" in back.fault


def test_undoing_what_is_not_there_makes_no_sense(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    journal = JournalFile.create(path, "t", small_table())
    journal._append('"undo":3', 2)
    assert standing(read(path).lines[1:]).good == 0
    assert replay(small_table(), read(path).lines[1:]).fault


# ------------------------------------------------------------------ a disk that refuses


@pytest.fixture
def journal(tmp_path: Path) -> JournalFile:
    return JournalFile.create(tmp_path / "a.journal", "t", small_table())


def a_turn(number: int = 1) -> Turn:
    return Turn(number, "act", "act", ("Something: happened",), (), BEGAN)


@pytest.mark.parametrize("step", ["write", "fsync"])
def test_a_refused_line_leaves_no_trace(journal: JournalFile, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    journal.record("do", a_turn())
    before = journal.path.read_bytes()

    def refuse(*args: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, refuse)
    with pytest.raises(OSError, match="No space"):
        journal.record("do", a_turn(2))
    monkeypatch.undo()
    assert journal.path.read_bytes() == before
    journal.record("do", a_turn(2))
    assert read(journal.path).seq == 2


def test_half_a_line_is_cut_off_even_if_that_fails_at_first(
    journal: JournalFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    calls = []

    def half(descriptor: int, data: bytes) -> int:
        calls.append(data)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, data[:20])

    def stuck(descriptor: int, size: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "write", half)
    monkeypatch.setattr(os, "ftruncate", stuck)
    with pytest.raises(OSError, match="No space"):
        journal.record("do", a_turn())
    assert scan(journal.path.read_bytes()).rest
    with pytest.raises(OSError, match="Input/output"):
        journal.record("do", a_turn())
    monkeypatch.undo()
    journal.record("do", a_turn())
    reading = read(journal.path)
    assert (reading.seq, reading.loss) == (1, "")


def test_an_interrupted_line_is_cut_off(journal: JournalFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(atomic, "flush", interrupted)
    with pytest.raises(KeyboardInterrupt):
        journal.record("do", a_turn())
    monkeypatch.undo()
    assert journal.held == []
    journal.record("do", a_turn(2))
    (line,) = read(journal.path).lines[1:]
    assert b'"number":2' in line


@pytest.mark.parametrize(
    ("meddle", "place"),
    [
        ("unlink", "nothing"),
        ("append", "longer"),
        ("replace", "another"),
        ("replace by one as long", "another"),
        ("cut", "another"),
    ],
)
def test_a_journal_that_others_meddled_with_takes_no_more_lines(journal: JournalFile, meddle: str, place: str) -> None:
    assert journal.place() == "ours"
    if meddle == "unlink":
        journal.path.unlink()
    elif meddle == "append":
        with journal.path.open("ab") as file:
            file.write(b"{}\n")
    elif meddle == "cut":
        os.truncate(journal.path, 20)
    elif meddle == "replace by one as long":
        atomic.write(journal.path, b"x" * journal.size)
    else:
        atomic.write(journal.path, b"other\n")
    assert journal.place() == place
    with pytest.raises(OSError, match=r"journal is gone|close this table and open it again"):
        journal.record("do", a_turn())


def test_a_closed_journal_records_nothing(journal: JournalFile) -> None:
    journal.close()
    journal.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        journal.record("do", a_turn())


def test_a_journal_is_begun_whole_or_not_at_all(journal: JournalFile, monkeypatch: pytest.MonkeyPatch) -> None:
    before = journal.path.read_bytes()

    def refuse(*args: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", refuse)
    with pytest.raises(OSError, match="No space"):
        JournalFile.create(journal.path, "another", small_table())
    assert journal.path.read_bytes() == before
    with pytest.raises(OSError, match="No space"):
        JournalFile.create(journal.path.with_name("b.journal"), "another", small_table())
    assert os.listdir(journal.path.parent) == [journal.path.name]


def test_a_journal_that_lost_lines_is_not_copied(journal: JournalFile) -> None:
    journal.record("do", a_turn())
    os.truncate(journal.path, 200)
    with pytest.raises(OSError, match="another program replaced, removed or changed the journal"):
        journal.reading()
    with pytest.raises(OSError, match="another program replaced, removed or changed the journal"):
        journal.put_back()
    assert os.listdir(journal.path.parent) == [journal.path.name]
    assert journal.path.stat().st_size == 200


def test_what_was_not_read_is_not_cut_off(journal: JournalFile) -> None:
    journal.record("do", a_turn())
    reading = read(journal.path)
    with journal.path.open("ab") as file:
        file.write(b"and more, which came after it was read\n")
    before = journal.path.read_bytes()
    with pytest.raises(OSError, match="another program replaced, removed or changed the journal"):
        JournalFile.resume(journal.path, reading, 1)
    assert journal.path.read_bytes() == before


def test_a_line_end_that_is_missing_is_put_back(journal: JournalFile) -> None:
    journal.record("do", a_turn())
    journal.close()
    journal.path.write_bytes(journal.path.read_bytes().rstrip())
    again = JournalFile.resume(journal.path, read(journal.path), 1)
    again.trim(read(journal.path))
    again.record("do", a_turn(2))
    assert read(journal.path).seq == 2


def test_a_table_played_in_one_go_reads_back(begin: Callable[[], Evening]) -> None:
    evening = begin()
    live = evening.do(*(count(number) for number in range(30)))
    path = evening.table.path.with_suffix(".journal")
    reading = read(path)
    assert replay(reading.initial, reading.lines[1:]).state == live
