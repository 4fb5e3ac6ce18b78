"""The key that a click means: the one that is shown where the click fell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from wyrd_tui.widgets.cells import cells
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.key_names import SHORT_KEYS
from wyrd_tui.widgets.spans import FRESH, SELECTED, Line

Sign = Literal["", "moved", "rod", "box"]
"""Part of a row that a click can act on: a bead that was moved, the rest of a rod, a box or a point."""
_WORDS = frozenset({"name", "worst", "strong", "handle", "here", "title", "key", "turn", "dim"})
"""Roles of words, which may contain the letters that draw boxes in ASCII."""

_NAMES = {"⏎": "enter", "⌫": "backspace", "esc": "escape", "PgUp": "pageup", "PgDn": "pagedown"}
_LONG = {sign: name for name, sign in SHORT_KEYS.items()}
_NAMED = frozenset({"enter", "backspace", "escape", "tab", "space", "pageup", "pagedown"})
LONGEST = 2
"""Letters of the longest handle."""


def key_at(line: Line, x: int) -> Sequence[tuple[str, str | None]]:
    """Return the keys to press for a click on a line, each with the character that it types; none where none is meant.

    A click on a key means that key, and so does one on the words behind it; the words of the banner and the cursor mean
    the first key of their line.
    """
    shown: list[tuple[int, str, str]] = []
    start = 0
    for text, role in line:
        shown.append((start, text, role.removesuffix(SELECTED)))
        start += cells(text)
    # Faint words belong to a key that does nothing now, and a faint mark parts one choice from the next.
    marked = [one for one in shown if one[2] in ("key", "faint")]
    under = next((role for at, _, role in reversed(shown) if at <= x), "")
    first = next(iter(marked), None) if under in ("accent", "open") else None
    here = next((one for one in reversed(marked) if one[0] <= x), first)
    if here is None or here[2] != "key":
        return ()
    at, text, _ = here
    return _pressed(at, text, x)


def _pressed(at: int, text: str, x: int) -> Sequence[tuple[str, str | None]]:
    """Return the keys that a text names; of several names the one under the click."""
    words = text.split()
    for word in words if len(words) > 1 else ():
        if at + text.index(word) <= x < at + text.index(word) + len(word):
            words = [word]
    name = _NAMES.get(words[0], words[0]) if len(words) == 1 else ""
    if name in _NAMED or "+" in name[1:]:
        return ((name, " " if name == "space" else None),)
    if len(name) > LONGEST or not name.isascii():
        return ()
    return tuple((_LONG.get(sign, sign), sign) for sign in name)


def sign_at(line: Line, x: int, glyphs: Glyphs) -> Sign:
    """Return the part of a row in a pane that stands in a cell."""
    letter, role, start = "", "", 0
    sides: list[int] = []
    for text, styled in line:
        if styled == "dim" and text in (glyphs.left, glyphs.right, glyphs.side):
            sides.append(start)
        if start <= x < start + cells(text):
            letter, role = text[x - start : x - start + 1], styled.removesuffix(FRESH)
        start += cells(text)
    # The sides of a rod tell its beads from points.
    if len(sides) > 1 and sides[0] < x < sides[1] and letter.strip():
        return "moved" if letter == glyphs.moved else "rod"
    boxes = (glyphs.full, glyphs.free, glyphs.hurt, glyphs.whole, glyphs.struck)
    return "box" if letter in boxes and role not in _WORDS else ""
