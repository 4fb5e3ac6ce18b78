"""The prompt at the foot of the screen: one question drawn in three lines, with the keys that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from wyrd_tui.widgets.cells import cells, clean_line, cut, wrap
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.offers import Room, cells_wanted, cut_into_pages, draw_page, page_number
from wyrd_tui.widgets.question import Prompt, PromptPart
from wyrd_tui.widgets.spans import Line, Span, fill_line, two_sided, width_of

HEIGHT = 3
ANSWERS = (28, 24, 20, 17)
ANSWER, SHORT_ANSWER, LEAST_ANSWER = ANSWERS[0], 14, 10
"""Cells for an answer that was given, for one where room is short, and for who acts where there is hardly any."""
LEAST_TYPED = 12
"""Cells for what was typed into a part of a form while another part is being typed."""
PROMPT_KEYS = ("'", "tab", "esc", "backspace", "capital", "↑↓", "/", "enter")
"""The keys that are named, the most wanted first."""
KEYS_ROOM = 18
"""Cells that a preview leaves to the keys."""
WHENS, AROUND = (64, 48, 40, 32, 24), 3
"""Cells for a hint that stands away from its choice, as many as there is room for, and what parts it from the rest."""
WHOLE = 39
"""Cells of a hint that are enough to know it by."""
RANKED = " · "
"""Separators of facts in order of rank, the most wanted first."""
LEAST_SAID = 14
"""Cells that are worth going on in with a preview."""
KEY_NAMES = {"enter": "⏎", "backspace": "⌫", "esc": "esc", "tab": "tab"}


def offer_pages(question: Prompt, width: int, glyphs: Glyphs) -> list[Sequence[range]]:
    """The choices on each page of each part: only those of the page in sight can be taken by a key."""
    rooms = _rooms(question, width, glyphs)
    return [cut_into_pages(part, room, glyphs).pages for part, room in zip(question.parts, rooms, strict=True)]


def prompt_lines(question: Prompt, width: int, glyphs: Glyphs) -> list[Line]:
    """The question in exactly three lines of a width."""
    rows = _rows(question, width, glyphs)
    trail = _trail(question, width - 1, glyphs)
    question = question._replace(preview=_with_hint(question, rows, width, glyphs.more))
    said = clean_line(question.refused or question.aside or question.preview)
    beside = width_of(trail) + cells(said) + 4 <= width
    if beside:
        right: Line = ((said, "hurt" if question.refused else "accent"), (" ", "text")) if said else ()
        hints = _whens(question, rows, width - width_of(trail) - width_of(right) - 2 * AROUND, glyphs)
        if hints:
            right = ((" " * AROUND, "text"), *hints, (" " * AROUND, "text"), *right)
        else:
            rows = _with_whens(question, rows, width, glyphs)
        trail = two_sided(trail, right, width, glyphs.more) if right else trail
    if (question.refused or question.aside) and not beside:
        lines = _refused(question, trail, rows, width, glyphs)
    else:
        lines = [trail, *rows]
        if said and not beside:
            lines = _previewed(question, trail, rows, width, glyphs)
            lines = _with_whens(question, lines, width, glyphs) if rows and lines[-1] is rows[-1] else lines
        elif not any(map(width_of, rows)):
            lines = [trail]
        elif len(rows) == 1 and len(question.parts) > 1:
            lines = [trail, (), *rows]
    lines += [()] * (HEIGHT - len(lines))
    return [fill_line(line, width, glyphs.more, joined=True) for line in _with_keys(lines, question, width, glyphs)]


# ------------------------------------------------------------------ what came of it, what would come of it


def _refused(question: Prompt, trail: Line, rows: list[Line], width: int, glyphs: Glyphs) -> list[Line]:
    """Put a refusal on lines of its own, in the place of what is needed least."""
    words = wrap(clean_line(question.refused or question.aside), width - 2)
    if len(words) >= HEIGHT:
        words = [words[0], cut(" ".join(words[1:]), width - 2, glyphs.more)]
    told: list[Line] = [((f" {line}", "hurt" if question.refused else "accent"),) for line in words]
    typed = len(question.parts) == 1 and question.parts[0].typed is not None
    if typed or 1 + len(told) + len(rows) <= HEIGHT:
        return [trail, *told, *rows][:HEIGHT]
    kept = rows[len(rows) - (HEIGHT - len(told)) :] if len(question.parts) > 1 else _about_here(rows)
    return [*told, *(rows if len(told) + len(rows) <= HEIGHT else kept)]


def _about_here(rows: list[Line]) -> list[Line]:
    """The row with the highlight, where there is one."""
    return [row for row in rows if any(role == "accent" for _, role in row)] or rows[:1]


def _previewed(question: Prompt, trail: Line, rows: list[Line], width: int, glyphs: Glyphs) -> list[Line]:
    """The preview on the lines that are free, or else in the place of the oldest answers."""
    said = clean_line(question.preview)
    rows = rows if any(map(width_of, rows)) else []
    free = HEIGHT - 1 - len(rows)
    if free:
        words = wrap(said, width - 2)
        if len(words) > free and (spread := _spread(said, [width - width_of(trail) - 4, *[width - 2] * free])):
            trail = two_sided(trail, ((spread.pop(0), "accent"), (" ", "text")), width, glyphs.more)
            words = spread
        elif len(words) > free:
            words = wrap(_both_ends(said, (width - 4) * free - 8, glyphs.more), width - 2)[:free]
        return [trail, *(((f" {line}", "accent"),) for line in words), *rows]
    alone = len(question.parts) == 1
    typed = sum(min(width_of(_typing(part, width, glyphs)), width // 3) for part in question.parts) if alone else 0
    least = width_of(_trail(question, 0, glyphs)) + typed
    if _is_ranked(said) and question.answered:
        # The last of its facts may go, who acts may not.
        least += min(LEAST_ANSWER, cells(clean_line(question.answered[0])))
    keys = width_of(_page_told(question, width, glyphs)) + KEYS_ROOM
    rooms = [width - least - 4, *(width - width_of(row) - 4 for row in rows)]
    rooms[-1] -= keys
    rooms = [rooms[0], *(room if room >= LEAST_SAID and not _is_ranked(said) else 0 for room in rooms[1:])]
    shorter = (_spread(_both_ends(said, most, glyphs.more), rooms) for most in range(sum(rooms), rooms[0], -4))
    first, *rest = next(filter(None, shorter), [_both_ends(said, rooms[0], glyphs.more)])
    trail = _trail(question, width - cells(first) - 4, glyphs)
    lines = [two_sided(trail, ((first, "accent"), (" ", "text")), width, glyphs.more)]
    for place, row in enumerate(rows):
        part = rest[place] if place < len(rest) else ""
        said_there: Line = ((part, "accent"), (" ", "text"))
        if part and place < len(rows) - 1:
            row = two_sided(row, said_there, width, glyphs.more)
        elif part:
            row = (*row, ("   ", "text"), *said_there)
        lines.append(row)
    return lines


def _spread(text: str, rooms: Sequence[int]) -> list[str]:
    """A text over what is free of each line, from the first on; nothing where it is too long."""
    words, lines = text.split(), []
    for room in rooms:
        line: list[str] = []
        while words and cells(" ".join((*line, words[0]))) <= room:
            line.append(words.pop(0))
        lines.append(" ".join(line))
    return lines if lines[0] and not words else []


def _with_hint(question: Prompt, rows: Sequence[Line], width: int, more: str) -> str:
    """Show the preview, behind the hint of a highlighted choice that has no room for it on its row."""
    shown = [offer for part in question.parts for offer in part.offers if offer.on is not None]
    here = [offer for offer in shown if offer.here and offer.hint]
    drawn_too = " ".join(text for row in rows for text, _ in row)
    if len(question.parts) < 2 or not here or clean_line(here[0].hint) in drawn_too:
        return question.preview
    hint = cut(clean_line(here[0].hint), max(20, width - 24 - cells(question.preview)), more)
    return " · ".join(filter(None, (hint, question.preview)))


def _whens(question: Prompt, rows: Sequence[Line], width: int, glyphs: Glyphs) -> Line:
    """List the hints of choices that have no room for them on their row: of choices that are on, then of others.

    Empty where one is highlighted, which has its hint told, or where there is no room for the first of them.
    """
    offers = [offer for part in question.parts for offer in part.offers if offer.on is not None and offer.hint]
    if len(question.parts) < 2 or any(offer.here for offer in offers):
        return ()
    drawn_too = " ".join(text for row in rows for text, _ in row)
    keys = {text for row in rows for text, role in row if role == "key"}
    untold = [o for o in offers if f"{o.key} " in keys and clean_line(o.hint)[:WHOLE].rstrip() not in drawn_too]
    wanted = sorted(untold, key=lambda offer: not offer.on)
    gap = f" {glyphs.dot} "
    on = max(1, sum(bool(offer.on) for offer in wanted))
    several, few = range(len(wanted), on - 1, -1), range(min(on, len(wanted)) - 1, 0, -1)
    for most, count in (*product(WHENS, several), *((most, count) for count in few for most in WHENS)):
        keys_of: dict[str, list[str]] = {}
        for offer in wanted[:count]:
            keys_of.setdefault(cut(clean_line(offer.hint), most, glyphs.more), []).append(offer.key)
        hints = [(", ".join(who), hint) for hint, who in keys_of.items()]
        if sum(cells(f"{who}: {hint}") for who, hint in hints) + cells(gap) * (len(hints) - 1) <= width:
            spans: list[Span] = []
            for who, hint in hints:
                spans += [(gap, "faint")] if spans else []
                spans += [(who, "key"), (f": {hint}", "dim")]
            return tuple(spans)
    return ()


def _with_whens(question: Prompt, lines: list[Line], width: int, glyphs: Glyphs) -> list[Line]:
    """Add the hints of choices behind the last line, as far as it has room."""
    hints = _whens(question, lines, width - width_of(lines[-1]) - AROUND - 2, glyphs) if lines else ()
    return [*lines[:-1], (*lines[-1], (" " * AROUND, "text"), *hints)] if hints else lines


def _both_ends(text: str, width: int, more: str) -> str:
    """A list of facts in so many cells: the first ones and the last count most, so that those before the last go.

    Of facts in a row by rank the last ones go.
    """
    if cells(text) <= width:
        return text
    if ranked := text.split(RANKED) if _is_ranked(text) else []:
        ways = (RANKED.join((*ranked[:count], more)) for count in range(len(ranked) - 1, 0, -1))
        return next((way for way in ways if cells(way) <= width), cut(text, width, more))
    facts = text.split(", ")
    for gone in range(1, len(facts) - 1):
        shorter = ", ".join((*facts[: -1 - gone], more, facts[-1]))
        if cells(shorter) <= width:
            return shorter
    return _end(text, width, more)


def _is_ranked(text: str) -> bool:
    """Tell if a preview is a row of facts by rank rather than a sum with its result."""
    return text.count(RANKED) > 1


def _with_keys(lines: list[Line], question: Prompt, width: int, glyphs: Glyphs) -> list[Line]:
    """The keys at the end of the last line, as many as there is room for."""
    last, told = lines[-1], _page_told(question, width, glyphs)
    count = len(question.keys)
    while (keys := _keys(question, glyphs, count)) and width_of(last) + width_of(keys) + width_of(told) + 4 > width:
        count -= 1
    if keys or told:
        lines[-1] = two_sided(last, (("  ", "text"), *keys, *told, (" ", "text")), width, glyphs.more)
    return lines


# ------------------------------------------------------------------ choices, and what is typed


def _rooms(question: Prompt, width: int, glyphs: Glyphs) -> list[Room]:
    """Share the rows among the parts: in a form on one row, a part after another."""
    if len(question.parts) == 1:
        spares = (width_of(_keys(question, glyphs, count)) + 4 for count in (len(question.keys), 2))
        return [Room(width - 1, HEIGHT - 1, (*spares, 0), True)]
    offering = [part for part in question.parts if part.offers]
    heads = {id(part): cells(clean_line(part.prompt)) + 2 for part in offering}
    between = cells(_between(glyphs)) * max(0, len(offering) - 1)
    shares = _shared_out([heads[id(part)] + cells_wanted(part, glyphs) for part in offering], width - 1 - between)
    widths = {id(part): share for part, share in zip(offering, shares, strict=True)}
    kept = len(offering) > 1
    return [Room(widths.get(id(part), 0), 1, head=heads.get(id(part), 0), labelled=kept) for part in question.parts]


def _between(glyphs: Glyphs) -> str:
    """Separator between the choices of two questions of a form."""
    return f"  {glyphs.dot}"


def _shared_out(wanted: Sequence[int], width: int) -> list[int]:
    """Cells for each of those that share a row: what it wants, where those that want more than their share let it."""
    shares, left = [0] * len(wanted), width
    for done, index in enumerate(sorted(range(len(wanted)), key=lambda index: wanted[index])):
        shares[index] = min(wanted[index], left // (len(wanted) - done))
        left -= shares[index]
    if shares and left:
        shares[max(range(len(wanted)), key=lambda index: wanted[index] - shares[index])] += left
    return shares


def _page_told(question: Prompt, width: int, glyphs: Glyphs) -> Line:
    """Return the page of the choices in sight."""
    rooms = _rooms(question, width, glyphs)
    told = (
        page_number(part, cut_into_pages(part, room, glyphs)) for part, room in zip(question.parts, rooms, strict=True)
    )
    return next(filter(None, told), ())


def _rows(question: Prompt, width: int, glyphs: Glyphs) -> list[Line]:
    """The lines below the first."""
    choices = [
        (part, room, cut_into_pages(part, room, glyphs))
        for part, room in zip(question.parts, _rooms(question, width, glyphs), strict=True)
        if part.offers
    ]
    if len(question.parts) < 2:
        rows = [line for part, room, made in choices for line in draw_page(part, room, made, glyphs)]
        return rows or [((f" {clean_line(part.note)}", "dim"),) for part in question.parts if part.note]
    row: list[Span] = []
    for part, room, made in choices:
        row += [(_between(glyphs), "faint")] if row else []
        if len(made.pages) < 2 or room.labelled:
            row.append((f" {clean_line(part.prompt)} ", "dim"))
        row += draw_page(part, room, made, glyphs)[0]
    typing = [part for part in question.parts if part.typed is not None]
    told = width_of(_page_told(question, width, glyphs))
    typed = _form_typed(typing, width - 2 - (told + 2 if told else 0), glyphs)
    return [*([tuple(row)] if row else []), ((" ", "text"), *typed)]


def _form_typed(parts: Sequence[PromptPart], width: int, glyphs: Glyphs) -> Line:
    """Show the typed text of a form on one row; the active part has all the room that the others leave."""
    prompts = [clean_line(part.prompt) for part in parts]
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


def _trail(question: Prompt, width: int, glyphs: Glyphs) -> Line:
    """Draw the act, the answers so far, and the question; old answers give way to typed text."""
    step = f" {glyphs.step} "
    label = f" {clean_line(question.label)}"
    only = question.parts[0] if len(question.parts) == 1 else None
    prompt: Line = ((clean_line(only.prompt), "strong"),) if only else ()
    if only and only.offers and only.note:
        prompt += ((f"  {clean_line(only.note)}", "accent"),)
    typing = _typing(only, width, glyphs) if only else ()
    room = width - cells(label) - width_of(prompt) - (cells(step) if only else 0)
    behind = _behind(question.answered, room - min(width_of(typing), width * 2 // 3), step, glyphs.more)
    if only is not None:
        typing = _typing(only, room - cells(behind), glyphs)
        behind += step
    return ((label, "focus"), (behind, "text"), *prompt, *typing)


def _behind(answered: Sequence[str], room: int, step: str, more: str) -> str:
    """The answers so far in so many cells: shorter ones, then without the oldest; who acts is the last to go."""
    if not answered:
        return ""
    first, rest = clean_line(answered[0]), [clean_line(answer) for answer in answered[1:]]
    short = [cut(answer, SHORT_ANSWER, more) for answer in rest]
    ways = [
        *((cut(first, ANSWER, more), *(cut(answer, most, more) for answer in rest)) for most in ANSWERS),
        *((cut(first, ANSWER, more), *([more] if gone else []), *short[gone:]) for gone in range(len(rest) + 1)),
        (cut(first, SHORT_ANSWER, more), *([more] if rest else [])),
        *((cut(first, most, more),) for most in (ANSWER, SHORT_ANSWER, LEAST_ANSWER)),
    ]
    told = ("".join(step + answer for answer in way) for way in ways)
    return next((behind for behind in told if cells(behind) <= room), step + more)


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
    wanted = sorted(
        (key for key, _ in question.keys),
        key=lambda key: PROMPT_KEYS.index(key) if key in PROMPT_KEYS else len(PROMPT_KEYS),
    )
    spans: list[Span] = []
    for key, meaning in question.keys:
        if key not in wanted[:count]:
            continue
        gap = "  " if spans else ""
        name = glyphs.enter if key == "enter" else KEY_NAMES.get(key, key) if glyphs.enter == "⏎" else key
        spans += [(f"{gap}{name} ", "key"), (meaning, "dim")]
    return tuple(spans)
