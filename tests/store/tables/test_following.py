"""A journal is followed as it grows, by a program that locks nothing and writes nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import count, small_table
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables.following import Following
from wyrd_tui.store.tables.journal_lines import join_lines, make_first_line, make_journal_line, read_journal
from wyrd_tui.store.tables.opening import create_table
from wyrd_tui.store.tables.table import Table


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))


def journal(table: Table) -> Path:
    """Return the journal of a table."""
    return table.path.with_suffix(".journal")


def test_each_act_undo_and_redo_is_followed() -> None:
    with create_table(small_table(), "Friday") as table:
        play = table.session(dice=LiveDice())
        following = Following(journal(table))
        assert following.look()
        assert following.state == play.state
        assert not following.look()
        steps: tuple[Callable[[], object], ...] = (
            lambda: play.do(count(3), {}),
            lambda: play.do(count(4), {}),
            *(play.undo, play.undo, play.redo),
        )
        for step in steps:
            step()
            assert following.look()
            assert following.state == play.state


def test_a_long_evening_with_states_between_is_followed() -> None:
    with create_table(small_table(), "Friday") as table:
        play = table.session(dice=LiveDice())
        following = Following(journal(table))
        for number in range(120):
            play.do(count(number % 7 + 1), {})
            if number % 10 == 0:
                play.undo()
            following.look()
            assert following.state == play.state
        assert any(line.kind == "state" for line in read_journal(journal(table))[0])


def test_a_line_that_is_half_written_waits(tmp_path: Path) -> None:
    path = tmp_path / "half.journal"
    first = make_first_line("half", small_table())
    second = make_journal_line(first, "state", small_table())
    path.write_bytes(first.data)
    following = Following(path)
    assert following.look()
    for end in range(1, len(second.data) - 1):
        path.write_bytes(first.data + second.data[:end])
        assert not following.look()
    path.write_bytes(join_lines((first, second)))
    following.look()
    assert following.state == small_table()


def test_a_journal_in_the_place_of_another_is_read_anew() -> None:
    with create_table(small_table(), "Friday") as one, create_table(small_table(), "Sunday") as other:
        other.session(dice=LiveDice()).do(count(5), {})
        following = Following(journal(one))
        following.look()
        assert following.state is not None
        assert following.state.acts == 0
        moved = journal(one).with_name("moved")
        moved.write_bytes(journal(other).read_bytes())
        os.replace(moved, journal(one))
        assert following.look()
        assert following.state.acts == 1
        # The same file with other bytes in it.
        journal(one).write_bytes(make_first_line("again", small_table()).data)
        assert following.look()
        assert following.state.acts == 0


def test_a_missing_or_damaged_journal_keeps_the_last_state(tmp_path: Path) -> None:
    path = tmp_path / "friday.journal"
    first = make_first_line("half", small_table())
    path.write_bytes(first.data)
    following = Following(path)
    following.look()
    path.unlink()
    with pytest.raises(FileNotFoundError):
        following.look()
    assert following.state == small_table()
    path.write_bytes(make_journal_line(first, "undo", 7).data)
    with pytest.raises(Unreadable):
        following.look()
    path.write_bytes(first.data + make_journal_line(first, "undo", 7).data)
    with pytest.raises(Unreadable):
        following.look()
    assert not following.look()
    assert following.state == small_table()
    path.write_bytes(first.data)
    following.look()
    assert following.state == small_table()


def test_following_changes_no_file_and_holds_no_lock(tmp_path: Path) -> None:
    def files() -> dict[str, tuple[int, int]]:
        return {str(file): (file.stat().st_mtime_ns, file.stat().st_size) for file in tmp_path.rglob("*")}

    table = create_table(small_table(), "Friday")
    table.session(dice=LiveDice()).do(count(3), {})
    before = files()
    following = Following(journal(table))
    following.look()
    following.look()
    assert files() == before
    table.close()
