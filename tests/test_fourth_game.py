"""A fourth game needs no change outside its own modules: an evening of a toy game, in a Python of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOY = Path(__file__).parent / "toy"


def test_a_fourth_game_is_played_without_a_change_elsewhere() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(TOY / "evening.py")]
    run = subprocess.run(command, cwd=TOY.parent.parent, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_the_toy_game_is_small() -> None:
    assert len((TOY / "lanterns.py").read_text(encoding="utf-8").splitlines()) <= 300
