"""House rules of Mettle: the points that its text leaves open."""

from __future__ import annotations

from functools import partial

from wyrd_tui.engine.rules.house_rules import HouseRule, rule_reader
from wyrd_tui.engine.state import METTLE, State
from wyrd_tui.engine.words import name_and_verb

_point = partial(HouseRule, game=METTLE)

HOUSE_RULES = (
    _point(
        "twist_raised",
        "keep",
        ("keep", "reroll"),
        "Twist and raised dice",
        "keep them, or throw them again with the other Edge dice",
        "C-16, ME-29",
    ),
    _point(
        "surge_stacks",
        True,
        (True, False),
        "Surge",
        "adds to the largest bonus, or counts only where it is the largest itself",
        "C-40, ME-41",
    ),
    _point(
        "surprised_for",
        "round",
        ("round", "scene"),
        "Surprised",
        "no Action in the first round, or in the whole first scene",
        "C-18, ME-48",
    ),
    _point(
        "fallen_move",
        "lost",
        ("lost", "kept"),
        "Free Move of the Fallen",
        "lost, as for the Incapacitated, or kept",
        "C-19, ME-37",
    ),
    _point(
        "hit_damage",
        "edge",
        ("edge", "none"),
        "Suggested damage of a hit",
        "by Edge (1, and 1 more for each Edge and for a weapon), or none",
        "U-25, ME-35",
    ),
    _point(
        "assume",
        True,
        (True, False),
        "Hint that success is often assumed where dice outnumber the Difficulty",
        "shown, or not",
        "C-17, ME-15",
    ),
    _point(
        "background_strain",
        "asked",
        ("asked", "none"),
        "Twist on a background",
        "may strain Focus, Nature or Poise, or needs another price",
        "C-38, ME-22",
    ),
)


rule = rule_reader(HOUSE_RULES)
"""Return the house rule on a point that is in force at a table."""


def kept_free_move(state: State, who: str) -> str:
    """Say that an actor who falls keeps the Free Move by house rule; empty where it is lost (C-19)."""
    kept = rule(state, "fallen_move") == "kept"
    return f"{name_and_verb(state, who, 'keeps')} the Free Move: house rule" if kept else ""
