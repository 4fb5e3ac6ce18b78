"""Words of several lines, of which each is an item of a list, such as the odds of an attack on several targets."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.widgets.cells import cells, clean_line, wrap
from wyrd_tui.widgets.glyphs import Glyphs

FACTS = " · "
"""Sign between the facts of an item."""


def list_items(said: str, width: int) -> list[str]:
    """Return the lines of a sentence, or of a list, whose items begin with a line each."""
    items = [item for item in map(clean_line, said.splitlines()) if item]
    if len(items) < 2:
        return [line for item in items for line in _fold(item, width)]
    lines: list[str] = []
    for item in items:
        first = _fold(item, width)[0]
        others = item.removeprefix(first).strip()
        lines += [first, *(f"  {line}" for line in _fold(others, width - 2) if line)]
    return lines


def _fold(item: str, width: int) -> list[str]:
    """Wrap an item, with its facts whole on a line where that takes no line more, and a sign between any two."""
    lines: list[str] = []
    for fact in item.split(FACTS):
        lines = _added(lines, fact, FACTS, width)
    plain = wrap(item, width)
    return lines if len(lines) <= len(plain) else plain


def _added(lines: list[str], fact: str, gap: str, width: int) -> list[str]:
    """Add a fact to the last of some lines, or on its own lines, with the sign of a gap before them if it has room."""
    if lines and cells(whole := f"{lines[-1]}{gap}{fact}") <= width:
        return [*lines[:-1], whole]
    sign = gap.rstrip()
    before = [*lines[:-1], lines[-1] + sign] if lines and cells(lines[-1] + sign) <= width else lines
    return [*before, *wrap(fact, width)]


def pack_items(said: str, width: int, room: int, glyphs: Glyphs) -> list[str]:
    """Pack the items of a list into so many lines, several on one; the last line counts those without room."""
    items = [item for item in map(clean_line, said.splitlines()) if item]
    gap = f" {glyphs.dot} "
    lines: list[str] = []
    for count in range(len(items), -1, -1):
        lines = []
        for item in (*items[:count], *([f"{glyphs.more} {len(items) - count} more"] if count < len(items) else [])):
            lines = _added(lines, item, gap, width)
        if len(lines) <= room:
            break
    return lines


RANGE = 3
"""Keys in a row from which on the first and the last tell them all."""


def list_keys(keys: Sequence[str]) -> str:
    """List keys, those that follow each other in the alphabet as a range: `A, B, a` and `H–P, a`."""
    runs: list[list[str]] = []
    for key in keys:
        follows = bool(runs) and len(key) == len(runs[-1][-1]) == 1 and ord(key) == ord(runs[-1][-1]) + 1
        runs = [*runs[:-1], [*runs[-1], key]] if follows else [*runs, [key]]
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) >= RANGE else ", ".join(run) for run in runs)
