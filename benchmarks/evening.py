"""Costs of a long evening: thousands of acts by keys over a large table on the real screen, measured as it goes.

    python -m benchmarks.evening [--acts 20000]

Prints for each tenth what memory the program holds, how long a key takes, and what an act takes on disk. Needs Linux;
exit status 1 says that a cost grew with the evening.
"""

from __future__ import annotations

import argparse
import os
import select
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.terminal.driver import Program
from tests.trust.story import known_at
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Challenge, State
from wyrd_tui.store.tables.opening import create_table, open_table

PEOPLE = 60
PARTS = 10
"""Number of equal parts of the evening, each measured by itself."""
MOST_BYTES = 500
"""Bytes that an act may take in the journal; the table itself is much larger."""
REMEMBERED = 200_000
"""Bytes of what was drawn that are kept to show what went wrong."""
TRACK = (Row("stress", "Stress", 4, clears="scene"), Row("wound", "Wound", 2000, counts=False))


class Part(NamedTuple):
    """Costs of a stretch of the evening: its acts, memory in MB, a key in ms, an act in bytes of the journal."""

    acts: int
    memory: float
    key: float
    worst: float
    bytes: float


def crowd() -> State:
    """A large table, a clock, and no scenario."""
    actors = {}
    for n in range(1, PEOPLE + 1):
        sheet = Sheet({"Fight": n % 4, "Athletics": 1, "Notice": 2}, track=TRACK)
        actors[f"a{n}"] = Actor(f"a{n}", f"Name {n}", "party" if n < 6 else "foes", "pc", sheets={WYRD_ENGINE: sheet})
    return State("A long evening", actors=actors, challenges={"tide": Challenge("tide", "The tide", "clock", needed=6)})


def play(acts: int, folder: Path, *, parts: int = PARTS) -> Iterator[Part]:
    """Play so many acts on the screen and measure each part of them."""
    table = create_table(crowd(), "soak", folder=folder / "tables")
    table.close()
    journal = folder / "tables" / "soak.journal"
    with Program([str(table.path)], folder, columns=120, rows=40) as program:
        program.see("A long evening", "saved")
        program.type("I")
        program.see("How")
        program.press("enter", "enter")
        program.see("round 1")
        done = 0
        while done < acts:
            goal, began, before = min(acts, done + acts // parts), journal.stat().st_size, done
            costs = []
            while done < goal:
                costs += [_press(program, keys) for keys in _round(done)]
                done += len(_round(done))
            time.sleep(0.2)
            _drain(program)
            yield Part(
                done,
                _memory(program.pid),
                statistics.median(costs) * 1000,
                sorted(costs)[len(costs) * 99 // 100] * 1000,
                (journal.stat().st_size - began) / (done - before),
            )
        program.press("q", "enter")
        assert program.wait() == 0
    with open_table(table.path) as again:
        # Of six keys two undo and redo one of the others.
        found, acts = known_at(again), 1 + done // 6 * 4
        assert again.state.acts == found.undo == acts, f"{found.undo} of {again.state.acts} acts after {done} keys"
        assert found.notes == tuple(f"Note – Note {number}" for number in range(0, done // 6 * 6, 6)), "notes are lost"


def grown(parts: Sequence[Part]) -> list[str]:
    """Name the costs that grow with the evening; all kept steps have come with the second part."""
    first, full, last = parts[0], parts[1], parts[-1]
    found = ["memory"] if last.memory > 1.1 * full.memory else []
    found += ["bytes on disk"] if last.bytes > 1.1 * first.bytes or last.bytes > MOST_BYTES else []
    # On a machine with other work.
    return [*found, "the time to an answer"] if last.key > 1.5 * first.key else found


def _round(done: int) -> tuple[str, ...]:
    """Six acts, one of them undone and done again."""
    return ("n", f'"Note {done}\r', "u", "U", "p", "n")


def _press(program: Program, keys: str) -> float:
    """Type an act and give the seconds until the screen begins to answer its last key."""
    if len(keys) > 1:
        program.type(keys[:-1])
        _drain(program)
    began = time.perf_counter()
    program.type(keys[-1])
    ready, _, _ = select.select([program.fd], [], [], 5.0)
    cost = time.perf_counter() - began
    if not ready:
        program.stream.feed(bytes(program.raw))
    assert ready, f"no answer to a key on\n{program.text}"
    _drain(program)
    return cost


def _drain(program: Program) -> None:
    """Take what is drawn without looking at it, which would cost more than drawing it."""
    while select.select([program.fd], [], [], 0.004)[0]:
        program.raw += os.read(program.fd, 65536)
        del program.raw[:-REMEMBERED]


def _memory(pid: int) -> float:
    fields = Path(f"/proc/{pid}/statm").read_text("ascii").split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1_000_000


def main() -> int:
    """Play at the length that is asked for and print each part; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--acts", type=int, default=20_000)
    args = parser.parse_args()
    print("  acts  memory   key    p99    an act on disk")
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        for part in play(args.acts, Path(folder)):
            cost = f"{part.memory:>6.1f} MB {part.key:>5.1f} {part.worst:>6.1f} ms {part.bytes:>6.0f} bytes"
            print(f"{part.acts:>6} {cost}", flush=True)
            parts.append(part)
    return int(bool(grown(parts)))


if __name__ == "__main__":
    sys.exit(main())
