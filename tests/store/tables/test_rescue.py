"""Turns that a refusing disk has sent elsewhere are told of whenever the old table is opened."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import Evening, count, hit, small_table
from tests.trust.disk import Disk
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic, places
from wyrd_tui.store.tables import encounter, rescue, shelf
from wyrd_tui.store.tables.encounter import open_table
from wyrd_tui.store.tables.journal import Reading
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.lock import Lock

ELSEWHERE = "Turns that its disk refused are elsewhere: `wyrd "


@pytest.fixture
def last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the last resort."""
    (tmp_path / "last").mkdir()
    for module in (rescue, shelf):
        monkeypatch.setattr(module, "rescue_folders", lambda: [tmp_path / "last"])
    return tmp_path / "last"


@pytest.fixture
def rescued(tmp_path: Path, last: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[Path, State]]:
    """A closed table whose last turn went elsewhere: its old place, and what was shown."""

    def make() -> tuple[Path, State]:
        evening = Evening.new(folder=tmp_path / "tables")
        evening.do(hit(), count(1), count(2))
        path = evening.table.path
        write = os.write

        def refused(descriptor: int, data: bytes) -> int:
            if os.path.realpath(f"/proc/self/fd/{descriptor}").startswith(str(path.parent)):
                raise OSError(errno.ENOSPC, "No space left on device")
            return write(descriptor, data)

        with monkeypatch.context() as patch:
            patch.setattr(os, "write", refused)
            evening.table.hold()
            shown = evening.do(count(77))
            with pytest.raises(OSError, match="1 step could not be written, so the whole table is kept as"):
                evening.table.close()
        return path, shown

    return make


def told(path: Path) -> list[str]:
    with open_table(path) as table:
        return [word for word in table.words if word.startswith(ELSEWHERE)]


def test_the_word_leads_to_every_turn(rescued: Callable[[], tuple[Path, State]], last: Path) -> None:
    path, shown = rescued()
    (there,) = last.glob("wyrd-*/*.toml")
    assert told(path) == [f"{ELSEWHERE}{there}` opens the table with them."]
    with open_table(there) as table:
        assert table.state == shown


def test_it_is_told_where_the_disk_refuses_as_ever(
    rescued: Callable[[], tuple[Path, State]], last: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has a full stick still sees the older table there, and wants the way to the newer one."""

    def refused(*args: object) -> Lock:
        raise OSError(errno.EROFS, "Read-only file system")

    path, _ = rescued()
    monkeypatch.setattr(encounter, "Lock", refused)
    with open_table(path) as table:
        assert table.read_only
        assert table.words[-1].startswith(ELSEWHERE)


def test_it_is_told_where_the_files_cannot_be_brought_in_order(
    rescued: Callable[[], tuple[Path, State]], last: Path
) -> None:
    path, _ = rescued()
    log = path.with_suffix(".journal")
    log.write_bytes(log.read_bytes()[:-9])
    with Disk(path.parent, fail_at=2, error=errno.ENOSPC, lasting=True), open_table(path) as table:
        assert table.read_only.startswith("Its files cannot be brought in order")
        assert table.words[-1].startswith(ELSEWHERE)


def test_it_is_told_in_a_second_window(rescued: Callable[[], tuple[Path, State]], last: Path) -> None:
    path, _ = rescued()
    with open_table(path), open_table(path) as second:
        assert second.words[-1].startswith(ELSEWHERE)


def test_it_is_told_again_though_the_old_table_has_grown_since(rescued: Callable[[], tuple[Path, State]]) -> None:
    """It was known by its size, which the old one passes in an evening."""
    path, _ = rescued()
    evening = Evening.open(path)
    for number in range(60):
        evening.do(count(number))
    evening.table.close()
    assert told(path)


def test_where_the_old_folder_is_gone_it_is_listed_and_named(rescued: Callable[[], tuple[Path, State]]) -> None:
    """Whoever lost the terminal with the folder never read where the table is, and it was no table to anybody."""
    path, live = rescued()
    shutil.rmtree(path.parent)
    (found,) = shelf.tables()
    assert found.words[-1] == f"It lies in {found.path.parent}."
    for name in ("brass-orchid", str(path)):
        with pytest.raises(Refused, match="A table brass-orchid lies elsewhere: `wyrd ") as refusal:
            shelf.find(name)
        assert str(found.path) in str(refusal.value)
    with open_table(found.path) as table:
        assert table.state == live


def test_a_new_table_of_its_name_hides_it_from_nobody(rescued: Callable[[], tuple[Path, State]]) -> None:
    path, live = rescued()
    shutil.rmtree(path.parent)
    (found,) = shelf.tables()
    with encounter.create(small_table(), "brass-orchid") as new:
        assert {info.path for info in shelf.tables()} == {new.path, found.path}
        (word,) = shelf.missing("brass-orchid")
        assert word == f"A table brass-orchid lies elsewhere: `wyrd {found.path}` opens it."
    with open_table(found.path) as table:
        assert table.state == live


def test_what_lies_beside_such_a_folder_is_no_table(last: Path, home: Path) -> None:
    """A diary, a pipe and a backup were tables that a disk had refused."""
    for number, name in enumerate((".journal", "vim.journal", "...journal", "a pipe.journal", "a folder.journal")):
        folder = last / f"wyrd-{number}"
        folder.mkdir(0o700, parents=True)
        if number == 3:
            os.mkfifo(folder / name)
        elif number == 4:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(b"Dear diary,\n")
    evening = Evening.new(folder=last / "wyrd-backup")
    evening.table.close()
    (last / "wyrd-backup").chmod(0o755)
    assert shelf.tables() == []
    for name in ("", ".", "/", "a"):
        with pytest.raises(Refused, match="is no file, no live table and no scenario"):
            shelf.find(name)


def test_it_is_told_though_the_old_journal_is_lost(rescued: Callable[[], tuple[Path, State]]) -> None:
    path, _ = rescued()
    path.with_suffix(".journal").unlink()
    assert told(path)


def test_it_is_told_though_the_old_journal_could_not_be_taken_along(
    rescued: Callable[[], tuple[Path, State]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unread(self: JournalFile) -> Reading:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(JournalFile, "reading", unread)
        path, _ = rescued()
    assert told(path)


@pytest.mark.parametrize("data", [None, b"", b"\xff", b'{"table":"\xff"', b'{"crc":"00000000","seq":0,"table":"'])
def test_what_else_lies_there_hides_nothing_and_stops_nobody(
    rescued: Callable[[], tuple[Path, State]], last: Path, data: bytes | None
) -> None:
    """A stranger's archive that was unpacked as `wyrd-…` kept every table from being opened."""
    path, _ = rescued()
    for folder in ("wyrd-0", "wyrd-zzz"):
        (last / folder).mkdir()
        log = last / folder / "a.journal"
        if data is None:
            log.mkdir()
        else:
            log.write_bytes(data)
    assert len(told(path)) == 1


def test_who_plays_on_there_and_has_nothing_more_is_told_nothing(
    rescued: Callable[[], tuple[Path, State]], last: Path
) -> None:
    path, _ = rescued()
    (there,) = last.glob("wyrd-*/*.journal")
    shutil.copy(there, path.with_suffix(".journal"))
    assert told(path) == []


@pytest.mark.skipif(os.name != "posix", reason="other systems have no owners of this kind")
def test_what_others_lay_in_a_folder_for_everybody_is_not_told(
    rescued: Callable[[], tuple[Path, State]], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = rescued()
    monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)
    assert told(path) == []


def test_who_plays_in_memory_does_so_in_the_next_folder_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening.new(folder=tmp_path / "tables")
    evening.table.hold()
    evening.table.move(tmp_path / "next")

    def full(descriptor: int, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(atomic, "write_all", full)
        shown = evening.do(count(3))
        assert evening.table.unwritten
    evening.table.close()
    with open_table(evening.table.path) as table:
        assert table.state == shown


def test_a_folder_that_is_both_is_looked_at_once() -> None:
    """The home of a test is its folder for temporary files, too; each table there was told of twice."""
    assert places.rescue_folders() == [Path.home()]
