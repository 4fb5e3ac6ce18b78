"""Replace the characters of a text that a terminal would obey or that are invisible, as it is shown or written."""

from __future__ import annotations

from unicodedata import category

from wyrd_tui.engine.letters import few_marks


def sanitize_lines(text: str) -> str:
    """Replace by a mark each character of a text that a terminal would obey or that is invisible."""
    if not text.isprintable():
        text = "\n".join(map(_seen, text.split("\n")))
    return text if text.isascii() else few_marks(text)


def _seen(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() or c == "\t" or category(c) == "Zs" else "\ufffd" for c in line)


def sanitize(text: str) -> str:
    """Sanitize a name, a key or a quotation, in which a line break would begin a sentence of its own."""
    if text.isprintable():
        return text if text.isascii() else few_marks(text)
    return sanitize_lines(text).replace("\n", "\ufffd").replace("\t", "\ufffd")
