"""A save and a journal cut short at every byte, and every bit of them flipped, judged by the model.

`python -m tests.trust.cuts` tries every change; `--every 50` every fiftieth.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.trust.promised import Model, Moment
from tests.trust.story import LINES, MEMORY, known_at, lay, must, quick_disk, say, scene, seconds, sit
from wyrd_tui.store.tables.opening import open_table

SAVE, JOURNAL = "brücke.toml", "brücke.journal"
CHUNK = 400


class Hurt(NamedTuple):
    """A file that is cut at a byte, or one bit of the byte there that is flipped."""

    name: str
    at: int
    mask: int = 0

    def __call__(self, data: bytes) -> bytes:
        """Give the file with that done to it."""
        return data[: self.at] + (bytes((data[self.at] ^ self.mask,)) + data[self.at + 1 :] if self.mask else b"")


class Left(NamedTuple):
    """The files of an evening, by name, and what they promise."""

    files: dict[str, bytes]
    model: Model


def evening(folder: Path, *, killed: bool) -> Left:
    """Play the small table; a killed one has no save of its last acts."""
    table, moments = lay(folder), [Moment(scene())]
    for line in LINES:
        say(sit(table), line)
        moments.append(moments[-1].after(line) or moments[-1])
    table.let_go() if killed else table.close()
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.suffix != ".lock"}
    return Left(files, Model(moments, len(moments) - 1, saved=not killed))


def hurts(left: Left) -> Iterator[Hurt]:
    """Give everything that is tried on the files of an evening."""
    for name in (SAVE, JOURNAL):
        for at in range(len(left.files[name])):
            yield from (Hurt(name, at, mask) for mask in (0, *(1 << bit for bit in range(8))))


def outcome(left: Left, hurt: Hurt, folder: Path) -> str:
    """Try one change; gives what became of the table, in words; `WRONG: …` where that must not be."""
    for file in folder.iterdir():
        file.unlink()
    for name, data in left.files.items():
        (folder / name).write_bytes(hurt(data) if name == hurt.name else data)
    kind = "flipped" if hurt.mask else "replaced"
    model = replace(left.model, harmed=hurt.name == JOURNAL, save_harm=kind if hurt.name == SAVE else "")
    try:
        with open_table(folder / SAVE) as table:
            must(not table.read_only, table.read_only)
            words, found = " ".join(table.tell()), known_at(table)
        moment = model.judge(found, words)
        with open_table(folder / SAVE) as again:
            must(known_at(again) == found and not again.words, f"the second opening differs or says {again.words}")
    except Exception as fault:
        return f"WRONG: {hurt}: {type(fault).__name__}: {fault}"
    return f"{hurt.name} {kind}: {'another table' if moment is None else 'as it was'}{', told' if words else ''}"


def _chunk(left: Left, chunk: Sequence[Hurt]) -> list[str]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, quick_disk():
        return [outcome(left, hurt, Path(folder)) for hurt in chunk]


def run(*, every: int = 1, seed: int = 1, jobs: int = 1) -> Counter[str]:
    """Try one in so many of the changes, chosen by a seed; gives how often each outcome came."""
    found: Counter[str] = Counter()
    for killed in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            left = evening(Path(folder), killed=killed)
        todo = list(hurts(left))
        todo = random.Random(seed).sample(todo, len(todo) // every)
        with ProcessPoolExecutor(jobs) as pool:
            for some in pool.map(partial(_chunk, left), (todo[at : at + CHUNK] for at in range(0, len(todo), CHUNK))):
                found.update(some)
    return found


def main() -> int:
    """Try it at full length and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with seconds() as taken:
        found = run(every=args.every, jobs=args.jobs)
    for words, times in sorted(found.items()):
        print(f"{times:8}  {words}")
    wrong = sum(words.startswith("WRONG") for words in found)
    print(f"{found.total()} changes in {taken():.0f} s, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
