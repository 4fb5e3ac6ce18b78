"""A faster `dataclasses.replace` for frozen records with slots: about half the time.

Every act makes a new state and a replay makes thousands, so most of their time is spent here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from dataclasses import replace
else:
    Record = TypeVar("Record")
    _Slots = tuple[tuple[str, Callable[[Any], Any], Callable[[Any, Any], None]], ...]
    _SLOTS: dict[type, _Slots] = {}

    def _slots(kind: type) -> _Slots:
        """Return name, reader and writer of each slot; the writer bypasses the frozen class, as its `__init__` does."""
        slots = ((field.name, getattr(kind, field.name)) for field in fields(kind))
        found = _SLOTS[kind] = tuple((name, slot.__get__, slot.__set__) for name, slot in slots)
        return found

    def replace(record: Record, /, **changes: object) -> Record:
        """Return a record with some fields changed.

        Raises:
            TypeError: If the record has no such field.
        """
        kind = type(record)
        new = object.__new__(kind)
        left = len(changes)
        for name, read, write in _SLOTS.get(kind) or _slots(kind):
            if name in changes:
                write(new, changes[name])
                left -= 1
            else:
                write(new, read(record))
        if left:
            raise TypeError(f"{kind.__name__} lacks one of the fields {', '.join(changes)}")
        return new


__all__ = ("replace",)
