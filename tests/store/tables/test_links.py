"""Links, pipes, folders and devices in the place of a table's files: nothing is followed or written through unasked."""

from __future__ import annotations

import os
import shutil
import signal
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.store.acts import Evening, count, files, hit, small_table
from wyrd_tui.store.files import fault, regular
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables import naming, save
from wyrd_tui.store.tables.encounter import create, open_table
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.lock import Lock, locked
from wyrd_tui.store.tables.naming import free

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")

THEIRS = b"export PATH=/usr/bin\n"


@pytest.fixture(autouse=True)
def in_time() -> Iterator[None]:
    """Whoever waits for a pipe is woken."""

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
    """Whether the user's file is as it was, and none was made beside it."""
    return theirs.read_bytes() == THEIRS and not theirs.with_name("nowhere").exists()


# ------------------------------------------------------------------ as it opens


@pytest.mark.parametrize("suffix", [".toml", ".journal", ".lock"])
@pytest.mark.parametrize("plant", PLANTS)
def test_what_is_no_file_is_refused_as_a_table_opens(path: Path, theirs: Path, suffix: str, plant: Plant) -> None:
    planted(path.with_suffix(suffix), plant, theirs)
    was = os.lstat(path.with_suffix(suffix))
    others = {name: data for name, data in plain(path.parent).items() if not name.endswith(suffix)}
    kept_aside = suffix == ".toml" and plant is link
    said = " ".join(told(path))
    assert "link" in said or "not a file" in said or (kept_aside and "broken" in said)
    assert untouched(theirs)
    if not kept_aside:
        assert os.path.samestat(os.lstat(path.with_suffix(suffix)), was)
        assert {name: data for name, data in plain(path.parent).items() if name in others} == others
    assert not locked(path.with_suffix(".lock"))


def told(path: Path) -> list[str]:
    """What is said as a table opens, or why it does not."""
    try:
        with open_table(path) as table:
            assert table.read_only or "broken" in table.words[-1]
            return table.words
    except Unreadable as refused:
        return [str(refused)]


def plain(where: Path) -> dict[str, bytes]:
    """What lies in a folder and is a file."""
    return {one.name: one.read_bytes() for one in where.iterdir() if stat.S_ISREG(os.lstat(one).st_mode)}


def test_a_lock_that_is_no_lock_is_not_written_over(path: Path) -> None:
    for data in (THEIRS, b"12\nx", b"\0" * 300, b"1\n" * 40):
        path.with_suffix(".lock").write_bytes(data)
        with open_table(path) as table:
            assert "night.lock: this is no lock of this program" in table.read_only
        assert path.with_suffix(".lock").read_bytes() == data


@pytest.mark.parametrize(
    "data", [b"", b"4711\n", b"\0" * 51, b"4711     \n2c72b6849fd6a206 3", b"4711     \n" + b" " * 40]
)
def test_a_lock_of_any_version_or_of_a_power_cut_is_one(path: Path, data: bytes) -> None:
    path.with_suffix(".lock").write_bytes(data)
    with open_table(path) as table:
        assert not table.read_only
    assert path.with_suffix(".lock").read_bytes().startswith(b"%d " % os.getpid())


def test_a_stranger_chooses_nothing_of_what_a_lock_says(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "a.lock")
    lock.note("$(touch x)\n 1")
    assert (tmp_path / "a.lock").read_bytes() == f"{os.getpid():<9}\n{'':40}\n".encode()
    lock.release()


@pytest.mark.parametrize("plant", PLANTS)
def test_a_new_table_goes_by_a_lock_that_is_none(home: Path, theirs: Path, plant: Plant) -> None:
    (home / "tables").mkdir(parents=True)
    plant(home / "tables" / "night.lock", theirs)
    with create(small_table(), "Night") as table:
        assert table.name == "night-2"
    assert untouched(theirs)


def test_two_names_are_taken_by_links(home: Path, theirs: Path) -> None:
    (home / "tables").mkdir(parents=True)
    for name in ("night.toml", "night-2.journal"):
        dangling(home / "tables" / name, theirs)
    found, lock = free(home / "tables", "night")
    lock.release()
    assert found.stem == "night-3"


# ------------------------------------------------------------------ a save that the game master has linked


def linked(path: Path, to: Path) -> None:
    """Keep a save elsewhere, as in a folder that a client keeps in step."""
    to.parent.mkdir()
    shutil.move(path, to)
    path.symlink_to(to)


def test_a_save_that_is_linked_by_hand_is_followed(path: Path, tmp_path: Path) -> None:
    cloud = tmp_path / "cloud" / "night.toml"
    linked(path, cloud)
    before = cloud.read_bytes()
    (cloud.parent / ".night.toml.00ff.tmp").touch()
    with open_table(path) as table:
        live = Evening.at(table).do(count(5))
        assert (table.words, table.read_only) == ([], "")
    assert table.words == []
    assert path.is_symlink()
    assert save.loads(cloud.read_bytes(), cloud).state == live
    first = naming.generation(path, 1)
    assert stat.S_ISREG(os.lstat(first).st_mode)
    assert first.read_bytes() == before
    assert os.listdir(cloud.parent) == ["night.toml"]
    with open_table(path) as again:
        assert (again.state, again.words) == (live, [])


def test_a_linked_save_that_was_edited_meanwhile_is_copied_aside(path: Path, tmp_path: Path) -> None:
    cloud = tmp_path / "cloud" / "night.toml"
    linked(path, cloud)
    with open_table(path) as table:
        live = Evening.at(table).do(count(5))
        edited = cloud.read_bytes() + b"# mine\n"
        cloud.write_bytes(edited)
    assert "kept as night.edited.toml" in table.words[0]
    assert (path.parent / "night.edited.toml").read_bytes() == edited
    assert path.is_symlink()
    assert save.loads(cloud.read_bytes(), cloud).state == live


def test_a_linked_save_whose_folder_is_away_keeps_nobody_from_playing(path: Path, tmp_path: Path) -> None:
    cloud = tmp_path / "cloud" / "night.toml"
    linked(path, cloud)
    with open_table(path) as table:
        evening = Evening.at(table)
        evening.do(count(5))
        cloud.parent.rename(tmp_path / "away")
        with pytest.raises(OSError, match="No such file"):
            table.save()
        (tmp_path / "away").rename(cloud.parent)
        live = evening.do(count(6))
    assert save.loads(cloud.read_bytes(), cloud).state == live


def claiming(path: Path, data: bytes) -> None:
    """In a table's place a journal that knows a file by its mark, as one of a stranger's may who knows the file."""
    path.unlink()
    journal = JournalFile.create(path.with_suffix(".journal"), "0123456789abcdef", small_table())
    journal.saved(small_table(), save.mark(data))
    journal.close()


def test_a_link_to_what_is_known_by_its_mark_alone_is_not_written_through(path: Path, theirs: Path) -> None:
    theirs = theirs.rename(theirs.with_suffix(".toml"))
    claiming(path, THEIRS)
    path.symlink_to(theirs)
    with open_table(path) as table:
        assert "night.toml is a link to what is no save of this table alone" in table.read_only
    assert untouched(theirs)


def test_a_link_to_a_save_of_another_table_that_is_known_by_its_mark_is_not_written_through(
    path: Path, tmp_path: Path
) -> None:
    cloud = tmp_path / "other.toml"
    shutil.move(path, cloud)
    before = cloud.read_bytes()
    path.touch()
    claiming(path, before)
    path.symlink_to(cloud)
    with open_table(path) as table:
        assert "no save of this table alone" in table.read_only
    assert cloud.read_bytes() == before


def test_a_link_to_the_save_of_another_table_is_not_written_through(path: Path, home: Path) -> None:
    with create(small_table(), "Other") as other:
        pass
    before = files(home / "tables")
    for beside in (True, False):
        planted(path, link, other.path)
        if not beside:
            path.with_suffix(".journal").unlink()
        with open_table(path) as table:
            assert "no save of this table alone" in table.read_only
        after = files(home / "tables")
        assert after["other.toml"] == before["other.toml"]
        assert after["other.journal"] == before["other.journal"]


def test_a_link_without_a_journal_of_its_own_is_not_written_through(path: Path, tmp_path: Path) -> None:
    cloud = tmp_path / "cloud" / "night.toml"
    linked(path, cloud)
    path.with_suffix(".journal").unlink()
    before = cloud.read_bytes()
    with open_table(path) as table:
        assert "no save of this table alone" in table.read_only
    assert files(cloud.parent) == {"night.toml": before}


@pytest.mark.parametrize("mark", ["1", "broken", "edited-2", "format1"])
@pytest.mark.parametrize("journal", [True, False])
def test_a_link_to_a_copy_is_not_written_through(path: Path, tmp_path: Path, mark: str, journal: bool) -> None:
    copy = path.with_name(f"night.{mark}.toml")
    shutil.copy(path, copy)
    gift = tmp_path / "gift.toml"
    gift.symlink_to(copy)
    if journal:
        shutil.copy(path.with_suffix(".journal"), gift.with_suffix(".journal"))
    before = files(path.parent)
    with open_table(gift) as table:
        assert "no save of this table alone" in table.read_only
    assert files(path.parent) == before


# ------------------------------------------------------------------ while it is open


@pytest.mark.parametrize("plant", PLANTS)
def test_a_journal_that_is_no_file_any_more_takes_no_turn(path: Path, theirs: Path, plant: Plant) -> None:
    with open_table(path) as table:
        evening = Evening.at(table)
        live = evening.do(hit())
        planted(path.with_suffix(".journal"), plant, theirs)
        with pytest.raises(OSError, match="another program replaced, removed or changed the journal"):
            evening.do(count(9))
    assert untouched(theirs)
    assert table.words == ["Another program replaced night.journal; the save has what was played."]
    assert save.loads(path.read_bytes(), path).state == live


def test_a_link_that_leads_to_the_journal_itself_takes_no_turn(path: Path, tmp_path: Path) -> None:
    with open_table(path) as table:
        evening = Evening.at(table)
        evening.do(hit())
        log = path.with_suffix(".journal")
        log.rename(tmp_path / "moved")
        log.symlink_to(tmp_path / "moved")
        with pytest.raises(OSError, match="another program replaced"):
            evening.do(count(9))


@pytest.mark.parametrize("plant", [*PLANTS, huge])
def test_a_save_that_is_no_file_any_more_is_put_aside(path: Path, theirs: Path, plant: Plant) -> None:
    with open_table(path) as table:
        live = Evening.at(table).do(hit())
        planted(path, plant, theirs)
        was = os.lstat(path)
    assert untouched(theirs)
    assert "kept as night.edited.toml" in table.words[0]
    assert os.path.samestat(os.lstat(path.with_name("night.edited.toml")), was)
    assert stat.S_ISREG(os.lstat(path).st_mode)
    assert save.loads(path.read_bytes(), path).state == live


# ------------------------------------------------------------------ older saves


@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize("plant", PLANTS)
def test_an_older_save_that_is_no_file_is_put_aside_with_a_word(
    path: Path, theirs: Path, plant: Plant, number: int
) -> None:
    with open_table(path) as table:
        evening = Evening.at(table)
        for turn in range(naming.GENERATIONS):
            evening.do(count(turn))
            table.save()
        planted(naming.generation(path, number), plant, theirs)
        evening.do(count(9))
        table.save()
        assert table.tell() == [
            f"night.{number}.toml was no file; what it was is called night.{number}.broken.toml now."
        ]
        assert not table.unsaved
    assert untouched(theirs)
    assert all(stat.S_ISREG(os.lstat(naming.generation(path, n)).st_mode) for n in range(1, 6))


def test_an_older_save_without_end_is_not_read(path: Path, theirs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = naming.generation(path, 1)
    planted(first, huge, theirs)
    with open_table(path) as table:
        Evening.at(table).do(count(9))
        table.save()
        assert table.tell() == ["night.1.toml was no save; what it was is called night.1.broken.toml now."]
    assert first.stat().st_size < 2**20


def test_what_is_no_older_save_is_not_pushed_out(path: Path) -> None:
    """Five scenarios called like older saves went, one with each."""
    chapters = {naming.generation(path, number): f'title = "Chapter {number}"\n' for number in range(1, 6)}
    for chapter, text in chapters.items():
        chapter.write_text(text, "utf-8")
    with open_table(path) as table:
        evening = Evening.at(table)
        for turn in range(7):
            evening.do(count(turn))
            table.save()
        told = table.tell()
    for number, text in enumerate(chapters.values(), 1):
        kept = path.with_name(f"night.{number}.broken.toml")
        assert f"night.{number}.toml was no save; what it was is called {kept.name} now." in told
        assert kept.read_text("utf-8") == text


def test_an_older_save_with_much_written_above_it_is_one(path: Path) -> None:
    path.write_text(f"{'# a note' * 2000}\n{path.read_text('utf-8')}", "utf-8")
    with open_table(path) as table:
        evening = Evening.at(table)
        for turn in range(4):
            evening.do(count(turn))
            table.save()
        assert table.tell() == []
    assert not list(path.parent.glob("*.broken*"))


def test_a_new_table_does_not_take_the_name_of_one_of_which_older_saves_are_left(tmp_path: Path) -> None:
    left = tmp_path / "brass-orchid.3.toml"
    left.write_text("[table]\n", "utf-8")
    with create(small_table(), "Brass Orchid", folder=tmp_path) as table:
        assert table.name == "brass-orchid-2"
    assert left.read_text("utf-8") == "[table]\n"


def test_where_a_file_can_have_one_name_alone_an_older_save_is_a_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    before = path.read_bytes()
    with open_table(path) as table:
        Evening.at(table).do(count(9))
    assert naming.generation(path, 1).read_bytes() == before


# ------------------------------------------------------------------ what is read, and the account of a fault


def test_no_more_is_read_than_is_allowed(tmp_path: Path, theirs: Path) -> None:
    huge(tmp_path / "huge", theirs)
    with pytest.raises(regular.Unfit, match="larger than any file"):
        regular.content(tmp_path / "huge", 100)
    assert regular.content(theirs, len(THEIRS)) == THEIRS
    with pytest.raises(regular.Unfit, match="larger than any file"):
        regular.content(theirs, len(THEIRS) - 1)
    (tmp_path / "link").symlink_to(theirs)
    assert regular.content(tmp_path / "link", 100) == THEIRS
    with pytest.raises(regular.Unfit, match="this is a link"):
        regular.content(tmp_path / "link", 100, linked=False)


@pytest.mark.parametrize("plant", PLANTS)
def test_the_account_of_a_fault_goes_into_a_file_alone(home: Path, theirs: Path, plant: Plant) -> None:
    (home / "tables").mkdir(parents=True)
    plant(home / "tables" / "fault.log", theirs)
    assert fault.report("What it was") is None
    assert untouched(theirs)
