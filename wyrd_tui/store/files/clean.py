"""Clean outside text once, where it enters: a file, a prompt, a paste, a file name, another library's message.

Terminals obey control characters, and disagree about the width of joined and modified symbols; both go. Square
brackets stay: a name is text, never markup, and the code that shows it sees to that.
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width, normalize

from wyrd_tui.engine.letters import few_marks

NAME_CELLS = 80
TEXT_CELLS = 20_000
_REPLACED = "\N{REPLACEMENT CHARACTER}"
_SPACES = re.compile("  +")
# Letters and punctuation that need no second look: composed, one cell each, printable.
_HARMLESS = re.compile(r"[ -~\u00a1-\u00ac\u00ae-\u024f\u2010-\u2015\u2018-\u201f\u2026]*+")
_HARMLESS_LINES = re.compile(r"[\n -~\u00a1-\u00ac\u00ae-\u024f\u2010-\u2015\u2018-\u201f\u2026]*+")
_LINE_STARTS_ANEW = re.compile(r"\s|[-*•>|#]|\d+[.)]\s")


def clean(text: str, *, lines: bool = False, cells: int = 0) -> str:
    """Clean a text, so that any terminal shows it as it is meant.

    Composed (NFC); controls, surrogates and unassigned characters become U+FFFD; invisible format characters,
    variation selectors and skin tones go; a flag is its two letters; a letter keeps two combining marks; white space
    becomes single spaces and none is left at either end. With `lines`, line breaks and indents stay. What is wider than
    `cells` is cut and ends in … (80 cells for a name and 20,000 with `lines`, where none are given).
    """
    limit = cells or (TEXT_CELLS if lines else NAME_CELLS)
    text = without_controls(text, lines=lines)
    if lines:
        text = "\n".join(line.rstrip() for line in text.split("\n")).strip()
    else:
        text = (_SPACES.sub(" ", text) if "  " in text else text).strip()
    return text if len(text) * 2 <= limit else _cut(text, limit)


def without_controls(text: str, *, lines: bool = False) -> str:
    """Take out or replace in a text the characters that `clean` does; its spaces stay as they are."""
    if (_HARMLESS_LINES if lines else _HARMLESS).fullmatch(text):
        return text
    return "\n".join(map(_harmless, text.replace("\r", "").split("\n"))) if lines else _harmless(text)


def has_hidden(text: str) -> bool:
    """Tell whether a text has invisible characters that `clean` would take out or replace."""
    if text.isprintable() or _HARMLESS_LINES.fullmatch(text):
        return False
    return any(category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"} for character in text if character not in "\t\r\n")


def text_width(text: str) -> int:
    """Count the terminal cells of a cleaned text."""
    if text.isascii():
        return len(text) - text.count("\n")
    return sum(map(_cells, text))


def unwrap(text: str) -> str:
    """Join each paragraph into one line: a line break inside is a space, unless a list item or an indent follows."""
    out: list[str] = []
    for line in text.split("\n"):
        if line and out and out[-1] and not _LINE_STARTS_ANEW.match(line):
            out[-1] = f"{out[-1]} {line}"
        else:
            out.append(line)
    return "\n".join(out)


def quote_text(text: object, cells: int = 40) -> str:
    """Quote outside text in a message, in double quotes."""
    return f'"{clean(str(text), cells=cells)}"'


def _harmless(line: str) -> str:
    return few_marks(normalize("NFC", "".join(map(_sign, line))))


def _sign(character: str) -> str:
    kind = category(character)
    if kind in {"Zs", "Zl", "Zp"} or character in "\t\n\r":
        return " "
    if kind in {"Cc", "Cs", "Co", "Cn"}:
        return _REPLACED
    return "" if kind == "Cf" else character


def _cells(character: str) -> int:
    if category(character) in {"Mn", "Me"} or character == "\n":
        return 0
    return 2 if east_asian_width(character) in {"W", "F"} else 1


def _cut(text: str, limit: int) -> str:
    if text_width(text) <= limit:
        return text
    used = 0
    kept: list[str] = []
    for character in text:
        used += _cells(character)
        if used > limit - 1:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"
