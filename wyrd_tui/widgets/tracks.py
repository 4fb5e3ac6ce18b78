"""Damage tracks, conditions and penalties as small pieces of a row, shared by the panes that show actors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wyrd_tui.engine.sheet import Row, Sheet, uses_left
from wyrd_tui.engine.state import Actor, Bonus, State
from wyrd_tui.widgets.glyphs import Glyphs, signed
from wyrd_tui.widgets.lines import Line, Span
from wyrd_tui.widgets.text import clean

MOST_BOXES = 8
"""A longer row is written as a number."""


Waits = Mapping[str, frozenset[str]]
"""The rows, by actor, whose penalty the GM has still to deal out; the rules say which."""
NONE: frozenset[str] = frozenset()


def shown_sheets(actor: Actor, games: Sequence[str]) -> tuple[Sheet, ...]:
    """The sheets to show: one for each game of the table that the actor plays in, else the first there is."""
    return tuple(actor.sheets[game] for game in games if game in actor.sheets) or tuple(actor.sheets.values())[:1]


def shown_track(actor: Actor, games: Sequence[str]) -> tuple[Row, ...]:
    """The rows of these sheets, a game after another."""
    return tuple(row for sheet in shown_sheets(actor, games) for row in sheet.track)


def boxes(row: Row, glyphs: Glyphs) -> str:
    """The boxes of a row, marked ones filled: `●●○○`, or `3/12` where they are many."""
    if row.boxes > MOST_BOXES:
        return f"{row.marks}/{row.boxes}"
    full, free = (glyphs.hurt, glyphs.whole) if row.penalty else (glyphs.full, glyphs.free)
    return full * min(row.marks, row.boxes) + free * row.free


def boxes_role(row: Row) -> str:
    """How a row's boxes look: harm where any is marked, quiet where none is."""
    if not row.marks:
        return "dim"
    return "hurt" if row.penalty else "text"


def track_spans(rows: Sequence[Row], widths: Sequence[int], glyphs: Glyphs, *, initials: bool) -> Line:
    """A track as columns of these widths."""
    spans: list[Span] = []
    for index, width in enumerate(widths):
        if index >= len(rows):
            spans.append((" " * (width + 1), "text"))
            continue
        row = rows[index]
        drawn = boxes(row, glyphs)
        initial = clean(row.label)[:1].upper() if initials else ""
        if initial:
            spans.append((initial, "faint"))
        spans.append((drawn, boxes_role(row)))
        spans.append((" " * (width - len(drawn) - len(initial) + 1), "text"))
    return tuple(spans)


def track_widths(tracks: Iterable[Sequence[Row]], glyphs: Glyphs, *, initials: bool) -> tuple[int, ...]:
    """Widths of the columns that hold the rows of all these tracks."""
    widths: list[int] = []
    for track in tracks:
        for index, row in enumerate(track):
            size = len(boxes(row, glyphs)) + (1 if initials and row.label else 0)
            if index == len(widths):
                widths.append(size)
            elif size > widths[index]:
                widths[index] = size
    return tuple(widths)


def troubles(actor: Actor, games: Sequence[str], waits: Waits, glyphs: Glyphs) -> list[Span]:
    """What is the matter with an actor, in words: penalties, wounds to deal out, conditions."""
    parts: list[Span] = []
    totals: dict[str, int] = {}
    for row in shown_track(actor, games):
        for hurt in row.hurts:
            totals[hurt.name] = totals.get(hurt.name, 0) + hurt.by
        if row.id in waits.get(actor.id, NONE):
            left = row.penalty - sum(hurt.by for hurt in row.hurts)
            parts.append((f"{glyphs.flag} {clean(row.label)}: {signed(-left, glyphs)} to deal out", "accent"))
    parts.extend((f"{clean(name)} {signed(-by, glyphs)}", "hurt") for name, by in totals.items())
    for condition in actor.conditions:
        parts.append((clean(condition.label), "strong" if condition.out else "text"))
    return parts


def gifts(actor: Actor, state: State, waiting: Sequence[Bonus], glyphs: Glyphs) -> list[Span]:
    """What waits for an actor: bonuses for a roll, and what is left of limited traits and lost gear."""
    parts: list[Span] = []
    for bonus in waiting:
        who = state.actors.get(bonus.against)
        against = f" against {clean(who.name)}" if who else ""
        parts.append((f"{signed(bonus.value, glyphs)} {clean(bonus.label) or bonus.kind}{against}", "accent"))
    for trait in (trait for sheet in shown_sheets(actor, state.games) for trait in sheet.traits):
        left = uses_left(trait)
        if trait.lost:
            parts.append((f"{clean(trait.name)} lost", "dim"))
        elif left is not None:
            parts.append((f"{clean(trait.name)} {left}/{left + trait.used}", "dim"))
    return parts
