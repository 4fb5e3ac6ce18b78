"""Costs of the table screen beside the smallest Textual app, in a real pseudo-terminal and in the same run.

    python benchmarks/screen.py [--rounds 5]

Prints ratios for the start, for a key and its repaint with 12 and with 500 combatants, the bytes that a key, the prompt
and an idle second write, and peak memory. A start is the least of all rounds, by the clock and (on Linux) in processor
time, which other programs lengthen less. Needs Linux or macOS; exit status 1 says that a budget is broken.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
COLUMNS, ROWS = 120, 40
SYNC_END = b"\x1b[?2026l"
CONTROL = re.compile(rb"\x1b\[[0-9;?<>=$]*[A-Za-z]")
BARE = """
from textual.app import App
from textual.widgets import Footer, Static
class Bare(App):
    BINDINGS = [("x", "count", "count")]
    n = 0
    def compose(self):
        yield Static("READY 0", markup=False, id="s")
        yield Footer()
    def action_count(self):
        self.n += 1
        self.query_one("#s", Static).update(f"READY {self.n}")
Bare().run()
"""
TABLE = """
import gc, sys
gc.disable()  # as `launch` does
sys.path.insert(0, {root!r})
from tests.table_fakes import crowd, session, tower
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.rules import all_games
from wyrd_tui.screens.table.screen import TableScreen
played = session(crowd({count}) if {count} > 12 else tower())
WyrdApp(lambda look, glyphs: TableScreen(played, all_games, look=look, glyphs=glyphs)).run()
"""
SAVED = """
import os, sys
os.environ |= {{"HOME": {home!r}, "XDG_DATA_HOME": {home!r}, "XDG_CONFIG_HOME": {home!r}, "XDG_STATE_HOME": {home!r}}}
sys.path.insert(0, {root!r})
from wyrd_tui.cli import main
sys.exit(main(sys.argv[1:] or [{table!r}]))
"""
SCENARIO = ROOT / "wyrd_tui" / "data" / "scenarios" / "flight-from-the-tower.toml"


class Terminal:
    """A program in a pseudo-terminal that answers as xterm does where Textual asks."""

    def __init__(self, script: Path) -> None:
        environ = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TEXTUAL_", "NO_COLOR"))}
        environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.begun = time.perf_counter()
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, str(script)], stdin=slave, stdout=slave, stderr=slave, env=environ, start_new_session=True
        )
        os.close(slave)

    def read(self, timeout: float) -> bytes:
        """Return what the program writes within the time; empty where it writes nothing."""
        if not select.select([self.master], [], [], timeout)[0]:
            return b""
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            return b""
        if b"\x1b[?2026$p" in data:
            os.write(self.master, b"\x1b[?2026;2$y")
        return data

    def until(self, marker: str, timeout: float = 20.0) -> float:
        """Milliseconds from the start until a text is written; styles between its letters do not matter."""
        end = time.perf_counter() + timeout
        written = b""
        while time.perf_counter() < end:
            if data := self.read(0.2):
                seen = time.perf_counter()
                written += CONTROL.sub(b"", data)
                if marker.encode() in written:
                    return 1000 * (seen - self.begun)
        raise SystemExit(f"{marker} was never written: {written[-2000:].decode(errors='replace')}")

    def quiet(self, gap: float = 0.25) -> int:
        """Wait until nothing is written; how many bytes came."""
        count = 0
        while data := self.read(gap):
            count += len(data)
        return count

    def press(self, keys: bytes) -> tuple[float, int]:
        """Milliseconds until the first whole frame, and the bytes of all that came."""
        start = time.perf_counter()
        os.write(self.master, keys)
        count, first = 0, 0.0
        while data := self.read(1.0 if not first else 0.03):
            count += len(data)
            if not first and SYNC_END in data:
                first = 1000 * (time.perf_counter() - start)
        return first, count

    def hold(self, keys: bytes, count: int = 60, rate: float = 30.0) -> int:
        """Count the frames that are shown while keys come at a rate, as from a key that is held down."""
        start, frames = time.perf_counter(), 0
        for number in range(count):
            while (left := start + number / rate - time.perf_counter()) > 0:
                frames += self.read(left).count(SYNC_END)
            os.write(self.master, keys[number % len(keys) : number % len(keys) + 1])
        while data := self.read(0.3):
            frames += data.count(SYNC_END)
        return frames

    def peak(self) -> float:
        """Most memory it had, in MB; 0 where the system does not say."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0.0
        found = re.search(r"VmHWM:\s+(\d+)", status)
        return int(found[1]) / 1024 if found else 0.0

    def processor(self) -> float:
        """Milliseconds of processor time that its threads have had; 0 where the system does not say."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6

    def close(self) -> None:
        """End it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)


class Sample(NamedTuple):
    """Measurements of one run of one program."""

    start: float
    start_processor: float
    key: float
    slow_keys: tuple[float, ...]
    held: int
    key_bytes: float
    act_bytes: float
    prompt_bytes: float
    idle_bytes: float
    peak: float


def run(script: Path, marker: str, keys: bytes, table: bool) -> Sample:
    """Start a program, press keys, and watch it idle."""
    terminal = Terminal(script)
    try:
        start = terminal.until(marker)
        start_processor = terminal.processor()
        terminal.quiet()
        pressed = [terminal.press(keys[i % len(keys) : i % len(keys) + 1]) for i in range(60)][10:]
        held = terminal.hold(keys)
        # For the first key that is a sign Textual looks into a table of names, of 0.3 MB, in either program.
        act = [terminal.press(b"]")[1] for _ in range(3)]
        prompts = []
        for key in (b"d", b"r", b"a") if table else ():
            prompts.append(terminal.press(key)[1])
            os.write(terminal.master, b"\x1b")
            terminal.quiet(0.3)
        idle = 0
        end = time.perf_counter() + 1.0
        while time.perf_counter() < end:
            idle += len(terminal.read(0.1))
        times = [milliseconds for milliseconds, _ in pressed if milliseconds]
        sizes = [count for _, count in pressed]
        return Sample(
            start,
            start_processor,
            statistics.median(times),
            tuple(times),
            held,
            statistics.median(sizes),
            statistics.median(act),
            max(prompts, default=0),
            idle,
            terminal.peak(),
        )
    finally:
        terminal.close()


def report(samples: dict[str, list[Sample]]) -> bool:
    """Print the figures beside their budgets; True where all are kept."""

    def ratio(which: str, field: Callable[[Sample], float]) -> float:
        pairs = zip(samples[which], samples["bare"], strict=True)
        return statistics.median(field(mine) / max(field(bare), 0.001) for mine, bare in pairs)

    def least(which: str, field: Callable[[Sample], float]) -> float:
        mine, bare = (min(field(sample) for sample in samples[name]) for name in (which, "bare"))
        return mine / max(bare, 0.001)

    def middle(which: str, field: Callable[[Sample], float]) -> float:
        return statistics.median(field(sample) for sample in samples[which])

    pooled = sorted(time for sample in samples["12"] for time in sample.slow_keys)
    p99 = pooled[min(len(pooled) - 1, len(pooled) * 99 // 100)]
    rows = [
        ("start, 12 combatants", least("12", lambda s: s.start), 1.5, "× bare"),
        ("start, 12, processor time", least("12", lambda s: s.start_processor), 1.5, "× bare"),
        ("start, 500 combatants", least("500", lambda s: s.start), 1.8, "× bare"),
        ("start, 500, processor time", least("500", lambda s: s.start_processor), 1.8, "× bare"),
        ("start, wyrd TABLE", least("saved", lambda s: s.start), 1.7, "× bare"),
        ("start, wyrd TABLE, processor time", least("saved", lambda s: s.start_processor), 1.7, "× bare"),
        ("key to repaint, 12", ratio("12", lambda s: s.key), 2.0, "× bare"),
        ("key to repaint, 500", ratio("500", lambda s: s.key), 3.0, "× bare"),
        ("slowest key in a hundred, 12", p99, 16, "ms"),
        ("frames lost of 60 at 30 Hz", max(0, 60 - middle("12", lambda s: s.held)), 0, "frames"),
        ("bytes for a cursor key", middle("12", lambda s: s.key_bytes), 1024, "bytes"),
        ("bytes for a rung of the ladder", middle("12", lambda s: s.act_bytes), 1024, "bytes"),
        ("bytes that open the prompt", middle("12", lambda s: s.prompt_bytes), 1536, "bytes"),
        ("bytes while idle for a second", middle("12", lambda s: s.idle_bytes), 0, "bytes"),
        ("peak memory, 12", ratio("12", lambda s: s.peak), 1.3, "× bare"),
    ]
    start = min(sample.start for sample in samples["bare"])
    print(f"bare: start {start:.0f} ms, key {middle('bare', lambda s: s.key):.1f} ms")
    kept = True
    for name, figure, budget, unit in rows:
        fine = figure <= budget
        kept = kept and fine
        print(f"{name:34} {figure:8.2f} {unit:7} budget {budget:<6} {'ok' if fine else 'BROKEN'}")
    return kept


def main() -> int:
    """Run all programs by turns, each time in the other order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        scripts = {"bare": BARE, "12": TABLE.format(root=str(ROOT), count=12)}
        scripts["500"] = TABLE.format(root=str(ROOT), count=500)
        scripts["saved"] = SAVED.format(root=str(ROOT), home=folder, table="bench")
        for name, text in scripts.items():
            Path(folder, f"{name}.py").write_text(text)
        begin = [sys.executable, str(Path(folder, "saved.py")), "run", str(SCENARIO), "--save", "bench"]
        subprocess.run(begin, input="note The evening begins.\n", text=True, check=True, capture_output=True)
        samples: dict[str, list[Sample]] = {name: [] for name in scripts}
        for number in range(rounds + 1):
            for name in list(scripts) if number % 2 else list(reversed(scripts)):
                table = name != "bare"
                # The hardest rung stands in a pane, so that no frame with empty panes counts as painted.
                marker = "Impossible" if table else "READY"
                sample = run(Path(folder, f"{name}.py"), marker, b"jk" if table else b"x", table)
                if number:
                    samples[name].append(sample)
    return 0 if report(samples) else 1


if __name__ == "__main__":
    sys.exit(main())
