"""A value that is made again only where something has changed that it rests on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """The value that was made last, with the facts that it rests on."""

    def __init__(self) -> None:
        self._made: tuple[object, T] | None = None

    def of(self, facts: object, make: Callable[[], T]) -> T:
        """Return the value for some facts, which is made anew where they differ from those before."""
        if self._made is None or self._made[0] != facts:
            self._made = facts, make()
        return self._made[1]
