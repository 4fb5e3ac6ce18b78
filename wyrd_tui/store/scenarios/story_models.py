"""The model of a scenario without its characters: all that the games' parts in scenarios may ask for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, Tag

from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.limits import MOST_PLAYERS
from wyrd_tui.engine.setting import Setting
from wyrd_tui.store.files.problems import KeyPath
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.amounts import Formula
from wyrd_tui.store.scenarios.fields import (
    ID_OR_TABLE,
    Alike,
    AnyEntry,
    Entry,
    GameId,
    Id,
    LongText,
    Name,
    OneLine,
    RefersTo,
    SettingId,
    listed,
    nouns_of,
    option,
)
from wyrd_tui.store.scenarios.page_models import (
    MOST_PAGES,
    ActEntry,
    ChallengeEntry,
    ClueEntry,
    Opposed,
    PageEntry,
    RuledEntry,
    SceneEntry,
    StoryLists,
)
from wyrd_tui.store.scenarios.tracks import Track

MOST_ALIKE = 50
"""Characters that a character may be like, each through the one before."""
DEFAULT_SETTING = "grand-casebook"
SCENARIO_FORMAT = 1
"""The number of this format; it rises when a scenario may say what older versions would take for something else."""


PlacedEntry = tuple[Entry, KeyPath, Entry | Formula | str]
"""An entry, a formula or a reference, after the entry around it and its place in that: a field, keys and indexes."""


def _collect(value: object, owner: Entry, keys: KeyPath, found: list[PlacedEntry]) -> None:
    """Add a value, and all entries, formulas and references that were written below it, to those that were found."""
    if isinstance(value, Entry):
        found.append((owner, keys, value))
        written, nouns = value.model_fields_set, nouns_of(type(value))
        for field, inner in vars(value).items():
            if inner and field in written and (field in nouns or not isinstance(inner, str)):
                _collect(inner, value, (field,), found)
    elif isinstance(value, list | dict):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            _collect(inner, owner, (*keys, key), found)
    elif isinstance(value, Formula) or (isinstance(value, str) and keys[0] in nouns_of(type(owner))):
        found.append((owner, keys, value))


SkillGroups = Annotated[
    dict[Name, list[Name]], BeforeValidator(lambda value: {"Skills": value} if isinstance(value, list) else value)
]


class SettingEntry(Entry):
    """The skills of a setting."""

    name: Name = option("Name of the world.", "")
    skills: SkillGroups = listed("The skill list, by group.", 40, dict)
    aliases: dict[Name, Name] = listed("Other names: Combat = Fight.", 100, dict)
    physical: list[Name] = listed("Skills that count as physical.", 100)
    fighting: list[Name] = listed("Skills to attack with; without it, those that are called like Fight or Shoot.", 100)

    @property
    def made(self) -> Setting:
        """The setting of a table."""
        return self.make(Setting, skills={group: tuple(names) for group, names in self.skills.items()})


@cache
def shipped_settings() -> Mapping[str, Setting]:
    """Read the shipped settings, by id (WE-10, C-20)."""
    return {name: SettingEntry.model_validate(table).made for name, table in presets.shipped("skills").items()}


SettingHere = Annotated[Annotated[SettingId, Tag("id")] | Annotated[SettingEntry, Tag("table")], ID_OR_TABLE]


def _pair(value: object) -> object:
    return value if isinstance(value, list) else [value, value]


def _ascending(pair: list[int]) -> list[int]:
    if pair[0] > pair[1]:
        raise ValueError("the smaller number comes first")
    return pair


Players = Annotated[
    list[Annotated[int, Field(ge=1, le=MOST_PLAYERS)]],
    Field(min_length=2, max_length=2),
    BeforeValidator(_pair, json_schema_input_type=int | list[int]),
    AfterValidator(_ascending),
]
LESSON_LETTERS = 200
"""Letters of a lesson, which then has three lines on the narrowest screen."""
LessonText = Annotated[OneLine, Field(min_length=1, max_length=LESSON_LETTERS)]
Hours = Annotated[
    list[Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)]],
    Field(min_length=2, max_length=2),
    BeforeValidator(_pair, json_schema_input_type=float | list[float]),
]


class Character(Alike):
    """A character, whichever games it plays in."""

    name: Name | None = option("Display name; need not be unique.")
    concept: OneLine = option("A line without secrets: players may see it once its owner is open.", "")
    appearance: LongText = option("Looks.", "")
    personality: LongText = option("Behaviour.", "")
    backstory: LongText = option("Origin.", "")
    ties: LongText = option("Ties to the others.", "")
    details: dict[Name, LongText] = listed("Anything else, by heading.", 20, dict)
    notes: LongText = option("For the GM alone.", "")
    sheets: Mapping[GameId, Entry] = Field(default_factory=dict)

    def fault(self) -> str:
        """Say that a name is missing."""
        return 'needs a "name"' if self.name is None and self.like is None else ""

    def sheets_of(self, kind: type[AnyEntry], game: str, main: str) -> list[AnyEntry]:
        """List the sheets for a game that it writes: beside others, and on itself where that is the main game.

        Its own keys are no sheet where it has none of the game, but other sheets or those of whom it is like.
        """
        own = game == main and (kind.model_fields.keys() & self.model_fields_set or not (self.like or self.sheets))
        return [sheet for sheet in (self.sheets.get(game), self if own else None) if isinstance(sheet, kind)]


AnyCharacter = TypeVar("AnyCharacter", bound=Character)


def ancestry(
    member: AnyCharacter, own: Mapping[str, AnyCharacter], shipped: Mapping[str, AnyCharacter]
) -> list[AnyCharacter]:
    """List a character and those that it is like, one through the other, of the scenario or else shipped."""
    found = [member]
    while (like := found[-1].like) and len(found) <= MOST_ALIKE:
        model = own.get(like)
        if model is None or model is found[-1]:
            model = shipped.get(like)
        if model is None or any(model is one for one in found):
            break
        found.append(model)
    return found


Counter = Annotated[int, Field(ge=-999, le=999)]


class LessonEntry(Entry):
    """A lesson that teaches the GM a key, and waits for it."""

    text: LessonText = Field(description="Words for the GM; an id between backticks, as in `attack`, shows its key.")
    until: Id = Field(description="Id of the act or verb that the step waits for, such as attack, next, undo.")


class StoryModel(StoryLists, RuledEntry):
    """Everything of a scenario except its characters; `ScenarioFile` says which games and house rules there are."""

    scenario_format: int = option(
        "Number of the format that the file is written in; 1 where it is missing.", 1, ge=1, le=SCENARIO_FORMAT
    )
    title: Name = Field(description="Name of the evening.")
    systems: list[GameId]
    format: Literal["one-shot", "episodic", "campaign"] = option("The kind of play that it is for.", "one-shot")
    players: Players | None = option("Number of players: 4, or [3, 5].")
    hours: Hours | None = option("Hours that it takes: 3, or [2, 4].")
    setting: SettingHere | None = option("A shipped setting by id, or a table with the skills of your own.")
    premise: LongText = option("The situation, as all players know it.", "")
    handout: LongText = option("For the players to read; the only text that they see from the start.", "")
    handouts: list[PageEntry] = listed("Further hand-outs, kept back until they are shown.", MOST_PAGES)
    hooks: list[PageEntry] = listed("Ways into the story.", MOST_PAGES)
    truth: LongText = option("The true events, for the GM alone.", "")
    notes: LongText = option("Anything else for the GM alone.", "")
    rules: Entry | None = None
    tracks: Annotated[dict[Id, Track], RefersTo("shipped track")] = listed(
        "Damage tracks of your own, by name.", 50, dict
    )
    challenges: list[ChallengeEntry] = listed("Challenges.", MOST_PAGES)
    counters: dict[Name, Counter] = listed("Numbers of the table that belong to nobody.", 50, dict)
    lessons: list[LessonEntry] = listed("Steps that teach the GM the keys, in order; each waits for its own.")
    acts: list[ActEntry] = listed("Acts, in order.")
    scenes: list[SceneEntry] = listed("Scenes without an act.", 100)

    @cached_property
    def world(self) -> Setting:
        """The setting: its own, a shipped one, or the usual skills under no name."""
        if isinstance(self.setting, SettingEntry):
            return self.setting.made
        shipped = shipped_settings()
        return shipped.get(self.setting or "") or replace(shipped[DEFAULT_SETTING], name="")

    @cached_property
    def parts(self) -> list[PlacedEntry]:
        """Entries, formulas and references below the file, in the order of the models."""
        found: list[PlacedEntry] = []
        _collect(self, self, (), found)
        return found[1:]

    def all(self, kind: type[AnyEntry]) -> list[AnyEntry]:
        """List the entries of a kind, wherever they stand, in the order of the models."""
        return [entry for _, _, entry in self.parts if isinstance(entry, kind)]

    @property
    def on_abacus(self) -> list[Opposed]:
        """The challenges, and the clues that are also challenges."""
        clues = (clue for clue in self.all(ClueEntry) if clue.dr is not None)
        return [*self.all(ChallengeEntry), *clues]
