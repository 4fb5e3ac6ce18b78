"""The list of live tables, and the folders."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import PlayedTable, count, edit, hit
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import fault, folders
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables import listing, names
from wyrd_tui.store.tables.listing import list_tables
from wyrd_tui.store.tables.lock import Lock, LockHeld, name_holder
from wyrd_tui.store.tables.names import find_file, is_table, scenarios_here
from wyrd_tui.store.tables.opening import open_table

Begin = Callable[[], PlayedTable]


def _with_an_older_save(begin: Begin) -> tuple[PlayedTable, State]:
    """A table that was saved twice, and what was on it the first time."""
    evening = begin()
    live = evening.do(hit())
    evening.table.save()
    evening.do(count(1))
    evening.table.close()
    return evening, live


def test_tables_are_listed_last_changed_first(begin: Begin) -> None:
    one, two = begin(), begin()
    one.do(hit(), count(1))
    one.undo()
    two.do(count(1))
    two.table.close()
    log = one.table.path.with_suffix(".journal")
    os.utime(log, (2e9, 2e9))
    first, second = list_tables()
    assert (first.path.stem, first.title) == ("brass-orchid", "Flight from the Tower")
    assert first.progress.endswith(" · played on since"), "the scene of the save may be over"
    assert second.progress == "scene 3 · engine room"
    three = begin()
    three.do(count(1))
    three.table.save()
    three.undo()
    three.do(count(2))
    (progress,) = [info.progress for info in list_tables() if info.path.stem == "brass-orchid-3"]
    assert progress.endswith(" · played on since"), "the acts are as many, but others"
    assert (first.acts, first.when, first.locked, first.words) == (1, 2e9, True, ())
    assert (second.path.stem, second.acts, second.locked) == ("brass-orchid-2", 1, False)


def test_a_table_with_one_file_is_listed_with_a_word(begin: Begin) -> None:
    one, two, three = begin(), begin(), begin()
    for evening in (one, two, three):
        evening.do(hit())
        evening.table.close()
    one.table.path.unlink()
    two.table.path.with_suffix(".journal").unlink()
    three.table.path.write_bytes(b"[tabl")
    found = {info.path.stem: info for info in list_tables()}
    assert found["brass-orchid"].words == ("The save is missing; the journal has the table.",)
    assert found["brass-orchid-2"].words == ("The journal is missing, so no act can be undone.",)
    assert found["brass-orchid-3"].words == ("The save cannot be read as it is.",)
    assert [info.acts for info in found.values()] == [1, 1, 1]
    assert sorted(info.title for info in found.values()) == ["Flight from the Tower", "brass-orchid", "brass-orchid-3"]


def test_other_files_beside_tables_are_not_listed(begin: Begin) -> None:
    evening = begin()
    for number in range(3):
        evening.do(count(number))
        evening.table.save()
    folder = evening.table.path.parent
    for name in ("brass-orchid.broken.toml", "brass-orchid.torn.journal", "notes.txt", ".x.toml.1-1.tmp"):
        (folder / name).write_bytes(b"x")
    (folder / "a folder.toml").mkdir()
    found = {info.path.stem: info.words for info in list_tables()}
    assert set(found) == {"brass-orchid", "a folder"}
    assert found["a folder"]


def test_without_a_folder_there_are_no_tables() -> None:
    assert list_tables() == []


def test_a_save_is_told_from_a_scenario(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    assert is_table(evening.table.path)
    assert is_table(evening.table.path.with_suffix(".journal"))
    (tmp_path / "s.toml").write_text('title = "Flight"\n[rules]\n')
    assert not is_table(tmp_path / "s.toml")
    assert not is_table(tmp_path / "none.toml")


def test_a_save_with_a_spoilt_head_is_a_table(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    edit(evening.table.path, "[table]", "[tabel]")
    assert is_table(evening.table.path)
    evening.table.path.unlink()
    assert is_table(evening.table.path)


@pytest.mark.parametrize("file", [b"", bytes(3000), b"\xff" * 3000, None], ids=["empty", "zero", "no text", "gone"])
def test_an_older_save_of_damaged_files_is_named(begin: Begin, tmp_path: Path, file: bytes | None) -> None:
    """A table whose files are damaged names its older save, in the list and as it is opened."""
    evening, live = _with_an_older_save(begin)
    path = evening.table.path
    assert not is_table(path.with_name("beside.toml"))
    for one in (path, path.with_suffix(".journal")):
        one.unlink() if file is None and one == path else one.write_bytes(file or b"")
    assert is_table(path)
    (found,) = list_tables()
    assert found.acts is None
    assert found.words[-1] == "An older save exists: brass-orchid.1.toml."
    with pytest.raises(
        Unreadable, match=r"An older save exists: `wyrd .*brass-orchid\.1\.toml` begins a table with it"
    ):
        open_table(find_file("brass-orchid"))
    with open_table(path.with_name("brass-orchid.1.toml")) as again:
        assert again.state == live


@pytest.mark.parametrize("old", [b"[table]", b"seal"])
def test_no_flipped_bit_makes_a_save_a_scenario(begin: Begin, old: bytes) -> None:
    evening, live = _with_an_older_save(begin)
    path = evening.table.path
    path.with_suffix(".journal").unlink()
    path.write_bytes(path.read_bytes().replace(old, bytes([old[0] ^ 8]) + old[1:], 1))
    assert is_table(find_file("brass-orchid"))
    if old == b"seal":
        with open_table(path) as again:
            assert again.state == evening.session.state
    else:
        with pytest.raises(Unreadable, match="An older save exists"):
            open_table(path)
        with open_table(path.with_name("brass-orchid.1.toml")) as older:
            assert older.state == live


@pytest.mark.parametrize("beside", ["an older save", "a chapter"])
@pytest.mark.parametrize(
    "text",
    ['title = "Flight"\n', '"title" = "Flight"\n', '\ufefftitle = "Flight"\n'],
    ids=["plain", "quoted", "marked"],
)
def test_a_titled_scenario_is_no_table_wherever_it_lies(begin: Begin, tmp_path: Path, beside: str, text: str) -> None:
    evening = begin()
    for number in (1, 2):
        evening.do(count(number))
        evening.table.save()
    evening.table.close()
    path = tmp_path / "campaign.toml"
    path.write_text(text, "utf-8")
    older = names.generation_paths(evening.table.path)[0].read_bytes() if beside == "an older save" else text.encode()
    names.generation_paths(path)[0].write_bytes(older)
    assert not is_table(path)


@pytest.mark.parametrize("kept", [1, 60, 205, "late"])
def test_damaged_save_is_still_known_as_a_table(begin: Begin, kept: int | str) -> None:
    """A save without its journal is known as a table when cut off, or with many comment lines at its head."""
    evening = begin()
    for number in range(3):
        evening.do(count(number))
        evening.table.save()
    evening.table.close()
    path = evening.table.path
    path.with_suffix(".journal").unlink()
    data = path.read_bytes()
    path.write_bytes(data[:kept] if isinstance(kept, int) else b"# What we play on Fridays, and why.\n" * 300 + data)
    assert is_table(path)


def test_a_missing_current_folder_fails_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert not is_table(Path("x.toml"))


def test_a_journal_is_never_a_scenario(tmp_path: Path) -> None:
    kept = tmp_path / "friday.broken.journal"
    kept.write_bytes(bytes(100))
    assert is_table(kept)
    assert not is_table(tmp_path / "none.journal")


def test_table_is_one_by_every_path(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folders.tables_folder()
    folder.mkdir(parents=True)
    (folder / "friday.toml").write_bytes(b"")
    monkeypatch.chdir(folder)
    assert is_table(Path("friday.toml"))


@pytest.mark.parametrize("name", ["a" * 250, "Ж" * 124 + "aa"])
def test_no_name_is_too_long_to_be_listed(begin: Begin, name: str) -> None:
    """A file with a name of the greatest length is listed, and the other tables with it."""
    evening = begin()
    evening.table.close()
    path = evening.table.path.with_name(f"{name}.toml")
    path.write_bytes(bytes(100))
    assert {info.path for info in list_tables()} == {path, evening.table.path}
    assert is_table(path)


@pytest.mark.parametrize("acts", [f"0x{'F' * 7900}", "-1", "1_000_000_000_001"])
def test_an_impossible_number_of_acts_stops_no_list(home: Path, acts: str) -> None:
    """The start screen could not be drawn any more, until the file was removed."""
    path = folders.tables_folder() / "hex.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'[table]\nformat = 2\ntitle = "Hex"\nacts = {acts}\n', "utf-8")
    (found,) = list_tables()
    assert found.acts is None
    assert "The save cannot be read as it is." in found.words


def test_the_older_save_of_a_missing_table_is_named(begin: Begin) -> None:
    evening = begin()
    path = evening.table.path
    for number in range(3):
        evening.do(count(number))
        evening.table.save()
    evening.table.close()
    for file in (path, path.with_suffix(".journal")):
        file.unlink()
    older = path.with_name("brass-orchid.1.toml")
    for name, said in ((str(path), f"There is no file {path}."), ("Brass Orchid", "The table brass-orchid is gone.")):
        with pytest.raises(Refused) as refusal:
            find_file(name)
        assert str(refusal.value) == f"{said} An older save exists: `wyrd {older}` begins a table with it."
    with open_table(older) as again:
        assert again.state.counters


def test_files_are_found_by_name(begin: Begin, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = home / "scenarios" / "Night_Ferry.toml"
    own.parent.mkdir(parents=True)
    own.write_text('title = "Night Ferry"')
    assert find_file("Night_Ferry") == find_file("night ferry") == find_file("night-ferry") == own
    # A file here goes before, but a folder is no scenario.
    (tmp_path / "Night_Ferry").mkdir()
    assert find_file("Night_Ferry") == own
    evening = begin()
    evening.table.close()
    evening.table.path.unlink()
    assert find_file("brass-orchid") == evening.table.path
    for wrong in ("tmp", "none.toml", "", "..", "no such thing"):
        with pytest.raises(Refused):
            find_file(wrong)


def test_scenarios_of_the_current_folder_are_listed_and_found(
    begin: Begin, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = begin()
    evening.table.close()
    here = tmp_path / "prep"
    here.mkdir()
    monkeypatch.chdir(here)
    (here / "glass-heir.toml").write_text('# mine\ntitle = "The Glass Heir"\n[rules]\n')
    (here / "pyproject.toml").write_text('[project]\ntitle = "No scenario"\n')
    (here / "copied.toml").write_bytes(evening.table.path.read_bytes())
    (here / "a folder.toml").mkdir()
    assert scenarios_here() == [here / "glass-heir.toml"]
    assert find_file("glass heir") == here / "glass-heir.toml"
    with pytest.raises(Refused, match=r"Did you mean glass-heir\?"):
        find_file("glas-heir")
    monkeypatch.chdir(home / "tables")
    assert scenarios_here() == []


def test_an_account_of_a_fault_is_added_to_the_log(home: Path) -> None:
    path = home / "tables" / "fault.log"
    assert str(path) in fault.log_crash("one")
    fault.log_crash("two \ud800")
    assert path.read_text("utf-8").splitlines()[1:] == ["one", path.read_text("utf-8").splitlines()[2], "two \\ud800"]
    path.unlink()
    path.mkdir()
    assert "could not be written" in fault.log_crash("three")


def test_a_lock_is_one_programs_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    assert not name_holder(path)
    lock = Lock(path)
    assert name_holder(path)
    with pytest.raises(LockHeld, match=f"process {os.getpid()}"):
        Lock(path)
    lock.release()
    lock.release()
    assert not name_holder(path)
    Lock(path).release()


def test_one_variable_moves_every_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert folders.tables_folder() == home / "tables"
    assert folders.scenarios_folder() == home / "scenarios"
    assert folders.config_folder() == home / "config"
    assert folders.own_scenarios() == []
    monkeypatch.delenv("WYRD_HOME")
    assert folders.tables_folder().name == "tables"
    assert folders.config_folder().is_absolute()


def test_shipped_scenarios_are_found() -> None:
    assert "flight-from-the-tower" in [path.stem for path in folders.shipped_scenarios()]


@pytest.mark.parametrize("size", [0, 1, 16_200, 16_384, 50_000])
@pytest.mark.parametrize("torn", [b"", b"{", b"x" * 16_384, b"y" * 40_000], ids=len)
def test_the_last_act_is_found_behind_long_lines(begin: Begin, tmp_path: Path, size: int, torn: bytes) -> None:
    evening = begin()
    evening.do(hit(), count(1), count(2))
    path = evening.killed(tmp_path / "copy")
    with path.with_suffix(".journal").open("ab") as file:
        file.write(b'{"crc":"00000000","seq":9,"undo":3,"x":"' + b"x" * size + b'"}\n' + torn)
    (info,) = list_tables(path.parent)
    assert (info.acts, info.words) == (2, ())


def test_a_glance_at_a_journal_keeps_one_block(home: Path) -> None:
    """Reading the last act of a journal keeps at most one block in memory, even without line ends."""
    folder = home / "tables"
    folder.mkdir(parents=True)
    (folder / "t.journal").write_bytes(b'{"crc":"00000000","seq":0,' + b"x" * 9 * 2**20)
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"^$"):
            listing._count_acts(folder / "t.journal", 0)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()
    (info,) = list_tables()
    assert info.words[-1] == "The journal cannot be read."


def test_a_lone_journal_is_listed_by_its_name(home: Path) -> None:
    folder = home / "tables"
    folder.mkdir(parents=True)
    line = b'{"crc":"00000000","seq":0,"wyrd_journal":2,"table":"abc","state":{"title":"T"}}\n'
    (folder / "t.journal").write_bytes(line + b"x" * 2**20)
    (info,) = list_tables()
    assert (info.title, info.words) == ("t", ("The save is missing; the journal has the table.",))
