"""The models of what sheets of several games are made of: damage tracks and traits.

Importing this module imports pydantic; playing a table does not need it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Discriminator, Field, Tag

from wyrd_tui.engine.sheet import Clears, EffectKind
from wyrd_tui.store.scenarios import shorthand
from wyrd_tui.store.scenarios.fields import Boxes, Entry, Few, Id, Name, OneLine, Shortened

MOST_TRAITS = 40
MOST_ROWS = 20


class RowEntry(Entry):
    """One row of a damage track."""

    label: Name = Field(description='What the screen calls it, such as "Stress" or "Sanity".')
    id: Id | None = Field(None, description="Unique on its track; made from the label where it is missing.")
    boxes: Boxes = Field(description="How many boxes it has.")
    marks: Few = Field(0, description="How many of them are marked when play begins.")
    absorbs: int = Field(1, ge=1, le=60, description="Points of damage that one box soaks up.")
    penalty: int = Field(
        0, ge=-20, le=20, description="What the row costs while any box is marked: 1 for a mild wound."
    )
    clears: Clears = Field("never", description="What heals it: the end of a scene, or rest for hours, days or weeks.")
    counts: bool = Field(True, description="Whether damage marks it and it must be full before its owner is out.")
    hurts: dict[Name, Few] = Field(default_factory=dict, description="Skills that its penalty falls on already.")


def _in_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _kind_of_part(value: object) -> str:
    return "row" if isinstance(value, dict) else "name" if isinstance(value, str) else "boxes"


TrackPart = Annotated[
    Annotated[Id, Tag("name")] | Annotated[Few, Tag("boxes")] | Annotated[RowEntry, Tag("row")],
    Discriminator(_kind_of_part),
]
Track = Annotated[
    list[TrackPart],
    Field(max_length=MOST_ROWS),
    BeforeValidator(_in_list, json_schema_input_type=str | list[str | int | RowEntry]),
]


class EffectEntry(Shortened):
    """One thing that a trait does."""

    @classmethod
    def in_full(cls, value: object) -> object:
        """Turn `+2 Skill when …` into a table."""
        return shorthand.effect(value)

    kind: EffectKind | None = Field(None, description="What it does; guessed from the other keys where it is missing.")
    skill: Name | None = Field(None, description="The skill that a bonus, permission or reroll goes with.")
    value: int | None = Field(None, ge=-20, le=20, description="Size of a bonus; 2 where it is missing.")
    use: Name | None = Field(None, description="For a substitute: the skill that is rolled.")
    instead_of: Name | None = Field(None, description="For a substitute: the skill that it stands in for.")
    uses: int | None = Field(None, ge=1, le=20, description="For a limited effect: how often.")
    per: Literal["scene", "session"] | None = Field(None, description="For a limited effect: what brings uses back.")
    after: Literal["failed", "any"] | None = Field(None, description="For a reroll: which rolls may be taken again.")
    when: OneLine = Field("", description="When it applies, shown wherever it is offered.")
    text: OneLine = Field("", validation_alias=AliasChoices("text", "effect"), description="What it does, in words.")


class TraitEntry(EffectEntry):
    """A trait of a character, or a piece of gear, with one effect written into it or several in a list."""

    @classmethod
    def in_full(cls, value: object) -> object:
        """Turn `Name: +2 Skill when …` into a table."""
        return shorthand.trait(value)

    name: Name = Field(description="What the card says.")
    id: Id | None = Field(None, description="Unique on its sheet; made from the name where it is missing.")
    effects: list[EffectEntry] = Field(
        default_factory=list, max_length=6, description="What it does, where that is more than one thing."
    )
    lost: bool = Field(False, description="Gear that is not at hand when play begins.")


Traits = Annotated[list[TraitEntry], Field(max_length=MOST_TRAITS)]
