"""The program at a table in a pseudo-terminal, and what its end leaves: the terminal, the acts and the status."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path

from tests.terminal.driver import SECONDS, Program
from tests.trust.bugs import TRUTH
from tests.trust.story import known_at, make_table_file
from wyrd_tui.store.tables.opening import open_table

BACK = "Saved. `wyrd brücke` brings this table back."
_MODE = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
_KEYS = re.compile(rb"\x1b\[([<>])[\d;]*u")
_CODES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-_])")
OFF = (1000, 1003, 1004, 1006, 1015, 1016, 1049, 2004, 2048)
"""Modes that must be off: mouse, focus, the other screen, pastes in brackets, sizes told."""
ON = (7, 25)
"""Lines that wrap, and a cursor."""


class Sitting(Program):
    """The program on a table of its own, with an eye on the terminal.

    Attributes:
        table: The table's save.
        before: The terminal's settings before the program changed them.
    """

    def __init__(
        self,
        home: Path,
        *,
        bug: str = "",
        table: Path | None = None,
        owner: bool = True,
        wishes: Mapping[str, str] | None = None,
    ) -> None:
        self.table = table or make_table_file(home)
        module = "tests.trust.bugs" if bug else "wyrd_tui"
        args = [*([bug] if bug else []), str(self.table)]
        super().__init__(args, home, module=module, owner=owner, wishes=wishes)
        self.before = termios.tcgetattr(self.other_end)

    def sit(self, acts: int = 3) -> int:
        """Play acts until they are shown; gives how many."""
        self.see(" 0 acts")
        self.press("escape")
        for number in range(1, acts + 1):
            self.type("+")
            self.see(f" {number} act")
        return acts

    def plays_on(self) -> None:
        """Take a second act and leave: everything is whole."""
        self.type("+")
        self.see(" 2 acts")
        self.leaves(2)

    def leaves(self, acts: int = -1) -> None:
        """Leave; the terminal is given back, and so many acts are kept where a number is given."""
        self.press("q", "enter")
        assert self.ended() == 0
        assert self.gave_back() == []
        assert acts in (-1, self.kept())

    def ended(self, seconds: float = SECONDS) -> int:
        """The status once it has ended, with all that it wrote taken in."""
        status = self.wait(seconds)
        self.drain(0.1)
        return status

    # -------------------------------------------------------------- what is left

    def modes(self) -> dict[int, bool]:
        """Each private mode that was ever set, and how it was left."""
        found = {}
        for match in _MODE.finditer(bytes(self.raw)):
            for number in match[1].split(b";"):
                found[int(number)] = match[2] == b"h"
        return found

    def said(self) -> list[str]:
        """The lines below the picture, once the terminal was given back."""
        after = bytes(self.raw).rpartition(b"\x1b[?1049l")[2]
        return [line for line in _CODES.sub(b"", after).decode("utf-8", "replace").split("\r\n") if line.strip()]

    def gave_back(self) -> list[str]:
        """List the faults of the terminal as it was left, and of the words on it."""
        modes = self.modes()
        wrong = [f"mode {number} is on" for number in OFF if modes.get(number)]
        wrong += [f"mode {number} is off" for number in ON if not modes.get(number, True)]
        keys = _KEYS.findall(bytes(self.raw))
        wrong += ["keys are still told in full"] if keys and keys[-1] != b"<" else []
        wrong += ["settings differ"] if termios.tcgetattr(self.fd) != self.before else []
        # The flag is one for all who have the terminal, such as the shell.
        wrong += [] if os.get_blocking(self.other_end) else ["the terminal does not wait any more"]
        told = "\n".join(self.said())
        wrong += [f"it shows {word}" for word in ("Traceback", "locals", TRUTH, "Bug", "Error") if word in told]
        return wrong

    def kept(self) -> int:
        """Count the acts that are there when the table is opened again, each with its undo and without a complaint."""
        with open_table(self.table) as table:
            assert not table.words
            assert not table.read_only
            found = known_at(table)
            assert found.undo == table.state.acts, "undo is lost"
            return found.undo


def run_lines(path: Path, home: Path, *words: str) -> subprocess.Popen[str]:
    """Start `wyrd run` on a table, with pipes for its lines and for all that it prints."""
    return subprocess.Popen(
        [sys.executable, "-m", "wyrd_tui", "run", *words, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"WYRD_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
        encoding="utf-8",
        errors="replace",
    )


def until_stopped(program: Program, seconds: float = SECONDS) -> None:
    """Wait until a process has stopped, as a shell sees it."""
    end = time.monotonic() + seconds
    while Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        assert time.monotonic() < end, "it never stopped"
        program.read(0.05)
