"""Terminal driver for terminals that misbehave: strange bytes, stops, stalls and hang-ups.

Textual's own driver ends the program at a byte that is not UTF-8, enters its mode twice where a program is continued
that it did not stop, and waits for ever for a terminal that is gone.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import termios
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

from wyrd_tui.terminal.input_filter import InputFilter
from wyrd_tui.terminal.styles import shorten_styles

PIXELS = "\x1b[?1016l"
RESET = (
    f"\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l{PIXELS}"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""Sequence that takes a terminal out of every mode that Textual put it in."""

WIDEST, HIGHEST = 1000, 500
"""Columns and rows that are drawn at most; a terminal may claim to have any number."""

_BLOCK, _WAIT = 65536, 0.1
_TRIES, _PAUSE = 50, 0.01


class Gate:
    """Output to the terminal, shut for good once the terminal is gone.

    Args:
        file: The terminal.
        gone: Called once the terminal is gone.
    """

    def __init__(self, file: TextIO, gone: Callable[[], None]) -> None:
        self.descriptor = file.fileno()
        self.encoding = file.encoding or "utf-8"
        self.gone = gone
        self.shut = False
        self._held = bytearray()

    def write(self, text: str) -> None:
        """Take text to be sent."""
        self._held += shorten_styles(text).encode(self.encoding, "replace")
        if len(self._held) > _BLOCK:
            self.flush()

    def flush(self) -> None:
        """Send everything taken so far, unless the output is shut."""
        data, self._held = memoryview(self._held), bytearray()
        while data and not self.shut:
            try:
                data = data[os.write(self.descriptor, data) :]
            except BlockingIOError:
                # Another program that shares the terminal has left it so.
                select.select([], [self.descriptor], [], _WAIT)
            except OSError:
                if not self.shut:
                    self.shut = True
                    self.gone()

    def fileno(self) -> int:
        """The terminal's descriptor."""
        return self.descriptor


class TerminalDriver(LinuxDriver):
    """Driver of a terminal; the table of private names in docs/design.md has the reason of each override.

    Raises:
        OSError: If there is no terminal.
    """

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - whatever Textual hands its driver
        super().__init__(*args, **more)
        if self._file is None:
            raise OSError(errno.ENOTTY, "the screen needs a terminal")
        if self._size is None:
            # Textual would ask the terminal another way and trust any answer.
            self._size = self._get_terminal_size()
        self.gate = Gate(self._file, self._gone)
        self._file = self.gate  # type: ignore[assignment]
        self.entered = False

    def _gone(self) -> None:
        """End the program as if the terminal had hung up, which not every terminal says."""
        # The main thread may be waiting for a thread that writes no more; only a signal to itself wakes it up.
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGHUP)

    def give_way(self) -> None:
        """Unblock the writer thread when the terminal stops reading."""
        self.gate.shut = True
        if self._writer_thread is not None and self._writer_thread.ident:
            # The thread waits on even where the terminal is emptied; any signal wakes it up.
            signal.signal(signal.SIGWINCH, lambda *_: None)
            with contextlib.suppress(ProcessLookupError):
                signal.pthread_kill(self._writer_thread.ident, signal.SIGWINCH)

    def start_application_mode(self) -> None:
        """Enter the application mode, unless the program was continued in the background."""
        before = self._writer_thread
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.entered = self._writer_thread is not before
        if self.entered and callable(resized := signal.getsignal(signal.SIGWINCH)):
            # A loop that has no signal of its own sleeps on where the system tells another thread of one.
            self._loop.add_signal_handler(signal.SIGWINCH, resized, signal.SIGWINCH, None)

    def stop_application_mode(self) -> None:
        """Leave the application mode."""
        self.entered = False
        if self._mouse_pixels:
            self.write(PIXELS)
        super().stop_application_mode()

    # -------------------------------------------------------------- stopped and continued

    def _sigtstp_application(self, *_: object) -> None:
        """Leave the application mode between two messages, since a signal comes at any instant."""
        self._loop.call_soon_threadsafe(super()._sigtstp_application)

    def _sigcont_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._go_on)

    def _go_on(self) -> None:
        if self.entered:
            # The stop came without a signal to this program, so the terminal may be in any mode.
            self._must_signal_resume = True
            self.suspend_application_mode()
        self.resume_application_mode()

    # -------------------------------------------------------------- sizes

    def _get_terminal_size(self) -> tuple[int, int]:
        width, height = super()._get_terminal_size()
        return min(width, WIDEST), min(height, HIGHEST)

    def process_message(self, message: Message) -> None:
        """Pass a message on; a size only as far as it can be drawn."""
        if isinstance(message, events.Resize):
            width, height = message.size
            size = Size(min(max(width, 1), WIDEST), min(max(height, 1), HIGHEST))
            message = events.Resize(size, size, pixel_size=message.pixel_size)
        super().process_message(message)

    # -------------------------------------------------------------- keys

    def run_input_thread(self) -> None:
        """Read keys; bytes that are not UTF-8 become a replacement sign, input that breaks the parser is skipped."""
        decode = getincrementaldecoder("utf-8")("replace").decode
        parser, input_filter = XTermParser(self._debug), InputFilter()
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], input_filter.patience)
            text = ""
            if ready:
                try:
                    data = os.read(self.fileno, 4096)
                except BlockingIOError:
                    continue
                except OSError:
                    data = b""
                if not data:
                    self._gone()
                    return
                text = decode(data)
            now = time.monotonic()
            for keys, pasted in input_filter.feed(text, now) if text else (*input_filter.tick(now), ("", False)):
                try:
                    for event in _events(parser, keys, pasted):
                        self.process_message(event)
                except Exception:
                    parser = XTermParser(self._debug)


def _events(parser: XTermParser, text: str, pasted: bool) -> Iterable[Message]:
    """Make events of a text; an empty text stands for a silence."""
    if pasted:
        return [events.Paste(text.replace("\0", ""))]
    # Until the program has the terminal, the terminal turns Enter into a line feed.
    return parser.feed(text.replace("\n", "\r")) if text else parser.tick()


# -------------------------------------------------------------- giving the terminal back


def restorer() -> Callable[[], None]:
    """Return a function that gives the terminal the settings back that it has now."""
    try:
        attributes = termios.tcgetattr(0)
    except termios.error:
        return lambda: None

    def restore() -> None:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(0, termios.TCSANOW, attributes)

    return restore


def give_back(driver: TerminalDriver | None, told: str, restore: Callable[[], None]) -> None:
    """Give the terminal back from within a signal, with words below the last screen, without waiting."""
    data = ((RESET if driver is not None and driver.entered else "") + told).encode("utf-8", "replace")
    with contextlib.suppress(OSError):
        # The shell has the same terminal, and could not write to it any more.
        blocking = os.get_blocking(2)
        os.set_blocking(2, False)
        try:
            _send(data, driver)
        finally:
            os.set_blocking(2, blocking)
    restore()


def _send(data: bytes, driver: TerminalDriver | None) -> None:
    """Write to a terminal that may be full; output that it has not read is thrown away."""
    for _ in range(_TRIES):
        if driver is not None:
            driver.give_way()
        try:
            data = data[os.write(2, data) :]
        except BlockingIOError:
            with contextlib.suppress(termios.error):
                termios.tcflush(2, termios.TCOFLUSH)
        if not data:
            return
        time.sleep(_PAUSE)
