"""The prompt at the foot of the screen: act and answers, the outcome, the choices, what is typed, and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.widgets.cells import cells, clean_line, cut, wrap
from wyrd_tui.widgets.clicked import clickable, presses
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.listed_words import list_items, pack_items
from wyrd_tui.widgets.prompt_hints import AROUND, fold_off, is_untold, with_hint, with_whens
from wyrd_tui.widgets.prompt_rows import GROWTH, PromptRows, typed_line
from wyrd_tui.widgets.question import Prompt, PromptPart
from wyrd_tui.widgets.spans import Line, fill_line, width_of
from wyrd_tui.widgets.values import QUESTION_LINES

ANSWERS = (160, 72, 48, 28, 24, 20, 17, 14)
"""Widths to try for a given answer, the widest first."""
FEW = 2
"""Rows by which a list grows where its hints have no room."""
MOST_HEAD = 3
"""Most lines of the act and its answers."""
PROMPT_KEYS = ("enter", "esc", "'", "space", "tab", "backspace", "capital", "↑↓", "←→", "/", "a-z")
"""The keys that are named, the most wanted first."""
KEY_NAMES = {"enter": "⏎", "backspace": "⌫", "esc": "esc", "tab": "tab"}


def offer_pages(question: Prompt, width: int, glyphs: Glyphs, most: int = QUESTION_LINES) -> list[Sequence[range]]:
    """The choices on each page of each part: only those of the page in sight can be taken by a key."""
    return PromptRows(question, width, glyphs, most).pages


def prompt_lines(question: Prompt, width: int, glyphs: Glyphs, most: int = QUESTION_LINES) -> list[Line]:
    """The question in as many lines of a width as it needs; lines beyond so many are few, and none is for choices."""
    asked = PromptRows(question, width, glyphs, most)
    rows, head = asked.draw(), _head(asked._replace(width=width - 1))
    message = question.refused or question.aside
    preview, told = question.preview, list_items(message, width - 2)
    words = list_items(preview, width - 2)
    # A message is read whole, in the place of what is needed least; a preview loses its end. The keys are whole.
    usual = len(rows)
    room = most + GROWTH - 1 - len(head) - usual
    rows = _told_rows(asked, rows, (room - len(told) - len(words), room - 1))
    if not message and (lacking := len(pack_items(preview, width - 2, most + GROWTH, glyphs)) - room) > 0:
        # Hints give way to what the act brings, and so do choices that do not count.
        def draw(fewer: Prompt) -> list[Line]:
            return asked._replace(question=fewer).draw(lacking=lacking)

        rows = fold_off(question, draw(question), usual - lacking, draw, glyphs.more)
    least = most + GROWTH - len(head) - bool(rows and not _fits_keys(rows[-1], asked))
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
    lines = _with_keys(with_whens(question, lines, rows, width, glyphs), asked._replace(question=question))
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


def _told_rows(asked: PromptRows, rows: list[Line], spare: tuple[int, int]) -> list[Line]:
    """Draw the rows of choices with so many more for hints: the first number, and up to the second for the cursor's."""
    question = asked.question
    # A list keeps its size but for a few rows, and one of targets, whose chances decide; what counts is read whole.
    targets = any(offer.then for part in question.parts for offer in part.offers)
    listed = question.parts[0].listed if question.parts else False
    own = max(0, spare[0] if listed or len(question.parts) > 1 else min(0 if targets else FEW, spare[0]))
    if own and (listed or is_untold(question, rows)):
        rows = asked.draw(own)
    if not is_untold(question, rows, here=True):
        return rows
    # In a form the hint of a ticked choice has a line of its own behind the preview, whose end it never takes.
    ticked = len(question.parts) > 1 and any(o.here and o.on for part in question.parts for o in part.offers)
    most_rows = min(spare[0] if ticked else spare[1], own + FEW)
    longer = (asked.draw(more) for more in range(own + 1, most_rows + 1))
    return next((ones for ones in longer if not is_untold(question, ones, here=True)), rows)


def _fits_keys(line: Line, asked: PromptRows) -> bool:
    """Tell whether all keys have room behind a line."""
    keys = _keys(asked.question, asked.glyphs, len(asked.question.keys))
    return width_of(line) + width_of(keys) + width_of(asked.page_told()) + 4 <= asked.width


def _with_keys(lines: list[Line], asked: PromptRows) -> list[Line]:
    """The keys behind the last line where they fit, else on a line of their own, as many as there is room for."""
    (question, width, glyphs, most), told = asked, asked.page_told()
    if not _fits_keys(lines[-1], asked) and len(lines) < most + GROWTH:
        lines = [*lines, ()]
    last, count = lines[-1], len(question.keys)
    while (keys := _keys(question, glyphs, count)) and width_of(last) + width_of(keys) + width_of(told) + 4 > width:
        count -= 1
    if not last:
        last, keys = ((" ", "text"), *keys), ()
    if keys or told:
        last = (*fill_line(last, width - width_of(keys) - width_of(told) - 1, glyphs.more), *keys, *told)
    return [*lines[:-1], last]


# ------------------------------------------------------------------ the act and the keys


def _head(asked: PromptRows) -> list[Line]:
    """The act, the answers and the question on a line, or on as many as they need."""
    question, width, glyphs, _ = asked
    told, folded = _act_lines(question, width, glyphs), asked.folded()
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
    return (*prompt, *typed_line(part, width - width_of((*prompt, *noted)), glyphs), *noted)


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
