"""Named tuples as those of `typing`, that load in a third of the time: an evening begins with some eighty of them.

`typing` compiles the annotation of each field to check it, which mypy has done already, and `collections` writes ten
functions for each class. Here all classes share theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, NamedTuple, Self
else:
    from collections import _tuplegetter

    class _Named(tuple):
        """A tuple whose items have names, with the methods that `collections.namedtuple` has documented."""

        __slots__ = ()
        _fields: tuple[str, ...] = ()
        _field_defaults: Mapping[str, Any] = {}

        def __new__(kind, /, *values: object, **named: object) -> Self:
            """Make a tuple.

            Raises:
                TypeError: If a field has no value, or a value no field.
            """
            if named or len(values) != len(kind._fields):
                rest, known = kind._fields[len(values) :], kind._field_defaults | named
                values += tuple([known[field] for field in rest if field in known])
                if len(values) != len(kind._fields) or not named.keys() <= set(rest):
                    raise TypeError(f"{kind.__name__} takes {', '.join(kind._fields)}")
            return tuple.__new__(kind, values)

        @classmethod
        def _make(cls, values: Iterable[Any]) -> Self:
            return cls(*values)

        def _replace(self, /, **changes: Any) -> Self:  # noqa: ANN401 - as in `collections`
            made = tuple.__new__(type(self), map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"{type(self).__name__} has no field {', '.join(changes)}")
            return made

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            told = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({told})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

    class _Written(type):
        """Makes a tuple with named fields of each class that names `NamedTuple` as its base."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            """Make the tuple; fields with a default come last, and methods stay as they are."""
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body.pop(field) for field in fields if field in body}
            body |= {field: _tuplegetter(place, None) for place, field in enumerate(fields)}
            body |= {"__slots__": (), "__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
            return type(name, (_Named,), body)

    class NamedTuple(metaclass=_Written):
        """A tuple whose fields have names."""


__all__ = ("NamedTuple",)
