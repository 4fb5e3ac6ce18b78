"""Bringing a table's files in order as it opens: nothing is cut off before it is kept, and nothing stays open."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import Evening, count, edit, hit, small_table
from wyrd_tui.store.files import atomic
from wyrd_tui.store.tables import naming
from wyrd_tui.store.tables.encounter import create, open_table
from wyrd_tui.store.tables.naming import base

Begin = Callable[[], Evening]
TORN = b'{"crc":"00000000","seq":9,"do":{"num'


def refuse(*args: object, **more: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def descriptors() -> int:
    """How many files this program has open."""
    return len(os.listdir("/proc/self/fd"))


def torn(begin: Begin) -> Path:
    """A table that was played and closed, with half a line at the end of its journal."""
    evening = begin()
    evening.do(hit())
    evening.table.close()
    with evening.table.path.with_suffix(".journal").open("ab") as file:
        file.write(TORN)
    return evening.table.path


def test_what_is_torn_is_kept_before_it_is_cut_off(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    path = torn(begin)
    with monkeypatch.context() as patch:
        patch.setattr(os, "ftruncate", refuse)
        with open_table(path) as table:
            assert "No space left on device" in table.read_only
    kept = path.with_name("brass-orchid.torn.journal")
    assert kept.read_bytes() == TORN
    kept.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        with open_table(path) as table:
            assert "No space left on device" in table.read_only
    assert path.with_suffix(".journal").read_bytes().endswith(TORN)
    with open_table(path) as table:
        assert table.words[-1] == "What was cut off is kept as brass-orchid.torn.journal."
    assert kept.read_bytes() == TORN
    assert not path.with_suffix(".journal").read_bytes().endswith(TORN)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="what is open cannot be counted here")
@pytest.mark.parametrize("what", ["spoilt", "torn", "edited"])
def test_a_table_that_cannot_be_mended_leaves_nothing_open(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path = torn(begin)
    if what == "spoilt":
        path.write_bytes(b"\0" * 20)
    elif what == "edited":
        edit(path, "number = 3", "number = 4")
    if what != "torn":
        os.truncate(path.with_suffix(".journal"), path.with_suffix(".journal").stat().st_size - len(TORN))
    before = descriptors()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync" if what == "edited" else "replace", refuse)
        with open_table(path) as table:
            assert "No space left on device" in table.read_only
            assert descriptors() == before
    with open_table(path) as table:
        assert not table.read_only


def test_a_journal_that_another_program_lengthens_as_it_is_read_is_left_alone(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = torn(begin)
    log = path.with_suffix(".journal")

    def late(*args: object) -> None:
        with log.open("ab") as file:
            file.write(b"more\n")

    monkeypatch.setattr("wyrd_tui.store.files.atomic.sweep", late)
    with open_table(path) as table:
        assert "Its files cannot be brought in order: another program" in table.read_only
    assert log.read_bytes().endswith(TORN + b"more\n")
    assert not path.with_name("brass-orchid.torn.journal").exists()


def test_leftovers_of_a_kill_go_as_a_table_opens(begin: Begin) -> None:
    path = torn(begin)
    for name in (f".{path.name}.7-1.tmp", ".brass-orchid.journal.00ff.tmp", ".brass-orchid.1.toml.00ff.tmp"):
        (path.parent / name).touch()
    with open_table(path):
        assert not list(path.parent.glob(".*"))


def test_an_older_save_helps_where_the_journal_has_lost_its_end_and_the_save_is_gone(begin: Begin) -> None:
    evening = begin()
    evening.do(hit(), count(1))
    live = evening.session.state
    evening.table.save()
    evening.do(count(2))
    evening.table.close()
    path = evening.table.path
    log = path.with_suffix(".journal")
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0] + lines[1] + TORN)
    path.unlink()
    with open_table(path) as table:
        assert f"{naming.generation(path, 1).name}, an older save, helped out." in " ".join(table.words)
        assert table.state.counters == live.counters == {"tension": 1}


def test_a_save_that_cannot_be_used_is_not_called_an_older_versions(begin: Begin) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.close()
    path = evening.table.path
    path.write_bytes(b"format = 1\nthis is no save\n")
    with open_table(path) as table:
        assert table.words[-1] == "The file is kept as brass-orchid.broken.toml."
        assert "older version" not in " ".join(table.words)
    assert not list(path.parent.glob("*.format1*"))


# ------------------------------------------------------------------ long names


@pytest.mark.parametrize("title", ["\N{DESERET CAPITAL LETTER LONG I}" * 60, "é" * 200, "\U00020000" * 60])
def test_a_title_of_large_letters_gives_a_name_that_a_folder_takes(home: Path, title: str) -> None:
    assert 100 < len(base(title).encode()) <= 120
    for _ in range(2):
        with create(small_table(), title) as table:
            Evening.at(table).do(count(5))
            table.save()
    assert "\ufffd" not in table.name


def test_a_table_whose_name_is_nearly_too_long_is_saved_and_swept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with create(small_table(), "Night") as table:
        Evening.at(table).do(hit())
    path = table.path.with_name("n" * 240 + ".toml")
    table.path.rename(path)
    table.path.with_suffix(".journal").rename(path.with_suffix(".journal"))
    other = path.with_name("n" * 239 + "m.toml")
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        patch.setattr(os, "unlink", refuse)
        for file in (path, naming.generation(path, 1), other):
            with pytest.raises(OSError, match="No space"):
                atomic.write(file, b"x")
    left = set(path.parent.glob(".*.tmp"))
    assert len(left) == 3
    with open_table(path) as again:
        live = Evening.at(again).do(count(5))
        assert (again.read_only, again.words) == ("", [])
    assert again.words == []
    assert len(set(path.parent.glob(".*.tmp")) & left) == 1
    atomic.sweep(other)
    assert not list(path.parent.glob(".*.tmp"))
    path.with_suffix(".journal").unlink()
    with open_table(path, read_only=True) as saved:
        assert saved.state == live
