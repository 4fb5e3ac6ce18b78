"""Escapes for outside text in Markdown: a backslash only where the text would be markup."""

from __future__ import annotations

import re

_ALWAYS = frozenset("\\`*[]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_TAG = re.compile(r"<(?=[A-Za-z/!?]|[^\s<>]+@)")
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_BLOCK = re.compile(r"(?:#{1,6}|[-+>=]|\d{1,9}[.)])(?=\s|$)|>|(?:- ?){2,}$|={2,}$|~~~")
_CLOSING = re.compile(r"(?:(?<=\s)|^)#(?=#*$)")


def escape_inline(text: str) -> str:
    """Escape text in the midst of a line: only signs of emphasis, code, links, tags and entities are escaped.

    Line ends would begin a block of their own, and indents a block of code.
    """
    escaped = "".join(f"\\{sign}" if sign in _ALWAYS else sign for sign in " ".join(text.split()))
    if escaped.count("~") > 1:
        escaped = escaped.replace("~", "\\~")
    escaped = _UNDERSCORE.sub(r"\\_", escaped)
    return _TAG.sub(r"\\<", _ENTITY.sub(r"\\&", escaped))


def escape_line_start(text: str) -> str:
    """Escape text that begins a line or an item of a list, where more can be markup: a list, a quotation, a heading."""
    escaped = escape_inline(text)
    block = _BLOCK.match(escaped)
    if block is None:
        return escaped
    # A number is markup by the dot or bracket behind it, everything else by its first sign.
    at = block.end() - 1 if escaped[0].isdigit() else 0
    return f"{escaped[:at]}\\{escaped[at:]}"


def escape_heading(text: str) -> str:
    """Escape text of a heading, which number signs at its end would close."""
    return _CLOSING.sub(r"\\#", escape_inline(text))
