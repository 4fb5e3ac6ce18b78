"""Keys of Mettle on a sheet: pools, backgrounds and names for attributes."""

from __future__ import annotations

from typing import Annotated

from pydantic import AliasChoices, Field

from wyrd_tui.engine.rules.mettle.house_rules import HOUSE_RULES
from wyrd_tui.engine.state import METTLE
from wyrd_tui.store.scenarios.fields import Entry, Few, Name, PoolSize
from wyrd_tui.store.scenarios.keys import GameKeys

Backgrounds = Annotated[dict[Name, PoolSize], Field(max_length=40)]


class AttributeNames(Entry):
    """The names that a sheet of Mettle gives to its attributes, a word or two each."""

    focus: Name | None = Field(None, description="Name for Focus, such as “Fencing”.")
    nature: Name | None = Field(None, description="Name for Nature, such as “Curmudgeon”.")
    poise: Name | None = Field(None, description="Name for Poise.")
    frame: Name | None = Field(None, description="Name for Frame.")
    motive: Name | None = Field(None, description="Name for Motive.")


class PoolKeys(Entry):
    """The keys of a sheet of Mettle."""

    focus: PoolSize | None = Field(None, description="Dice of Focus, the training.")
    nature: PoolSize | None = Field(None, description="Dice of Nature, the character.")
    poise: PoolSize | None = Field(None, description="Dice of Poise; also the number that an attack must beat.")
    frame: PoolSize | None = Field(None, description="Frame: a Load beyond it encumbers, twice as much incapacitates.")
    motive: PoolSize | None = Field(None, description="Motive; with armor it makes Mettle.")
    armor: PoolSize | None = Field(
        None, validation_alias=AliasChoices("armor", "armour"), description="Armor; with motive it makes Mettle."
    )
    backgrounds: Backgrounds = Field(default_factory=dict, description="Dice of backgrounds, by name.")
    called: AttributeNames | None = Field(None, description="Names for attributes on this sheet.")
    load: Few | None = Field(None, description="Load that is carried when play begins, held against Frame.")


KEYS = GameKeys(
    METTLE,
    PoolKeys,
    HOUSE_RULES,
    synonyms={"motive": "mettle", "backgrounds": "background", "called": "names"},
)
