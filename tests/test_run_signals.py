"""Ends of `wyrd run` by a signal: at any instant the table is saved, and the status tells of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scans import sampled
from tests.struck import BEGINNING, INSTANTS
from tests.terminal.driver import Program
from tests.trust.story import make_table_file
from wyrd_tui.store.tables.opening import open_table

SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")
FLIGHT = "flight-from-the-tower"
SAVED = "Saved. `wyrd brücke` brings this table back."


def saved(path: Path) -> int:
    """Return the number of acts of a table, after a check that its save has all of them."""
    assert not (path.parent / "fault.log").exists()
    with open_table(path) as table:
        assert not table.words
        return table.state.acts


def run(home: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"WYRD_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("instant", "name"),
    sampled([*((instant, "SIGTERM") for instant in INSTANTS), *(("in the closing", name) for name in SIGNALS[1:])], 3),
)
def test_a_signal_at_any_instant_ends_a_play_saved(tmp_path: Path, instant: str, name: str) -> None:
    """A signal at any moment ends `wyrd run` with the act in progress saved and told, or neither."""
    path, number = make_table_file(tmp_path), getattr(signal, name)
    program = run(tmp_path, "tests.struck", instant, str(number), "run", str(path))
    output, errors = program.communicate(b"tick die-flut\n", timeout=60)
    assert (program.returncode, errors.decode()) == (128 + number, f"{SAVED}\n")
    acts = 0 if instant == "in the opening" else 1
    assert saved(path) == acts
    # A GM who goes on with the lines that were not told plays none of them twice.
    assert len(output.splitlines()) == acts


@pytest.mark.long
@pytest.mark.parametrize("instant", sampled([*BEGINNING]))
def test_a_signal_as_a_table_begins_leaves_a_whole_one(tmp_path: Path, instant: str) -> None:
    number = signal.SIGHUP
    program = run(tmp_path, "tests.struck", instant, str(int(number)), "run", FLIGHT, "--save", "brücke")
    _, errors = program.communicate(b"damage mercer 1\n", timeout=60)
    path = tmp_path / "tables" / "brücke.toml"
    assert (program.returncode, errors.decode()) == (128 + number, f"Table brücke: {path}\n{SAVED}\n")
    assert saved(path) == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("instant", "name"), sampled([("in the opening", "SIGHUP"), *(("in the closing", name) for name in SIGNALS)], 2)
)
def test_a_signal_ends_a_play_that_is_typed(tmp_path: Path, instant: str, name: str) -> None:
    path, number = make_table_file(tmp_path), getattr(signal, name)
    words = [instant, str(int(number)), "run", str(path)]
    with Program(words, tmp_path, module="tests.struck", wishes={"PYTHONIOENCODING": "utf-8"}) as program:
        if instant == "in the closing":
            program.type("tick die-flut\n\x04")
        assert program.wait() == 128 + number
        program.see(SAVED)
    assert saved(path) == (instant == "in the closing")


def test_ctrl_c_ends_a_play_that_is_typed(tmp_path: Path) -> None:
    path = make_table_file(tmp_path)
    with Program(["run", str(path)], tmp_path, wishes={"PYTHONIOENCODING": "utf-8"}) as program:
        program.type("tick die-flut\n")
        program.see("0→1 of 6")
        program.type("\x03")
        assert program.wait() == 128 + signal.SIGINT
        program.see(SAVED)
    assert saved(path) == 1


@pytest.mark.long
def test_of_two_signals_in_the_closing_the_first_is_told(tmp_path: Path) -> None:
    path = make_table_file(tmp_path)
    numbers = (signal.SIGHUP, signal.SIGTERM)
    program = run(
        tmp_path, "tests.struck", "in the closing", *(str(int(number)) for number in numbers), "run", str(path)
    )
    _, errors = program.communicate(b"tick die-flut\n", timeout=60)
    assert (program.returncode, errors.decode()) == (128 + signal.SIGHUP, f"{SAVED}\n")
    assert saved(path) == 1


@pytest.mark.long
@pytest.mark.parametrize("kept", [False, True], ids=["in memory", "at a table"])
@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_ends_a_play_that_waits_for_a_line(tmp_path: Path, name: str, kept: bool) -> None:
    """A table is saved, and a play in memory ends without a word."""
    path, number = make_table_file(tmp_path), getattr(signal, name)
    program = run(tmp_path, "wyrd_tui", "run", str(path) if kept else FLIGHT)
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(b"tick die-flut\n" if kept else b"damage mercer 1\n")
    program.stdin.flush()
    program.stdout.readline()
    program.send_signal(number)
    _, errors = program.communicate(timeout=60)
    assert (program.returncode, errors.decode()) == (128 + number, f"{SAVED}\n" if kept else "")
    assert saved(path) == kept


def test_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    """A signal that is ignored from the start, as under nohup, stays ignored."""
    path = make_table_file(tmp_path)
    command = f"trap '' HUP; exec '{sys.executable}' -m tests.struck 'in the closing' 1 run '{path}'"
    env = os.environ | {"WYRD_HOME": str(tmp_path)}
    done = subprocess.run(["sh", "-c", command], input=b"tick die-flut\n", env=env, check=False, timeout=60)
    assert done.returncode == 0
    assert saved(path) == 1


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/syscall").exists(), reason="it tells what somebody waits for")
def test_a_reader_who_takes_nothing_holds_no_end_up(tmp_path: Path) -> None:
    path = make_table_file(tmp_path)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, b".")
    except BlockingIOError:
        os.set_blocking(writing, True)
    try:
        program = subprocess.Popen(
            [sys.executable, "-m", "wyrd_tui", "run", str(path)],
            stdin=subprocess.PIPE,
            stdout=writing,
            stderr=subprocess.PIPE,
            env=os.environ | {"WYRD_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": ""},
        )
        assert program.stdin is not None
        program.stdin.write(b"tick die-flut\n")
        program.stdin.flush()
        while not prints(program.pid):
            assert program.poll() is None
        program.send_signal(signal.SIGTERM)
        _, errors = program.communicate(timeout=60)
    finally:
        os.close(reading)
        os.close(writing)
    assert (program.returncode, errors.decode()) == (128 + signal.SIGTERM, f"{SAVED}\n")
    assert saved(path) == 1


def prints(pid: int) -> bool:
    """Return True while a process waits for the reader of its output."""
    return Path(f"/proc/{pid}/syscall").read_text().split()[1:2] == ["0x1"]
