"""Names of the stage rules in force, in as many lines as a pane has for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wyrd_tui.engine.spans import Span
from wyrd_tui.engine.state import Challenge
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.facts import fits_in_lines, flow_facts
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.spans import Line

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import SceneRule


def stage_rule_lines(
    rules: Sequence[SceneRule], rod: Challenge | None, most: int, width: int, glyphs: Glyphs
) -> tuple[Line, ...]:
    """Draw stage rules in their order, in so many lines; those without room matter least to the selected challenge."""
    gap, more = f" {glyphs.dot} ", glyphs.more
    if fits_in_lines(whole := _named(rules, rules, glyphs), width, gap, most):
        return flow_facts(whole, width, gap, most, more)
    kept: list[SceneRule] = []
    for rule in (ranked := rules_by_weight(rules, rod)):
        if fits_in_lines(_named([*kept, rule], rules, glyphs), width, gap, most):
            kept.append(rule)
    cut_short = [_name(rule) for rule in ranked]
    return flow_facts(_named(kept, rules, glyphs) if kept else cut_short, width, gap, most, more)


def rules_by_weight(rules: Sequence[SceneRule], rod: Challenge | None) -> Sequence[SceneRule]:
    """Return stage rules, those about a challenge first, then those about its type."""
    if rod is None:
        return rules
    return sorted(rules, key=lambda rule: (rod.id not in rule.about, not rod.type or rod.type not in rule.about))


def _named(kept: Sequence[SceneRule], rules: Sequence[SceneRule], glyphs: Glyphs) -> list[Span]:
    """Name some of the stage rules, in the order of all, and count the others."""
    missing = len(rules) - len(kept)
    named = [_name(rule) for rule in rules if rule in kept]
    return [*named, (f"{glyphs.more}{missing} more", "dim")] if missing else named


def _name(rule: SceneRule) -> Span:
    title = clean_line(rule.title)
    return (f"{title} (hidden)", "dim") if rule.hidden else (title, "text")
