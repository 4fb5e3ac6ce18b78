"""Counts of work in the place of clocks: machines are shared, and a busy one would fail a test that takes the time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def count_calls(work: Callable[[], object]) -> int:
    """Count the calls of Python functions that some work makes."""
    calls = 0

    def count(_frame: FrameType, event: str, _detail: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls
