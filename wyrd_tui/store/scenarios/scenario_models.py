"""The models of a scenario and its characters: every key that a game master may write.

Importing this module imports pydantic; see `docs/scenarios.md` for the format by example.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from wyrd_tui.engine.limits import MOST_PLAYERS
from wyrd_tui.engine.rules.games import GAMES, house_rules
from wyrd_tui.engine.rules.house_rules import HouseRule
from wyrd_tui.engine.state import Kind, Visibility
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.fields import CountKey, Entry, GameId, Name, TrackId, formerly, listed, option
from wyrd_tui.store.scenarios.games import PREPS
from wyrd_tui.store.scenarios.page_models import RuledEntry
from wyrd_tui.store.scenarios.story_models import Character, StoryModel

MOST_CAST = 1000

if TYPE_CHECKING:
    AllKeys = Entry
else:
    AllKeys = create_model("AllKeys", __base__=tuple(prep.keys for prep in reversed(PREPS.values())))


def _rule_type(point: HouseRule) -> Any:  # noqa: ANN401 - a type made from data
    if isinstance(point.default, bool):
        return bool
    if point.values:
        return Annotated[Literal[point.values], formerly(point.formerly)]
    if isinstance(point.default, int):
        return Annotated[int, Field(ge=point.low, le=point.high)]
    return TrackId if point.is_track else Name


_RULES: dict[str, Any] = {
    point.key: (_rule_type(point) | None, option(f"{point.help} Default: {str(point.default).lower()}."))
    for point in house_rules().values()
}
if TYPE_CHECKING:
    HouseRuleKeys = Entry
else:
    HouseRuleKeys = create_model(
        "Rules", __base__=Entry, __doc__="House rules, chosen where the texts leave a point open.", **_RULES
    )

FileSide = Annotated[Literal["party", "foes", "neutral"], formerly({"others": "neutral"})]


class SheetEntry(AllKeys):
    """A sheet; each of its keys belongs to one of the games."""


class CharacterEntry(SheetEntry, Character):
    """The keys that a player's character and a member of the cast have in common."""

    sheets: dict[GameId, SheetEntry] = Field(default_factory=dict, description="Sheets for further games of the table.")


class PlayerEntry(CharacterEntry):
    """A player's character; an id alone is like the shipped character of that id."""

    player: Name | None = option("Name of the player.")


class CastEntry(CharacterEntry, RuledEntry):
    """A member of the cast: a group of mooks, a named NPC, or a full character; an id alone is a shipped NPC."""

    kind: Kind | None = option("mook (a group that rolls as one), persona (a named NPC), or full.")
    count: CountKey | None = option("Number of them; makes it a group of mooks.")
    side: FileSide | None = option("Side in a fight; foes for mooks, neutral for the rest.")
    visibility: Visibility = option("Knowledge of the players at first.", "secret")
    on_stage: bool = option("True to put it on the table from the start.", False)


class ScenarioFile(StoryModel):
    """A prepared scenario for the game master's screen."""

    systems: list[GameId] = option("Games played, main one first.", [*GAMES][:1], min_length=1, max_length=len(GAMES))
    rules: HouseRuleKeys | None = option("House rules that differ from the default.")
    party: list[PlayerEntry] = listed("The players' characters: ids or sheets.", MOST_PLAYERS)
    cast: list[CastEntry] = listed("All others at the table.", MOST_CAST)


@cache
def shipped_people() -> Mapping[str, CharacterEntry]:
    """Read the shipped NPCs and characters, by id (WE-82, WE-90, WE-92, WE-93)."""
    cast, party = presets.shipped("cast"), presets.shipped("characters")
    # The schema of a scenario is there already; those of single characters would be made besides, which is slow.
    data = {"title": "Shipped", "cast": [*cast.values()], "party": [*party.values()]}
    file = ScenarioFile.model_validate(data)
    return dict(zip((*cast, *party), (*file.cast, *file.party), strict=True))
