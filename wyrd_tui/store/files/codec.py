"""Values of the engine as plain data, and back: the one translation that saves and journals share.

The annotations say everything: each type is compiled once into a *shape*, a function that writes its values and one
that builds them. None is never written, since TOML has no word for it; a field that equals its default is left out, so
a save stays short enough to be read. Texts are sanitized and cut on both ways, numbers are held against their limits.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field
from functools import cache
from typing import Annotated, Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.frozen import Frozen, defaults_of
from wyrd_tui.engine.letters import sanitize, sanitize_lines
from wyrd_tui.engine.limits import ANY_NUMBER, NAME, Range, TextLimit
from wyrd_tui.engine.memory import Memory, RollMemory
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.store.files.problems import KeyPath

# Dicts with text keys, lists and scalars, as TOML and JSON know them.
Plain = Any
Built = Any
Target = TypeVar("Target")

LARGEST_NUMBER = 2**53
_LONGEST_KEY = 200


class Unreadable(Exception):  # noqa: N818 - an answer to the game master, like a refusal
    """Data that cannot be understood, after the first fault in them.

    Attributes:
        message: A sentence.
        path: The path to the fault from the outside in; empty where the whole is meant.
    """

    def __init__(self, message: str, path: KeyPath = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path

    def __str__(self) -> str:
        return f"{spell_path(self.path)}: {self.message}" if self.path else self.message


def spell_path(path: KeyPath) -> str:
    """Spell a path as TOML does: `actors.mercer.conditions[0]`."""
    spelt = "".join(f"[{key}]" if isinstance(key, int) else f".{key[:_LONGEST_KEY]}" for key in path)
    return sanitize(spelt.removeprefix("."))


def to_plain(value: Built) -> Plain:
    """Write a value as dicts, lists and scalars, without fields that equal their default.

    Raises:
        Refused: If a number in it goes further than any table could.
        TypeError: If the value is of no kind that the engine keeps.
    """
    return _shape(type(value)).plain(value)


def from_plain(kind: type[Target], data: object) -> Target:
    """Build the value that plain data stands for.

    Raises:
        Unreadable: If it does not fit.
    """
    made: Target = _shape(kind).build(data)
    return made


class Shape(NamedTuple):
    """The way in which one type is written and built.

    Attributes:
        plain: Writes a value as plain data.
        build: Builds a value from plain data.
        key: The key of a record that a table of such records takes from its own key: its id or its tag.
    """

    plain: Callable[[Built], Plain]
    build: Callable[[Plain], Built]
    key: str = ""


# ------------------------------------------------------------------ texts, numbers and choices


def _text(limit: TextLimit) -> Shape:
    """Make the shape of a text; it ends in … where it is too long."""
    most, tidy = limit.most, sanitize_lines if limit.lines else sanitize

    def fit(text: str) -> str:
        # Nearly every text is plain.
        if len(text) <= most and text.isascii() and text.isprintable():
            return text
        return tidy(text if len(text) <= most else f"{text[: most - 1]}…")

    def build(data: Plain) -> str:
        return fit(data) if type(data) is str else _refuse("text in quotation marks", data)

    return Shape(fit, build)


def _integer(limit: Range) -> Shape:
    low, high = limit
    bounds = f"from {low:,} to {high:,}".replace("-", "−")

    def plain(value: int) -> int:
        if not low <= value <= high:
            raise Refused(f"The act would lead to the number {value:,}; numbers here go {bounds}.".replace("-", "−"))
        return value

    def build(data: Plain) -> int:
        if type(data) is int and low <= data <= high:
            return data
        return _refuse(f"a whole number {bounds}", data)

    return Shape(plain, build)


def _choice(words: tuple[str, ...]) -> Shape:
    named = [word or "empty" for word in words]
    wanted = " or ".join(filter(None, (", ".join(named[:-1]), named[-1])))

    def build(data: Plain) -> str:
        if data in words:
            return str(data)
        return _refuse(wanted, data, suggest_in_problem(data[:40], words) if type(data) is str else "")

    return Shape(_as_it_is, build)


def _number(data: Plain) -> float:
    if type(data) in (int, float) and -LARGEST_NUMBER <= data <= LARGEST_NUMBER:
        return float(data)
    return _refuse("a number", data)


def _as_it_is(value: Built) -> Plain:
    return value


_NUMBER = Shape(_as_it_is, _number)
_FLAG = Shape(_as_it_is, lambda data: data if type(data) is bool else _refuse("true or false", data))


# ------------------------------------------------------------------ lists and tables


def _build_at(key: str | int, build: Callable[[Plain], Built], data: Plain) -> Built:
    """Build the part of a list or table that a key leads to; a fault in it is told with the key."""
    try:
        return build(data)
    except Unreadable as fault:
        raise Unreadable(fault.message, (key, *fault.path)) from None


def _many(item: Shape) -> Shape:
    write, make = item.plain, item.build

    def build(data: Plain) -> tuple[Any, ...]:
        return tuple([_build_at(index, make, each) for index, each in enumerate(_want(list, data))])

    return Shape(lambda value: [*map(write, value)], build)


def _named(item: Shape) -> Shape:
    """Make the shape of a mapping of names to one kind of thing; a record takes its id or its tag from its name."""
    name = _text(NAME).plain
    write, make, tag = item

    def plain(value: Mapping[str, Any]) -> dict[str, Any]:
        made = {name(key): write(each) for key, each in value.items()}
        for key, each in made.items() if tag else ():
            if each[tag] == key:
                del each[tag]
        return made

    def entry(key: str, data: Plain) -> Built:
        if tag and type(data) is dict:
            if data.get(tag, key) != key:
                raise Unreadable(f"must be {sanitize(key)}, as in its header, or be left out", (key, tag))
            data = {tag: key, **data}
        return _build_at(key, make, data)

    return Shape(plain, lambda data: {name(key): entry(key, each) for key, each in _want(dict, data).items()})


def _record(kind: type[Frozen]) -> Shape:
    """Make the shape of a record, whose fields are compiled as the first value of each is met."""
    hints = get_type_hints(kind, include_extras=True)
    defaults = {name: _default(default) for name, default in defaults_of(kind).items()}
    required = [name for name, default in defaults.items() if default is MISSING]
    writers: list[list[Any]] = [[name, default, None] for name, default in defaults.items()]
    builders: dict[str, Callable[[Plain], Built]] = {}

    def plain(value: Built) -> dict[str, Any]:
        made = {}
        for writer in writers:
            name, default, write = writer
            held = getattr(value, name)
            if held is not default and held != default:
                if write is None:
                    write = writer[2] = _shape(hints[name]).plain
                made[name] = write(held)
        return made

    def build(data: Plain) -> Built:
        held = _want(dict, data)
        for name in required:
            if name not in held:
                raise Unreadable(f"{name} is missing")
        made = {}
        for key, part in held.items():
            if key not in builders:
                if key not in defaults:
                    hint = suggest_in_problem(key[:40], defaults)
                    raise Unreadable(f"nothing here is called {sanitize(key[:40])}{hint}", (key,))
                builders[key] = _shape(hints[key]).build
            made[key] = _build_at(key, builders[key], part)
        return kind(**made)

    return Shape(plain, build, "id" if "id" in required else "")


def _default(default: object) -> Built:
    factory: Any = default.default_factory if isinstance(default, Field) else None
    return factory() if factory else default


def _tagged(key: str, wanted: str, kind_of: Callable[[str], type | None], tag: Callable[[Built], str]) -> Shape:
    """Make the shape of one of several dataclasses, told apart by the tag under a key."""

    def build(data: Plain) -> Built:
        rest = dict(_want(dict, data))
        name = rest.pop(key, None)
        kind = kind_of(name) if type(name) is str else None
        if kind is None:
            raise Unreadable(f"{_describe(name)} is not {wanted}", (key,))
        return _shape(kind).build(rest)

    return Shape(lambda value: {key: tag(value), **_shape(type(value)).plain(value)}, build, key)


def _game_record(attribute: str) -> Shape:
    """Make the shape of a record that each game has a kind of its own of, as its `Game` says under an attribute."""

    def kind_of(name: str) -> type | None:
        # Here, so that a list of tables is drawn before any rules are loaded.
        from wyrd_tui.engine.rules.games import GAMES

        return getattr(GAMES.get(name), attribute, None)

    return _tagged("game", "a game that remembers anything of this", kind_of, lambda value: str(value.game))


# ------------------------------------------------------------------ refusals


def _want(kind: type, data: Plain) -> Plain:
    return data if type(data) is kind else _refuse(_NOUNS[kind], data)


def _refuse(wanted: str, data: Plain, hint: str = "") -> NoReturn:
    raise Unreadable(f"must be {wanted}, not {_describe(data)}{hint}")


_NOUNS: Mapping[type, str] = {list: "a list", dict: "a table", type(None): "nothing"}


def _describe(data: object) -> str:
    """Name data that does not fit, for a message."""
    if isinstance(data, str):
        return f"“{sanitize(data[:40])}”"
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, int | float):
        return str(data) if -LARGEST_NUMBER <= data <= LARGEST_NUMBER else "a number that large"
    return _NOUNS.get(type(data), "a date" if hasattr(data, "isoformat") else "that")


# ------------------------------------------------------------------ compiling


def _compile(hint: Any) -> Shape:  # noqa: ANN401 - any type
    """Compile the shape of a type that both TOML and JSON can hold."""
    origin, inside = get_origin(hint), get_args(hint)
    kind, limit = inside if origin is Annotated else (hint, None)
    if kind is str:
        return _text(limit or NAME)
    if kind is int:
        return _integer(limit or ANY_NUMBER)
    if kind in (bool, float):
        return _FLAG if kind is bool else _NUMBER
    if kind in (Memory, RollMemory):
        return _game_record("memory" if kind is Memory else "roll_memory")
    if origin is Literal:
        return _choice(inside)
    if origin is tuple and inside[1:] == (...,):
        return _many(_shape(inside[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping) and inside[0] is str:
        return _named(_shape(inside[1]))
    if origin in (Union, types.UnionType):
        kinds = [each for each in inside if each is not type(None)]
        return _shape(kinds[0]) if len(kinds) == 1 else _one_of(kinds)
    if isinstance(hint, type) and issubclass(hint, Frozen):
        return _record(hint)
    raise TypeError(f"{hint!r} has no plain form")


def _one_of(kinds: list[Any]) -> Shape:
    """Make the shape of one of several scalars, or of one of several dataclasses, under the name of its class."""
    if any(isinstance(kind, type) and issubclass(kind, Frozen) for kind in kinds):
        by_name = {kind.__name__: kind for kind in kinds}
        return _tagged("event", "an event that this version knows", by_name.get, lambda value: type(value).__name__)
    shapes = {(get_args(kind) or (kind,))[0]: _shape(kind) for kind in kinds}

    def build(data: Plain) -> Built:
        shape = shapes.get(type(data))
        return shape.build(data) if shape else _refuse("text, a whole number, or true or false", data)

    return Shape(lambda value: shapes[type(value)].plain(value), build)


_shape: Callable[[Any], Shape] = cache(_compile)
"""The shape of a type, compiled at its first use."""
