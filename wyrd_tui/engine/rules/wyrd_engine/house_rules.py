"""House rules of the Wyrd Engine: the points that its text leaves open."""

from __future__ import annotations

from wyrd_tui.engine.rules.house_rules import HouseRule
from wyrd_tui.engine.state import WYRD_ENGINE, RuleValue, State


def _we(
    key: str,
    default: RuleValue,
    values: tuple[RuleValue, ...],
    label: str,
    ways: str,
    source: str,
    *,
    low: int = -20,
    high: int = 20,
) -> HouseRule:
    return HouseRule(key, WYRD_ENGINE, default, values, label, ways, source, low, high)


HOUSE_RULES = (
    _we(
        "tie",
        "ask",
        ("ask", "success", "failure"),
        "A total equal to the difficulty",
        "ask the GM, success, or failure",
        "C-01, WE-41",
    ),
    HouseRule(
        "track",
        WYRD_ENGINE,
        "we",
        (),
        "Damage track of characters whose sheet names none",
        "",
        "C-03, C-04, C-05",
        is_track=True,
    ),
    _we(
        "wound_choice",
        "best-fit",
        ("best-fit", "in-order"),
        "Boxes that absorb several points",
        "damage marks the best fitting box, or boxes in order",
        "C-05, WED-08",
    ),
    _we(
        "out_at",
        "full",
        ("full", "overflow"),
        "Out of action",
        "at the last box, or only by damage beyond it",
        "C-06",
    ),
    _we(
        "severe",
        "split",
        ("split", "all-physical"),
        "Severe wound",
        "split by point, or on all physical skills",
        "C-07",
    ),
    _we(
        "penalty",
        "by-track",
        ("by-track", "split", "each"),
        "Penalty of a wound",
        "split among skills, or in full on each named skill (by-track: on draft tracks only)",
        "C-35",
    ),
    _we(
        "stacking",
        "one",
        ("one", "one-per-source", "all"),
        "Traits, gear and boons in one roll",
        "one, one of each source, or all",
        "C-09, WE-23",
    ),
    _we("boosts", True, (True, False), "Optional rule of boosts", "played, or not", "WE-43"),
    _we(
        "boosts_stack",
        "largest",
        ("largest", "all"),
        "Several boosts",
        "only the largest counts, or all add up",
        "U-04",
    ),
    _we("teamwork", True, (True, False), "Optional rule of teamwork", "played, or not", "WE-46"),
    _we("helpers", 1, (1, 2, 3, 4), "Most helpers in one roll", "", "WE-47"),
    _we(
        "mooks",
        "one-per-hit",
        ("one-per-hit", "spill"),
        "Damage beyond the first mook",
        "fells no more, or spills over to the next",
        "U-12",
    ),
    _we(
        "instant_wound",
        "instead",
        ("instead", "with"),
        "Instant wound of a firearm",
        "instead of its damage, or with it",
        "U-09, WE-78",
    ),
    _we("improvised", -1, (), "Modifier of an improvised weapon", "", "U-10, WE-79", low=-9, high=9),
    _we("damage", "track", ("track", "none"), "Damage tracks", "played, or not", "WE-96"),
    _we(
        "stress",
        "clears",
        ("clears", "lingers"),
        "Stress at the end of a fight or scene",
        "clears, or lingers",
        "C-08, WE-96",
    ),
    HouseRule("initiative", WYRD_ENGINE, "Notice", (), "Rating for initiative", "", "WE-51", is_rating=True),
    _we("defence", "free", ("free", "primary"), "Defending", "free, or uses up the primary action", "C-34, U-01"),
    _we("boon_value", 2, (), "Bonus of a boon", "", "U-04, WE-39", low=1, high=9),
    _we("hints", True, (True, False), "Hint that no roll is needed", "shown, or not", "C-12, WE-31"),
)


_BY_KEY = {point.key: point for point in HOUSE_RULES}


def rule(state: State, key: str) -> RuleValue:
    """Return the house rule on a point that is in force at a table."""
    return _BY_KEY[key].chosen(state)


def known_track(state: State) -> str:
    """Return the name of the table's track; that of the text's own where the table names an unknown one (C-03)."""
    name = rule(state, "track")
    return str(name) if name in _BY_KEY["track"].values_at(state) else "we"
