"""Modes of the files of a table and of their folder: its owner alone may read them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.store.acts import PlayedTable, hit, small_table
from wyrd_tui.store.files import fault
from wyrd_tui.store.tables.opening import create_table, open_table

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no such modes here")


def test_all_that_a_new_table_makes_is_its_owners_alone(home: Path) -> None:
    before = os.umask(0)
    try:
        with create_table(small_table(), "Night") as table:
            PlayedTable.at(table).do(hit())
            table.save()
        fault.log_crash("What it was")
    finally:
        os.umask(before)
    assert modes(home / "tables") == {0o600}
    assert (home / "tables" / "fault.log").exists()
    assert modes(home) == {0o700}


def modes(where: Path) -> set[int]:
    """The modes of all files in a folder."""
    return {stat.S_IMODE(one.stat().st_mode) for one in where.iterdir()}


def test_a_new_table_makes_its_folder_private(home: Path, tmp_path: Path) -> None:
    (home / "tables").mkdir(parents=True, mode=0o755)
    (tmp_path / "own").mkdir(mode=0o755)
    with create_table(small_table(), "Night"), create_table(small_table(), "Night", folder=tmp_path / "own"):
        assert stat.S_IMODE((home / "tables").stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o755, "where the GM chose a folder, it is the GM's"


def test_a_folder_open_to_all_becomes_private_when_played(path: Path) -> None:
    path.parent.chmod(0o755)
    with open_table(path, read_only=True):
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o755, "who only looks changes nothing"
    with open_table(path):
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_mode_that_cannot_be_changed_keeps_no_table_shut(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    path.parent.chmod(0o755)
    monkeypatch.setattr(os, "chmod", refuse)
    with open_table(path) as table:
        assert not table.read_only
