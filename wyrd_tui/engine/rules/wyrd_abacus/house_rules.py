"""House rules of the Wyrd Abacus: the points that its text leaves open."""

from __future__ import annotations

from wyrd_tui.engine.rules.house_rules import HouseRule
from wyrd_tui.engine.state import WYRD_ABACUS, RuleValue, State

HOUSE_RULES = (
    HouseRule(
        "wyrd_pool",
        WYRD_ABACUS,
        "party",
        ("party", "present"),
        "Whether the scene’s Wyrd pool counts every character or those who are present; either way it has 1 more.",
        "C-14, WA-08",
    ),
    HouseRule(
        "influence",
        WYRD_ABACUS,
        "starting",
        ("starting", "starting-0-is-1", "current"),
        "Whether an influence roll takes an ability’s starting score, the same but a result of 1 where nothing of the "
        "ability is left, or what is left of it.",
        "C-15, WA-34, WA-36",
    ),
    HouseRule(
        "facets",
        WYRD_ABACUS,
        "ability",
        ("ability", "facet"),
        "How often facets give a point back in a scene: once for an ability, or once for each facet.",
        "U-20, C-29, WA-05",
    ),
    HouseRule(
        "failed",
        WYRD_ABACUS,
        "stays",
        ("stays", "leaves"),
        "Whether a challenge that was not overcome stays on the abacus.",
        "U-22, WA-23",
    ),
)


_BY_KEY = {point.key: point for point in HOUSE_RULES}


def rule(state: State, key: str) -> RuleValue:
    """Return the house rule on a point that is in force at a table."""
    return _BY_KEY[key].chosen(state)
