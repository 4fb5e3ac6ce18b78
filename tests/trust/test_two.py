"""Two windows on one table: opened twice, changed by others while open, and with a clock that is set back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.store.acts import files
from tests.trust.ends import Sitting, run_lines
from tests.trust.story import LINES, Known, known, known_at, lay, say, sit
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.store.tables.listing import list_tables
from wyrd_tui.store.tables.opening import open_table
from wyrd_tui.store.tables.table import Table

HURT = "damage zoë-ångström 1"


def two_acts(folder: Path) -> Table:
    """Play two acts at a table that stays open."""
    table = lay(folder)
    for line in LINES[:2]:
        say(sit(table), line)
    return table


def unsaid(path: Path) -> Known:
    """Open a table for playing, which must say nothing, and measure it."""
    with open_table(path) as table:
        assert not table.read_only
        assert not table.words
        return known_at(table)


# ------------------------------------------------------------------ opened twice


def test_wyrd_run_beside_a_screen_is_refused(tmp_path: Path) -> None:
    with Sitting(tmp_path) as first:
        turns = first.sit(2)
        with run_lines(first.table, tmp_path) as run:
            shown, errors = run.communicate(f"show abacus\n{HURT}\n")
        assert run.returncode == 1
        assert "Die Flut: 2/6" in shown
        told = f"It is open in another window (process {first.pid})."
        assert errors.splitlines() == [
            f"The table is open for reading only. {told}",
            f"<stdin>:2:1: This table is open for reading only, so nothing can change. {told}",
        ]
        first.type("+")
        first.see(f" {turns + 1} acts")
        first.kill()
    assert unsaid(first.table).undo == turns + 1


@pytest.mark.parametrize("held", [False, True])
def test_without_its_lock_the_first_goes_on_beside(tmp_path: Path, held: bool) -> None:
    first = two_acts(tmp_path)
    first.path.with_suffix(".lock").unlink()
    with open_table(first.path) as second:
        assert not second.read_only
        other = sit(second)
        say(other, HURT)
        if held:
            first.hold()
        say(sit(first), LINES[1])
        (told,) = first.tell()
        assert told.endswith("The table goes on as brücke-2, with everything that was played.")
        say(other, LINES[1])
        first.close()
        say(other, HURT)
    assert unsaid(tmp_path / "brücke.toml") == known(other)
    assert unsaid(tmp_path / "brücke-2.toml") == known(sit(first))
    assert not list(tmp_path.glob("*.edited.*"))


# ------------------------------------------------------------------ a clock that is set back


def test_a_clock_that_is_set_back_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_790_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    table = lay(tmp_path)
    session = table.session(dice=LiveDice(7), clock=lambda: now[0])
    for back in (0.0, 86_400.0, 1_789_999_999.0):
        now[0] = 1_790_000_000.0 - back
        say(session, HURT)
        table.save()
        os.utime(table.path, (now[0], now[0]))
    os.utime(table.path.with_suffix(".journal"), (0, 0))
    table.close()
    assert unsaid(table.path).undo == 3
    assert [info.acts for info in list_tables(tmp_path)] == [3]
    with open_table(table.path) as again:
        sit(again).undo()
    assert unsaid(table.path).undo == 2


# ------------------------------------------------------------------ a folder that others keep in step


@pytest.mark.parametrize("late", [("brücke.toml",), ("brücke.toml", "brücke.journal")], ids=["save", "both"])
def test_older_files_that_agree_open_without_a_word(tmp_path: Path, late: tuple[str, ...]) -> None:
    table = two_acts(tmp_path)
    table.save()
    old, then = files(tmp_path), known_at(table)
    say(sit(table), HURT)
    now = known_at(table)
    table.close()
    for name in late:
        (tmp_path / name).write_bytes(old[name])
    assert unsaid(table.path) == (then if len(late) > 1 else now)
