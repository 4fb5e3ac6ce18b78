"""A real pseudo-terminal with the program in it: press keys, read the screen, kill it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

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
ESCAPE_SECONDS = 0.15
"""A little longer than Textual waits for what may follow an Escape."""


class Program:
    """`python -m wyrd_tui ARGS`, or another module, in a terminal of the given size, with its own home.

    Attributes:
        drawn: Whether `screen` is kept; a picture of each key costs more than the key.
        fd: The end of the terminal that is looked at.
        other_end: The one that the program has, which is the very same file.
    """

    drawn = True

    def __init__(
        self,
        args: Sequence[str],
        home: Path,
        *,
        columns: int = 120,
        rows: int = 40,
        module: str = "wyrd_tui",
        owner: bool = True,
        wishes: Mapping[str, str] | None = None,
    ) -> None:
        """Start it.

        Args:
            args: Its words.
            home: Where it keeps its tables.
            columns: Width of the terminal.
            rows: Height of the terminal.
            module: The module that is run.
            owner: Whether the terminal is the program's own, so that the system tells it of a hang-up.
            wishes: More of the environment.
        """
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        env = {key: value for key, value in os.environ.items() if not key.startswith(("TEXTUAL", "NO_COLOR"))}
        env |= {"WYRD_HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        self.fd, self.other_end = os.openpty()
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            if owner:
                fcntl.ioctl(self.other_end, termios.TIOCSCTTY, 0)
            for number in range(3):
                os.dup2(self.other_end, number)
            os.closerange(3, 256)
            os.execve(sys.executable, [sys.executable, "-m", module, *args], env | dict(wishes or {}))
        self.status: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.wait()
        self.hang_up()

    def hang_up(self) -> None:
        """Close the terminal."""
        if self.fd >= 0:
            os.close(self.other_end)
            os.close(self.fd)
        self.fd = self.other_end = -1

    def fill(self) -> int:
        """Fill the terminal, as one does that nobody reads; gives how many letters it took."""
        end = os.open(os.ttyname(self.other_end), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        sent = 0
        try:
            for size in (512, 1):
                with contextlib.suppress(BlockingIOError):
                    while True:
                        sent += os.write(end, b"." * size)
        finally:
            os.close(end)
        return sent

    def ended_unread(self, seconds: float = SECONDS) -> int:
        """Wait for the program to end while nobody reads what it writes; gives its status."""
        return self._waited(seconds, lambda: time.sleep(0.02))

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
        if self.drawn:
            self.stream.feed(data)
        return bool(data)

    def drain(self, seconds: float) -> None:
        """Take in what the program writes until it has written nothing for so long."""
        while self.read(seconds):
            pass

    @property
    def text(self) -> str:
        """Text of the screen."""
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
            if key == "escape":
                self._let_escape_be_one()
            # A key that draws nothing must not hold the test up.
            if self.read(0.25):
                self.drain(0.03)

    def _let_escape_be_one(self) -> None:
        """Wait until Escape is taken in: with a key right behind it, a terminal means Alt and that key."""
        end = time.monotonic() + SECONDS
        while self._unread() and time.monotonic() < end:
            self.read(0.01)
        taken = time.monotonic()
        while (left := taken + ESCAPE_SECONDS - time.monotonic()) > 0:
            self.read(left)

    def _unread(self) -> int:
        """Number of pressed bytes that the program has not read yet."""
        unread: int = struct.unpack("i", fcntl.ioctl(self.other_end, termios.FIONREAD, struct.pack("i", 0)))[0]
        return unread

    def type(self, text: str) -> None:
        """Type faster than anything is drawn, as hands that know the keys do."""
        os.write(self.fd, text.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal."""
        self.screen.resize(rows, columns)
        self.claim(columns, rows)

    def claim(self, columns: int, rows: int) -> None:
        """Have the terminal claim a size other than the one that it shows."""
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)

    def kill(self, number: int = signal.SIGKILL) -> int:
        """Send a signal and wait for the end; gives the status as a shell tells it."""
        os.kill(self.pid, number)
        return self.wait()

    def wait(self, seconds: float = SECONDS) -> int:
        """Wait for the program to end, reading what it writes; gives the status as a shell tells it."""
        return self._waited(seconds, lambda: self.read(0.05))

    @property
    def over(self) -> bool:
        """True once it has ended; the status is kept."""
        if self.status is None:
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def _waited(self, seconds: float, meanwhile: Callable[[], object]) -> int:
        end = time.monotonic() + seconds
        while not self.over:
            assert time.monotonic() < end, f"it never ended:\n{self.text}"
            meanwhile()
        assert self.status is not None
        return self.status
