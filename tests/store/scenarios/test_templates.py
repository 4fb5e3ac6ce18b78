"""The templates of `wyrd new` are sound scenarios."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from tests.problems import check_scenario
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.store.scenarios.presets import UNNAMED, make_template
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario

TITLES = {
    "The Long Night": "The Long Night",
    'A "quoted" \\ name': 'A "quoted" \\ name',
    "": UNNAMED,
    "\x1b]0;x\x07": "\ufffd]0;x\ufffd",
    "{brace} % $x": "{brace} % $x",
    "漢字": "漢字",
}


def test_templates_are_sound_under_any_name(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    for game, (name, title) in product(GAMES, TITLES.items()):
        path.write_text(make_template(name, game), encoding="utf-8")
        assert check_scenario(path) == []
        scenario = load_scenario(path)
        assert scenario.file.title == title
        state = begin_table(scenario)
        assert state.games == (game,)
        assert len([actor for actor in state.actors.values() if actor.side == "party"]) == 2
