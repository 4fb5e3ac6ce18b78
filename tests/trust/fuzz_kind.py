"""One kind of input, fuzzed in a process of its own: Atheris (libFuzzer) watches every line of the program as it runs.

`python -m tests.trust.fuzz_kind FOLDER KIND` and libFuzzer's flags; `tests.trust.fuzz` calls it. What breaks is kept in
the folder: the input, and beside it, in a file that ends in `.txt`, what came of it.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from pathlib import Path

import atheris

# Modules imported in here are rewritten to say which way they go, so this comes before any other import of them.
with atheris.instrument_imports(include=["wyrd_tui", "tests.trust.fuzz_planted"]):
    from tests.trust.fuzz_changes import LARGEST, changed
    from tests.trust.fuzz_planted import Planted
    from tests.trust.fuzz_targets import KINDS, Target

HANG = 2.0
"""Seconds of work that nothing may take; a file of this size takes a hundredth of them."""
BYTES_AGAIN = 0.1
"""Share of the inputs of which libFuzzer changes the bytes itself, with what the program compared them to."""


class Faults:
    """Tries inputs, and keeps those that came to something else than a loaded file or a sentence, each fault once."""

    def __init__(self, target: Target, folder: Path) -> None:
        self.target, self.folder = target, folder
        self.known: set[str] = set()

    def __call__(self, data: bytes) -> None:
        """Try an input."""
        begun = time.process_time()
        try:
            self.target.run(data)
        except Exception:
            self.keep(data, traceback.format_exc(limit=-6))
        took = time.process_time() - begun
        if took > HANG:
            self.keep(data, f"took {took:.1f} s, over {HANG} s")

    def keep(self, data: bytes, why: str) -> None:
        """Keep an input, if nothing like it was kept."""
        fault = why.rstrip().rsplit('File "', 1)[-1][:160] if 'File "' in why else "slow"
        if fault in self.known:
            return
        self.known.add(fault)
        kept = self.folder / f"{self.target.kind}-{len(self.known)}"
        kept.write_bytes(data)
        kept.with_name(f"{kept.name}.txt").write_text(why, encoding="utf-8", errors="backslashreplace")


def main() -> None:
    """Fuzz until the runs are done; the process ends with libFuzzer's status."""
    folder, kind, *flags = Path(sys.argv[1]), *sys.argv[2:]
    target = Planted(folder) if kind == Planted.kind else KINDS[kind](folder)
    corpus = folder / f"{kind} corpus"
    corpus.mkdir()
    for number, sample in enumerate(target.corpus):
        (corpus / str(number)).write_bytes(sample)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < BYTES_AGAIN:
            return target.mended(rng, atheris.Mutate(data, most))[:most]
        return changed(rng, target, data)[:most]

    libfuzzer = [sys.argv[0], *flags, f"-max_len={4 * LARGEST}", "-print_final_stats=1", f"-artifact_prefix={folder}/"]
    atheris.Setup([*libfuzzer, str(corpus)], Faults(target, folder), custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
