"""Frozen dataclasses that load in a fifth of the time, and a faster `replace`: an evening begins with some eighty.

`dataclass(frozen=True, slots=True)` makes each class twice, with a record for each field, and compiles six methods for
it. Here `__init__` alone is written, with the first record of its class, functions stand for the others, and the fields
that `dataclasses` knows are made as somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

Record = TypeVar("Record")
_Values = Callable[[object], tuple[object, ...]]
_FIELDS: dict[type, tuple[dict[str, int], _Values]] = {}
"""The place of each field of a class by its name, and a reader of all of them."""


class _Fields:
    """The `__dataclass_fields__` of a record, made by `dataclasses` as they are asked for.

    Attributes:
        hints: The annotation of each field, as it is written.
        defaults: The default of each field, or a `field`; `MISSING` where it has none.
    """

    def __init__(self, hints: Mapping[str, object], defaults: Mapping[str, object]) -> None:
        self.hints, self.defaults = hints, defaults
        self._made: Mapping[str, Field[Any]] | None = None

    def __get__(self, record: object, kind: type) -> Mapping[str, Field[Any]]:
        if self._made is None:
            given = {name: default for name, default in self.defaults.items() if default is not MISSING}
            body = {"__module__": kind.__module__, "__annotations__": dict(self.hints), **given}
            known: Any = dataclass(init=False, repr=False, eq=False)(type(kind.__name__, (), body))
            self._made = known.__dataclass_fields__
        return self._made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[Record]) -> type[Record]:
    """Make a class a dataclass with slots that never changes, equal to another of its kind with equal fields."""
    body = {name: value for name, value in vars(kind).items() if name not in ("__dict__", "__weakref__")}
    known = next((vars(base)["__dataclass_fields__"] for base in kind.__mro__[1:] if base in _FIELDS), _Fields({}, {}))
    own = {name: hint for name, hint in kind.__annotations__.items() if not str(hint).startswith("ClassVar")}
    defaults = {**known.defaults, **{name: body.pop(name, MISSING) for name in own}}
    names = tuple(defaults)
    body["__slots__"] = tuple(name for name in own if name not in known.hints)
    body["__match_args__"] = names
    body["__dataclass_fields__"] = _Fields({**known.hints, **own}, defaults)
    metaclass: Any = type(kind)
    made: Any = metaclass(kind.__name__, kind.__bases__, body)
    made.__qualname__ = kind.__qualname__
    # Of one name `attrgetter` would make no tuple.
    values: _Values = attrgetter(*names) if len(names) > 1 else lambda record: tuple(getattr(record, n) for n in names)
    _FIELDS[made] = ({name: place for place, name in enumerate(names)}, values)

    def equal(record: object, other: object) -> bool:
        return values(record) == values(other) if other.__class__ is record.__class__ else NotImplemented

    def written(record: object) -> str:
        return f"{type(record).__name__}({', '.join(f'{name}={getattr(record, name)!r}' for name in names)})"

    def first(record: object, *given: object, **named: object) -> None:
        # Most classes have no record before the first picture, and to compile takes longer than all else here.
        made.__init__ = _init(made, defaults)
        made.__init__(record, *given, **named)

    methods: dict[str, Callable[..., object]] = {
        "__init__": first,
        "__eq__": equal,
        "__hash__": lambda record: hash(values(record)),
        "__repr__": written,
        # Copies and pickles are made anew: what is copied by default sets its fields afterwards.
        "__reduce__": lambda record: (type(record), values(record)),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
    }
    for name in methods.keys() - vars(kind).keys():
        setattr(made, name, methods[name])
    finished: type[Record] = made
    return finished


def _refuse(record: object, name: str, value: object = None) -> NoReturn:
    raise FrozenInstanceError(f"{name} of a {type(record).__name__} never changes")


def _init(kind: type, defaults: Mapping[str, object]) -> Callable[..., None]:
    """Write the `__init__` of a class; the writers of its slots bypass `__setattr__`."""
    names: dict[str, Any] = {"MISSING": MISSING}
    heads, lines = ["self"], ["pass"]
    for name, default in defaults.items():
        head, value = name, name
        names[f"set_{name}"] = getattr(kind, name).__set__
        if isinstance(default, Field):
            names[f"default_{name}"] = default.default_factory
            head, value = f"{name}=MISSING", f"default_{name}() if {name} is MISSING else {name}"
        elif default is not MISSING:
            names[f"default_{name}"] = default
            head = f"{name}=default_{name}"
        heads.append(head)
        lines.append(f"set_{name}(self, {value})")
    exec(f"def __init__({', '.join(heads)}):\n " + "\n ".join(lines), names)  # noqa: S102 - as dataclasses do
    made: Callable[..., None] = names["__init__"]
    return made


if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(record: Record, /, **changes: object) -> Record:
        """Return a record with some fields changed, in half the time of `dataclasses.replace`.

        Every act makes a new state and a replay makes thousands, so most of their time is spent here.

        Raises:
            KeyError: If the record has no such field.
        """
        places, values = _FIELDS[type(record)]
        made = list(values(record))
        for name, value in changes.items():
            made[places[name]] = value
        return type(record)(*made)


__all__ = ("frozen", "replace")
