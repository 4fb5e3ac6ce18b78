"""Files that nobody would write: every one of them is loaded, or refused with a sentence and a place, and soon.

`python -m tests.trust.fuzz --runs 1000000` tries so many, guided by Atheris (libFuzzer) to where nothing led before;
`--only journal` those of one kind, `--seed 7` other ones, `--keep FOLDER` keeps what broke something.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.trust.fuzz_targets import KINDS

STALLED = 60
"""Seconds after which libFuzzer takes a run for a hang that even counting its work does not end."""
MEMORY = 1024
"""Megabytes that a process may take, with all that watches it."""
"""libFuzzer's status after an exception of the harness itself."""


class Tried(NamedTuple):
    """Outcome of one kind.

    Attributes:
        kind: What was fuzzed.
        runs: How many inputs were tried.
        lines: How many ways through the program they found.
        megabytes: The most memory it took.
        broken: What broke, as a traceback or a sentence each, with the name of the input.
    """

    kind: str
    runs: int
    lines: int
    megabytes: int
    broken: list[str]


def shares(runs: int, kinds: Iterable[str]) -> dict[str, int]:
    """Share the runs out: more to the kinds that cost less."""
    wanted = {kind: KINDS[kind].share if kind in KINDS else 1 for kind in kinds}
    whole = sum(wanted.values())
    return {kind: -(-runs * share // whole) for kind, share in wanted.items()}


def fuzz(kind: str, runs: int, seed: int, folder: Path) -> Tried:
    """Try so many inputs of one kind, in a process of its own; what broke stays in the folder."""
    flags = [f"-runs={runs}", f"-seed={seed}", f"-timeout={STALLED}", f"-rss_limit_mb={MEMORY}"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.fuzz_kind", str(folder), kind, *flags],
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        cwd=Path(__file__).parents[2],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    told = done.stderr.decode("utf-8", "replace")
    broken = [f"{note.stem}\n{note.read_text('utf-8')}" for note in sorted(folder.glob(f"{kind}-*.txt"))]
    if done.returncode:
        broken.append(f"{kind} ended with {done.returncode}\n{told[-3000:]}")
    return Tried(
        kind,
        _figure(r"number_of_executed_units: (\d+)", told),
        _figure(r"DONE\s+cov: (\d+)", told),
        _figure(r"peak_rss_mb:\s+(\d+)", told),
        broken,
    )


def _figure(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


def main() -> int:
    """Fuzz from the command line; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=tuple(KINDS), action="append", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many kinds at a time")
    parser.add_argument("--keep", type=Path, help="a folder for the inputs that broke something")
    args = parser.parse_args()
    broken = runs = 0
    # In memory, where the system has such a folder: the program syncs with every line.
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
    with tempfile.TemporaryDirectory(dir=memory) as folder, ThreadPoolExecutor(args.jobs) as pool:
        work = shares(args.runs, args.only or KINDS)
        for tried in pool.map(lambda kind: fuzz(kind, work[kind], args.seed, Path(folder)), work):
            print(f"{tried.kind}: {tried.runs:,} inputs, {tried.lines:,} ways, {tried.megabytes} MB")
            print(*(f"--- {fault}" for fault in tried.broken), sep="\n", end="\n" if tried.broken else "", flush=True)
            runs, broken = runs + tried.runs, broken + len(tried.broken)
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            for kept in Path(folder).iterdir():
                if kept.is_file():
                    (args.keep / kept.name).write_bytes(kept.read_bytes())
    print(f"{runs:,} inputs, {broken} broke something")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
