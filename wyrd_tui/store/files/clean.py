"""Clean outside text once, where it enters: a file, a prompt, a paste, a file name, another library's message.

Terminals obey control characters, and disagree about the width of joined and modified symbols; both go. Square
brackets stay: a name is text, never markup, and the code that shows it sees to that.
"""

from __future__ import annotations

import re
from unicodedata import category, normalize

from wyrd_tui.engine.letters import few_marks

NAME_LETTERS = 80
TEXT_LETTERS = 20_000
_REPLACED = "\N{REPLACEMENT CHARACTER}"
# Letters and punctuation that need no second look: composed, one cell each, printable.
_HARMLESS = re.compile(r"[ -~\u00a1-\u00ac\u00ae-\u024f\u2010-\u2015\u2018-\u201f\u2026]*+")
_LINE_STARTS_ANEW = re.compile(r"\s|[-*•>|#]|\d+[.)]\s")


def clean(text: str, *, lines: bool = False, most: int = 0) -> str:
    """Clean a text, so that any terminal shows it as it is meant.

    Composed (NFC); controls, surrogates and unassigned characters become U+FFFD; invisible format characters,
    variation selectors and skin tones go; a flag is its two letters; a letter keeps two combining marks; white space
    becomes single spaces and none is left at either end. With `lines`, line breaks and indents stay. A text with more
    letters than `most` is cut and ends in … (80 letters of a name and 20,000 with `lines`, where none are given).
    """
    most = most or (TEXT_LETTERS if lines else NAME_LETTERS)
    text = without_controls(text, lines=lines)
    text = "\n".join(map(str.rstrip, text.split("\n"))).strip() if lines else " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def without_controls(text: str, *, lines: bool = False) -> str:
    """Take out or replace in a text the characters that `clean` does; its spaces stay as they are."""
    if _HARMLESS.fullmatch(text.replace("\n", "") if lines else text):
        return text
    return "\n".join(map(_harmless, text.replace("\r", "").split("\n"))) if lines else _harmless(text)


def has_hidden(text: str) -> bool:
    """Tell whether a text has invisible characters that `clean` would take out or replace."""
    if text.isprintable() or _HARMLESS.fullmatch(text.replace("\n", "")):
        return False
    return any(category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"} for character in text if character not in "\t\r\n")


def unwrap(text: str) -> str:
    """Join each paragraph into one line: a line break inside is a space, unless a list item or an indent follows."""
    out: list[str] = []
    for line in text.split("\n"):
        if line and out and out[-1] and not _LINE_STARTS_ANEW.match(line):
            out[-1] = f"{out[-1]} {line}"
        else:
            out.append(line)
    return "\n".join(out)


def quote_text(text: object, most: int = 40) -> str:
    """Quote outside text in a message, in double quotes."""
    return f'"{clean(str(text), most=most)}"'


def _harmless(line: str) -> str:
    return few_marks(normalize("NFC", "".join(map(_sign, line))))


def _sign(character: str) -> str:
    kind = category(character)
    if kind in {"Zs", "Zl", "Zp"} or character in "\t\n\r":
        return " "
    if kind in {"Cc", "Cs", "Co", "Cn"}:
        return _REPLACED
    return "" if kind == "Cf" else character
