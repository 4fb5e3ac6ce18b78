"""A journal that has to begin anew, and files that are put back: at no instant is anything lost that was shown."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from tests.store.acts import Evening, count, files, hit
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic
from wyrd_tui.store.tables import mending, rescue
from wyrd_tui.store.tables.encounter import create, open_table
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.lock import Lock
from wyrd_tui.store.tables.table import Table


class Killed(BaseException):
    """The end, at an instant of the test's choice."""


def spoilt(folder: Path) -> tuple[Path, State]:
    """A killed table whose journal has more than its save, and a damaged first line; and what was shown."""
    evening = Evening.new(folder=folder / "first")
    evening.do(count(1))
    evening.table.save()
    shown = evening.do(count(2), count(3))
    path = evening.killed(folder / "killed")
    evening.table.close()
    log = path.with_suffix(".journal")
    data = bytearray(log.read_bytes())
    data[10] ^= 1
    log.write_bytes(data)
    return path, shown


def _full(path: Path, data: bytes) -> None:
    raise OSError(errno.ENOSPC, "No space left on device", str(path))


@pytest.mark.parametrize("at", ["beginning", "_kept", "begin"])
def test_killed_while_a_journal_begins_anew_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """The new journal had an id of its own before the save had it, and then the save was the older one."""
    path, shown = spoilt(tmp_path)

    def killed(*args: object, **more: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(JournalFile if at == "beginning" else mending, at, killed)
        with pytest.raises(Killed):
            open_table(path)
    for _ in range(2):
        with open_table(path) as table:
            assert not table.read_only
            assert table.state == shown


def test_killed_once_a_journal_has_begun_anew_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, shown = spoilt(tmp_path)

    def killed(self: Table, journal: JournalFile) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Table, "_note", killed)
        with pytest.raises(Killed):
            open_table(path)
    with open_table(path) as table:
        assert (table.state, table.words) == (shown, [])


def test_where_the_save_is_refused_no_journal_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three turns more were played, shown, and gone after a kill, since the save was another table's by then."""
    path, shown = spoilt(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(atomic, "write", _full)
        before = [path.read_bytes(), path.with_suffix(".journal").read_bytes()]
        with open_table(path) as table:
            assert "Its files cannot be brought in order: No space left on device" in table.read_only
            assert table.state == shown
        assert [path.read_bytes(), path.with_suffix(".journal").read_bytes()] == before
    with open_table(path) as table:
        assert (table.state, table.read_only) == (shown, "")


def test_a_save_that_is_refused_is_put_back_by_the_next_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock of the first try was kept by nobody, and kept out every later one."""
    evening = Evening.new(folder=tmp_path / "tables")
    table, shown = evening.table, evening.do(hit(), count(1))
    shutil.rmtree(table.path.parent)
    table.path.parent.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(atomic, "write", _full)
        with pytest.raises(OSError, match="No space left on device"):
            table.keep()
    table.keep()
    evening.do(count(2))
    table.close()
    again = Evening.open(table.path)
    assert again.undo() == shown
    again.table.close()


def test_a_folder_that_is_gone_is_not_made_anew_where_it_was(tmp_path: Path) -> None:
    """It may be a stick that was pulled out: what were written below its name would be hidden once it is back."""
    evening = Evening.new(folder=tmp_path / "tables")
    table = evening.table
    evening.do(hit())
    shutil.rmtree(table.path.parent)
    with pytest.raises(OSError, match="the folder is gone; bring it back and :save, :save FOLDER goes else"):
        table.keep()
    assert not table.path.parent.exists()
    assert "the folder is gone" in table.trouble
    table.path.parent.mkdir()
    table.keep()
    assert (table.trouble, table.tell()) == (
        "",
        ["brass-orchid.journal was gone; it is there again, with every turn."],
    )
    table.close()


@pytest.mark.parametrize("instead", ["file", "ring"])
def test_a_folder_that_became_something_else_sends_the_table_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, instead: str
) -> None:
    """It passed for being there, so all was said to be in the journal, and nothing was."""
    (tmp_path / "last").mkdir()
    monkeypatch.setattr(rescue, "rescue_folders", lambda: [tmp_path / "last"])
    evening = Evening.new(folder=tmp_path / "tables")
    table, shown = evening.table, evening.do(hit(), count(4))
    folder = table.path.parent
    shutil.rmtree(folder)
    if instead == "file":
        folder.write_text("")
    else:
        folder.symlink_to(folder)
    with pytest.raises(OSError, match="its files are gone, so the whole table is kept as") as refused:
        table.close()
    assert ":save" not in str(refused.value), "that can be given no more"
    assert "what has the name of the folder is none; its files" in str(refused.value)
    with open_table(table.path) as again:
        assert again.state == shown


def test_a_removed_journal_is_gone_though_its_folder_cannot_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening.new(folder=tmp_path / "tables")
    evening.do(hit())
    journal = evening.table._journal
    assert journal is not None
    real = os.lstat

    def refused(path: str | os.PathLike[str], **more: object) -> os.stat_result:
        if str(path).endswith(".journal"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "lstat", refused)
        assert journal.place() == "ours"
        journal.path.unlink()
        assert journal.place() == "nothing"
    evening.table.keep()
    evening.table.close()


def test_no_file_of_a_table_that_came_in_between_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name was free for an instant before what was left of a refused beginning had gone."""
    others: list[Table] = []
    release = Lock.release

    def another(self: Lock) -> None:
        release(self)
        if not others:
            monkeypatch.undo()
            others.append(Evening.new(folder=tmp_path).table)

    monkeypatch.setattr(atomic, "write", _full)
    monkeypatch.setattr(Lock, "release", another)
    with pytest.raises(OSError, match="No space left"):
        create(State("Brass Orchid"), folder=tmp_path)
    assert {"brass-orchid.toml", "brass-orchid.journal"} <= set(os.listdir(tmp_path))
    others[0].close()


@pytest.mark.parametrize("second_names", [True, False])
def test_a_table_that_an_older_save_gives_back_has_its_name_at_every_instant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, second_names: bool
) -> None:
    """The spoilt save was moved away first, and with a refusal then nothing was left that had the table's name."""
    evening = Evening.new(folder=tmp_path / "first")
    older = evening.do(count(1))
    evening.table.save()
    evening.do(count(2))
    evening.table.save()
    path = evening.killed(tmp_path / "killed")
    evening.table.close()
    path.with_suffix(".journal").unlink()
    path.write_text("saved = =")
    before = files(path.parent)
    with monkeypatch.context() as patch:
        if not second_names:
            patch.setattr(os, "link", lambda *names, **more: (_ for _ in ()).throw(PermissionError(1, "no")))
        write = atomic.write
        patch.setattr(atomic, "write", lambda file, data: _full(file, data) if file == path else write(file, data))
        with open_table(path) as table:
            assert "No space left on device" in table.read_only
            assert table.state.counters == older.counters
    assert files(path.parent) == before
    with open_table(path) as table:
        assert (table.state.counters, table.read_only) == (older.counters, "")
        assert "kept as brass-orchid.broken.toml" in " ".join(table.words)
    assert path.with_suffix(".broken.toml").read_text() == "saved = ="
    assert len(list(path.parent.glob("*.broken*"))) == 1
