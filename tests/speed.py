"""Processor time told in loops, so that a slow machine and a busy one judge alike."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from timeit import repeat

LOOP = 100_000
"""Additions in one loop."""


def loops_of(call: Callable[[], object], setup: Callable[[], object] = lambda: None, tries: int = 1) -> float:
    """Tell how many loops of additions take as long as a call, in the best of so many tries."""
    taken = min(repeat(call, setup, timer=process_time, number=1, repeat=tries))
    return taken / min(repeat(_loop, timer=process_time, number=1, repeat=3))


def _loop() -> None:
    total = 0
    for number in range(LOOP):
        total += number
