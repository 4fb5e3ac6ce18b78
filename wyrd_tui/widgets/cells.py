"""Text measured and cut by the cells that it takes on the screen; needs neither Textual nor Rich for common signs."""

from __future__ import annotations

import re

from wyrd_tui.engine.letters import few_combining


def clean_line(text: str) -> str:
    """The text on one line, without anything that a terminal would obey rather than show."""
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else " " if sign.isspace() else "\ufffd" for sign in text)
    return text if text.isascii() else few_combining(text)


SIGNS_PER_CELL = 3
"""Signs that may share a cell: a letter and its combining marks."""


SINGLE = re.compile(
    "[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0377\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2200-\u22ff\u2500-\u25fc"
    "\u23ce\u232b\u2660-\u2667\u2680-\u2689\u2713\u2717]*"
)
"""Signs that take one cell each by Rich's table, the common ones."""


_WHOLE = re.compile(r"\S+(?: = \S+)?")
"""Words that stay on one line: a single one, or a sum with its total."""
_HEADS = re.compile("x[0-9]+")
"""Number of a group without the sign for times."""
INDENTED = 3
"""Cells before the second line of a sentence at the foot."""
ITEM_END = re.compile("[,;.](?= )")
"""End of an item of a sentence."""


def cells(text: str) -> int:
    """Return the cells of the screen that a text takes, as Rich counts them."""
    if text.isascii() or SINGLE.fullmatch(text):
        return len(text)
    # Names in other scripts are rare, and Rich is loaded by then wherever there is a screen.
    from rich.cells import cell_len

    return cell_len(text)


def cut(text: str, width: int, more: str = "…") -> str:
    """The text in at most `width` cells, with `more` at the end where some of it is missing."""
    # A letter has two combining marks at most, so that of a text without end only the beginning need be measured.
    if len(text) <= SIGNS_PER_CELL * (width + 1) and cells(text) <= width:
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


def cut_at_word(text: str, width: int, more: str = "…") -> str:
    """The text in at most `width` cells; of a longer one the whole words that fit, with `more` behind them."""
    if cut(text, width, more) == text:
        return text
    first, *_ = wrap(text[: SIGNS_PER_CELL * (width + 1)], width - cells(more) - 1)
    return cut(f"{first.rstrip(' ,;:·')} {more}", width, more)


def cut_counted(text: str, width: int, more: str = "…") -> str:
    """A text in at most so many cells; of one that ends in a number the words before it are cut: `A Captain… 1/1`."""
    words, _, number = text.rpartition(" ")
    room = width - cells(number) - 1
    counted = "/" in number or not number[:1].isalnum() or _HEADS.fullmatch(number)
    if cells(text) <= width or not (counted and number[-1:].isdecimal()) or room <= cells(more) + 1:
        return cut(text, width, more)
    return f"{cut(words, room, more)} {number}"


def pad(text: str, width: int, more: str = "…") -> str:
    """The text in exactly `width` cells: cut, or filled up with spaces."""
    shown = cut(text, width, more)
    return shown + " " * (width - cells(shown))


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken between words; a longer word is broken where it must be.

    A total stays with what it is the sum of: `+3 = 5`.
    """
    lines: list[str] = []
    line, used = "", 0
    for word in _WHOLE.findall(text) if " = " in text else text.split():
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


def wrap_items(text: str, width: int, most: int, more: str = "…", *, brief: str = "") -> list[str]:
    """Wrap a text to at most so many lines; where it is longer, its brief wording, without its last items.

    Items end with a comma, a semicolon or a full stop. A text whose items are long ends behind a word of one.
    """
    for wording in (text, brief or text):
        lines = wrap(text := wording, width)
        if len(lines) <= most:
            return lines
    for end in reversed([found.start() for found in ITEM_END.finditer(text)]):
        shorter = wrap(f"{text[:end]} {more}", width)
        if 2 * sum(map(cells, shorter)) < most * width:
            break
        if len(shorter) <= most:
            return shorter
    return [*lines[: most - 1], cut_at_word(" ".join(lines[most - 1 :]), width, more)]


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
