"""Rows of a prompt: the choices of its questions by pages, and what is typed into a form."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spans import Span
from wyrd_tui.widgets.cells import cells, clean_line, cut
from wyrd_tui.widgets.clicked import Button, clickable
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.offers import PageCut, Room, cells_wanted, cut_into_pages, draw_page, page_number
from wyrd_tui.widgets.question import Prompt, PromptPart
from wyrd_tui.widgets.spans import Line, width_of
from wyrd_tui.widgets.values import QUESTION_LINES

ROOMY = 8
"""Lines from which on answers may take two of them, and the questions of a form rows of their own."""
MOST_ROWS, LOW_ROWS = 6, 5
"""Most rows of choices, and of those on a low screen."""
GROWTH = 7
"""Lines by which a question grows rather than be cut."""


class PromptRows(NamedTuple):
    """The rows of a question that is drawn in so many cells, with most lines before it grows."""

    question: Prompt
    width: int
    glyphs: Glyphs
    most: int

    @property
    def pages(self) -> list[Sequence[range]]:
        """The choices on each page of each part: only those of the page in sight can be taken by a key."""
        return [made.pages for _, _, made in self._cut]

    @property
    def _cut(self) -> list[tuple[PromptPart, Room, PageCut]]:
        """Each part with its room and its pages."""
        rooms = zip(self.question.parts, self._rooms, strict=True)
        return [(part, room, cut_into_pages(part, room, self.glyphs)) for part, room in rooms]

    @property
    def _rooms(self) -> list[Room]:
        """Room for the choices of each part: rows of its own, or in a form without room a share of one row."""
        largest = MOST_ROWS if self.most >= ROOMY else LOW_ROWS
        parts, width = self.question.parts, self.width - 1
        if len(parts) == 1:
            return [Room(width, largest, noted=True)]
        offered = self._offering
        heads = [cells(clean_line(part.prompt)) + 2 if part in offered else 0 for part in parts]
        offering = [at for at, head in enumerate(heads) if head]
        if self._stacked:
            free = max(self.most, QUESTION_LINES + GROWTH) - 5 - any(part.folded for part in parts)
            rows = max(1, min(largest, free // max(1, len(offering))))
            lines = [1 if part.folded else rows for part in parts]
            return [Room(width, most, head=head, labelled=True) for most, head in zip(lines, heads, strict=True)]
        wanted = [head + cells_wanted(part, self.glyphs) for part, head in zip(parts, heads, strict=True)]
        if offering:
            # The last one has what the row leaves, for its hints.
            between = cells(self._between) * (len(offering) - 1)
            wanted[offering[-1]] += width - between - sum(wanted[at] for at in offering)
        kept = len(offering) > 1
        return [Room(size, 1, head=head, labelled=kept) for size, head in zip(wanted, heads, strict=True)]

    @property
    def _offering(self) -> list[PromptPart]:
        """The parts with choices; folded ones stand behind the answers, and the rows are left to others."""
        return [part for part in self.question.parts if part.offers and not part.folded]

    @property
    def _stacked(self) -> bool:
        """True where each part has rows of its own: a part alone, or all where one row is too short for them."""
        wanted = [cells(clean_line(part.prompt)) + 2 + cells_wanted(part, self.glyphs) for part in self._offering]
        between = cells(self._between) * max(0, len(wanted) - 1)
        return self.most >= ROOMY or len(wanted) == 1 or sum(wanted) + between > self.width - 1

    @property
    def _between(self) -> str:
        """Separator between the choices of two questions of a form."""
        return f"  {self.glyphs.dot}"

    def page_told(self) -> Line:
        """Return the page of the choices in sight."""
        named = len(self.question.parts) > 1
        told = (page_number(part, made, self.glyphs, named=named) for part, _, made in self._cut)
        return next(filter(None, told), ())

    def draw(self, spare: int = 0, *, lacking: int = 0) -> list[Line]:
        """The choices, and what is typed into a form.

        Hints that need more rows have the `spare` ones; where rows are `lacking`, pages give up so many.
        """
        choices, glyphs = [one for one in self._cut if one[0].offers], self.glyphs
        if len(self.question.parts) < 2:
            rows = [line for part, room, made in choices for line in _page(part, room, made, glyphs, spare, lacking)]
            return rows or [((f" {clean_line(part.note)}", "dim"),) for part in self.question.parts if part.note]
        drawn: list[Line] = []
        stacked = self._stacked
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
                row += [(self._between, "faint")] if row else []
                row += line
            drawn = [tuple(row)]
        typing = [part for part in self.question.parts if part.typed is not None]
        return [*drawn, *_form_typed(typing, self.width - 1, glyphs)]

    def folded(self) -> list[Line]:
        """The folded choices of a form, in as many rows as they take."""
        rows: list[list[Span]] = []
        for part, room, made in self._cut if len(self.question.parts) > 1 else ():
            if not part.folded:
                continue
            line = _prompt_after_key(part, draw_page(part, room, made, self.glyphs)[0])
            if rows and width_of((*rows[-1], *line)) + cells(self._between) <= self.width:
                rows[-1] += [(self._between, "faint"), *line]
            else:
                rows.append([*line])
        return [tuple(row) for row in rows]


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
        shown = (prompt, *typed_line(part, width - width_of((prompt,)), glyphs))
        if rows and width_of((*rows[-1], *shown)) + 3 <= width:
            rows[-1] += [("   ", "text"), *shown]
        else:
            rows.append([(" ", "text"), *shown])
    return [tuple(row) for row in rows]


def _prompt_after_key(part: PromptPart, choice: Line) -> Line:
    """Draw the question of a folded part between its key and its answer, so that the key is not read as one."""
    at = next((place for place, (_, role) in enumerate(choice) if role == "key"), -1) + 1
    prompt: Line = ((f"{clean_line(part.prompt)}: ", "dim"),)
    last = choice[at - 1][1] if at else ""
    return (*choice[:at], *(clickable(prompt, last.means) if isinstance(last, Button) else prompt), *choice[at:])


def typed_line(part: PromptPart, width: int, glyphs: Glyphs) -> Line:
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
