"""The number of the format of a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.store.files.folders import shipped_scenarios
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.scenarios.presets import make_template
from wyrd_tui.store.scenarios.scenario import load_scenario
from wyrd_tui.store.scenarios.story_models import SCENARIO_FORMAT


@pytest.mark.parametrize("line", ["", "scenario_format = 1\n"])
def test_scenarios_without_a_number_have_the_first_format(line: str, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(f'{line}title = "A"\n', "utf-8")
    assert load_scenario(path).file.scenario_format == 1


@pytest.mark.parametrize("number", ["2", "0x" + "f" * 5000])
def test_refuses_newer_scenarios_with_one_sentence(number: str, tmp_path: Path) -> None:
    """A scenario of a newer format is refused in one sentence; its other keys are not judged."""
    path = tmp_path / "a.toml"
    path.write_text(f'title = "A"\nmoons = 2\nscenario_format = {number}\nparty = 7\n', "utf-8")
    with pytest.raises(Broken) as refused:
        load_scenario(path)
    sentence = f"the scenario is for a newer version of this program; this one knows format {SCENARIO_FORMAT}"
    assert [str(one) for one in refused.value.problems] == [f"{path}:3:1: {sentence}"]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ("0", "must be at least 1"),
        ("-3", "must be at least 1"),
        ("'two'", "must be a whole number, not text: write scenario_format = 1"),
        ("1.5", "must be a whole number, not a number with a fraction: write scenario_format = 1"),
        ("true", "must be a whole number, not true or false: write scenario_format = 1"),
        ("[2]", "must be a whole number, not a list: write scenario_format = 1"),
    ],
)
def test_refuses_other_values_as_format(number: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(f'title = "A"\nscenario_format = {number}\n', "utf-8")
    with pytest.raises(Broken) as refused:
        load_scenario(path)
    assert [str(one) for one in refused.value.problems] == [f'{path}:2:1: "scenario_format": {sentence}']


def test_shipped_scenarios_and_templates_state_their_format() -> None:
    texts = [path.read_text("utf-8") for path in shipped_scenarios()] + [make_template("A", game) for game in GAMES]
    assert all(f"\nscenario_format = {SCENARIO_FORMAT}" in f"\n{text}" for text in texts)
