"""The `wyrd` command as a shell sees it: output, standard error, exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from wyrd_tui.cli import main

FLIGHT = "flight-from-the-tower"


def wyrd(home: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "WYRD_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "wyrd_tui", *args],
        check=False,
        input=stdin,
        capture_output=True,
        text=True,
        env=env,
        timeout=60,
    )


def test_version_and_roll_and_odds_answer_at_once(tmp_path: Path) -> None:
    assert wyrd(tmp_path, "--version").stdout.startswith("wyrd ")
    assert wyrd(tmp_path, "roll", "--dice", "++0-", "4dF+2").stdout.strip().endswith("= 3")
    assert "61.7 %" in wyrd(tmp_path, "odds", "check", "+3", "vs", "2").stdout


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["roll", "4dX"], 1),
        (["odds", "nonsense"], 1),
        (["check", "no-such-file.toml"], 1),
        (["run", "no-such-table"], 1),
        (["recap", "no-such-table"], 1),
        (["no-such-table"], 1),
        (["check"], 2),
        (["run"], 2),
        (["completion", "perl"], 2),
        (["where"], 0),
        (["schema"], 0),
        (["--help"], 0),
    ],
)
def test_exit_status_tells_the_truth_and_no_traceback_is_shown(args: list[str], status: int, tmp_path: Path) -> None:
    ended = wyrd(tmp_path, *args)
    assert ended.returncode == status, ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr
    if status:
        assert ended.stderr.strip()


def test_the_screen_without_a_terminal_is_refused_in_words(tmp_path: Path) -> None:
    ended = wyrd(tmp_path, FLIGHT)
    assert ended.returncode == 1
    assert "terminal" in ended.stderr


def test_check_names_file_line_and_column(tmp_path: Path) -> None:
    scenario = tmp_path / "bad.toml"
    scenario.write_text('title = "Bad"\npremise = "x"\ntitel = "again"\n')
    ended = wyrd(tmp_path, "check", str(scenario))
    assert ended.returncode == 1
    assert f"{scenario}:3:1: " in ended.stderr
    assert "title" in ended.stderr


def test_run_plays_a_scenario_in_memory_with_fed_dice(tmp_path: Path) -> None:
    lines = "roll mercer pilot formidable\nroll mercer athletics 0 dice=+--0\nundo\n"
    ended = wyrd(tmp_path, "run", FLIGHT, "--dice", "++-0", stdin=lines)
    assert ended.returncode == 0, ended.stderr
    said = ended.stdout.splitlines()
    assert said[0].endswith("++-0, Pilot +3 = 4 against Formidable (+2), success by 2")
    assert said[1].endswith("+--0, Athletics +1 = 0 against Challenging (0), a tie")
    assert said[2].startswith("Undone: ")
    assert not (tmp_path / "tables").exists()


def test_run_with_json_prints_the_resulting_table_alone(tmp_path: Path) -> None:
    ended = wyrd(tmp_path, "run", FLIGHT, "--json", stdin="damage mercer 3\n")
    table = json.loads(ended.stdout)
    assert table["turn"] == 1
    assert table["actors"]["elias-mercer"]["sheets"]["wyrd_engine"]["track"][0]["marks"] == 3


def test_run_stops_at_a_refused_line_and_says_which(tmp_path: Path) -> None:
    lines = "damage mercer 3\ndamage nobody 3\ndamage mercer 1\n"
    ended = wyrd(tmp_path, "run", FLIGHT, stdin=lines)
    assert ended.returncode == 1
    assert "line 2: " in ended.stderr
    assert len(ended.stdout.splitlines()) == 1
    passed = wyrd(tmp_path, "run", FLIGHT, "--go-on", stdin=lines)
    assert passed.returncode == 1
    assert len(passed.stdout.splitlines()) == 2


def test_a_saved_table_goes_on_where_it_stopped_and_recaps(tmp_path: Path) -> None:
    first = wyrd(tmp_path, "run", FLIGHT, "--save", "friday", stdin="damage mercer 3\nend scene\n")
    assert first.returncode == 0, first.stderr
    second = wyrd(tmp_path, "run", "friday", stdin="undo\nundo\nredo\nshow people\n")
    assert second.returncode == 0, second.stderr
    assert "stress 3/4" in second.stdout
    recap = wyrd(tmp_path, "recap", "friday").stdout
    assert recap.startswith("# Flight from the Tower")
    assert "Captain Elias Mercer takes 3 damage: stress 0→3" in recap
    assert "The fuse" in recap


def test_recap_is_inert_markdown(tmp_path: Path) -> None:
    scenario = tmp_path / "s.toml"
    scenario.write_text('title = "A [link](http://x) & <b>"\npremise = "x"\n')
    wyrd(tmp_path, "run", str(scenario), "--save", "t", stdin='add "[x](javascript:1) *bold*" foes persona\n')
    recap = wyrd(tmp_path, "recap", "t").stdout
    assert "\\[x\\](javascript:1) \\*bold\\*" in recap
    assert "](" not in recap.replace("\\]", "")
    assert "<b>" not in recap.replace("\\<", "").replace("\\>", "") or "\\<b\\>" in recap


def test_new_writes_a_scenario_that_checks_and_never_overwrites(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "The Glass Heir"]) == 0
    path = tmp_path / "the-glass-heir.toml"
    before = path.read_text()
    assert main(["check", str(path)]) == 0
    assert main(["new", "The Glass Heir"]) == 1
    assert path.read_text() == before
    capsys.readouterr()


def test_completion_is_printed_for_a_shell(tmp_path: Path) -> None:
    assert "wyrd" in wyrd(tmp_path, "completion", "bash").stdout


EVENINGS = Path(__file__).parent / "evenings"


def test_the_brass_orchid_plays_from_the_first_act_to_a_resolution(tmp_path: Path) -> None:
    """WE-97, WE-98: three acts, clues, complications, proofs, branches and a resolution, by script."""
    script = (EVENINGS / "brass-orchid.txt").read_text()
    ended = wyrd(tmp_path, "run", "murder-at-the-brass-orchid", "--seed", "1", "--save", "orchid", stdin=script)
    assert ended.returncode == 0, ended.stderr
    assert "Resolution A Deal in the Shadows reached" in ended.stdout
    assert "Evening 1 ends" in ended.stdout
    again = wyrd(tmp_path, "run", "orchid", "--json", stdin="")
    table = json.loads(again.stdout)
    assert table["evening"] == 2
    assert table["marks"]["poison-among-her-things"] == "held"
