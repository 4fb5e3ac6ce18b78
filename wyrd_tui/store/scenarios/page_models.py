"""The models of pages and challenges: the parts of which a scenario, an act and a scene have lists."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AliasChoices, Discriminator, Field, Tag, model_validator

from wyrd_tui.engine.state import Visibility
from wyrd_tui.store.scenarios import shorthand
from wyrd_tui.store.scenarios.fields import (
    Beads,
    CastId,
    ChallengeId,
    CharacterId,
    Difficulty,
    Entry,
    GameId,
    LongText,
    Name,
    Shortened,
    Titled,
    listed,
    text_or_table,
)
from wyrd_tui.store.scenarios.random_tables import RandomTable
from wyrd_tui.store.scenarios.rule_models import AnyType, StageRuleEntries, types

MOST_PAGES = 300


class PageEntry(Titled, Shortened):
    """A page of the book: a title, and a text for the GM."""

    short_form = shorthand.expand_note

    text: LongText = Field("", description="Text for the GM.")


class Opposed(Titled):
    """An entry with a difficulty, and the skills that suit it."""

    type: AnyType | None = Field(
        None, description="One of the Wyrd Abacus's nine types; makes it a challenge of that game."
    )
    dr: Difficulty | None = Field(
        None,
        validation_alias=AliasChoices("dr", "value", "difficulty"),
        description="The number to beat: a rung of its game's ladder, such as Formidable, or a typed one's value.",
    )
    skills: list[Name] = listed("Skills that suit it; in Mettle, attributes and backgrounds.", 10)

    def game_at(self, main: str) -> str:
        """Find its game: as it says, by its type, or the main game of the table."""
        return getattr(self, "game", None) or types().get(self.type or "") or main


class ClueEntry(PageEntry, Opposed):
    """A clue; one with a difficulty also lies on the abacus as an obstacle, from when its act begins."""

    reveals: LongText = Field("", description="The secret that it gives away.")

    def as_challenge(self) -> ChallengeEntry | None:
        """Make the challenge that a clue with a difficulty also is."""
        if self.dr is None:
            return None
        shared = {key: getattr(self, key) for key in ("id", "title", "dr", "type", "skills", "text")}
        return ChallengeEntry.model_construct(**shared, win=self.reveals)


class EvidenceEntry(PageEntry):
    """A piece of evidence."""

    reveals: LongText = Field("", description="The secret that it gives away.")


class PlaceEntry(EvidenceEntry):
    """A place, with its finds and the stage rules that apply once it was visited."""

    stage_rules: StageRuleEntries = Field(default_factory=list)


class Complication(PageEntry):
    """A complication that the GM may add."""

    brings: list[CastId] = listed("Ids of cast members who come with it.")
    challenges: list[ChallengeId] = listed("Ids of challenges that it puts on the abacus.")


class Branch(PageEntry):
    """A turn that the story may take."""

    title: Name = Field(
        validation_alias=AliasChoices("if", "title", "name"), description="The condition that it depends on."
    )
    text: LongText = Field("", validation_alias=AliasChoices("then", "text"), description="The consequence.")


class ChallengeEntry(Opposed):
    """A rod of the abacus: an obstacle, a typed challenge, a task of several successes, or a clock."""

    game: GameId | None = Field(
        None, description="The game whose rules it follows; the first of systems where it is missing."
    )
    successes: Beads | None = Field(None, description="Number of successes that it takes; makes it a task.")
    clock: Beads | None = Field(None, description="Number of beads; makes it a clock, which time moves.")
    done: int = Field(0, ge=0, le=60, description="Beads already moved when it is put on the abacus.")
    text: LongText = Field("", description="Its look, for the GM.")
    win: LongText = Field("", description="The stakes if it is overcome.")
    lose: LongText = Field("", description="The stakes if it is not, or when the clock is full.")
    who: list[CharacterId] = listed("Ids of those who are in it.")
    after: list[ChallengeId] = listed("Challenges that must be overcome first.")
    springs: Literal["scene", "six", "no six"] | None = Field(
        None,
        description="When it strikes by itself: as the scene ends, at a 6 on a Wyrd roll, or as it ends without one.",
    )
    by_wyrd: bool = Field(False, description="True where a Wyrd roll meets it, rather than a die and points.")
    loss: int | None = Field(None, ge=1, le=99, description="Points of its ability that a failure takes.")
    stage_rules: StageRuleEntries = Field(default_factory=list)
    visibility: Visibility = Field("secret", description="secret, known (players see that it is there) or open.")
    on_stage: bool = Field(False, description="True to put it on the abacus from the start.")

    @model_validator(mode="after")
    def _one_kind(self) -> ChallengeEntry:
        if self.successes is not None and self.clock is not None:
            raise ValueError('has both "successes" (a task) and "clock"; it can be only one of them')
        sized = "successes" if self.successes is not None else "clock" if self.clock is not None else ""
        if self.type is not None and sized:
            raise ValueError(f'has both "type" and "{sized}"; a typed challenge has as many beads as its value')
        return self


ChallengeHere = Annotated[
    Annotated[ChallengeId, Tag("id")] | Annotated[ChallengeEntry, Tag("table")], Discriminator(text_or_table)
]


class Chapter(Entry):
    """The lists that the whole scenario, an act and a scene may all hold."""

    places: list[PlaceEntry] = listed("Places, each with its finds.", MOST_PAGES)
    clues: list[ClueEntry] = listed("Clues, each with the secret that it reveals.", MOST_PAGES)
    complications: list[Complication] = listed("Complications that the GM may add.", MOST_PAGES)
    proofs: list[EvidenceEntry] = listed("Evidence that convinces.", MOST_PAGES)
    tables: list[RandomTable] = listed("Random tables.", MOST_PAGES)
    branches: list[Branch] = listed("Turns of the story that depend on the players.", MOST_PAGES)
    resolutions: list[PageEntry] = listed("Possible ends.", MOST_PAGES)


class SceneEntry(Titled, Chapter):
    """A part of an act, or of a scenario without acts."""

    text: LongText = Field("", description="Text for the GM as it begins.")
    begins: bool = Field(False, description="True to open the table here, with its cast and challenges.")
    brings: list[CastId] = listed("Ids of cast members who enter.", 100)
    challenges: list[ChallengeHere] = listed("Challenges put on the abacus when it begins: ids, or tables.", 100)
    after: list[ChallengeId] = listed("Challenges that must be overcome before it can begin.")
    stage_rules: StageRuleEntries = Field(default_factory=list)


class ActEntry(SceneEntry):
    """An act, with scenes of its own if it likes."""

    scenes: list[SceneEntry] = listed("Scenes of the act, in order.")
