"""A base for small records, for modules that a command line must load in a few milliseconds.

Dataclasses and named tuples would do the same, but the first bring `inspect` along and the second write code at import.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Value:
    """An immutable record: equal to another of its kind with equal fields, hashable, copied by reference.

    A kind names its fields, in order, in `__match_args__`, repeats them as `__slots__`, and hands them to `_fix`.

    Raises:
        AttributeError: If a field is set or deleted.
    """

    __match_args__: tuple[str, ...] = ()
    __slots__ = ()

    def _fix(self, *fields: object) -> None:
        for name, field in zip(self.__match_args__, fields, strict=True):
            object.__setattr__(self, name, field)

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __setattr__(self, name: str, field: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} never changes")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self), self._fields()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._fields()))})"

    def __reduce__(self) -> tuple[object, ...]:
        # Unpickling sets attributes one by one, which a value refuses; calling its kind again does not.
        return type(self), self._fields()
