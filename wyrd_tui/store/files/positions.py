"""Positions of the keys and array items of a TOML text, which `tomllib` does not tell.

The scanner only walks text that `tomllib` has accepted, so it need not check anything. On refused text it goes as far
as it can, which is enough to find the second of two equal keys, or the value in which the text breaks off.
"""

from __future__ import annotations

import re
import tomllib
from itertools import islice

from wyrd_tui.store.files.problems import KeyPath

MOST_DEPTH = 20
"""Keys and indexes that may lead to one thing."""

_STRING = (
    r'"""(?:[^\\"]++|\\.|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']++|'{1,2}(?!'))*+'{3,5}"
    r'|"(?!"")(?:[^\\"\n]++|\\.)*+"'
    r"|'(?!'')[^'\n]*+'"
)
_PART = rf"{_STRING}|[A-Za-z0-9_-]++"
_KEY = rf"[ \t]*+(?P<key>(?:{_PART})(?:[ \t]*+\.[ \t]*+(?:{_PART}))*+)[ \t]*+"
_BLANK = re.compile(r"(?:[ \t\n]++|#[^\n]*+)*+")
_PARTS = re.compile(_PART, re.DOTALL)
_HEADER = re.compile(rf"\[(\[)?{_KEY}(?P<end>\](?(1)\]))?", re.DOTALL)
_PAIR = re.compile(rf"{_KEY}(?P<end>=[ \t]*+)?", re.DOTALL)
_SCALAR = re.compile(rf"{_STRING}|[^,\]}}#\n\"']++", re.DOTALL)


class _Stuck(Exception):  # noqa: N818 - an end, not an error
    """The text is not TOML from here on, or too deep."""


class Scan:
    """A walk over a TOML text, as far as it is one.

    A table's path leads to its key in the first header or dotted key that names it, an item of an array of tables to
    its `[[`.

    Attributes:
        offsets: Offset of every key and array item, by its path.
        twice: The path of the first key that is set twice, as refused text may have one, and its second offset.
        too_deep: Offset of the first key or item whose path is longer than `MOST_DEPTH`; the walk ends there.
        unfinished: Offset of the statement in which refused text breaks off.
    """

    def __init__(self, text: str) -> None:
        self.offsets: dict[KeyPath, int] = {}
        self.twice: tuple[KeyPath, int] | None = None
        self.too_deep: int | None = None
        self.unfinished: int | None = None
        self._text = text.replace("\r\n", "\n")
        self._set: set[KeyPath] = set()
        # The index of the last item of each array of tables.
        self._last: dict[KeyPath, int] = {}
        base: KeyPath = ()
        began = 0
        try:
            while (began := self._skip(began)) < len(self._text):
                if header := _HEADER.match(self._text, began):
                    base, began = self._enter_header(header), header.end()
                else:
                    began = self._walk_pair(base, began)
        except (_Stuck, tomllib.TOMLDecodeError):
            self.unfinished = began

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both counted from 1."""
        return self._text.count("\n", 0, offset) + 1, offset - self._text.rfind("\n", 0, offset)

    def _enter_header(self, header: re.Match[str]) -> KeyPath:
        parts = self._parts(header)
        if not header[1]:
            return self._enter(parts, ())
        name, offset = parts.pop()
        array = (*self._enter(parts, ()), name)
        self._reach(array, offset)
        index = self._last[array] = self._last.get(array, -1) + 1
        return self._reach((*array, index), header.start())

    def _enter(self, parts: list[tuple[str, int]], path: KeyPath) -> KeyPath:
        """Return the path that a key leads to, through the last item of each array of tables on the way."""
        for name, offset in parts:
            path = self._reach((*path, name), offset)
            if path in self._last:
                path = (*path, self._last[path])
        return path

    def _reach(self, path: KeyPath, offset: int) -> KeyPath:
        if len(path) > MOST_DEPTH:
            self.too_deep = offset
            raise _Stuck
        self.offsets.setdefault(path, offset)
        return path

    def _parts(self, found: re.Match[str]) -> list[tuple[str, int]]:
        """Take a key apart: the name and the offset of each part, as far as they are looked at."""
        parts = [*islice(_PARTS.finditer(self._text, *found.span("key")), MOST_DEPTH + 1)]
        # A key that is too deep is refused, so nothing behind it is read: the parser would take long.
        if found["end"] is None and len(parts) <= MOST_DEPTH:
            raise _Stuck
        return [
            (tomllib.loads(f"k={part[0]}")["k"] if part[0][0] in "\"'" else part[0], part.start()) for part in parts
        ]

    def _walk_pair(self, base: KeyPath, at: int) -> int:
        """Walk over a key and its value; return the offset after them."""
        pair = _match(_PAIR, self._text, at)
        parts = self._parts(pair)
        path = self._enter(parts, base)
        if path in self._set and self.twice is None:
            self.twice = path, parts[-1][1]
        self._set.add(path)
        return self._walk_value(path, pair.end())

    def _walk_value(self, path: KeyPath, at: int) -> int:
        """Walk over a value; return the offset after it."""
        close = {"[": "]", "{": "}"}.get(self._text[at : at + 1])
        if close is None:
            return _match(_SCALAR, self._text, at).end()
        at, index = self._skip(at + 1), 0
        while not self._text.startswith(close, at):
            at = self._walk_pair(path, at) if close == "}" else self._walk_value(self._reach((*path, index), at), at)
            at, index = self._skip(at), index + 1
            if self._text.startswith(",", at):
                at = self._skip(at + 1)
        return at + 1

    def _skip(self, at: int) -> int:
        """Return the offset of the next sign that is neither blank nor comment."""
        return _match(_BLANK, self._text, at).end()


def _match(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str]:
    found = pattern.match(text, at)
    if found is None:
        raise _Stuck
    return found
