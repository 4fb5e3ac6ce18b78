"""Keys of the Wyrd Engine on a sheet: skills, traits, gear and a damage track."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from wyrd_tui.engine.rules.wyrd_engine.house_rules import HOUSE_RULES
from wyrd_tui.engine.state import WYRD_ENGINE
from wyrd_tui.store.scenarios.fields import Entry, Level, Name
from wyrd_tui.store.scenarios.keys import GameKeys
from wyrd_tui.store.scenarios.sheet_models import Track, Traits

MOST_SKILLS = 100


def _one_level(value: object) -> object:
    return {"Everything": value} if isinstance(value, int) and not isinstance(value, bool) else value


Skills = Annotated[
    dict[Name, Level],
    Field(max_length=MOST_SKILLS),
    BeforeValidator(_one_level, json_schema_input_type=dict[str, int | str] | int),
]


class SkillKeys(Entry):
    """The keys of a sheet of the Wyrd Engine."""

    skills: Skills = Field(default_factory=dict, description="Levels by name; one number stands for everything.")
    traits: Traits = Field(default_factory=list, description="Traits, as tables or in short form.")
    gear: Traits = Field(default_factory=list, description="Notable items, written as traits are.")
    track: Track | None = Field(None, description='Damage track: "we", [4, 3, 2, 1], rows, or a mix; [] for no boxes.')
    attack: Name | None = Field(None, description="The skill it usually attacks with.")
    defend: Name | None = Field(None, description="The skill it usually defends with.")
    initiative: Name | None = Field(None, description="The skill it rolls for initiative.")


KEYS = GameKeys(WYRD_ENGINE, SkillKeys, HOUSE_RULES)
