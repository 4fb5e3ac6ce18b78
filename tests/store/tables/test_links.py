"""Links, pipes, folders and devices in the place of a table's files: nothing is followed or written through unasked."""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.store.acts import PlayedTable, count, hit, small_table
from wyrd_tui.store.files import fault, regular
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables import names, save
from wyrd_tui.store.tables.journal_file import claim_name
from wyrd_tui.store.tables.lock import name_holder
from wyrd_tui.store.tables.opening import create_table, open_table

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")

THEIRS = b"export PATH=/usr/bin\n"


@pytest.fixture(autouse=True)
def in_time() -> Iterator[None]:
    """Wake a program that waits for a pipe."""

    def late(number: int, frame: object) -> None:
        raise AssertionError("it waited")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A file of the user's that has nothing to do with any table."""
    path = tmp_path / "bashrc"
    path.write_bytes(THEIRS)
    return path


def link(path: Path, theirs: Path) -> None:
    path.symlink_to(theirs)


def dangling(path: Path, theirs: Path) -> None:
    path.symlink_to(theirs.with_name("nowhere"))


def endless(path: Path, theirs: Path) -> None:
    path.symlink_to("/dev/zero")


def pipe(path: Path, theirs: Path) -> None:
    os.mkfifo(path)


def folder(path: Path, theirs: Path) -> None:
    path.mkdir()


def huge(path: Path, theirs: Path) -> None:
    path.touch()
    os.truncate(path, 2**40)


Plant = Callable[[Path, Path], None]
PLANTS: tuple[Plant, ...] = (link, dangling, endless, pipe, folder)


def planted(place: Path, plant: Plant, theirs: Path) -> None:
    """Put something in the place of a file."""
    if os.path.lexists(place):
        place.unlink()
    plant(place, theirs)


def untouched(theirs: Path) -> bool:
    """Tell whether the user's file is as it was, and none was made beside it."""
    return theirs.read_bytes() == THEIRS and not theirs.with_name("nowhere").exists()


# ------------------------------------------------------------------ as it opens


# A save may be a link to a file, as the test after this one shows.
@pytest.mark.parametrize(
    ("suffix", "plant"),
    [
        (suffix, plant)
        for suffix in (".toml", ".journal", ".lock")
        for plant in PLANTS
        if (suffix, plant) != (".toml", link)
    ],
)
def test_links_folders_and_devices_are_refused_as_tables(path: Path, theirs: Path, suffix: str, plant: Plant) -> None:
    planted(path.with_suffix(suffix), plant, theirs)
    was = os.lstat(path.with_suffix(suffix))
    others = {name: data for name, data in plain(path.parent).items() if not name.endswith(suffix)}
    said = " ".join(told(path))
    assert "link" in said or "not a file" in said
    assert untouched(theirs)
    assert os.path.samestat(os.lstat(path.with_suffix(suffix)), was)
    assert {name: data for name, data in plain(path.parent).items() if name in others} == others
    assert not name_holder(path.with_suffix(".lock"))


def test_a_linked_save_is_read_and_never_written_through(path: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "elsewhere.toml"
    os.replace(path, theirs)
    data = theirs.read_bytes()
    path.symlink_to(theirs)
    for keep_the_journal in (True, False):
        if not keep_the_journal:
            path.with_suffix(".journal").unlink()
            path.unlink()
            path.symlink_to(theirs)
        with open_table(path) as table:
            assert not table.read_only
            assert "kept as" in " ".join(table.words)
        assert theirs.read_bytes() == data
        assert not path.is_symlink()


def test_a_link_to_a_save_is_kept_as_linked(path: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "elsewhere.toml"
    os.replace(path, theirs)
    path.symlink_to(theirs)
    with open_table(path) as table:
        assert table.words == ["night.toml as it was is kept as night.linked.toml."]
    assert path.with_name("night.linked.toml").readlink() == theirs


def told(path: Path) -> list[str]:
    """Sentences said as a table opens, or why it does not."""
    try:
        with open_table(path) as table:
            assert table.read_only
            return table.words
    except Unreadable as refused:
        return [str(refused)]


def plain(where: Path) -> dict[str, bytes]:
    """Read the files of a folder."""
    return {one.name: one.read_bytes() for one in where.iterdir() if stat.S_ISREG(os.lstat(one).st_mode)}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_new_table_goes_by_a_lock_that_is_none(home: Path, theirs: Path, plant: Plant) -> None:
    (home / "tables").mkdir(parents=True)
    plant(home / "tables" / "night.lock", theirs)
    with create_table(small_table(), "Night") as table:
        assert table.name == "night-2"
    assert untouched(theirs)


@pytest.mark.parametrize("data", [b"", THEIRS, b"12\nx", b"\0" * 300, b"4711\n"])
def test_locks_are_replaced_at_any_content(path: Path, data: bytes) -> None:
    lock = path.with_suffix(".lock")
    lock.write_bytes(data)
    lock.chmod(0)
    with open_table(path) as table:
        assert not table.read_only
        assert lock.read_bytes() == b"%d\n" % os.getpid()


def test_two_names_are_taken_by_links(home: Path, theirs: Path) -> None:
    (home / "tables").mkdir(parents=True)
    for name in ("night.toml", "night-2.journal"):
        dangling(home / "tables" / name, theirs)
    found, lock = claim_name(home / "tables", "night")
    lock.release()
    assert found.stem == "night-3"


# ------------------------------------------------------------------ while it is open


@pytest.mark.parametrize("plant", [*PLANTS, huge])
def test_a_save_replaced_by_something_else_is_put_aside(path: Path, theirs: Path, plant: Plant) -> None:
    with open_table(path) as table:
        live = PlayedTable.at(table).do(hit())
        planted(path, plant, theirs)
        was = os.lstat(path)
    assert untouched(theirs)
    assert "kept as night.edited.toml" in table.words[0]
    assert os.path.samestat(os.lstat(path.with_name("night.edited.toml")), was)
    assert stat.S_ISREG(os.lstat(path).st_mode)
    assert save.loads(path.read_bytes(), path) == live


# ------------------------------------------------------------------ older saves


@pytest.mark.parametrize("number", [1, 5])
@pytest.mark.parametrize("plant", [*PLANTS, huge])
def test_foreign_older_saves_stop_no_saving(path: Path, theirs: Path, plant: Plant, number: int) -> None:
    with open_table(path) as table:
        evening = PlayedTable.at(table)
        for number in range(names.GENERATIONS):
            evening.do(count(number))
            table.save()
        planted(names.generation_paths(path)[number - 1], plant, theirs)
        for number in range(names.GENERATIONS + 2):
            live = evening.do(count(10 + number))
            table.save()
        assert table.tell() == []
        assert not table.reason
    assert untouched(theirs)
    assert save.loads(path.read_bytes(), path) == live


def test_an_older_save_with_much_written_above_it_is_one(path: Path) -> None:
    path.write_text(f"{'# a note' * 2000}\n{path.read_text('utf-8')}", "utf-8")
    with open_table(path) as table:
        evening = PlayedTable.at(table)
        for number in range(4):
            evening.do(count(number))
            table.save()
        assert table.tell() == []
    assert not list(path.parent.glob("*.broken*"))


def test_a_new_table_avoids_names_with_older_saves(tmp_path: Path) -> None:
    left = tmp_path / "brass-orchid.3.toml"
    left.write_text("[table]\n", "utf-8")
    with create_table(small_table(), "Brass Orchid", folder=tmp_path) as table:
        assert table.name == "brass-orchid-2"
    assert left.read_text("utf-8") == "[table]\n"


def test_an_older_save_is_a_copy_without_hard_links(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    before = path.read_bytes()
    with open_table(path) as table:
        PlayedTable.at(table).do(count(9))
    assert names.generation_paths(path)[0].read_bytes() == before


# ------------------------------------------------------------------ what is read, and the account of a fault


def test_no_more_is_read_than_is_allowed(tmp_path: Path, theirs: Path) -> None:
    huge(tmp_path / "huge", theirs)
    with pytest.raises(regular.Unfit, match="larger than"):
        regular.read_regular(tmp_path / "huge", 100)
    assert regular.read_regular(theirs, len(THEIRS)) == THEIRS
    with pytest.raises(regular.Unfit, match="larger than"):
        regular.read_regular(theirs, len(THEIRS) - 1)
    (tmp_path / "link").symlink_to(theirs)
    assert regular.read_regular(tmp_path / "link", 100) == THEIRS
    with pytest.raises(regular.Unfit, match="this is a link"):
        regular.read_regular(tmp_path / "link", 100, linked=False)


@pytest.mark.parametrize("plant", PLANTS)
def test_the_account_of_a_fault_goes_into_a_file_alone(home: Path, theirs: Path, plant: Plant) -> None:
    (home / "tables").mkdir(parents=True)
    plant(home / "tables" / "fault.log", theirs)
    assert "could not be written" in fault.log_crash("What it was")
    assert untouched(theirs)
