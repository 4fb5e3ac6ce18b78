"""A disk that refuses costs no act and shows none that it did not keep."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import NO_DICE, PlayedTable, count, edit, files, hit, rename, saving, small_table
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.journal import Saving
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic
from wyrd_tui.store.tables import journal_lines
from wyrd_tui.store.tables.names import generation_paths
from wyrd_tui.store.tables.opening import create_table, open_table

Begin = Callable[[], PlayedTable]


def refuse(*args: object, **more: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("step", ["write", "fsync"])
def test_an_act_that_cannot_be_journaled_did_not_happen(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    evening = begin()
    live = evening.do(hit())
    before = files(evening.table.path.parent)
    monkeypatch.setattr(os, step, refuse)
    moves: tuple[Callable[[], State], ...] = (lambda: evening.do(count(1)), evening.undo)
    for move in moves:
        with pytest.raises(OSError, match="No space"):
            move()
    with pytest.raises(OSError, match="No space"):
        evening.table.save()
    monkeypatch.undo()
    assert evening.session.state is live
    after = files(evening.table.path.parent)
    assert {name: after[name] for name in before} == before
    evening.do(rename("Eli"))
    evening.table.close()
    with open_table(evening.table.path) as again:
        assert again.words == []
        assert again.state == evening.session.state


def test_saving_after_a_refused_act_tries_the_disk(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """The save has every act already, and `:save` says all the same whether the disk works again."""
    evening = begin()
    evening.do(hit())
    evening.table.save()
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refuse)
        with pytest.raises(OSError, match="No space"):
            evening.do(count(1))
        with pytest.raises(OSError, match="No space"):
            evening.table.save()
    assert evening.table.save() == evening.table.path
    assert saving(evening) is Saving.ON_DISK


@pytest.mark.parametrize("step", ["write", "flush_folder"])
def test_a_save_refused_repeatedly_names_no_other_program(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    evening = begin()
    older = generation_paths(evening.table.path)
    for _ in range(len(older) + 1):
        evening.do(count(1))
        evening.table.save()
    kept = [evening.table.path.read_bytes(), *(path.read_bytes() for path in older[:-1])]
    evening.do(count(1))
    with monkeypatch.context() as patch:
        patch.setattr(atomic, step, refuse)
        # A save that is there is not written again, though its folder could not be synced.
        for _ in range(len(older) if step == "write" else 1):
            with pytest.raises(OSError, match="No space"):
                evening.table.save()
        assert step != "write" or [path.read_bytes() for path in older] == kept, "it drops no older save"
    evening.table.save()
    assert evening.table.tell() == []
    assert not list(evening.table.path.parent.glob("*.edited.toml"))


def test_a_save_kept_aside_is_told_where_the_disk_refuses(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begin()
    evening.table.path.write_bytes(b"mine\n")
    evening.do(count(1))
    with monkeypatch.context() as patch:
        patch.setattr(atomic, "write", refuse)
        with pytest.raises(OSError, match="No space"):
            evening.table.save()
    assert any(f"kept as {evening.table.name}.edited.toml" in word for word in evening.table.tell())


def test_an_act_refused_once_is_cut_off_at_once(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begin()
    log = evening.table.path.with_suffix(".journal")
    before, calls, real = log.read_bytes(), list[str](), os.ftruncate

    def sync(number: int) -> None:
        calls.append("sync")
        if len(calls) == 1:
            refuse()

    def cut(number: int, size: int) -> None:
        calls.append("cut")
        real(number, size)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "ftruncate", cut)
    with pytest.raises(OSError, match="No space"):
        evening.do(hit())
    assert log.read_bytes() == before
    assert calls == ["sync", "cut", "sync"], "the cut must outlast a power cut, too"


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_a_failed_save_loses_nothing_and_frees_the_table(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    evening = begin()
    live = evening.do(hit())
    monkeypatch.setattr(os, step, refuse)
    with pytest.raises(OSError, match="No space"):
        evening.table.close()
    monkeypatch.undo()
    again = PlayedTable.open(evening.table.path)
    assert not again.table.read_only
    assert again.session.state == live
    assert again.undo() == small_table()
    again.table.close()


def test_a_table_that_cannot_be_made_leaves_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic, "write", refuse)
    with pytest.raises(OSError, match="No space"):
        create_table(small_table(), "x")
    assert not list((home / "tables").iterdir())


def test_a_table_that_cannot_be_mended_opens_for_reading(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.close()
    edit(evening.table.path, "number = 3", "number = 4")
    monkeypatch.setattr(os, "fsync", refuse)
    again = PlayedTable.open(evening.table.path)
    assert "Nothing can be written there: No space left on device" in again.table.read_only
    assert again.session.state.scene.number == 4
    with pytest.raises(Refused):
        again.undo()
    again.table.close()
    monkeypatch.undo()
    third = PlayedTable.open(evening.table.path)
    assert not third.table.read_only
    assert third.undo().scene.number == 3
    third.table.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_opens_for_reading(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    evening.table.path.with_suffix(".lock").unlink()
    evening.table.path.parent.chmod(0o500)
    try:
        with open_table(evening.table.path) as again:
            assert "Nothing can be written there" in again.read_only
    finally:
        evening.table.path.parent.chmod(0o700)


def test_read_only_on_request_writes_nothing(begin: Begin) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.close()
    edit(evening.table.path, "number = 3", "number = 4")
    evening.table.path.with_suffix(".lock").unlink()
    folder = evening.table.path.parent
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with open_table(evening.table.path, read_only=True) as table:
        session = table.session(dice=NO_DICE)
        assert [step.act.title for step in session.done] == ["Elias takes 1 damage (hit)", "Edited by hand"]
        assert session.done[-1].after == table.state
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_the_journal_file_is_for_its_owner_alone(begin: Begin) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.save()
    for path in evening.table.path.parent.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600, path


def test_a_table_that_cannot_move_leaves_the_new_name_free(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = begin()
    evening.do(hit())
    other = tmp_path / "a" / "stick"
    before = len(os.listdir("/proc/self/fd"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        with pytest.raises(OSError, match="No space"):
            evening.table.move(other)
    assert len(os.listdir("/proc/self/fd")) == before
    assert not list(other.iterdir())
    evening.table.move(other)
    assert evening.table.path == other / evening.table.path.name
    assert [path.stat().st_mode & 0o777 for path in (other, other.parent)] == [0o700, 0o700]


def test_an_undo_in_memory_alone_is_warned_of(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.hold()
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refuse)
        evening.undo()
        assert saving(evening) is Saving.IN_MEMORY
        assert evening.table.reason.startswith("the last undo or redo in memory alone: No space")
        with pytest.raises(OSError, match=r"The last undo or redo could not be written: .* Nothing is lost while"):
            evening.table.close()
        evening.redo()
        evening.do(count(1))
        evening.undo()
        assert evening.table.reason.startswith("1 act in memory alone: No space")
    evening.table.close()


def test_acts_in_memory_alone_can_all_be_taken_back(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wyrd_tui.engine.session.STEPS_IN_MEMORY", 2)
    evening = begin()
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refuse)
        evening.table.hold()
        evening.do(*(count(number) for number in range(1, 9)))
        assert evening.undo(8).counters == {}
    evening.redo(8)
    assert saving(evening) is Saving.ON_DISK
    evening.table.close()


def test_an_act_too_large_is_refused_while_acts_are_held(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory holds acts that the disk refuses; one too large for a line would be shown and never be written."""
    evening = begin()
    live = evening.do(hit())
    evening.table.hold()
    with monkeypatch.context() as patch:
        patch.setattr(journal_lines, "LONGEST_LINE", 40)
        with pytest.raises(Refused, match="The act is too large"):
            evening.do(count(1))
    assert evening.session.state is live
    with open_table(evening.killed(tmp_path / "killed")) as again:
        assert (again.state, again.words) == (live, [])


def test_an_interrupted_act_leaves_no_trace(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begin()
    live = evening.do(hit())
    write = os.write

    def interrupted(descriptor: int, data: bytes) -> int:
        write(descriptor, data[:9])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            evening.do(count(1))
    assert evening.session.state is live
    after = evening.do(count(2))
    evening.table.close()
    with open_table(evening.table.path) as again:
        assert (again.state, again.words) == (after, [])


@pytest.mark.parametrize("failing", [1, 2])
def test_half_a_line_is_cut_off_after_a_failure(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    evening = begin()
    evening.do(hit())
    write = os.write

    def half(descriptor: int, data: bytes) -> int:
        write(descriptor, data[: len(data) // 2])
        refuse()
        return 0

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", half)
        patch.setattr(os, "ftruncate", refuse)
        for _ in range(failing):
            with pytest.raises(OSError, match="No space"):
                evening.do(count(1))
    live = evening.do(count(2))
    assert evening.table.path.with_suffix(".journal").read_bytes().endswith(b"}\n")
    with open_table(evening.killed(tmp_path / "killed")) as again:
        assert (again.state, again.words) == (live, [])
    evening.table.close()
    assert evening.table.name == "brass-orchid"
