"""A real pseudo-terminal with the program in it: press keys, read the screen, kill it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import pyte

NAMED = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "backspace": "\x7f",
    "space": " ",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "pagedown": "\x1b[6~",
    "pageup": "\x1b[5~",
}
SECONDS = 20.0
"""Longer than anything takes, so that only a real failure is one on a busy machine."""


class Program:
    """`python -m wyrd_tui ARGS`, or another module, in a terminal of the given size, with its own home."""

    def __init__(
        self, args: Sequence[str], home: Path, *, columns: int = 120, rows: int = 40, module: str = "wyrd_tui"
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        env = {key: value for key, value in os.environ.items() if not key.startswith(("TEXTUAL", "NO_COLOR"))}
        env |= {"WYRD_HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(sys.executable, [sys.executable, "-m", module, *args], env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.status: int | None = None

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.wait()
        os.close(self.fd)

    def read(self, seconds: float) -> bool:
        """Take in what the program wrote, waiting so long for the first of it."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.raw += data
        self.stream.feed(data)
        return bool(data)

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def see(self, *words: str, seconds: float = SECONDS) -> str:
        """Wait until the screen shows all of these words.

        Raises:
            AssertionError: With the screen, if it never does.
        """
        end = time.monotonic() + seconds
        while not all(word in self.text for word in words):
            left = end - time.monotonic()
            missing = [word for word in words if word not in self.text]
            assert left > 0, f"never saw {missing} on\n{self.text}"
            self.read(min(left, 0.2))
        return self.text

    def press(self, *keys: str) -> None:
        """Press keys one after another, letting the program draw after each."""
        for key in keys:
            os.write(self.fd, NAMED.get(key, key).encode())
            # A key that draws nothing must not hold the test up.
            if self.read(0.25):
                while self.read(0.03):
                    pass

    def type(self, text: str) -> None:
        """Type faster than anything is drawn, as hands that know the keys do."""
        os.write(self.fd, text.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)

    def kill(self, number: int = signal.SIGKILL) -> int:
        """Send a signal and wait for the end; gives the status as a shell tells it."""
        os.kill(self.pid, number)
        return self.wait()

    def wait(self, seconds: float = SECONDS) -> int:
        """Wait for the program to end; gives the status as a shell tells it."""
        end = time.monotonic() + seconds
        while self.status is None:
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self.status = os.waitstatus_to_exitcode(status)
            else:
                assert time.monotonic() < end, f"it never ended:\n{self.text}"
                self.read(0.05)
        return self.status
