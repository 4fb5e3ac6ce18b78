"""House rules of the Wyrd Engine: the points that its text leaves open."""

from __future__ import annotations

from functools import partial

from wyrd_tui.engine.rules.house_rules import HouseRule, rule_reader
from wyrd_tui.engine.state import WYRD_ENGINE, State

_point = partial(HouseRule, game=WYRD_ENGINE)

_TRACK = _point(
    "track", "we", (), "Damage track of characters whose sheet names none", "", "C-03, C-04, C-05", is_track=True
)
HOUSE_RULES = (
    _point(
        "tie",
        "ask",
        ("ask", "success", "failure"),
        "A total equal to the difficulty",
        "ask the GM, success, or failure",
        "C-01, WE-41",
    ),
    _TRACK,
    _point(
        "wound_choice",
        "best-fit",
        ("best-fit", "in-order"),
        "Boxes that absorb several points",
        "damage marks the best fitting box, or boxes in order",
        "C-05, WED-08",
    ),
    _point(
        "out_at",
        "full",
        ("full", "overflow"),
        "Out of action",
        "at the last box, or only by damage beyond it",
        "C-06",
    ),
    _point(
        "severe",
        "split",
        ("split", "all-physical"),
        "Severe wound",
        "split by point, or on all physical skills",
        "C-07",
    ),
    _point(
        "penalty",
        "by-track",
        ("by-track", "split", "each"),
        "Penalty of a wound",
        "split among skills, or in full on each named skill (by-track: on draft tracks only)",
        "C-35",
    ),
    _point(
        "stacking",
        "one",
        ("one", "one-per-source", "all"),
        "Traits, gear and boons in one roll",
        "one, one of each source, or all",
        "C-09, WE-23",
    ),
    _point("boosts", True, (True, False), "Optional rule of boosts", "played, or not", "WE-43"),
    _point(
        "boosts_stack",
        "largest",
        ("largest", "all"),
        "Several boosts",
        "only the largest counts, or all add up",
        "U-04",
    ),
    _point("teamwork", True, (True, False), "Optional rule of teamwork", "played, or not", "WE-46"),
    _point("helpers", 1, (1, 2, 3, 4), "Most helpers in one roll", "", "WE-47"),
    _point(
        "mooks",
        "one-per-hit",
        ("one-per-hit", "spill"),
        "Damage beyond the first mook",
        "fells no more, or spills over to the next",
        "U-12",
    ),
    _point(
        "instant_wound",
        "instead",
        ("instead", "with"),
        "Instant wound of a firearm",
        "instead of its damage, or with it",
        "U-09, WE-78",
    ),
    _point("improvised", -1, (), "Modifier of an improvised weapon", "", "U-10, WE-79", low=-9, high=9),
    _point("damage", "track", ("track", "none"), "Damage tracks", "played, or not", "WE-96"),
    _point(
        "stress",
        "clears",
        ("clears", "lingers"),
        "Stress at the end of a fight or scene",
        "clears, or lingers",
        "C-08, WE-96",
    ),
    _point("initiative", "Notice", (), "Rating for initiative", "", "WE-51", is_rating=True),
    _point("defence", "free", ("free", "primary"), "Defending", "free, or uses up the primary action", "C-34, U-01"),
    _point("boon_value", 2, (), "Bonus of a boon", "", "U-04, WE-39", low=1, high=9),
    _point("hints", True, (True, False), "Hint that no roll is needed", "shown, or not", "C-12, WE-31"),
)


rule = rule_reader(HOUSE_RULES)
"""Return the house rule on a point that is in force at a table."""


def known_track(state: State) -> str:
    """Return the name of the table's track; that of the text's own where the table names an unknown one (C-03)."""
    name = rule(state, "track")
    return str(name) if name in _TRACK.values_at(state) else "we"
