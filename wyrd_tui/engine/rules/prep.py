"""A game's part in a scenario file: the keys of its sheets, how a sheet is made of them, and what is wrong with them.

The store makes its models and its schema from these records, reads values in full (amounts reckoned for the number of
players, traits and rows built) and hands them over as a `Written`. It knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from wyrd_tui.engine.sheet import Row, Sheet, Trait
from wyrd_tui.engine.state import Actor

Holds = Literal["number", "amount", "levels", "name", "labels", "lists", "traits", "track"]
"""The kinds of value that a key of a sheet may hold.

A whole number; a number that may depend on the players; such numbers by name; one name; a name for each part; a list of
names for each part; traits; a damage track.
"""


class SheetKey(NamedTuple):
    """A key that a sheet of a game may have in a scenario.

    Attributes:
        name: The key.
        holds: The kind of its value.
        help: A sentence for the schema.
        low: The least number.
        high: The greatest number.
        parts: The parts of `labels` and `lists`, each with its help.
        also: Another spelling of the key.
    """

    name: str
    holds: Holds
    help: str
    low: int = 0
    high: int = 60
    parts: Mapping[str, str] = {}
    also: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A sheet as a scenario writes it: the keys that were written, with their values in full, by kind.

    Attributes:
        numbers: Values of `number` and `amount`.
        levels: Values of `levels`.
        names: Values of `name`.
        lists: Values of `labels`, each part as a list of one, and of `lists`.
        traits: Values of `traits`.
        tracks: Values of `track`.
    """

    numbers: Mapping[str, int] = field(default_factory=dict)
    levels: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    lists: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    traits: Mapping[str, tuple[Trait, ...]] = field(default_factory=dict)
    tracks: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)


class Finding(NamedTuple):
    """Something wrong in a scenario: keys that lead there from what was checked, and a sentence."""

    at: tuple[str | int, ...]
    message: str
    warning: bool = False


def _as_written(written: Written, base: Sheet) -> Sheet:
    return base


def _finished(actor: Actor) -> Actor:
    return actor


def _no_findings(table: Mapping[str, object]) -> Iterator[Finding]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Prep:
    """A game's part in a scenario file.

    Attributes:
        keys: The keys of its sheets.
        sheet: The sheet of what is written, on top of that of whoever the character is like.
        finished: The actor with what follows from its sheet, such as a status.
        rungs: Difficulties that may be written by name.
        challenge_keys: Keys of a challenge that are this game's alone.
        challenge: What is wrong with a challenge or a laid out clue of this game.
        new_character: What breaks the rules of creation in a sheet of the party, as warnings.
        most_players: The greatest number of players that the game is for; 0 for any.
        default_track: Whether a whole character whose sheet names no track has the table's.
        shelves: The names of shipped pages in `data/presets` that every table of the game has at hand.
    """

    keys: tuple[SheetKey, ...] = ()
    sheet: Callable[[Written, Sheet], Sheet] = _as_written
    finished: Callable[[Actor], Actor] = _finished
    rungs: Mapping[str, int] = field(default_factory=dict)
    challenge_keys: tuple[str, ...] = ()
    challenge: Callable[[Mapping[str, object]], Iterator[Finding]] = _no_findings
    new_character: Callable[[Mapping[str, object]], Iterator[Finding]] = _no_findings
    most_players: int = 0
    default_track: bool = False
    shelves: tuple[str, ...] = ()
