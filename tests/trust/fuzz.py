"""Files that nobody would write: every one of them is loaded, or refused with a sentence and a place, and soon.

`python -m tests.trust fuzzed --times 100000` tries so many of each kind, guided by Atheris (libFuzzer) to where nothing
led before. Inputs that break something are kept in a folder, which is told.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.trust.runner import Harness, Result

KINDS = ("scenario", "save", "journal", "keys", "text")
LARGEST = 96_000
"""Bytes of an input."""
HANG = 20.0
"""Seconds of work that nothing may take; a file of this size takes a thousandth of it."""
TABLES_CHANGED = 0.5
"""Share of the inputs that are changed as the tables they stand for; libFuzzer changes the bytes of the others."""
FLAGS = ("-timeout=60", "-rss_limit_mb=1024", f"-max_len={LARGEST}", "-print_final_stats=1")
"""Seconds after which libFuzzer takes a run for a hang, and megabytes of a process, with all that watches it."""


class Case(NamedTuple):
    """So many inputs of one kind."""

    kind: str
    times: int
    seed: int


def fuzz(case: Case, folder: Path) -> tuple[int, int, list[str]]:
    """Try inputs in a process of its own, and keep what broke in a folder.

    Returns:
        How many inputs were tried, how many ways through the program they found, and what broke.
    """
    flags = (f"-runs={case.times}", f"-seed={case.seed}", *FLAGS)
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.fuzz", str(folder), case.kind, *flags],
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        cwd=Path(__file__).parents[2],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    told = done.stderr.decode("utf-8", "replace")
    broken = [f"{note.stem}\n{note.read_text('utf-8')}" for note in sorted(folder.glob(f"{case.kind}-*.txt"))]
    if done.returncode:
        broken.append(f"{case.kind} ended with {done.returncode}\n{told[-3000:]}")
    runs, lines = (re.search(what, told) for what in (r"number_of_executed_units: (\d+)", r"DONE\s+cov: (\d+)"))
    return int(runs[1]) if runs else 0, int(lines[1]) if lines else 0, broken


def try_kind(folder: Path, kind: str, *flags: str) -> None:
    """Fuzz one kind in this process, which ends with libFuzzer's status; keep what breaks, each fault once."""
    import atheris

    # Modules imported in here are rewritten to say which way they go, so this comes before any other import of them.
    with atheris.instrument_imports(include=["wyrd_tui", "tests.trust.fuzz_targets"]):
        from tests.trust.fuzz_changes import changed
        from tests.trust.fuzz_targets import TARGETS
    target = TARGETS[kind]
    corpus, files = folder / f"{kind} corpus", folder / kind
    corpus.mkdir()
    files.mkdir()
    for number, sample in enumerate(target.samples()):
        (corpus / str(number)).write_bytes(sample)
    known: set[str] = set()

    def attempt(data: bytes) -> None:
        begun, why = time.process_time(), ""
        try:
            target.run(files / "file.toml", data)
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
        made = b""
        if target.shape != "bytes" and rng.random() < TABLES_CHANGED:
            with suppress(ValueError, TypeError, RecursionError, AttributeError):
                made = changed(rng, target.shape, data)
        return target.mended(rng, made or atheris.Mutate(data, most))[:most]

    atheris.Setup([sys.argv[0], *flags, f"-artifact_prefix={folder}/", str(corpus)], attempt, custom_mutator=mutate)
    atheris.Fuzz()


def attempt(case: Case) -> Result:
    """Fuzz one kind; what broke stays in a folder."""
    folder = Path(tempfile.mkdtemp())
    runs, lines, broken = fuzz(case, folder)
    if not broken:
        shutil.rmtree(folder)
    return Result(
        (f"{case.kind}, {runs:,} inputs, {lines:,} ways",), (*(f"{one}\n(kept in {folder})" for one in broken),)
    )


HARNESS = Harness(lambda times, seed: [Case(kind, times, seed) for kind in KINDS], attempt, 100_000, endless=True)

if __name__ == "__main__":
    try_kind(Path(sys.argv[1]), *sys.argv[2:])
