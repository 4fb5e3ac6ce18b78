"""Cases of a harness, tried one by one or in several processes, and a count of what came of them."""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from traceback import extract_tb
from types import FrameType
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
MOST_SECONDS = 60.0
"""Seconds that a case may take before it counts as endless; most take less than one."""


class EndlessError(Exception):
    """A case that does not end."""


class Result(NamedTuple):
    """Outcome of a case: its kinds, which are counted, and what was wrong."""

    kinds: tuple[str, ...]
    wrong: tuple[str, ...] = ()


class Harness(NamedTuple):
    """A harness: its cases, so many of them and from a seed on, what tries one, and the number at full length.

    `endless` is True where a case takes as long as it is told to, and sees for itself whether the program stops.
    """

    cases: Callable[[int, int], Sequence[Any]]
    attempt: Callable[[Any], Result]
    times: int = 0
    endless: bool = False


def seeds(times: int, seed: int) -> Sequence[int]:
    """Give so many seeds."""
    return range(seed, seed + times)


def some_of(every: Callable[[], Sequence[T]]) -> Callable[[int, int], Sequence[T]]:
    """Choose so many of all cases; all of them for 0."""

    def cases(times: int, seed: int) -> Sequence[T]:
        found = every()
        return random.Random(seed).sample(found, min(times, len(found))) if times else found

    return cases


def _attempt(attempt: Callable[[Any], Result], endless: bool, case: object) -> Result:
    """Try a case; a promise that is not kept, a crash of the program, or no end is what was wrong."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise EndlessError(f"no end after {MOST_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, *[0.0 if endless else MOST_SECONDS] * 2)
    try:
        return attempt(case)
    except Exception as fault:
        notes = getattr(fault, "__notes__", ()) or (str(extract_tb(fault.__traceback__)[-1]),)
        return Result(("wrong",), (", ".join((f"{str(case)[:100]}: {type(fault).__name__}: {fault}", *notes)),))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run(harness: Harness, times: int, seed: int, jobs: int = 1) -> tuple[Counter[str], list[str]]:
    """Try so many cases; gives how often each kind came, and what was wrong."""
    cases, attempt = harness.cases(times, seed), partial(_attempt, harness.attempt, harness.endless)
    if jobs == 1:
        results = [*map(attempt, cases)]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            results = [*pool.map(attempt, cases, chunksize=max(1, min(20, len(cases) // jobs // 4)))]
    return Counter(kind for result in results for kind in result.kinds), [
        fault for result in results for fault in result.wrong
    ]
