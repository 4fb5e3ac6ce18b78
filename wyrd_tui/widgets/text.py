"""The only two ways by which outside text reaches the screen, and the cutting of text to cells.

Textual and Rich both take strings for markup, so a name may hold a click action, a crash or nothing at all. Text was
cleaned where it came in; what is left of control characters is replaced here once more.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from textual.content import Content

from wyrd_tui.engine.letters import few_marks


def clean(text: str) -> str:
    """The text on one line, without anything that a terminal would obey rather than show."""
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else " " if sign.isspace() else "\ufffd" for sign in text)
    return text if text.isascii() else few_marks(text)


def content(text: str) -> Content:
    """Outside text for Textual's widgets, shown letter by letter."""
    return Content("\n".join(clean(line) for line in text.split("\n")))


def text(text: str) -> Text:
    """Outside text for widgets built on Rich, shown letter by letter."""
    return Text("\n".join(clean(line) for line in text.split("\n")))


MOST = 3
"""Signs that may share a cell: a letter and its marks."""


def cells(text: str) -> int:
    """How many cells of the screen a text takes."""
    return len(text) if text.isascii() else cell_len(text)


def cut(text: str, width: int, more: str = "…") -> str:
    """The text in at most `width` cells, with `more` at the end where some of it is missing."""
    # A letter has two marks at most, so that of a text without end only the beginning need be measured.
    if len(text) <= MOST * (width + 1) and cells(text) <= width:
        return text
    if width <= 0:
        return ""
    room = width - cells(more)
    taken: list[str] = []
    for character in text:
        room -= cells(character)
        if room < 0:
            break
        taken.append(character)
    return "".join(taken).rstrip() + more


def pad(text: str, width: int, more: str = "…") -> str:
    """The text in exactly `width` cells: cut, or filled up with spaces."""
    shown = cut(text, width, more)
    return shown + " " * (width - cells(shown))


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken between words; a longer word is broken where it must be."""
    lines: list[str] = []
    line, used = "", 0
    for word in text.split():
        size = cells(word)
        if line and used + 1 + size <= width:
            line, used = f"{line} {word}", used + 1 + size
            continue
        if line:
            lines.append(line)
        if size > width > 0:
            *whole, word = _broken(word, width)
            lines += whole
            size = cells(word)
        line, used = word, size
    if line or not lines:
        lines.append(line)
    return lines


def _broken(word: str, width: int) -> list[str]:
    """A word in pieces of at most so many cells, in one pass, since a stranger's may have no end."""
    if word.isascii():
        return [word[at : at + width] for at in range(0, len(word), width)]
    pieces: list[str] = []
    start, room = 0, width
    for at, character in enumerate(word):
        size = cells(character)
        room -= size
        if room < 0 and at > start:
            pieces.append(word[start:at])
            start, room = at, width - size
    return [*pieces, word[start:]]
