"""Random evenings with every misfortune in any order, held against the model in `promised.py`.

`python -m tests.trust.model --times 2000` plays so many; `--seed N --times 1` plays one and prints its shortest form.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import traceback
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from unittest.mock import patch

from tests.trust.evening import Evening
from tests.trust.story import MEMORY, BrokenPromise, must, opened, scene, seconds
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.folders import shipped_scenarios
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables import elsewhere

MOVES: dict[str, int] = {
    "play": 34,
    "note": 6,
    "scene": 4,
    "undo": 12,
    "redo": 8,
    "save": 3,
    "move": 2,
    "memory": 2,
    "fill": 3,
    "cure": 5,
    "strand": 1,
    "look_on": 2,
    "steal": 1,
    "same": 2,
    "harm": 3,
    "harm_save": 2,
    "kill": 5,
    "leave": 4,
}
"""The moves of the harness, and how often each comes."""
Plan = list[tuple[str, int]]


@cache
def starts() -> tuple[State, ...]:
    """The small table and each shipped scenario, as they begin."""
    return (scene(), *(begin_table(load_scenario(path)) for path in shipped_scenarios()))


def plan(seed: int) -> Plan:
    """Choose the table of an evening and its moves."""
    rng = random.Random(seed)
    names = rng.choices([*MOVES], [*MOVES.values()], k=rng.randrange(10, 60))
    return [("", seed), *((name, rng.randrange(10_000)) for name in names), ("cure", 0), ("leave", 6)]


def attempt(moves: Plan) -> str:
    """Play an evening; gives what was wrong."""
    (_, seed), *moves = moves
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, patch.object(os, "fsync"):
        evening = Evening(Path(folder), starts()[seed // 2 % len(starts()) if seed % 2 else 0])
        with evening.disk, patch.object(elsewhere, "rescue_folders", lambda: [evening.rescue]):
            at = "begin"
            try:
                evening.begin()
                for at, number in moves:
                    getattr(evening, at)(number)
                    evening.look()
                for path, kept in evening.others.items():
                    must(opened(path) == kept, "what another program played is gone")
            except Exception as fault:
                where = traceback.extract_tb(fault.__traceback__)[-1]
                told = "" if isinstance(fault, BrokenPromise) else f" ({where.filename}:{where.lineno})"
                return f"{at}: {type(fault).__name__}: {fault}{told}"
            finally:
                evening.table.let_go()
    return ""


def shortest(moves: Plan) -> Plan:
    """Leave out moves without which it goes wrong all the same."""
    at = 1
    while at < len(moves):
        fewer = moves[:at] + moves[at + 1 :]
        moves, at = (fewer, at) if attempt(fewer) else (moves, at + 1)
    return moves


def run(times: int, seed: int = 1, jobs: int = 1) -> list[str]:
    """Play so many evenings; gives what was wrong, each with its seed."""
    seeds = range(seed, seed + times)
    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(attempt, map(plan, seeds), chunksize=10)
        return [f"{each}: {wrong}" for each, wrong in zip(seeds, found, strict=True) if wrong]


def main() -> int:
    """Play many evenings and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with seconds() as taken:
        wrong = run(args.times, args.seed, args.jobs)
    print(*wrong[:30], sep="\n")
    if wrong:
        moves = shortest(plan(int(wrong[0].partition(":")[0])))
        print("the first in its shortest form:", *moves, attempt(moves), sep="\n  ")
    print(f"{args.times} evenings, {taken():.0f} s, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
