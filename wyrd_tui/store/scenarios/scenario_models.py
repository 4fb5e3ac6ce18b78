"""The format of a scenario: what a game master may write, as models.

Importing this brings pydantic along; see `docs/scenarios.md` for the format by example.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    create_model,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from wyrd_tui.engine.rules.readings import READINGS, Reading
from wyrd_tui.engine.state import Kind, Side, Visibility
from wyrd_tui.store.scenarios import random_tables, shorthand
from wyrd_tui.store.scenarios.amounts import MOST_PLAYERS
from wyrd_tui.store.scenarios.rule_models import AnyType, StageRules
from wyrd_tui.store.scenarios.sheet_models import (
    Beads,
    Character,
    Count,
    Difficulty,
    Entry,
    Game,
    Id,
    Line,
    Name,
    Player,
    Shortened,
    Text,
    Track,
)

MOST_CAST = 1000
MOST_PAGES = 300
FORMAT = 1
"""The number of this format; it rises when a scenario may say what older versions would take for something else."""


def _reading_type(reading: Reading) -> Any:  # noqa: ANN401 - a type made from data
    if isinstance(reading.default, bool):
        return bool
    if reading.values:
        return Literal[reading.values]
    return Annotated[int, Field(ge=reading.low, le=reading.high)] if isinstance(reading.default, int) else Name


def _rules() -> type[Entry]:
    fields: dict[str, Any] = {
        reading.key: (
            _reading_type(reading) | None,
            Field(None, description=f"{reading.help} Default: {str(reading.default).lower()}."),
        )
        for reading in READINGS.values()
    }
    return create_model(
        "Rules", __base__=Entry, __doc__="The readings chosen where the texts leave a point open.", **fields
    )


Rules = _rules()


def _pages(description: str) -> Any:  # noqa: ANN401 - a field
    return Field(default_factory=list, max_length=MOST_PAGES, description=description)


class Page(Shortened):
    """A page of the book: a title, and what the GM reads there."""

    @classmethod
    def in_full(cls, value: object) -> object:
        """`Title`, or `Title: text`, as a table."""
        return shorthand.note(value)

    title: Name = Field(validation_alias=AliasChoices("title", "name"), description="A few words.")
    id: Id | None = Field(None, description="Unique in the file; made from the title where it is missing.")
    text: Text = Field("", description="What the GM reads.")


class Clue(Page):
    """A clue; one with a difficulty also lies on the abacus as an obstacle, from when its act begins."""

    reveals: Text = Field("", description="What it gives away.")
    skills: list[Name] = Field(default_factory=list, max_length=10, description="Skills that find it.")
    dr: Difficulty | None = Field(
        None,
        validation_alias=AliasChoices("dr", "value", "difficulty"),
        description="Difficulty of finding it, as a number or a rung.",
    )
    type: AnyType | None = Field(None, description="One of the Wyrd Abacus's nine types, with a value.")


class Finding(Page):
    """A piece of evidence."""

    reveals: Text = Field("", description="What it gives away.")


class Place(Finding):
    """A place, with what is found there and the stage rules that apply once it was visited."""

    stage_rules: StageRules = Field(default_factory=list)


class Cast(Character):
    """A member of the cast: a group of mooks, a named figure, or a full character."""

    kind: Kind | None = Field(None, description="mook (a group that rolls as one), persona, or full.")
    count: Count | None = Field(None, description="How many of them; makes it a group of mooks.")
    side: Side | None = Field(None, description="Whose side it fights on; foes for mooks, others for the rest.")
    visibility: Visibility = Field("secret", description="What the players know of it at first.")
    on_stage: bool = Field(False, description="Whether it is at the table from the start.")
    stage_rules: StageRules = Field(default_factory=list)


class Complication(Page):
    """Something that the GM may spring on the table."""

    brings: list[Id] = Field(default_factory=list, max_length=50, description="Ids of cast members who come with it.")
    challenges: list[Id] = Field(default_factory=list, max_length=50, description="Ids of challenges that it lays out.")


class Branch(Page):
    """A turn that the story may take."""

    title: Name = Field(validation_alias=AliasChoices("if", "title", "name"), description="What it depends on.")
    text: Text = Field("", validation_alias=AliasChoices("then", "text"), description="What comes of it.")


def _dice(text: str) -> str:
    try:
        random_tables.results(text)
    except random_tables.NoTable as reason:
        raise PydanticCustomError("no_table", "{why}", {"why": str(reason)}) from None
    return text


Rows = Annotated[dict[Name, Line], Field(max_length=random_tables.MOST_RESULTS)]


class RandomTable(Entry):
    """A random table: dice, and a row for each of their results."""

    title: Name = Field(validation_alias=AliasChoices("title", "name"), description="A few words.")
    id: Id | None = Field(None, description="Unique in the file; made from the title where it is missing.")
    text: Text = Field("", description="What the GM reads.")
    dice: Annotated[Name, AfterValidator(_dice)] = Field(description="What is rolled: d66, or dice such as 2d6.")
    rows: Rows = Field(default_factory=dict, description="What comes of it, by result or by a span such as 2-4.")
    entries: list[Line] = Field(
        default_factory=list,
        max_length=random_tables.MOST_RESULTS,
        description="In the place of rows: one for each result, from the lowest on.",
    )


class Challenge(Entry):
    """A rod of the abacus: an obstacle, a typed challenge, a task of several successes, or a clock."""

    title: Name = Field(validation_alias=AliasChoices("title", "name"), description="What it is.")
    id: Id | None = Field(None, description="Unique in the file; made from the title where it is missing.")
    game: Game | None = Field(None, description="Whose rules it follows; the first of systems where it is missing.")
    type: AnyType | None = Field(
        None, description="One of the Wyrd Abacus's nine types; makes it a challenge of that game."
    )
    dr: Difficulty | None = Field(
        None,
        validation_alias=AliasChoices("dr", "value", "difficulty"),
        description="The number to beat: a rung of its game's ladder, such as Formidable, or a typed one's value.",
    )
    successes: Beads | None = Field(None, description="How many successes it takes; makes it a task.")
    clock: Beads | None = Field(None, description="How many beads; makes it a clock, which time moves.")
    done: int = Field(0, ge=0, le=60, description="Beads already moved when it is laid out.")
    skills: list[Name] = Field(
        default_factory=list, max_length=10, description="Skills that suit it; in Mettle, attributes and backgrounds."
    )
    text: Text = Field("", description="What it looks like.")
    win: Text = Field("", description="What is at stake if it is overcome.")
    lose: Text = Field("", description="What is at stake if it is not, or when the clock is full.")
    who: list[Id] = Field(default_factory=list, max_length=50, description="Ids of those who are in it.")
    after: list[Id] = Field(default_factory=list, max_length=50, description="Challenges that must be overcome first.")
    springs: Literal["scene", "six", "no six"] | None = Field(
        None,
        description="When it strikes by itself: as the scene ends, at a 6 on a Wyrd roll, or as it ends without one.",
    )
    by_wyrd: bool = Field(False, description="Whether a Wyrd roll meets it, rather than a die and points.")
    stage_rules: StageRules = Field(default_factory=list)
    visibility: Visibility = Field("secret", description="secret, known (players see that it is there) or open.")
    on_stage: bool = Field(False, description="Whether it lies on the abacus from the start.")

    @model_validator(mode="after")
    def _one_kind(self) -> Challenge:
        if self.successes is not None and self.clock is not None:
            raise PydanticCustomError(
                "two_kinds", 'has both "successes" (a task) and "clock"; it can be only one of them'
            )
        sized = "successes" if self.successes is not None else "clock"
        if self.type is not None and (self.successes is not None or self.clock is not None):
            raise PydanticCustomError(
                "two_kinds",
                'has both "type" and "{sized}"; a typed challenge has as many beads as its value',
                {"sized": sized},
            )
        return self


def _form(value: object) -> str:
    return "id" if isinstance(value, str) else "table"


ChallengeHere = Annotated[Annotated[Id, Tag("id")] | Annotated[Challenge, Tag("table")], Discriminator(_form)]


class Chapter(Entry):
    """What the whole scenario, an act and a scene may all hold."""

    places: list[Place] = _pages("Places and what is found there.")
    clues: list[Clue] = _pages("Clues and what each reveals.")
    complications: list[Complication] = _pages("What the GM may add to spice things up.")
    proofs: list[Finding] = _pages("Evidence that convinces.")
    tables: list[RandomTable] = _pages("Random tables.")
    branches: list[Branch] = _pages("What depends on the players.")
    resolutions: list[Page] = _pages("How it may end.")


class Scene(Chapter):
    """A part of an act, or of a scenario without acts."""

    title: Name = Field(validation_alias=AliasChoices("title", "name"), description="A few words.")
    id: Id | None = Field(None, description="Unique in the file; made from the title where it is missing.")
    text: Text = Field("", description="What the GM reads when it begins.")
    begins: bool = Field(False, description="Whether the table opens here, with its cast and challenges laid out.")
    brings: list[Id] = Field(default_factory=list, max_length=100, description="Ids of cast members who come on.")
    challenges: list[ChallengeHere] = Field(
        default_factory=list, max_length=100, description="Challenges laid out when it begins: ids, or tables."
    )
    after: list[Id] = Field(
        default_factory=list, max_length=50, description="Challenges that must be overcome before it can begin."
    )
    stage_rules: StageRules = Field(default_factory=list)


class Act(Scene):
    """An act, with scenes of its own if it likes."""

    scenes: list[Scene] = Field(default_factory=list, max_length=50, description="Scenes of the act, in order.")


class Setting(Entry):
    """What a setting says of skills."""

    name: Name = Field("", description="What the world is called.")
    skills: dict[Name, list[Name]] = Field(default_factory=dict, max_length=40, description="The skill list, by group.")
    aliases: dict[Name, Name] = Field(default_factory=dict, max_length=100, description="Other names: Combat = Fight.")
    physical: list[Name] = Field(default_factory=list, max_length=100, description="Skills that count as physical.")

    @field_validator("skills", mode="before")
    @classmethod
    def _one_group(cls, value: object) -> object:
        return {"Skills": value} if isinstance(value, list) else value


SettingHere = Annotated[Annotated[Id, Tag("id")] | Annotated[Setting, Tag("table")], Discriminator(_form)]


def _pair(value: object) -> object:
    return value if isinstance(value, list) else [value, value]


Players = Annotated[
    list[Annotated[int, Field(ge=1, le=MOST_PLAYERS)]],
    Field(min_length=2, max_length=2),
    BeforeValidator(_pair, json_schema_input_type=int | list[int]),
]
Hours = Annotated[
    list[Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)]],
    Field(min_length=2, max_length=2),
    BeforeValidator(_pair, json_schema_input_type=float | list[float]),
]


class ScenarioFile(Chapter):
    """A prepared scenario for the game master's screen."""

    scenario_format: int = Field(
        1, ge=1, le=FORMAT, description="Number of the format that the file is written in; 1 where it is missing."
    )
    title: Name = Field(description="What the evening is called.")
    systems: list[Game] = Field(
        ["wyrd_engine"], min_length=1, max_length=3, description="Games played, main one first."
    )
    format: Literal["one-shot", "episodic", "campaign"] = Field("one-shot", description="What kind of play it is for.")
    players: Players | None = Field(None, description="How many players: 4, or [3, 5].")
    hours: Hours | None = Field(None, description="How long it takes: 3, or [2, 4].")
    setting: SettingHere | None = Field(
        None, description="A shipped setting by id, or a table with the skills of your own."
    )
    premise: Text = Field("", description="What everybody is told.")
    handout: Text = Field("", description="For the players to read; the only text that they see from the start.")
    handouts: list[Page] = _pages("Further hand-outs, kept back until they are shown.")
    hooks: list[Page] = _pages("Ways into the story.")
    truth: Text = Field("", description="What really happened; for the GM alone.")
    notes: Text = Field("", description="Anything else for the GM alone.")
    rules: Rules | None = Field(None, description="Readings of the rules that differ from the default.")  # type: ignore[valid-type]
    tracks: dict[Id, Track] = Field(
        default_factory=dict, max_length=50, description="Damage tracks of your own, by name."
    )
    party: list[Player] = Field(
        default_factory=list, max_length=MOST_PLAYERS, description="The players' characters: ids or sheets."
    )
    cast: list[Cast] = Field(default_factory=list, max_length=MOST_CAST, description="Everyone else.")
    challenges: list[Challenge] = Field(default_factory=list, max_length=MOST_PAGES, description="Rods of the abacus.")
    stage_rules: StageRules = Field(default_factory=list)
    counters: dict[Name, Annotated[int, Field(ge=-999, le=999)]] = Field(
        default_factory=dict, max_length=50, description="Numbers of the table that belong to nobody."
    )
    acts: list[Act] = Field(default_factory=list, max_length=50, description="Acts, in order.")
    scenes: list[Scene] = Field(default_factory=list, max_length=100, description="Scenes, where there are no acts.")
