"""Every point that a game's text leaves open, with its readings: what `[rules]` in a scenario may say.

A reading is data, so the check of a scenario, the screen that lists what is in force and the command that changes it
all speak of the same thing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from wyrd_tui.engine.dice import Refused, quoted, whole
from wyrd_tui.engine.rules.ground.tracks import SHAPES
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, RuleValue, State


@dataclass(frozen=True, slots=True)
class Reading:
    """One open point.

    Attributes:
        key: Its name in `[rules]`.
        game: Whose point it is; empty for one of what all games share.
        default: The reading taken where nobody chose.
        values: The readings possible; empty where any word or number of the default's type will do.
        low: The least that a number may be.
        high: The most that a number may be.
        at_table: The readings that a table has, where they are more than the ones in `values`.
        help: What is chosen, in a sentence.
        source: Ids of the contradiction or of the undefined point.
    """

    key: str
    game: str
    default: RuleValue
    values: tuple[RuleValue, ...]
    help: str
    source: str
    low: int = -20
    high: int = 20
    at_table: Callable[[State], tuple[RuleValue, ...]] | None = None

    def concerns(self, state: State) -> bool:
        """Whether it is open at this table: a point of a game that it plays, or of what all games share."""
        return not self.game or self.game in state.games

    def accepts(self, state: State, text: str) -> RuleValue:
        """The reading that a text names at this table.

        Raises:
            Refused: If there is no such reading, with a sentence that says what there is.
        """
        values = values_of(state, self)
        for value in values:
            if str(value).lower() == text.lower():
                return value
        if values:
            possible = ", ".join(str(value).lower() for value in values)
            raise Refused(f"{self.key} can be {possible}; not {quoted(text)}.")
        if not isinstance(self.default, int):
            if not text:
                raise Refused(f"{self.key} takes a word.")
            return text
        return whole(text, self.low, self.high, self.key)


def _we(
    key: str,
    default: RuleValue,
    values: tuple[RuleValue, ...],
    help: str,
    source: str,
    *,
    low: int = -20,
    high: int = 20,
) -> Reading:
    return Reading(key, WYRD_ENGINE, default, values, help, source, low, high)


_WYRD_ENGINE = (
    _we("tie", "ask", ("ask", "success", "failure"), "What a total equal to the difficulty means.", "C-01, WE-41"),
    Reading(
        "track",
        WYRD_ENGINE,
        "we",
        (),
        "The damage track that characters get where their sheet names none.",
        "C-03, C-04, C-05",
        at_table=lambda state: (*SHAPES, *state.setting.tracks),
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
    _we("improvised", -1, (), "What an improvised weapon adds to a roll.", "U-10, WE-79", low=-9, high=9),
    _we("damage", "track", ("track", "none"), "Whether damage tracks are played at all.", "WE-96"),
    _we("stress", "clears", ("clears", "lingers"), "Whether stress clears with the fight or the scene.", "C-08, WE-96"),
    _we("initiative", "Notice", (), "The rating that is rolled for initiative.", "WE-51"),
    _we("defence", "free", ("free", "primary"), "Whether defending uses up the primary action.", "C-34, U-01"),
    _we("boon_value", 2, (), "What a boon adds.", "U-04, WE-39", low=1, high=9),
    _we("hints", True, (True, False), "Whether the screen says when no roll is needed.", "C-12, WE-31"),
)

_WYRD_ABACUS = (
    Reading(
        "wyrd_pool",
        WYRD_ABACUS,
        "party",
        ("party", "present"),
        "Whether the scene's Wyrd pool counts every character or those who are present; one more either way.",
        "C-14, WA-08",
    ),
    Reading(
        "influence",
        WYRD_ABACUS,
        "starting",
        ("starting", "current"),
        "Whether an influence roll takes an ability's starting score or what is left of it.",
        "C-15, WA-34",
    ),
    Reading(
        "facets",
        WYRD_ABACUS,
        "ability",
        ("ability", "facet"),
        "How often facets give a point back in a scene: once for an ability, or once for each facet.",
        "U-20, C-29, WA-05",
    ),
    Reading(
        "failed",
        WYRD_ABACUS,
        "stays",
        ("stays", "leaves"),
        "Whether a challenge that was not overcome stays on the abacus.",
        "U-22, WA-23",
    ),
)

_METTLE = (
    Reading(
        "twist_raised",
        METTLE,
        "keep",
        ("keep", "reroll"),
        "Whether a Twist leaves raised dice as they are or throws them again with the other Edge dice.",
        "C-16, ME-29",
    ),
    Reading(
        "surge_stacks",
        METTLE,
        True,
        (True, False),
        "Whether a surge adds to the largest bonus, or is one bonus among those of which the largest counts.",
        "C-40, ME-41",
    ),
    Reading(
        "surprised_for",
        METTLE,
        "round",
        ("round", "scene"),
        "Whether the Surprised lose their Action in the first round or in the whole first scene.",
        "C-18, ME-48",
    ),
    Reading(
        "fallen_move",
        METTLE,
        "lost",
        ("lost", "kept"),
        "Whether the Fallen lose the Free Move too, as the Incapacitated do.",
        "C-19, ME-37",
    ),
    Reading(
        "assume",
        METTLE,
        True,
        (True, False),
        "Whether the screen says when a success may often be assumed.",
        "C-17, ME-15",
    ),
    Reading(
        "background_strain",
        METTLE,
        "asked",
        ("asked", "none"),
        "Whether a Twist on a background may strain one of Focus, Nature and Poise, or needs another price.",
        "C-38, ME-22",
    ),
)

_SHARED = (
    Reading(
        "order",
        "",
        "rolled",
        ("rolled", "gm", "sides", "elective", "none"),
        "How a fight is ordered where nobody ambushes; rolled where a game rolls for it, else as the GM says.",
        "WE-49, WE-50, WE-51, U-25",
    ),
)

READINGS: Mapping[str, Reading] = {
    reading.key: reading for reading in (*_WYRD_ENGINE, *_WYRD_ABACUS, *_METTLE, *_SHARED)
}


def rule(state: State, key: str) -> RuleValue:
    """The reading in force for a point; the default where a table names one that there is not."""
    reading = READINGS[key]
    said = state.rules.get(key, reading.default)
    if reading.at_table is None and reading.values:
        return said if said in reading.values else reading.default
    return said if type(said) is type(reading.default) else reading.default


def values_of(state: State, reading: Reading) -> tuple[RuleValue, ...]:
    """The readings possible at this table: a track is one that it knows by name (C-03)."""
    return reading.values if reading.at_table is None else reading.at_table(state)


def known_track(state: State) -> str:
    """The name of the table's track, or of the text's own where nobody here knows that (C-03)."""
    name = rule(state, "track")
    return str(name) if name in values_of(state, READINGS["track"]) else "we"
