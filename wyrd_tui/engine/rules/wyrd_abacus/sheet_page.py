"""A sheet of the Wyrd Abacus: abilities with what is left of them, the Wyrd, and facets."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.rules.wyrd_abacus.abilities import is_facet
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.spans import BLANK, Block, PageLine, Role, Span, heading_line, make_line, point_spans
from wyrd_tui.engine.state import Actor


def sheet_lines(actor: Actor, sheet: Sheet) -> Sequence[Sequence[Block]]:
    """Arrange abilities, the Wyrd, and facets by ability (WA-03 … WA-05)."""
    lines: list[PageLine] = [BLANK, heading_line("Abilities", "what is left, of the starting score")]
    for row in sheet.track:
        beads = (("╳" * row.boxes, "lost"),) if row.struck else point_spans(row.free, row.marks)
        note: Span = ("   scratched out: only the story mends it", "hurt") if row.struck else ("", "dim")
        role: Role = "hurt" if row.struck else "strong"
        lines.append(make_line(f"  {row.label:<6}", (f"{row.free:>2} of {row.boxes:<3}", role), *beads, note))
    if not sheet.track:
        lines.append(make_line(("  none written down", "dim")))
    lines += [BLANK, heading_line("Wyrd")]
    lines += [
        make_line(f"  {name:<14}", (f"{value:>2}  ", "strong"), ("◉" * value, "gain"))
        for name, value in sheet.ratings.items()
    ]
    traits = [trait for trait in sheet.traits if not (is_facet(trait) and trait.lost)]
    if traits:
        lines += [BLANK, heading_line("Facets", "one point of an ability a scene, when truly shown")]
        labels = {row.id: row.label for row in sheet.track}
        for trait in traits:
            ability = next((effect.skill for effect in trait.effects), "")
            shown: Span = ("   not again in this scene", "dim") if trait.used else ("", "dim")
            lines.append(make_line(f"  {labels.get(ability, ability):<6}", (trait.name, "strong"), shown))
    return [[lines]]
