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
        "Wyrd pool of a scene",
        "1 more than the whole party, or 1 more than the characters present",
        "C-14, WA-08",
    ),
    HouseRule(
        "influence",
        WYRD_ABACUS,
        "starting",
        ("starting", "starting-0-is-1", "current"),
        "Dice of an influence roll",
        "the starting score; the starting score, but a result of 1 for an empty ability; or the points that are left",
        "C-15, WA-34, WA-36",
    ),
    HouseRule(
        "facets",
        WYRD_ABACUS,
        "ability",
        ("ability", "facet"),
        "Points that facets give back in a scene",
        "one for each ability, or one for each facet",
        "U-20, C-29, WA-05",
    ),
    HouseRule(
        "failed",
        WYRD_ABACUS,
        "stays",
        ("stays", "leaves"),
        "A challenge that was not overcome",
        "stays on the abacus, or leaves it",
        "U-22, WA-23",
    ),
)


_BY_KEY = {point.key: point for point in HOUSE_RULES}


def rule(state: State, key: str) -> RuleValue:
    """Return the house rule on a point that is in force at a table."""
    return _BY_KEY[key].chosen(state)
