"""Hints and choices of a question that have no room on their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wyrd_tui.widgets.cells import clean_line, cut
from wyrd_tui.widgets.clicked import Button, clickable, presses
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.listed_words import list_keys
from wyrd_tui.widgets.question import Prompt, PromptChoice, PromptPart
from wyrd_tui.widgets.spans import Line, width_of

AROUND = 3
"""Cells between the last line and the hints behind it."""
WHOLE = 39
"""Cells of a hint that are enough to know it by."""


def with_hint(question: Prompt, rows: Sequence[Line], width: int, more: str) -> str:
    """Show the preview, behind the hint of a highlighted choice that has no room for it on its row."""
    shown = [offer for part in question.parts for offer in part.offers if offer.on is not None]
    here = [offer for offer in shown if offer.here and offer.hint]
    drawn_too = _words_of(rows)
    if len(question.parts) < 2 or not here or clean_line(here[0].hint) in drawn_too:
        return question.preview
    # A line of its own and the name part the hint from the sum before it.
    named = f"{clean_line(here[0].label)}: {clean_line(here[0].hint)}"
    return "\n".join(filter(None, (question.preview, cut(named, 2 * width, more))))


def is_untold(question: Prompt, rows: Sequence[Line], *, here: bool = False) -> bool:
    """Tell whether the hint of a choice is not drawn whole: of any, or of the highlighted one."""
    drawn_too = _words_of(rows)
    offers = (o for part in question.parts for o in part.offers if o.here or (o.key and not here))
    return any(clean_line(offer.hint) not in drawn_too for offer in offers)


def _words_of(rows: Sequence[Line]) -> str:
    """The words of some rows, one blank between them."""
    return " ".join(" ".join(text for row in rows for text, _ in row).split())


def _whens(question: Prompt, rows: Sequence[Line], width: int, glyphs: Glyphs) -> Line:
    """List the hints of choices that have no room for them on their row: of choices that are on, then of others.

    A hint without room is left out whole. Empty where one is highlighted, which has its hint told.
    """
    offers = [offer for part in question.parts for offer in part.offers if offer.on is not None and offer.hint]
    if len(question.parts) < 2 or any(offer.here for offer in offers):
        return ()
    drawn_too = _words_of(rows)
    drawn = {role.means for row in rows for _, role in row if isinstance(role, Button)}
    untold = [
        o for o in offers if o.key and presses(o.key) in drawn and clean_line(o.hint)[:WHOLE].rstrip() not in drawn_too
    ]
    keys_of: dict[str, list[str]] = {}
    for offer in sorted(untold, key=lambda offer: not offer.on):
        keys_of.setdefault(clean_line(offer.hint), []).append(offer.key)
    told: Line = ()
    for hint, keys in keys_of.items():
        gap: Line = ((f" {glyphs.dot} ", "faint"),) if told else ()
        shown: Line = ((list_keys(keys), "key"), (f": {hint}", "dim"))
        longer = (*told, *gap, *(shown if keys[1:] else clickable(shown, presses(keys[0]))))
        told = longer if width_of(longer) <= width else told
    return told


def with_whens(question: Prompt, lines: list[Line], rows: Sequence[Line], width: int, glyphs: Glyphs) -> list[Line]:
    """Add the hints of choices behind the last line, as far as it has room."""
    hints = _whens(question, rows, width - width_of(lines[-1]) - AROUND - 2, glyphs) if rows else ()
    return [*lines[:-1], (*lines[-1], (" " * AROUND, "text"), *hints)] if hints else lines


def fold_off(
    question: Prompt, rows: list[Line], count: int, draw: Callable[[Prompt], list[Line]], more: str
) -> list[Line]:
    """Draw the rows again with fewer of the choices that are off, so that they are no more than a count.

    Choices that are on, and the one under the cursor, stay in sight; the last word counts the others that are off. All
    choices stay where even that leaves more rows than the count.
    """
    off = max((sum(_may_fold(offer) for offer in part.offers) for part in question.parts), default=0)
    folded = rows
    for kept in reversed(range(off)):
        if len(folded) <= count:
            break
        folded = draw(question._replace(parts=tuple(_keeping(part, kept, more) for part in question.parts)))
    return folded if len(folded) <= count else rows


def _may_fold(offer: PromptChoice) -> bool:
    return offer.on is False and not offer.here


def _keeping(part: PromptPart, kept: int, more: str) -> PromptPart:
    """A part with so many of its choices that are off, and the number of the others."""
    off = [offer for offer in part.offers if _may_fold(offer)]
    if len(off) <= kept:
        return part
    gone = frozenset(off[kept:])
    shown = tuple(offer for offer in part.offers if offer not in gone)
    sight = next((at for at, offer in enumerate(shown) if offer.here), 0)
    return part._replace(offers=(*shown, PromptChoice("", f"{more} {len(gone)} off")), sight=sight)
