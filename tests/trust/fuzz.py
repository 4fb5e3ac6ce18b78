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


class Found(NamedTuple):
    """Result of a case: the inputs tried, the ways through the program that they found, and the faults."""

    runs: int
    lines: int
    broken: list[str]


def fuzz(folder: Path, *cases: Case) -> list[Found]:
    """Try inputs in processes of their own, which share the start, and keep what broke in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.fuzz", str(folder), *(word for case in cases for word in map(str, case))],
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        cwd=Path(__file__).parents[2],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return [_found(folder, case, done.stderr) for case in cases]


def _found(folder: Path, case: Case, told: bytes) -> Found:
    """Read what came of one kind; `told` is what the process said that starts all of them."""
    broken = [f"{note.stem}\n{note.read_text('utf-8')}" for note in sorted(folder.glob(f"{case.kind}-*.txt"))]
    log, status = folder / f"{case.kind}.log", folder / f"{case.kind}.status"
    if log.exists():
        told = log.read_bytes()
    text, ended = told.decode("utf-8", "replace"), status.read_text() if status.exists() else "no status"
    if ended != "0":
        broken.append(f"{case.kind} ended with {ended}\n{text[-3000:]}")
    runs, lines = (re.search(what, text) for what in (r"number_of_executed_units: (\d+)", r"DONE\s+cov: (\d+)"))
    return Found(int(runs[1]) if runs else 0, int(lines[1]) if lines else 0, broken)


def try_kinds(folder: Path, words: list[str]) -> None:
    """Fuzz kinds one after another, each in a child of this process; keep what each said and how it ended."""
    import atheris

    # Modules imported in here are rewritten to say which way they go, so this comes before any other import of them.
    # It takes longer than the inputs of a short run.
    with atheris.instrument_imports(include=["wyrd_tui", "tests.trust.fuzz_targets"]):
        import tests.trust.fuzz_changes
        import tests.trust.fuzz_targets  # noqa: F401
    for kind, times, seed in zip(*[iter(words)] * 3, strict=True):
        child = os.fork()
        if child == 0:
            os.dup2(os.open(folder / f"{kind}.log", os.O_WRONLY | os.O_CREAT), 2)
            try_kind(folder, kind, f"-runs={times}", f"-seed={seed}", *FLAGS)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        (folder / f"{kind}.status").write_text(str(status))


def try_kind(folder: Path, kind: str, *flags: str) -> None:
    """Fuzz one kind in this process, which ends with libFuzzer's status; keep what breaks, each fault once."""
    import atheris

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
    ((runs, lines, broken),) = fuzz(folder, case)
    if not broken:
        shutil.rmtree(folder)
    return Result(
        (f"{case.kind}, {runs:,} inputs, {lines:,} ways",), (*(f"{one}\n(kept in {folder})" for one in broken),)
    )


HARNESS = Harness(lambda times, seed: [Case(kind, times, seed) for kind in KINDS], attempt, 100_000, endless=True)

if __name__ == "__main__":
    try_kinds(Path(sys.argv[1]), sys.argv[2:])
