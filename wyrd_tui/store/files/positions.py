"""Positions of the keys and array items of a TOML text, which `tomllib` does not tell.

The scanner only walks text that `tomllib` has accepted, so it need not check anything. On refused text it goes as far
as it can, which is enough to find the second of two equal keys, or the value in which the text breaks off.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from itertools import count
from typing import NamedTuple

from wyrd_tui.store.files.problems import KeyPath

Position = tuple[int, int]
"""Line and column, both counted from 1."""

_BLANK = re.compile(r"[ \t]*")
_SKIP = re.compile(r"(?:[ \t\n]++|#[^\n]*+)*")
_PLAIN = re.compile(r"[^,\]}#\n]*")
_STRING = re.compile(
    r'"""(?:[^\\"]++|\\.|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']++|'{1,2}(?!'))*+'{3,5}"
    r'|"(?!"")(?:[^\\"\n]++|\\.)*+"'
    r"|'(?!'')[^'\n]*+'",
    re.DOTALL,
)
_KEY = re.compile(rf"{_STRING.pattern}|[A-Za-z0-9_-]+", re.DOTALL)
_STRING_OR_COMMENT = re.compile(rf"{_STRING.pattern}|#[^\n]*+", re.DOTALL)


def find_too_deep(text: str, most: int) -> Position | None:
    """Find the first key that leads through more than `most` tables: `a.b.c` through three.

    Asked before `tomllib` is, which takes minutes over a key of a hundred thousand parts.
    """
    # A key ends where its line does, and few lines have that many dots.
    if not any(line.count(".") >= most for line in text.split("\n")):
        return None
    text = text.replace("\r\n", "\n")
    # Sentences in a text or a comment are no key; a quoted part of one counts like a bare one.
    code = _STRING_OR_COMMENT.sub(lambda found: ("#" if found[0][0] == "#" else "_") * len(found[0]), text)
    deep = re.search(rf"(?:(?<![\w-])[\w-]++[ \t]*+\.[ \t]*+){{{most}}}", code)
    return (text.count("\n", 0, deep.start()) + 1, deep.start() - text.rfind("\n", 0, deep.start())) if deep else None


class _Stuck(Exception):  # noqa: N818 - an end, not an error
    """The text is not TOML from here on."""


class Twice(NamedTuple):
    """A key that is set twice: its path and both positions."""

    path: KeyPath
    first: Position
    second: Position


class Scan:
    """A walk over a TOML text, as far as it is one.

    A table's path leads to its key in the first header or dotted key that names it, an item of an array of tables to
    its `[[`.

    Attributes:
        offsets: Offset of every key and array item, by its path.
        twice: The first key that is set twice, as refused text may have one.
        unfinished: Offset of the statement in which refused text breaks off.
    """

    def __init__(self, text: str) -> None:
        self.offsets: dict[KeyPath, int] = {}
        self.twice: Twice | None = None
        self.unfinished: int | None = None
        self._text = text.replace("\r\n", "\n") + "\n"
        self._at = 0
        self._set: set[KeyPath] = set()
        self._lengths: dict[KeyPath, int] = {}
        self._breaks = [-1, *(match.start() for match in re.finditer("\n", self._text))]
        try:
            self._walk()
        except (_Stuck, IndexError, tomllib.TOMLDecodeError):
            self.unfinished = self._began

    def position(self, offset: int) -> Position:
        """Return the position of an offset."""
        line = bisect_left(self._breaks, offset)
        return line, offset - self._breaks[line - 1]

    def _walk(self) -> None:
        base: KeyPath = ()
        while self._next() != "":
            self._began = self._at
            if self._text[self._at] == "[":
                base = self._header()
            else:
                self._pair(base)

    def _header(self) -> KeyPath:
        start = self._at
        brackets = 2 if self._text.startswith("[[", start) else 1
        self._at += brackets
        parts = self._key()
        path = self._enter(parts, ()) if brackets == 1 else self._append(parts, start)
        for _ in range(brackets):
            self._expect("]")
        return path

    def _append(self, parts: list[tuple[str, int]], start: int) -> KeyPath:
        """Begin the next item of an array of tables."""
        array = (*self._enter(parts[:-1], ()), parts[-1][0])
        index = self._lengths.get(array, 0)
        self._lengths[array] = index + 1
        self.offsets.setdefault(array, parts[-1][1])
        self.offsets.setdefault((*array, index), start)
        return (*array, index)

    def _enter(self, parts: list[tuple[str, int]], path: KeyPath) -> KeyPath:
        """Return the path that a key leads to, through the last item of each array of tables on the way."""
        for name, offset in parts:
            path = (*path, name)
            self.offsets.setdefault(path, offset)
            if path in self._lengths:
                path = (*path, self._lengths[path] - 1)
        return path

    def _pair(self, base: KeyPath) -> None:
        parts = self._key()
        path = self._enter(parts, base)
        if path in self._set and self.twice is None:
            self.twice = Twice(path, self.position(self.offsets[path]), self.position(parts[-1][1]))
        self._set.add(path)
        self._expect("=")
        self._pass(_BLANK)
        self._value(path)

    def _key(self) -> list[tuple[str, int]]:
        parts = []
        while True:
            self._pass(_BLANK)
            start = self._at
            part = self._pass(_KEY)
            parts.append((tomllib.loads(f"k={part}")["k"] if part[0] in "\"'" else part, start))
            self._pass(_BLANK)
            if self._text[self._at] != ".":
                return parts
            self._at += 1

    def _value(self, path: KeyPath) -> None:
        first = self._text[self._at]
        if first in "[{":
            self._items(path, "]" if first == "[" else "}")
        else:
            self._pass(_STRING if first in "\"'" else _PLAIN)

    def _items(self, path: KeyPath, close: str) -> None:
        """Walk over a list or a table in braces."""
        self._at += 1
        for index in count():
            if self._next() == close:
                self._at += 1
                return
            start = self._at
            if close == "}":
                self._pair(path)
            else:
                self.offsets[(*path, index)] = start
                self._value((*path, index))
            if self._next() == ",":
                self._at += 1
            elif self._at == start:
                raise _Stuck  # Refused text could make no headway for ever.

    def _next(self) -> str:
        """Go on to the next sign that is neither blank nor comment, and return it; nothing at the end."""
        self._pass(_SKIP)
        return self._text[self._at : self._at + 1]

    def _pass(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            raise _Stuck
        self._at = match.end()
        return match[0]

    def _expect(self, character: str) -> None:
        if self._text[self._at] != character:
            raise _Stuck
        self._at += 1
