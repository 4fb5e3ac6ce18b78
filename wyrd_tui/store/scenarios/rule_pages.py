"""Stage rules of a scenario as pages of the book: written out, shipped, or like a shipped one (WA-52 … WA-59)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wyrd_tui.engine.page import RULE, Page, Trigger
from wyrd_tui.store.scenarios import presets

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios import rule_models as models


def rule_page(entry: models.StageRuleEntry, name: str, parent: str) -> Page:
    """Make a stage rule a page that belongs to the story, or to a scene, a challenge, a place or a character."""
    shipped = presets.shipped_stage_rules().get(entry.like or "", {})
    triggers = tuple(Trigger(**one.model_dump(exclude_none=True)) for one in entry.triggers)
    return Page(
        name,
        RULE,
        entry.title or shipped.get("title", ""),
        entry.text or shipped.get("text", ""),
        parent=parent,
        brings=tuple(entry.brings),
        challenges=tuple(entry.challenges),
        public=entry.evident,
        triggers=triggers or _shipped(shipped, entry.challenge or ""),
    )


def spare_rule_page(like: str) -> Page:
    """Make a shipped rule that the scenario does not name a page, for the table to put in force."""
    shipped = presets.shipped_stage_rules()[like]
    return Page(like, RULE, shipped["title"], shipped["text"], triggers=_shipped(shipped, ""))


def _shipped(shipped: Mapping[str, Any], challenge: str) -> tuple[Trigger, ...]:
    """Make the triggers of a shipped rule, about the challenge that the scenario names."""
    made = []
    for table in shipped.get("triggers", ()):
        trigger = Trigger(**table)
        if "challenge" not in table:
            made.append(trigger)
        elif challenge or trigger.do == "rise":
            made.append(replace(trigger, challenge=challenge))
    return tuple(made)
