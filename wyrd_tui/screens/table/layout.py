"""Layout of the table screen at each size of the terminal: panes take the lines that their content needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.geometry import NULL_OFFSET, NULL_REGION, Region, Size, Spacing
from textual.layout import Layout, WidgetPlacement

from wyrd_tui.screens.table.cursor import BELOW
from wyrd_tui.screens.table.wishes import (
    LEAST_PANE,
    LOW,
    NO_RODS,
    NO_WISHES,
    SHEET,
    SHORT_LADDER,
    UNTOLD,
    USUAL,
    Wish,
)
from wyrd_tui.widgets.latest import Latest
from wyrd_tui.widgets.values import QUESTION_LINES

if TYPE_CHECKING:
    from textual.layout import ArrangeResult
    from textual.widget import Widget

LEAST_SIZE = Size(80, 22)
FOOT_LINES = 3
LEAST_LOG = 3
"""Lines that a log keeps beside a question, its title among them."""
ROOMY_FROM = 30
"""Lines from which on a question has as many as it needs."""
FULL_FOOT_FROM = 24
"""Lines from which on the keys have their place at the foot; on lower screens the panes have it."""
THREE_COLUMNS, FOUR_COLUMNS = 150, 180
STACKED = 34
LOW_LADDER = 5
"""Lines of a ladder that shows fewer rungs, so that fighters or the challenges in the head have their lines."""
HARM_LINES = 9
"""Lines in which a small party has all that harm costs it, and what it can still use, before prose has its own."""

FIRST = ("party", "order", "ladder", "abacus", "log", "inspector", "scene")
"""Panes from the one whose wish is met first to the last."""
PROSE = ("log", "scene")
"""Panes of prose: they have the rest of a column before any other pane tells all that is known of its rows."""
FULL = Wish._fields.index("full")
"""Level of a wish that only a column without prose meets."""
REST = ("log", "scene", "inspector")
"""Panes that have what is left of a column: the first of these in it, else one that lacks lines, or the last."""


def is_tabbed(width: int, height: int) -> bool:
    """Tell if the lower panes share one place."""
    return height < STACKED and width < THREE_COLUMNS


def room_for_rods(wishes: Mapping[str, Wish], size: Size) -> int:
    """Most lines that challenges have below the head, where a pane that shares its place may hide their own: 0 to 2."""
    width, height = size
    if not is_tabbed(width, height) or wishes["abacus"].rows <= NO_RODS:
        return 0
    people = max(wishes["party"].rows, wishes["order"].rows)
    left = height - wishes["head"].least - foot_lines(height, 0) - people
    return (left > LOW_LADDER) + (left > SHORT_LADDER + 1)


def question_lines(height: int) -> int:
    """Most lines of a question."""
    return max(1, height // 3) if height >= ROOMY_FROM else QUESTION_LINES - (height < FULL_FOOT_FROM)


def foot_lines(height: int, asked_lines: int) -> int:
    """Lines of the foot: as many as a question needs, else three, but fewer on the lowest screens."""
    if asked_lines:
        return max(FOOT_LINES, asked_lines)
    return max(1, min(FOOT_LINES, FOOT_LINES - (FULL_FOOT_FROM - height)))


def regions(
    width: int,
    height: int,
    shown: str = "ladder",
    wishes: Mapping[str, Wish] = NO_WISHES,
    asked_lines: int = 0,
    front: str = BELOW[0],
    over: bool = False,
    below: bool = False,
) -> Mapping[str, Region]:
    """The place of every part that is in sight.

    Args:
        width: Columns of the terminal.
        height: Its lines.
        shown: The lower pane in front, where they share a place.
        wishes: Lines that each pane asks for.
        asked_lines: Lines of the question that is put; 0 for none.
        front: The lower pane that the game plays on; an abacus stands above the order.
        over: Whether the question hides the end of the place that lower panes share rather than take its lines, which
            paints the foot alone.
        below: Whether the keys are in a lower pane, which then has more of the place that it shares.
    """
    if width < LEAST_SIZE.width or height < LEAST_SIZE.height:
        return {"head": Region(0, 0, width, height)}
    foot = foot_lines(height, asked_lines)
    head = wishes["head"].least if "head" in wishes else 1
    wishes = {**dict.fromkeys(FIRST, USUAL), **wishes}
    body = height - head - foot_lines(height, 0)
    tabbed, low = is_tabbed(width, height), shown if shown in BELOW else BELOW[0]
    panes = _tabbed(width, body, low, wishes, front, below) if tabbed else _columns(width, body, wishes, front)
    panes = {name: region._replace(y=region.y + head - 1) for name, region in panes.items()}
    if not tabbed:
        panes = _with_log_above(_with_blank_ladder(panes, wishes), height - foot, wishes)
    elif not over:
        panes = _above(panes, low, foot - foot_lines(height, 0))
    return {
        "head": Region(0, 0, width, head),
        **panes,
        "foot": Region(0, height - foot, width, foot),
    }


def _with_blank_ladder(panes: Mapping[str, Region], wishes: Mapping[str, Wish]) -> Mapping[str, Region]:
    """Panes of which the inspector has the lines that a ladder without rungs, right above it, leaves blank."""
    ladder, inspector = panes["ladder"], panes.get("inspector", NULL_REGION)
    spare = ladder.height - wishes["ladder"].whole
    if spare in (0, ladder.height) or (inspector.x, inspector.y) != (ladder.x, ladder.bottom):
        return panes
    below = inspector._replace(y=inspector.y - spare, height=inspector.height + spare)
    return {**panes, "ladder": ladder._replace(height=ladder.height - spare), "inspector": below}


def _with_log_above(panes: Mapping[str, Region], end: int, wishes: Mapping[str, Wish]) -> Mapping[str, Region]:
    """Panes of which a question that begins at a line hides the ends; a log that it would hide goes up, over others.

    A log that has nothing to tell stays where it is.
    """
    log = panes.get("log")
    if log is None or end - log.y >= LEAST_LOG or wishes["log"].rows <= UNTOLD:
        return panes
    height = min(log.height, LEAST_LOG)
    return {**panes, "log": log._replace(y=end - height, height=height)}


def _above(panes: Mapping[str, Region], low: str, rows: int) -> Mapping[str, Region]:
    """Take rows for a question from the lower pane, then from the ends of the panes above it.

    A log of which the heading alone is left gives that line to the panes above.
    """
    gone = panes[low].height if low == "log" and panes[low].height - rows == 1 else min(rows, panes[low].height)
    rows -= gone
    places = {name: region._replace(height=region.height - rows) for name, region in panes.items()}
    return {**places, low: panes[low]._replace(y=panes[low].y - rows, height=panes[low].height - gone)}


def _tabbed(
    width: int, body: int, shown: str, wishes: Mapping[str, Wish], front: str, below: bool
) -> Mapping[str, Region]:
    """Party and order side by side, with a row for everybody, and one lower pane under both."""
    party, order, ladder = (wishes[name] for name in ("party", "order", "ladder"))
    low = max(LOW, body - max(party.rows, order.rows), LOW_LADDER if below else 0)
    if front != "abacus":
        # The troubles of each of the party, or of half of the fighters, have a line before far rungs have.
        low = min(low, max(SHORT_LADDER, body - max(party.fair, (order.rows + order.most + 1) // 2)))
    # A character who is out has no rungs, and the log in the same place still has lines.
    low = min(low, max(ladder.most, SHORT_LADDER))
    top, left = body - low, width // 2 - 1
    return {
        "party": Region(0, 1, left + 1, top),
        "order": Region(left + 1, 1, width - left - 1, top),
        shown: Region(0, 1 + top, width, low),
    }


def _columns(width: int, body: int, wishes: Mapping[str, Wish], front: str) -> Mapping[str, Region]:
    """All panes in two to four columns, the log at the foot of the last or, of four, alone in it."""
    centre = ("abacus", "order") if front == "abacus" else ("order", "abacus")
    log, scene, party = wishes["log"], wishes["scene"], wishes["party"]
    edges: tuple[int, ...]
    wishes = {**wishes, "party": party._replace(fair=max(party.fair, min(party.most, HARM_LINES)))}
    # Before the first scene the log has little to tell, and without a book there is no text of one.
    told = max(log) > log.least and scene.rows
    few = {**wishes, "party": party._replace(most=max(party.fair, party.full or party.most))}
    if width >= FOUR_COLUMNS and told and (columns := _of_few(centre, body, few)):
        edges = (width * 33 // 100, width * 67 // 100)
        # The room that is left lets these panes show all that is known of their rows.
        wishes = {**few, **{name: few[name]._replace(most=max(few[name].most, few[name].full)) for name in centre}}
    elif width >= FOUR_COLUMNS and told:
        # A log of 48 cells has its verdicts beside the lines that they end.
        edges = (width * 30 // 100, width * 57 // 100, width * 76 // 100)
        columns = _with_inspector([("party", "ladder"), centre, ("scene",), ("log",)], body, wishes)
        if "inspector" in columns[2]:
            wishes = {**wishes, "inspector": wishes.get(SHEET, wishes["inspector"])}
    elif width >= THREE_COLUMNS:
        # The middle is wide enough for an abacus with all stakes.
        edges = (width * 31 // 100, width * 31 // 100 + width * 37 // 100)
        columns = _with_inspector([("party", "ladder"), centre, ("scene", "log")], body, wishes)
    else:
        edges = (width * 21 // 40 + 1,)
        first = ("party", "ladder", "inspector")
        order, abacus = (wishes[name] for name in ("order", "abacus"))
        left = body - sum(wishes[name].most for name in first)
        right = body - order.most - max(abacus) - log.rows
        # Without challenges, as between scenes, and before the first act the second column has more room.
        if abacus.rows <= NO_RODS or log.rows <= UNTOLD or right >= max(left, scene.rows):
            columns = [first, (*centre, "scene", "log")]
            # Above a log that has its usual lines, stakes and the scene have theirs first.
            wishes = {**wishes, "log": log._replace(fair=log.rows, most=min(log.fair, log.rows + 1))}
        else:
            columns = [(*first, "scene"), (*centre, "log")]
    places: dict[str, Region] = {}
    for names, x, end in zip(columns, (0, *edges), (*edges, width), strict=True):
        places |= _stacked(names, Region(x, 1, end - x, body), wishes)
    return places


def _of_few(centre: tuple[str, ...], body: int, wishes: Mapping[str, Wish]) -> list[tuple[str, ...]]:
    """Columns for a few people, whose rows leave room for the inspector; none where they do not.

    The log has the last column, or the scene where it has no room below challenges, so that one column alone ends in
    blank lines.
    """
    first = ("party", "ladder", "inspector")
    crowded = 2 * max(wishes["order"]) > body
    if crowded or sum(max(wishes[name]) for name in first) > body:
        return []
    # A line in such a column holds more letters than prose is reckoned with.
    read = sum(max(wishes[name]) for name in centre) + max(wishes["scene"]) * 9 // 10 <= body
    below, last = ("scene", "log") if read else ("log", "scene")
    return [first, (*centre, below), (last,)]


def _with_inspector(columns: list[tuple[str, ...]], body: int, wishes: Mapping[str, Wish]) -> list[tuple[str, ...]]:
    """Columns with the inspector below the panes of one of the first two, where it has room, else above the scene."""
    room = [body - sum(max(wishes[name]) for name in names) for names in columns[:2]]
    at = room.index(max(room))
    if max(room) < wishes["inspector"].most and "log" not in columns[2]:
        return [*columns[:2], ("inspector", *columns[2]), *columns[3:]]
    return [*columns[:at], (*columns[at], "inspector"), *columns[at + 1 :]]


def _stacked(names: Sequence[str], place: Region, wishes: Mapping[str, Wish]) -> Mapping[str, Region]:
    """Panes under each other: all have the least first, then a row for everything; one has the rest."""
    heights = dict.fromkeys(names, 0)
    left = place.height
    for level in range(FULL + 1 - any(name in PROSE for name in names)):
        # Stakes of challenges come before the small print of people.
        for name in sorted(names, key=FIRST.index, reverse=level == FULL):
            more = max(0, min(left, wishes[name][level] - heights[name]))
            heights[name] += more
            left -= more
    for name in names:
        if not wishes[name].least and heights[name] < LEAST_PANE:
            left += heights.pop(name)
    if heights:
        rest = [name for name in REST if name in heights and wishes[name].rows > UNTOLD][:1]
        rest = rest or [name for name in heights if wishes[name].rest] or [*heights]
        heights[rest[-1]] += left
    y, places = place.y, {}
    for name, height in heights.items():
        places[name] = place._replace(y=y, height=height)
        y += height
    return places


class TableLayout(Layout):
    """Puts each part of the screen in its place, with no containers between."""

    name = "table"

    def __init__(self, front: str = BELOW[0]) -> None:
        self.front = self.shown = front
        self.wishes = NO_WISHES
        self.asked_lines, self.over, self.below = 0, False, False
        self._placed = Latest[Mapping[str, Region]]()
        self._offered: defaultdict[str, Latest[Mapping[str, Region]]] = defaultdict(Latest)

    def offered(self, name: str, wishes: Mapping[str, Wish], size: Size) -> Size:
        """The place that a pane has at most, whatever it fills of it, where panes share none."""
        asked = wishes, size, self.front
        places = self._offered[name].of(asked, lambda: regions(*size, wishes=wishes, front=self.front))
        return places.get(name, NULL_REGION).size

    def hold(self, wishes: Mapping[str, Wish], *, below: bool = False) -> bool:
        """Take the lines that panes ask for, and whether the keys are in a lower pane; True where that differs."""
        before = self.wishes, self.below
        self.wishes, self.below = wishes, below
        return (wishes, below) != before

    def ask(self, asked_lines: int, size: Size, *, over: bool) -> bool:
        """Keep room for a question, or no longer; True where that changes anything at a size.

        Args:
            asked_lines: Lines of the question; 0 for none.
            size: The terminal.
            over: Whether the question hides the ends of panes rather than move them.
        """
        before = self.regions(size)
        self.asked_lines, self.over = asked_lines, over
        return self.regions(size) != before

    def regions(self, size: Size) -> Mapping[str, Region]:
        """The place of every part that is in sight."""
        asked = (*size, self.shown, self.wishes, self.asked_lines, self.front, self.over, self.below)
        return self._placed.of(asked, lambda: regions(*asked))

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Place the children that are in sight; the others keep their state and take no room."""
        places = self.regions(size)
        return [
            WidgetPlacement(places[child.id], NULL_OFFSET, Spacing(), child)
            for child in children
            if child.id is not None and child.id in places
        ]
