"""Evenings in a row at one table, something amiss with its files between them, and a kill after each.

Whatever befell the files, what is played once the table is open again is there after a kill, can be undone as before
it, and nobody is told of a loss. `python -m tests.trust.evenings --times 3000` tries so many tables.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.trust.faults import must
from tests.trust.story import MEMORY, content, lay, quick_disk, say, seconds, sit
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.store.tables.encounter import open_table
from wyrd_tui.store.tables.table import Table

ACTS = (
    "damage zoë-ångström 1",
    "tick die-flut",
    "untick die-flut",
    'condition zoë-ångström "naß"',
    "edit zoë-ångström name Ζωή",
    "end scene",
    "begin am-ufer",
    "undo",
    "undo",
    "redo",
)
COMFORT = ("came back from the journal", "stay undone", "redone after")
"""What a table may say that was killed and has lost nothing."""

Mishap = Callable[[random.Random, bytes, bytes], bytes | None]
"""Makes of a file's bytes, and of what it was at some earlier time, what lies there then; None where nothing does."""


def flipped(rng: random.Random, data: bytes, before: bytes) -> bytes | None:
    """One bit is another."""
    at = rng.randrange(len(data))
    return data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :]


def cut(rng: random.Random, data: bytes, before: bytes) -> bytes | None:
    """Only the first bytes are left."""
    return data[: rng.randrange(len(data))]


def cut_between(rng: random.Random, data: bytes, before: bytes) -> bytes | None:
    """Only the first lines are left."""
    lines = data.splitlines(keepends=True)
    return b"".join(lines[: rng.randrange(1, len(lines) + 1)])


def older(rng: random.Random, data: bytes, before: bytes) -> bytes | None:
    """It is as it once was."""
    return before


def gone(rng: random.Random, data: bytes, before: bytes) -> bytes | None:
    """Nothing is left."""
    return None


def renamed(rng: random.Random, data: bytes, before: bytes) -> bytes | None:
    """A hand has changed a name."""
    return data.replace("Łukasz der Wächter".encode(), b"Lukas %d" % rng.randrange(99))


def whole(rng: random.Random, data: bytes, before: bytes) -> bytes | None:
    """Nothing befalls it."""
    return data


MISHAPS: tuple[tuple[str, Mishap], ...] = (
    *((suffix, mishap) for suffix in (".toml", ".journal") for mishap in (flipped, cut, cut_between, older, gone)),
    (".toml", renamed),
    (".toml", whole),
)


def play(rng: random.Random, session: Session, most: int) -> None:
    """Some acts, those left out that do not apply."""
    for _ in range(rng.randrange(most)):
        with contextlib.suppress(Refused):
            say(session, rng.choice(ACTS))


def files(path: Path) -> dict[str, bytes]:
    """What a table's save and journal say."""
    return {suffix: path.with_suffix(suffix).read_bytes() for suffix in (".toml", ".journal")}


def killed(table: Table) -> None:
    """A kill at this instant would lose nothing, and nothing of what can be undone."""
    session = sit(table)
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        for file in table.path.parent.iterdir():
            shutil.copy(file, folder)
        with open_table(Path(folder) / table.path.name) as again:
            must(content(again.state) == content(session.state), f"a kill would lose something: {again.words}")
            steps, now = ([content(step.after) for step in one.done] for one in (sit(again), session))
            must(steps == now, f"after a kill {len(steps)} steps can be undone, of {len(now)}: {again.words}")
            told = [word for word in again.words if not any(comfort in word for comfort in COMFORT)]
            must(not told, f"after a kill it is told: {told}")


def attempt(seed: int) -> str:
    """What was wrong with some evenings at a table; empty where nothing was."""
    rng = random.Random(seed)
    befell = []
    with tempfile.TemporaryDirectory(dir=MEMORY) as place, quick_disk():
        table = lay(Path(place))
        before = [files(table.path)]
        try:
            for _ in range(rng.randrange(1, 5)):
                play(rng, sit(table), 7)
                before.append(files(table.path))
                table.close() if rng.random() < 0.6 else table.let_go()
                suffix, mishap = rng.choice(MISHAPS)
                file = table.path.with_suffix(suffix)
                data = mishap(rng, file.read_bytes(), rng.choice(before)[suffix])
                befell.append(f"{mishap.__name__} {suffix}")
                file.unlink() if data is None else file.write_bytes(data)
                if rng.random() < 0.2:
                    table.path.with_suffix(".lock").unlink()
                table = open_table(table.path)
                must(not table.read_only, f"only to look at: {table.read_only}")
                play(rng, sit(table), 5)
                must(not table.trouble, table.trouble)
                killed(table)
        except Exception as fault:
            return f"{seed}: {', '.join(befell)}: {type(fault).__name__}: {fault}"
        finally:
            table.let_go()
    return ""


def run(attempt: Callable[[int], str] = attempt, *, times: int, seed: int = 1, jobs: int = 1) -> list[str]:
    """Try so many tables, from a seed on; gives what was wrong."""
    with ProcessPoolExecutor(jobs) as pool:
        return [wrong for wrong in pool.map(attempt, range(seed, seed + times), chunksize=20) if wrong]


def main(attempt: Callable[[int], str] = attempt, times: int = 3000, about: str | None = __doc__) -> int:
    """Try it at full length and print what came of it."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--times", type=int, default=times)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with seconds() as taken:
        wrong = run(attempt, times=args.times, seed=args.seed, jobs=args.jobs)
    print(*wrong[:40], sep="\n", end="\n" if wrong else "")
    print(f"{args.times:,} tables; {taken():.0f} s, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
