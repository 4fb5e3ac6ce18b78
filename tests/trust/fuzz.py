"""Files that nobody would write: every one of them is loaded, or refused with a sentence and a place, and soon.

`python -m tests.trust.fuzz --runs 100000` tries so many of each kind, guided by Atheris (libFuzzer) to where nothing
led before; `--only journal` those of one kind, `--seed 7` other ones, `--keep FOLDER` keeps what broke something.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import NamedTuple

KINDS = ("scenario", "save", "journal", "keys", "text")
LARGEST = 96_000
"""Bytes of an input."""
HANG = 2.0
"""Seconds of work that nothing may take; a file of this size takes a hundredth of them."""
BYTES_AGAIN = 0.1
"""Share of the inputs of which libFuzzer changes the bytes itself, with what the program compared them to."""
FLAGS = ("-timeout=60", "-rss_limit_mb=1024", f"-max_len={LARGEST}", "-print_final_stats=1")
"""Seconds after which libFuzzer takes a run for a hang, and megabytes of a process, with all that watches it."""


class Tried(NamedTuple):
    """Outcome of one kind: inputs that were tried, ways through the program that they found, and what broke."""

    runs: int
    lines: int
    broken: list[str]


def fuzz(kind: str, times: int, seed: int, folder: Path) -> Tried:
    """Try so many inputs of one kind, in a process of its own; what broke stays in the folder."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.fuzz", "try", str(folder), kind, f"-runs={times}", f"-seed={seed}", *FLAGS],
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
    runs, lines = (re.search(what, told) for what in (r"number_of_executed_units: (\d+)", r"DONE\s+cov: (\d+)"))
    return Tried(int(runs[1]) if runs else 0, int(lines[1]) if lines else 0, broken)


def try_kind(folder: Path, kind: str, *flags: str) -> None:
    """Fuzz one kind in this process, which ends with libFuzzer's status; keep what breaks, each fault once."""
    import atheris

    # Modules imported in here are rewritten to say which way they go, so this comes before any other import of them.
    with atheris.instrument_imports(include=["wyrd_tui", "tests.trust.fuzz_targets"]):
        from tests.trust.fuzz_changes import changed
        from tests.trust.fuzz_targets import TARGETS
    target = TARGETS[kind](folder)
    corpus = folder / f"{kind} corpus"
    corpus.mkdir()
    for number, sample in enumerate(target.corpus):
        (corpus / str(number)).write_bytes(sample)
    known: set[str] = set()

    def attempt(data: bytes) -> None:
        begun, why = time.process_time(), ""
        try:
            target.run(data)
        except Exception:
            why = traceback.format_exc(limit=-6)
        if not why and (took := time.process_time() - begun) > HANG:
            why = f"took {took:.1f} s, over {HANG} s"
        fault = why.rstrip().rsplit('File "', 1)[-1][:160] if 'File "' in why else why[:4]
        if fault and fault not in known:
            known.add(fault)
            kept = folder / f"{kind}-{len(known)}"
            kept.write_bytes(data)
            kept.with_name(f"{kept.name}.txt").write_text(why, encoding="utf-8", errors="backslashreplace")

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        again = rng.random() < BYTES_AGAIN
        made = atheris.Mutate(data, most) if again else changed(rng, target.shape, target.corpus, data)
        return target.mended(rng, made)[:most]

    atheris.Setup([sys.argv[0], *flags, f"-artifact_prefix={folder}/", str(corpus)], attempt, custom_mutator=mutate)
    atheris.Fuzz()


def main() -> int:
    """Fuzz from the command line; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000, help="inputs of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=KINDS, nargs="*", default=KINDS)
    parser.add_argument("--keep", type=Path, help="a new folder for the inputs that broke something")
    args = parser.parse_args()
    broken = 0
    with tempfile.TemporaryDirectory() as folder:
        kept = args.keep or Path(folder) / "kept"
        kept.mkdir(parents=True)
        for kind in args.only:
            tried = fuzz(kind, args.runs, args.seed, kept)
            print(f"{kind}: {tried.runs:,} inputs, {tried.lines:,} ways, {len(tried.broken)} broke something")
            print(*tried.broken, sep="\n", end="\n" if tried.broken else "", flush=True)
            broken += len(tried.broken)
    return 1 if broken else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["try"]:
        try_kind(Path(sys.argv[2]), *sys.argv[3:])
    else:
        sys.exit(main())
