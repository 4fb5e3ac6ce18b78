"""Positions of the keys and array items of a TOML text, which `tomllib` does not tell.

The scanner only walks text that `tomllib` has accepted, so it need not check anything. On refused text it goes as far
as it can, which is enough to find the second of two equal keys.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from contextlib import suppress

KeyPath = tuple[str | int, ...]
Position = tuple[int, int]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
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
_STRING_OR_COMMENT = re.compile(rf"{_STRING.pattern}|#[^\n]*+", re.DOTALL)


def find_positions(text: str) -> dict[KeyPath, Position]:
    """Find line and column, both from 1, of every key and array item of an accepted TOML text, by its path.

    A table's path points at its key in the first header or dotted key that names it, an item of an array of tables at
    its `[[`.
    """
    scanner = _Scanner(text)
    scanner.run()
    return {path: scanner.position(offset) for path, offset in scanner.found.items()}


def find_duplicate(text: str) -> tuple[KeyPath, Position, Position] | None:
    """Find the first key that is set twice in a text that `tomllib` refused: its path and both positions."""
    scanner = _Scanner(text)
    with suppress(_Stuck):
        scanner.run()
    if scanner.twice is None:
        return None
    path, offset = scanner.twice
    return path, scanner.position(scanner.found[path]), scanner.position(offset)


def find_too_deep(text: str, most: int) -> Position | None:
    """Find the first key that leads through more than `most` tables: `a.b.c` through three.

    Asked before `tomllib` is, which takes minutes over a key of a hundred thousand parts.
    """
    # A key ends where its line does, and few lines have that many dots.
    if not any(line.count(".") >= most for line in text.split("\n")):
        return None
    scanner = _Scanner(text)
    # Sentences in a text or a comment are no key; a quoted part of one counts like a bare one.
    code = _STRING_OR_COMMENT.sub(lambda found: ("#" if found[0][0] == "#" else "_") * len(found[0]), scanner.text)
    deep = re.search(rf"(?:(?<![\w-])[\w-]++[ \t]*+\.[ \t]*+){{{most}}}", code)
    return scanner.position(deep.start()) if deep else None


def find_unfinished(text: str) -> Position | None:
    """Find the value in which a text breaks off."""
    scanner = _Scanner(text)
    try:
        scanner.run()
    except _Stuck:
        return scanner.position(scanner.began)
    return None


class _Stuck(Exception):  # noqa: N818 - an end, not an error
    """The text is not TOML from here on."""


class _Scanner:
    """A walk over a text that notes the offset of each path."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n") + "\n"
        self.at = 0
        self.began = 0
        self.found: dict[KeyPath, int] = {}
        self.twice: tuple[KeyPath, int] | None = None
        self._set: set[KeyPath] = set()
        self._lengths: dict[KeyPath, int] = {}
        self._breaks = [-1, *(match.start() for match in re.finditer("\n", self.text))]

    def position(self, offset: int) -> Position:
        line = bisect_left(self._breaks, offset)
        return line, offset - self._breaks[line - 1]

    def run(self) -> None:
        try:
            self._statements()
        except (IndexError, tomllib.TOMLDecodeError):
            raise _Stuck from None

    def _statements(self) -> None:
        text, end = self.text, len(self.text)
        base: KeyPath = ()
        while True:
            self._pass(_SKIP)
            if self.at >= end:
                return
            self.began = self.at
            if text.startswith("[[", self.at):
                base = self._array_header()
            elif text[self.at] == "[":
                self.at += 1
                base = self._name(self._key(), ())
                self._expect("]")
            else:
                self._pair(base)

    def _array_header(self) -> KeyPath:
        start = self.at
        self.at += 2
        parts = self._key()
        array = (*self._name(parts[:-1], ()), parts[-1][0])
        index = self._lengths.get(array, 0)
        self._lengths[array] = index + 1
        self.found.setdefault(array, parts[-1][1])
        self.found.setdefault((*array, index), start)
        self._expect("]")
        self._expect("]")
        return (*array, index)

    def _name(self, parts: list[tuple[str, int]], path: KeyPath) -> KeyPath:
        """Return the path of a header, through the last item of each array of tables on the way."""
        for name, offset in parts:
            path = (*path, name)
            self.found.setdefault(path, offset)
            if path in self._lengths:
                path = (*path, self._lengths[path] - 1)
        return path

    def _pair(self, base: KeyPath) -> None:
        path = base
        for name, offset in self._key():
            path = (*path, name)
            self.found.setdefault(path, offset)
        if path in self._set and self.twice is None:
            self.twice = path, offset
        self._set.add(path)
        self._expect("=")
        self._value(path)

    def _key(self) -> list[tuple[str, int]]:
        parts = []
        while True:
            self._pass(_BLANK)
            start = self.at
            if self.text[start] in "\"'":
                self._pass(_STRING)
                name = tomllib.loads(f"k={self.text[start : self.at]}")["k"]
            else:
                self._pass(_BARE)
                name = self.text[start : self.at]
            parts.append((name, start))
            self._pass(_BLANK)
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def _value(self, path: KeyPath) -> None:
        self._pass(_BLANK)
        first = self.text[self.at]
        if first in "\"'":
            self._pass(_STRING)
        elif first == "[":
            self._items(path)
        elif first == "{":
            self._pairs(path)
        else:
            self._pass(_PLAIN)

    def _items(self, path: KeyPath) -> None:
        self.at += 1
        index = 0
        while True:
            self._pass(_SKIP)
            if self.text[self.at] == "]":
                self.at += 1
                return
            start = self.at
            self.found[(*path, index)] = start
            self._value((*path, index))
            index += 1
            self._after_item(start)

    def _pairs(self, path: KeyPath) -> None:
        self.at += 1
        while True:
            self._pass(_SKIP)
            if self.text[self.at] == "}":
                self.at += 1
                return
            start = self.at
            self._pair(path)
            self._after_item(start)

    def _after_item(self, start: int) -> None:
        self._pass(_SKIP)
        if self.text[self.at] == ",":
            self.at += 1
        elif self.at == start:
            raise _Stuck  # Refused text could make no headway for ever.

    def _pass(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise _Stuck
        self.at = match.end()

    def _expect(self, character: str) -> None:
        if self.text[self.at] != character:
            raise _Stuck
        self.at += 1
