"""A short run of `benchmarks/evening.py`: the costs of acts on the screen do not grow."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import evening


@pytest.mark.long
def test_an_act_takes_as_much_on_disk_late_as_early(tmp_path: Path) -> None:
    assert not {*evening.grown([*evening.play(180, tmp_path, parts=3)])} - {"the time to an answer"}
