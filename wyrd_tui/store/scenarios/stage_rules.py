"""Stage rules of a scenario as pages of the book: written out, shipped, or like a shipped one (WA-52 … WA-59)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules.wyrd_abacus.numbers import POOL, ROLLS, SIXES
from wyrd_tui.engine.rules.wyrd_abacus.stage_rules import RULE
from wyrd_tui.store.scenarios import presets

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios import rule_models as models

COUNTED_BY_THE_GAME = frozenset({POOL, SIXES, ROLLS})
"""Counters that need nobody to keep them."""


def called(entry: models.StageRule) -> str:
    """What a rule makes its id from: its title, or the id of the shipped rule that it is."""
    return entry.id or entry.title or entry.like or ""


def page(entry: models.StageRule, name: str, parent: str) -> Page:
    """A stage rule as a page that belongs to the story, or to a scene, a challenge, a place or somebody."""
    shipped = presets.stage_rules().get(entry.like or "", {})
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


def waiting(like: str, name: str) -> Page:
    """A shipped rule that the scenario does not name, for the table to put in force."""
    shipped = presets.stage_rules()[like]
    return Page(name, RULE, shipped["title"], shipped["text"], triggers=_shipped(shipped, ""))


def counters(pages: Iterable[Page]) -> dict[str, int]:
    """The counters that rules move or look at, at nothing."""
    named = [trigger.counter for page in pages for trigger in page.triggers if trigger.counter]
    return dict.fromkeys((name for name in named if name not in COUNTED_BY_THE_GAME), 0)


def _shipped(shipped: Mapping[str, Any], challenge: str) -> tuple[Trigger, ...]:
    """The triggers of a shipped rule, about the challenge that the scenario names."""
    made = []
    for table in shipped.get("triggers", ()):
        trigger = Trigger(**table)
        if "challenge" not in table:
            made.append(trigger)
        elif challenge or trigger.do == "rise":
            made.append(replace(trigger, challenge=challenge))
    return tuple(made)
