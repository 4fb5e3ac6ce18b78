"""The models of damage tracks and traits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, Discriminator, Field, Tag

from wyrd_tui.engine.sheet import Clears, EffectKind
from wyrd_tui.store.scenarios import shorthand
from wyrd_tui.store.scenarios.fields import (
    Boxes,
    Entry,
    Few,
    Id,
    Name,
    OneLine,
    ShippedTrackId,
    Shortened,
    TrackId,
    listed,
)

MOST_TRAITS = 40
MOST_ROWS = 20


class RowEntry(Entry):
    """One row of a damage track."""

    label: Name = Field(description='Name on the screen, such as "Stress" or "Sanity".')
    id: Id | None = Field(None, description="Unique on its track; made from the label where it is missing.")
    boxes: Boxes = Field(description="Number of boxes.")
    marks: Few = Field(0, description="Number of boxes that are marked when play begins.")
    absorbs: int = Field(1, ge=1, le=60, description="Points of damage that one box soaks up.")
    penalty: int = Field(0, ge=-20, le=20, description="Penalty while any box is marked: 1 for a mild wound.")
    clears: Clears = Field("never", description="Cure: the end of a scene, or rest for hours, days or weeks.")
    counts: bool = Field(True, description="True if damage marks it and it must be full before its owner is out.")
    hurts: dict[Name, Few] = Field(default_factory=dict, description="Skills that its penalty falls on already.")


def _in_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _kind_of_part(value: object) -> str:
    return "row" if isinstance(value, dict) else "name" if isinstance(value, str) else "boxes"


def _track(name: Any) -> Any:  # noqa: ANN401 - types made of a type
    """Make the type of a track whose parts may be of a type of names."""
    union: Any = Annotated[name, Tag("name")] | Annotated[Few, Tag("boxes")] | Annotated[RowEntry, Tag("row")]
    return Annotated[
        list[Annotated[union, Discriminator(_kind_of_part)]],
        Field(max_length=MOST_ROWS),
        BeforeValidator(_in_list, json_schema_input_type=str | list[str | int | RowEntry]),
    ]


if TYPE_CHECKING:
    Track = list[str | int | RowEntry]
    OwnTrack = list[str | int | RowEntry]
else:
    Track = _track(TrackId)
    OwnTrack = _track(ShippedTrackId)


class EffectEntry(Shortened):
    """One effect of a trait."""

    short_form = shorthand.expand_effect

    kind: EffectKind | None = Field(None, description="Its kind; guessed from the other keys where it is missing.")
    skill: Name = Field("", description="The skill that a bonus, permission or reroll goes with.")
    value: int = Field(2, ge=-20, le=20, description="Size of a bonus.")
    use: Name = Field("", description="For a substitute: the skill that is rolled.")
    instead_of: Name = Field("", description="For a substitute: the skill that it stands in for.")
    uses: int = Field(1, ge=1, le=20, description="For a limited effect: number of uses.")
    per: Literal["scene", "session"] = Field("session", description="For a limited effect: when its uses come back.")
    after: Literal["failed", "any"] = Field("failed", description="For a reroll: the rolls that may be thrown again.")
    when: OneLine = Field("", description="The situation in which it applies, shown wherever it is offered.")
    text: OneLine = Field("", validation_alias=AliasChoices("text", "effect"), description="The effect in words.")


class TraitEntry(EffectEntry):
    """A trait of a character, or a piece of gear, with one effect written into it or several in a list."""

    short_form = shorthand.expand_trait

    name: Name = Field(description="Name on the card.")
    id: Id | None = Field(None, description="Unique on its sheet; made from the name where it is missing.")
    effects: list[EffectEntry] = listed("Its effects, where it has several.", 6)
    lost: bool = Field(False, description="Gear that is not at hand when play begins.")
