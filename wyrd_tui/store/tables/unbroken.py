"""Work on a table's files that a signal must not come into."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType


class Unbroken:
    """Entered while files are being written; what a signal wants of them waits until that is over."""

    def __init__(self) -> None:
        self._depth = 0
        self._wanted: Callable[[], None] | None = None

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if self._wanted is not None and not self._depth:
            act, self._wanted = self._wanted, None
            act()

    def then(self, act: Callable[[], None]) -> None:
        """Act now, or as soon as nothing is being written."""
        if self._depth:
            self._wanted = act
        else:
            act()
