"""Terminals that follow a table are counted, for as long as they run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from wyrd_tui.store.tables.following import count_seats, leave_seat, take_seat


def test_each_seat_counts_until_it_is_left(tmp_path: Path) -> None:
    table = tmp_path / "friday.toml"
    assert count_seats(table) == 0
    first, second = take_seat(table), take_seat(table)
    assert count_seats(table) == 2
    leave_seat(table, first)
    assert count_seats(table) == 1
    leave_seat(table, second)
    assert count_seats(table) == 0
    assert list(tmp_path.iterdir()) == []


def test_the_seat_of_a_killed_program_is_free(tmp_path: Path) -> None:
    table = tmp_path / "friday.toml"
    program = (
        "import pathlib, sys; from wyrd_tui.store.tables.following import take_seat; "
        "seat = take_seat(pathlib.Path(sys.argv[1])); print('seated', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(table)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"seated\n"
        assert count_seats(table) == 1
        process.kill()
    assert count_seats(table) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_without_a_seat_follows_uncounted(tmp_path: Path) -> None:
    assert take_seat(tmp_path / "nowhere" / "friday.toml") is None
    assert count_seats(tmp_path / "nowhere" / "friday.toml") == 0


def test_counting_seats_leaves_other_files_alone(tmp_path: Path) -> None:
    others = {tmp_path / name for name in ("friday.watchtower.toml", "friday.watch-1.toml", "saturday.watch-00c0ffee")}
    for other in others:
        other.touch()
    assert count_seats(tmp_path / "friday.toml") == 0
    assert {*tmp_path.iterdir()} == others
