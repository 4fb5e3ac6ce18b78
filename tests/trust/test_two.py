"""Two windows on one table: one plays and the other looks on, or both play where the lock is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trust.ends import Sitting, run_lines
from tests.trust.story import LINES, Known, known, known_at, lay, say, sit
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


def test_wyrd_run_beside_a_screen_is_refused(tmp_path: Path) -> None:
    with Sitting(tmp_path) as first:
        turns = first.sit(2)
        with run_lines(first.table, tmp_path) as run:
            shown, errors = run.communicate(f"show abacus\n{HURT}\n")
        assert run.returncode == 1
        assert "Die Flut: 2/6" in shown
        told = f"Open in another window (process {first.pid})."
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
