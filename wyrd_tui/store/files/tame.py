"""The last look at a text before it is shown or written: nothing in it is obeyed by a terminal, or seen by nobody."""

from __future__ import annotations

from unicodedata import category

from wyrd_tui.engine.letters import few_marks


def tame_lines(text: str) -> str:
    """A text with every character that a terminal would obey, or that nobody sees, replaced by a mark."""
    if not text.isprintable():
        text = "\n".join(map(_seen, text.split("\n")))
    return text if text.isascii() else few_marks(text)


def _seen(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() or c == "\t" or category(c) == "Zs" else "\ufffd" for c in line)


def tame(text: str) -> str:
    """The same for a name, a key or a quotation: a line break in it would begin a sentence of its own."""
    if text.isprintable():
        return text if text.isascii() else few_marks(text)
    return tame_lines(text).replace("\n", "\ufffd").replace("\t", "\ufffd")
