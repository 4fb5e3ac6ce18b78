"""Layout of the table screen at each size of the terminal: panes take the lines that their content needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import Layout, WidgetPlacement

from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import party_of
from wyrd_tui.screens.table.cursor import BELOW
from wyrd_tui.screens.table.scene_text import is_played, page_in_front
from wyrd_tui.widgets.question import LINES
from wyrd_tui.widgets.values import Fact

if TYPE_CHECKING:
    from textual.layout import ArrangeResult
    from textual.widget import Widget

LEAST_SIZE = Size(80, 22)
FOOT_LINES = 3
LEAST_LOG = 4
"""Lines that a log keeps beside a question, its title among them."""
ROOMY_FROM = 30
"""Lines from which on a question has as many as it needs."""
FULL_FOOT_FROM = 24
"""Lines from which on the keys have their place at the foot; on lower screens the panes have it."""
THREE_COLUMNS = 150
STACKED = 34
LOW = 3
"""Lines of the shared place at least."""
LOG = (8, 12)
"""Lines of a log under two columns, at least and at most."""
SHORT_LADDER = 7
"""Lines of a ladder that shows five rungs and the others in a line."""
LOW_LADDER = 5
"""Lines of a ladder that shows fewer rungs, so that fighters or the challenges in the head have their lines."""
SHORTENED = ("party", "order", "abacus")
"""Panes whose rows a GM can have short."""
LEAST_PANE = 4
"""Lines of a pane that may be left out; with fewer it is."""


NO_RODS = 3
"""Lines of an abacus without a challenge, its title among them."""


class Wish(NamedTuple):
    """Lines that a pane asks for, its title among them.

    Attributes:
        least: Lines that it has in any case; a pane with none may be left out.
        rows: Lines with a row for all that it lists.
        fair: Lines with the rows that some need below.
        most: Lines with everything that is known of each row.
    """

    least: int
    rows: int
    fair: int
    most: int


NO_WISHES: Mapping[str, Wish] = MappingProxyType({})
USUAL = Wish(4, 8, 8, 11)
"""Wish of a pane of which nothing is known."""
NOTHING = Wish(0, 0, 0, 0)
ASIDE = Wish(0, 6, 10, 16)
"""Wish of a pane that has what is left."""
READ_ACROSS = 56
"""Letters of prose that a line of such a pane holds, about."""
SHORT_RATING = 3
"""Letters of a rating's number and of what parts it from the next, about."""


def wish_lines(
    state: State, told: Iterable[Fact], rungs: int, head: int = 1, *, short: bool = False
) -> Mapping[str, Wish]:
    """Count the lines that the parts of a table ask for; by what is listed, so that no wound moves a pane.

    Args:
        state: The table.
        told: What the pane of the scene tells now.
        rungs: Lines of the ladder under its title.
        head: Lines of the head, which has all of them.
        short: Whether rows stay short, and other panes have the room.
    """
    party = len(party_of(state))
    # Outside of a fight the order lists the party only where a game has a spotlight.
    listed = bool(state.order.places) or any(voice_of(game).rods.storeys for game in state.games)
    others = len(state.actors) - party
    people = others + party * listed
    # Outside of a fight nothing stands below the party in the order.
    more = people if state.order.places else others
    pointed = [voice_of(game).points is not None for game in state.games]
    # Points have a line for each game, boxes one for all.
    drawn = sum(pointed) + (not all(pointed))
    rods = len(state.challenges) + NO_RODS - 1
    # Before the first scene the book has more to tell than the log.
    begun = is_played(state) or any(page.kind == "act" and page.id in state.marks for page in state.book.pages)
    log = Wish(LOG[0], LOG[0], LOG[1], 2 * LOG[1]) if begun else Wish(LOG[0], LOG[0], LOG[0], LOG[0])
    wishes = {
        **with_head({}, head),
        "party": Wish(4, 1 + party, 1 + (1 + max(1, drawn)) * party, 1 + (6 + drawn) * party),
        "order": Wish(4, 1 + people, 1 + people + more // 6, 1 + people + more),
        "ladder": Wish(LOW, SHORT_LADDER, max(SHORT_LADDER, 1 + rungs), 1 + rungs),
        "abacus": _abacus_wish(state, rods),
        "log": log,
        "inspector": _inspector_wish(state),
        "scene": _scene_wish(state, told),
    }
    for name in SHORTENED if short else ():
        wishes[name] = wishes[name]._replace(most=wishes[name].fair)
    return wishes


def _inspector_wish(state: State) -> Wish:
    """Return the wish of the inspector, by the fullest sheet of the party, so that no selection moves a pane."""
    lines = max((_sheet_lines(actor) for actor in party_of(state)), default=ASIDE.fair)
    targets = sum(actor.side != "party" for actor in state.actors.values())
    rows, fair = (max(LEAST_PANE, min(most, lines)) for most in (ASIDE.rows, ASIDE.fair))
    return Wish(0, rows, fair, lines + targets)


def _sheet_lines(actor: Actor) -> int:
    """Count the lines that the inspector has for an actor, about: title, chances, ratings, traits, who it is."""
    lines = 3 + bool(actor.concept) + bool(actor.notes) + len(actor.conditions)
    for sheet in actor.sheets.values():
        lines += 1 + sum(len(name) + SHORT_RATING for name in sheet.ratings) // READ_ACROSS
        told = [trait for trait in sheet.traits if trait.when or trait.effects]
        lines += sum(1 + (len(trait.name) + len(trait.when)) // READ_ACROSS for trait in told)
        lines += len(told) < len(sheet.traits)
    return lines


def _scene_wish(state: State, told: Iterable[Fact]) -> Wish:
    """Return the wish of the scene's pane, by all its texts, so that a clue that is found moves no pane."""
    page = page_in_front(state)
    if page is None:
        return NOTHING
    if is_played(state):
        parts = (part for part in state.book.pages if part.parent == page.id)
        texts = [page.text, *(f"{part.title} {part.reveals or part.text}" for part in parts)]
    else:
        texts = [f"{label} {text}" for label, text, _ in told]
    lines = 1 + sum(1 + len(text) // READ_ACROSS for text in texts)
    return Wish(0, *(max(LEAST_PANE, min(rows, lines)) for rows in (ASIDE.rows, ASIDE.fair, lines)))


def _abacus_wish(state: State, rods: int) -> Wish:
    """Return the wish of an abacus, at most with all stakes; a frame has beams, and a few lines more for each rod."""
    # A mixed table without challenges shows no frame.
    if any(voice_of(game).rods.storeys for game in state.games) and (state.challenges or len(state.games) == 1):
        return Wish(4, 1 + rods, 1 + 2 * rods, 1 + 4 * rods)
    challenges = state.challenges.values()
    fair = 1 + max(rods, len({rod.kind for rod in challenges}) + 2 * len(challenges))
    stakes = sum(bool(rod.win) + bool(rod.lose) for rod in challenges if not rod.outcome)
    return Wish(4, 1 + rods, fair, max(fair, 1 + rods + 2 * stakes))


FIRST = ("party", "order", "ladder", "abacus", "log", "inspector", "scene")
"""Panes from the one whose wish is met first to the last."""
REST = ("log", "order", "scene", "inspector", "ladder")
"""Panes that have what is left of a column; the first of these that is in it."""


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


def with_head(wishes: Mapping[str, Wish], lines: int) -> Mapping[str, Wish]:
    """The wishes with a head of so many lines."""
    return {**wishes, "head": Wish(lines, lines, lines, lines)}


def question_lines(height: int) -> int:
    """Most lines of a question."""
    return max(1, height // 3) if height >= ROOMY_FROM else LINES - (height < FULL_FOOT_FROM)


def foot_lines(height: int, asking: int) -> int:
    """Lines of the foot: as many as a question needs, else three, but fewer on the lowest screens."""
    return max(FOOT_LINES, asking) if asking else max(1, min(FOOT_LINES, FOOT_LINES - (FULL_FOOT_FROM - height)))


def regions(
    width: int,
    height: int,
    shown: str = "ladder",
    wishes: Mapping[str, Wish] = NO_WISHES,
    asking: int = 0,
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
        asking: Lines of the question that is put; 0 for none.
        front: The lower pane that the game plays on; an abacus stands above the order.
        over: Whether the question hides the ends of panes rather than move them, which paints the foot alone; a log
            that it would hide is moved all the same.
        below: Whether the keys are in a lower pane, which then has more of the place that it shares.
    """
    if width < LEAST_SIZE.width or height < LEAST_SIZE.height:
        return {"head": Region(0, 0, width, height)}
    foot = foot_lines(height, asking)
    head = wishes["head"].least if "head" in wishes else 1
    body = height - head - foot_lines(height, 0)
    if is_tabbed(width, height):
        panes = _tabbed(width, body, shown if shown in BELOW else BELOW[0], wishes, below)
    else:
        panes = _columns(width, body, wishes, front)
    panes = {name: region._replace(y=region.y + head - 1) for name, region in panes.items()}
    end = height - foot
    return {
        "head": Region(0, 0, width, head),
        **(panes if over and _in_sight_above(panes, end) else _above(panes, body + head - end)),
        "foot": Region(0, end, width, foot),
    }


def _in_sight_above(panes: Mapping[str, Region], end: int) -> bool:
    """Tell whether a log that nothing moves has room for its newest lines above a question."""
    log = panes.get("log")
    return log is None or end - log.y >= LEAST_LOG


def _above(panes: Mapping[str, Region], rows: int) -> Mapping[str, Region]:
    """Take rows for a question from a pane under all columns, then from the ends of columns; the log keeps a few.

    Of separate columns the question hides the ends of those without a log, so that nothing in them moves.
    """
    edge = max(region.right for region in panes.values())
    low = next((name for name, region in panes.items() if region.width == edge), "")
    places = dict(panes)
    if low:
        gone = min(rows, panes[low].height)
        places[low] = panes[low]._replace(y=panes[low].y - (rows - gone), height=panes[low].height - gone)
        rows -= gone
    columns: dict[int, list[str]] = {}
    for name, region in panes.items():
        if name != low:
            columns.setdefault(region.x, []).append(name)
    for column in columns.values():
        if low or "log" in column:
            places |= _squeezed({name: panes[name] for name in sorted(column, key=lambda one: panes[one].y)}, rows)
    return places


def _squeezed(column: Mapping[str, Region], rows: int) -> Mapping[str, Region]:
    """Take rows from a column of panes, the lowest first."""
    heights = {name: region.height for name, region in column.items()}
    for name in reversed([*column]):
        kept = LEAST_LOG if name == "log" else 0
        gone = max(0, min(rows, heights[name] - kept))
        heights[name] -= gone
        rows -= gone
    y = min(region.y for region in column.values())
    places: dict[str, Region] = {}
    for name, region in column.items():
        places[name] = region._replace(y=y, height=heights[name])
        y += heights[name]
    return places


def _tabbed(width: int, body: int, shown: str, wishes: Mapping[str, Wish], below: bool) -> Mapping[str, Region]:
    """Party and order side by side, with a row for everybody, and one lower pane under both."""
    party, order, ladder = (wishes.get(name, USUAL) for name in ("party", "order", "ladder"))
    low = max(LOW, body - max(party.rows, order.rows), LOW_LADDER if below else 0)
    # A character who is out has no rungs, and the log in the same place still has lines.
    low = min(low, max(ladder.most, SHORT_LADDER))
    top, left = body - low, width // 2 - 1
    return {
        "party": Region(0, 1, left + 1, top),
        "order": Region(left + 1, 1, width - left - 1, top),
        shown: Region(0, 1 + top, width, low),
    }


def _columns(width: int, body: int, wishes: Mapping[str, Wish], front: str) -> Mapping[str, Region]:
    """All panes in two columns, the log at the foot of the second, or in three, the log in the last below the scene."""
    left: Sequence[str] = ("party", "ladder", "inspector")
    centre: Sequence[str] = ("order", "abacus")
    if front == "abacus":
        centre = ("abacus", "order")
    if width >= THREE_COLUMNS:
        # The middle is wide enough for an abacus with all stakes.
        side, middle = width * 31 // 100, width * 37 // 100
        return {
            **_stacked(left, Region(0, 1, side, body), wishes),
            **_stacked(centre, Region(side, 1, middle, body), wishes),
            **_stacked(("scene", "log"), Region(side + middle, 1, width - side - middle, body), wishes),
        }
    wide = width * 21 // 40 + 1
    if wishes.get("abacus", USUAL).rows <= NO_RODS:
        # Without challenges, as between scenes, the second column has more room.
        centre = (*centre, "scene")
    else:
        left = (*left, "scene")
    return {
        **_stacked(left, Region(0, 1, wide, body), wishes),
        **_stacked((*centre, "log"), Region(wide, 1, width - wide, body), wishes),
    }


def _stacked(names: Sequence[str], place: Region, wishes: Mapping[str, Wish]) -> Mapping[str, Region]:
    """Panes under each other: all have the least first, then a row for everything; one has the rest."""
    heights = dict.fromkeys(names, 0)
    left = place.height
    for level in range(len(USUAL)):
        for name in sorted(names, key=FIRST.index):
            wish = wishes.get(name, USUAL)
            more = max(0, min(left, wish[level] - heights[name]))
            heights[name] += more
            left -= more
    for name in names:
        if not wishes.get(name, USUAL).least and heights[name] < LEAST_PANE:
            left += heights.pop(name)
    heights[next(name for name in REST if name in heights)] += left
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
        self.asking, self.over, self.below = 0, False, False
        self._placed: tuple[tuple[object, ...], Mapping[str, Region]] = (), {}

    def hold(self, wishes: Mapping[str, Wish], *, below: bool = False) -> bool:
        """Take the lines that panes ask for, and whether the keys are in a lower pane; True where that differs."""
        before = self.wishes, self.below
        self.wishes, self.below = wishes, below
        return (wishes, below) != before

    def ask(self, asking: int, size: Size, *, over: bool) -> bool:
        """Keep room for a question, or no longer; True where that changes anything at a size.

        Args:
            asking: Lines of the question; 0 for none.
            size: The terminal.
            over: Whether the question hides the ends of panes rather than move them.
        """
        before = self.regions(size)
        self.asking, self.over = asking, over
        return self.regions(size) != before

    def regions(self, size: Size) -> Mapping[str, Region]:
        """The place of every part that is in sight."""
        asked = (*size, self.shown, self.wishes, self.asking, self.front, self.over, self.below)
        if self._placed[0] != asked:
            self._placed = asked, regions(*asked)
        return self._placed[1]

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Place the children that are in sight; the others keep their state and take no room."""
        places = self.regions(size)
        return [
            WidgetPlacement(places[child.id], NULL_OFFSET, Spacing(), child)
            for child in children
            if child.id is not None and child.id in places
        ]
