"""House rules of the Wyrd Engine: the points that its text leaves open."""

from __future__ import annotations

from wyrd_tui.engine.rules.ground.tracks import TRACKS
from wyrd_tui.engine.rules.house_rules import HouseRule
from wyrd_tui.engine.state import WYRD_ENGINE, RuleValue, State


def _we(
    key: str,
    default: RuleValue,
    values: tuple[RuleValue, ...],
    help: str,
    source: str,
    *,
    low: int = -20,
    high: int = 20,
) -> HouseRule:
    return HouseRule(key, WYRD_ENGINE, default, values, help, source, low, high)


HOUSE_RULES = (
    _we("tie", "ask", ("ask", "success", "failure"), "The meaning of a total equal to the difficulty.", "C-01, WE-41"),
    HouseRule(
        "track",
        WYRD_ENGINE,
        "we",
        (),
        "The damage track that characters get where their sheet names none.",
        "C-03, C-04, C-05",
        at_table=lambda state: (*{**TRACKS, **state.setting.tracks},),
    ),
    _we(
        "wound_choice",
        "best-fit",
        ("best-fit", "in-order"),
        "Which wound takes damage where boxes absorb more than one point.",
        "C-05, WED-08",
    ),
    _we(
        "out_at",
        "full",
        ("full", "overflow"),
        "Out of action when the last box is marked, or only by damage beyond it.",
        "C-06",
    ),
    _we(
        "severe",
        "split",
        ("split", "all-physical"),
        "Whether a severe wound is assigned point by point or falls on every physical skill.",
        "C-07",
    ),
    _we(
        "penalty",
        "by-track",
        ("by-track", "split", "each"),
        "Whether a wound’s penalty is split or falls in full on each named skill; by-track: each for the draft tracks.",
        "C-35",
    ),
    _we(
        "stacking",
        "one",
        ("one", "one-per-source", "all"),
        "How many traits, gear and boons count in one roll.",
        "C-09, WE-23",
    ),
    _we("boosts", True, (True, False), "Whether the optional rule of boosts is played.", "WE-43"),
    _we("boosts_stack", "largest", ("largest", "all"), "Whether several boosts add up.", "U-04"),
    _we("teamwork", True, (True, False), "Whether the optional rule of teamwork is played.", "WE-46"),
    _we("helpers", 1, (1, 2, 3, 4), "How many helpers may count in one roll.", "WE-47"),
    _we("mooks", "one-per-hit", ("one-per-hit", "spill"), "Whether damage beyond the first mook fells more.", "U-12"),
    _we(
        "instant_wound",
        "instead",
        ("instead", "with"),
        "Whether a firearm’s instant wound replaces its damage or adds to it.",
        "U-09, WE-78",
    ),
    _we("improvised", -1, (), "Modifier of an improvised weapon.", "U-10, WE-79", low=-9, high=9),
    _we("damage", "track", ("track", "none"), "Whether damage tracks are played at all.", "WE-96"),
    _we("stress", "clears", ("clears", "lingers"), "Whether stress clears with the fight or the scene.", "C-08, WE-96"),
    _we("initiative", "Notice", (), "The rating that is rolled for initiative.", "WE-51"),
    _we("defence", "free", ("free", "primary"), "Whether defending uses up the primary action.", "C-34, U-01"),
    _we("boon_value", 2, (), "Size of a boon.", "U-04, WE-39", low=1, high=9),
    _we("hints", True, (True, False), "Whether the screen says when no roll is needed.", "C-12, WE-31"),
)


_BY_KEY = {point.key: point for point in HOUSE_RULES}


def rule(state: State, key: str) -> RuleValue:
    """Return the house rule on a point that is in force at a table."""
    return _BY_KEY[key].chosen(state)


def known_track(state: State) -> str:
    """Return the name of the table's track; that of the text's own where the table names an unknown one (C-03)."""
    name = rule(state, "track")
    return str(name) if name in _BY_KEY["track"].values_at(state) else "we"
