"""Styles on their way to the terminal: only what differs from the text before is sent.

Rich writes a whole style before each piece of text and takes it back behind it, some forty bytes each time. Over a slow
line that is most of what a key costs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_STYLE = re.compile(r"\x1b\[([0-9;]*)m")
_MOVES = re.compile(r"(?:\x1b\[\d*(?:;\d*)?H|[\r\n])+")
_PLACED = re.compile(r"(?:[\r\n]|\x1b\[\d*(?:;\d*)?H)+(?=\x1b\[\d+;\d+H)")
"""Moves before one to a row and column of its own, which say nothing."""
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
"""The code that ends each attribute; bold and dim end together."""
_SEEN_ON_BLANKS = frozenset("479")
RESET = "\x1b[0m"


class _Style(NamedTuple):
    attributes: frozenset[str] = frozenset()
    colour: str = "39"
    ground: str = "49"


_PLAIN = _Style()


def shorten_styles(text: str) -> str:
    """Write a text for a terminal in which each style sends only what it changes.

    The text begins and ends without any style, as Textual's updates do. One with a code that is not known here is left
    as it is.
    """
    pieces = _STYLE.split(text)
    if len(pieces) == 1:
        return text
    sent, wanted, out = _PLAIN, _PLAIN, []
    for index, piece in enumerate(pieces):
        if index % 2:
            style = _styled(wanted, piece)
            if style is None:
                return text
            wanted = style
        elif piece:
            shown = sent if _MOVES.fullmatch(piece) else _blank(sent, wanted) if piece.isspace() else wanted
            if shown != sent:
                out.append(_change(sent, shown))
                sent = shown
            out.append(_PLACED.sub("", piece))
    if sent != _PLAIN:
        out.append(RESET)
    return "".join(out)


@lru_cache(4096)
def _styled(style: _Style, codes: str) -> _Style | None:
    """Return a style after a sequence of codes; None where one is not known."""
    parts = codes.split(";")
    while parts:
        code = parts.pop(0)
        if code in ("", "0"):
            style = _PLAIN
        elif code in _OFF:
            style = style._replace(attributes=style.attributes | {code})
        elif code in ("38", "48"):
            size = {"2": 4, "5": 2}.get(parts[0] if parts else "", 0)
            colour, parts = ";".join((code, *parts[:size])), parts[size:]
            if not size:
                return None
            style = style._replace(colour=colour) if code == "38" else style._replace(ground=colour)
        elif len(code) == 2 and code[0] in "39" and code[1] in "012345679":
            style = style._replace(colour=code)
        elif len(code) in (2, 3) and code[:-1] in ("4", "10") and code[-1] in "012345679":
            style = style._replace(ground=code)
        else:
            return None
    return style


def _blank(sent: _Style, wanted: _Style) -> _Style:
    """Return the style nearest to the one sent in which blanks look as wanted: of most styles only the ground shows."""
    seen = (sent.attributes | wanted.attributes) & _SEEN_ON_BLANKS
    return wanted if seen else sent._replace(ground=wanted.ground)


@lru_cache(4096)
def _change(old: _Style, new: _Style) -> str:
    if new == _PLAIN:
        return RESET
    codes = {_OFF[code] for code in old.attributes - new.attributes}
    kept = old.attributes - {"1", "2"} if "22" in codes else old.attributes
    added = sorted(new.attributes - kept)
    colours = [code for code, before in ((new.colour, old.colour), (new.ground, old.ground)) if code != before]
    return f"\x1b[{';'.join((*sorted(codes), *added, *colours))}m"
