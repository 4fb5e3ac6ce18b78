"""Points that are left of an actor, in games that show these and not the marks.

Each is a row of a track like any other, but of its boxes those count that are not marked (WA-04, ME-21, ME-34).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.engine.state import Actor
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.voices.panes import ShownPoints
from wyrd_tui.engine.words import plain_number
from wyrd_tui.widgets.cells import cells, clean_line, pad
from wyrd_tui.widgets.clicked import clickable
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.spans import Line, fresh, row_of_signs, width_of, without_empty
from wyrd_tui.widgets.tracks import Shift, is_away, shown_games

MOST_POINTS = 12
"""Greatest score that is drawn in beads."""
GAP = 2
SIGNS = 3
"""Cells between a label and the points beside it, for the signs of a turn."""


class PointsCell(NamedTuple):
    """Something of which an actor has points.

    Attributes:
        label: The name on the screen.
        figures: The points that are left, in figures.
        role: Look of the figures.
        beads: Signs for the points that are left, and for those that are lost.
        alone: The points that are left without those that were there, which beads tell, or else a sign behind them.
        brief: Letters that tell the label from those of other games.
        ghost: Points now and after the open question, where no beads show them: `3→1`; none without a question.
    """

    label: str
    figures: str
    role: Role = "text"
    beads: Line = ()
    alone: str = ""
    brief: str = ""
    ghost: Span | None = None


FIGURES = 5
"""Cells of a column of figures at most; a longer number moves its own row alone."""


class PointsColumns(NamedTuple):
    """Columns for the facts of several people of one game, in cells.

    Attributes:
        game: The game of the facts.
        names: The label of each column, whole.
        beads: Beads of each column, where points are drawn as such.
        number: Cells of each column's figures.
        label: Cells of each column's label.
        letters: Whether letters stand for each label.
        kept: Number of columns that have room in each row; a row without room for others has its facts in a leaner
            way. None for all.
        least: Cells of the widest row in its leanest way.
        mixed: Whether the letters tell labels of several games apart.
    """

    game: str
    names: tuple[str, ...] = ()
    beads: tuple[int, ...] = ()
    number: tuple[int, ...] = ()
    label: tuple[int, ...] = ()
    letters: bool = False
    kept: int | None = None
    least: int = 0
    mixed: bool = False

    @property
    def width(self) -> int:
        """Cells of a row in these columns."""
        label, number = self.label[: self.kept], self.number[: self.kept]
        beads = sum(size + 1 for size in self.beads[: self.kept] if size)
        between = (1 if self.letters else GAP) * max(0, len(label) - 1)
        return max(self.least, sum(label) + (0 if self.letters else len(label)) + beads + sum(number) + between)


Across = tuple[PointsColumns, ...]
"""The columns of a table, by game."""


# ------------------------------------------------------------------ what is told


def points_cells(actor: Actor, game: str, glyphs: Glyphs, shift: Shift | None = None) -> tuple[PointsCell, ...]:
    """Return the points of an actor in one game, as a row draws them, with what an act has changed or would."""
    now, quiet = _points(actor, game), actor.out or is_away(actor)
    was, then = ({one.label: one for one in _points(other, game)} for other in shift or (None, None))
    return tuple(_fact(one, was.get(one.label, one), then.get(one.label, one), quiet, glyphs) for one in now)


def _points(actor: Actor | None, game: str) -> Sequence[ShownPoints]:
    points = voice_of(game).points
    return points(actor, actor.sheets[game]) if points and actor is not None and game in actor.sheets else ()


def _fact(one: ShownPoints, was: ShownPoints, then: ShownPoints, quiet: bool, glyphs: Glyphs) -> PointsCell:
    new = (was.figures, was.struck) != (one.figures, one.struck)
    size = one.full + one.hollow
    # Figures alone tell harm too, where there is no room for beads.
    harmed: Role = "hurt" if 2 * one.hollow >= size else "scratch"
    role = fresh("dim" if quiet else harmed if one.hollow and one.role == "text" else one.role, new)
    label = clean_line(one.label)
    turns: Role = "hurt" if then.left < one.left else "gain" if then.left > one.left else "strong"
    left, leaves = (_told(points, plain_number(points.left), glyphs) for points in (one, then))
    ghost = None if left == leaves else (f"{left}{glyphs.becomes}{leaves}", turns)
    figures = _told(one, one.figures, glyphs)
    alone = figures if size else left + (glyphs.hurt if left != figures else "")
    cell = PointsCell(label, figures, role, (), alone, one.brief or label[:1], ghost)
    if not 0 < size <= MOST_POINTS:
        return cell
    cell = cell._replace(alone=left)
    if one.struck:
        struck: Line = ((glyphs.struck * one.hollow, fresh("dim" if quiet else "lost", new)),)
        return cell._replace(beads=clickable(struck, "box"))
    roles: tuple[Role, Role] = ("faint", "dim" if quiet else "hurt")
    bead: Span = glyphs.ghost, turns
    beads = row_of_signs((glyphs.whole, glyphs.hurt), roles, size, one.full, was.full, (then.full, bead))
    return cell._replace(beads=clickable(beads, "box"))


def _told(points: ShownPoints, figures: str, glyphs: Glyphs) -> str:
    """The points in figures, or the sign of those that are lost for good."""
    return glyphs.lost if points.struck else figures.replace("−", glyphs.minus)


# ------------------------------------------------------------------ in columns


def points_columns(
    actors: Sequence[Actor],
    games: Sequence[str],
    glyphs: Glyphs,
    *,
    drawn: bool = False,
    letters: bool = False,
    mixed: bool = False,
) -> Across:
    """The columns that hold the facts of all of these, by game; none where nobody's points are shown.

    At a table of several games, a `mixed` one, letters tell labels apart that begin alike in two of them.
    """
    found: list[PointsColumns] = []
    mixed = mixed or len(games) > 1 or any(len(actor.sheets) > 1 for actor in actors)
    for game in dict.fromkeys((*games, *(game for actor in actors for game in shown_games(actor, games)))):
        if voice_of(game).points is None:
            continue
        told = [points_cells(actor, game, glyphs) for actor in actors if game in shown_games(actor, games)]
        # The fullest sheet has the order where a character lacks a number.
        names = dict.fromkeys(fact.label for facts in sorted(told, key=len, reverse=True) for fact in facts)
        if names:
            each = [[fact for facts in told for fact in facts if fact.label == name] for name in names]
            found.append(
                PointsColumns(
                    game,
                    tuple(names),
                    tuple(max(width_of(f.beads) for f in facts) if drawn else 0 for facts in each),
                    tuple(min(FIGURES, max(len(_figures(f, letters)) for f in facts)) for facts in each),
                    tuple(max(cells(_label(f, letters, mixed)) for f in facts) for facts in each),
                    letters,
                    mixed=mixed,
                )
            )
    return tuple(found)


def lean_columns(
    actors: Sequence[Actor], games: Sequence[str], glyphs: Glyphs, *, longest: bool = False, mixed: bool = False
) -> tuple[Across, ...]:
    """The ways to draw a track in signs before the figures behind it, from room for all of these to room for the track.

    Only a game with one track has them. Figures in brackets have no column and move their own row alone, as does a
    track longer than most, unless the `longest` one makes the column.
    """
    across = points_columns(actors, games, glyphs, drawn=True, letters=True, mixed=mixed)
    if len(across) != 1 or [bool(size) for size in across[0].beads] != [not at for at in range(len(across[0].beads))]:
        return ()
    (one,) = across
    played = [actor for actor in actors if one.game in shown_games(actor, games)]
    # An actor whose numbers nobody has written has none.
    told = [facts for actor in played if (facts := points_cells(actor, one.game, glyphs))]
    leanest = [[*_ways_to_lean(facts, out=False)][-1] for facts in told]
    plain = [(fact.label, len(_figures(fact, True).partition("(")[0])) for facts in told for fact in facts]
    number = tuple(max(size for label, size in plain if label == name) for name in one.names)
    tracks = sorted(width_of(facts[0].beads) for facts in told)
    track = tracks[-1 if longest else len(tracks) // 2]
    least = max(width_of(_close(facts, one)) for facts in leanest)
    one = one._replace(beads=(track, *one.beads[1:]), number=number, least=least)
    return tuple((one._replace(kept=kept),) for kept in range(len(number), 0, -1))


def _lean_ways(
    actors: Sequence[Actor], games: Sequence[str], glyphs: Glyphs, *, mixed: bool
) -> Sequence[tuple[Across, Across]]:
    """Pair each of these ways with the one in whose column the longest track has room, which comes first."""
    longest = lean_columns(actors, games, glyphs, longest=True, mixed=mixed)
    return tuple(zip(longest, lean_columns(actors, games, glyphs, mixed=mixed), strict=True))


def points_ways(
    actors: Sequence[Actor], games: Sequence[str], glyphs: Glyphs, *, fight: bool, mixed: bool = False
) -> Iterator[Across]:
    """Yield the columns of points behind names, from the most room to the least, which is none.

    Outside of a fight rows have lines for all points below names that leave these no room.
    """
    for letters in (False, True):
        yield points_columns(actors, games, glyphs, drawn=True, letters=letters, mixed=mixed)
    lean = _lean_ways(actors, games, glyphs, mixed=mixed)
    yield from chain.from_iterable(lean if fight else lean[:1])
    yield points_columns(actors, games, glyphs, letters=True, mixed=mixed)
    yield ()


def tight_columns(
    actors: Sequence[Actor],
    games: Sequence[str],
    glyphs: Glyphs,
    labels: Sequence[int],
    room: int,
    *,
    mixed: bool = False,
) -> Across:
    """The columns for rows of one line: a track beside which half of the labels are whole, else figures alone.

    A row with a long name has its numbers in a leaner way than others, and not all have for its sake. A track longer
    than most has a column where that cuts no label, though one may take the place of signs.
    """
    for longest, way in _lean_ways(actors, games, glyphs, mixed=mixed):
        if 2 * sum(label + width_across(way) <= room - SIGNS for label in labels) >= len(labels):
            return longest if max(labels) + width_across(longest) <= room else way
    return points_columns(actors, games, glyphs, letters=True, mixed=mixed)


def is_drawn(across: Across) -> bool:
    """Tell if such columns have signs beside the figures."""
    return any(any(each.beads) for each in across)


def is_lean(across: Across) -> bool:
    """Tell if a row has what stands behind a track in a leaner way where it has less room."""
    return bool(across) and across[0].kept is not None


def is_fuller(across: Across, other: Across) -> bool:
    """Tell if every row keeps more facts in some columns than in others."""
    if not across or not other:
        return bool(across)
    return is_lean(other) and (across[0].kept or 0) > (other[0].kept or 0)


def need_letters(actors: Sequence[Actor], games: Sequence[str], glyphs: Glyphs, room: int) -> bool:
    """Tell if points need letters, since somebody has no room for words."""
    return any(width_across(points_columns([one], games, glyphs)) > room for one in actors)


def width_across(across: Across) -> int:
    """Cells that the widest row in such columns takes."""
    return max((each.width for each in across), default=0)


def points_lines(
    actor: Actor, games: Sequence[str], across: Across, glyphs: Glyphs, shift: Shift | None = None, room: int = 0
) -> tuple[Line, ...]:
    """The points of an actor in columns, a line for each game; without room for these in a leaner way."""
    shown = shown_games(actor, games)
    return tuple(
        _line(points_cells(actor, each.game, glyphs, shift), each, room, out=actor.out)
        for each in across
        if each.game in shown
    )


def points_below(
    actor: Actor, games: Sequence[str], glyphs: Glyphs, room: int, shift: Shift, *, letters: bool, mixed: bool
) -> tuple[Line, ...]:
    """The points of an actor in lines of their own, with signs where these have room."""
    across = points_columns([actor], games, glyphs, drawn=True, letters=letters, mixed=mixed)
    if width_across(across) > room:
        across = points_columns([actor], games, glyphs, letters=letters, mixed=mixed)
    return points_lines(actor, games, across, glyphs, shift)


def _label(fact: PointsCell, letters: bool, mixed: bool) -> str:
    return fact.label if not letters else fact.brief if mixed else fact.label[:1]


def _figures(fact: PointsCell, letters: bool) -> str:
    return fact.figures.replace(" ", "") if letters else fact.figures


def _line(facts: Sequence[PointsCell], across: PointsColumns, room: int, *, out: bool) -> Line:
    named = _under_names(facts, across)
    line = _in_columns(named, across)
    if across.kept is None and 0 < room < width_of(line) and any(fact.ghost for fact in facts):
        # A fact that the question would change is not cut: gaps give way, and then labels.
        line = _in_columns(named, across, 1)
        if width_of(line) > room:
            label = tuple(cells(_label(fact, True, across.mixed)) for fact in named)
            line = _in_columns(named, across._replace(letters=True, label=label))
    if across.kept is None or width_of(line) <= room:
        return line
    for leaner in _ways_to_lean(named, out=out):
        for line in (_in_columns(leaner, across), _close(leaner, across)):
            if width_of(line) <= room:
                return line
    return line


def _ways_to_lean(facts: Sequence[PointsCell], *, out: bool) -> Iterator[Sequence[PointsCell]]:
    """Yield the facts of a row from the most room to the least: what they were goes first, then the beads.

    No pool goes, except all of one who is out.
    """
    yield facts
    if out:
        yield facts[:1]
        return
    alone = [fact if fact.beads else fact._replace(figures=fact.alone) for fact in facts]
    yield alone
    yield [fact._replace(figures=fact.alone) for fact in facts]
    yield [fact._replace(beads=()) for fact in alone]


def _close(facts: Sequence[PointsCell], across: PointsColumns) -> Line:
    """Draw a row without the blanks that other rows need."""
    facts = [fact for fact in facts if fact.label]
    label = tuple(cells(_label(fact, across.letters, across.mixed)) for fact in facts)
    beads = tuple(width_of(fact.beads) for fact in facts)
    return _in_columns(facts, across._replace(label=label, beads=beads, number=(0,) * len(facts)))


def _under_names(facts: Sequence[PointsCell], across: PointsColumns) -> Sequence[PointsCell]:
    """Leave a blank before a fact for each column of which the actor has none."""
    found = {fact.label: fact for fact in facts}
    last = max((at for at, name in enumerate(across.names) if name in found), default=-1)
    return [found.get(name, PointsCell("", "")) for name in across.names[: last + 1]]


def _in_columns(facts: Sequence[PointsCell], across: PointsColumns, apart: int = GAP) -> Line:
    spans: list[Span] = []
    for index, fact in enumerate(facts):
        size = across.beads[index]
        name = across.label[index]
        label = pad(_label(fact, across.letters, across.mixed), name) + ("" if across.letters else " ")
        beads = fact.beads if size else ()
        told, role = (_figures(fact, across.letters), fact.role) if beads or not fact.ghost else fact.ghost
        last = index == len(facts) - 1
        between = 1 if across.letters else apart
        gap = 0 if last else max(1, across.number[index] - len(told) + between)
        drawn = width_of(beads) if size else 0
        blank = max(0, size - drawn) + (1 if size else 0)
        spans += [(label, "dim"), *beads, (" " * blank, "text"), (told, role), (" " * gap, "text")]
    return without_empty(spans)
