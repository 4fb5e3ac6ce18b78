"""Ends of all kinds: the table is safe, the terminal is given back, the status is true, and one line leads back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.terminal.driver import SECONDS
from tests.trust.bugs import BUGS, KEY, LOCAL, SURVIVED, TRUTH
from tests.trust.ends import BACK, Sitting, run_lines, until_stopped
from tests.trust.story import make_table_file
from wyrd_tui.screens.table.sentences import DID_NOT_WORK
from wyrd_tui.store.tables.opening import open_table

pytestmark = pytest.mark.long

STOPPED = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc tells who has stopped")


@pytest.mark.sample
def test_leaving(tmp_path: Path) -> None:
    with Sitting(tmp_path) as program:
        acts = program.sit()
        # A terminal that tells its sizes is asked for the mouse in pixels.
        program.type("\x1b[?2048;2$y")
        while not program.modes().get(1016):
            assert program.read(SECONDS)
        program.leaves()
        assert program.said() == [BACK]
        assert program.kept() == acts


@pytest.mark.parametrize(
    ("name", "bug"),
    [
        pytest.param("SIGTERM", "", marks=pytest.mark.sample),
        *((name, "") for name in ("SIGHUP", "SIGINT", "SIGQUIT")),
        ("SIGTERM", "twice"),
    ],
)
def test_a_signal_that_ends(tmp_path: Path, name: str, bug: str) -> None:
    """The bug `twice` sends a second signal while the first one gives the terminal back."""
    number = getattr(signal, name)
    with Sitting(tmp_path, bug=bug) as program:
        acts = program.sit()
        if bug:
            program.type(KEY)
        else:
            os.kill(program.pid, number)
        assert program.ended() == -number, "the shell that waits for it learns that it was a signal"
        assert program.gave_back() == []
        assert program.said() == [BACK]
        with open_table(program.table, read_only=True) as table:
            assert not table.words, "it was saved"
        assert program.kept() == acts


def test_ctrl_c_is_a_key_and_ends_nothing(tmp_path: Path) -> None:
    with Sitting(tmp_path) as program:
        program.sit(1)
        program.press("\x03")
        program.see("ctrl+q leaves")
        program.type("+")
        program.see(" 2 act")


@STOPPED
@pytest.mark.parametrize("how", ["key", "SIGTSTP", "locked"])
def test_stopped_and_continued(tmp_path: Path, how: str) -> None:
    """The bug `locked` sends the signal while what is to be drawn is handed on."""
    with Sitting(tmp_path, bug="locked" if how == "locked" else "") as program:
        program.sit(1)
        if how == "SIGTSTP":
            os.kill(program.pid, signal.SIGTSTP)
        else:
            program.type("\x1a" if how == "key" else KEY)
        until_stopped(program)
        program.drain(0.1)
        assert program.gave_back() == [], "the shell has the terminal now"
        program.screen.reset()
        os.kill(program.pid, signal.SIGCONT)
        program.see("Die Flut", " 1 act")
        program.plays_on()


@STOPPED
@pytest.mark.parametrize("stop", [True, False], ids=["SIGSTOP", "SIGCONT alone"])
def test_continued_without_having_stopped_itself(tmp_path: Path, stop: bool) -> None:
    with Sitting(tmp_path) as program:
        program.sit(1)
        if stop:
            os.kill(program.pid, signal.SIGSTOP)
            until_stopped(program)
        program.screen.reset()
        os.kill(program.pid, signal.SIGCONT)
        program.see("Die Flut", " 1 act")
        time.sleep(0.2)
        program.plays_on()


# ------------------------------------------------------------------ what is no text, and no terminal


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    with Sitting(tmp_path) as program:
        program.sit(1)
        for odd in (
            b"\xff",
            b"\xe4\xf6",
            b"\xc3",
            b"\x00",
            b"\x1b[<999999999999999999999;1;1M",
            b"\x1b[200~\xfe\x1b[201~",
        ):
            os.write(program.fd, odd)
            program.read(0.05)
        program.press("escape", "escape")
        program.plays_on()


@pytest.mark.parametrize("shut", ["<&-", "2>&-", "</dev/null", "2>/dev/null", ">&- <&- 2>&-"])
def test_no_terminal_where_one_is_needed(tmp_path: Path, shut: str) -> None:
    """A pseudo-terminal with one end of it given away is looked at by a shell."""
    path = make_table_file(tmp_path)
    command = f'"{sys.executable}" -m wyrd_tui "{path}" {shut}; echo status $?'
    script = "import pty, sys; pty.spawn(['sh', '-c', sys.argv[1]])"
    done = subprocess.run(
        [sys.executable, "-c", script, command],
        env=os.environ | {"WYRD_HOME": str(tmp_path), "TERM": "xterm-256color"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert "status 1" in done.stdout
    assert "\x1b[?1049h" not in done.stdout
    assert "Traceback" not in done.stdout
    if ">&- <&-" not in shut:
        assert "The screen needs a terminal." in done.stdout, "also where errors lead elsewhere"


def test_output_that_goes_elsewhere_keeps_the_screen(tmp_path: Path) -> None:
    path = make_table_file(tmp_path)
    script = f'exec "{sys.executable}" -m wyrd_tui "{path}" >"{tmp_path}/out"'
    pid, fd = os.forkpty()
    if pid == 0:
        os.execve("/bin/sh", ["sh", "-c", script], os.environ | {"WYRD_HOME": str(tmp_path), "TERM": "xterm-256color"})
    seen = b""
    while "Die Brücke".encode() not in seen:
        seen += os.read(fd, 65536)
    os.kill(pid, signal.SIGTERM)
    _, status = os.waitpid(pid, 0)
    os.close(fd)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGTERM
    assert (tmp_path / "out").read_bytes() == b""


# ------------------------------------------------------------------ two windows


@pytest.mark.sample
def test_wyrd_run_beside_a_screen_is_refused(tmp_path: Path) -> None:
    with Sitting(tmp_path) as first:
        acts = first.sit(2)
        with run_lines(first.table, tmp_path) as run:
            shown, errors = run.communicate("show abacus\ndamage zoë-ångström 1\n")
        assert run.returncode == 1
        assert "Die Flut: 2/6" in shown
        told = f"Open in another window (process {first.pid})."
        assert errors.splitlines() == [
            f"The table is open for reading only. {told}",
            f"<stdin>:2:1: This table is open for reading only, so nothing can change. {told}",
        ]
        first.type("+")
        first.see(f" {acts + 1} acts")
        first.kill()
    assert first.kept() == acts + 1


# ------------------------------------------------------------------ bugs


@pytest.mark.parametrize("kind", SURVIVED)
def test_a_bug_in_an_act_changes_nothing(tmp_path: Path, kind: str) -> None:
    with Sitting(tmp_path, bug=kind) as program:
        acts = program.sit(2)
        program.press(KEY)
        if kind == "paste":
            program.type("\x1b[200~word\x1b[201~")
        program.see(DID_NOT_WORK, f" {acts} act")
        assert LOCAL not in program.text
        program.leaves(acts)
    assert "Error" in (log := (tmp_path / "tables" / "fault.log").read_text("utf-8")) or "Bug" in log
    assert LOCAL not in log
    assert TRUTH not in log


@pytest.mark.parametrize("kind", [kind for kind in BUGS if kind not in SURVIVED])
def test_a_bug_that_ends_the_program_shows_no_secret(tmp_path: Path, kind: str) -> None:
    with Sitting(tmp_path, bug=kind) as program:
        acts = 0 if kind == "mount" else program.sit(2)
        program.type(KEY)
        assert program.ended() == 1
        assert program.gave_back() == []
        told, back = program.said()
        assert told.startswith("Something went wrong inside the program, and it has ended. The report is in ")
        assert back == BACK
        assert LOCAL.encode() not in program.raw
        assert program.kept() == acts
    log = tmp_path / "tables" / "fault.log"
    assert all(secret not in log.read_text("utf-8") for secret in (LOCAL, TRUTH))
    assert log.stat().st_mode & 0o777 == 0o600
