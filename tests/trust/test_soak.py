"""A short stretch of a long evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trust.soak import play

pytestmark = pytest.mark.long


def test_a_turn_takes_as_much_on_disk_late_as_early(tmp_path: Path) -> None:
    """Every key made its turn, and none of them writes more for all that was played before it; memory in MB."""
    parts = list(play(180, tmp_path, parts=3))
    assert [part.turns for part in parts] == [60, 120, 180]
    assert parts[-1].bytes < 1.2 * parts[0].bytes
    assert parts[-1].bytes < 500, "the table itself is much larger"
    assert parts[-1].memory < parts[0].memory + 4
