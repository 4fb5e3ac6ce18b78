"""Tracks typed at the table: numbers of boxes, top row first, such as `4/3/2/1` (C-03 … C-05, U-16)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from wyrd_tui.engine.dice import Refused, quote_briefly
from wyrd_tui.engine.sheet import Row

SHAPES: Mapping[str, str] = {
    "we": "4/3/2/1",
    "draft-rows": "5/3/2/1",
    "draft-severity": "5/1/1x2/1x3",
    "draft-severity-boxes": "5/3/2x2/1x3",
    "stress-only": "4",
    "none": "",
}
"""The tracks that a table may call by name, as they would be typed."""

_ROWS = (
    Row("stress", "Stress", 0, clears="scene"),
    Row("mild", "Mild", 0, penalty=1, clears="hours"),
    Row("moderate", "Moderate", 0, penalty=2, clears="days"),
    Row("severe", "Severe", 0, penalty=3, clears="weeks"),
)
_MOST = 50


def rows_of(text: str, known: Mapping[str, tuple[Row, ...]] | None = None) -> tuple[Row, ...]:
    """Read the rows of a track by name or by numbers: stress, mild, moderate, severe; `2x3` is two boxes that absorb 3.

    `known` are the tracks that a setting knows by name.

    Raises:
        Refused: If it is neither.
    """
    known = known or {}
    if text.strip() in known:
        return known[text.strip()]
    text = SHAPES.get(text.strip().casefold(), text.strip())
    words = text.split("/") if text else []
    rows = []
    for index, word in enumerate(words):
        found = re.fullmatch(r"([0-9]{1,2})(?:x([1-9]))?", word.strip())
        if found is None or index >= len(_ROWS) or int(found[1]) > _MOST:
            names = ", ".join([*known, *SHAPES])
            raise Refused(
                f"{quote_briefly(text)} is no track: one to four numbers of boxes, such as 4/3/2/1, or {names}."
            )
        rows.append(replace(_ROWS[index], boxes=int(found[1]), absorbs=int(found[2] or 1)))
    return tuple(row for row in rows if row.boxes)
