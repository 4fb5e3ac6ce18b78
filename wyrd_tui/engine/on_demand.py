"""Values by name, each loaded as it is first asked for: a table plays one or two of the games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from typing import TypeVar

T = TypeVar("T")


class OnDemand(MutableMapping[str, T]):
    """Values in the order in which they were registered, each loaded once."""

    def __init__(self) -> None:
        self._loads: dict[str, Callable[[], T]] = {}
        self._loaded: dict[str, T] = {}

    def register(self, name: str, load: Callable[[], T]) -> None:
        """Add a value by the function that loads it."""
        self._loads[name] = load

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            self._loaded[name] = self._loads[name]()
        return self._loaded[name]

    def __setitem__(self, name: str, value: T) -> None:
        self._loads[name] = lambda: value
        self._loaded[name] = value

    def __delitem__(self, name: str) -> None:
        del self._loads[name]
        self._loaded.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._loads)

    def __len__(self) -> int:
        return len(self._loads)

    def __contains__(self, name: object) -> bool:
        return name in self._loads
