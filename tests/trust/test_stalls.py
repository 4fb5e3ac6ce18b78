"""Terminals that stall, hang up and claim any size: the table is safe, the screen goes on."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.terminal.driver import Program
from tests.trust.bugs import KEY
from tests.trust.ends import BACK, Sitting
from wyrd_tui.terminal.driver import RESET

pytestmark = pytest.mark.long

if not sys.platform.startswith("linux"):
    pytest.skip("/proc tells who has stopped and what it holds", allow_module_level=True)


def stall(program: Program) -> None:
    """Read nothing while the program draws, so that it waits with a picture half sent."""
    program.drain(0.2)
    assert program.fill() > 1000
    program.type("+\x0c")
    time.sleep(0.3)


def busy(program: Program) -> None:
    """Have so much drawn that the program waits for a terminal that nobody reads."""
    for number in range(40):
        program.resize(118 + number % 2, 40)
        program.type("\x0c")
        time.sleep(0.01)


# ------------------------------------------------------------------ nobody reads


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("much", [False, True], ids=["a picture", "many pictures"])
def test_a_terminal_that_nobody_reads_ends_when_it_is_told(tmp_path: Path, name: str, much: bool) -> None:
    number = getattr(signal, name)
    with Sitting(tmp_path) as program:
        acts = program.sit(1)
        stall(program)
        if much:
            busy(program)
        os.kill(program.pid, number)
        assert program.ended_unread() == -number
        assert program.ended() == -number
        assert program.gave_back() == [], "it is read again, and has no picture of ours"
        assert bytes(program.raw).endswith(RESET.encode() + f"{BACK}\r\n".encode())
        assert program.kept() >= acts


def test_a_terminal_that_stalls_for_a_moment_gets_every_letter(tmp_path: Path) -> None:
    with Sitting(tmp_path) as program:
        program.sit(1)
        stall(program)
        program.drain(0.3)
        program.see(" 2 act")
        program.leaves()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_terminal_that_another_program_left_unwaiting(tmp_path: Path, when: str) -> None:
    """The flag is one for all who share a terminal; a picture is longer than what it takes at once."""
    with Sitting(tmp_path) as program:
        if when == "before":
            os.set_blocking(program.other_end, False)
            program.see("Die Flut", " 0 act")
            program.press("escape")
        else:
            program.sit(1)
            os.set_blocking(program.other_end, False)
        stall(program)
        busy(program)
        program.screen.reset()
        program.resize(120, 40)
        acts = 1 if when == "before" else 2
        program.see("Die Flut", f" {acts} act", "Zoë")
        os.set_blocking(program.other_end, True)
        program.leaves(acts)


# ------------------------------------------------------------------ hang-ups


@pytest.mark.parametrize("full", [False, True], ids=["idle", "stalled"])
@pytest.mark.parametrize("owner", [True, False], ids=["told by the system", "told by nobody"])
def test_a_terminal_that_hangs_up(tmp_path: Path, owner: bool, full: bool) -> None:
    with Sitting(tmp_path, owner=owner) as program:
        acts = program.sit(1)
        if full:
            stall(program)
            busy(program)
        program.hang_up()
        assert program.ended_unread() == -signal.SIGHUP
        assert program.kept() >= acts


# ------------------------------------------------------------------ a signal at a bad moment


def test_a_new_size_that_another_thread_is_told_of(tmp_path: Path) -> None:
    """Some systems choose any thread; the one that draws must not sleep on until something else happens."""
    with Sitting(tmp_path, bug="elsewhere", owner=False) as program:
        program.sit(1)
        program.type(KEY)
        program.read(0.2)
        fcntl.ioctl(program.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 110, 0, 0))
        program.raw.clear()
        time.sleep(1.2)
        program.drain(0.05)
        assert b"Die Flut" in program.raw


# ------------------------------------------------------------------ sizes


@pytest.mark.parametrize("how", ["answered", "claimed", "claimed at once", "wished"])
def test_a_terminal_of_any_size_is_drawn(tmp_path: Path, how: str) -> None:
    wishes = {"COLUMNS": "6000", "LINES": "6000"} if how == "wished" else {}
    with Sitting(tmp_path, wishes=wishes) as program:
        if how == "claimed at once":
            program.claim(60_000, 60_000)
            unseen(program, 3.0)
        else:
            program.sit(1)
        if how == "answered":
            program.type("\x1b[48;30000;30000;1;1t")
        elif how == "claimed":
            program.claim(60_000, 60_000)
        unseen(program, 2.0)
        program.screen.reset()
        program.resize(118, 40)
        program.type("\x1b[48;40;118;1;1t")
        program.see("Die Flut", " 0 acts" if how == "claimed at once" else " 1 act")
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{program.pid}/status").read_text())
        assert found is not None
        assert int(found[1]) < 150_000, "kB, at the most it ever had"


@pytest.mark.parametrize("wait", [0.0, 0.1, 0.3])
def test_a_window_that_changes_as_a_table_opens_is_drawn(tmp_path: Path, wait: float) -> None:
    """The layouts of two sizes would call each other back without end if a screen took a size that has passed."""
    with Sitting(tmp_path) as program:
        while not program.raw:
            program.read(0.02)
        time.sleep(wait)
        for columns, rows in ((100, 30), (118, 40)):
            program.resize(columns, rows)
            unseen(program, 0.7)
        program.screen.reset()
        program.type("\x0c")
        program.see("Die Flut")
        program.sit(1)


def unseen(program: Program, seconds: float) -> None:
    """Read what is drawn, which is more than a screen here holds, without looking at it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([program.fd], [], [], 0.1)[0]:
            os.read(program.fd, 65536)
