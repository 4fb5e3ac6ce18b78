"""Words at the closing of a table whose disk refuses, and of a window that looks on."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trust.disk import Disk
from tests.trust.story import LINES, make_table, say, sit
from wyrd_tui import launch
from wyrd_tui.launch import OpenTable, farewell
from wyrd_tui.store.tables import journal_file, save
from wyrd_tui.store.tables.opening import open_table
from wyrd_tui.store.tables.table import Table

FULL = "No space left on device"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """The disk that it lies on."""
    with Disk(tmp_path / "tables") as disk:
        yield disk


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: Disk) -> Table:
    """A table with an act, and no folder to go to from it."""
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    monkeypatch.setattr(journal_file, "rescue_folders", list)
    table = make_table(tmp_path / "tables")
    say(sit(table), LINES[0])
    return table


def evening_of(table: Table) -> OpenTable:
    evening = OpenTable()
    evening.take(table)
    return evening


def ill(disk: Disk) -> None:
    """Refuse everything from now on."""
    disk.error, disk.lasting, disk.fail_at = errno.ENOSPC, True, disk.calls + 1


def test_lost_acts_are_counted_and_the_rest_named(table: Table, disk: Disk) -> None:
    ill(disk)
    table.hold()
    for line in LINES[1:3]:
        say(sit(table), line)
    evening = evening_of(table)
    evening.last()
    lost, back = evening.messages()
    assert lost == "LOST: 2 acts in memory alone: No space left on device."
    assert back == "`wyrd brücke` opens the table as it was last saved."
    assert not farewell(evening.closed)


def test_nothing_is_promised_of_a_table_that_is_gone(table: Table, disk: Disk) -> None:
    evening = evening_of(table)
    for file in table.path.parent.iterdir():
        file.unlink()
    ill(disk)
    evening.last()
    (lost,) = evening.messages()
    assert lost.startswith("LOST: brücke.journal is gone, and no folder can be written: ")


def test_a_refused_save_is_not_called_saved(table: Table, disk: Disk) -> None:
    evening = evening_of(table)
    ill(disk)
    evening.last()
    assert evening.messages() == [
        f"The save could not be written: {FULL}. Every act is in the journal, so nothing is lost."
    ]
    assert farewell(evening.closed) == ["`wyrd brücke` brings this table back."]
    assert evening.refused


def test_a_later_move_is_told_after_a_refusal(table: Table, disk: Disk, tmp_path: Path) -> None:
    evening = evening_of(table)
    ill(disk)
    evening.put_away()
    disk.cure()
    evening.messages()
    evening.take(open_table(table.path))
    assert evening.table is not None
    evening.table.move(tmp_path / "stick")
    evening.put_away()
    assert f"The table is now {tmp_path / 'stick' / 'brücke.toml'}." in evening.messages()


def test_a_bug_in_closing_releases_the_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def bug(*args: object, **more: object) -> bytes:
        raise ZeroDivisionError

    evening = evening_of(table)
    with monkeypatch.context() as broken:
        broken.setattr(save, "dumps", bug)
        with pytest.raises(ZeroDivisionError):
            evening.last()
    with open_table(table.path) as again:
        assert not again.read_only
        assert again.state.acts == 1


def test_a_second_window_survives_unreadable_files(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evening_of(open_table(table.path))
    looked = evening.table
    real = Path.stat

    def refuse(path: Path, **more: bool) -> object:
        if path.parent == table.path.parent:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, **more)

    with monkeypatch.context() as shut:
        shut.setattr(Path, "stat", refuse)
        shut.setattr("wyrd_tui.store.tables.opening.read_table", refuse)
        assert evening.refresh() is None
    assert evening.table is looked
    say(sit(table), LINES[1])
    fresh = evening.refresh()
    assert fresh is not None
    assert fresh[0].state.acts == 2
    table.close()


def test_a_refusal_is_told_in_a_sentence() -> None:
    assert launch._sentence(OSError(errno.ESTALE, "another program has it")) == "Another program has it."
