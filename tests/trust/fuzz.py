"""Files that nobody would write: every one of them is loaded, or refused with a sentence and a place, and soon.

A fuzzer of a page: it changes what it has as bytes, and as the tables that the bytes stand for, and keeps whatever
leads through lines of the store that nothing led through before.

`python -m tests.trust.fuzz --runs 1000000` tries so many; `--only journal` those of one kind, `--seed 7` other ones.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import tomli_w

from tests.trust.fuzz_targets import KINDS, Target

HANG = 2.0
"""Seconds that nothing may take; a file of this size takes a hundredth of them."""
LARGEST = 24_000
TRACED = 5
"""One run in so many is watched, since watching slows it down tenfold."""
TOKENS = (
    *(b"[", b"]", b"[[", b"]]", b"{", b"}", b'"', b'"""', b"'''", b"'", b"\\", b"\\u001b", b"\n", b"\r", b"\0"),
    *(b"=", b".", b",", b"#", b"+", b"-", b"nan", b"inf", b"0x", b"1e999", b"9" * 30, b"true", b"1979-05-27"),
    *(b"\xff", b"\xc2\x9b", b"\xe2\x80\xae", b"\xef\xbb\xbf", b"\xcc\x81", b"players", b"**", b"(", b"999999999"),
)
WORDS = (
    "",
    "a",
    "players * 9999",
    "Formidable",
    "\x1b[2J",
    "a\u0301\u0301\u0301\u0301",
    "x" * 90,
    "[/]",
    "mettle",
    "4dF",
    "🎲",
)


class Broke(NamedTuple):
    """An input that came to something else than a loaded file or a sentence."""

    kind: str
    data: bytes
    why: str


class Watch:
    """Which steps from line to line of the store a run takes."""

    def __init__(self) -> None:
        self.known: set[tuple[str, int, int]] = set()
        self.new = 0

    def __call__(self, target: Target, data: bytes) -> str:
        """Try an input, and count in `new` the steps that nothing took before; gives what is wrong with it."""
        sys.settrace(self._called)
        try:
            return tried(target, data)
        finally:
            sys.settrace(None)

    def _called(self, frame: FrameType, event: str, argument: object) -> Any:  # noqa: ANN401 - what settrace wants
        name = frame.f_code.co_filename
        if "wyrd_tui" not in name or ("/store/" not in name and "/engine/" not in name):
            return None
        before = 0

        def line(frame: FrameType, event: str, argument: object) -> Any:  # noqa: ANN401 - as above
            nonlocal before
            step = (name, before, frame.f_lineno)
            before = frame.f_lineno
            if step not in self.known:
                self.known.add(step)
                self.new += 1
            return line

        return line


# ------------------------------------------------------------------ changing


def changed_bytes(rng: random.Random, data: bytes, corpus: list[bytes]) -> bytes:
    """Some bytes with a few things done to them."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4, 8))):
        at = rng.randrange(len(made) + 1)
        to = min(len(made), at + rng.choice((1, 1, 2, 8, 40, 200)))
        match rng.randrange(7):
            case 0:
                made[at:to] = b""
            case 1:
                made[at:at] = rng.choice(TOKENS)
            case 2:
                made[at:to] = rng.choice(TOKENS) * rng.choice((1, 1, 2, 30))
            case 3 if at < len(made):
                made[at] ^= 1 << rng.randrange(8)
            case 4:
                made[at:at] = made[at:to] * rng.choice((1, 2, 20))
            case 5:
                other = rng.choice(corpus)
                cut = rng.randrange(len(other) + 1)
                made[at:to] = other[cut : cut + rng.choice((5, 40, 400))]
            case _:
                lines = bytes(made).split(b"\n")
                rng.shuffle(lines) if rng.random() < 0.2 else lines.pop(rng.randrange(len(lines)))
                made = bytearray(b"\n".join(lines))
    return bytes(made[:LARGEST])


def _places(value: object, found: list[tuple[Any, Any]]) -> None:
    for key, inner in list(value.items()) if isinstance(value, dict) else enumerate(value):  # type: ignore[arg-type]
        found.append((value, key))
        if isinstance(inner, dict | list):
            _places(inner, found)


def changed_value(rng: random.Random, document: Any) -> None:  # noqa: ANN401 - any table
    """Change a table in place: a value for another, a key renamed, something doubled, moved or taken out."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        found: list[tuple[Any, Any]] = []
        _places(document, found)
        if not found:
            return
        (holder, key), (other, there) = rng.choice(found), rng.choice(found)
        match rng.randrange(6):
            case 0:
                holder[key] = rng.choice((0, -1, 7, 10**12, 2.5, True, "", [], {}, [[]], {"a": 1}, rng.choice(WORDS)))
            case 1 if isinstance(holder, dict):
                holder[rng.choice((*WORDS, str(there)))] = holder.pop(key)
            case 2:
                holder[key] = json.loads(json.dumps(other[there], default=str))
            case 3 if isinstance(holder, list) and len(holder) < 50:
                holder += holder[: rng.choice((1, 5, 30))]
            case 4:
                del holder[key]
            case _ if isinstance(holder[key], str):
                holder[key] = holder[key] + rng.choice(WORDS)
            case _ if isinstance(holder[key], int):
                holder[key] = rng.choice((0, 1, -holder[key], holder[key] * 1000, holder[key] + 1))


def changed(rng: random.Random, target: Target, data: bytes, corpus: list[bytes]) -> bytes:
    """An input like another one."""
    if target.shape == "bytes" or rng.random() < 0.5:
        made = changed_bytes(rng, data, corpus)
        return target.mended(rng, made)
    try:
        if target.shape == "toml":
            document = tomllib.loads(data.decode())
            changed_value(rng, document)
            made = tomli_w.dumps(document).encode()
        else:
            lines = [json.loads(line) for line in data.split(b"\n") if line]
            changed_value(rng, lines)
            made = b"\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() for line in lines)
    except (ValueError, TypeError, RecursionError, AttributeError):
        made = changed_bytes(rng, data, corpus)
    return target.mended(rng, made[: 4 * LARGEST])


# ------------------------------------------------------------------ running


def tried(target: Target, data: bytes) -> str:
    """What is wrong with what came of an input; empty where nothing is."""
    begun = time.process_time()
    try:
        target.run(data)
    except Exception:
        return traceback.format_exc(limit=-6)
    took = time.process_time() - begun
    return f"took {took:.1f} s" if took > HANG else ""


def inputs(target: Target, rng: random.Random, watch: Watch) -> Iterator[tuple[bytes, bool]]:
    """Inputs without end, and whether to watch what they do; whoever tries one says by `watch.new` what it is worth."""
    corpus = list(target.corpus)
    for data in corpus:
        yield data, True
    for number in range(sys.maxsize):
        # What was found last leads on more often than what was there first.
        data = (
            corpus[-1 - min(int(rng.expovariate(0.05)), len(corpus) - 1)] if rng.random() < 0.5 else rng.choice(corpus)
        )
        made = changed(rng, target, data, corpus)
        watched = number % TRACED == 0
        yield made, watched
        if watched and watch.new and len(corpus) < 4000:
            corpus.append(made)


def fuzz(runs: int, seed: int, kinds: tuple[str, ...] = (), seconds: float = 1e9) -> tuple[Counter[str], list[Broke]]:
    """Try so many inputs, the kinds in turn; gives how many of each were tried, and what broke, each fault once."""
    end = time.monotonic() + seconds
    counts: Counter[str] = Counter()
    broken: dict[str, Broke] = {}
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:  # noqa: S108
        targets = [KINDS[kind](Path(folder)) for kind in kinds or KINDS]
        watches = [Watch() for _ in targets]
        streams = [
            inputs(target, random.Random(f"{seed}{target.kind}"), watch)
            for target, watch in zip(targets, watches, strict=True)
        ]
        for number in range(runs):
            turn = number % len(targets)
            target, watch, stream = targets[turn], watches[turn], streams[turn]
            data, watched = next(stream)
            watch.new = 0
            why = watch(target, data) if watched else tried(target, data)
            counts[target.kind] += 1
            # Watched, it takes longer than it would.
            if why.startswith("took") and watched:
                why = tried(target, data)
            if why:
                key = why.rstrip().rsplit('File "', 1)[-1][:160]
                broken.setdefault(f"{target.kind} {key}", Broke(target.kind, data, why))
            if time.monotonic() > end:
                break
        counts["steps of lines"] = sum(len(watch.known) for watch in watches)
    return counts, list(broken.values())


def main() -> int:
    """Fuzz from the command line; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=tuple(KINDS), action="append", default=[])
    parser.add_argument("--keep", type=Path, help="a folder for the inputs that broke something")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    counts, broken = fuzz(args.runs, args.seed, tuple(args.only), args.seconds)
    for number, broke in enumerate(broken):
        print(f"--- {broke.kind}, {len(broke.data)} bytes\n{broke.why}")
        if args.keep:
            (args.keep / f"{broke.kind}-{number}").write_bytes(broke.data)
    print(", ".join(f"{kind} {count:,}" for kind, count in counts.items()))
    print(f"{len(broken)} broke; at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
