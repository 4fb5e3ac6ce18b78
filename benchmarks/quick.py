"""Costs of the quick sub-commands and of the odds on the screen, as ratios and milliseconds measured in one run.

    python benchmarks/quick.py [ROUNDS]

Whole processes are run in turn, one of each kind a round, so that a machine that slows down slows all of them.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from wyrd_tui.engine import sixes
from wyrd_tui.engine.duel import Fighter, duel
from wyrd_tui.engine.odds import attack, check, gains_of_help, ladder, opposed

TRACK = ((4, 1, 0), (3, 1, 1), (2, 1, 2), (1, 1, 3))
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "wyrd roll 4dF+2": ["-m", "wyrd_tui", "roll", "4dF+2"],
    "wyrd odds check +3 vs 2": ["-m", "wyrd_tui", "odds", "check", "+3", "vs", "2"],
    "wyrd odds challenge 7": ["-m", "wyrd_tui", "odds", "challenge", "7", "points", "3"],
    "wyrd odds duel": ["-m", "wyrd_tui", "odds", "duel", "2/1/4.3.2.1", "vs", "1/1/4.3.2.1"],
}


def processes(rounds: int) -> None:
    """Each command as a whole process, against an empty interpreter of the same round."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds + 1):
        for name, args in COMMANDS.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *args], env=env, stdout=subprocess.DEVNULL, check=True)
            taken[name].append(time.perf_counter() - start)
    bare = taken["python -c pass"][1:]
    for name, times in taken.items():
        ratios = [time / other for time, other in zip(times[1:], bare, strict=True)]
        middle = statistics.median(ratios)
        print(f"{name:<28}{statistics.median(times[1:]) * 1000:8.1f} ms   {middle:5.2f} x bare (budget 3)")


def functions() -> None:
    """Each kind of odds in this process, uncached."""
    fighters = iter(Fighter(n % 7 - 3, n % 5 - 2, TRACK) for n in range(10_000))
    kinds: dict[str, Callable[[], object]] = {
        "check": lambda: check(1, 2),
        "ladder": lambda: ladder(1),
        "opposed": lambda: opposed(2, 1),
        "attack": lambda: attack(2, 1, lambda points: points >= 10),
        "what helps": lambda: gains_of_help(1, 2),
        "challenge": lambda: sixes.chance_to_overcome(7, 3),
        "Wyrd roll of 6": lambda: (sixes.highest_chances(6), sixes.sixes_chances(6)),
        "countdown": lambda: sixes.countdown_chance(3, (4, 2, 2)),
        "contest of 4": lambda: sixes.best_chances((6, 5, 4, 3)),
        "duel, 10 boxes each": lambda: duel(next(fighters), Fighter(1, 1, TRACK)),
    }
    for name, run in kinds.items():
        times = []
        for _ in range(20):
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
        print(f"{name:<28}{statistics.median(times) * 1000:8.3f} ms (budget 5 ms)")


if __name__ == "__main__":
    processes(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    functions()
