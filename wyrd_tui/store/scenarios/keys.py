"""The record of a game's keys in scenarios; `games` is the list of the records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from wyrd_tui.engine.frozen import frozen
from wyrd_tui.engine.rules.house_rules import HouseRule
from wyrd_tui.store.scenarios.fields import Entry


@frozen
class GameKeys:
    """The words that scenarios have for a game.

    Attributes:
        id: The id of the game.
        sheet: The model of its keys on a sheet.
        house_rules: The points that its text leaves open.
        types: The types that its challenges have, such as Threat.
        synonyms: Words that other tools use for its keys, by key; several are separated by spaces.
    """

    id: str
    sheet: type[Entry]
    house_rules: tuple[HouseRule, ...] = ()
    types: tuple[str, ...] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict)
