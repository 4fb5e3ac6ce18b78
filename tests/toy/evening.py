"""An evening of Lanterns: the toy game is checked, played, drawn, saved, reopened, undone and told.

`tests.test_fourth_game` runs it in a Python of its own, so that no other test meets a fourth game.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.golden import screen_text
from tests.table_fakes import FakeStorage
from tests.toy.lanterns import LANTERNS, LIGHT, register, remembered
from wyrd_tui import cli
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import FedDice, LiveDice
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.rules import all_games as rules
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import METTLE, Actor, State
from wyrd_tui.play import play_line
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.screens.table.wishes import count_targets
from wyrd_tui.store.tables import opening

register()

# The models are built of the list of games as they are imported.
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario  # noqa: E402

SCENARIO = """
title = "The Unlit Mile"
systems = ["lanterns"]

[[party]]
name = "Ada Reeve"
hands = 2
wits = 1
lights = 3

[[party]]
name = "Tom Pell"
hands = 0
lights = 2

[[challenges]]
title = "The iron gate"
value = 8
on_stage = true
visibility = "open"
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "mile.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


@pytest.fixture
def state(scenario: Path) -> State:
    return begin_table(load_scenario(scenario))


def lights(state: State, who: str) -> int:
    return next(row.free for row in state.actors[who].sheets[LANTERNS].track if row.id == LIGHT)


def test_check_finds_a_good_scenario(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(scenario)]) == 0
    assert "good\n" in capsys.readouterr().out


def test_check_tells_faults_of_its_keys(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario.write_text(SCENARIO.replace("lights = 2", "lights = 0\nskills = { Fight = 1 }"), encoding="utf-8")
    assert cli.main(["check", str(scenario)]) == 1
    told = "".join(capsys.readouterr())
    assert "a character without a light cannot dare" in told
    assert "skills" in told


def test_a_scenario_may_say_its_moment_to_strike(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario.write_text(f'{SCENARIO}springs = "wind"\n', encoding="utf-8")
    assert cli.main(["check", str(scenario)]) == 0
    assert "good\n" in capsys.readouterr().out
    assert begin_table(load_scenario(scenario)).challenges["the-iron-gate"].springs == "wind"


def test_a_scenario_of_all_games_has_its_house_rule(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    every = "systems = ['lanterns', 'wyrd_engine', 'wyrd_abacus', 'mettle']\nrules = { guttering = false }"
    scenario.write_text(SCENARIO.replace('systems = ["lanterns"]', every), encoding="utf-8")
    assert cli.main(["check", str(scenario)]) == 0
    assert "good\n" in capsys.readouterr().out
    session = Session(begin_table(load_scenario(scenario)), dice=FedDice(["1 2"]), clock=lambda: 0.0)
    list(play_line(session, "dare ada-reeve Hands"))
    assert lights(session.state, "ada-reeve") == 3


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ('"wnd"', '"springs": must be "scene", "six", "no six", "wind" or "rain or hail"; did you mean "wind"?'),
        (
            '"rain or hale"',
            '"springs": must be "scene", "six", "no six", "wind" or "rain or hail"; did you mean "rain or hail"?',
        ),
        ('"six"', '"springs": "six" belongs to the Wyrd Abacus; Lanterns has "wind" or "rain or hail"'),
        ('"wind"\ngame = "wyrd_abacus"', '"springs": "wind" belongs to Lanterns; the Wyrd Abacus has "scene"'),
        ('"wind"\ngame = "mettle"', '"springs" belongs to Lanterns, and this is a challenge of another game'),
    ],
)
def test_check_tells_a_moment_of_another_game(
    scenario: Path, capsys: pytest.CaptureFixture[str], written: str, fault: str
) -> None:
    table = SCENARIO.replace('["lanterns"]', '["lanterns", "mettle", "wyrd_abacus"]')
    scenario.write_text(f"{table}springs = {written}\n", encoding="utf-8")
    assert cli.main(["check", str(scenario)]) == 1
    assert f":{SCENARIO.count(chr(10)) + 1}:1: {fault}" in "".join(capsys.readouterr())


def test_lines_play_its_act(state: State) -> None:
    session = Session(state, dice=FedDice(["1 2", "6 5"]), clock=lambda: 0.0)
    lost = "\n".join(play_line(session, "dare ada-reeve Hands"))
    assert "FAILURE · Ada rolls Hands: 1 2, Hands +2 = 5 against Night" in lost
    assert lights(session.state, "ada-reeve") == 2
    assert remembered(session.state).dark == 1
    assert "1 lights went out in this scene" in rules.hints(session.state)
    won = "\n".join(play_line(session, "dare tom-pell Hands on=the-iron-gate"))
    assert "The iron gate" in won
    assert session.state.challenges["the-iron-gate"].outcome == "overcome"
    session.undo()
    session.undo()
    assert session.state == state


def test_shared_acts_ask_its_own_questions(state: State) -> None:
    session = Session(state, dice=FedDice([]), clock=lambda: 0.0)
    list(play_line(session, "challenge gate value=10 windy=yes title=Arch"))
    assert "strikes by itself when the wind rises" in "\n".join(play_line(session, "show abacus"))


def test_panes_ask_no_lines_for_targets_without_attacks(state: State) -> None:
    wolf = replace(state, actors={**state.actors, "wolf": Actor("wolf", "Wolf", "foes")})
    assert count_targets(wolf) == 0
    assert count_targets(replace(wolf, games=(LANTERNS, METTLE))) == 1


def test_a_table_is_saved_and_opened_again(state: State, tmp_path: Path) -> None:
    table = opening.create_table(state, "mile", folder=tmp_path)
    session = table.session(dice=FedDice(["1 2"]))
    list(play_line(session, "dare ada-reeve Hands"))
    table.close()
    again = opening.open_table(table.path)
    assert again.state == session.state
    assert again.session(dice=FedDice([])).undo() is not None
    again.close()
    table.path.with_suffix(".journal").unlink()
    saved = opening.open_table(table.path)
    assert saved.state.actors == state.actors
    saved.close()


def test_the_recap_tells_it(state: State) -> None:
    session = Session(state, dice=FedDice(["1 2"]), clock=lambda: 0.0)
    list(play_line(session, "dare ada-reeve Hands"))
    told = recap(session.state, session.done)
    assert "failed Hands against Night" in told


async def test_keys_play_it_and_panes_draw_it(state: State) -> None:
    session = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
    app = WyrdApp(lambda look, glyphs: TableScreen(session, rules, look=look, glyphs=glyphs, storage=FakeStorage()))
    async with app.run_test(size=(120, 40)) as pilot:
        drawn = screen_text(app)
        for words in ("Ada Reeve", "◇◇◇", "3", "Deep", "The iron gate", "Night"):
            assert words in drawn
        await pilot.press("1", "r", "a", "1", "2", "enter")
        await pilot.pause()
        assert lights(session.state, "ada-reeve") == 2, screen_text(app)
        assert "FAILURE" in screen_text(app)
        await pilot.press("u")
        assert session.state == state
        await pilot.press("o")
        assert "Two dice" in screen_text(app)
        await pilot.press("right")
        assert "and Wits 1" in screen_text(app)
        await pilot.press("escape", "s")
        assert "Hands" in screen_text(app)
