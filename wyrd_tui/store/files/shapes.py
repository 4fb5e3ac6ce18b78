"""Shapes of texts, numbers and choices: how they are written as plain data and built from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from wyrd_tui.engine.dice import Refused
from wyrd_tui.store.files.bounds import Range, TextLimit
from wyrd_tui.store.files.problems import MOST_PROBLEMS, suggest_word
from wyrd_tui.store.files.sanitize import sanitize, sanitize_lines

# Dicts with text keys, lists and scalars, as TOML and JSON know them.
Plain: TypeAlias = Any
Built: TypeAlias = Any
KeyPath = tuple[str | int, ...]
Fault = tuple[KeyPath, str]

LARGEST_NUMBER = 2**53
_LONGEST_STEP = 200


class Unreadable(Exception):  # noqa: N818 - an answer to the game master, like a refusal
    """Data that cannot be understood; `str()` gives the first fault.

    Attributes:
        faults: The faults, each with its path from the outside in, empty where the whole is meant, and a sentence.
    """

    def __init__(self, message: str, path: KeyPath = (), *, more: Iterable[Fault] = ()) -> None:
        super().__init__(message)
        self.faults: list[Fault] = [(path, message), *more]

    @property
    def message(self) -> str:
        """The sentence on the first fault."""
        return self.faults[0][1]

    def __str__(self) -> str:
        path, message = self.faults[0]
        return f"{spell_path(path)}: {message}" if path else message


class Faults(list[Fault]):
    """The faults of the parts of a list or table, so far."""

    def take(self, step: str | int, fault: Unreadable) -> None:
        """Add the faults of a part.

        Raises:
            Unreadable: If there are more than anybody reads at once.
        """
        self += [((step, *path), message) for path, message in fault.faults]
        if len(self) > MOST_PROBLEMS:
            self.complain()

    def complain(self) -> None:
        """Raise all of them, if there are any.

        Raises:
            Unreadable: If there are any.
        """
        if self:
            raise Unreadable(self[0][1], self[0][0], more=self[1:])


def spell_path(path: KeyPath) -> str:
    """Spell a path as TOML does: `actors.mercer.conditions[0]`."""
    spelt = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:_LONGEST_STEP]}" for step in path)
    return sanitize(spelt.removeprefix("."))


def describe_value(data: object) -> str:
    """Name data that does not fit, for a message."""
    if isinstance(data, str):
        return f"“{sanitize(data[:40])}”"
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, int | float):
        return str(data) if -LARGEST_NUMBER <= data <= LARGEST_NUMBER else "a number that large"
    nouns = {list: "a list", dict: "a table", type(None): "nothing"}
    return nouns.get(type(data), "a date" if hasattr(data, "isoformat") else "that")


class Shape:
    """The way in which one type is written and built."""

    def plain(self, value: Built, sparse: bool) -> Plain:
        """Write a value as plain data.

        Raises:
            Refused: If a number in it is out of bounds.
        """
        return value

    def build(self, data: Plain) -> Built:
        """Build the value that plain data stands for.

        Raises:
            Unreadable: If it does not fit, with every fault.
        """
        raise NotImplementedError


class TextShape(Shape):
    """Text on one line, or in paragraphs, that ends in … where it is too long."""

    def __init__(self, letters: TextLimit) -> None:
        self.most = letters.most
        self.sanitize = sanitize_lines if letters.lines else sanitize

    def fit(self, text: str) -> str:
        """Return the text as it is kept."""
        # Nearly every text is plain.
        if len(text) <= self.most and text.isascii() and text.isprintable():
            return text
        return self.sanitize(text if len(text) <= self.most else f"{text[: self.most - 1]}…")

    def plain(self, value: str, sparse: bool) -> str:
        """As any shape."""
        return self.fit(value)

    def build(self, data: Plain) -> str:
        """Build the value, as any shape.

        Raises:
            Unreadable: If the data does not fit.
        """
        if type(data) is not str:
            raise Unreadable(f"wants text in quotation marks, not {describe_value(data)}")
        return self.fit(data)


class IntegerShape(Shape):
    """A whole number within bounds."""

    def __init__(self, span: Range) -> None:
        self.low, self.high = span

    def plain(self, value: int, sparse: bool) -> int:
        """Write the number, as any shape.

        Raises:
            Refused: If it is out of bounds.
        """
        if not self.low <= value <= self.high:
            raise Refused(f"That would lead to the number {value:,}, and {self._bounds()}.".replace("-", "−"))
        return value

    def build(self, data: Plain) -> int:
        """Build the value, as any shape.

        Raises:
            Unreadable: If the data does not fit.
        """
        if type(data) is not int or not -LARGEST_NUMBER <= data <= LARGEST_NUMBER:
            raise Unreadable(f"wants a whole number, not {describe_value(data)}")
        if not self.low <= data <= self.high:
            raise Unreadable(f"is out of bounds: {self._bounds()}".replace("-", "−"))
        return data

    def _bounds(self) -> str:
        return f"numbers here go from {self.low:,} to {self.high:,}"


class NumberShape(Shape):
    """A number with a fraction."""

    def build(self, data: Plain) -> float:
        """Build the value, as any shape.

        Raises:
            Unreadable: If the data does not fit.
        """
        if type(data) not in (int, float) or not -LARGEST_NUMBER <= data <= LARGEST_NUMBER:
            raise Unreadable(f"wants a number, not {describe_value(data)}")
        return float(data)


class FlagShape(Shape):
    """True or false."""

    def build(self, data: Plain) -> bool:
        """Build the value, as any shape.

        Raises:
            Unreadable: If the data does not fit.
        """
        if type(data) is not bool:
            raise Unreadable(f"wants true or false, not {describe_value(data)}")
        return data


class ChoiceShape(Shape):
    """A text out of a short list."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = dict.fromkeys(words)

    def build(self, data: Plain) -> str:
        """Build the value, as any shape.

        Raises:
            Unreadable: If the data does not fit.
        """
        if type(data) is not str or data not in self.words:
            named = [word or "empty" for word in self.words]
            wanted = f"{', '.join(named[:-1])} or {named[-1]}" if len(named) > 1 else named[0]
            hint = suggest_word(data[:40], self.words) if type(data) is str else ""
            raise Unreadable(f"wants {wanted}, not {describe_value(data)}{hint}")
        return data


class ScalarShape(Shape):
    """Text, a whole number, or true and false, told apart by what is there."""

    def __init__(self, shapes: Mapping[type, Shape]) -> None:
        self.shapes = shapes

    def plain(self, value: Built, sparse: bool) -> Plain:
        """As any shape."""
        return self.shapes[type(value)].plain(value, sparse)

    def build(self, data: Plain) -> Built:
        """Build the value, as any shape.

        Raises:
            Unreadable: If the data does not fit.
        """
        shape = self.shapes.get(type(data))
        if shape is None:
            raise Unreadable(f"wants text, a whole number, or true or false, not {describe_value(data)}")
        return shape.build(data)
