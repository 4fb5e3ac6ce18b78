"""Costs of the page for players: keys while fifty browsers follow, and while others misbehave.

    python -m benchmarks.watchers [--acts 1000] [--watchers 50]

Plays turns by key in a real pseudo-terminal, first with the page closed, then with watchers, then with each kind of
guest that means no good beside them. Prints the time from key to paint (median and p99, in ms), the memory of the
program, and how many watchers have the last picture; first the same for the smallest Textual app, whose median is what
times are compared with. Exit status 1: a watcher missed the last picture, p99 broke its budget, or the memory grew by
more than a tenth with watchers or with other guests.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector

from benchmarks.screen import BARE, CONTROL, ROOT, SAVED, Terminal
from wyrd_tui.engine.state import State

ADDRESS = re.compile(rb"http://[0-9.]+:[0-9]+/[a-z2-7]{16}")
P99_BUDGET = 4.6
"""The slowest of a hundred keys, as a multiple of the median of the smallest app: 16 ms where that takes 3.5."""
PAUSE = 0.03
"""Seconds of quiet after which a key is done."""
MEMORY_SHARE = 0.1
"""Growth of the memory while fifty watch, as a share of what it was with the page open, that still counts as flat."""
UNSEEN = ("fire", "cipher", "enforcers", "drake", "engineer", "stoker", "parrot", "engine", "escape", "gunner")
"""Fighters and challenges of the table that are not open at first."""


class Keys(NamedTuple):
    """Times from key to paint in ms, and the memory after them in MB."""

    median: float
    p99: float
    memory: float

    def __str__(self) -> str:
        return f"median {self.median:5.2f} ms   p99 {self.p99:6.2f} ms   memory {self.memory:5.1f} MB"


def begin() -> State:
    """Make a table of twelve in a fight."""
    sys.path.insert(0, str(ROOT))
    from tests.table_fakes import crowd

    state = crowd(12)
    # Nobody has a wound that would be asked about, so that each key is an act.
    whole = {who: replace(actor, sheets=state.actors["drake"].sheets) for who, actor in state.actors.items()}
    return replace(state, actors=whole)


def hundred_acts() -> list[str]:
    """List a hundred acts of that table as `:` lines; each of them changes what players see."""
    lines = []
    for number, unseen in enumerate(UNSEEN):
        who = ("mercer", "cavendish", "lovelace", "flint")[number % 4]
        lines += [
            f"reveal {unseen}",
            f'condition {who} "sign {number}"',
            f"mark-box {who} stress {number // 4}",
            f"damage {who} 1",
            "undo",
            f"count crewmen {number + 5}",
            f'edit graves name "Captain {number}"',
            f"{'tick' if number < len(UNSEEN) // 2 else 'untick'} fire",
            f"edit-challenge gangway value {number}" if number else "settle gangway overcome",
            "next",
        ]
    return lines


def prepare(folder: Path) -> Path:
    """Write the table, and the script that opens it."""
    from wyrd_tui.store.tables.opening import create_table

    with create_table(begin(), "Watched", folder=folder) as table:
        path = table.path
    script = folder / "watched.py"
    script.write_text(SAVED.format(home=str(folder), root=str(ROOT), table=str(path)))
    return script


def play(terminal: Terminal, acts: int, keys: bytes = b"np") -> Keys:
    """Press keys in turn: one turn on, and one back."""
    times = sorted(terminal.press(keys[number % len(keys) :][:1])[0] for number in range(acts))
    return Keys(statistics.median(times), times[int(len(times) * 0.99)], memory_of(terminal.process.pid))


def memory_of(process: int) -> float:
    """Return the memory of a process now, in MB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def open_page(terminal: Terminal) -> str:
    """Open the page by key; return its address."""
    os.write(terminal.master, b"P")
    terminal.quiet(0.5)
    os.write(terminal.master, b"m")
    written = b""
    end = time.perf_counter() + 10
    while time.perf_counter() < end:
        written += terminal.read(0.2)
        if found := ADDRESS.search(CONTROL.sub(b"", written)):
            terminal.quiet()
            os.write(terminal.master, b"\x1b")
            terminal.quiet()
            return found[0].decode()
    raise SystemExit(f"The page was not opened: {written[-500:]!r}")


class Guests:
    """Browsers in a process of their own, so that they take no time from the program that is measured."""

    def __init__(self, kind: str, address: str, number: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.watchers", "--guest", kind, address, str(number)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.process.stdout.readline()

    def leave(self) -> Mapping[str, int]:
        """Have them go; return what they saw, and how often."""
        self.process.terminate()
        out, _ = self.process.communicate(timeout=30)
        seen: Mapping[str, int] = json.loads(out.splitlines()[-1]) if out.strip() else {}
        return seen


# ------------------------------------------------------------------ guests, in their own process

Seen = dict[str, int]


async def _follow(address: str, seen: list[str], at: int) -> None:
    async with (
        ClientSession(timeout=ClientTimeout(None), connector=TCPConnector(limit=0)) as browser,
        browser.get(f"{address}/events") as stream,
    ):
        async for line in stream.content:
            if line.startswith(b"data: "):
                seen[at] = line.decode()


async def _deaf(address: str, seen: list[str], at: int) -> None:
    """Ask for the stream and read none of it."""
    del seen, at
    where = urlsplit(address)
    _, writer = await asyncio.open_connection(where.hostname, where.port, limit=1)
    writer.write(f"GET {where.path}/events HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
    await asyncio.sleep(3600)


async def _slow(address: str, seen: list[str], at: int) -> None:
    """Read the stream byte by byte."""
    where = urlsplit(address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=1)
    writer.write(f"GET {where.path}/events HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
    while await reader.read(1):
        seen[at] = "slow"
        await asyncio.sleep(0.01)


async def _garbage(address: str, seen: list[str], at: int) -> None:
    """Send bytes that are no request, again and again."""
    where = urlsplit(address)
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.write(os.urandom(2000))
            await writer.drain()
            writer.close()
        seen[at] = "sent"
        await asyncio.sleep(0.005)


async def _flood(address: str, seen: list[str], at: int) -> None:
    """Ask as fast as it goes, for the page and for what is not there, by all methods."""
    paths = ("", "/events/", "/../../etc/passwd", "/x")
    methods = ("GET", "POST", "GET", "DELETE", "PUT")
    async with ClientSession(timeout=ClientTimeout(5)) as browser:
        for number in range(10_000):
            with suppress(ClientError, TimeoutError, OSError):
                async with browser.request(methods[number % 5], address + paths[number % 4]) as answer:
                    await answer.read()
                    seen[at] = str(answer.status)


GUESTS: Mapping[str, Callable[[str, list[str], int], Coroutine[None, None, None]]] = {
    "follow": _follow,
    "deaf": _deaf,
    "slow": _slow,
    "garbage": _garbage,
    "flood": _flood,
}


async def _visit(kind: str, address: str, number: int) -> None:
    seen = [""] * number
    tasks = [asyncio.create_task(GUESTS[kind](address, seen, at)) for at in range(number)]
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(15, stop.set)
    await asyncio.sleep(0.5)
    print("here", flush=True)
    await stop.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps({text: seen.count(text) for text in set(seen)}))


# ------------------------------------------------------------------ the whole


def measure_bare(folder: Path, acts: int) -> Keys:
    """Press the one key of the smallest app."""
    script = folder / "bare.py"
    script.write_text(BARE)
    terminal = Terminal(script)
    try:
        terminal.until("READY")
        terminal.quiet()
        play(terminal, 20, b"x")
        return play(terminal, acts, b"x")
    finally:
        terminal.close()


def measure(acts: int, watchers: int) -> bool:
    """Play all parts and print them; return True where every budget holds."""
    good = True
    with tempfile.TemporaryDirectory() as name:
        bare = measure_bare(Path(name), acts)
        print(f"smallest app      {bare}", flush=True)
        terminal = Terminal(prepare(Path(name)))
        try:
            terminal.until("command")
            terminal.quiet()
            play(terminal, 20)
            print(f"closed            {play(terminal, acts)}", flush=True)
            address = open_page(terminal)
            alone = play(terminal, acts)
            print(f"open              {alone}", flush=True)
            followers = Guests("follow", address, watchers)
            keys = play(terminal, acts)
            print(f"{watchers} watch          {keys}", flush=True)
            print(f"  p99 {keys.p99 / bare.median:.2f} × the smallest app (≤ {P99_BUDGET} ×)")
            good &= keys.p99 <= P99_BUDGET * bare.median
            with_watchers = keys.memory
            for kind, number in (("deaf", 5), ("slow", 5), ("garbage", 5), ("flood", 4)):
                guests = Guests(kind, address, number)
                keys = play(terminal, max(100, acts // 5))
                print(f"  and {number} {kind:9}  {keys}   {guests.leave()}", flush=True)
            play(terminal, 1)
            time.sleep(0.5)
            last = followers.leave()
            print(f"last pictures: {sorted(last.values())} of {watchers}", flush=True)
            good &= list(last.values()) == [watchers]
            # The first watchers load what serving needs; from then on nothing is kept for one act more.
            grown = memory_of(terminal.process.pid) / with_watchers - 1
            print(
                f"memory: {with_watchers / alone.memory - 1:+.1%} with watchers, {grown:+.1%} with other guests beside"
            )
            good &= max(with_watchers / alone.memory - 1, grown) <= MEMORY_SHARE
        finally:
            terminal.close()
    return good


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--acts", type=int, default=1000)
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--guest", nargs=3, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.guest:
        kind, address, number = chosen.guest
        asyncio.run(_visit(kind, address, int(number)))
        return 0
    return 0 if measure(chosen.acts, chosen.watchers) else 1


if __name__ == "__main__":
    sys.exit(main())
