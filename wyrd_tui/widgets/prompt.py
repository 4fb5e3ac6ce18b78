"""The prompt at the foot of the screen: one question drawn in three lines, with the keys that answer it."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.widgets.glyphs import Glyphs, signed
from wyrd_tui.widgets.lines import SHAPED, Line, Span, filled, sides, width_of
from wyrd_tui.widgets.question import Offer, Part, Question
from wyrd_tui.widgets.text import cells, clean, cut

HEIGHT = 3
ANSWER, SHORT_ANSWER = 28, 14
"""Cells for an answer that was given, and for one where room is short."""
LEAST_TYPED = 12
"""Cells for what was typed into a part of a form while another part is being typed."""
KEY_NAMES = {"enter": "⏎", "backspace": "⌫", "esc": "esc", "tab": "tab"}


def prompt_lines(question: Question, width: int, glyphs: Glyphs) -> list[Line]:
    """The question in exactly three lines of a width."""
    form = len(question.parts) > 1
    keys = _keys(question, glyphs)
    rows: list[Line] = []
    if form:
        offering = [part for part in question.parts if part.offers]
        rows = _form_rows(offering, width - 2, glyphs) if offering else []
        rows.append(_form_typed([part for part in question.parts if part.typed is not None], width - 2, glyphs))
    elif question.parts and (question.parts[0].offers or question.parts[0].note):
        rows = _packed(question.parts[0], width - 2, HEIGHT - 1, glyphs, keys)
    trail = _trail(question, width - 1, glyphs)
    words, role = (question.refused, "hurt") if question.refused else (question.preview, "accent")
    said: Line = ((clean(words), role),) if words else ()
    if said and not question.refused and len(rows) >= HEIGHT - 1 and width_of(trail) + width_of(said) + 4 > width:
        # No line is free: what would come of it takes the place of the oldest answers.
        typed = 0 if form else sum(min(width_of(_typing(part, width, glyphs)), width // 3) for part in question.parts)
        said = ((cut(clean(words), width - width_of(_trail(question, 0, glyphs)) - typed - 4, glyphs.more), role),)
        trail = _trail(question, width - width_of(said) - 4, glyphs)
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
        # No line is free: a refusal takes the place of the keys.
        keys = said
    while keys and width_of(rows[-1]) + width_of(keys) + 5 > width and keys[0][1] == "key":
        keys = ((keys[2][0].lstrip(), "key"), *keys[3:]) if len(keys) > 2 else ()
    rows = [((" ", "text"), *row) for row in rows]
    if keys:
        rows[-1] = sides(rows[-1], (("  ", "text"), *keys, (" ", "text")), width, glyphs.more)
    return [trail, *rows]


def _form_rows(offering: Sequence[Part], width: int, glyphs: Glyphs) -> list[Line]:
    """The choices of a form on one row: a part after another, each on its page."""
    each = width // len(offering)
    row: list[Span] = []
    for part in offering:
        head: Line = ((clean(part.prompt) + " ", "dim"),)
        body = _packed(part, each - width_of(head) - 2, 1, glyphs, ())
        row += [*([("   ", "text")] if row else []), *head, *body[0]]
    return [tuple(row)]


def _form_typed(parts: Sequence[Part], width: int, glyphs: Glyphs) -> Line:
    """What is typed in a form on one row; the part that is being typed has all the room that the others leave."""
    prompts = [clean(part.prompt) for part in parts]
    room = width - sum(cells(prompt) for prompt in prompts) - 3 * (len(parts) - 1)
    wanted = [width_of(_typing(part, room, glyphs)) for part in parts]
    if sum(wanted) > room:
        least = min(LEAST_TYPED, max(4, room // len(parts)))
        wanted = [size if part.active else min(size, least) for part, size in zip(parts, wanted, strict=True)]
    others = sum(size for part, size in zip(parts, wanted, strict=True) if not part.active)
    row: list[Span] = []
    for prompt, part, size in zip(prompts, parts, wanted, strict=True):
        row += [("   ", "text")] if row else []
        typing = _typing(part, room - others if part.active else size, glyphs)
        row += [(prompt, "strong" if part.active else "dim"), *typing]
    return tuple(row)


def _trail(question: Question, width: int, glyphs: Glyphs) -> Line:
    """What is being done, the answers so far, and the question; old answers give way to what is being typed."""
    step = f" {glyphs.step} "
    label = f" {clean(question.label)}"
    only = question.parts[0] if len(question.parts) == 1 else None
    prompt: Line = ((clean(only.prompt), "strong"),) if only else ()
    typing = _typing(only, width, glyphs) if only else ()
    room = width - cells(label) - width_of(prompt) - (cells(step) if only else 0)
    behind = _behind(question.answered, room - min(width_of(typing), width * 2 // 3), step, glyphs.more)
    if only is not None:
        typing = _typing(only, room - cells(behind), glyphs)
        behind += step
    return ((label, "focus"), (behind, "text"), *prompt, *typing)


def _behind(answered: Sequence[str], room: int, step: str, more: str) -> str:
    """The answers so far in so many cells: shorter ones where room is short, then without the oldest."""
    for most in (ANSWER, SHORT_ANSWER):
        answers = [cut(clean(answer), most, more) for answer in answered]
        behind = "".join(step + answer for answer in answers)
        if cells(behind) <= room:
            return behind
    while answers and cells(behind) > room:
        answers.pop(0)
        behind = "".join(step + answer for answer in (more, *answers))
    return behind


def _typing(part: Part, width: int, glyphs: Glyphs) -> Line:
    """What was typed with its caret, in so many cells: of a long line the part about the caret is in sight."""
    if part.typed is None:
        return ()
    caret = glyphs.caret if part.active else ""
    if not part.typed:
        ghost = cut(clean(part.ghost), max(0, width - 1 - cells(caret)), glyphs.more)
        return ((f" {caret}", "accent"), (ghost, "dim"))
    before, after = clean(part.typed[: part.caret]), clean(part.typed[part.caret :])
    room = max(4, width - 1 - cells(caret))
    if cells(before) + cells(after) > room:
        after = cut(after, max(room // 3, room - cells(before)), glyphs.more)
        before = _end(before, room - cells(after), glyphs.more)
    return ((f" {before}", "strong"), (caret, "accent"), (after, "strong"))


def _end(text: str, width: int, more: str) -> str:
    """The end of a text in at most so many cells."""
    if cells(text) <= width:
        return text
    at, used = len(text), cells(more)
    while at and used + cells(text[at - 1]) <= width:
        at -= 1
        used += cells(text[at])
    return more + text[at:]


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
