"""Named tuples as those of `typing`, that load in a third of the time: an evening begins with some eighty of them.

`typing` compiles the annotation of each field to check it, which mypy has done already, and `collections` writes ten
functions for each class. Here all classes share theirs, and `__new__` is compiled with the first tuple of a class.
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

            def first(kind: type, /, *values: object, **named: object) -> tuple[Any, ...]:
                names = "".join(f"{field}, " for field in fields)
                code = f"lambda _kind, {names}: _new(_kind, ({names}))"
                new = eval(code, {"_new": tuple.__new__})  # noqa: S307 - as in `collections`
                new.__defaults__ = tuple(defaults.values())
                made.__new__ = staticmethod(new)
                return made(*values, **named)

            body |= {field: _tuplegetter(place, None) for place, field in enumerate(fields)}
            body |= {"__slots__": (), "__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
            made = type(name, (_Named,), body | {"__new__": staticmethod(first)})
            return made

    class NamedTuple(metaclass=_Written):
        """A tuple whose fields have names."""


__all__ = ("NamedTuple",)
