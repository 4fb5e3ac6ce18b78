"""Costs of persistence: an act against the bare append of its line, and opening with a long history and without.

Run: python benchmarks/store.py [acts]
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Dice
from wyrd_tui.engine.events import Event, Marked, Turned
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Row, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, State
from wyrd_tui.store.tables.opening import create_table, open_table
from wyrd_tui.store.tables.table import Table

ROUNDS = 200


def a_table(people: int = 12) -> State:
    """A fight with this many in it."""
    rows = (("stress", 4), ("mild", 3), ("moderate", 2), ("severe", 1))
    track = tuple(Row(name, name.title(), boxes) for name, boxes in rows)
    sheet = Sheet({"Athletics": 2, "Fight": 1, "Awareness": 0}, (Trait("quick", "Quick"),), track)
    return State(
        "Bench",
        actors={f"a{n}": Actor(f"a{n}", f"Actor {n}", "foes", sheets={WYRD_ENGINE: sheet}) for n in range(people)},
    )


def _damage(state: State, answers: Answers, dice: Dice) -> Iterable[Event]:
    who = f"a{state.acts % len(state.actors)}"
    return (
        Marked(who, WYRD_ENGINE, {"stress": state.acts % 4 + 1, "mild": 1}, "a shot", 3),
        Turned(who, state.acts // 12),
    )


DAMAGE = Command("damage", "d", "Damage", "Deals damage.", "Fight", _damage)


def _session(table: Table) -> Session:
    return table.session(dice=None)  # type: ignore[arg-type]


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def act_against_append(folder: Path, at: int) -> None:
    """Print what a act costs after so many, against the append and fsync of a line as long; ABBA, medians."""
    with create_table(a_table(), f"acts {at}", folder=folder) as table:
        session = _session(table)
        real, os.fsync = os.fsync, lambda fd: None
        for _ in range(at):
            session.do(DAMAGE, {})
        os.fsync = real
        log = table.path.with_suffix(".journal")
        before = log.stat().st_size
        session.do(DAMAGE, {})
        line = b"x" * (log.stat().st_size - before - 1) + b"\n"
        bare = os.open(folder / f"bare-{at}", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(bare, log.read_bytes())

        def append() -> None:
            os.write(bare, line)
            os.fsync(bare)

        acts: list[float] = []
        appends: list[float] = []
        for _ in range(ROUNDS):
            acts.append(_timed(lambda: session.do(DAMAGE, {})))
            appends.append(_timed(append))
            appends.append(_timed(append))
            acts.append(_timed(lambda: session.do(DAMAGE, {})))
        os.close(bare)
        act, floor = statistics.median(acts), statistics.median(appends)
        print(f"act {at:>6}: {act:.3f} ms, bare append + fsync {floor:.3f} ms, ratio {act / floor:.2f} (budget 1.5)")


def opening(folder: Path, acts: int) -> None:
    """Print what opening costs with so many acts behind a table, and without, closed and killed."""
    paths = {}
    real, os.fsync = os.fsync, lambda fd: None
    for count in (0, acts):
        table = create_table(a_table(), f"opening {count}", folder=folder)
        for _ in range(count):
            _session(table).do(DAMAGE, {})
        table.close()
        paths[count] = table.path
    os.fsync = real
    taken: dict[int, list[float]] = {0: [], acts: []}
    for _ in range(9):
        for count, path in paths.items():
            gc.collect()
            opened: list[Table] = []
            taken[count].append(_timed(lambda: opened.append(open_table(path))))  # noqa: B023 - called at once
            opened[0].close()
    without, with_all = statistics.median(taken[0]), statistics.median(taken[acts])
    print(f"opening: {with_all:.1f} ms with {acts} acts, {without:.1f} ms without")
    print(f"opening, more for the acts: {with_all - without:.1f} ms (budget 250)")
    with open_table(paths[acts]) as table:
        session = _session(table)
        print(f"first undo after opening with {acts} acts: {_timed(session.undo):.0f} ms (budget 100)")
        session.redo()
        print(f"save: {_timed(table.save):.1f} ms")
    os.unlink(paths[acts])
    print(f"opening from the journal alone: {_timed(lambda: open_table(paths[acts]).close()):.0f} ms")


if __name__ == "__main__":
    acts = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as home:
        act_against_append(Path(home), 10)
        act_against_append(Path(home), 2 * acts)
        opening(Path(home), acts)
