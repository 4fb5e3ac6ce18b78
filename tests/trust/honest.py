"""Tables that nobody touched: any acts in the shipped scenarios, closed or killed, open again as they were.

`python -m tests.trust.honest --times 2000` plays so many evenings.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path

from tests.trust.random_acts import act
from tests.trust.story import MEMORY, known, known_at, must, quick_disk, seconds
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.folders import shipped_scenarios
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables.opening import create_table, open_table

TRIED = 60


@cache
def starts() -> tuple[State, ...]:
    """Read each shipped scenario, as it begins."""
    return tuple(begin_table(load_scenario(path)) for path in shipped_scenarios())


def play(session: Session, rng: random.Random) -> None:
    """Play acts at random, with undo and redo between them."""
    for _ in range(TRIED):
        chance = rng.random()
        with suppress(Refused):
            if chance < 0.1:
                session.undo()
            elif chance < 0.15:
                session.redo()
            else:
                act(session, rng)


def attempt(seed: int) -> str:
    """Play three evenings at a table; gives what was wrong as it was opened again."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(dir=MEMORY) as place, quick_disk():
        table = create_table(rng.choice(starts()), "t", folder=Path(place))
        try:
            for _ in range(3):
                session = table.session(dice=LiveDice(seed))
                play(session, rng)
                shown, states = known(session), [step.after for step in (*session.done, *session.undone)]
                table.close() if rng.random() < 0.5 else table.let_go()
                removed = rng.random() < 0.2
                if removed:
                    table.path.unlink()
                table = open_table(table.path)
                again = table.session(dice=LiveDice(seed))
                must(known_at(table) == shown, f"another table: {table.words}")
                must([step.after for step in (*again.done, *again.undone)] == states, "other steps")
                must(len(table.tell()) == removed, f"told: {table.words}")
        except Exception as fault:
            return f"{seed}: {type(fault).__name__}: {fault}"
        finally:
            table.let_go()
    return ""


def run(times: int, seed: int = 1, jobs: int = 1) -> list[str]:
    """Play so many tables; gives what was wrong."""
    with ProcessPoolExecutor(jobs) as pool:
        return [wrong for wrong in pool.map(attempt, range(seed, seed + times), chunksize=10) if wrong]


def main() -> int:
    """Play many tables and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with seconds() as taken:
        wrong = run(args.times, args.seed, args.jobs)
    print(*wrong[:20], f"{args.times} tables, {taken():.0f} s, {len(wrong)} wrong", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
