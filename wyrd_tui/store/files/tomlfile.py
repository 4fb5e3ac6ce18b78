"""Read a TOML file that a stranger may have written: bounded, with an explanation where it cannot be read."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from wyrd_tui.engine.letters import clean, clean_name, quote_text
from wyrd_tui.store.files.positions import MOST_DEPTH, Scan
from wyrd_tui.store.files.problems import Broken, KeyPath, Problem
from wyrd_tui.store.files.regular import Unfit, read_regular, refusal_reason

MOST_BYTES = 1_000_000
MOST_SIGNS = 300_000
"""Signs that part keys, values and lines; to parse more of them takes long."""

_DEEP = f"lists or tables are nested more than {MOST_DEPTH} deep"
_SIGNS = (b"=", b".", b"[", b"{", b",", b"\n")

_WHERE = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL)

_HEADER = re.compile(r"\s*\[\[?\s*([\w-]{1,60})\s*\]")
_KEY_OF_WORDS = re.compile(r"(?:^|[{,])\s*([^\W\d][\w'-]*(?: +[\w'-]+){1,5})\s*=\s*([\w.\"]{1,20})")
"""A key of several words without quotation marks, and its value."""

# The parser's words, by how they begin, and ours.
_PLAIN = {
    "Cannot mutate": "this is written in brackets already; a list or table goes in brackets or under headers, not both",
    "Cannot declare": "there is a table of this name already",
    "Cannot overwrite a value": "there is a key of this name already",
    "Invalid value": 'a value is missing here, or it is text that needs quotes ("…")',
    "Expected '='": "a key needs = and a value",
    "Expected newline or end of document": "there is more after the value; write one key a line, such as title = 3",
    "Invalid initial character for a key part": "a key is expected here; a table in braces stays on one line",
    "Invalid statement": "neither a key, a [table] nor a comment",
    "Unclosed array": "the list that begins here is never closed with ]",
    "Unclosed inline table": "the table that begins here is not closed with } on the same line",
    "Unterminated string": "the text that begins here is never closed",
    "Expected ']'": "the header is not closed with ]",
    "Illegal character '\\n'": 'text in quotes ends on its line; write longer text between """ and """',
    "Unescaped '\\' in a string": "a backslash in text is written \\\\",
    "Found invalid character": "a character that cannot stand here",
}


@dataclass(frozen=True)
class Document:
    """A TOML file that could be read.

    Attributes:
        name: The path as it was given, fit to be shown.
        text: The text of the file, without a byte order mark.
        data: The parsed text.
    """

    name: str
    text: str
    data: dict[str, Any]

    @cached_property
    def _scan(self) -> Scan:
        return Scan(self.text)

    def problem(self, path: KeyPath, message: str, *, warning: bool = False) -> Problem:
        """Make a problem at a path, or at the nearest thing around it that the text has."""
        line, column = self._scan.position(self._scan.offsets.get(self.known(path), 0))
        return Problem(self.name, line, column, message, warning)

    def known(self, path: KeyPath) -> KeyPath:
        """Return the part of a path that the text has, without the names that pydantic puts in."""
        known: KeyPath = ()
        for key in path:
            if (*known, key) in self._scan.offsets:
                known = (*known, key)
        return known


def read_document(file: str | os.PathLike[str]) -> Document:
    """Read a document of a megabyte and twenty levels at most.

    Raises:
        Broken: If it cannot be read, with every problem.
    """
    name = clean_name(os.fspath(file))
    try:
        content = read_regular(Path(file), MOST_BYTES)
    except FileNotFoundError:
        raise _broken(name, "there is no such file") from None
    except (OSError, ValueError) as error:
        reason = refusal_reason(error)
        told = reason if isinstance(error, Unfit) else f"it cannot be read: {clean(reason).casefold()}"
        raise _broken(name, told) from None
    document = parse_document(name, content)
    level: list[Any] = [document.data]
    for _ in range(MOST_DEPTH):
        within = (each for item in level for each in (item.values() if isinstance(item, dict) else item))
        level = [each for each in within if isinstance(each, dict | list)]
    if level:
        raise _broken(name, _DEEP)
    return document


def is_crowded(content: bytes) -> bool:
    """Tell whether a file has more in it than is parsed; it is a guess, since text has such signs, too."""
    return sum(map(content.count, _SIGNS)) > MOST_SIGNS


def parse_document(name: str, content: bytes) -> Document:
    """Parse the bytes of a TOML file with a name; the caller has bounded them.

    Raises:
        Broken: If it is crowded, no TOML, or nested too deep, with the place.
    """
    if is_crowded(content):
        raise _broken(name, "there is too much in it")
    text = _decode(name, content)
    # tomllib takes minutes over a key of a hundred thousand parts; few lines have the dots of one that is too deep.
    if any(line.count(".") >= MOST_DEPTH for line in text.split("\n")):
        scan = Scan(text)
        if scan.too_deep is not None:
            raise _broken(name, _DEEP, *scan.position(scan.too_deep))
    try:
        return Document(name, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise Broken([_explain(name, text, str(error))]) from None
    except RecursionError:
        raise _broken(name, "lists or tables are nested too deep") from None
    except ValueError:
        raise _broken(name, "a number has too many digits") from None


def _broken(name: str, message: str, line: int = 1, column: int = 1) -> Broken:
    return Broken([Problem(name, line, column, message)])


def _decode(name: str, data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:200]:
        raise _broken(name, "this is not UTF-8 but UTF-16, or not text at all; save it as UTF-8")
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        byte = data[error.start]
        raise _broken(name, f"this is not UTF-8 (byte 0x{byte:02x}); save the file as UTF-8", line, column) from None


def _explain(name: str, text: str, message: str) -> Problem:
    """Say in plain words, with the place to look at, what the parser said."""
    match, scan = _WHERE.fullmatch(message), Scan(text)
    what = match["what"] if match else message
    if what.startswith(("Cannot overwrite a value", "Duplicate inline table key")) and scan.twice:
        path, second = scan.twice
        key = next((part for part in reversed(path) if isinstance(part, str)), "")
        message = f"{quote_text(key)} is set for the second time; see line {scan.position(scan.offsets[path])[0]}"
        return Problem(name, *scan.position(second), message)
    if match and match["line"]:
        line, column = int(match["line"]), int(match["column"])
        if what.startswith("Unescaped"):
            # The parser has gone past the backslash and what follows, which may be the end of a line.
            before = text.replace("\r\n", "\n").split("\n")[: line - 1]
            line, column = scan.position(max(0, sum(map(len, before)) + len(before) + column - 3))
    else:
        line, column = scan.position(len(text) if scan.unfinished is None else scan.unfinished)
    plain = next((plain for begin, plain in _PLAIN.items() if what.startswith(begin)), clean(what))
    return Problem(name, line, column, _advice(what, text, line) or plain)


def _advice(what: str, text: str, line: int) -> str:
    """Name the key of a line that the parser refused, with the form that is right; empty where none is known."""
    written = "".join(text.splitlines()[line - 1 : line])
    if what.startswith("Cannot mutate") and (header := _HEADER.match(written)):
        key = quote_text(header[1])
        one = "keep one of the two forms: either the list with =, or"
        return f"{key} is set with = above already; {one} [[{header[1]}]] for each entry"
    if what.startswith("Expected '='") and (words := _KEY_OF_WORDS.search(written)):
        pair = f'"{clean(words[1])}" = {clean(words[2], most=20)}'
        rating = written.lstrip().startswith(words[1]) and words[2].isdecimal()
        more = f"; write a rating into a list, such as skills = {{ {pair} }}" if rating else ""
        return f"a key of several words needs quotes; write {pair}{more}"
    return ""
