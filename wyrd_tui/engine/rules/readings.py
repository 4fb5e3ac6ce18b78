"""Every point that a game's text leaves open, with its readings: what `[rules]` in a scenario may say.

A reading is data, so the check of a scenario, the screen that lists what is in force and the command that changes it
all speak of the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wyrd_tui.engine.state import WYRD_ENGINE, RuleValue, State


@dataclass(frozen=True, slots=True)
class Reading:
    """One open point.

    Attributes:
        key: Its name in `[rules]`.
        game: Whose point it is.
        default: The reading taken where nobody chose.
        values: The readings possible; empty where any word or number of the default's type will do.
        help: What is chosen, in a sentence.
        source: Ids of the contradiction or of the undefined point.
    """

    key: str
    game: str
    default: RuleValue
    values: tuple[RuleValue, ...]
    help: str
    source: str


def _we(key: str, default: RuleValue, values: tuple[RuleValue, ...], help: str, source: str) -> Reading:
    return Reading(key, WYRD_ENGINE, default, values, help, source)


_WYRD_ENGINE = (
    _we("tie", "ask", ("ask", "success", "failure"), "What a total equal to the difficulty means.", "C-01, WE-41"),
    _we("track", "we", (), "The damage track that characters get where their sheet names none.", "C-03, C-04, C-05"),
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
        "Whether a severe wound is dealt out or falls on every physical skill.",
        "C-07",
    ),
    _we(
        "penalty",
        "by-track",
        ("by-track", "split", "each"),
        "Whether a wound's penalty is split or falls in full on each named skill; by-track: each for the draft tracks.",
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
        "Whether a firearm's instant wound replaces its damage or adds to it.",
        "U-09, WE-78",
    ),
    _we("improvised", -1, (), "What an improvised weapon adds to a roll.", "U-10, WE-79"),
    _we("damage", "track", ("track", "none"), "Whether damage tracks are played at all.", "WE-96"),
    _we("stress", "clears", ("clears", "lingers"), "Whether stress clears with the fight or the scene.", "C-08, WE-96"),
    _we(
        "order",
        "rolled",
        ("rolled", "gm", "sides", "elective", "none"),
        "How a fight is ordered where nobody ambushes.",
        "WE-49, WE-50, WE-51",
    ),
    _we("initiative", "Notice", (), "The rating that is rolled for initiative.", "WE-51"),
    _we("defence", "free", ("free", "primary"), "Whether defending uses up the primary action.", "C-34, U-01"),
    _we("boon_value", 2, (), "What a boon adds.", "U-04, WE-39"),
    _we("hints", True, (True, False), "Whether the screen says when no roll is needed.", "C-12, WE-31"),
)

READINGS: Mapping[str, Reading] = {reading.key: reading for reading in _WYRD_ENGINE}


def rule(state: State, key: str) -> RuleValue:
    """The reading in force for a point."""
    return state.rules.get(key, READINGS[key].default)
