"""Tracks and ratings as they are typed: `4/3/2/1` or the name of a track, `Fight 2 Notice 1` (C-03 … C-05, U-16)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat

from wyrd_tui.engine.dice import Refused, quote_briefly, read_whole
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.sheet import Row

USUAL_TRACK = "we"
_ROWS = (
    Row("stress", "Stress", 0, clears="scene"),
    Row("mild", "Mild", 0, penalty=1, clears="hours"),
    Row("moderate", "Moderate", 0, penalty=2, clears="days"),
    Row("severe", "Severe", 0, penalty=3, clears="weeks"),
)
_MOST = 50


def make_track(boxes: Sequence[int], absorbs: Iterable[int] = repeat(1)) -> tuple[Row, ...]:
    """Make a track of boxes, and of the points that one absorbs, row by row; a row of 0 boxes is left out.

    The rows are stress, mild, moderate and severe, then plain ones.
    """
    plain = (Row(f"row-{number}", f"Row {number}", 0) for number in range(len(_ROWS) + 1, len(boxes) + 1))
    rows = zip((*_ROWS, *plain), boxes, absorbs, strict=False)
    return tuple(replace(row, boxes=count, absorbs=points) for row, count, points in rows if count)


TRACKS: Mapping[str, tuple[Row, ...]] = {
    USUAL_TRACK: make_track((4, 3, 2, 1)),
    "draft-rows": make_track((5, 3, 2, 1)),
    "draft-severity": make_track((5, 1, 1, 1), absorbs=(1, 1, 2, 3)),
    "draft-severity-boxes": make_track((5, 3, 2, 1), absorbs=(1, 1, 2, 3)),
    "stress-only": make_track((4,)),
    "none": (),
    "pool": (Row("vigour", "Vigour", 10, clears="hours"),),
}
"""The tracks that every table may call by name.

“we” is the Wyrd Engine as printed (WE-57). The draft has five boxes of stress (WED-04), one wound of each kind that
soaks up 1, 2 or 3 points (WED-06), or both at once (C-05). “stress-only” is for named NPCs who leave or give up rather
than bleed (WE-92), “pool” a plain pool of points that a few hours of rest refill.
"""


def rows_of(text: str, known: Mapping[str, tuple[Row, ...]] | None = None) -> tuple[Row, ...]:
    """Read the rows of a track by name or by numbers: stress, mild, moderate, severe; `2x3` is two boxes that absorb 3.

    `known` are the tracks that a setting knows by name.

    Raises:
        Refused: If it is neither.
    """
    named = {**TRACKS, **(known or {})}
    text = text.strip()
    if (rows := named.get(text, named.get(text.casefold()))) is not None:
        return rows
    found = [re.fullmatch(r"([0-9]{1,2})(?:x([1-9]))?", word.strip()) for word in text.split("/")] if text else []
    boxes = [int(match[1]) for match in found if match]
    if len(boxes) < len(found) or len(found) > len(_ROWS) or max(boxes, default=0) > _MOST:
        raise Refused(
            f"{quote_briefly(text)} is not a track. "
            f"Write one to four numbers of boxes, such as 4/3/2/1, or {', '.join(named)}."
        )
    return make_track(boxes, [int(match[2] or 1) for match in found if match])


def read_numbers(text: str, low: int, high: int, example: str) -> dict[str, int]:
    """Read names with their numbers, such as `poise 4 motive 3`, as they are typed.

    Raises:
        Refused: If a name has no number, or a number is out of bounds; the sentence shows the `example`.
    """
    found: dict[str, int] = {}
    name: list[str] = []
    for word in text.replace("=", " ").replace(",", " ").split():
        if word.lstrip("-−+").isdecimal() and name:
            found[" ".join(name)] = read_whole(word, low, high, " ".join(name))
            name = []
        else:
            name.append(word)
    if name or not found:
        raise Refused(f"{' '.join(name) or text} has no number. Write each name with its number, such as {example}.")
    return found
