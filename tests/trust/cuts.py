"""A save and a journal cut short at every byte, and every byte of them flipped.

`python -m tests.trust.cuts` tries every byte with every bit; `--every 50` every fiftieth change.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.trust.story import LINES, MEMORY, content, lay, quick_disk, say, seconds, sit
from wyrd_tui.engine.state import State
from wyrd_tui.store.tables.opening import open_table

SAVE, JOURNAL = ".toml", ".journal"
BITS = tuple(1 << bit for bit in range(8))
CHUNK = 400


class Hurt(NamedTuple):
    """What is done to a file: cut at a byte, or the byte there changed by a mask."""

    suffix: str
    at: int
    mask: int = 0

    def __call__(self, data: bytes) -> bytes:
        """The file with that done to it."""
        if not self.mask:
            return data[: self.at]
        return data[: self.at] + bytes((data[self.at] ^ self.mask,)) + data[self.at + 1 :]

    def __str__(self) -> str:
        return f"{self.suffix} " + (f"byte {self.at} ^ 0x{self.mask:02x}" if self.mask else f"cut at {self.at}")


class Evening(NamedTuple):
    """What an evening has left.

    Attributes:
        files: What lies in the folder, by name.
        truths: The table as it was after each line, the last one last.
        steps: How many steps can be undone.
    """

    files: dict[str, bytes]
    truths: list[State]
    steps: int


def evening(folder: Path, *, killed: bool) -> Evening:
    """Play the small table; a killed one has no save of its last turns."""
    table = lay(folder)
    session = sit(table)
    truths = [content(session.state)]
    for line in LINES:
        say(session, line)
        truths.append(content(session.state))
    steps = len(session.done)
    files = _read(folder)
    table.close()
    return Evening(files if killed else _read(folder), truths, steps)


def _read(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name.startswith("brücke")}


def hurts(made: Evening, masks: Sequence[int] = BITS) -> Iterator[Hurt]:
    """Everything that is tried on the files of an evening."""
    for suffix in (SAVE, JOURNAL):
        for at in range(len(made.files[f"brücke{suffix}"])):
            yield Hurt(suffix, at)
            yield from (Hurt(suffix, at, mask) for mask in masks)


def outcome(made: Evening, hurt: Hurt, folder: Path) -> str:
    """What became of the table, in words; `WRONG: …` where that must not be."""
    for file in folder.iterdir():
        file.unlink()
    for name, data in made.files.items():
        (folder / name).write_bytes(hurt(data) if name == f"brücke{hurt.suffix}" else data)
    path = folder / "brücke.toml"
    try:
        with open_table(path) as table:
            told = list(table.words)
            found = _judged(made, table.read_only, told, table.state, sit(table))
            state = table.state
        with open_table(path) as again:
            if again.state != state or again.words:
                return f"WRONG: the second opening differs or says {again.words}"
    except Exception as error:
        return f"WRONG: {type(error).__name__}: {error}"
    return found


def _judged(made: Evening, sealed: str, told: list[str], state: State, session: object) -> str:
    from wyrd_tui.engine.session import Session

    assert isinstance(session, Session)
    live = made.truths[-1]
    if sealed:
        return f"WRONG: read only: {sealed}"
    if content(state) == live:
        if len(session.done) < made.steps and not told:
            return "WRONG: undo is lost without a word"
        return "the table as it was" + (", with a word" if told else "")
    if not told:
        return "WRONG: another table without a word"
    if content(state) in made.truths:
        return "an earlier table, with a word"
    if "changed by hand" not in " ".join(told):
        return f"WRONG: a table that never was: {told}"
    if content(session.done[-1].before) != live:
        return f"WRONG: an edit that undo does not take back: {told}"
    return "taken for an edit by hand: named, and undone by one undo"


def _chunk(made: Evening, chunk: Sequence[Hurt]) -> tuple[Counter[str], list[str]]:
    found: Counter[str] = Counter()
    wrong = []
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, quick_disk():
        for hurt in chunk:
            came = outcome(made, hurt, Path(folder))
            found[f"{hurt.suffix} {'flipped' if hurt.mask else 'cut'}: {came.partition(': ')[0]}"] += 1
            if came.startswith("WRONG"):
                wrong.append(f"{hurt}: {came}")
    return found, wrong


def run(*, every: int = 1, seed: int = 1, masks: Sequence[int] = BITS, jobs: int = 1) -> tuple[Counter[str], list[str]]:
    """Try one in so many of the changes, chosen by a seed; gives how often each outcome came, and what was wrong."""
    found: Counter[str] = Counter()
    wrong: list[str] = []
    for killed in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            made = evening(Path(folder), killed=killed)
        todo = list(hurts(made, masks))
        todo = random.Random(seed).sample(todo, len(todo) // every)
        chunks = [todo[at : at + CHUNK] for at in range(0, len(todo), CHUNK)]
        with ProcessPoolExecutor(jobs) as pool:
            for some, bad in pool.map(partial(_chunk, made), chunks):
                found += some
                wrong += [f"{'killed' if killed else 'closed'} {line}" for line in bad]
    return found, wrong


def main() -> int:
    """Try it at full length and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--masks", default="all", help="all, or numbers such as 1,32,255")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    masks = BITS if args.masks == "all" else tuple(int(mask, 0) for mask in args.masks.split(","))
    with seconds() as taken:
        found, wrong = run(every=args.every, masks=masks, jobs=args.jobs)
    for words, times in sorted(found.items()):
        print(f"{times:8}  {words}")
    for line in wrong[:40]:
        print(line)
    print(f"{sum(found.values())} changes in {taken():.0f} s, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
