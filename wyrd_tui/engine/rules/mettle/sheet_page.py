"""A sheet of Mettle: pools with what strain leaves of them, Mettle itself, what is carried, and backgrounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wyrd_tui.engine.nouns.mettle import ARMOR, FRAME, LOAD, METTLE_ROW, MOTIVE, SHIELD, STATUSES, STRAINABLE
from wyrd_tui.engine.rules.mettle.modifiers import backgrounds, mettle_of, pool_of, row_of
from wyrd_tui.engine.rules.mettle.statuses import load_status
from wyrd_tui.engine.sheet import Sheet, Trait
from wyrd_tui.engine.spans import (
    BLANK,
    Block,
    PageLine,
    Piece,
    Span,
    SpanTable,
    heading_line,
    make_line,
    make_spans,
    point_spans,
)
from wyrd_tui.engine.state import Actor
from wyrd_tui.engine.words import plain_number

NAME_CELLS = 8
MOST_BEADS = 20
"""Greatest number of dice that is drawn as beads; a larger pool is a number alone."""


def attribute_names(sheet: Sheet) -> dict[str, str]:
    """Return a sheet's own names of attributes: traits that do nothing but name one."""
    return {
        effect.skill: trait.name for trait in sheet.traits for effect in trait.effects if _names(trait) and effect.skill
    }


def _names(trait: Trait) -> bool:
    return bool(trait.effects) and all(effect.kind == "special" for effect in trait.effects)


def sheet_lines(actor: Actor, sheet: Sheet) -> Sequence[Sequence[Block]]:
    """Arrange attributes, Mettle with Load and backgrounds, and gear below them (ME-07, ME-21, ME-34, ME-45)."""
    called = attribute_names(sheet)
    left = [
        heading_line("Attributes", "dice; in brackets those that strain leaves"),
        *_attributes(actor, sheet, called),
    ]
    right = [heading_line("Mettle"), *_mettle(actor, sheet)]
    if FRAME in sheet.ratings or LOAD in sheet.ratings:
        right.append(_load(sheet))
    blocks: list[Block] = [[BLANK, *left], [BLANK, *right]]
    if known := backgrounds(actor):
        blocks.append([BLANK, heading_line("Backgrounds"), _backgrounds(known)])
    others = [trait for trait in sheet.traits if not _names(trait)]
    return [blocks, [[BLANK, heading_line("Gear and traits"), *_others(others)]]] if others else [blocks]


def _attributes(actor: Actor, sheet: Sheet, called: dict[str, str]) -> list[PageLine]:
    lines: list[PageLine] = []
    for key, label in STRAINABLE.items():
        row = row_of(actor, key)
        if row is None:
            continue
        now = pool_of(actor, key)
        told = f"{row.boxes} ({now})" if now != row.boxes else str(row.boxes)
        beads = point_spans(now, row.boxes - now) if row.boxes <= MOST_BEADS else ()
        strain = f"   strained by {row.marks}" if row.marks else ""
        if row.free != now:
            strain += "   none while down"
        pieces: list[Piece] = [
            f"  {label:<{NAME_CELLS}}",
            (f"{told:<8}", "strong" if now else "hurt"),
            *beads,
            (strain, "hurt"),
        ]
        lines.append(make_line(*pieces, *_called(called, label)))
    for label in (FRAME, MOTIVE, SHIELD):
        if label in sheet.ratings:
            number: Span = (f"{sheet.ratings[label]:<8}", "strong")
            lines.append(make_line(f"  {label:<{NAME_CELLS}}", number, *_called(called, label)))
    return lines or [make_line(("  none written down", "dim"))]


def _called(called: dict[str, str], label: str) -> list[Piece]:
    return [("  ", "text"), (f"“{called[label]}”", "strong")] if label in called else []


def _mettle(actor: Actor, sheet: Sheet) -> list[PageLine]:
    row = row_of(actor, METTLE_ROW)
    if row is None:
        return [make_line(("  none written down", "dim"))]
    now = mettle_of(actor)
    beads = point_spans(row.free, min(row.marks, row.boxes)) if row.boxes <= MOST_BEADS else ()
    told = f"{plain_number(now)} of {row.boxes}"
    sum_of = f"{MOTIVE} {sheet.ratings.get(MOTIVE, 0)} + {ARMOR} {sheet.ratings.get(ARMOR, 0)}"
    words = "a blow has felled its owner" if now < 0 else "one more point fells" if now == 0 else ""
    rows = [make_line(f"  {told:<9}", *beads), make_line((f"  {sum_of}", "dim"))]
    return [*rows, make_line((f"  {words}", "hurt"))] if words else rows


def _load(sheet: Sheet) -> PageLine:
    """Word the Load against Frame, and its status (ME-45)."""
    frame, load = sheet.ratings.get(FRAME, 0), sheet.ratings.get(LOAD, 0)
    weight = load_status(frame, load)
    says = f"{weight.capitalize()}: {STATUSES[weight]}" if weight else f"{2 * frame} is too much"
    return make_line(f"  Load {load} against Frame {frame}", (f"  {says}", "hurt" if weight else "dim"))


def _backgrounds(known: dict[str, int]) -> SpanTable:
    rows = sorted(known.items(), key=lambda row: -row[1])
    return SpanTable(tuple(make_spans(name, (str(dice), "strong")) for name, dice in rows))


def _others(traits: Iterable[Trait]) -> list[PageLine]:
    return [
        make_line("  ", (trait.name, "dim" if trait.lost else "strong"), (f"  {trait.when}", "dim")) for trait in traits
    ]
