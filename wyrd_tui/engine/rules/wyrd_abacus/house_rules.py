"""House rules of the Wyrd Abacus: the points that its text leaves open."""

from __future__ import annotations

from functools import partial

from wyrd_tui.engine.rules.house_rules import HouseRule, rule_reader
from wyrd_tui.engine.state import WYRD_ABACUS

_point = partial(HouseRule, game=WYRD_ABACUS)

HOUSE_RULES = (
    _point(
        "wyrd_pool",
        "party",
        ("party", "present"),
        "Wyrd pool of a scene",
        "1 more than the whole party, or 1 more than the characters present",
        "C-14, WA-08",
    ),
    _point(
        "influence",
        "starting",
        ("starting", "starting-0-is-1", "current"),
        "Dice of an influence roll",
        "the starting score; the starting score, but a result of 1 for an empty ability; or the points that are left",
        "C-15, WA-34, WA-36",
    ),
    _point(
        "facets",
        "ability",
        ("ability", "facet"),
        "Points that facets give back in a scene",
        "one for each ability, or one for each facet",
        "U-20, C-29, WA-05",
    ),
    _point(
        "failed",
        "stays",
        ("stays", "leaves"),
        "A challenge that was not overcome",
        "stays on the abacus, or leaves it",
        "U-22, WA-23",
    ),
)


rule = rule_reader(HOUSE_RULES)
"""Return the house rule on a point that is in force at a table."""
