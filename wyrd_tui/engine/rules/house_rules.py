"""House rules: each point that a text leaves open, with its possible values, as data.

`[rules]` in a scenario, the list of rules in force and the act that changes one all read these records. The points of a
game stand in its own package; here are the record and the points that all games share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from wyrd_tui.engine.dice import Refused, quote_briefly, read_whole
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.known import STAKES, STRANGERS
from wyrd_tui.engine.rules.ground.tracks import TRACKS
from wyrd_tui.engine.state import RuleValue, State


class HouseRule(Frozen):
    """A point that a text leaves open.

    Attributes:
        key: Its name in `[rules]`.
        default: The value at a table that chose none.
        values: The possible values; empty where any word or number of the default's type will do.
        label: The point in a few words.
        ways: Its possible answers in words; empty where the values say enough.
        source: Ids of the contradiction or of the undefined point.
        game: The id of its game; empty for a point of all games.
        low: The least number.
        high: The greatest number.
        is_track: Whether its values are the tracks that a table knows by name (C-03).
        is_rating: Whether its value is the name of a rating of its game (WE-51).
        formerly: Earlier words for values, which older tables and scenarios have.
    """

    key: str
    default: RuleValue
    values: tuple[RuleValue, ...]
    label: str
    ways: str
    source: str
    game: str = ""
    low: int = -20
    high: int = 20
    is_track: bool = False
    is_rating: bool = False
    formerly: Mapping[str, str] = field(default_factory=dict)

    @property
    def help(self) -> str:
        """The point with its answers, as a sentence."""
        return f"{self.label}: {self.ways}." if self.ways else f"{self.label}."

    def concerns(self, state: State) -> bool:
        """Return whether the point is open at a table: it plays the game, or all games share the point."""
        return not self.game or self.game in state.games

    def values_at(self, state: State) -> tuple[RuleValue, ...]:
        """Return the values that are possible at a table."""
        return (*{**TRACKS, **state.setting.tracks},) if self.is_track else self.values

    def chosen(self, state: State) -> RuleValue:
        """Return the value in force; the default where a table names one that does not exist."""
        said = state.rules.get(self.key, self.default)
        if self.values:
            said = self.formerly.get(str(said), said)
            return said if said in self.values else self.default
        return said if type(said) is type(self.default) else self.default

    def possible(self, state: State) -> str:
        """Name the values that are possible at a table."""
        if values := self.values_at(state):
            return ", ".join(str(value).lower() for value in values)
        if isinstance(self.default, int):
            return f"{self.low} to {self.high}"
        return f"a word, such as {self.default}"

    def accepts(self, state: State, text: str) -> RuleValue:
        """Read the words for a value at a table.

        Raises:
            Refused: If there is no such value, with a sentence that lists the possible ones.
        """
        values, text = self.values_at(state), self.formerly.get(text.lower(), text)
        for value in values:
            if str(value).lower() == text.lower():
                return value
        if values:
            raise Refused(f"{self.key} cannot be {quote_briefly(text)}. Possible: {self.possible(state)}.")
        if not isinstance(self.default, int):
            if not text:
                raise Refused(f"{self.key} has no value. Write {self.possible(state)}.")
            return text
        return read_whole(text, self.low, self.high, self.key)


def rule_reader(points: Iterable[HouseRule]) -> Callable[[State, str], RuleValue]:
    """Return the function that gives, by the key of one of some house rules, its value in force at a table."""
    by_key = {point.key: point for point in points}
    return lambda state, key: by_key[key].chosen(state)


FIGHT_ORDER = HouseRule(
    "order",
    "rolled",
    ("rolled", "gm", "sides", "popcorn", "none"),
    "Order of a fight without an ambush",
    "rolled, as the GM says, by sides, popcorn (each fighter names the next), or none",
    "WE-49, WE-50, WE-51, U-25",
    formerly={"elective": "popcorn"},
)
"""The order of a fight."""
HIDDEN_FIGHTERS = HouseRule(
    STRANGERS,
    False,
    (False, True),
    "Hidden fighters",
    "listed as strangers in the players’ order, or left out of it",
    "WE-97",
)
REVEALING = HouseRule(
    "reveal_acting",
    False,
    (False, True),
    "Hidden fighters who roll in a fight",
    "known to the players from then on, or still hidden",
    "WE-97",
)
TOLD_STAKES = HouseRule(
    STAKES,
    False,
    (False, True),
    "Stakes of an open challenge",
    "players read both at once, or the true one after the decision",
    "WE-97",
)
SHARED_POINTS = (FIGHT_ORDER, HIDDEN_FIGHTERS, REVEALING, TOLD_STAKES)
"""The points that all games share."""
