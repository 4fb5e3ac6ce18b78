"""House rules of Mettle: the points that its text leaves open."""

from __future__ import annotations

from wyrd_tui.engine.rules.house_rules import HouseRule
from wyrd_tui.engine.state import METTLE, RuleValue, State
from wyrd_tui.engine.words import name_and_verb

HOUSE_RULES = (
    HouseRule(
        "twist_raised",
        METTLE,
        "keep",
        ("keep", "reroll"),
        "Twist and raised dice",
        "keep them, or throw them again with the other Edge dice",
        "C-16, ME-29",
    ),
    HouseRule(
        "surge_stacks",
        METTLE,
        True,
        (True, False),
        "Surge",
        "adds to the largest bonus, or counts only where it is the largest itself",
        "C-40, ME-41",
    ),
    HouseRule(
        "surprised_for",
        METTLE,
        "round",
        ("round", "scene"),
        "Surprised",
        "no Action in the first round, or in the whole first scene",
        "C-18, ME-48",
    ),
    HouseRule(
        "fallen_move",
        METTLE,
        "lost",
        ("lost", "kept"),
        "Free Move of the Fallen",
        "lost, as for the Incapacitated, or kept",
        "C-19, ME-37",
    ),
    HouseRule(
        "hit_damage",
        METTLE,
        "edge",
        ("edge", "none"),
        "Suggested damage of a hit",
        "by Edge (1, and 1 more for each Edge and for a weapon), or none",
        "U-25, ME-35",
    ),
    HouseRule(
        "assume",
        METTLE,
        True,
        (True, False),
        "Hint that success is often assumed where dice outnumber the Difficulty",
        "shown, or not",
        "C-17, ME-15",
    ),
    HouseRule(
        "background_strain",
        METTLE,
        "asked",
        ("asked", "none"),
        "Twist on a background",
        "may strain Focus, Nature or Poise, or needs another price",
        "C-38, ME-22",
    ),
)


_BY_KEY = {point.key: point for point in HOUSE_RULES}


def rule(state: State, key: str) -> RuleValue:
    """Return the house rule on a point that is in force at a table."""
    return _BY_KEY[key].chosen(state)


def kept_free_move(state: State, who: str) -> str:
    """Say that an actor who falls keeps the Free Move by house rule; empty where it is lost (C-19)."""
    kept = rule(state, "fallen_move") == "kept"
    return f"{name_and_verb(state, who, 'keeps')} the Free Move: house rule" if kept else ""
