"""Run a harness at any length and print what came of it: `python -m tests.trust HARNESS`."""

from __future__ import annotations

import argparse
import time

from tests.trust import evenings, faults, fuzz, hostile, kills, monkey, power, strange
from tests.trust.runner import Harness, run

HARNESSES: dict[str, Harness] = {
    "evenings": evenings.HARNESS,
    "refusals": faults.HARNESS,
    "power": power.HARNESS,
    "kills": kills.HARNESS,
    "numbers": strange.NUMBERS,
    "forged": strange.FORGED,
    "planted": hostile.HARNESS,
    "keys": monkey.HARNESS,
    "fuzzed": fuzz.HARNESS,
}


def main() -> int:
    """Try the cases that are asked for, and print how many of each kind came and what was wrong; gives the status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("harness", choices=HARNESSES)
    parser.add_argument(
        "--times", type=int, help="how many cases, keys or inputs; all of them, or enough, where none is given"
    )
    parser.add_argument("--seed", type=int, default=1, help="chooses other cases")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    harness = HARNESSES[args.harness]
    began = time.monotonic()
    kinds, wrong = run(harness, harness.times if args.times is None else args.times, args.seed, args.jobs)
    for kind, times in sorted(kinds.items()):
        print(f"{times:8,}  {kind}")
    print(*wrong[:40], sep="\n", end="\n" if wrong else "")
    print(f"{time.monotonic() - began:.0f} s, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
