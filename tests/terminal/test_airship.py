"""The airship fight of the texts, key by key in a real terminal, killed in the middle, undone and redone."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.scans import sampled
from tests.terminal.driver import Program
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.store.tables.opening import open_table

FLIGHT = "flight-from-the-tower"
SIZES = pytest.mark.parametrize(("columns", "rows"), sampled([(80, 24), (120, 40), (200, 60)]))


def marks(home: Path) -> dict[str, int]:
    """Mercer's marked boxes as they stand on disk: the save with what the journal has beyond it."""
    with open_table(home / "tables" / f"{FLIGHT}.toml", read_only=True) as table:
        state = table.session(dice=LiveDice()).state
    return {row.id: row.marks for row in state.actors["elias-mercer"].sheets["wyrd_engine"].track}


def hurt_by_the_jab(program: Program) -> None:
    """A jab and a pistol whip, 3 damage (WE-59): stress 3 of 4."""
    program.see("New table")
    program.press("enter")
    program.see("Log")
    program.press("1", "d", "3")
    program.see("stress 0→3")
    program.press("enter")
    program.see("takes 3 damage")


def shot(program: Program) -> None:
    """The crewman's shot with the dice of the text (WE-63, G-09, G-10), and the mild wound on Athletics."""
    program.press("tab")
    program.press("j")
    program.press("a", "enter")
    program.see("Dice")
    program.press("+", "+", "-", "0", "tab", "+", "-", "-", "0", "enter")
    program.see("mild 0→1")
    program.press("enter")
    program.see("Penalty on")
    choose(program, "Athletics")
    program.press("enter")
    program.see("Athletics −1")


def choose(program: Program, name: str) -> None:
    """Press the letter that stands before a choice."""
    foot = "\n".join(program.text.splitlines()[-8:])
    found = re.search(rf"(?:^|[\s▸])(\w) (?:\[.\] )?{name}\b", foot)
    assert found, f"no {name} on offer in\n{foot}"
    program.press(found[1])


@SIZES
def test_the_airship_fight_ends_as_in_the_text(columns: int, rows: int, tmp_path: Path) -> None:
    """WE-59, WE-62, WE-63, WE-64."""
    with Program([FLIGHT], tmp_path, columns=columns, rows=rows) as program:
        hurt_by_the_jab(program)
        shot(program)
        program.press("1", "d", "3", "enter")
        program.see("Penalty on")
        choose(program, "Athletics")
        choose(program, "Awareness")
        program.press("enter")
        shown = program.see("Athletics −2", "Awareness −1")
        assert "■■■■" in shown
        assert "◆◆◆" in shown
        program.press("q", "enter")
        assert program.wait() == 0
    assert marks(tmp_path) == {"stress": 4, "mild": 3, "moderate": 1, "severe": 0}
    saved = tomllib.loads((tmp_path / "tables" / f"{FLIGHT}.toml").read_text())
    track = {row["id"]: row for row in saved["actors"]["elias-mercer"]["sheets"]["wyrd_engine"]["track"]}
    assert track["mild"]["hurts"] == [{"name": "Athletics", "by": 1}]
    split = {hurt["name"]: hurt["by"] for hurt in track["moderate"]["hurts"]}
    assert split == {"Athletics": 1, "Awareness": 1}


@pytest.mark.long
def test_a_killed_table_comes_back_with_its_undo(tmp_path: Path) -> None:
    with Program([FLIGHT], tmp_path) as program:
        hurt_by_the_jab(program)
        shot(program)
        program.kill()
    assert marks(tmp_path) == {"stress": 4, "mild": 1, "moderate": 0, "severe": 0}
    with Program([FLIGHT], tmp_path) as program:
        program.see("Athletics −1")
        program.press("u", "u", "u", "u")
        program.see("Undone")
        assert "Athletics −1" not in program.text.split("Log")[0]
        program.press("u")
        program.see("Nothing is left to undo")
        program.press("U", "U", "U", "U")
        program.see("Athletics −1")
        program.press("q", "enter")
        assert program.wait() == 0
    assert marks(tmp_path) == {"stress": 4, "mild": 1, "moderate": 0, "severe": 0}
