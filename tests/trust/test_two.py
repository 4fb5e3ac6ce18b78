"""Two windows on one table: one plays, and the other looks on."""

from __future__ import annotations

from pathlib import Path

from tests.trust.ends import Sitting, run_lines


def test_wyrd_run_beside_a_screen_is_refused(tmp_path: Path) -> None:
    with Sitting(tmp_path) as first:
        turns = first.sit(2)
        with run_lines(first.table, tmp_path) as run:
            shown, errors = run.communicate("show abacus\ndamage zoë-ångström 1\n")
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
    assert first.kept() == turns + 1
