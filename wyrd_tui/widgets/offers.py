"""The choices of a question, packed into rows and pages. Neither highlight nor hints change the choices of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.widgets.cells import cells, clean_line, cut, wrap
from wyrd_tui.widgets.clicked import clickable, presses
from wyrd_tui.widgets.glyphs import Glyphs, visibility_sign, with_sign
from wyrd_tui.widgets.listed_words import list_keys
from wyrd_tui.widgets.question import PromptChoice, PromptPart
from wyrd_tui.widgets.short_labels import shorten_labels
from wyrd_tui.widgets.spans import Line, cut_line, two_columns, width_of
from wyrd_tui.widgets.tracks import box_spans

LABELS = (34, 29, 24, 19, 15)
"""Cells for a choice, and for one in a form that would not fit on its row: as many as there is room for."""
LONG_LABELS = (88, 72, 60, 48)
"""Cells for a choice on a page that has room for more than the pages were cut by."""
OFFER_CELLS = 160
"""Cells for a choice or a hint where there is room for it."""
HINTS, SHORT_HINT = (OFFER_CELLS, 72, 64, 56, 48, 40, 32, 28, 23), 20
"""Cells for the hint of a choice, as many as there is room for; and where points are dealt, where it always stands."""
TRACK, LEAST_HINT = 16, 8
"""Cells for the boxes of an actor where nothing else of the hint has room, and the fewest for words behind them."""
SHARED = 3
"""Choices that share a hint, from which on it is told once."""
THEN = 6
"""Cells for the chance with a choice, such as `: >99%`."""
GAP = 2
"""Cells between two choices; the cursor sign may take one more."""
BELOW = 7
"""Cells before the rest of a hint on a second row."""
PAGED, COUNTED = 17, 7
"""Cells for the page number and its keys, and for how many choices are on."""


class Room(NamedTuple):
    """Room for choices.

    Attributes:
        width: Cells of a row.
        rows: Number of rows.
        noted: Whether the number of the page stands on the last row, where there are several pages.
        head: Cells before the first choice of a form; a page of several has none, unless labelled.
        labelled: Whether other questions stand on the same row, so that each page has the question before it.
    """

    width: int
    rows: int
    noted: bool = False
    head: int = 0
    labelled: bool = False


class PageCut(NamedTuple):
    """Choices cut into pages: how long a label may be, and each page's choices."""

    label: int
    pages: tuple[range, ...]


@lru_cache(maxsize=16)
def cut_into_pages(part: PromptPart, room: Room, glyphs: Glyphs) -> PageCut:
    """Cut choices into pages."""
    count = len(part.offers)
    # A name is cut before a target's track goes out of sight.
    labels = LABELS if room.head or any(offer.track for offer in part.offers) else LABELS[:1]
    for most in labels:
        sizes = [_size(part, offer, glyphs) for offer in shorten_labels(part.offers, most, glyphs.more)]
        if _packed(sizes, _rooms(room, room.head)):
            return PageCut(most, (range(count),))
    rooms = _rooms(room, room.head if room.labelled else 0, _noted(part, room))
    pages: list[range] = []
    first = 0
    while first < count:
        # A page holds at least one choice, however long it is.
        last = first + max(1, _filled(sizes[first:], rooms)[-1].stop)
        pages.append(range(first, last))
        first = last
    return PageCut(labels[-1], tuple(pages))


def cells_wanted(part: PromptPart, glyphs: Glyphs) -> int:
    """Cells for all choices in a row, with labels as long as a form has them at most."""
    return sum(_size(part, offer, glyphs) + GAP for offer in shorten_labels(part.offers, LABELS[0], glyphs.more)) - GAP


@lru_cache(maxsize=32)
def draw_page(part: PromptPart, room: Room, made: PageCut, glyphs: Glyphs, more: int = 0) -> Sequence[Line]:
    """The page in sight, with as much of labels and hints as fits, in so many rows more than it was cut for."""
    room = room._replace(rows=room.rows + more)
    page = made.pages[_in_sight(part, made)]
    offers = [part.offers[index] for index in page]
    if part.listed and len(offers) <= room.rows:
        hinted = _hinted(offers, glyphs)
        return two_columns(hinted, room.width) or [cut_line(line, room.width, glyphs.more) for line in hinted]
    alone = len(made.pages) < 2
    rooms = _rooms(room, room.head if alone or room.labelled else 0, 0 if alone else _noted(part, room))
    for most in (*(size for size in (*LONG_LABELS, *LABELS) if size > made.label), made.label):
        # A page may hold longer labels than those by which the pages were cut.
        shorter = [shorten_labels(part.offers, most, glyphs.more)[index] for index in page]
        if _packed([_size(part, offer, glyphs) for offer in shorter], rooms):
            break
    shown = _spelt_out(offers, shorter, rooms, glyphs)
    rows = _packed([width_of(offer) for offer in shown], rooms) or [range(len(offers))]
    spare = room.rows - len(rows) if more or (room.head and alone) else 0
    lines: list[Line] = []
    long = {
        row[0]: two
        for row, width in zip(rows, rooms, strict=False)
        if spare > 0
        and len(row) == 1
        and (two := _on_two_rows(offers[row[0]], shown[row[0]], width, room.width, glyphs))
    }
    whole = sorted(long, key=lambda index: not offers[index].here)[: max(0, spare)]
    for row in rows[: len(rooms)]:
        if row and row[0] in whole:
            lines += long[row[0]]
            continue
        line: list[Span] = []
        for index in row:
            line += [(" " * GAP, "text")] if line else []
            line += shown[index]
        lines.append(tuple(line))
    return lines


def _on_two_rows(offer: PromptChoice, shown: Line, width: int, below: int, glyphs: Glyphs) -> list[Line]:
    """A choice whose hint is cut, with the rest of the hint on a second row; empty where it needs none."""
    *head, (hint, role) = _offer(offer, glyphs, OFFER_CELLS)
    room = width - width_of(tuple(head)) - 1
    if not shown[-1][0].endswith(glyphs.more) or role != "dim" or room < LEAST_HINT:
        return []
    first = wrap(hint.strip(), room)[0]
    rest = cut(hint.strip()[len(first) :].strip(), below - BELOW, glyphs.more)
    return [(*head, (f" {first}", role)), *([((" " * BELOW + rest, role),)] if rest else [])]


def page_number(part: PromptPart, made: PageCut, glyphs: Glyphs, *, named: bool = False) -> Line:
    """Show the number of the page, the keys that turn it, and the count of choices that are on.

    Those on other pages are named where there is room.
    """
    count, number = len(made.pages), _in_sight(part, made)
    if count < 2:
        return ()
    on = sum(bool(offer.on) for offer in part.offers)
    page = made.pages[number]
    away = [
        one.label
        for at, one in enumerate(shorten_labels(part.offers, LABELS[-1], glyphs.more))
        if one.on and at not in page
    ]
    count_on = cut(f"on: {', '.join(away)}", LONG_LABELS[-1], glyphs.more) if named and away else f"{on} on"
    turns = [*(["PgUp"] if number > 0 else []), *(["PgDn"] if number < count - 1 else [])] if part.turned else []
    told: Line = ((f"  {count_on} ", "strong" if on else "dim"),) if _many(part) else ((" ", "text"),)
    keys = (span for at, key in enumerate(turns) for span in clickable(((" " * (at > 0) + key, "key"),), presses(key)))
    return (*told, (f" {number + 1}/{count} ", "dim"), *keys)


def _in_sight(part: PromptPart, made: PageCut) -> int:
    return next((number for number, page in enumerate(made.pages) if part.sight in page), 0)


def _noted(part: PromptPart, room: Room) -> int:
    """Cells of the last row for the number of the page."""
    return PAGED + (COUNTED if _many(part) else 0) if room.noted else 0


def _many(part: PromptPart) -> bool:
    return any(offer.on is not None for offer in part.offers)


def _rooms(room: Room, head: int, spare: int = 0) -> list[int]:
    """Cells for choices on each row, but those before the first and the spare ones behind the last."""
    rooms = [room.width] * room.rows
    rooms[0] -= head
    rooms[-1] -= spare
    return rooms


def _packed(sizes: Sequence[int], rooms: Sequence[int]) -> list[range] | None:
    """Choices on rows, in order; None where they do not fit."""
    rows = _filled(sizes, rooms)
    return rows if rows[-1].stop == len(sizes) else None


def _filled(sizes: Sequence[int], rooms: Sequence[int]) -> list[range]:
    """The first choices on rows, as many as fit."""
    rows: list[range] = []
    first = used = 0
    for index, size in enumerate(sizes):
        wanted = size + (GAP if used else 0)
        while used + wanted > rooms[len(rows)]:
            rows.append(range(first, index))
            if len(rows) == len(rooms):
                return rows
            first, used, wanted = index, 0, size
        used += wanted
    return [*rows, range(first, len(sizes))]


def _spelt_out(
    offers: Sequence[PromptChoice], short: Sequence[PromptChoice], rooms: Sequence[int], glyphs: Glyphs
) -> list[Line]:
    """Choices with their hints, where there is room for all; else the highlighted one's and of those that are on."""
    hints = (*HINTS, TRACK) if any(offer.track for offer in offers) else HINTS
    once = _told_once(offers)
    for hint in hints:
        # A hint that is longer than a row ends with the row; the first choice stands on the first one.
        hinted = _hinted(once, glyphs, hint)
        if len(rooms) > 1:
            hinted = [cut_line(line, rooms[min(number, 1)], glyphs.more) for number, line in enumerate(hinted)]
        if _packed([width_of(offer) for offer in hinted], rooms):
            return hinted if hint == HINTS[0] else _lengthened(once, hinted, rooms, glyphs)
    # Chances are told whole where there is room for all of them.
    whole = [offer._replace(brief="") for offer in short]
    short = whole if _packed([width_of(_bare(offer, glyphs)) for offer in whole], rooms) else short
    shown = [_bare(offer, glyphs) for offer in short]
    wanted = [index for index, offer in enumerate(offers) if offer.here or offer.on]
    alike = [*_alike(offers)]
    for index in sorted(wanted, key=lambda index: not offers[index].here):
        # A hint beside one choice and none beside its like would tell them apart where nothing does.
        run = next((run for run in alike if index in run and offers[index].on), [index])
        ways = [{at: _offer(kind[at], glyphs, hint) for at in run} for kind in (offers, short) for hint in hints]
        behind = _told_behind(offers, short, run, glyphs) if run[1:] else {index: _bare(offers[index], glyphs)}
        own = [{index: _offer(short[index], glyphs, hint)} for hint in hints if run[1:] and offers[index].here]
        shown = _first_that_fits(shown, (*ways, behind, *own), rooms)
    for run in alike:
        # Without room for the hint of each, one hint stands behind several choices that share it.
        if run[-1] not in wanted and offers[run[-1]].on is None:
            shown = _first_that_fits(shown, [_told_behind(offers, short, run, glyphs)], rooms)
    return shown


def _first_that_fits(shown: list[Line], ways: Iterable[Mapping[int, Line]], rooms: Sequence[int]) -> list[Line]:
    """Return choices with the first of several ways to draw some of them that has room; unchanged where none has."""
    drawn = ([way.get(index, line) for index, line in enumerate(shown)] for way in ways)
    return next((lines for lines in drawn if _packed([width_of(line) for line in lines], rooms)), shown)


def _told_behind(
    offers: Sequence[PromptChoice], short: Sequence[PromptChoice], run: Sequence[int], glyphs: Glyphs
) -> Mapping[int, Line]:
    """Draw the last of several choices with the hint that they share."""
    return {run[-1]: (*_bare(short[run[-1]], glyphs), (f" {_shared_hint(offers, run)}", "dim"))}


def _told_once(offers: Sequence[PromptChoice]) -> list[PromptChoice]:
    """Leave a hint that many choices share to the last of them; where points are dealt each keeps its own."""
    shown = list(offers)
    for run in _alike(offers):
        if len(run) >= SHARED and offers[run[0]].points is offers[run[0]].on is None:
            for index in run:
                shown[index] = offers[index]._replace(hint=_shared_hint(offers, run) if index == run[-1] else "")
    return shown


def _shared_hint(offers: Sequence[PromptChoice], run: Sequence[int]) -> str:
    """The hint of several choices, with the keys of the first and the last."""
    return f"({list_keys(sorted(offers[index].key for index in run))}: {clean_line(offers[run[0]].hint)})"


def _alike(offers: Sequence[PromptChoice]) -> Iterator[Sequence[int]]:
    """Return the indexes of choices with a hint in common, where several with keys have it."""
    sharing: dict[str, list[int]] = {}
    for index, offer in enumerate(offers):
        if offer.key and offer.hint and not offer.track:
            sharing.setdefault(offer.hint, []).append(index)
    return (run for run in sharing.values() if len(run) > 1)


def _lengthened(
    offers: Sequence[PromptChoice], hinted: Sequence[Line], rooms: Sequence[int], glyphs: Glyphs
) -> list[Line]:
    """Choices with hints of one length, but for those that have room on their rows for the whole hint."""
    lines = list(hinted)
    sizes = [width_of(line) for line in lines]
    for index, whole in enumerate(_hinted(offers, glyphs)):
        size, sizes[index] = sizes[index], width_of(whole)
        if sizes[index] > size and sizes[index] <= min(rooms) and _packed(sizes, rooms):
            lines[index] = whole
        else:
            sizes[index] = size
    return lines


def _hinted(offers: Sequence[PromptChoice], glyphs: Glyphs, most: int = OFFER_CELLS) -> list[Line]:
    return [_offer(offer, glyphs, most) for offer in offers]


def _bare(offer: PromptChoice, glyphs: Glyphs) -> Line:
    """A choice without its hint, but where points are dealt: there it says what is left."""
    return _offer(offer, glyphs, SHORT_HINT if offer.points is not None else 0)


def _size(part: PromptPart, offer: PromptChoice, glyphs: Glyphs) -> int:
    """Cells of a choice as it is drawn bare, with a key even while it is out of sight."""
    key = max(2 * part.keyed, cells(offer.key) + 1 if offer.key else 0)
    size = 1 + key + (2 if offer.seen else 0) + cells(clean_line(offer.label))
    if offer.number is not None:
        size += cells(_number(offer.number, glyphs))
    if offer.on is not None:
        # A choice that is on has no chance of its own, and keeps its cells for when it is off again.
        size += 4 + (THEN if offer.number is not None and not offer.then and any(o.then for o in part.offers) else 0)
    if offer.then:
        size += max(THEN, cells(offer.brief or offer.then) + 2)
    if offer.points is not None:
        hint = cut(clean_line(offer.hint), SHORT_HINT, glyphs.more)
        size += len(f"[{offer.points or ' '}] ") + (cells(hint) + 1 if hint else 0)
    return size


def _number(number: int, glyphs: Glyphs) -> str:
    return f" {with_sign(number, glyphs)}" if number else " 0"


def _offer(offer: PromptChoice, glyphs: Glyphs, most: int) -> Line:
    """A choice with so many cells of its hint."""
    boxes = _boxes(offer, glyphs) if most else ()
    left = most - width_of(boxes)
    hint = cut(clean_line(offer.hint), left, glyphs.more) if left >= (LEAST_HINT if boxes else 1) else ""
    spans: list[Span] = [(glyphs.cursor if offer.here else " ", "accent" if offer.here else "text")]
    if offer.key:
        spans.append((f"{offer.key} ", "key"))
    if offer.on is not None:
        spans.append(("[x] " if offer.on else "[ ] ", "strong" if offer.on else "text"))
    if offer.points is not None:
        spans.append((f"[{offer.points or ' '}] ", "strong" if offer.points else "dim"))
    if offer.seen:
        sign, colour = visibility_sign(offer.seen, glyphs)
        spans.append((f"{sign} ", colour))
    role: Role = "here" if offer.here and offer.on is None and offer.points is None else "text"
    if offer.on or offer.points:
        role = "strong"
    label = cut(clean_line(offer.label), OFFER_CELLS, glyphs.more)
    number = "" if offer.number is None else _number(offer.number, glyphs)
    # Of what may count in a roll its size stands first, so that no long name hides it.
    spans.append((f"{number.strip()} {label}" if number and offer.on is not None else label + number, role))
    if offer.then:
        spans.append((f": {offer.then if most else offer.brief or offer.then}", role))
    spans += boxes
    if hint:
        spans.append((f" {hint}", "dim"))
    return clickable(spans, presses(offer.key)) if offer.key else tuple(spans)


def _boxes(offer: PromptChoice, glyphs: Glyphs) -> Line:
    """The boxes of a choice’s track, with a blank before each row."""
    # Each change of colour is 20 bytes, so free boxes are told by their shape alone.
    spans = [span for row in offer.track for span in ((" ", "text"), *box_spans(row, glyphs)) if span[0]]
    return tuple((text, "text" if role == "faint" else role) for text, role in spans)
