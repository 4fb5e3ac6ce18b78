"""The scenario to start from, for each game."""

from __future__ import annotations

from pathlib import Path

import pytest

from wyrd_tui.engine.state import GAMES
from wyrd_tui.store.scenarios.scenario import begin, check, load
from wyrd_tui.store.scenarios.templates import UNNAMED, template

TITLES = {
    "The Long Night": "The Long Night",
    'A "quoted" \\ name': 'A "quoted" \\ name',
    "": UNNAMED,
    "\x1b]0;x\x07": "\ufffd]0;x\ufffd",
    "{brace} % $x": "{brace} % $x",
    "漢字": "漢字",
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", TITLES)
def test_a_template_is_sound_under_any_name(game: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    path.write_text(template(name, game), encoding="utf-8")
    assert check(path) == []
    scenario = load(path)
    assert scenario.title == TITLES[name]
    state = begin(scenario)
    assert state.games == (game,)
    assert len([actor for actor in state.actors.values() if actor.side == "party"]) == 2
