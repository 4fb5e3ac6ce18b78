"""Values of the engine as plain data, and back: the one translation that saves and journals share.

Every frozen dataclass is compiled once into a *shape* that knows how to write a value, how to build one, and how to
name all that is wrong with typed data. None is never written, since TOML has no word for it; a field that
equals its default is left out, so a save stays short enough to be read.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from wyrd_tui.engine.memory import Memory, RollMemory
from wyrd_tui.store.files.bounds import ANY, NAME, RANGES, TEXTS, Range, TextLimit
from wyrd_tui.store.files.problems import suggest_word
from wyrd_tui.store.files.sanitize import sanitize as sanitize
from wyrd_tui.store.files.sanitize import sanitize_lines as sanitize_lines
from wyrd_tui.store.files.shapes import (
    Built,
    ChoiceShape,
    Faults,
    FlagShape,
    IntegerShape,
    NumberShape,
    ScalarShape,
    Shape,
    TextShape,
    describe_value,
)
from wyrd_tui.store.files.shapes import KeyPath as KeyPath
from wyrd_tui.store.files.shapes import Plain as Plain
from wyrd_tui.store.files.shapes import Unreadable as Unreadable
from wyrd_tui.store.files.shapes import spell_path as spell_path

Target = TypeVar("Target")

_NEVER = object()


def to_plain(value: Built, *, sparse: bool = True) -> Plain:
    """Write a value as dicts, lists and scalars; `sparse` leaves out fields that equal their default.

    Raises:
        Refused: If a number in it goes further than any table could.
        TypeError: If the value is of no kind that the engine keeps.
    """
    return _shape(type(value)).plain(value, sparse)


def from_plain(kind: type[Target], data: object) -> Target:
    """Build the value that plain data stands for.

    Raises:
        Unreadable: If it does not fit, with every fault.
    """
    made: Target = _shape(kind).build(data)
    return made


class _Many(Shape):
    """A tuple of one kind of thing."""

    def __init__(self, item: Shape) -> None:
        self.item = item

    def plain(self, value: Built, sparse: bool) -> list[Plain]:
        item = self.item.plain
        return [item(each, sparse) for each in value]

    def build(self, data: Plain) -> tuple[Any, ...]:
        if type(data) is not list:
            raise Unreadable(f"wants a list, not {describe_value(data)}")
        item = self.item.build
        made: list[Any] = []
        faults = Faults()
        for index, each in enumerate(data):
            try:
                made.append(item(each))
            except Unreadable as fault:
                faults.take(index, fault)
        faults.complain()
        return tuple(made)


class _Named(Shape):
    """A mapping of names to one kind of thing; a thing that has an `id` or a tag takes it from its name."""

    def __init__(self, item: Shape) -> None:
        self.item = item
        self.key = "id" if isinstance(item, _Record) and "id" in item.required else ""
        if isinstance(item, _Tagged):
            self.key = item.key

    def plain(self, value: Mapping[str, Any], sparse: bool) -> dict[str, Any]:
        item = self.item.plain
        made = {_KEY.fit(key): item(each, sparse) for key, each in value.items()}
        if self.key:
            for key, each in made.items():
                if each[self.key] == key:
                    del each[self.key]
        return made

    def build(self, data: Plain) -> dict[str, Any]:
        if type(data) is not dict:
            raise Unreadable(f"wants a table, not {describe_value(data)}")
        item = self.item.build
        made = {}
        faults = Faults()
        for key, each in data.items():
            try:
                made[_KEY.fit(key)] = item(self._with_id(key, each))
            except Unreadable as fault:
                faults.take(key, fault)
        faults.complain()
        return made

    def _with_id(self, key: str, each: Plain) -> Plain:
        if not self.key or type(each) is not dict:
            return each
        if each.get(self.key, key) != key:
            raise Unreadable(f"must be {sanitize(key)}, as in its header, or be left out", (self.key,))
        return {self.key: key, **each}


class _Record(Shape):
    """A dataclass, field by field."""

    def __init__(self, kind: type) -> None:
        self.kind = kind
        hints = get_type_hints(kind)
        own: tuple[Field[Any], ...] = fields(kind)
        self.shapes = {each.name: _shape(hints[each.name], _scalars(kind, each.name)) for each in own}
        self.builders: dict[str, Callable[[Any], Any]] = {name: shape.build for name, shape in self.shapes.items()}
        self.writers = [(each.name, _default(each), self.shapes[each.name].plain) for each in own]
        missing = [name for name, default, _ in self.writers if default is _NEVER]
        self.nullable = [name for name in missing if type(None) in get_args(hints[name])]
        self.required = [name for name in missing if name not in self.nullable]
        for name, default, _ in self.writers:
            if default not in (_NEVER, None) and type(None) in get_args(hints[name]):
                raise TypeError(f"{kind.__name__}.{name} can be None but is not by default, so None would be lost")

    def plain(self, value: Built, sparse: bool) -> dict[str, Any]:
        made = {}
        for name, default, write in self.writers:
            held = getattr(value, name)
            if held is None or (sparse and (held is default or held == default)):
                continue
            made[name] = write(held, sparse)
        return made

    def build(self, data: Plain) -> Built:
        if type(data) is not dict:
            raise Unreadable(f"wants a table, not {describe_value(data)}")
        builders = self.builders
        made: dict[str, Any] = {}
        faults = Faults()
        for key, each in data.items():
            try:
                made[key] = builders[key](each)
            except KeyError:
                faults.take(key, Unreadable(self._unknown(key)))
            except Unreadable as fault:
                faults.take(key, fault)
        faults += [((), f"{name} is missing") for name in self.required if name not in data]
        faults.complain()
        for name in self.nullable:
            made.setdefault(name, None)
        return self.kind(**made)

    def _unknown(self, key: str) -> str:
        return f"nothing here is called {sanitize(str(key)[:40])}{suggest_word(str(key)[:40], self.shapes)}"


class _Tagged(Shape):
    """One of several dataclasses, told apart by the name under a key.

    Args:
        key: The key.
        unknown: The words of a message about a name that no dataclass has, after the name.
        kind: Gives the dataclass of a name; None where there is none.
        name: Gives the name of a value's dataclass.
    """

    def __init__(
        self, key: str, unknown: str, kind: Callable[[str], type | None], name: Callable[[Built], str]
    ) -> None:
        self.key = key
        self.unknown = unknown
        self.kind = kind
        self.name = name

    def plain(self, value: Built, sparse: bool) -> dict[str, Any]:
        return {self.key: self.name(value), **_shape(type(value)).plain(value, sparse)}

    def build(self, data: Plain) -> Built:
        shape, rest = self._parted(data)
        return shape.build(rest)

    def _parted(self, data: Plain) -> tuple[Shape, Plain]:
        if type(data) is not dict:
            raise Unreadable(f"wants a table, not {describe_value(data)}")
        rest = dict(data)
        name = rest.pop(self.key, None)
        kind = self.kind(name) if type(name) is str else None
        if kind is None:
            raise Unreadable(f"{describe_value(name)} {self.unknown}", (self.key,))
        return _shape(kind), rest


def _event(kinds: tuple[type, ...]) -> Shape:
    """Make the shape of the kinds of event, each under the name of its class."""
    by_name = {kind.__name__: kind for kind in kinds}
    return _Tagged("event", "is no event that this version knows", by_name.get, lambda value: type(value).__name__)


def _of_game(attribute: str) -> Shape:
    """Make the shape of a record that each game has a kind of its own of, as its `Game` says under an attribute."""

    def kind(name: str) -> type | None:
        # Here, so that a list of tables is drawn before any rules are loaded.
        from wyrd_tui.engine.rules.games import GAMES

        found: type | None = getattr(GAMES.get(name), attribute, None)
        return found

    return _Tagged("game", "is no game that remembers anything of this", kind, lambda value: str(value.game))


def _default(each: Field[Any]) -> Built:
    if each.default is not MISSING:
        return each.default
    if each.default_factory is not MISSING:
        return each.default_factory()
    return _NEVER


class _Scalars(NamedTuple):
    """The bounds of the texts and numbers of a field."""

    letters: TextLimit = NAME
    span: Range = ANY


_USUAL = _Scalars()
_KEY = TextShape(NAME)
_KINDS: Mapping[object, Callable[[_Scalars], Shape]] = {
    str: lambda scalars: TextShape(scalars.letters),
    int: lambda scalars: IntegerShape(scalars.span),
    float: lambda scalars: NumberShape(),
    bool: lambda scalars: FlagShape(),
}
_OF_GAMES: Mapping[object, str] = {Memory: "memory", RollMemory: "roll_memory"}
"""The attribute of `Game` with the kind that a game has of each of these."""
_SHAPES: dict[tuple[object, _Scalars], Shape] = {}


def _scalars(kind: type, name: str) -> _Scalars:
    return _Scalars(TEXTS.get((kind, name), NAME), RANGES.get((kind, name), ANY))


def _shape(hint: object, scalars: _Scalars = _USUAL) -> Shape:
    """Return the shape of a type, compiled at its first use."""
    if isinstance(hint, type) and hasattr(hint, "__dataclass_fields__"):
        # Its fields have bounds of their own.
        scalars = _USUAL
    shape = _SHAPES.get((hint, scalars))
    if shape is None:
        shape = _SHAPES[hint, scalars] = _compile(hint, scalars)
    return shape


def _compile(hint: object, scalars: _Scalars) -> Shape:
    """Compile the shape of a type.

    Raises:
        TypeError: If neither TOML nor JSON could hold it.
    """
    if hint in _KINDS:
        return _KINDS[hint](scalars)
    if hint in _OF_GAMES:
        return _of_game(_OF_GAMES[hint])
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return ChoiceShape(inside)
    if origin is tuple and inside[1:] == (...,):
        return _Many(_shape(inside[0], scalars))
    if isinstance(origin, type) and issubclass(origin, Mapping) and inside[0] is str:
        return _Named(_shape(inside[1], scalars))
    if origin in (Union, types.UnionType):
        kinds = tuple(kind for kind in inside if kind is not type(None))
        if len(kinds) == 1:
            return _shape(kinds[0], scalars)
        if _KINDS.keys() >= set(kinds):
            return ScalarShape({kind: _shape(kind, scalars) for kind in kinds})
        return _event(kinds)
    if isinstance(hint, type) and hasattr(hint, "__dataclass_fields__"):
        return _Record(hint)
    raise TypeError(f"{hint!r} has no plain form")
