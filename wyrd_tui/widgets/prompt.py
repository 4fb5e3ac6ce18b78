"""The prompt at the foot of the screen: one question drawn in three lines, with the keys that answer it."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.widgets.glyphs import Glyphs, signed
from wyrd_tui.widgets.lines import SHAPED, Line, Span, filled, sides, width_of
from wyrd_tui.widgets.question import Offer, Part, Question
from wyrd_tui.widgets.text import cells, clean, cut

HEIGHT = 3
KEY_NAMES = {"enter": "⏎", "backspace": "⌫", "esc": "esc", "tab": "tab"}


def prompt_lines(question: Question, width: int, glyphs: Glyphs) -> list[Line]:
    """The question in exactly three lines of a width."""
    form = len(question.parts) > 1
    keys = _keys(question, glyphs)
    rows: list[Line] = []
    if form:
        offering = [part for part in question.parts if part.offers]
        rows = _form_rows(offering, width - 2, glyphs)
        typed: list[Span] = []
        for part in question.parts:
            if part.typed is not None:
                typed += [("   ", "text")] if typed else []
                typed += [(clean(part.prompt), "strong" if part.active else "dim"), *_typing(part, glyphs)]
        rows.append(tuple(typed))
    elif question.parts and (question.parts[0].offers or question.parts[0].note):
        rows = _packed(question.parts[0], width - 2, HEIGHT - 1, glyphs, keys)
    trail = _trail(question, glyphs)
    words, role = (question.refused, "hurt") if question.refused else (question.preview, "accent")
    said: Line = ((clean(words), role),) if words else ()
    if said and width_of(trail) + width_of(said) + 4 <= width:
        trail, said = sides(trail, (*said, (" ", "text")), width, glyphs.more), ()
    return [filled(line, width, glyphs.more, joined=True) for line in _stacked(trail, rows, said, keys, width, glyphs)]


def _stacked(trail: Line, rows: list[Line], said: Line, keys: Line, width: int, glyphs: Glyphs) -> list[Line]:
    """The trail, the rows, and at the end of the last row the keys; what is said goes where there is room for it."""
    rows = [(), *rows] if len(rows) == 1 and not said and width_of(rows[0]) == 0 else [*rows]
    if said and len(rows) < HEIGHT - 1:
        rows.insert(0, said)
        said = ()
    while len(rows) < HEIGHT - 1:
        rows.append(())
    if said:
        # No line is free: a refusal takes the place of the keys, a preview that of the oldest answers.
        if said[0][1] == "hurt":
            keys = said
        else:
            trail = sides(trail, (("  ", "text"), *said, (" ", "text")), width, glyphs.more)
    while keys and width_of(rows[-1]) + width_of(keys) + 5 > width and keys[0][1] == "key":
        keys = ((keys[2][0].lstrip(), "key"), *keys[3:]) if len(keys) > 2 else ()
    rows = [((" ", "text"), *row) for row in rows]
    if keys:
        rows[-1] = sides(rows[-1], (("  ", "text"), *keys, (" ", "text")), width, glyphs.more)
    return [trail, *rows]


def _form_rows(offering: Sequence[Part], width: int, glyphs: Glyphs) -> list[Line]:
    """The choices of a form on one row: a part after another, each on its page."""
    if not offering:
        return [()]
    each = width // len(offering)
    row: list[Span] = []
    for part in offering:
        head: Line = ((clean(part.prompt) + " ", "dim"),)
        body = _packed(part, each - width_of(head) - 2, 1, glyphs, ())
        row += [*([("   ", "text")] if row else []), *head, *body[0]]
    return [tuple(row)]


def _trail(question: Question, glyphs: Glyphs) -> Line:
    """What is being done, the answers so far, and the question."""
    step = f" {glyphs.step} "
    spans: list[Span] = [(f" {clean(question.label)}", "focus")]
    behind = "".join(step + cut(clean(answer), 28, glyphs.more) for answer in question.answered)
    if len(question.parts) == 1:
        part = question.parts[0]
        spans += [(behind + step, "text"), (clean(part.prompt), "strong"), *_typing(part, glyphs)]
    else:
        spans.append((behind, "text"))
    return tuple(spans)


def _typing(part: Part, glyphs: Glyphs) -> list[Span]:
    if part.typed is None:
        return []
    if not part.typed:
        caret = glyphs.caret if part.active else ""
        return [(f" {caret}", "accent"), (clean(part.ghost), "dim")]
    before, after = clean(part.typed[: part.caret]), clean(part.typed[part.caret :])
    # The end of a long line is what is being typed; its beginning gives way.
    before = before if cells(before) <= 60 else glyphs.more + before[-58:]
    return [(f" {before}", "strong"), (glyphs.caret if part.active else "", "accent"), (after, "strong")]


def _offer(offer: Offer, glyphs: Glyphs, hints: bool) -> Line:
    label = cut(clean(offer.label), 34, glyphs.more)
    spans: list[Span] = []
    if offer.key:
        spans.append((f"{offer.key} ", "key"))
    if offer.on is not None:
        spans.append(("[x] " if offer.on else "[ ] ", "strong" if offer.on else "dim"))
    role = "here" if offer.here and offer.on is None and offer.points is None else "text"
    if offer.on or offer.points:
        role = "strong"
    number = "" if offer.number is None else f" {signed(offer.number, glyphs)}"
    points = f" {offer.points}" if offer.points else ""
    spans.append((label + number + points, role))
    if hints and offer.hint:
        spans.append((" " + cut(clean(offer.hint), 40, glyphs.more), "dim"))
    return tuple(spans)


def _after_gap(offer: Line, gap: str) -> Line:
    """A choice with blanks before it, in one run with its first letter where blanks cannot be seen."""
    text, role = offer[0]
    return ((gap + text, role), *offer[1:]) if role not in SHAPED else ((gap, "text"), *offer)


def _packed(part: Part, width: int, rows: int, glyphs: Glyphs, keys: Sequence[Span]) -> list[Line]:
    """The choices on so many rows; where they do not fit, the page with the highlight, and how many more there are."""
    if not part.offers:
        return [((clean(part.note), "dim"),)] if part.note else []
    spare = width_of(tuple(keys)) + 2 if keys else 0
    hinted = [_offer(offer, glyphs, True) for offer in part.offers]
    pages = _pages(hinted, width, rows, spare)
    if len(pages) > 1:
        pages = _pages([_offer(offer, glyphs, False) for offer in part.offers], width, rows, spare)
    here = next((index for index, offer in enumerate(part.offers) if offer.here), 0)
    page = next((lines for first, last, lines in pages if first <= here <= last), pages[0][2])
    if part.note:
        page[-1] = (*page[-1], (f"  {clean(part.note)}", "accent"))
    if len(pages) > 1:
        number = next(i for i, (first, last, _) in enumerate(pages, 1) if first <= here <= last)
        note = f"page {number} of {len(pages)}  {glyphs.above}{glyphs.below}"
        page[0] = sides(page[0], ((note, "dim"),), width, glyphs.more)
    return page


def _pages(offers: Sequence[Line], width: int, rows: int, spare: int) -> list[tuple[int, int, list[Line]]]:
    """Choices packed into pages of rows: first and last index of each page, and its rows."""
    total = sum(width_of(offer) + 3 for offer in offers)
    single = total <= width * rows - spare
    # The last row leaves room for the keys; the first for the page number, once there is more than one page.
    rooms = [width - (0 if single or row else 18) - (spare if row == rows - 1 else 0) for row in range(rows)]
    pages: list[tuple[int, int, list[Line]]] = []
    lines: list[list[Span]] = [[]]
    used = first = 0
    for index, offer in enumerate(offers):
        size = width_of(offer)
        if used and used + 3 + size > max(20, rooms[len(lines) - 1]):
            if len(lines) == rows:
                pages.append((first, index - 1, [tuple(line) for line in lines]))
                lines, first = [[]], index
            else:
                lines.append([])
            used = 0
        if used:
            used += 3
            lines[-1].extend(_after_gap(offer, "   "))
        else:
            lines[-1].extend(offer)
        used += size
    pages.append((first, len(offers) - 1, [tuple(line) for line in lines]))
    return pages


def _keys(question: Question, glyphs: Glyphs) -> Line:
    spans: list[Span] = []
    for key, meaning in question.keys:
        gap = "  " if spans else ""
        name = glyphs.enter if key == "enter" else KEY_NAMES.get(key, key) if glyphs.enter == "⏎" else key
        spans += [(f"{gap}{name} ", "key"), (meaning, "dim")]
    return tuple(spans)
