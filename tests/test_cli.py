"""The `wyrd` command as a shell sees it: output, standard error, exit status."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.terminal.driver import Program
from wyrd_tui import play
from wyrd_tui.cli import main
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.session import Session
from wyrd_tui.play import play_line
from wyrd_tui.store.scenarios import scenario
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables.names import find_file
from wyrd_tui.store.tables.opening import create_table

FLIGHT = "flight-from-the-tower"


def wyrd(home: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in this process, as a shell would: its own arguments, streams and folders."""
    given, out, err = (io.TextIOWrapper(io.BytesIO(text), "utf-8") for text in (stdin.encode(), b"", b""))
    with (
        patch.dict(os.environ, {"WYRD_HOME": str(home)}),
        patch.object(sys, "stdin", given),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            status = main(args)
        except SystemExit as ended:
            # argparse ends the program where the words are wrong, or help is asked for.
            status = int(ended.code or 0)
    told = []
    for stream in (out, err):
        stream.flush()
        stream.seek(0)
        told.append(stream.read())
    return subprocess.CompletedProcess(args, status, *told)


def test_the_module_is_the_command(tmp_path: Path) -> None:
    def shell(*args: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "WYRD_HOME": str(tmp_path)}
        command = [sys.executable, "-m", "wyrd_tui", *args]
        return subprocess.run(command, check=False, env=env, capture_output=True, text=True)

    for args in (["roll", "4dF+2", "--dice", "++0-"], ["roll"], ["check", "no-such-file.toml"], ["where"]):
        ended, inside = shell(*args), wyrd(tmp_path, *args)
        assert (ended.returncode, ended.stdout, ended.stderr) == (inside.returncode, inside.stdout, inside.stderr)


@pytest.mark.parametrize(
    ("args", "status", "told"),
    [
        (["chek", "foo"], 2, "no command is called “chek”; did you mean: wyrd check foo"),
        (["zzz", "foo"], 2, "no place for foo"),
        (["chek"], 1, "No file, table or scenario is called “chek”."),
        (["run", "--seed", "foo", FLIGHT], 2, "write a whole number, such as --seed 7, not “foo”"),
        (["--plain", "--theme", "foo", FLIGHT], 1, "No theme is called “foo”. Write --theme calm"),
    ],
)
def test_a_wrong_word_is_answered_with_an_example(args: list[str], status: int, told: str, tmp_path: Path) -> None:
    ended = wyrd(tmp_path, *args)
    assert ended.returncode == status
    assert told in ended.stderr
    assert not ended.stdout


def test_version_and_roll_and_odds_answer_at_once(tmp_path: Path) -> None:
    assert wyrd(tmp_path, "--version").stdout.startswith("wyrd ")
    assert wyrd(tmp_path, "roll", "--dice", "++0-", "4dF+2").stdout.strip().endswith("= 3")
    assert "61.7%" in wyrd(tmp_path, "odds", "check", "+3", "vs", "2").stdout


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["roll", "4dX"], 1),
        (["roll", "4dF", "--dice", "++"], 1),
        (["roll"], 2),
        (["roll", "--seed", "3"], 2),
        (["roll", "3d6", "--seed", "x"], 2),
        (["roll", "3d6", "--seed"], 2),
        (["roll", "3d6", "--dice="], 2),
        (["roll", "--bogus"], 2),
        (["roll", "3d6", "--seed", "3"], 0),
        (["roll", "--help"], 0),
        (["odds", "nonsense"], 1),
        (["odds"], 2),
        (["odds", "check", "--bogus"], 2),
        (["odds", "--help"], 0),
        (["recap", FLIGHT], 1),
        (["check", "no-such-file.toml"], 1),
        (["run", "no-such-table"], 1),
        (["recap", "no-such-table"], 1),
        (["recap", "--html", FLIGHT], 1),
        (["watch", FLIGHT], 1),
        (["watch", "no-such-table"], 1),
        (["watch"], 2),
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
    assert bool(ended.stderr.strip()) == bool(status)
    assert bool(ended.stdout.strip()) == (not status)


def test_options_of_a_roll_stand_before_or_after_it(tmp_path: Path) -> None:
    before = wyrd(tmp_path, "roll", "--seed", "3", "3d6", "+", "1")
    assert before.stdout == wyrd(tmp_path, "roll", "3d6", "+", "1", "--seed=3").stdout
    assert wyrd(tmp_path, "roll", "4dF+2", "--dice", "--0+").stdout.strip().endswith("= 1")
    assert wyrd(tmp_path, "roll", "-1", "+3d1").stdout.strip().endswith("= 2")


def test_recap_of_a_scenario_asks_for_a_table(tmp_path: Path) -> None:
    said = wyrd(tmp_path, "recap", FLIGHT).stderr
    assert "is a scenario" in said
    assert f"a recap takes a live table. `wyrd {FLIGHT}` opens it as a table" in said


def test_check_reads_every_file_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read: list[str] = []
    load = scenario.load_scenario

    def counted(path: str) -> scenario.Scenario:
        read.append(path)
        return load(path)

    monkeypatch.setattr(scenario, "load_scenario", counted)
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('title = "Good"\npremise = "x"\n')
    bad.write_text("title = 1\n")
    assert main(["check", str(bad), str(good)]) == 1
    assert read == [str(bad), str(good)]
    assert f"{good}: good" in capsys.readouterr().out


def test_check_takes_names_of_scenarios_and_no_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    assert main(["check", FLIGHT]) == 0
    assert capsys.readouterr().out.startswith(f"{FLIGHT}: good\n")
    assert main(["check", "flight-from-the-towr", FLIGHT]) == 1
    said = capsys.readouterr()
    assert f"Did you mean {FLIGHT}?" in said.err
    assert said.out.startswith(f"{FLIGHT}: good\n")
    wyrd(tmp_path, "run", FLIGHT, "--save", "friday", stdin="")
    assert main(["check", "friday"]) == 1
    assert "friday is a live table" in capsys.readouterr().err


def test_a_recap_of_an_open_table_omits_its_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    with create_table(begin_table(load_scenario(find_file(FLIGHT))), "friday") as table:
        session = table.session(dice=LiveDice(1))
        list(play_line(session, "damage mercer 1"))
        ended = wyrd(tmp_path, "recap", "friday")
    assert ended.stderr == ""
    assert "takes 1 damage" in ended.stdout


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
    assert said[0].startswith("SUCCESS by 2 · ")
    assert said[0].endswith("++-0, Pilot +3 = 4 against Formidable (+2)")
    assert said[1].startswith("TIE · ")
    assert said[1].endswith("+--0, Athletics +1 = 0 against Challenging (0)")
    assert said[2].startswith("Undone: ")
    assert not (tmp_path / "tables").exists()


def test_run_with_json_prints_the_resulting_table_alone(tmp_path: Path) -> None:
    ended = wyrd(tmp_path, "run", FLIGHT, "--json", stdin="damage mercer 3\n")
    table = json.loads(ended.stdout)
    assert table["acts"] == 1
    assert table["actors"]["elias-mercer"]["sheets"]["wyrd_engine"]["track"][0]["marks"] == 3


def test_run_stops_at_a_refused_line_and_says_which(tmp_path: Path) -> None:
    lines = "damage mercer 3\n  damage nobody 3\ndamage mercer 1\n"
    ended = wyrd(tmp_path, "run", FLIGHT, stdin=lines)
    assert ended.returncode == 1
    assert ended.stderr.startswith("<stdin>:2:3: Nobody here is called “nobody”")
    assert len(ended.stdout.splitlines()) == 1
    passed = wyrd(tmp_path, "run", FLIGHT, "--go-on", stdin=lines)
    assert passed.returncode == 1
    assert len(passed.stdout.splitlines()) == 2


def test_run_refuses_a_long_line_in_few_words(tmp_path: Path) -> None:
    lines = f"damage mercer 1\n{'x' * 5_000_000}\ndamage mercer 1\n"
    ended = wyrd(tmp_path, "run", FLIGHT, "--go-on", stdin=lines)
    assert ended.returncode == 1
    assert ended.stderr.startswith("<stdin>:2:1: A line has")
    assert len(ended.stderr) < 200
    assert len(ended.stdout.splitlines()) == 2


@pytest.mark.long
def test_a_closed_pipe_does_not_stop_play(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    lines = "damage mercer 1\ndamage mercer 1\ndamage mercer 1\n"
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "wyrd_tui", "run", FLIGHT, "--save", "friday"],
            check=False,
            input=lines,
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "WYRD_HOME": str(tmp_path)},
            timeout=60,
        )
    finally:
        os.close(writing)
    assert ended.returncode == 0
    assert len(ended.stderr.splitlines()) == 1
    assert json.loads(wyrd(tmp_path, "run", "friday", "--json").stdout)["acts"] == 3


def test_refuses_bytes_that_are_not_text(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "wyrd_tui", "run", FLIGHT],
        check=False,
        input=b"note caf\xe9\n",
        capture_output=True,
        env={**os.environ, "WYRD_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    assert "caf\ufffd" in ended.stdout.decode()


@pytest.mark.parametrize("encoding", ["utf-16", pytest.param("utf-32", marks=pytest.mark.long)])
def test_refuses_lines_in_another_encoding(tmp_path: Path, encoding: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "wyrd_tui", "run", FLIGHT, "--save", "friday"],
        check=False,
        input=b"damage mercer 1\n\n",
        capture_output=True,
        env={**os.environ, "WYRD_HOME": str(tmp_path), "PYTHONIOENCODING": f"{encoding}:replace"},
        timeout=60,
    )
    told = ended.stderr.decode(encoding).splitlines()
    assert ended.returncode == 1
    assert told[1:] == [
        f"Standard input cannot be read as {encoding}, which PYTHONIOENCODING asks for; no act was played. "
        "Send UTF-8 and set PYTHONIOENCODING=utf-8."
    ]
    assert not (tmp_path / "tables" / "fault.log").exists()
    assert json.loads(wyrd(tmp_path, "run", "friday", "--json").stdout).get("acts", 0) == 0


@pytest.mark.parametrize("written", [True, False])
def test_report_of_a_fault_makes_no_promise_about_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], written: bool
) -> None:
    """Acts may have been in memory alone; only the table can say whether they are saved."""
    home = tmp_path / "home"
    monkeypatch.setenv("WYRD_HOME", str(home))
    if not written:
        home.touch()

    def fail(path: Path) -> None:
        raise IndexError("secret")

    monkeypatch.setattr(scenario, "load_scenario", fail)
    assert main(["check", FLIGHT]) == 1
    where = f"The report is in {home / 'tables' / 'fault.log'}." if written else "A report could not be written."
    told = f"Something went wrong inside the program, and it has ended. {where}\n"
    assert capsys.readouterr() == ("", told)


@pytest.mark.long
def test_undo_of_too_many_acts_takes_none_back(tmp_path: Path) -> None:
    acts = "damage mercer 1\ndamage mercer 1\n"
    for more, told in (
        ("undo 5", "Only 2 acts can be undone, not 5"),
        ("undo 0", "“0” is not a number of acts"),
        ("undo 2\nredo 3", "Only 2 acts can be redone, not 3"),
        ("redo", "Nothing is left to redo"),
    ):
        ended = wyrd(tmp_path, "run", FLIGHT, "--json", stdin=f"{acts}{more}\n")
        assert ended.returncode == 1
        assert told in ended.stderr
        assert json.loads(ended.stdout).get("acts", 0) == (0 if "redo 3" in more else 2)


@pytest.mark.long
def test_run_names_a_table_that_hides_a_scenario(tmp_path: Path) -> None:
    """`wyrd run NAME` prefers a live table of that name, where acts are saved."""
    assert wyrd(tmp_path, "run", FLIGHT, stdin="show party\n").stderr == ""
    wyrd(tmp_path, "run", FLIGHT, "--save", stdin="damage mercer 1\n")
    assert "The name means your table flight-from-the-tower. The scenario" in wyrd(tmp_path, "run", FLIGHT).stderr
    assert wyrd(tmp_path, "run", str(tmp_path / "tables" / "flight-from-the-tower.toml")).stderr == ""


def test_reports_trouble_of_play_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    wyrd(tmp_path, "run", FLIGHT, "--save", "friday", stdin="damage mercer 1\n")
    path = tmp_path / "tables" / "friday.toml"
    path.write_text(path.read_text("utf-8").replace("marks = 1", "marks = 2", 1), "utf-8")

    def played(session: Session, *args: object, **more: object) -> int:
        path.write_text(path.read_text("utf-8") + "# mine\n", "utf-8")
        list(play_line(session, "note something"))
        return 0

    monkeypatch.setattr(play, "play", played)
    assert main(["run", "friday"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert "changed by hand" in said[0]
    assert "while the table was open. The other program’s version is not on the table, but kept as" in said[1]


def test_a_saved_table_goes_on_where_it_stopped_and_recaps(tmp_path: Path) -> None:
    first = wyrd(tmp_path, "run", FLIGHT, "--save", "friday", stdin="damage mercer 3\nend scene\n")
    assert first.returncode == 0, first.stderr
    second = wyrd(tmp_path, "run", "friday", stdin="undo\nundo\nredo\nshow people\n")
    assert second.returncode == 0, second.stderr
    assert "stress 3/4" in second.stdout
    recap = wyrd(tmp_path, "recap", "friday").stdout
    assert recap.startswith("# Flight from the Tower")
    assert "Mercer takes 3 damage: stress 0→3" in recap
    assert "The fuse" in recap


def test_players_have_their_own_recap_and_watching_requires_a_terminal(tmp_path: Path) -> None:
    lines = "begin\nnote The captain is a spy.\nadd Zed side=party\n"
    assert wyrd(tmp_path, "run", FLIGHT, "--save", "friday", stdin=lines).returncode == 0
    story = wyrd(tmp_path, "recap", "--players", "friday").stdout
    assert story.startswith("# Flight from the Tower")
    assert "Zed are unhurt" in story
    assert "spy" not in story
    assert "<h1>Flight from the Tower</h1>" in wyrd(tmp_path, "recap", "--players", "--html", "friday").stdout
    assert "needs a terminal" in wyrd(tmp_path, "watch", "friday").stderr


def test_a_watch_of_a_scenario_names_the_live_table(tmp_path: Path) -> None:
    assert wyrd(tmp_path, "run", FLIGHT, "--save", "monday", stdin="begin\n").returncode == 0
    assert "such as monday." in wyrd(tmp_path, "watch", "flight-from-the-tower").stderr


def test_recap_is_inert_markdown(tmp_path: Path) -> None:
    scenario = tmp_path / "s.toml"
    scenario.write_text('title = "A [link](http://x) & <b>"\npremise = "x"\n')
    wyrd(tmp_path, "run", str(scenario), "--save", "t", stdin='add "[x](javascript:1) *bold*" foes persona\n')
    recap = wyrd(tmp_path, "recap", "t").stdout
    assert "\\[x\\](javascript:1) \\*bold\\*" in recap
    assert "](" not in recap.replace("\\]", "")
    assert "\\<b" in recap
    assert "<b" not in recap.replace("\\<", "")


def test_a_scenario_without_a_name_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as usage:
        main(["new", " "])
    assert usage.value.code == 2
    assert "needs a name" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


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


def test_new_writes_a_scenario_of_each_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "--game", "wyrd_abacus", 'The "Glass" Heir']) == 0
    assert "`wyrd the-glass-heir.toml`" in capsys.readouterr().out
    assert main(["check", "the-glass-heir.toml"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "2 characters" in said.out
    state = begin_table(load_scenario("the-glass-heir.toml"))
    assert state.games == ("wyrd_abacus",)
    # The first scene begins with a line on those present.
    assert (state.scene.page, state.scene.between) == ("the-house-by-the-water", True)
    assert main(["new", "--game", "mettle", 'The "Glass" Shop']) == 0
    assert main(["check", "the-glass-shop.toml"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "2 random tables" in said.out
    state = begin_table(load_scenario("the-glass-shop.toml"))
    assert (state.games, state.scene.title, len(state.actors)) == (("mettle",), "The first act", 3)
    with pytest.raises(SystemExit) as wrong:
        main(["new", "--game", "whist", "x"])
    assert wrong.value.code == 2
    told = " ".join(capsys.readouterr().err.split())
    assert told.endswith("No game is called “whist”. Write --game mettle, or another of wyrd_abacus, wyrd_engine.")


@pytest.mark.parametrize(("words", "title"), [((), "The Wyrd Engine"), (("--game", "mettle"), "Mettle")])
def test_the_key_card_is_printed_with_own_keys(tmp_path: Path, words: tuple[str, ...], title: str) -> None:
    (tmp_path / "config").mkdir(exist_ok=True)
    (tmp_path / "config" / "keys.toml").write_text('[keys]\nundo = "f5"\n')
    card = wyrd(tmp_path, "keys", *words).stdout
    assert title.split()[-1] in card.splitlines()[0]
    assert "| `f5` | undo |" in card
    assert "<kbd>f5</kbd>" in wyrd(tmp_path, "keys", *words, "--html").stdout


def test_completion_is_printed_for_a_shell(tmp_path: Path) -> None:
    assert "wyrd" in wyrd(tmp_path, "completion", "bash").stdout


EVENINGS = Path(__file__).parent / "evenings"


def test_the_brass_orchid_plays_to_a_resolution(tmp_path: Path) -> None:
    """WE-97, WE-98: three acts, clues, complications, proofs, branches and a resolution, by script."""
    script = (EVENINGS / "brass-orchid.txt").read_text()
    ended = wyrd(tmp_path, "run", "murder-at-the-brass-orchid", "--seed", "1", "--save", "orchid", stdin=script)
    assert ended.returncode == 0, ended.stderr
    assert "Resolution reached: A Deal in the Shadows" in ended.stdout
    assert "Evening 1 ends" in ended.stdout
    again = wyrd(tmp_path, "run", "orchid", "--json", stdin="")
    table = json.loads(again.stdout)
    assert table["evening"] == 2
    assert table["marks"]["poison-among-her-things"] == "held"


@pytest.mark.long
def test_a_table_with_only_older_saves_is_found_by_name(tmp_path: Path) -> None:
    for _ in range(3):
        wyrd(tmp_path, "run", FLIGHT, "--save", "friday", stdin="damage mercer 1\n")
    for _ in range(2):
        wyrd(tmp_path, "run", "friday", stdin="damage mercer 1\nend scene\n")
    folder = tmp_path / "tables"
    for file in (folder / "friday.toml", folder / "friday.journal"):
        file.write_bytes(bytes(9000))
    older = folder / "friday.1.toml"
    for command in ("recap", "run"):
        refused = wyrd(tmp_path, command, "friday", stdin="show\n")
        assert refused.returncode == 1
        assert f"An older save exists: `wyrd {older}` begins a table with it" in refused.stderr
    back = wyrd(tmp_path, "run", str(older), stdin="show\n")
    assert back.returncode == 0
    assert "Flight from the Tower: between scenes" in back.stdout


@pytest.mark.long
def test_name_of_a_scenario_mentions_its_lost_table(tmp_path: Path) -> None:
    """A table was begun anew, or played in memory, without a message."""
    for line in ("damage mercer 1\n", "end scene\n"):
        wyrd(tmp_path, "run", FLIGHT, "--save", stdin=line)
    folder = tmp_path / "tables"
    for number in range(2):
        wyrd(tmp_path, "run", FLIGHT, stdin=f"damage mercer {number + 1}\n")
    for name in ("toml", "journal"):
        (folder / f"{FLIGHT}.{name}").unlink()
    said = f"The table {FLIGHT} is gone. An older save exists: `wyrd {folder / f'{FLIGHT}.1.toml'}` begins a table"
    for args in (("run", FLIGHT), ("run", FLIGHT, "--save", "other"), ("recap", FLIGHT)):
        assert said in wyrd(tmp_path, *args, stdin="show\n").stderr
    with Program([FLIGHT], tmp_path, columns=120, rows=40) as program:
        program.see("characters chosen")
        program.press("enter")
        program.see(f"The table {FLIGHT} is gone. An older save exists")


def test_a_recap_of_an_older_save_makes_no_table(tmp_path: Path) -> None:
    for line in ("damage mercer 1\n", "end\n"):
        wyrd(tmp_path, "run", "friday" if line == "end\n" else FLIGHT, "--save", "friday", stdin=line)
    wyrd(tmp_path, "run", "friday", stdin="damage mercer 1\nend scene\n")
    folder = tmp_path / "tables"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert "friday.1.toml" in before
    assert wyrd(tmp_path, "recap", str(folder / "friday.1.toml")).returncode == 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_an_older_save_opens_as_a_table_of_its_own(tmp_path: Path) -> None:
    wyrd(tmp_path, "run", FLIGHT, "--save", "friday", stdin="damage mercer 1\n")
    for _ in range(3):
        wyrd(tmp_path, "run", "friday", stdin="damage mercer 1\n")
    older = tmp_path / "tables" / "friday.2.toml"
    before = {path.name: path.read_bytes() for path in older.parent.iterdir()}
    back = wyrd(tmp_path, "run", str(older), stdin="show\n")
    assert "Captain Elias Mercer (party): stress 2/4" in back.stdout
    assert "The copy opened as a table of its own, friday-2" in back.stderr
    assert {name: (older.parent / name).read_bytes() for name in before} == before
    again = wyrd(tmp_path, "run", "friday-2", stdin="damage mercer 1\n")
    assert "stress 2→3" in again.stdout
