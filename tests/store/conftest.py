"""Fixtures of the store's tests: a home in a temporary folder, scenarios on disk, and a table that is played."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.problems import check_scenario
from tests.store.acts import PlayedTable, count, hit, small_table
from wyrd_tui.store.tables.opening import create_table
from wyrd_tui.store.tables.table import Table


@pytest.fixture(autouse=True)
def home(tmp_path: Path) -> Iterator[Path]:
    """Keep the tests out of the user's folders and free of waits for a disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WYRD_HOME", str(tmp_path / "home"))
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield tmp_path / "home"


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write a scenario to disk."""

    def to_file(text: str) -> Path:
        path = tmp_path / "s.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return to_file


@pytest.fixture
def checked(write: Callable[[str], Path]) -> Callable[[str], list[str]]:
    """Check a scenario; list its problems as `line:column: message`."""

    def found(text: str) -> list[str]:
        path = write(text)
        return [str(problem).removeprefix(f"{path}:") for problem in check_scenario(path)]

    return found


@pytest.fixture
def begin() -> Iterator[Callable[[], PlayedTable]]:
    """Begin a table with three characters, and close it after the test."""
    open_ones: list[Table] = []

    def make() -> PlayedTable:
        evening = PlayedTable.new()
        open_ones.append(evening.table)
        return evening

    yield make
    for table in open_ones:
        table.close()


@pytest.fixture
def path(home: Path) -> Path:
    """The path of a table that was played and closed."""
    with create_table(small_table(), "Night") as table:
        evening = PlayedTable.at(table)
        evening.do(hit())
        table.save()
        evening.do(count(1))
    return table.path
