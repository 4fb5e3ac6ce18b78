"""The models of a scenario: every key that a game master may write.

Importing this module imports pydantic; see `docs/scenarios.md` for the format by example.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    create_model,
    field_validator,
)
from pydantic_core import PydanticCustomError

from wyrd_tui.engine.rules.house_rules import FIGHT_ORDER, HouseRule
from wyrd_tui.store.scenarios.amounts import MOST_PLAYERS
from wyrd_tui.store.scenarios.character_models import CastEntry, GameId, PlayerEntry
from wyrd_tui.store.scenarios.fields import (
    CastId,
    ChallengeId,
    Entry,
    Id,
    LongText,
    Name,
    SettingId,
    TrackId,
    text_or_table,
)
from wyrd_tui.store.scenarios.games import KEYS
from wyrd_tui.store.scenarios.page_models import (
    Branch,
    ChallengeEntry,
    ChallengeHere,
    ClueEntry,
    Complication,
    EvidenceEntry,
    PageEntry,
    PlaceEntry,
    RandomTable,
    Titled,
)
from wyrd_tui.store.scenarios.rule_models import StageRuleEntries, StageRuleEntry
from wyrd_tui.store.scenarios.sheet_models import OwnTrack

MOST_CAST = 1000
MOST_PAGES = 300
SCENARIO_FORMAT = 1
"""The number of this format; it rises when a scenario may say what older versions would take for something else."""


def _rule_type(point: HouseRule) -> Any:  # noqa: ANN401 - a type made from data
    if isinstance(point.default, bool):
        return bool
    if point.values:
        return Literal[point.values]
    if isinstance(point.default, int):
        return Annotated[int, Field(ge=point.low, le=point.high)]
    return TrackId if point.key == "track" else Name


def _rules() -> type[Entry]:
    points = (*(point for game in KEYS.values() for point in game.house_rules), FIGHT_ORDER)
    fields: dict[str, Any] = {
        point.key: (
            _rule_type(point) | None,
            Field(None, description=f"{point.help} Default: {str(point.default).lower()}."),
        )
        for point in points
    }
    return create_model(
        "Rules", __base__=Entry, __doc__="House rules, chosen where the texts leave a point open.", **fields
    )


HouseRuleKeys = _rules()


def _pages(description: str) -> Any:  # noqa: ANN401 - a field
    return Field(default_factory=list, max_length=MOST_PAGES, description=description)


class Chapter(Entry):
    """The lists that the whole scenario, an act and a scene may all hold."""

    places: list[PlaceEntry] = _pages("Places, each with its finds.")
    clues: list[ClueEntry] = _pages("Clues, each with the secret that it reveals.")
    complications: list[Complication] = _pages("Complications that the GM may add.")
    proofs: list[EvidenceEntry] = _pages("Evidence that convinces.")
    tables: list[RandomTable] = _pages("Random tables.")
    branches: list[Branch] = _pages("Turns of the story that depend on the players.")
    resolutions: list[PageEntry] = _pages("Possible ends.")

    @property
    def pages(self) -> Iterator[Titled]:
        """The pages of all its lists."""
        return (page for field in Chapter.model_fields for page in getattr(self, field))


class SceneEntry(Titled, Chapter):
    """A part of an act, or of a scenario without acts."""

    text: LongText = Field("", description="Text for the GM as it begins.")
    begins: bool = Field(False, description="True to open the table here, with its cast and challenges.")
    brings: list[CastId] = Field(default_factory=list, max_length=100, description="Ids of cast members who enter.")
    challenges: list[ChallengeHere] = Field(
        default_factory=list, max_length=100, description="Challenges put on the abacus when it begins: ids, or tables."
    )
    after: list[ChallengeId] = Field(
        default_factory=list, max_length=50, description="Challenges that must be overcome before it can begin."
    )
    stage_rules: StageRuleEntries = Field(default_factory=list)


class ActEntry(SceneEntry):
    """An act, with scenes of its own if it likes."""

    scenes: list[SceneEntry] = Field(default_factory=list, max_length=50, description="Scenes of the act, in order.")


class SettingEntry(Entry):
    """The skills of a setting."""

    name: Name = Field("", description="Name of the world.")
    skills: dict[Name, list[Name]] = Field(default_factory=dict, max_length=40, description="The skill list, by group.")
    aliases: dict[Name, Name] = Field(default_factory=dict, max_length=100, description="Other names: Combat = Fight.")
    physical: list[Name] = Field(default_factory=list, max_length=100, description="Skills that count as physical.")

    @field_validator("skills", mode="before")
    @classmethod
    def _one_group(cls, value: object) -> object:
        return {"Skills": value} if isinstance(value, list) else value


SettingHere = Annotated[
    Annotated[SettingId, Tag("id")] | Annotated[SettingEntry, Tag("table")], Discriminator(text_or_table)
]


def _pair(value: object) -> object:
    return value if isinstance(value, list) else [value, value]


def _ascending(pair: list[int]) -> list[int]:
    if pair[0] > pair[1]:
        raise PydanticCustomError("descending", "the smaller number comes first")
    return pair


Players = Annotated[
    list[Annotated[int, Field(ge=1, le=MOST_PLAYERS)]],
    Field(min_length=2, max_length=2),
    BeforeValidator(_pair, json_schema_input_type=int | list[int]),
    AfterValidator(_ascending),
]
Hours = Annotated[
    list[Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)]],
    Field(min_length=2, max_length=2),
    BeforeValidator(_pair, json_schema_input_type=float | list[float]),
]


class ScenarioFile(Chapter):
    """A prepared scenario for the game master's screen."""

    scenario_format: int = Field(
        1,
        ge=1,
        le=SCENARIO_FORMAT,
        description="Number of the format that the file is written in; 1 where it is missing.",
    )
    title: Name = Field(description="Name of the evening.")
    systems: list[GameId] = Field(
        [*KEYS][:1], min_length=1, max_length=len(KEYS), description="Games played, main one first."
    )
    format: Literal["one-shot", "episodic", "campaign"] = Field(
        "one-shot", description="The kind of play that it is for."
    )
    players: Players | None = Field(None, description="Number of players: 4, or [3, 5].")
    hours: Hours | None = Field(None, description="Hours that it takes: 3, or [2, 4].")
    setting: SettingHere | None = Field(
        None, description="A shipped setting by id, or a table with the skills of your own."
    )
    premise: LongText = Field("", description="The situation, as everybody knows it.")
    handout: LongText = Field("", description="For the players to read; the only text that they see from the start.")
    handouts: list[PageEntry] = _pages("Further hand-outs, kept back until they are shown.")
    hooks: list[PageEntry] = _pages("Ways into the story.")
    truth: LongText = Field("", description="The true events, for the GM alone.")
    notes: LongText = Field("", description="Anything else for the GM alone.")
    rules: HouseRuleKeys | None = Field(None, description="House rules that differ from the default.")  # type: ignore[valid-type]
    tracks: dict[Id, OwnTrack] = Field(
        default_factory=dict, max_length=50, description="Damage tracks of your own, by name."
    )
    party: list[PlayerEntry] = Field(
        default_factory=list, max_length=MOST_PLAYERS, description="The players' characters: ids or sheets."
    )
    cast: list[CastEntry] = Field(default_factory=list, max_length=MOST_CAST, description="Everyone else.")
    challenges: list[ChallengeEntry] = Field(default_factory=list, max_length=MOST_PAGES, description="Challenges.")
    stage_rules: StageRuleEntries = Field(default_factory=list)
    counters: dict[Name, Annotated[int, Field(ge=-999, le=999)]] = Field(
        default_factory=dict, max_length=50, description="Numbers of the table that belong to nobody."
    )
    acts: list[ActEntry] = Field(default_factory=list, max_length=50, description="Acts, in order.")
    scenes: list[SceneEntry] = Field(default_factory=list, max_length=100, description="Scenes without an act.")

    @cached_property
    def chapters(self) -> list[SceneEntry]:
        """The acts, each with its scenes, and the scenes without an act, in the order of the file."""
        acts: list[SceneEntry] = [part for act in self.acts for part in (act, *act.scenes)]
        return [*acts, *self.scenes]

    @cached_property
    def all_challenges(self) -> list[ChallengeEntry]:
        """Every challenge that is written out, wherever it stands."""
        inner = (item for chapter in self.chapters for item in chapter.challenges)
        return [*self.challenges, *(item for item in inner if not isinstance(item, str))]

    @cached_property
    def all_clues(self) -> list[ClueEntry]:
        """Every clue."""
        return [*self.clues, *(clue for chapter in self.chapters for clue in chapter.clues)]

    @property
    def challenges_and_clues(self) -> Iterator[ChallengeEntry | ClueEntry]:
        """Everything that may have a difficulty."""
        yield from self.all_challenges
        yield from self.all_clues

    @property
    def clues_on_the_abacus(self) -> Iterator[ClueEntry]:
        """The clues that are also challenges."""
        return (clue for clue in self.all_clues if clue.dr is not None)

    @property
    def rule_holders(self) -> Iterator[tuple[Entry, list[StageRuleEntry]]]:
        """Everything that stage rules may stand with, and its rules."""
        holders: list[ScenarioFile | SceneEntry | PlaceEntry | ChallengeEntry | CastEntry] = [self, *self.chapters]
        holders += [place for chapter in (self, *self.chapters) for place in chapter.places]
        for holder in (*holders, *self.all_challenges, *self.cast):
            yield holder, holder.stage_rules

    @property
    def entries_with_ids(self) -> Iterator[Entry]:
        """Everything that may have an id of its own beside characters and challenges."""
        yield from (rule for _, rules in self.rule_holders for rule in rules)
        yield from self.pages
        yield from (*self.hooks, *self.handouts)
        for chapter in self.chapters:
            yield from (chapter, *chapter.pages)
