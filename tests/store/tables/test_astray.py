"""What lies in a journal's place while a table is open: removed, replaced, written over, or played on by another."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import Evening, count, hit
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.session import Past, Session
from wyrd_tui.store.files import atomic
from wyrd_tui.store.tables import lock, naming, rescue, save
from wyrd_tui.store.tables.encounter import open_table
from wyrd_tui.store.tables.lock import Held, Lock

Begin = Callable[[], Evening]


def refuse(*args: object) -> int:
    raise OSError(errno.EIO, "Input/output error")


def _five_turns(evening: Evening) -> tuple[Path, bytes]:
    """Five turns that no save has; the journal's path, and its bytes after the first of them."""
    log = evening.table.path.with_suffix(".journal")
    evening.do(count(1))
    before = log.read_bytes()
    evening.do(count(2), count(3), hit(), count(4))
    return log, before


def _written_over(log: Path, data: bytes) -> None:
    """As by `cp older NAME.journal`: the file is the same, and has other bytes."""
    log.write_bytes(data)


def _filled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a folder take no more files; a table goes to `last` beside it."""
    last = folder.with_name("last")
    last.mkdir()
    monkeypatch.setattr(rescue, "rescue_folders", lambda: [last])
    written = atomic.write

    def write(file: Path, data: bytes) -> None:
        if file.parent == folder:
            raise OSError(errno.ENOSPC, "No space left on device")
        written(file, data)

    monkeypatch.setattr(atomic, "write", write)


# ------------------------------------------------------------------ in memory


@pytest.mark.parametrize("removed", [True, False])
def test_who_plays_in_memory_has_every_turn_in_the_save_once_the_journal_is_astray(
    begin: Begin, tmp_path: Path, removed: bool
) -> None:
    """The lines that it had lie under no name any more, and those that it holds nowhere."""
    evening = begin()
    log, before = _five_turns(evening)
    evening.table.hold()
    log.unlink()
    if not removed:
        log.write_bytes(before)
    for value in (5, 6):
        live = evening.do(count(value))
        assert evening.session.trouble.startswith(f"NOT SAVED in the journal, in the save alone: {value - 4} step")
        with open_table(evening.killed(tmp_path / str(value))) as again:
            assert again.state.counters == live.counters
            assert again.state.actors == live.actors
    evening.table.keep() if removed else evening.table.move(tmp_path / "else")
    assert not evening.table.trouble
    assert len(evening.session.done) == 7
    evening.table.close()


def test_who_plays_on_beside_a_journal_that_is_astray_keeps_the_older_saves(begin: Begin) -> None:
    evening = begin()
    log, _ = _five_turns(evening)
    for value in range(naming.GENERATIONS):
        evening.do(count(10 + value))
        evening.table.save()
    first = naming.generation(evening.table.path, naming.GENERATIONS - 2).read_bytes()
    evening.table.hold()
    log.unlink()
    for value in range(9):
        evening.do(count(30 + value))
    assert naming.generation(evening.table.path, naming.GENERATIONS - 1).read_bytes() == first
    assert save.loads(evening.table.path.read_bytes(), evening.table.path).state == evening.session.state
    evening.table.close()


# ------------------------------------------------------------------ written over


def test_undo_never_jumps_to_where_another_journal_ends(begin: Begin) -> None:
    evening = begin()
    log, before = _five_turns(evening)
    live = evening.session.state
    evening.table.close()
    again = Evening.open(evening.table.path)
    again.table.hold()
    _written_over(log, before)
    with pytest.raises(Refused, match="Earlier turns cannot be read now: another program replaced"):
        again.undo()
    assert again.session.state == live
    again.table.let_go()


def test_other_bytes_of_the_same_number_are_not_its_lines(begin: Begin) -> None:
    evening = begin()
    log, _ = _five_turns(evening)
    last = log.read_bytes().splitlines()[-1]
    _written_over(log, log.read_bytes().replace(last, last[::-1]))
    with pytest.raises(OSError, match="another program replaced, removed or changed the journal"):
        evening.table._opened().reading()
    evening.table.let_go()


def test_steps_that_end_sooner_are_none(begin: Begin) -> None:
    evening = begin()
    evening.do(count(1), count(2), count(3))
    done = evening.session.done
    past = Past(done[:2], [])
    session = Session(evening.session.state, dice=evening.session.dice, clock=evening.session.clock, past=lambda: past)
    with pytest.raises(Refused, match="no turn before this is known"):
        session.undo()
    assert session.state == evening.session.state


def test_steps_that_cannot_be_read_now_stop_nobody_who_only_looks(begin: Begin) -> None:
    """The history ended the program."""
    evening = begin()
    log, before = _five_turns(evening)
    evening.table.close()
    again = Evening.open(evening.table.path)
    again.do(count(9))
    _written_over(log, before)
    assert [step.turn.number for step in again.session.done] == [6]
    assert again.session.undone == []
    again.table.let_go()


def test_a_table_whose_journal_is_lost_forgets_its_steps_as_it_moves(begin: Begin, tmp_path: Path) -> None:
    """An undo of a step that the new journal does not have could not be read again, nor what is played after it."""
    evening = begin()
    log, before = _five_turns(evening)
    _written_over(log, before)
    evening.table.move(tmp_path / "else")
    assert evening.table.tell() == [
        "Its journal could not be read, so what was played until now cannot be undone there."
    ]
    with pytest.raises(Refused, match="no turn before this is known"):
        evening.undo()
    with pytest.raises(Refused, match="Nothing to redo"):
        evening.redo()
    evening.do(count(7), count(8))
    live = evening.undo()
    with open_table(evening.killed(tmp_path / "copy")) as again:
        assert again.state == live
    evening.table.close()


def test_a_folder_that_refuses_takes_no_table_without_its_past(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = begin()
    _five_turns(evening)
    write = os.write

    def full(descriptor: int, data: bytes) -> int:
        if b'"do":' in data:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space left"):
            evening.table.move(tmp_path / "stick")
    assert not (tmp_path / "stick").exists()
    assert len(evening.session.done) == 5
    evening.undo(5)
    evening.table.close()


def test_a_copy_of_a_journal_that_came_back_is_gone_on_with(begin: Begin) -> None:
    """As a client leaves it that has put the same bytes in place."""
    evening = begin()
    log, _ = _five_turns(evening)
    copy = log.with_name("copy")
    shutil.copy(log, copy)
    os.replace(copy, log)
    live = evening.do(count(6))
    evening.table.close()
    with open_table(evening.table.path) as again:
        assert again.state == live


# ------------------------------------------------------------------ a line that could not be cut off


def _torn(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that the disk took, then neither synced nor let go of."""
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        patch.setattr(os, "ftruncate", refuse)
        with pytest.raises(OSError, match="Input/output"):
            evening.do(count(9))


def test_what_it_could_not_cut_off_is_not_taken_for_another_program_s(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = begin()
    _five_turns(evening)
    _torn(evening, monkeypatch)
    evening.table.keep()
    live = evening.do(count(6))
    evening.table.close()
    assert evening.table.tell() == []
    with open_table(evening.table.path) as again:
        assert again.state == live


def test_of_what_it_could_not_cut_off_the_place_alone_may_be_left(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = begin()
    log, _ = _five_turns(evening)
    size = log.stat().st_size
    _torn(evening, monkeypatch)
    whole = log.read_bytes()
    _written_over(log, whole[: size + 10] + b"\0" * (len(whole) - size - 10))
    live = evening.do(count(6))
    evening.table.close()
    with open_table(evening.table.path) as again:
        assert again.state == live


@pytest.mark.parametrize("saved", [True, False])
def test_once_cured_the_save_has_what_was_played(begin: Begin, monkeypatch: pytest.MonkeyPatch, saved: bool) -> None:
    """A line is tried first, which says only what the save holds that it names."""
    evening = begin()
    evening.do(count(1))
    if saved:
        evening.table.save()
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refuse)
        with pytest.raises(OSError, match="Input/output"):
            evening.do(count(2))
    evening.table.keep()
    path = evening.table.path
    assert save.loads(path.read_bytes(), path).state == evening.session.state
    evening.table.let_go()
    with open_table(path) as again:
        assert again.state == evening.session.state
    data = naming.generation(path, 1).read_bytes()
    path.write_bytes(data)
    with open_table(path, read_only=True) as older:
        assert older.state == evening.session.state, "of the older save the journal says what that held"


def test_what_another_program_played_after_such_a_line_stays(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock was removed, so another program took the line for whole, and played on."""
    evening = begin()
    _five_turns(evening)
    _torn(evening, monkeypatch)
    path = evening.table.path
    path.with_suffix(".lock").unlink()
    other = Evening.open(path)
    live = other.do(hit("felix"), count(77))
    for _ in range(2):
        with pytest.raises(OSError, match="another program replaced, removed or changed the journal"):
            evening.do(count(6))
    with pytest.raises(OSError, match="another program has played on at this table"):
        evening.table.keep()
    evening.table.let_go()
    other.table.close()
    with open_table(path) as again:
        assert again.state == live


def test_a_warning_stays_while_the_journal_alone_refuses(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """The save can be written, and the next turn would be refused again."""
    evening = begin()
    _five_turns(evening)
    ours, write = os.stat(evening.table.path.with_suffix(".journal")).st_ino, os.write

    def refused(descriptor: int, data: bytes) -> int:
        return refuse() if os.fstat(descriptor).st_ino == ours else write(descriptor, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refused)
        with pytest.raises(OSError, match="Input/output"):
            evening.do(count(6))
        for _ in range(3):
            with pytest.raises(OSError, match="Input/output"):
                evening.table.keep()
            assert evening.table.trouble == "NOT SAVED: Input/output error"
    evening.table.keep()
    assert evening.table.trouble == ""
    live = evening.do(count(6))
    evening.table.close()
    with open_table(evening.table.path) as again:
        assert again.state == live


# ------------------------------------------------------------------ a lock without a name


def test_a_lock_whose_file_goes_as_it_is_taken_is_taken_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.lock"
    seize = lock._seize
    went: list[Path] = []

    def late(descriptor: int, alone: bool) -> bool:
        if not went:
            path.unlink()
            went.append(path)
        return seize(descriptor, alone)

    monkeypatch.setattr(lock, "_seize", late)
    ours = Lock(path)
    assert ours.is_at(path)
    with pytest.raises(Held):
        Lock(path)
    ours.release()


@pytest.mark.parametrize("again", [False, True])
def test_what_nobody_has_any_more_goes_to_the_last_resort(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    """A client put both files back while the disk was full: it said that the save had what was played."""
    evening = begin()
    path = evening.table.path
    older = {file: file.read_bytes() for file in (path, path.with_suffix(".journal"))}
    live = evening.do(hit(), count(1))
    evening.table.save()
    if again:
        evening.table.hold()
    for file, data in older.items():
        atomic.write(file, data)
    if again:
        live = evening.do(count(2))
        assert "in the save alone" in evening.table.trouble
        atomic.write(path, older[path])
        assert "in memory alone" in evening.table.trouble
    _filled(path.parent, monkeypatch)
    with pytest.raises(OSError, match="so the whole table is kept as"):
        evening.table.close()
    with open_table(evening.table.path) as found:
        assert found.path.is_relative_to(path.parent.with_name("last"))
        assert found.state == live


def test_undo_never_goes_by_a_journal_that_was_changed_in_place(begin: Begin) -> None:
    """One byte of an old line, of the same length: undo went to a table of long ago, without a word."""
    evening = begin()
    evening.do(hit(), count(1), count(2))
    evening.undo()
    evening.undo()
    evening.do(count(3), count(4))
    evening.table.close()
    again = Evening.open(evening.table.path)
    live = again.session.state
    log = again.table.path.with_suffix(".journal")
    _written_over(log, log.read_bytes().replace(b'"undo"', b'"undx"', 1))
    with pytest.raises(Refused, match="Earlier turns cannot be read now: another program replaced"):
        again.undo()
    assert again.session.state == live
    assert again.session.done == []
    assert "another program replaced" in again.session.unread
    again.table.close()
    with open_table(again.table.path) as found:
        assert found.state.counters == live.counters


def test_what_may_come_back_is_said_where_it_could_not_be_cut_off(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was an undo that the disk had refused, and nothing was said to be lost."""
    evening = begin()
    evening.do(hit(), count(1))
    for name in ("fsync", "ftruncate"):
        monkeypatch.setattr(os, name, refuse)
    with pytest.raises(OSError, match="Input/output error"):
        evening.undo()
    with pytest.raises(OSError, match="so nothing is lost, but what was refused last may count all the same"):
        evening.table.close()


def test_a_journal_that_is_known_to_be_changed_takes_no_more(begin: Begin, tmp_path: Path) -> None:
    """Turns that were played after a look at the history were gone with a kill, and the head said that all is saved."""
    evening = begin()
    evening.do(hit(), count(1))
    evening.table.close()
    again = Evening.open(evening.table.path)
    live = again.do(count(2), count(3))
    log = again.table.path.with_suffix(".journal")
    _written_over(log, log.read_bytes().replace(b'"value":1', b'"value":7', 1))
    assert len(again.session.done) == 2
    assert again.session.trouble.startswith("NOT SAVED: another program replaced, removed or changed the journal")
    with open_table(again.killed(tmp_path / "copy")) as found:
        assert found.state.counters == live.counters
    with pytest.raises(OSError, match="another program replaced, removed or changed the journal"):
        again.do(count(4))
    again.table.hold()
    live = again.do(count(5))
    with open_table(again.killed(tmp_path / "later")) as found:
        assert found.state.counters == live.counters
    again.table.close()
    with open_table(again.table.path) as found:
        assert found.state.counters == live.counters


@pytest.mark.parametrize("newer", [False, True])
def test_the_journal_is_looked_at_before_it_is_said_to_have_all(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, newer: bool
) -> None:
    """It was changed in place, and the disk took no save: every turn was said to be in it."""
    evening = begin()
    live = evening.do(hit(), count(1))
    path = evening.table.path
    log = path.with_suffix(".journal")
    old, new = (b'"wyrd_journal":2', b'"wyrd_journal":7') if newer else (b'"value":1', b'"value":7')
    _written_over(log, log.read_bytes().replace(old, new, 1))
    _filled(path.parent, monkeypatch)
    with pytest.raises(OSError, match="its files were replaced, so the whole table is kept as"):
        evening.table.close()
    with open_table(evening.table.path) as found:
        assert found.state == live


@pytest.mark.parametrize("spoilt", ["all", "the end"])
def test_a_journal_of_the_same_length_is_looked_at_before_each_turn(begin: Begin, tmp_path: Path, spoilt: str) -> None:
    """It was overwritten by zeros in its place, took turns that were shown as saved, and a kill lost them."""
    evening = begin()
    log, _ = _five_turns(evening)
    live = evening.session.state
    data = log.read_bytes()
    _written_over(log, bytes(len(data)) if spoilt == "all" else data[:-200] + bytes(200))
    with pytest.raises(OSError, match="another program replaced, removed or changed the journal"):
        evening.do(count(6))
    with open_table(evening.killed(tmp_path / "copy")) as found:
        assert found.state.counters == live.counters
    evening.table.close()
    assert "the save has what was played" in evening.table.tell()[-1]
    with open_table(evening.table.path) as found:
        assert found.state.counters == live.counters


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("moved", [False, True])
def test_a_journal_that_is_right_again_goes_on(begin: Begin, tmp_path: Path, held: bool, moved: bool) -> None:
    """It stayed refused, and turns in memory were sent elsewhere at the end, though all was as it had been."""
    evening = begin()
    evening.do(hit(), count(1))
    evening.table.close()
    again = Evening.open(evening.table.path)
    log = again.table.path.with_suffix(".journal")
    good = log.read_bytes()
    _written_over(log, good[:300])
    assert again.session.done == []
    if held:
        again.table.hold()
        again.do(count(2))
        assert again.table.unwritten == 1
    if moved:
        (tmp_path / "good").write_bytes(good)
        os.replace(tmp_path / "good", log)
    else:
        _written_over(log, good)
    live = again.do(count(3))
    again.table.keep()
    assert (again.table.trouble, again.table.unwritten) == ("", 0)
    again.table.close()
    with open_table(again.table.path) as found:
        assert (found.state, found.words) == (live, [])
