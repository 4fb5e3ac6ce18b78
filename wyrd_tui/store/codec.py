"""Values of the engine as plain data, and back: the one translation that saves and journals share.

Every frozen dataclass is compiled once into a *shape* that knows how to write a value, how to build one, and how to
name all that is wrong with data somebody typed. None is never written, since TOML has no word for it; a field that
equals its default is left out, so a save stays short enough to be read.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from wyrd_tui.engine.letters import few_marks

# Dicts with text keys, lists and scalars, as TOML and JSON know them.
Plain: TypeAlias = Any
Value: TypeAlias = Any
Path = tuple[str | int, ...]
Kind = TypeVar("Kind")

LARGEST = 2**53

# What would move a terminal's cursor, turn its text around, not be seen, or not survive as UTF-8.
_WILD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e00ff]"
)
_NEVER = object()


class Unreadable(Exception):  # noqa: N818 - an answer to the game master, like a refusal
    """Data that cannot be understood, with words that say why.

    Attributes:
        message: The words.
        path: Where it was, from the outside in; empty where the whole is meant.
    """

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path

    def __str__(self) -> str:
        return f"{dotted(self.path)}: {self.message}" if self.path else self.message


def dotted(path: Path) -> str:
    """A path in the spelling of TOML: `actors.mercer.conditions[0]`."""
    spelt = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return tame(spelt.removeprefix("."))


def tame_lines(text: str) -> str:
    """A text with every character that a terminal would obey, or that UTF-8 cannot write, replaced by a mark."""
    if not text.isprintable():
        text = _WILD.sub("\ufffd", text)
    return text if text.isascii() else few_marks(text)


def tame(text: str) -> str:
    """The same for a name, a key or a quotation: a line break in it would begin a sentence of its own."""
    return tame_lines(text).replace("\n", "\ufffd").replace("\t", "\ufffd")


def plain(value: Value, *, sparse: bool = True) -> Plain:
    """A value as dicts, lists and scalars; `sparse` leaves out what equals its default.

    Raises:
        TypeError: If the value is of no kind that the engine keeps.
    """
    return _shape(type(value)).plain(value, sparse)


def build(kind: type[Kind], data: object) -> Kind:
    """The value that plain data stands for.

    Raises:
        Unreadable: At the first thing that does not fit.
    """
    made: Kind = _shape(kind).build(data)
    return made


def faults(kind: type, data: object) -> list[tuple[Path, str]]:
    """Everything in plain data that does not fit, each with its path and a sentence."""
    return list(_shape(kind).faults(data, ()))


def _noun(data: object) -> str:
    if isinstance(data, str):
        return f"“{tame(data[:40])}”"
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, int | float):
        return str(data) if -LARGEST <= data <= LARGEST else "a number that large"
    nouns = {list: "a list", dict: "a table", type(None): "nothing"}
    return nouns.get(type(data), "a date" if hasattr(data, "isoformat") else "that")


def _near(word: str, words: Iterable[str]) -> str:
    import difflib

    close = difflib.get_close_matches(word, list(words), n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else ""


class _Shape:
    """How one type is written and built."""

    def plain(self, value: Value, sparse: bool) -> Plain:
        return value

    def build(self, data: Plain) -> Value:
        raise NotImplementedError

    def faults(self, data: Plain, path: Path) -> Iterator[tuple[Path, str]]:
        try:
            self.build(data)
        except Unreadable as fault:
            yield (*path, *fault.path), fault.message


class _Text(_Shape):
    def plain(self, value: str, sparse: bool) -> str:
        return tame_lines(value)

    def build(self, data: Plain) -> str:
        if type(data) is not str:
            raise Unreadable(f"wants text in quotation marks, not {_noun(data)}")
        return tame_lines(data)


class _Whole(_Shape):
    def build(self, data: Plain) -> int:
        if type(data) is not int or not -LARGEST <= data <= LARGEST:
            raise Unreadable(f"wants a whole number, not {_noun(data)}")
        return data


class _Real(_Shape):
    def build(self, data: Plain) -> float:
        if type(data) not in (int, float) or not -LARGEST <= data <= LARGEST:
            raise Unreadable(f"wants a number, not {_noun(data)}")
        return float(data)


class _Flag(_Shape):
    def build(self, data: Plain) -> bool:
        if type(data) is not bool:
            raise Unreadable(f"wants true or false, not {_noun(data)}")
        return data


class _OneOf(_Shape):
    """A text out of a short list."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = dict.fromkeys(words)

    def build(self, data: Plain) -> str:
        if type(data) is not str or data not in self.words:
            named = [word or "empty" for word in self.words]
            wanted = f"{', '.join(named[:-1])} or {named[-1]}" if len(named) > 1 else named[0]
            hint = _near(data, self.words) if type(data) is str else ""
            raise Unreadable(f"wants {wanted}, not {_noun(data)}{hint}")
        return data


class _Scalar(_Shape):
    """Text, a whole number, or true and false, told apart by what is there."""

    def __init__(self, shapes: Mapping[type, _Shape]) -> None:
        self.shapes = shapes

    def plain(self, value: Value, sparse: bool) -> Plain:
        return self.shapes[type(value)].plain(value, sparse)

    def build(self, data: Plain) -> Value:
        shape = self.shapes.get(type(data))
        if shape is None:
            raise Unreadable(f"wants text, a whole number, or true or false, not {_noun(data)}")
        return shape.build(data)


class _Many(_Shape):
    """A tuple of one kind of thing."""

    def __init__(self, item: _Shape) -> None:
        self.item = item

    def plain(self, value: Value, sparse: bool) -> list[Plain]:
        item = self.item.plain
        return [item(each, sparse) for each in value]

    def build(self, data: Plain) -> tuple[Any, ...]:
        if type(data) is not list:
            raise Unreadable(f"wants a list, not {_noun(data)}")
        item = self.item.build
        made: list[Any] = []
        try:
            for each in data:
                made.append(item(each))
        except Unreadable as fault:
            fault.path = (len(made), *fault.path)
            raise
        return tuple(made)

    def faults(self, data: Plain, path: Path) -> Iterator[tuple[Path, str]]:
        if type(data) is not list:
            yield path, f"wants a list, not {_noun(data)}"
            return
        for index, each in enumerate(data):
            yield from self.item.faults(each, (*path, index))


class _Named(_Shape):
    """A mapping of names to one kind of thing; a thing that has an `id` takes it from its name."""

    def __init__(self, item: _Shape) -> None:
        self.item = item
        self.keyed = isinstance(item, _Record) and "id" in item.required

    def plain(self, value: Mapping[str, Any], sparse: bool) -> dict[str, Any]:
        item = self.item.plain
        made = {tame(key): item(each, sparse) for key, each in value.items()}
        if self.keyed:
            for key, each in made.items():
                if each["id"] == key:
                    del each["id"]
        return made

    def build(self, data: Plain) -> dict[str, Any]:
        if type(data) is not dict:
            raise Unreadable(f"wants a table, not {_noun(data)}")
        item = self.item.build
        made = {}
        key = ""
        try:
            for key, each in data.items():
                made[tame(key)] = item(self._with_id(key, each))
        except Unreadable as fault:
            fault.path = (key, *fault.path)
            raise
        return made

    def faults(self, data: Plain, path: Path) -> Iterator[tuple[Path, str]]:
        if type(data) is not dict:
            yield path, f"wants a table, not {_noun(data)}"
            return
        for key, each in data.items():
            yield from self.item.faults(self._with_id(key, each), (*path, key))

    def _with_id(self, key: str, each: Plain) -> Plain:
        if self.keyed and type(each) is dict and "id" not in each:
            return {"id": key, **each}
        return each


class _Record(_Shape):
    """A dataclass, field by field."""

    def __init__(self, kind: type) -> None:
        self.kind = kind
        hints = get_type_hints(kind)
        own: tuple[Field[Any], ...] = fields(kind)
        self.shapes = {each.name: _shape(hints[each.name]) for each in own}
        self.builders: dict[str, Callable[[Any], Any]] = {name: shape.build for name, shape in self.shapes.items()}
        self.writers = [(each.name, _default(each), self.shapes[each.name].plain) for each in own]
        missing = {name for name, default, _ in self.writers if default is _NEVER}
        self.nullable = {name for name in missing if type(None) in get_args(hints[name])}
        self.required = missing - self.nullable
        for name, default, _ in self.writers:
            if default not in (_NEVER, None) and type(None) in get_args(hints[name]):
                raise TypeError(f"{kind.__name__}.{name} can be None but is not by default, so None would be lost")

    def plain(self, value: Value, sparse: bool) -> dict[str, Any]:
        made = {}
        for name, default, write in self.writers:
            held = getattr(value, name)
            if held is None or (sparse and (held is default or held == default)):
                continue
            made[name] = write(held, sparse)
        return made

    def build(self, data: Plain) -> Value:
        if type(data) is not dict:
            raise Unreadable(f"wants a table, not {_noun(data)}")
        builders = self.builders
        made: dict[str, Any] = {}
        key = ""
        try:
            for key, each in data.items():
                made[key] = builders[key](each)
        except KeyError:
            raise Unreadable(self._unknown(key), (key,)) from None
        except Unreadable as fault:
            fault.path = (key, *fault.path)
            raise
        for name in self.required:
            if name not in made:
                raise Unreadable(f"{name} is missing")
        for name in self.nullable:
            made.setdefault(name, None)
        return self.kind(**made)

    def faults(self, data: Plain, path: Path) -> Iterator[tuple[Path, str]]:
        if type(data) is not dict:
            yield path, f"wants a table, not {_noun(data)}"
            return
        for key, each in data.items():
            shape = self.shapes.get(key)
            if shape is None:
                yield (*path, key), self._unknown(key)
            else:
                yield from shape.faults(each, (*path, key))
        for name in self.shapes:
            if name in self.required and name not in data:
                yield path, f"{name} is missing"

    def _unknown(self, key: str) -> str:
        return f"nothing here is called {tame(str(key)[:40])}{_near(str(key)[:40], self.shapes)}"


class _Tagged(_Shape):
    """One of several dataclasses, told apart by the name under `event`."""

    def __init__(self, kinds: tuple[type, ...]) -> None:
        self.shapes = {kind.__name__: _shape(kind) for kind in kinds}
        self.names = {kind: kind.__name__ for kind in kinds}

    def plain(self, value: Value, sparse: bool) -> dict[str, Any]:
        name = self.names[type(value)]
        return {"event": name, **self.shapes[name].plain(value, sparse)}

    def build(self, data: Plain) -> Value:
        if type(data) is not dict:
            raise Unreadable(f"wants a table, not {_noun(data)}")
        rest = dict(data)
        name = rest.pop("event", None)
        shape = self.shapes.get(name) if type(name) is str else None
        if shape is None:
            raise Unreadable(f"{_noun(name)} is no event that this version knows", ("event",))
        return shape.build(rest)


def _default(each: Field[Any]) -> Value:
    if each.default is not MISSING:
        return each.default
    if each.default_factory is not MISSING:
        return each.default_factory()
    return _NEVER


_SHAPES: dict[object, _Shape] = {str: _Text(), int: _Whole(), float: _Real(), bool: _Flag()}
_SCALARS = frozenset(_SHAPES)


def _shape(hint: object) -> _Shape:
    """The shape of a type, compiled when it is first asked for."""
    shape = _SHAPES.get(hint)
    if shape is None:
        shape = _SHAPES[hint] = _compile(hint)
    return shape


def _compile(hint: object) -> _Shape:
    """The shape of a type; TypeError for one that neither TOML nor JSON could hold."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _OneOf(inside)
    if origin is tuple and inside[1:] == (...,):
        return _Many(_shape(inside[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping) and inside[0] is str:
        return _Named(_shape(inside[1]))
    if origin in (Union, types.UnionType):
        kinds = tuple(kind for kind in inside if kind is not type(None))
        if len(kinds) == 1:
            return _shape(kinds[0])
        return _Scalar({kind: _shape(kind) for kind in kinds}) if _SCALARS.issuperset(kinds) else _Tagged(kinds)
    if isinstance(hint, type) and hasattr(hint, "__dataclass_fields__"):
        return _Record(hint)
    raise TypeError(f"{hint!r} has no plain form")
