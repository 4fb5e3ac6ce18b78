"""The prompt at the foot of the screen: act and answers, the outcome, the choices, what is typed, and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.widgets.cells import cells, clean_line, cut, wrap
from wyrd_tui.widgets.clicked import Button, clickable, presses
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.listed_words import FACTS, list_items, pack_items
from wyrd_tui.widgets.offers import PageCut, Room, cells_wanted, cut_into_pages, draw_page, page_number
from wyrd_tui.widgets.prompt_hints import AROUND, fold_off, is_untold, with_hint, with_whens
from wyrd_tui.widgets.question import Prompt, PromptPart
from wyrd_tui.widgets.spans import Line, fill_line, width_of
from wyrd_tui.widgets.values import QUESTION_LINES

ROOMY = 8
"""Lines from which on answers may take two of them, and the questions of a form rows of their own."""
MOST_ROWS, LOW_ROWS = 6, 5
"""Most rows of choices, and of those on a low screen."""
ANSWERS = (160, 72, 48, 28, 24, 20, 17, 14)
"""Widths to try for a given answer, the widest first."""
FEW = 2
"""Rows by which a list grows where its hints have no room."""
MOST_HEAD, GROWTH = 3, 7
"""Most lines of the act and its answers, and lines by which a question grows rather than be cut."""
PROMPT_KEYS = ("enter", "esc", "'", "space", "tab", "backspace", "capital", "↑↓", "←→", "/", "a-z")
"""The keys that are named, the most wanted first."""
KEY_NAMES = {"enter": "⏎", "backspace": "⌫", "esc": "esc", "tab": "tab"}


def offer_pages(question: Prompt, width: int, glyphs: Glyphs, most: int = QUESTION_LINES) -> list[Sequence[range]]:
    """The choices on each page of each part: only those of the page in sight can be taken by a key."""
    rooms = _rooms(question, width, glyphs, most)
    return [cut_into_pages(part, room, glyphs).pages for part, room in zip(question.parts, rooms, strict=True)]


def prompt_lines(question: Prompt, width: int, glyphs: Glyphs, most: int = QUESTION_LINES) -> list[Line]:
    """The question in as many lines of a width as it needs; lines beyond so many are few, and none is for choices."""
    rows = _rows(question, width, glyphs, most)
    head = _head(question, width - 1, glyphs, most)
    message = question.refused or question.aside
    # A preview that is the message, or begins with it, does not show it twice.
    preview = "" if question.preview in message else question.preview.removeprefix(message)
    preview = preview.removeprefix(message.removesuffix(".") + FACTS).removeprefix(FACTS)
    told = list_items(message, width - 2)
    words = list_items(preview, width - 2)
    # A message is read whole, in the place of what is needed least; a preview loses its end. The keys are whole.
    usual = len(rows)
    room = most + GROWTH - 1 - len(head) - usual
    rows = _told_rows(question, rows, width, glyphs, most, (room - len(told) - len(words), room - 1))
    if not message and (lacking := len(pack_items(preview, width - 2, most + GROWTH, glyphs)) - room) > 0:
        # Hints give way to what the act brings, and so do choices that do not count.
        def draw(asked: Prompt) -> list[Line]:
            return _rows(asked, width, glyphs, most, lacking=lacking)

        rows = fold_off(question, draw(question), usual - lacking, draw, glyphs.more)
    least = most + GROWTH - len(head) - bool(rows and not _fits_keys(rows[-1], question, width, glyphs, most))
    hinted = "" if message else with_hint(question, rows, width, glyphs.more)
    if hinted and not len(list_items(hinted, width - 2)) > least - len(rows) >= len(words):
        preview, words = hinted, list_items(hinted, width - 2)
    if len(question.parts) > 1 and is_untold(question, rows):
        ticked = any(offer.on is not None for part in question.parts if part.active for offer in part.offers)
        arrows = ("←→", "read rows" if ticked else "choose")
        question = question._replace(keys=(*question.keys[:-1], arrows, *question.keys[-1:]))
    if message:
        rows = _about_here(rows, max(1, least - len(told) - bool(words)))
    room = max(1, least - len(rows) - len(told))
    first, _, others = preview.partition("\n")
    if others and len(head) == 1 and len(pack_items(preview, width - 2, most + GROWTH, glyphs)) > room:
        # The first part of the preview is told beside the act, so that the last one has room below.
        head, left = _beside_head(head[0], first, width, glyphs)
        preview = preview if left else others
    if len(words) > room and "\n" in preview:
        words = pack_items(preview, width - 2, room, glyphs)
    elif len(words) > room:
        words = [*words[: room - 1], cut(" ".join(words[room - 1 :]), width - 2, glyphs.more)]
    # The chances stand beside the targets, so that a remark is all that there is to tell.
    if not message and _lists_targets(question) and len(head) == len(words) == 1:
        head, words = _beside_head(head[0], words[0], width, glyphs)
    words = [*told, *words]
    told_role: Role = "hurt" if question.refused else "accent"
    said: list[Line] = [((f" {line}", told_role if at < len(told) else "strong"),) for at, line in enumerate(words)]
    lines = [*head, *said, *rows]
    lines = _with_keys(with_whens(question, lines, rows, width, glyphs), question, width, glyphs, most)
    return [fill_line(line, width, glyphs.more, joined=True) for line in lines[: most + GROWTH]]


# ------------------------------------------------------------------ what came of it, what would come of it


def _lists_targets(question: Prompt) -> bool:
    """Tell whether the choices are targets, each with its chance."""
    return len(question.parts) == 1 and any(offer.then for offer in question.parts[0].offers)


def _beside_head(head: Line, words: str, width: int, glyphs: Glyphs) -> tuple[list[Line], list[str]]:
    """Put words at the right edge of the act's line, if they have room there, else leave them their own line."""
    room = width - cells(words) - 1
    if width_of(head) + AROUND > room:
        return [head], [words]
    return [(*fill_line(head, room, glyphs.more), (f"{words} ", "strong"))], []


def _about_here(rows: list[Line], count: int) -> list[Line]:
    """Return `count` rows: the last ones where text is typed, else those about the highlighted choice."""
    if len(rows) <= count:
        return rows
    here = next((at for at, row in enumerate(rows) if any(role == "accent" for _, role in row)), 0)
    first = max(0, min(here, len(rows) - count))
    return rows[first : first + count]


def _told_rows(
    question: Prompt, rows: list[Line], width: int, glyphs: Glyphs, most: int, spare: tuple[int, int]
) -> list[Line]:
    """Draw the rows of choices with so many more for hints: the first number, and up to the second for the cursor's."""
    # A list keeps its size but for a few rows, and one of targets, whose chances decide; what counts is read whole.
    targets = any(offer.then for part in question.parts for offer in part.offers)
    listed = question.parts[0].listed if question.parts else False
    own = max(0, spare[0] if listed or len(question.parts) > 1 else min(0 if targets else FEW, spare[0]))
    if own and (listed or is_untold(question, rows)):
        rows = _rows(question, width, glyphs, most, own)
    if not is_untold(question, rows, here=True):
        return rows
    # In a form the hint of a ticked choice has a line of its own behind the preview, whose end it never takes.
    ticked = len(question.parts) > 1 and any(o.here and o.on for part in question.parts for o in part.offers)
    most_rows = min(spare[0] if ticked else spare[1], own + FEW)
    longer = (_rows(question, width, glyphs, most, more) for more in range(own + 1, most_rows + 1))
    return next((ones for ones in longer if not is_untold(question, ones, here=True)), rows)


def _fits_keys(line: Line, question: Prompt, width: int, glyphs: Glyphs, most: int) -> bool:
    """Tell whether all keys have room behind a line."""
    told = _page_told(question, width, glyphs, most)
    return width_of(line) + width_of(_keys(question, glyphs, len(question.keys))) + width_of(told) + 4 <= width


def _with_keys(lines: list[Line], question: Prompt, width: int, glyphs: Glyphs, most: int) -> list[Line]:
    """The keys behind the last line where they fit, else on a line of their own, as many as there is room for."""
    told = _page_told(question, width, glyphs, most)
    if not _fits_keys(lines[-1], question, width, glyphs, most) and len(lines) < most + GROWTH:
        lines = [*lines, ()]
    last, count = lines[-1], len(question.keys)
    while (keys := _keys(question, glyphs, count)) and width_of(last) + width_of(keys) + width_of(told) + 4 > width:
        count -= 1
    if not last:
        last, keys = ((" ", "text"), *keys), ()
    if keys or told:
        last = (*fill_line(last, width - width_of(keys) - width_of(told) - 1, glyphs.more), *keys, *told)
    return [*lines[:-1], last]


# ------------------------------------------------------------------ choices, and what is typed


def _rooms(question: Prompt, width: int, glyphs: Glyphs, most: int) -> list[Room]:
    """Room for the choices of each part: rows of its own, or in a form without room a share of one row."""
    largest = MOST_ROWS if most >= ROOMY else LOW_ROWS
    if len(question.parts) == 1:
        return [Room(width - 1, largest, noted=True)]
    offering = _offering(question)
    heads = {id(part): cells(clean_line(part.prompt)) + 2 for part in offering}
    if _stacked(question, width, glyphs, most):
        free = max(most, QUESTION_LINES + GROWTH) - 5 - any(part.folded for part in question.parts)
        rows = max(1, min(largest, free // max(1, len(offering))))
        return [
            Room(width - 1, 1 if part.folded else rows, head=heads.get(id(part), 0), labelled=True)
            for part in question.parts
        ]
    wanted = {id(part): heads.get(id(part), 0) + cells_wanted(part, glyphs) for part in question.parts}
    if heads:
        # The last one has what the row leaves, for its hints.
        between = cells(_between(glyphs)) * (len(heads) - 1)
        wanted[[*heads][-1]] += width - 1 - between - sum(wanted[part] for part in heads)
    kept = len(heads) > 1
    return [Room(wanted[id(part)], 1, head=heads.get(id(part), 0), labelled=kept) for part in question.parts]


def _offering(question: Prompt) -> list[PromptPart]:
    """The parts with choices; folded ones stand behind the answers, and the rows are left to others."""
    return [part for part in question.parts if part.offers and not part.folded]


def _stacked(question: Prompt, width: int, glyphs: Glyphs, most: int) -> bool:
    """True where the choices of each part have rows of their own: of one part, or if one row is too short for all."""
    wanted = [cells(clean_line(part.prompt)) + 2 + cells_wanted(part, glyphs) for part in _offering(question)]
    between = cells(_between(glyphs)) * max(0, len(wanted) - 1)
    return most >= ROOMY or len(wanted) == 1 or sum(wanted) + between > width - 1


def _between(glyphs: Glyphs) -> str:
    """Separator between the choices of two questions of a form."""
    return f"  {glyphs.dot}"


def _page_told(question: Prompt, width: int, glyphs: Glyphs, most: int) -> Line:
    """Return the page of the choices in sight."""
    rooms = _rooms(question, width, glyphs, most)
    named = len(question.parts) > 1
    told = (
        page_number(part, cut_into_pages(part, room, glyphs), glyphs, named=named)
        for part, room in zip(question.parts, rooms, strict=True)
    )
    return next(filter(None, told), ())


def _rows(question: Prompt, width: int, glyphs: Glyphs, most: int, spare: int = 0, *, lacking: int = 0) -> list[Line]:
    """The choices, and what is typed into a form.

    Hints that need more rows have the `spare` ones; where rows are `lacking`, pages give up so many.
    """
    choices = [
        (part, room, cut_into_pages(part, room, glyphs))
        for part, room in zip(question.parts, _rooms(question, width, glyphs, most), strict=True)
        if part.offers
    ]
    if len(question.parts) < 2:
        rows = [line for part, room, made in choices for line in _page(part, room, made, glyphs, spare, lacking)]
        return rows or [((f" {clean_line(part.note)}", "dim"),) for part in question.parts if part.note]
    drawn: list[Line] = []
    stacked = _stacked(question, width, glyphs, most)
    # On one row with others a second row of a page would stand behind its first, and the last of them be cut.
    spare, lacking = (spare, lacking) if stacked else (0, 0)
    for part, room, made in choices:
        if part.folded:
            continue
        first, *others = page = _page(part, room, made, glyphs, spare, lacking)
        spare -= max(0, len(page) - room.rows)
        lacking -= len(draw_page(part, room, made, glyphs)) - len(page) if lacking else 0
        if len(made.pages) < 2 or room.labelled:
            first = ((f" {clean_line(part.prompt)} ", "dim"), *first)
        drawn += [first, *others]
    if drawn and not stacked:
        row: list[Span] = []
        for line in drawn:
            row += [(_between(glyphs), "faint")] if row else []
            row += line
        drawn = [tuple(row)]
    typing = [part for part in question.parts if part.typed is not None]
    return [*drawn, *_form_typed(typing, width - 1, glyphs)]


def _page(part: PromptPart, room: Room, made: PageCut, glyphs: Glyphs, spare: int, lacking: int) -> Sequence[Line]:
    """The page in sight; in up to so many rows fewer where rows are lacking, or more where its hints need them."""
    page = draw_page(part, room, made, glyphs)
    if lacking:
        counts = range(max(1, len(page) - lacking), len(page))
        fewer = (draw_page(part, room, made, glyphs, count - room.rows) for count in counts)
        # Choices without room stand on one row that is too long.
        return next((ones for ones in fewer if width_of(ones[0]) <= room.width - room.head), page)
    # A list of targets keeps its rows while the highlight moves.
    stays = len(page) + spare == room.rows and any(offer.then for offer in part.offers)
    if part.folded or spare <= 0 or stays:
        return page
    return draw_page(part, room._replace(rows=len(page)), made, glyphs, spare)


def _form_typed(parts: Sequence[PromptPart], width: int, glyphs: Glyphs) -> list[Line]:
    """Show the typed text of a form, as many parts on a row as it has room for."""
    rows: list[list[Span]] = []
    for part in parts:
        prompt: Span = (clean_line(part.prompt), "strong" if part.active else "dim")
        shown = (prompt, *_typing(part, width - width_of((prompt,)), glyphs))
        if rows and width_of((*rows[-1], *shown)) + 3 <= width:
            rows[-1] += [("   ", "text"), *shown]
        else:
            rows.append([(" ", "text"), *shown])
    return [tuple(row) for row in rows]


def _folded(question: Prompt, width: int, glyphs: Glyphs, most: int) -> list[Line]:
    """The folded choices of a form, in as many rows as they take."""
    rows: list[list[Span]] = []
    rooms = _rooms(question, width, glyphs, most) if len(question.parts) > 1 else []
    for part, room in zip(question.parts, rooms, strict=False):
        if not part.folded:
            continue
        line = _prompt_after_key(part, draw_page(part, room, cut_into_pages(part, room, glyphs), glyphs)[0])
        if rows and width_of((*rows[-1], *line)) + cells(_between(glyphs)) <= width:
            rows[-1] += [(_between(glyphs), "faint"), *line]
        else:
            rows.append([*line])
    return [tuple(row) for row in rows]


def _prompt_after_key(part: PromptPart, choice: Line) -> Line:
    """Draw the question of a folded part between its key and its answer, so that the key is not read as one."""
    at = next((place for place, (_, role) in enumerate(choice) if role == "key"), -1) + 1
    prompt: Line = ((f"{clean_line(part.prompt)}: ", "dim"),)
    last = choice[at - 1][1] if at else ""
    return (*choice[:at], *(clickable(prompt, last.means) if isinstance(last, Button) else prompt), *choice[at:])


def _head(question: Prompt, width: int, glyphs: Glyphs, most: int) -> list[Line]:
    """The act, the answers and the question on a line, or on as many as they need."""
    told, folded = _act_lines(question, width, glyphs), _folded(question, width, glyphs, most)
    only = question.parts[0] if len(question.parts) == 1 else None
    if len(told) == 1 and only:
        # Typed text stays behind the act while it has most of the line.
        before: Line = (*told[0], (f" {glyphs.step}", "text"))
        room = width - width_of(before)
        if width_of(_asked(only, width * 2 // 3, glyphs)) <= room:
            return [(*before, *_asked(only, room, glyphs))]
    elif len(told) == len(folded) == 1 and width_of((*told[0], *folded[0])) < width:
        return [(*told[0], (" ", "text"), *folded[0])]
    return [*told, *folded, *(_asked_lines(only, width, glyphs) if only else [])]


def _act_lines(question: Prompt, width: int, glyphs: Glyphs) -> list[Line]:
    """The act and its answers in a few lines, the answers whole unless they take more than these."""
    label = clean_line(question.label)
    for most in ANSWERS:
        answers = (cut(clean_line(answer), most, glyphs.more) for answer in question.answered)
        lines = wrap(f" {glyphs.step} ".join((label, *answers)), width - 1)
        if len(lines) <= MOST_HEAD:
            break
    first, *others = lines[:MOST_HEAD]
    size = len(label) if first.startswith(label) else 0
    return [((f" {first[:size]}", "focus"), (first[size:], "text")), *(((f" {line}", "text"),) for line in others)]


def _asked_lines(part: PromptPart, width: int, glyphs: Glyphs) -> list[Line]:
    """The question with all that else is to know below it, where that is longer than the line."""
    line = _asked(part, width, glyphs)
    if part.typed is not None or width_of(line) <= width:
        return [line]
    head = line[0]
    first, *others = wrap(clean_line(part.note), width - width_of((head,)) - 2)
    indent = " " * (width_of((head,)) + 2)
    return [(head, (f"  {first}", "accent")), *(((f"{indent}{more}", "accent"),) for more in others)]


def _asked(part: PromptPart, width: int, glyphs: Glyphs) -> Line:
    """The question, what else to know, and what is typed."""
    prompt: Line = ((f" {clean_line(part.prompt)}", "strong"),)
    noted: Line = ((f"  {clean_line(part.note)}", "accent"),) if part.offers and part.note else ()
    return (*prompt, *_typing(part, width - width_of((*prompt, *noted)), glyphs), *noted)


def _typing(part: PromptPart, width: int, glyphs: Glyphs) -> Line:
    """Draw the typed text with its caret in so many cells; of a long text, the part about the caret."""
    if part.typed is None:
        return ()
    caret = glyphs.caret if part.active else ""
    if not part.typed:
        ghost = cut(clean_line(part.ghost), max(0, width - 1 - cells(caret)), glyphs.more)
        return ((f" {caret}", "accent"), (ghost, "dim"))
    before, after = clean_line(part.typed[: part.caret]), clean_line(part.typed[part.caret :])
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


def _keys(question: Prompt, glyphs: Glyphs, count: int) -> Line:
    """The keys that are wanted most, so many of them."""
    # A key of no name is the handle of a choice, which goes with space.
    wanted = sorted(
        (key for key, _ in question.keys), key=lambda key: PROMPT_KEYS.index(key if key in PROMPT_KEYS else "space")
    )
    spans: list[Span] = []
    for key, meaning in question.keys:
        if key not in wanted[:count]:
            continue
        gap = "  " if spans else ""
        name = glyphs.enter if key == "enter" else KEY_NAMES.get(key, key) if glyphs.enter == "⏎" else key
        spans += clickable(((f"{gap}{name} ", "key"), (meaning, "dim")), presses(key))
    return tuple(spans)
