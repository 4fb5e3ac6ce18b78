"""`wyrd watch` in a terminal of its own: every byte that it writes is looked at for words of the GM's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.planted import MARK, plant
from tests.plays import fight
from tests.table_fakes import tower
from tests.terminal.driver import Program
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.state import State
from wyrd_tui.play import play_line
from wyrd_tui.store.tables.opening import create_table


def partly_known(state: State) -> State:
    """Return a table of which players know half of the people and challenges."""
    people = {
        who: replace(one, visibility=("open", "secret", "known")[at % 3])
        for at, (who, one) in enumerate(state.actors.items())
    }
    return replace(state, actors=people)


@pytest.mark.parametrize("state", [fight(), tower()], ids=["fight", "tower"])
def test_no_byte_of_the_second_terminal_is_the_gms(
    state: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name of the table is marked too: players read its title, and no file name."""
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    with create_table(plant(partly_known(state)), f"{MARK} friday") as table:
        play = table.session(dice=LiveDice(3))
        # Players would see this one, had it not been undone before they look.
        list(play_line(play, f'add "{MARK} undone" side=party'))
        play.undo()
        with Program(["watch", str(table.path)], tmp_path, columns=80, rows=24) as program:
            program.see("Party")
            list(play_line(play, f'note "{MARK} a word of the GM’s"'))
            list(play_line(play, "next"))
            play.undo()
            list(play_line(play, f'scene "{MARK} hall"'))
            program.see("Scene")
            program.press("q")
            assert program.wait() == 0
            written = bytes(program.raw)
    assert MARK.encode() not in written


@pytest.mark.long
def test_a_table_is_played_while_it_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    with create_table(tower(), "friday") as table:
        play = table.session(dice=LiveDice(3))
        with Program(["watch", "friday"], tmp_path, columns=80, rows=24) as program:
            program.see("Scene")
            list(play_line(play, "add Zebulon side=party"))
            program.see("Zebulon")
            program.press("q")
            assert program.wait() == 0
        list(play_line(play, "add Zachary side=party"))
        assert play.state.acts == 2 + tower().acts


@pytest.mark.long
def test_the_gm_reads_how_many_terminals_watch(tmp_path: Path) -> None:
    scenario = str(Path(__file__).parents[2] / "wyrd_tui" / "data" / "scenarios" / "flight-from-the-tower.toml")
    with Program([scenario], tmp_path, columns=80, rows=24) as program:
        program.see("begin")
        program.press("enter")
        program.see("saved")
        with Program(["watch", "flight-from-the-tower"], tmp_path, columns=80, rows=24) as watcher:
            watcher.see("Party")
            program.see("watching: 1")
            assert "Flight from the Tower" in program.text
            watcher.press("q")
            assert watcher.wait() == 0
        for _ in range(100):
            if "watching:" not in program.text:
                break
            program.read(0.1)
        assert "watching:" not in program.text
