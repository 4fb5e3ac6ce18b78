"""The players' view as lines of a screen that is read from afar: whose turn it is, who is hurt, what threatens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest

from wyrd_tui.engine.harm import HEALTH_WORDS, Health
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.player_view import PlayerView, SeenChallenge, SeenPage, SeenPerson, SeenPlace
from wyrd_tui.engine.spans import BLANK, PageLine, Role, Span, heading_line, make_line
from wyrd_tui.screens.prose import paragraph
from wyrd_tui.screens.public_tracks import ROOMY, Plan, in_short, seen_rows, wrapped
from wyrd_tui.widgets.cells import cells, clean_line, cut, wrap
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.spans import Line, fill_line, two_sided, width_of

GAP = 3
WIDE = 150
"""Cells from which challenges and pages have a column of their own where rows are not drawn large."""
LARGE_FROM = 100
"""Cells from which rows are drawn large where all have room."""
MOST_PROSE = 72
"""Cells of a line that is read with ease."""
HEALTH_ROLES: Mapping[Health, Role] = {
    "unhurt": "dim",
    "low": "text",
    "hurt": "scratch",
    "badly": "hurt",
    "out": "lost",
}
LARGE = (8, 6, 5, 4, 3, 2)
"""Empty lines between rows that are drawn large, the roomiest first."""


WAYS = (
    (2, True, 40),
    (1, True, 40),
    (1, True, 6),
    (0, True, 40),
    (0, True, 6),
    (0, True, 2),
    (0, True, 1),
    (0, False, 1),
)
"""Ways to arrange a column, the roomiest first: empty lines between rows, details or none, lines of prose.

Where prose has one line, pages and people who are unhurt are cut short for the harm of others.
"""
LONGEST = 40
"""Lines of a page at most beside the rest of the table."""
ALL = 100_000
"""More lines than a page has."""
PAGES_LEAST = 8
"""Lines kept for shown pages before rows above get more space."""
PAGES_FEWEST = 4
"""Lines kept for them before tracks of the party are told in a word."""
LEAST_NAME = 8
"""Cells that a line leaves to what stands at its left, however short."""


def compose_view(view: PlayerView, width: int, height: int, glyphs: Glyphs = UNICODE) -> list[PageLine]:
    """Compose what players see in so many lines, the roomiest way that fits; what does not is counted at the end."""
    head = [PageLine(two_sided(_title(view), _round(view), width, glyphs.more)), BLANK]
    last = wrap(clean_line(view.last), width - 2) if view.last else []
    last = [*last[:1], *([cut(" ".join(last[1:]), width - 2, glyphs.more)] if last[1:] else [])]
    foot = [BLANK, *(make_line((f" {line}", "strong")) for line in last)] if last else []
    room = max(1, height - len(head) - len(foot))
    body = _large(view, width, room, glyphs) if width >= LARGE_FROM else []
    if not body:
        parts = 3 if width >= WIDE else 2
        wide = _column_width(width, parts)
        columns = [_fitted(column, wide, room, glyphs) for column in _columns(view, parts)]
        body = _abreast([_cut(column, room, glyphs) for column in columns], wide, glyphs)
    return [*head, *body, *[BLANK] * (room - len(body)), *foot]


def compose_pages(view: PlayerView, width: int, glyphs: Glyphs = UNICODE) -> list[PageLine]:
    """Compose all pages that are shown, to their last line, the latest shown first; nothing where none has words."""
    lines: list[PageLine] = []
    for page in reversed([page for page in view.pages if page.text]):
        lines += [*_page(page, Plan(width, 0, True, ALL, glyphs)), BLANK]
    return lines[:-1]


def _column_width(width: int, parts: int) -> int:
    return (width - GAP * (parts - 1) - 2) // parts


def _large(view: PlayerView, width: int, room: int, glyphs: Glyphs) -> list[PageLine]:
    """Arrange two columns large, to be read across a room; nothing where not all of it fits."""
    wide = _column_width(width, 2)
    for gap in LARGE:
        plan = Plan(wide, gap, True, LONGEST, glyphs, large=True)
        columns = []
        for parts, pages in _columns(view, 2):
            lines = [line for part in parts for line in part(plan)]
            if len(lines) + (PAGES_LEAST if any(page.text for page in pages) else bool(pages)) > room:
                break
            columns.append([*lines, *_pages(pages, plan, room - len(lines))])
        else:
            return _abreast(columns, wide, glyphs)
    return []


class _Column(NamedTuple):
    """Parts of a column from top to bottom, each drawn by a plan, and the pages that have the lines left."""

    parts: Sequence[Callable[[Plan], list[PageLine]]]
    pages: Sequence[SeenPage] = ()


def _fitted(column: _Column, wide: int, room: int, glyphs: Glyphs) -> list[PageLine]:
    """Compose a column in the roomiest way that fits; pages have what is left, and a few lines in any case."""
    wanted = len(_pages(column.pages, Plan(wide, 0, True, LONGEST, glyphs), room)) if column.pages else 0
    lines: list[PageLine] = []
    plan = Plan(wide, 0, False, 1, glyphs)
    for gap, details, prose in WAYS:
        plan = Plan(wide, gap, details, prose, glyphs)
        lines = [line for part in column.parts for line in part(plan)]
        if len(lines) + min(wanted, PAGES_LEAST if gap else PAGES_FEWEST if prose > 1 else 1) <= room:
            break
    lines += _pages(column.pages, plan._replace(details=True, prose=LONGEST), room - len(lines))
    return lines[:-1] if lines and lines[-1] == BLANK else lines


def _pages(pages: Sequence[SeenPage], plan: Plan, room: int) -> list[PageLine]:
    """Compose the pages that are shown as far as there is room, and count the others.

    Those with words stand first, the latest of them before all; of the rest the titles alone are told.
    """
    read = [page for page in reversed(pages) if page.text]
    blocks = [_page(page, plan) for page in read]
    blocks += _bare([page for page in pages if not page.text], plan.width)
    lines: list[PageLine] = []
    for number, block in enumerate(blocks):
        left = len(blocks) - number - 1
        free = room - len(lines) - (not lines) - bool(left)
        if len(block) > free and not lines and free > 1:
            block = _page(read[0], plan._replace(prose=free - 1)) if read else block[:free]
        if len(block) > free:
            more = make_line((f" {plan.glyphs.below} {left + 1} more shown", "dim"))
            return [*lines, more] if room > len(lines) else lines
        lines += [*(() if lines else [heading_line("Shown")]), *block]
        lines += [BLANK] * (plan.gap > 0 and room - len(lines) > 1)
    return lines


def _bare(pages: Sequence[SeenPage], width: int) -> list[list[PageLine]]:
    """Name pages without words, those of one kind together."""
    by_kind: dict[str, list[str]] = {}
    for page in pages:
        by_kind.setdefault(page.word, []).append(clean_line(page.title))
    told = (f"{kind.capitalize()}: {' · '.join(titles)}" for kind, titles in by_kind.items())
    return [[make_line(" ", (row, "dim")) for row in wrap(words, width - 2)] for words in told]


def _title(view: PlayerView) -> Line:
    named = view.scene and view.scene != view.title
    scene: Line = (("  ", "text"), (clean_line(view.scene), "text")) if named else ()
    return ((" ", "text"), (clean_line(view.title), "strong"), *scene)


def _round(view: PlayerView) -> Line:
    pools = "   ".join(f"{pool.label} {pool.points}" for pool in view.pools)
    told = "   ".join(part for part in (pools, f"round {view.round}" if view.order and view.round else "") if part)
    return ((f"{told} ", "focus"),) if told else ()


def _columns(view: PlayerView, parts: int) -> list[_Column]:
    fights = {place.name for place in view.order}
    # Those in the order stand there; below it come the ones with more to tell.
    others = [one for one in view.others if one.rows or one.conditions or one.name not in fights]
    live = sorted(view.challenges, key=lambda rod: (not rod.near, not rod.clock, not rod.open))

    def order(plan: Plan) -> list[PageLine]:
        # The lines around a row are those of the bar.
        return _part("Order", [_place(place, plan) for place in view.order], plan, apart=max(0, plan.gap - ROOMY))

    def party(plan: Plan) -> list[PageLine]:
        return _part("Party", _people(view.party, plan), plan)

    def also(plan: Plan) -> list[PageLine]:
        # Where room is short, the harm of the party comes before that of everybody else.
        brief = plan._replace(details=plan.details and plan.gap > 0)
        # At the worst those who are well stand in a line, which is cut.
        cut_short = [one for one in others if plan.prose == 1 and not (one.rows or one.conditions)]
        well = [one for one in cut_short if one.health == "unhurt"]
        names = ", ".join(_crowd(one.name, one.count, plan.glyphs) for one in well)
        row = [[make_line(" ", (cut(names, plan.width - 1, plan.glyphs.more), "dim"))]] if well else []
        return _part("Also here", [*_people([one for one in others if one not in well], brief), *row], plan)

    def rods(plan: Plan) -> list[PageLine]:
        return _part("Challenges", [_challenge(rod, plan) for rod in live], plan)

    if parts == 3 and view.order:
        return [_Column((order,)), _Column((party, also)), _Column((rods,), view.pages)]
    if parts == 3:
        return [_Column((party,)), _Column((also,)), _Column((rods,), view.pages)]
    if view.order:
        return [_Column((order, rods)), _Column((party, also), view.pages)]
    return [_Column((party, also)), _Column((rods,), view.pages)]


def _part(title: str, rows: Sequence[Sequence[PageLine]], plan: Plan, apart: int | None = None) -> list[PageLine]:
    if not rows:
        return []
    lines = [heading_line(title)]
    gap = plan.gap if apart is None or not plan.roomy else apart
    for row in rows:
        lines += [*row, *[BLANK] * gap]
    return lines if plan.gap else [*lines, BLANK]


def _cut(column: Sequence[PageLine], room: int, glyphs: Glyphs) -> list[PageLine]:
    if len(column) <= room:
        return list(column)
    return [*column[: room - 1], make_line((f"{glyphs.below} {len(column) - room + 1} more lines", "dim"))]


def _abreast(columns: Sequence[Sequence[PageLine]], wide: int, glyphs: Glyphs) -> list[PageLine]:
    rows = []
    for row in zip_longest(*columns, fillvalue=BLANK):
        spans: list[Span] = [(" ", "text")]
        for line in row:
            spans += [*fill_line(line.spans, wide, glyphs.more), (" " * GAP, "text")]
        rows.append(PageLine(tuple(spans[:-1])))
    return rows


# ------------------------------------------------------------------ rows


def _spaced(name: str, room: int, plan: Plan) -> str:
    """Write a name in spaced capitals, which are read from farther away, if rows are large and it fits."""
    wide = " ".join(name.upper())
    return wide if plan.large and cells(name) == len(name) and cells(wide) <= room else name


def _place(place: SeenPlace, plan: Plan) -> list[PageLine]:
    """A place in the order; a bar of the accent runs through the line of the one whose turn it is.

    Where there is room it covers the empty lines around that one, so that no row moves when the turn passes.
    """
    sign = plan.glyphs.turn if place.turn else plan.glyphs.acted if place.acted else " "
    harm = place.health if place.health and place.health != "unhurt" else None
    hurt = HEALTH_WORDS[harm] if harm else ""
    room = plan.width - 4 - (cells(hurt) + 2 if hurt else 0)
    name = _spaced(cut(_crowd(place.name, place.count, plan.glyphs), room, plan.glyphs.more), room, plan)
    if place.turn:
        words = f" {sign}  {name}"
        bar = make_line((words + " " * (plan.width - cells(words) - cells(hurt) - 1) + hurt + " ", "turn"))
        edge = make_line((" " * plan.width, "turn"))
        return [edge, bar, edge] if plan.roomy else [bar]
    role: Role = "gone" if place.health == "out" else "dim" if place.acted else "strong" if place.party else "name"
    left: Line = ((f" {sign}  ", "dim"), (name, role))
    right: Line = ((hurt, HEALTH_ROLES[harm]), (" ", "text")) if harm else ()
    row = PageLine(two_sided(left, right, plan.width, plan.glyphs.more))
    return [BLANK, row, BLANK] if plan.roomy else [row]


def _people(people: Sequence[SeenPerson], plan: Plan) -> list[list[PageLine]]:
    """Draw people alike: all with as much beside the name as has room for all, or all with the track below it."""
    tracked = [one for one in people if one.rows]
    offered = zip(*(_beside(one, plan) for one in tracked), strict=True)
    rooms = [_room_beside(one, plan) for one in tracked]
    fits = (all(width_of(line) <= room for line, room in zip(way, rooms, strict=True)) for way in offered)
    way = next((number for number, fit in enumerate(fits) if fit), None)
    return [_person(one, plan, way) for one in people]


def _harm(person: SeenPerson) -> Span:
    return f"{HEALTH_WORDS[person.health]} ", HEALTH_ROLES[person.health]


def _beside(person: SeenPerson, plan: Plan) -> tuple[Line, Line, Line]:
    """Return what may stand beside a name: harm in a word, the track and quiet numbers; then always less of it."""
    word: Line = (_harm(person),) if person.health != "unhurt" else ()
    tracks = in_short(seen_rows(person.rows), plan)
    return (*word, *in_short(person.rows, plan)), (*word, *tracks), tracks


def _room_beside(person: SeenPerson, plan: Plan) -> int:
    """Return the cells beside a name, which is not cut for its track."""
    return plan.width - max(cells(_crowd(person.name, person.count, plan.glyphs)), LEAST_NAME) - 2


def _person(person: SeenPerson, plan: Plan, way: int | None) -> list[PageLine]:
    """A name with the worst of the track beside it, and below it the rest that is known.

    Without a way that all people have room for, the track stands below, or else where this one has room for it.
    """
    name, out = _crowd(person.name, person.count, plan.glyphs), person.health == "out"
    right: Line = (_harm(person),) if person.health != "unhurt" else ()
    lines: list[PageLine] = []
    if person.rows and plan.roomy:
        lines = wrapped(person.rows, plan, short=False)
    elif person.rows and way is not None:
        right = _beside(person, plan)[way]
    elif person.rows and plan.details:
        lines = min((wrapped(rows, plan, short=True) for rows in (person.rows, seen_rows(person.rows))), key=len)
    elif person.rows:
        right = _beside(person, plan)[-1]
        if width_of(right) > _room_beside(person, plan):
            # Harm in a word, and the numbers beside it that players watch.
            right = (*in_short([row for row in seen_rows(person.rows) if not row.left + row.lost], plan), _harm(person))
    name = _spaced(name, plan.width - width_of(right) - 2, plan)
    left: Line = ((" ", "text"), (name, "gone" if out else "strong"))
    if person.player and width_of((*left, *right)) + cells(player := clean_line(person.player)) + 3 <= plan.width:
        left = (*left, (f"  {player}", "dim"))
    lines.insert(0, PageLine(two_sided(left, right, plan.width, plan.glyphs.more)))
    harm = [label for label in person.conditions if label not in person.harmless]
    told: tuple[tuple[Sequence[str], Role], ...] = (harm, "hurt"), (person.harmless, "text")
    for labels, role in told:
        if labels and (plan.details or out):
            rows = wrap(", ".join(map(clean_line, labels)), plan.width - 4)
            lines += [make_line("   ", (row, role)) for row in (rows if plan.details else rows[:1])]
    return lines


def _crowd(name: str, count: int, glyphs: Glyphs) -> str:
    return clean_line(name) + (f" {glyphs.times}{count}" if count > 1 else "")


def _challenge(rod: SeenChallenge, plan: Plan) -> list[PageLine]:
    glyphs = plan.glyphs
    told = rod.outcome or rod.value
    beads: Line = ()
    apart = " " if plan.large else ""
    if rod.needed and rod.needed <= plan.width // 3 and (rod.needed > 1 or rod.clock):
        beads = (
            ((glyphs.moved + apart) * rod.done, "hurt" if rod.clock else "gain"),
            ((glyphs.waiting + apart) * (rod.needed - rod.done), "dim"),
        )
    elif rod.needed > 1:
        beads = ((f"{rod.done}/{rod.needed}", "hurt" if rod.near else "text"),)
    right: Line = (*beads, (f"  {told} " if told else " ", "dim"))
    if beads and cells(rod.title) + width_of(right) + 2 > plan.width:
        # The beads tell more than the name of the difficulty, and the title more than both.
        right = (*beads, (" ", "text"))
    role: Role = "gone" if rod.outcome else "hurt" if rod.near else "strong" if rod.open else "dim"
    title = _spaced(clean_line(rod.title), plan.width - width_of(right) - 3, plan)
    if plan.details and told and not beads and cells(title) + width_of(right) + 2 > plan.width:
        lines = [make_line(" ", (row, role)) for row in wrap(title, plan.width - 2)]
        lines.append(make_line("   ", (told, "dim")))
    else:
        lines = [PageLine(two_sided(((" ", "text"), (title, role)), right, plan.width, glyphs.more))]
    if plan.details:
        for words, look in _below(rod, people=plan.gap > 0):
            rows = wrap(clean_line(words), plan.width - 5)
            if len(rows) > plan.prose:
                rows = [*rows[: plan.prose - 1], f"{rows[plan.prose - 1]} {glyphs.more}"]
            lines += [make_line("   ", (row, look)) for row in rows]
    return lines


def _below(rod: SeenChallenge, *, people: bool) -> Iterator[Span]:
    """Tell who is in a challenge, and its stakes: before it is decided both, and then the one that came true."""
    if rod.who and people:
        yield ", ".join(rod.who), "dim"
    lost = rod.clock or rod.outcome == "failed"
    if rod.win and not (rod.outcome and lost):
        yield rod.win if rod.outcome else f"On success: {rod.win}", "gain"
    if rod.lose and (lost or not rod.outcome):
        yield rod.lose if rod.outcome else f"{'Once full' if rod.clock else 'On failure'}: {rod.lose}", "hurt"


def _page(page: SeenPage, plan: Plan) -> list[PageLine]:
    # A page without a title of its own is called by its kind.
    kind = f"  {page.word}" if page.title.casefold() != page.word else ""
    lines = [make_line(" ", (clean_line(page.title), "strong"), (kind, "dim"))]
    if page.text and plan.details:
        rows = paragraph(page.text, min(plan.width, MOST_PROSE), indent=3)
        if len(rows) > plan.prose:
            rows = [*rows[: plan.prose - 1], make_line("   ", (f"{plan.glyphs.more} space reads on", "dim"))]
        lines += rows
    return lines
