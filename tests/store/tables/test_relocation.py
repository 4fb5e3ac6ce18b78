"""Files that another program changes while their table is open: play goes on beside them, with everything."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import BEGAN, PlayedTable, act, count, hit, rename, saving, small_table
from wyrd_tui.engine.events import Staged
from wyrd_tui.engine.journal import Saving
from wyrd_tui.engine.state import Scene
from wyrd_tui.store.files import folders
from wyrd_tui.store.tables.opening import create_table, open_table

Mishap = Callable[[Path], None]


def replaced(log: Path) -> None:
    other = log.with_name("other.txt")
    other.write_bytes(b"{}\n")
    os.replace(other, log)


def emptied(log: Path) -> None:
    log.write_bytes(b"")


def halved(log: Path) -> None:
    os.truncate(log, log.stat().st_size // 2)


def lengthened(log: Path) -> None:
    with log.open("ab") as file:
        file.write(b"{}\n")


def rewritten(log: Path) -> None:
    data = log.read_bytes()
    log.write_bytes(data[:-9] + b"x" + data[-8:])


def removed(log: Path) -> None:
    log.unlink()


def both_removed(log: Path) -> None:
    log.unlink()
    log.with_suffix(".toml").unlink()


def linked(log: Path) -> None:
    log.rename(log.with_name("elsewhere"))
    log.symlink_to("elsewhere")


def a_folder(log: Path) -> None:
    log.unlink()
    log.mkdir()


MISHAPS = (replaced, emptied, halved, lengthened, rewritten, removed, both_removed, linked, a_folder)


@pytest.fixture
def evening(tmp_path: Path) -> PlayedTable:
    """A table of an earlier evening with two acts more, one of them undone."""
    with create_table(small_table(), "Night", folder=tmp_path / "t") as table:
        PlayedTable.at(table).do(hit(), count(1))
    again = PlayedTable.open(table.path)
    again.do(rename("Eli"), count(2))
    again.undo()
    return again


def content(path: Path) -> bytes | str:
    if path.is_symlink() or path.is_dir():
        return "no file"
    return path.read_bytes() if path.exists() else "nothing"


@pytest.mark.parametrize("mishap", MISHAPS)
@pytest.mark.parametrize("then", ["act", "undo", "redo", "save", "scene", "close"])
def test_everything_played_goes_on_beside_changed_files(evening: PlayedTable, mishap: Mishap, then: str) -> None:
    table, session = evening.table, evening.session
    log = table.path.with_suffix(".journal")
    mishap(log)
    there = content(log)
    match then:
        case "act":
            evening.do(count(3))
        case "undo":
            evening.undo()
        case "redo":
            evening.redo()
        case "save":
            table.save()
        case "scene":
            evening.do(act(Staged(Scene(4), 1)))
    done = [step.act for step in session.done]
    undone = [step.act for step in session.undone]
    live = session.state
    table.close()
    assert table.path == log.with_name("night-2.toml")
    what = "is gone" if mishap in (removed, both_removed) else "was changed by another program"
    assert table.tell() == [f"night.journal {what}. The table goes on as night-2, with everything that was played."]
    assert content(log) == there
    again = PlayedTable.open(table.path)
    assert again.table.words == []
    assert again.session.state == live
    assert [step.act for step in again.session.done] == done
    assert [step.act for step in again.session.undone] == undone
    assert again.undo(len(done)) == small_table()
    again.table.close()


def test_the_save_beside_changed_files_has_the_last_act(evening: PlayedTable) -> None:
    emptied(evening.table.path.with_suffix(".journal"))
    shown = evening.do(count(7))
    evening.table.release()
    evening.table.path.with_suffix(".journal").unlink()
    with open_table(evening.table.path) as again:
        assert again.state == shown


def test_the_same_bytes_in_its_place_are_gone_on_with(evening: PlayedTable) -> None:
    log = evening.table.path.with_suffix(".journal")
    copy = log.with_name("copy")
    shutil.copy(log, copy)
    os.replace(copy, log)
    live = evening.do(count(3))
    evening.table.close()
    assert evening.table.tell() == []
    assert evening.table.name == "night"
    with open_table(evening.table.path) as again:
        assert again.state == live


def test_two_programs_without_their_lock_part(evening: PlayedTable) -> None:
    path = evening.table.path
    path.with_suffix(".lock").unlink()
    other = PlayedTable.open(path)
    other.do(count(5))
    evening.do(count(3))
    other.do(count(6))
    assert (evening.table.name, other.table.name) == ("night-2", "night")
    for each in (evening, other):
        each.table.close()
        with open_table(each.table.path) as again:
            assert (again.state, again.words[1:]) == (each.session.state, [])
    assert not list(path.parent.glob("*.edited.*"))


def test_the_lock_moves_with_the_table(evening: PlayedTable) -> None:
    first = evening.table.path
    emptied(first.with_suffix(".journal"))
    evening.do(count(3))
    with open_table(evening.table.path) as second:
        assert second.read_only
    with open_table(first) as third:
        assert not third.read_only
    evening.table.close()


@pytest.fixture
def refuge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the last resort."""
    folder = tmp_path / "refuge"
    folder.mkdir()
    monkeypatch.setattr(folders, "rescue_folders", lambda: [folder])
    monkeypatch.setattr("wyrd_tui.store.tables.journal_file.rescue_folders", lambda: [folder])
    return folder


def test_a_missing_folder_moves_the_table_to_the_last_resort(evening: PlayedTable, refuge: Path) -> None:
    shutil.rmtree(evening.table.path.parent)
    live = evening.do(count(3))
    assert refuge in evening.table.path.parents
    (told,) = evening.table.tell()
    assert told.startswith("night.journal is gone. The table goes on as ")
    assert str(evening.table.path) in told
    evening.table.close()
    again = PlayedTable.open(evening.table.path)
    assert again.session.state == live
    assert again.undo(4) == small_table()
    again.table.close()


def test_an_act_that_no_folder_takes_has_not_happened(evening: PlayedTable, refuge: Path) -> None:
    live = evening.session.state
    shutil.rmtree(evening.table.path.parent)
    refuge.rmdir()
    with pytest.raises(OSError, match=r"night\.journal is gone, and no folder can be written"):
        evening.do(count(3))
    assert evening.session.state is live
    assert saving(evening) is Saving.REFUSED
    evening.table.hold()
    evening.do(count(3))
    assert saving(evening) is Saving.IN_MEMORY
    assert evening.table.reason.startswith("1 act in memory alone: night.journal is gone")
    with pytest.raises(OSError, match="Nothing is lost while the program runs"):
        evening.table.close()
    assert evening.table.open
    refuge.mkdir()
    evening.table.save()
    assert saving(evening) is Saving.ON_DISK
    evening.table.close()


def test_an_emptied_journal_keeps_the_table_open_without_a_folder(
    evening: PlayedTable, refuge: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    live = evening.session.state
    emptied(evening.table.path.with_suffix(".journal"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match=r"The table could not be written: .* Nothing is lost while the program runs"):
            evening.table.close()
    assert evening.table.open
    evening.table.close()
    with open_table(evening.table.path) as again:
        assert again.state == live


def test_acts_in_memory_reach_the_last_resort_at_the_end(
    evening: PlayedTable, refuge: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.table.hold()
    own = evening.table.path.parent

    def full(descriptor: int, data: bytes) -> int:
        if Path(os.readlink(f"/proc/self/fd/{descriptor}")).parent == own:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, data)

    write = os.write
    monkeypatch.setattr(os, "write", full)
    live = evening.do(count(3), count(4))
    with pytest.raises(OSError, match=r"2 acts could not be written: No space .* is kept as .*refuge"):
        evening.table.close()
    assert not evening.table.open
    with open_table(evening.table.path) as again:
        assert again.state == live


@pytest.mark.parametrize("change", ["edited", "replaced", "a folder", "removed"])
def test_a_save_changed_in_play_is_kept_aside(evening: PlayedTable, change: str) -> None:
    path = evening.table.path
    match change:
        case "edited":
            path.write_bytes(path.read_bytes().replace(b"number = 3", b"number = 9"))
        case "replaced":
            path.unlink()
            path.write_bytes(b"mine\n")
        case "a folder":
            path.unlink()
            path.mkdir()
        case "removed":
            path.unlink()
    there = content(path)
    evening.do(count(3))
    live = evening.session.state
    evening.table.close()
    told = [word for word in evening.table.tell() if "kept as night.edited.toml" in word]
    assert len(told) == (change != "removed")
    if told:
        assert content(path.with_name("night.edited.toml")) == there
    with open_table(path) as again:
        assert again.state == live
        assert again.words == []


@pytest.mark.parametrize(("later", "said"), [(-60, False), (0, True), (60, True)])
def test_an_older_file_is_not_named_as_the_newer_version(evening: PlayedTable, later: int, said: bool) -> None:
    old = evening.table.path
    emptied(old.with_suffix(".journal"))
    evening.do(count(5))
    evening.table.close()
    os.utime(old.with_suffix(".journal"), (BEGAN, BEGAN))
    os.utime(evening.table.path.with_suffix(".journal"), (BEGAN + later, BEGAN + later))
    with open_table(old) as again:
        assert any("night-2 is the newer version of this table" in word for word in again.words) is said


@pytest.mark.parametrize("mishap", [emptied, halved, replaced])
def test_the_old_name_says_under_which_the_table_went_on(evening: PlayedTable, mishap: Mishap) -> None:
    old = evening.table.path
    mishap(old.with_suffix(".journal"))
    evening.do(count(5))
    evening.table.close()
    assert evening.table.name == "night-2"
    with open_table(old) as again:
        assert any("night-2 is the newer version of this table" in word for word in again.words)
    with open_table(evening.table.path) as itself:
        assert itself.words == []


@pytest.mark.parametrize("first", [emptied, halved, removed, replaced])
@pytest.mark.parametrize("second", [emptied, halved, removed, replaced])
def test_files_that_are_changed_twice_lead_to_the_newest(evening: PlayedTable, first: Mishap, second: Mishap) -> None:
    old = evening.table.path
    for mishap in (first, second):
        mishap(evening.table.path.with_suffix(".journal"))
        shown = evening.do(count(5))
    evening.table.close()
    assert evening.table.name == "night-3"
    with open_table(old) as again:
        assert [word for word in again.words if "newer version" in word] == [
            "night-3 is the newer version of this table. Open night-3 to play on."
        ]
    with open_table(evening.table.path) as itself:
        assert (itself.state, itself.words) == (shown, [])


@pytest.mark.parametrize("mishap", [emptied, halved, replaced])
def test_a_name_leads_on_over_evenings_by_its_save(evening: PlayedTable, mishap: Mishap) -> None:
    """A journal that is spoilt names no table any more."""
    old = evening.table.path
    mishap(old.with_suffix(".journal"))
    evening.do(count(5))
    evening.table.close()
    second = PlayedTable.open(evening.table.path)
    mishap(second.table.path.with_suffix(".journal"))
    second.do(count(6))
    second.table.close()
    for path, newer in ((old, "night-2"), (evening.table.path, "night-2-2")):
        with open_table(path, read_only=True) as again:
            assert again.words
        with open_table(path) as again:
            assert any(f"{newer} is the newer version of this table" in word for word in again.words)
