"""Columns of the order, in cells."""

from __future__ import annotations

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.widgets.point_rows import Across, width_across

ACTION_CELLS = 3
AROUND_TITLE = 6
"""Cells of the rule, the blanks and the dot about a title and its note."""
NAME_WIDTHS = (12, 16, 26, 40)
"""Cells of a name: the fewest, beside a track; enough, beside a word; the most in a narrow pane, and in a wide one."""
WORD = (9, 13)
"""Most cells for the word on an actor's state, in a narrow pane and in a wide one."""
WIDE_FROM = 48
"""Cells from which on a pane is wide."""
FULLER = ((3, (0, 1)), (3, (1, 1)), (3, (2, 1)), (3, (2, 2)), (3, (3, 1)), (3, (9, 2)), (3, (9, 4)), (3, (9, 9)))
"""Lines for troubles, then facts of those outside the party and lines for each, as rows are left."""


class OrderPlan(NamedTuple):
    """The columns of the list, in cells.

    `signs` are those of turns or of the spotlight, before `score`, `handle` and name. Behind the name stands the
    `track`, or `points` in a row without one; points without columns stand below, with `letters` for words where not
    every row has room for these. Below stand troubles in as many lines as `harm` says, and so many `facts`, in so many
    lines each. Names are `short` where whole ones leave no room for tracks. In a `tight` list each has one line, so
    that more are in sight.
    """

    width: int
    fight: bool
    signs: bool
    score: int
    name: int
    track: tuple[int, ...]
    points: Across = ()
    harm: int = 1
    facts: tuple[int, int] = (0, 1)
    letters: bool = False
    handle: int = 2
    short: bool = False
    tight: bool = False

    @property
    def pools(self) -> int:
        """Cells of the track or the points behind a name."""
        return max(sum(self.track) + len(self.track), width_across(self.points))

    @property
    def indent(self) -> int:
        """Cells before a name."""
        return (2 if self.signs else 0) + (self.score + 1 if self.score else 0) + self.handle
