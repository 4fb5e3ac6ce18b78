"""House rules of Mettle: the points that its text leaves open."""

from __future__ import annotations

from wyrd_tui.engine.rules.house_rules import HouseRule
from wyrd_tui.engine.state import METTLE, RuleValue, State

HOUSE_RULES = (
    HouseRule(
        "twist_raised",
        METTLE,
        "keep",
        ("keep", "reroll"),
        "Whether a Twist leaves raised dice as they are or throws them again with the other Edge dice.",
        "C-16, ME-29",
    ),
    HouseRule(
        "surge_stacks",
        METTLE,
        True,
        (True, False),
        "Whether a surge adds to the largest bonus, or is one bonus among those of which the largest counts.",
        "C-40, ME-41",
    ),
    HouseRule(
        "surprised_for",
        METTLE,
        "round",
        ("round", "scene"),
        "Whether the Surprised lose their Action in the first round or in the whole first scene.",
        "C-18, ME-48",
    ),
    HouseRule(
        "fallen_move",
        METTLE,
        "lost",
        ("lost", "kept"),
        "Whether the Fallen lose the Free Move too, as the Incapacitated do.",
        "C-19, ME-37",
    ),
    HouseRule(
        "hit_damage",
        METTLE,
        "edge",
        ("edge", "none"),
        "Damage suggested for a hit: 1, 1 more for each Edge and 1 for a weapon with “edge”, nothing with “none”.",
        "U-25, ME-35",
    ),
    HouseRule(
        "assume",
        METTLE,
        True,
        (True, False),
        "Whether the screen says when success may be assumed without a roll.",
        "C-17, ME-15",
    ),
    HouseRule(
        "background_strain",
        METTLE,
        "asked",
        ("asked", "none"),
        "Whether a Twist on a background may strain one of Focus, Nature and Poise, or needs another price.",
        "C-38, ME-22",
    ),
)


_BY_KEY = {point.key: point for point in HOUSE_RULES}


def rule(state: State, key: str) -> RuleValue:
    """Return the house rule on a point that is in force at a table."""
    return _BY_KEY[key].chosen(state)
