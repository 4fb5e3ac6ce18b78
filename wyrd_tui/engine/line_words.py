"""Words of a line: split at blanks, quotation marks observed, and spelt so that they read back."""

from __future__ import annotations

import re

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.named_tuple import NamedTuple

OWN = "'"
"""Sign of words of one's own, on the line as in a question of the screen."""
_PIECE = re.compile(r'\s+|"(?:[^"\\]|\\.)*+"|\\"|\\|[^\s"\\]+', re.DOTALL)
_ESCAPED = re.compile(r'\\(["\\])')
_MISREAD = re.compile(r'\\(?=["\\]|\Z)')
_NAME = re.compile(r"([A-Za-z][A-Za-z-]*)=")


class Word(NamedTuple):
    """A word of a line.

    Attributes:
        text: The word without its quotation marks; behind a name the value alone.
        name: The name before an equals sign, as in `who=ada`, in small letters; empty where there is none.
        quoted: Whether a part of it stands between quotation marks.
        whole: The word with its name, where both stand between the same quotation marks; else empty.
        own: Whether its text begins with the sign of words of one's own, outside quotation marks.
    """

    text: str
    name: str = ""
    quoted: bool = False
    whole: str = ""
    own: bool = False

    @property
    def bare(self) -> str:
        """The text without the sign of words of one's own, also where a second one closes them as a quotation mark."""
        return self.text.removeprefix(OWN).removesuffix(OWN) if self.own else self.text


def read_words(line: str) -> list[Word]:
    """Split a line into words; a backslash is a letter, except before a quotation mark.

    Raises:
        Refused: If a quotation mark is left open.
    """
    words: list[Word] = []
    # None between two words, since "" is a word too.
    word: Word | None = None
    at = len(line) if line.lstrip().startswith("#") else 0
    while at < len(line):
        piece = _PIECE.match(line, at)
        if piece is None:
            raise Refused('A quotation mark is never closed: write both, as in "the old mill".')
        at = piece.end()
        if not piece[0].isspace():
            word = _longer(word, piece[0])
        elif word is not None:
            words.append(word)
            word = None
    return words if word is None else [*words, word]


def _longer(word: Word | None, piece: str) -> Word:
    """Put a piece behind a word; a name can only stand at its beginning."""
    quoted, plain = piece.startswith('"'), _plain(piece)
    if word is not None:
        return Word(word.text + plain, word.name, word.quoted or quoted, word.whole and word.whole + plain, word.own)
    named = _NAME.match(plain)
    if named is None:
        return Word(plain, "", quoted, own=not quoted and plain.startswith(OWN))
    text = plain[named.end() :]
    return Word(text, named[1].casefold(), quoted, plain if quoted else "", not quoted and text.startswith(OWN))


def split_line(line: str) -> list[str]:
    """Split a line into words, each with its name and without quotation marks.

    Raises:
        Refused: If a quotation mark is left open.
    """
    return [word.whole or (f"{word.name}={word.text}" if word.name else word.text) for word in read_words(line)]


def _plain(piece: str) -> str:
    if piece.startswith('"'):
        return _ESCAPED.sub(r"\1", piece[1:-1])
    return '"' if piece == '\\"' else piece


def last_word(line: str) -> tuple[str, str]:
    """Split a line before the word that is being typed, whether or not its quotation mark is closed."""
    word, start, at = "", 0, 0
    while at < len(line):
        piece = _PIECE.match(line, at)
        if piece is None:
            return line[:start], word + _ESCAPED.sub(r"\1", line[at + 1 :])
        at = piece.end()
        if piece[0].isspace():
            word, start = "", at
        else:
            word += _plain(piece[0])
    return line[:start], word


def escape_item(value: str) -> str:
    """Spell one of several values, as `commands.values_in` reads it back."""
    return value.replace("\\", "\\\\").replace(",", "\\,")


def quote_word(text: str) -> str:
    """Spell a word as `read_words` reads it back: between quotation marks where it holds more than plain letters."""
    if text and not text.startswith(OWN) and not any(sign.isspace() or sign in '"\\#' for sign in text):
        return text
    return '"' + _MISREAD.sub(r"\\\\", text).replace('"', '\\"') + '"'
