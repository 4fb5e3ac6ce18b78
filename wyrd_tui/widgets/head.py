"""The head of the screen: where the table stands, what is nearest to its end, and the lesson that waits."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.widgets.cells import cells, clean_line, cut, wrap
from wyrd_tui.widgets.clicked import clickable, presses
from wyrd_tui.widgets.footer import Keyed
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.rods import BARE, Slide, slide_beads
from wyrd_tui.widgets.spans import EMPTY, Line, fill_line, fresh, merge_spans, raise_line, two_sided, width_of
from wyrd_tui.widgets.themes import Look
from wyrd_tui.widgets.values import HeadRod, Taught

WARNED = 30
"""Cells that a warning in the head may want before facts give way to it."""
TITLED = 16
"""Cells that are left to the title beside a warning that comes before all."""
ROD_TITLE = 8
"""Cells of the title of a challenge at least."""
MOST_BEADS = 12
"""Beads of a challenge that are drawn at most."""
NAME_CELLS = 12
"""Cells that the name of the table keeps beside challenges."""
ROOM_FOR_RODS = 30
"""Cells that challenges need beside the name of the table."""
APART = "   "
"""Cells before each challenge but the first."""
SIGNS = 3
"""Cells of the signs of a challenge that is chosen and advances."""


def taught_lines(taught: Taught, width: int) -> list[Line]:
    """Draw the lesson that waits, in as many lines as the longest needs, so that no step moves the panes."""
    number = f" {taught.at + 1}/{len(taught.texts)}  "
    wrapped = [wrap(text, width - cells(number) - 1) for text in taught.texts]
    lines: list[Line] = []
    for text in wrapped[taught.at]:
        words, *keys = text.split("`")
        spans: list[Span] = [(" " * cells(number) if lines else number, "dim"), (words, "text")]
        for key, words in zip(keys[::2], keys[1::2], strict=True):
            spans += clickable(((key, "key"), (words, "text")), presses(key))
        lines.append(tuple(spans))
    lines += [EMPTY] * (max(map(len, wrapped)) - len(lines))
    return [raise_line(fill_line(line, width)) for line in lines]


class Head(Keyed):
    """Head line: table and scene on the left; round, acts and the state of saving on the right; a lesson below."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(look=look, glyphs=glyphs, id="head")
        self._left: tuple[str, str] = ("", "")
        self._right: tuple[str, ...] = ()
        self._held: tuple[str, ...] = ()
        self._warning = ""
        self._urgent = self._steady = False
        self._rods: tuple[HeadRod, ...] = ()
        self._taught = Taught()
        self.apart = 0
        """Lines that challenges have of their own below the first."""

    def teach(self, taught: Taught, width: int) -> int:
        """Show the lesson that waits below the head line; return the lines of both in so many cells."""
        if taught != self._taught:
            self._taught = taught
            self.redraw()
        return 1 + len(taught_lines(taught, width)) if taught.texts else 1

    def set_apart(self, lines: int) -> int:
        """Give challenges so many lines of their own below the first; return the number."""
        if lines != self.apart:
            self.apart = lines
            self.redraw()
        return lines

    def show(
        self,
        title: str,
        scene: str,
        facts: tuple[str, ...],
        warning: str = "",
        *,
        urgent: bool = False,
        rods: tuple[HeadRod, ...] = (),
        steady: bool = False,
        held: tuple[str, ...] = (),
    ) -> None:
        """Show where the table stands.

        Args:
            title: Name of the table.
            scene: Name of the scene.
            facts: Round, acts and the state of saving, the most important last.
            warning: A sentence that stays until it is taken back.
            urgent: Whether the warning comes before all.
            rods: Challenges, as far as there is room for them; the first two come before the whole title of the table.
            steady: Whether challenges come and go with the turn, so that the width alone decides on the number of acts.
            held: Those of the facts that give way to no challenge, such as the Wyrd of the scene.
        """
        self._held = held
        self._left, self._right, self._warning = (clean_line(title), clean_line(scene)), facts, clean_line(warning)
        self._urgent, self._rods, self._steady = urgent, rods, steady
        if self.differs(self._left, facts, self._warning, urgent, rods, steady):
            self.redraw()

    def redraw(self) -> None:
        """Re-render at the current width."""
        width = self.size.width
        if not width:
            return
        left, facts = self._placed(width)
        right: Line = ((f"  {facts} ", "dim"),)
        if self._warning:
            room = width - width_of(tuple(left[:1])) - 8
            if room - width_of(right) < WARNED:
                # Whether all is saved comes before how long it has been played.
                kept = [fact for fact in self._right if fact in (*self._held, self._right[-1])]
                right = ((f"  {f' {self.glyphs.dot} '.join(kept)} ", "dim"),)
            room = max(20, min(width // 2, room - width_of(right)))
            if self._urgent:
                room = max(room, width - width_of(right) - TITLED)
            right = (("  ", "text"), (f" {cut(self._warning, room, self.glyphs.more)} ", "turn"), *right)
        if width_of(right) > width - 10:
            right = (*right[:-1], (f"  {''.join(self._right[-1:])} ", "dim"))
        lines = [two_sided(tuple(left), right, width, self.glyphs.more)]
        for line in rods_lines(self._rods, width - 2, self.glyphs, self.apart):
            lines.append(((" ", "text"), *line))
        self.set_lines([*lines, *(taught_lines(self._taught, width) if self._taught.texts else ())])

    def _placed(self, width: int) -> tuple[list[Span], str]:
        """Return title, scene and challenges, and the facts at the end of the line.

        Two challenges come before how long the table has been played, and before the whole title of the table.
        """
        dot = f" {self.glyphs.dot} "
        title, scene = self._left
        rods = () if self._warning or self.apart else self._rods
        placed: Line = ((dot, "faint"), (scene, "text")) if scene else ()
        whole: list[Span] = [(f" {title}", "strong"), *placed]
        name = cut(title, NAME_CELLS, self.glyphs.more)
        named: list[Span] = [(f" {name}", "strong"), *whole[1:]]
        bare: list[Span] = [(f" {scene or title}", "text")]
        shorter = (*self._right[:-2], *(fact for fact in self._right[-2:-1] if fact in self._held), *self._right[-1:])
        room = width - width_of(tuple(whole)) - 3 - cells(dot.join(self._right))
        usual: tuple[tuple[str, ...], ...] = (self._right, shorter)
        if self._steady:
            usual = (self._right,) if room >= ROOM_FOR_RODS + len(APART) else (shorter,)
        first = _by_weight(rods)[:2]
        wanted = sum(_rod_cells(rod, self.glyphs) for rod in first) + len(APART) * len(first)
        ways = [(line, facts, wanted) for line in (whole, named) for facts in usual]
        if near := [rod for rod in first if rod.role == "hurt"]:
            # Facts come before other challenges. The order tells the round too; nothing else may tell what is near its
            # end, or, while another pane stands before the abacus, the Wyrd.
            more = len(APART) + cells(f"{self.glyphs.more}{len(rods) - len(near)} more") if rods[len(near) :] else 0
            least = sum(_rod_cells(rod, self.glyphs) + len(APART) for rod in near) + more
            held = [tuple(fact for fact in shorter[:at] if fact in self._held) for at in range(len(shorter))]
            ways += [(named, (*kept, *shorter[at:]), least) for at, kept in enumerate(held)]
        for left, facts, least in ways:
            room = width - width_of(tuple(left)) - 3 - cells(dot.join(facts))
            if least <= room:
                break
        else:
            left = list(named if room >= ROOM_FOR_RODS else bare)
            room = width - width_of(tuple(left)) - 3 - cells(dot.join(facts))
        if rods and (line := rods_line(rods, room - len(APART), self.glyphs)):
            left += [(APART, "text"), *line]
        elif len(facts) < len(shorter):
            facts = shorter
        if left[:1] == named[:1] and not self._warning:
            # The name of the table has all cells that nothing else takes.
            spare = max(0, width - width_of(tuple(left)) - 1 - len(APART) - cells(dot.join(facts)))
            left = [(f" {cut(title, cells(name) + spare, self.glyphs.more)}", "strong"), *left[1:]]
        return left, dot.join(facts)


def _sign(rod: HeadRod, glyphs: Glyphs) -> str:
    """Return the sign of a challenge at hand, with a blank behind it; empty for any other."""
    sign = (glyphs.cursor if rod.chosen else "") + (glyphs.moves if rod.moves else "")
    return f"{sign} " if sign else ""


def _rod_cells(rod: HeadRod, glyphs: Glyphs) -> int:
    return cells(clean_line(rod.title)) + 1 + cells(_figures(rod, glyphs)) + cells(_sign(rod, glyphs))


def _figures(rod: HeadRod, glyphs: Glyphs) -> str:
    """Return the figures behind a title with what they would become, or what opens the challenge."""
    if rod.needed and rod.then not in (None, rod.done):
        return f"{rod.done}{glyphs.becomes}{rod.then}/{rod.needed}"
    return f"{glyphs.lock} {clean_line(rod.after)}" if rod.after else rod.figures


def strip_lines(rods: Sequence[HeadRod], width: int) -> int:
    """Count the lines that whole challenges need below the head; no bead and no cursor that moves changes it."""
    wanted = sum(cells(clean_line(rod.title)) + 1 + max(len(rod.figures), 2 * len(str(rod.needed)) + 1) for rod in rods)
    return 0 if not rods else 1 if wanted + len(APART) * len(rods) + SIGNS <= width - 2 else 2


def _is_at_hand(rod: HeadRod) -> bool:
    """Tell if a challenge keeps its place as the next that a key is for; one that failed stands behind the untried."""
    return rod.moves or (rod.chosen and rod.role != "dim")


def _by_weight(rods: Sequence[HeadRod]) -> list[HeadRod]:
    """Sort challenges, the one that matters most first: the nearest to its end, then those at hand."""
    rods = sorted(rods, key=lambda rod: (rod.role != "hurt", rod.weight))
    hands = sorted(filter(_is_at_hand, rods), key=lambda rod: not rod.moves)
    first = [*(rod for rod in rods[:1] if rod.role == "hurt" and rod not in hands), *hands]
    return [*first, *(rod for rod in rods if rod not in first)]


def rods_lines(rods: Sequence[HeadRod], room: int, glyphs: Glyphs, most: int) -> Sequence[Line]:
    """Draw challenges in one line or two, each with beads where it has room; of two the first has whole titles."""
    if most < 2:
        return (rods_line(rods, room, glyphs, beads=True),) * most
    ranked = _by_weight(rods)
    for count in range(len(rods), 1, -1):
        if count < len(rods) and any(rod.spare for rod in rods):
            return rods_lines([rod for rod in rods if not rod.spare], room, glyphs, most)
        shown = [rod for rod in rods if rod in ranked[:count]]
        wanted, first = -len(APART), 0
        while first < count and (wanted := wanted + len(APART) + _rod_cells(shown[first], glyphs)) <= room:
            first += 1
        # If one line holds all, half of them still go to the second.
        first = max(1, first if first < count else count - count // 2)
        missing = _missing(len(rods) - count, glyphs)
        rest = sum(len(APART) + _rod_cells(rod, glyphs) for rod in shown[first:]) - len(APART)
        if rest + cells(missing) <= room:
            last = rods_line(shown[first:], room - cells(missing), glyphs, beads=True)
            last = (*last, *([(missing, "dim")] if missing else ()))
            return rods_line(shown[:first], room, glyphs, beads=True), last
    return rods_line(rods, room, glyphs, beads=True), EMPTY


def _missing(count: int, glyphs: Glyphs) -> str:
    return f"{APART}{glyphs.more}{count} more" if count else ""


def rods_line(rods: Sequence[HeadRod], room: int, glyphs: Glyphs, *, beads: bool = False) -> Line:
    """Draw as many challenges as a line has room for, in their order; those that matter least are left out.

    Args:
        rods: The challenges.
        room: Cells of the line.
        glyphs: The signs to draw with.
        beads: Whether beads stand beside the titles where there is room for all.
    """
    wanted = [_rod_cells(rod, glyphs) for rod in rods]
    drawn = [rod.needed + 1 if rod.needed else 0 for rod in rods]
    gaps = len(APART) * (len(rods) - 1)
    beads = beads and max(drawn, default=0) <= MOST_BEADS + 1 and sum(wanted) + sum(drawn) + gaps <= room
    ranked = _by_weight(rods)
    heavy = sorted(rods, key=lambda rod: rod.weight)[:1]
    kept = max(1, sum(rod.role == "hurt" or _is_at_hand(rod) or rod in heavy for rod in rods))
    for count in range(len(rods), 0, -1):
        shown = [rod for rod in rods if rod in ranked[:count]]
        titles = [cells(clean_line(rod.title)) for rod in shown]
        missing = _missing(len(rods) - count, glyphs)
        fixed = sum(_rod_cells(rod, glyphs) for rod in shown) - sum(titles) + len(APART) * (count - 1) + cells(missing)
        # Of those near their end, at hand and the clock that runs titles may be cut; others only stand there whole.
        if fixed + sum(titles if count > kept else (min(size, ROD_TITLE) for size in titles)) > room:
            continue
        first = shown.index(ranked[0])
        while fixed + sum(titles) > room and not beads:
            # The longest title gives way, and that of the first in weight last of all.
            longest = max(range(count), key=lambda at: (at != first and titles[at] > ROD_TITLE, titles[at]))
            titles[longest] -= 1
        spans: list[Span] = []
        for rod, size in zip(shown, titles, strict=True):
            spans += [(APART, "text")] if spans else []
            spans += _rod_spans(rod, size, glyphs, beads=beads)
        return merge_spans((*spans, *([(missing, "dim")] if missing else ())))
    return EMPTY


def _rod_spans(rod: HeadRod, size: int, glyphs: Glyphs, *, beads: bool) -> list[Span]:
    """A challenge: the sign of what is at hand, its title in so many cells, maybe its beads, its figures."""
    spans: list[Span] = [(sign, "text")] if (sign := _sign(rod, glyphs)) else []
    spans.append((cut(clean_line(rod.title), size, glyphs.more) + " ", rod.role))
    if beads and rod.needed:
        role: Role = "dim" if rod.tried else rod.role if rod.role == "hurt" else "strong"
        slide = Slide(rod.done if rod.was is None else rod.was, rod.done, rod.done if rod.then is None else rod.then)
        roles: tuple[Role, Role] = role, "text"
        left, _, right = slide_beads(slide, rod.needed, rod.needed + BARE, roles, glyphs, tried=rod.tried)
        spans += [*left, *right, (" ", "text")]
    return [*spans, (_figures(rod, glyphs), fresh(rod.role, rod.was not in (None, rod.done)))]
