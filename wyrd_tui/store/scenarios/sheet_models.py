"""What a scenario may say of a character: the models of sheets, traits and tracks, and the types of their fields.

Importing this brings pydantic along; whoever only plays a table does not need it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    Tag,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError

from wyrd_tui.engine.sheet import Clears, EffectKind
from wyrd_tui.engine.state import slug
from wyrd_tui.store.files.clean import NAME_CELLS, TEXT_CELLS, clean, quoted, unwrap
from wyrd_tui.store.files.problems import nearest
from wyrd_tui.store.scenarios import shorthand
from wyrd_tui.store.scenarios.amounts import LADDERS, NoAmount, reckon, rung_name

# Written out, since a type cannot be read from the table of games; a test holds the two together.
Game = Literal["wyrd_engine", "wyrd_abacus", "mettle"]

MOST_SKILLS = 100
MOST_TRAITS = 40
MOST_ROWS = 20


class Entry(BaseModel):
    """A table of the format: it knows its keys and takes no others."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True, hide_input_in_errors=True)


class Shortened(Entry):
    """A table that may be written in short, as text."""

    @classmethod
    def in_full(cls, value: object) -> object:
        """Text as the table that it stands for; anything else as it is."""
        raise NotImplementedError

    @model_validator(mode="before")
    @classmethod
    def _in_full(cls, value: object) -> object:
        table = cls.in_full(value)
        if isinstance(table, str):
            raise PydanticCustomError("too_long_in_short", "is too long for the short form; write a table")
        return table

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, handler(core_schema)]}


def _name(text: str) -> str:
    return _something(clean(text))


def _prose(text: str) -> str:
    return unwrap(clean(text, lines=True))


def _something(text: str) -> str:
    if not text:
        raise PydanticCustomError("nothing", "must not be empty")
    return text


def _id(text: str) -> str:
    if text != slug(text):
        raise PydanticCustomError(
            "no_id", 'must be lower case words joined by hyphens, such as "{wanted}"', {"wanted": slug(clean(text))}
        )
    return text


def _amount(low: int, high: int, *, rungs: bool = False) -> Any:  # noqa: ANN401 - a validator
    """A whole number between two bounds, an amount that depends on the players, or the name of a difficulty."""
    wanted = 'must be a whole number, or an amount such as "players + 1"'
    if rungs:
        wanted = 'must be a whole number, a rung such as "Formidable", or an amount such as "players + 1"'

    def read(value: object) -> int | str:
        if isinstance(value, int) and not isinstance(value, bool):
            if not low <= value <= high:
                raise PydanticCustomError("bounds", "must be from {low} to {high}", {"low": low, "high": high})
            return value
        if not isinstance(value, str):
            raise PydanticCustomError("no_amount", "{wanted}", {"wanted": wanted})
        # What number a name stands for depends on the game, which a field alone does not know.
        if rungs and (name := rung_name(value)):
            return name
        try:
            reckon(value, 1)
        except NoAmount as error:
            known = [name for ladder in LADDERS.values() for name in ladder] if rungs else []
            why = f"{quoted(value)} is no rung{near}" if (near := nearest(value, known)) else str(error)
            raise PydanticCustomError("no_amount", "{wanted}: {why}", {"wanted": wanted, "why": why}) from None
        return value

    return PlainValidator(read, json_schema_input_type=int | str)


def _one_level(value: object) -> object:
    return {"Everything": value} if isinstance(value, int) and not isinstance(value, bool) else value


Name = Annotated[str, Field(max_length=NAME_CELLS), AfterValidator(_name)]
Line = Annotated[str, Field(max_length=300), AfterValidator(lambda text: clean(text, cells=300))]
Text = Annotated[str, Field(max_length=TEXT_CELLS), AfterValidator(_prose)]
Id = Annotated[str, Field(max_length=NAME_CELLS), AfterValidator(_id)]
Count = Annotated[int | str, _amount(0, 500)]
Level = Annotated[int | str, _amount(-20, 20)]
Boxes = Annotated[int | str, _amount(0, 60)]
Beads = Annotated[int | str, _amount(1, 60)]
Difficulty = Annotated[int | str, _amount(-999, 999, rungs=True)]
Few = Annotated[int, Field(ge=0, le=60)]
Pool = Annotated[int | str, _amount(0, 60)]
Backgrounds = Annotated[dict[Name, Pool], Field(max_length=40)]
Score = Annotated[int, Field(ge=1, le=30)]
Skills = Annotated[
    dict[Name, Level],
    Field(max_length=MOST_SKILLS),
    BeforeValidator(_one_level, json_schema_input_type=dict[str, int | str] | int),
]


class Row(Entry):
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


def _alone(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _kind_of_part(value: object) -> str:
    return "row" if isinstance(value, dict) else "name" if isinstance(value, str) else "boxes"


TrackPart = Annotated[
    Annotated[Id, Tag("name")] | Annotated[Few, Tag("boxes")] | Annotated[Row, Tag("row")],
    Discriminator(_kind_of_part),
]
Track = Annotated[
    list[TrackPart],
    Field(max_length=MOST_ROWS),
    BeforeValidator(_alone, json_schema_input_type=str | list[str | int | Row]),
]


class Effect(Shortened):
    """One thing that a trait does."""

    @classmethod
    def in_full(cls, value: object) -> object:
        """`+2 Skill when …` as a table."""
        return shorthand.effect(value)

    kind: EffectKind | None = Field(None, description="What it does; guessed from the other keys where it is missing.")
    skill: Name | None = Field(None, description="The skill that a bonus, permission or reroll goes with.")
    value: int | None = Field(None, ge=-20, le=20, description="Size of a bonus; 2 where it is missing.")
    use: Name | None = Field(None, description="For a substitute: the skill that is rolled.")
    instead_of: Name | None = Field(None, description="For a substitute: the skill that it stands in for.")
    uses: int | None = Field(None, ge=1, le=20, description="For a limited effect: how often.")
    per: Literal["scene", "session"] | None = Field(None, description="For a limited effect: what brings uses back.")
    after: Literal["failed", "any"] | None = Field(None, description="For a reroll: which rolls may be taken again.")
    when: Line = Field("", description="When it applies, shown wherever it is offered.")
    text: Line = Field("", validation_alias=AliasChoices("text", "effect"), description="What it does, in words.")


class Trait(Effect):
    """A trait of a character, or a piece of gear, with one effect written into it or several in a list."""

    @classmethod
    def in_full(cls, value: object) -> object:
        """`Name: +2 Skill when …` as a table."""
        return shorthand.trait(value)

    name: Name = Field(description="What the card says.")
    id: Id | None = Field(None, description="Unique on its sheet; made from the name where it is missing.")
    effects: list[Effect] = Field(
        default_factory=list, max_length=6, description="What it does, where that is more than one thing."
    )
    lost: bool = Field(False, description="Gear that is not at hand when play begins.")


Traits = Annotated[list[Trait], Field(max_length=MOST_TRAITS)]
Shown = Annotated[list[Name], Field(max_length=MOST_TRAITS)]


class Facets(Entry):
    """Facets by ability, a few words each."""

    body: Shown = Field(default_factory=list, description="What Body shows, such as “Strong as an ox”.")
    mind: Shown = Field(default_factory=list, description="What Mind shows.")
    soul: Shown = Field(default_factory=list, description="What Soul shows.")


class Called(Entry):
    """What a sheet of Mettle calls its attributes, a word or two each."""

    focus: Name | None = Field(None, description="What Focus is called, such as “Fencing”.")
    nature: Name | None = Field(None, description="What Nature is called, such as “Curmudgeon”.")
    poise: Name | None = Field(None, description="What Poise is called.")
    frame: Name | None = Field(None, description="What Frame is called.")
    motive: Name | None = Field(None, description="What Motive is called.")


class Sheet(Entry):
    """What one game knows of a character: skills to initiative are the Wyrd Engine's, body to facets the Wyrd Abacus's.

    From focus on the keys are Mettle's.
    """

    skills: Skills = Field(default_factory=dict, description="Levels by name; one number stands for everything.")
    traits: Traits = Field(default_factory=list, description="Traits, as tables or in short form.")
    gear: Traits = Field(default_factory=list, description="Notable items, written as traits are.")
    track: Track | None = Field(None, description='Damage track: "we", [4, 3, 2, 1], rows, or a mix; [] for no boxes.')
    attack: Name | None = Field(None, description="The skill it usually attacks with.")
    defend: Name | None = Field(None, description="The skill it usually defends with.")
    initiative: Name | None = Field(None, description="The skill it rolls for initiative.")
    body: Score | None = Field(None, description="Starting Body, 3 to 9 for a new character.")
    mind: Score | None = Field(None, description="Starting Mind.")
    soul: Score | None = Field(None, description="Starting Soul.")
    wyrd: Few | None = Field(None, description="Points in the personal Wyrd pool when play begins; 0 as a rule.")
    facets: Facets | None = Field(None, description="Facets by ability; one truly shown gives a point back.")
    focus: Pool | None = Field(None, description="Dice of Focus, what one has trained.")
    nature: Pool | None = Field(None, description="Dice of Nature, what one is like.")
    poise: Pool | None = Field(None, description="Dice of Poise; also the number that an attack must beat.")
    frame: Pool | None = Field(None, description="Frame: a Load beyond it encumbers, twice as much incapacitates.")
    motive: Pool | None = Field(None, description="Motive; with armor it makes Mettle.")
    armor: Pool | None = Field(
        None, validation_alias=AliasChoices("armor", "armour"), description="Armor; with motive it makes Mettle."
    )
    backgrounds: Backgrounds = Field(default_factory=dict, description="Dice by name of what one has learnt.")
    called: Called | None = Field(None, description="What attributes are called on this sheet.")
    load: Few | None = Field(None, description="What is carried when play begins, held against Frame.")


class Character(Sheet):
    """Anyone: what a player's character and a member of the cast have in common."""

    name: Name | None = Field(None, description="Display name; need not be unique.")
    id: Id | None = Field(None, description="Unique in the file; made from the name where it is missing.")
    like: Id | None = Field(None, description="Id of a shipped or other character whose sheet this one starts from.")
    concept: Line = Field("", description="One line, and no secret: players may see it once its owner is open.")
    appearance: Text = Field("", description="What one sees.")
    personality: Text = Field("", description="How it behaves.")
    backstory: Text = Field("", description="Where it comes from.")
    ties: Text = Field("", description="How it knows the others.")
    details: dict[Name, Text] = Field(default_factory=dict, max_length=20, description="Anything else, by heading.")
    notes: Text = Field("", description="For the GM alone.")
    sheets: dict[Game, Sheet] = Field(default_factory=dict, description="Sheets for further games of the table.")

    @property
    def own_id(self) -> str:
        """The id that it goes by: its own, or one made from its name, or that of whom it is like."""
        return self.id or (slug(self.name) if self.name else self.like or "")

    @model_validator(mode="after")
    def _has_a_name(self) -> Self:
        if self.name is None and self.like is None:
            raise PydanticCustomError("missing_key", 'needs a "name"')
        return self


class Player(Character, Shortened):
    """A player's character; an id alone is like the shipped character of that id."""

    @classmethod
    def in_full(cls, value: object) -> object:
        """An id as a table."""
        return {"like": value} if isinstance(value, str) else value

    player: Name | None = Field(None, description="Who plays it.")
