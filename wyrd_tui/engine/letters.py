"""Letters that all terminals draw alike: nothing that they obey or hide, few combining marks, no modified symbols.

Outside text is cleaned once, where it enters: a file, a prompt, a paste, a file name, another library's message. Square
brackets stay: a name is text, never markup, and the code that shows it sees to that.
"""

from __future__ import annotations

import re
from unicodedata import category, normalize

COMBINING = 2
"""Greatest number of combining marks that a letter keeps."""
NAME_LETTERS = 80
TEXT_LETTERS = 20_000
_FILE_NAME_LETTERS = 300
_SPACES = dict.fromkeys(map(ord, "\t\n\r\u2028\u2029"), " ")
# Compiled by its first use: a table opens without it.
_LINE_STARTS_ANEW = r"\s|[-*•>|#]|\d+[.)]\s"
# Letters and signs that carry no marks of their own, as nearly every text is made of.
_FAMILIAR = re.compile(
    "[\n\t -~\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff"
    "\u2010-\u2027\u2030-\u205e\u2100-\u2bff\ufffd]*+"
)


_CATEGORIES = frozenset({"Mn", "Me", "Mc"})
# Fillers that are drawn as nothing, or as a blank of any width, although they count as letters or marks.
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")


def _modifies(character: str) -> bool:
    """Tell variation selectors, skin tones and fillers, which terminals count as anything from no cell to four."""
    return (
        "\ufe00" <= character <= "\ufe0f"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or character >= "\U000e0100"
        or character in _FILLERS
    )


def _is_combining(character: str) -> bool:
    """Tell combining marks, and Hangul vowels and finals without a letter before them; they take no cell."""
    return category(character) in _CATEGORIES or "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7fb"


def _flag_letter(character: str) -> str:
    """Return the letter of a regional indicator; two indicators are a flag only while no line ends between them."""
    return chr(ord(character) - 0x1F1E6 + ord("A")) if "\U0001f1e6" <= character <= "\U0001f1ff" else character


def few_combining(text: str) -> str:
    """Return text in which each letter keeps two combining marks at most and nothing modifies a symbol."""
    if _FAMILIAR.fullmatch(text):
        return text
    out: list[str] = []
    combining = COMBINING
    for character in text:
        if not _modifies(character):
            combining = combining + 1 if _is_combining(character) else 0
            if combining <= COMBINING:
                out.append(_flag_letter(character))
    return "".join(out)


def sanitize_lines(text: str) -> str:
    """Replace by a sign each character of a text that a terminal would obey or that is invisible."""
    if not text.isprintable():
        text = "\n".join(map(_seen, text.split("\n")))
    return text if text.isascii() else few_combining(text)


def _seen(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() or c == "\t" or category(c) == "Zs" else "\ufffd" for c in line)


def sanitize(text: str) -> str:
    """Sanitize a name, a key or a quotation, in which a line break would begin a sentence of its own."""
    if text.isprintable():
        return text if text.isascii() else few_combining(text)
    return sanitize_lines(text).replace("\n", "\ufffd").replace("\t", "\ufffd")


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
        if line and out and out[-1] and not re.match(_LINE_STARTS_ANEW, line):
            out[-1] = f"{out[-1]} {line}"
        else:
            out.append(line)
    return "\n".join(out)


def clean_name(name: str) -> str:
    """Clean the name of a file for a message."""
    return clean(name, most=_FILE_NAME_LETTERS)


def end_sentence(words: str) -> str:
    """Write words with a full stop, if they have none."""
    return words if not words or words.rstrip("\"'’”)").endswith((".", "!", "?", "…")) else f"{words}."


def quote_text(text: object, most: int = 40) -> str:
    """Quote outside text in a message, in double quotes."""
    return f'"{clean(str(text), most=most)}"'
