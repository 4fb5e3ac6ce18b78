"""What stands between the screen and a terminal that misbehaves: strange bytes, stops, stalls and hang-ups.

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
from collections.abc import Callable
from typing import IO, Any

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

PIXELS = "\x1b[?1016l"
RESET = (
    f"\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l{PIXELS}"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""Takes a terminal out of every mode that Textual put it in."""

_TRIES, _PAUSE = 50, 0.01


class Gate:
    """The way out to the terminal, shut for good once there is nobody at the other end."""

    def __init__(self, file: IO[str], gone: Callable[[], None]) -> None:
        self.file = file
        self.gone = gone
        self.shut = False

    def write(self, text: str) -> None:
        """Write, unless it is shut."""
        self._through(lambda: self.file.write(text))

    def flush(self) -> None:
        """Send what was written."""
        self._through(self.file.flush)

    def fileno(self) -> int:
        """The terminal's descriptor."""
        return self.file.fileno()

    def _through(self, act: Callable[[], object]) -> None:
        if self.shut:
            return
        try:
            act()
        except BlockingIOError:
            if self.shut:
                return
            # Another program that shares the terminal has left it so.
            os.set_blocking(self.fileno(), True)
            self._through(self.file.flush)
        except (OSError, ValueError):
            if not self.shut:
                self.shut = True
                self.gone()


class TerminalDriver(LinuxDriver):
    """The terminal, with its whims."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - whatever Textual hands its driver
        super().__init__(*args, **more)
        if self._file is None:
            raise OSError(errno.ENOTTY, "the screen needs a terminal")
        self.gate = Gate(self._file, self._gone)
        self._file = self.gate  # type: ignore[assignment]
        self.entered = False

    def _gone(self) -> None:
        """End as if the terminal had said that it hangs up, which not every one does."""
        # The main thread may be waiting for a thread that writes no more; only a signal to itself wakes it up.
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGHUP)

    def give_way(self) -> None:
        """Have the thread that writes let go of a terminal that does not read."""
        self.gate.shut = True
        if self._writer_thread is not None and self._writer_thread.ident:
            # Only a signal wakes it up, whatever that says.
            signal.signal(signal.SIGWINCH, lambda *_: None)
            with contextlib.suppress(ProcessLookupError):
                signal.pthread_kill(self._writer_thread.ident, signal.SIGWINCH)

    def start_application_mode(self) -> None:
        """Enter the mode, unless the program was continued where it may not draw."""
        with contextlib.suppress(OSError):
            os.set_blocking(self.fileno, True)
        before = self._writer_thread
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.entered = self._writer_thread is not before
        if self.entered and callable(resized := signal.getsignal(signal.SIGWINCH)):
            # A loop that has no signal of its own sleeps on where the system tells another thread of one.
            self._loop.add_signal_handler(signal.SIGWINCH, resized, signal.SIGWINCH, None)

    def stop_application_mode(self) -> None:
        """Leave the mode."""
        self.entered = False
        if self._mouse_pixels:
            self.write(PIXELS)
        super().stop_application_mode()

    # -------------------------------------------------------------- stopped and continued

    def _sigtstp_application(self, *_: object) -> None:
        """Leave the mode between two messages: a signal comes at any instant, also while a lock is held."""
        self._loop.call_soon_threadsafe(super()._sigtstp_application)

    def _sigcont_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._go_on)

    def _go_on(self) -> None:
        if not self._auto_restart:
            return
        if self.entered:
            # It was stopped without being asked, so the terminal may be in anybody's state.
            self._must_signal_resume = True
            self.suspend_application_mode()
        self.resume_application_mode()

    # -------------------------------------------------------------- keys

    def run_input_thread(self) -> None:
        """Read keys; what is no text becomes a sign that says so, and what the parser chokes on is passed over."""
        decode = getincrementaldecoder("utf-8")("replace").decode
        parser = XTermParser(self._debug)
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], 0.1)
            text = ""
            if ready:
                try:
                    data = os.read(self.fileno, 4096)
                except OSError:
                    data = b""
                if not data:
                    self._gone()
                    return
                text = decode(data)
            try:
                for event in parser.feed(text) if text else parser.tick():
                    self.process_message(event)
            except Exception:
                parser = XTermParser(self._debug)


# -------------------------------------------------------------- parting


def mender() -> Callable[[], None]:
    """What gives the terminal the settings back that it has now."""
    try:
        attributes = termios.tcgetattr(0)
    except termios.error:
        return lambda: None

    def mend() -> None:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(0, termios.TCSANOW, attributes)

    return mend


def part(driver: TerminalDriver | None, told: str, mend: Callable[[], None]) -> None:
    """Give the terminal back from within a signal, with words below what was there, and wait for nobody."""
    data = ((RESET if driver is not None and driver.entered else "") + told).encode("utf-8", "replace")
    with contextlib.suppress(OSError):
        # Who started this has the same terminal, and could not write to it any more.
        blocking = os.get_blocking(2)
        os.set_blocking(2, False)
        try:
            _send(data, driver)
        finally:
            os.set_blocking(2, blocking)
    mend()


def _send(data: bytes, driver: TerminalDriver | None) -> None:
    """Write to a terminal that may be full: what it has not read of the last picture is thrown away."""
    if driver is not None:
        driver.give_way()
    for _ in range(_TRIES):
        try:
            data = data[os.write(2, data) :]
        except BlockingIOError:
            with contextlib.suppress(termios.error):
                termios.tcflush(2, termios.TCOFLUSH)
            if driver is not None:
                driver.give_way()
        if not data:
            return
        time.sleep(_PAUSE)
