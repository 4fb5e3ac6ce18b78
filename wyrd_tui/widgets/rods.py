"""Rods, beams and the sixes of a countdown: the parts that the picture of an abacus is made of."""

from __future__ import annotations

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.widgets.cells import cells
from wyrd_tui.widgets.clicked import clickable
from wyrd_tui.widgets.glyphs import ASCII, Glyphs
from wyrd_tui.widgets.spans import Line, fresh, merge_spans, width_of, without_empty

BARE = 2
"""Bare rod that is always left, so that beads can be seen to have slid."""
FOOT = "foot"


def bead_line(done: int, needed: int, rod: int, glyphs: Glyphs) -> tuple[str, str, str]:
    """A rod of so many cells: beads moved to the left end, the bare rod, beads still to move at the right end."""
    room = max(2, rod - BARE)
    shown = min(max(needed, 1), room)
    moved = min(max(done, 0), needed)
    bare = glyphs.rod * (rod - shown)
    if needed > room:
        # More beads than the rod holds: to scale, but nothing done shows as done and all done shows as all.
        moved = 0 if moved <= 0 else max(1, min(shown - (moved < needed), round(moved * shown / needed)))
        bare = glyphs.scale + bare[1:]
    return glyphs.moved * moved, bare, glyphs.waiting * (shown - moved)


class Slide(NamedTuple):
    """Beads of a rod that have moved, before the last act, now, and as the open question would leave them."""

    was: int
    done: int
    then: int


def slide_beads(
    slide: Slide, needed: int, rod: int, roles: tuple[Role, Role], glyphs: Glyphs, *, tried: bool
) -> tuple[list[Span], int, list[Span]]:
    """Draw a rod of so many cells: the beads at its left end, the bare rod in cells, the beads at its right end.

    Beads of the last attempt, which is `tried`, are outlines.
    """
    moved, bare, waiting = map(len, bead_line(slide.done, needed, rod, ASCII))
    was, then = slide.was, slide.then
    if needed > max(2, rod - BARE):
        # To scale a bead that has moved may change nothing: then the outermost one is fresh.
        was, then = len(bead_line(was, needed, rod, ASCII)[0]), moved
        was += (slide.was > slide.done) - (slide.was < slide.done) if was == moved else 0
    ghosts = max(0, min(then, needed) - moved)
    sign = glyphs.tried if tried else glyphs.moved
    ghost: Span = glyphs.ghost, "strong"
    left: list[Span] = [ghost if at >= then else (sign, fresh(roles[0], at >= was)) for at in range(moved)]
    left += [ghost] * ghosts
    back = max(0, was - moved)
    right: list[Span] = [(glyphs.waiting, fresh(roles[1], at < back)) for at in range(waiting - ghosts)]
    return left, bare, right


def rod_line(
    slide: Slide,
    needed: int,
    rod: int,
    glyphs: Glyphs,
    *,
    moved_role: Role,
    waits: bool,
    gap: str = "",
    tried: bool = False,
) -> Line:
    """A rod between the sides of the frame; beads still to move are faint on one that waits.

    Words on the gap, such as `4+`, stand on the bare rod, where it has room for them.
    """
    roles: tuple[Role, Role] = moved_role, "faint" if waits else "text"
    left, bare, right = slide_beads(slide, needed, rod, roles, glyphs, tried=tried)
    scaled = glyphs.scale if needed > max(2, rod - BARE) else ""
    spans: Line = (
        (glyphs.left, "dim"),
        *clickable(left, "moved"),
        *clickable((*_bare_rod(scaled, bare, gap, glyphs), *right), "rod"),
        (glyphs.right, "dim"),
    )
    return merge_spans(without_empty(spans))


def _bare_rod(scaled: str, bare: int, gap: str, glyphs: Glyphs) -> Line:
    """The rod between the beads that have moved and the others, with what is missing written on it."""
    if not gap or scaled or len(gap) > bare:
        return ((scaled + glyphs.rod * (bare - len(scaled)), "faint"),)
    gap = wide if len(wide := f"needs {gap}") + BARE <= bare else gap
    before = (bare - len(gap)) // 2
    return (glyphs.rod * before, "faint"), (gap, "strong"), (glyphs.rod * (bare - before - len(gap)), "faint")


def bare_rod(rod: int, glyphs: Glyphs) -> Line:
    """A rod without beads."""
    return ((glyphs.left, "dim"), (glyphs.rod * rod, "faint"), (glyphs.right, "dim"))


def beam(name: str, rod: int, place: str, glyphs: Glyphs) -> Line:
    """A beam across the frame with a name in it: the topmost, one between, or the foot, which has no name."""
    left, right = {
        "top": (glyphs.top_left, glyphs.top_right),
        "joint": (glyphs.joint_left, glyphs.joint_right),
        FOOT: (glyphs.foot_left, glyphs.foot_right),
    }[place]
    if not name:
        return ((left + glyphs.beam * rod + right, "dim"),)
    rest = max(0, rod - cells(name) - 3)
    return ((f"{left}{glyphs.beam} ", "dim"), (name, "title"), (f" {glyphs.beam * rest}{right}", "dim"))


def sixes_line(done: int, needed: int, width: int, glyphs: Glyphs, was: int | None = None) -> Line:
    """A countdown: the sixes that it has counted, fresh beyond those that it had, and those that are due."""
    counted, due = min(done, needed), max(0, needed - done)
    if counted + due > width:
        return ((f"{glyphs.six} ".ljust(width), fresh("strong", was not in (None, done))),)
    roomy = 2 * (counted + due) - 1 <= width
    spans: list[Span] = []
    for at in range(counted + due):
        role: Role = "strong" if at < counted else "text"
        changed = was is not None and min(was, done) <= at < max(was, done)
        spans += [(" ", "text")] if roomy and at else []
        spans.append((glyphs.six if at < counted else glyphs.due, fresh(role, changed)))
    spans.append((" " * (width - width_of(tuple(spans))), "text"))
    return merge_spans(without_empty(spans))


def bowl_line(left: int, whole: int, glyphs: Glyphs, then: int | None = None) -> str:
    """The scene's Wyrd as beads in a bowl, those that were taken hollow; with its number where there are many.

    Beads that the open question would take are ghosts.
    """
    kept = left if then is None else max(0, min(left, then))
    if max(left, whole) > 12:
        return f"{glyphs.wyrd} {left}" + (f"→{kept}" if kept < left else "")
    return glyphs.wyrd * kept + glyphs.ghost * (left - kept) + glyphs.waiting * max(0, whole - left) or "none"
