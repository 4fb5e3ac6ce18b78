"""How much there is in a file: the signs that begin keys, values and tables, each of which costs time to read.

What stands in texts and comments costs nothing of the kind and does not count, so that prose may be as it likes.
"""

from __future__ import annotations

import re

OF_A_SAVE = 100_000
"""Signs that a save may have."""
OF_A_LINE = 2 * OF_A_SAVE + 1_000
"""Signs that a line of a journal may have: what fits a save has twice as many in JSON at most, its sections apart."""

# What is open at its end goes on to the end, so that nothing is looked through twice.
_TOML = re.compile(
    rb'#[^\n]*+|"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+(?:"{3,5}|\Z)'
    rb"|'''[^']*+(?:'(?!'')[^']*+)*+(?:'{3,5}|\Z)"
    rb"""|"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?|'[^'\n]*+'?""",
    re.DOTALL,
)
_JSON = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)


def crowded_save(data: bytes) -> bool:
    """Whether there is more in a file of TOML than a save may have."""
    # A comment takes time by its line, however little it says.
    return _counted(data, b"=.,[{#", OF_A_SAVE, _TOML)


def crowded_line(line: bytes) -> bool:
    """Whether there is more in a line of JSON than a journal's may have."""
    return len(line) > OF_A_LINE and _counted(line, b":,[{", OF_A_LINE, _JSON)


def bare(data: bytes) -> bytes:
    """A file of TOML without its texts and comments."""
    return _TOML.sub(b" ", data)


def _counted(data: bytes, signs: bytes, most: int, quoted: re.Pattern[bytes]) -> bool:
    if _all(data, signs) <= most:
        return False
    # Piece by piece: a copy without the texts would take many times the file. Nothing has more texts than signs.
    count = at = 0
    for number, text in enumerate(quoted.finditer(data)):
        if text.start() > at:
            count += _all(data[at : text.start()], signs)
        if count > most or number > most:
            return True
        at = text.end()
    return count + _all(data[at:], signs) > most


def _all(data: bytes, signs: bytes) -> int:
    return sum(data.count(sign) for sign in signs)
