"""Printed text: it obeys no letter, fits the output, and reads back into a shell."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.test_cli import FLIGHT, wyrd
from wyrd_tui import cli, launch, printed
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.store.files.problems import Broken, Problem

ODD = "\x1b]0;x\x07\u202e\x9b2J"


def clean(text: str) -> bool:
    return not set(ODD) & set(text) - set("0;x]2J")


@pytest.mark.parametrize(
    "tell",
    [
        lambda: printed.print_text(ODD, sys.stdout),
        lambda: printed.print_message(ODD, sys.stderr),
        lambda: printed.fail(ODD),
        lambda: cli._failed(Refused(ODD)),
        lambda: cli._failed(OSError(2, "not there", ODD)),
        lambda: cli._failed(Broken([Problem("x", 1, 1, ODD)])),
        lambda: cli.main(["run", ODD]),
        lambda: cli.main(["roll", f"--{ODD}"]),
        lambda: cli.main(["where", ODD]),
        lambda: cli.main(["completion", ODD]),
    ],
)
def test_nothing_that_is_printed_acts(tell: Callable[[], object], capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.suppress(SystemExit):
        tell()
    said = capsys.readouterr()
    assert said.out + said.err
    assert clean(said.out + said.err)


def test_last_words_after_a_signal_obey_nothing() -> None:
    evening = launch.OpenTable()
    evening.words = [ODD]
    said: list[str] = []
    evening.end(said.extend)
    assert len(said) == 1
    assert clean(said[0])


def test_a_name_begins_no_line_of_its_own(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    people = {"bob": Actor("bob", "Bob\nSaved. `wyrd x` brings this table back.", "party", "pc")}
    monkeypatch.setattr(cli, "_begin", lambda path: State("T", actors=people))
    monkeypatch.setattr("sys.stdin", io.StringIO("show people\nadd x\ny\n"))
    cli.main(["run", FLIGHT])
    said = capsys.readouterr()
    assert "    Saved." in said.out
    assert not [line for line in (said.out + said.err).splitlines() if line.startswith(("Saved", "y"))]


def test_json_keeps_every_letter(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("Zoë", f"Zoë{ODD}", "\u200d\u115f"):
        monkeypatch.setattr(cli, "_begin", lambda path, name=name: State(name))
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        cli.main(["run", FLIGHT, "--json"])
        said = capsys.readouterr().out
        assert json.loads(said)["title"] in (name, sanitize(name))
        assert clean(said)
        assert name != "Zoë" or name in said, "letters that any terminal shows stay as they are"


# ------------------------------------------------------------------ streams of all kinds


NARROW = (
    {"PYTHONIOENCODING": "latin-1"},
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
)


@pytest.mark.long
@pytest.mark.parametrize("environ", NARROW, ids=lambda environ: next(iter(environ.values())))
def test_an_encoding_that_lacks_a_letter_stops_no_play(tmp_path: Path, environ: dict[str, str]) -> None:
    """A letter that the encoding lacks is replaced and the exit status is 0, as the act is on disk by then."""
    env = {**os.environ, **environ, "WYRD_HOME": str(tmp_path)}

    def run(*words: str, acts: str = "") -> tuple[int, str, bytes]:
        command = [sys.executable, "-m", "wyrd_tui", *words]
        done = subprocess.run(command, input=acts.encode(), capture_output=True, check=False, env=env, timeout=60)
        return done.returncode, done.stdout.decode("latin-1"), done.stderr

    acts = 'damage mercer 3\nnote "“Žižka” – · ∞"\ndamage mercer 1\n'
    status, said, errors = run("run", FLIGHT, "--save", "friday", acts=acts)
    assert (status, errors.splitlines()[1:]) == (0, [])
    assert "stress 0->3" in said
    status, said, errors = run("recap", "friday")
    assert (status, errors) == (0, b"")
    assert "stress 0->3" in said
    status, said, errors = run("run", "friday", "--json")
    assert (status, errors) == (0, b"")
    assert json.loads(said)["acts"] == 3
    _, said, _ = run("schema")
    assert json.loads(said)["title"]


def test_signs_that_an_encoding_lacks_are_spelt() -> None:
    printed.prepare()
    assert "a→b −1 “x” é ﬁ ∞ \udcff".encode("ascii", "spelt") == b'a->b -1 "x" e fi ? ?'
    assert "é →".encode("latin-1", "spelt") == b"\xe9 ->"


@pytest.mark.long
@pytest.mark.parametrize("shut", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_a_stream_that_was_closed_is_no_fault(tmp_path: Path, shut: str) -> None:
    python = f'"{sys.executable}" -m wyrd_tui'
    acts = tmp_path / "acts"
    acts.write_text("damage mercer 1\n")
    fed = "" if "<" in shut else f"<{acts}"
    lines = f"{python} run {FLIGHT} --save t {fed} {shut} && {python} recap t {shut} && {python} roll 4dF {shut}"
    done = subprocess.run(
        ["sh", "-c", lines],
        env={**os.environ, "WYRD_HOME": str(tmp_path)},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert not (tmp_path / "tables" / "fault.log").exists()
    assert "wrong" not in done.stdout + done.stderr
    table = json.loads(wyrd(tmp_path, "run", "t", "--json").stdout)
    assert table.get("acts", 0) == (0 if "<" in shut else 1)


# ------------------------------------------------------------------ words for a shell


@pytest.mark.parametrize(
    "word",
    ["plain", "two words", "x; touch pwned #", "a'b", "$(id)`id`", "-x", "\x1b[2J\n", "e\u200b\ufeff'\\", "ž\u202e"],
)
def test_a_word_for_a_shell_is_read_back(word: str) -> None:
    shown = printed.quote_shell(word)
    assert clean(shown)
    assert "\n" not in shown
    shell = "bash" if shown.startswith("$") else "sh"
    done = subprocess.run([shell, "-c", f"printf %s {shown}"], capture_output=True, check=True)
    assert done.stdout == os.fsencode(word)
