"""Clean outside text once, where it enters: a file, a prompt, a paste, a file name, another library's message.

Terminals obey control characters, and disagree about the width of joined and modified symbols; both go. Square
brackets stay: a name is text, never markup, and the code that shows it sees to that.
"""

from __future__ import annotations

import re
from unicodedata import category, normalize

from wyrd_tui.engine.letters import sanitize_lines

NAME_LETTERS = 80
TEXT_LETTERS = 20_000
_SPACES = dict.fromkeys(map(ord, "\t\n\r\u2028\u2029"), " ")
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
    text = text.translate({**_SPACES, ord("\n"): "\n", ord("\r"): None} if lines else _SPACES)
    if not text.isprintable():
        text = "".join(sign for sign in text if category(sign) != "Cf")
    return sanitize_lines(normalize("NFC", text))


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
