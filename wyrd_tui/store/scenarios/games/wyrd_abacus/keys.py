"""Keys of the Wyrd Abacus on a sheet: abilities, their facets, and a pool."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wyrd_tui.engine.rules.wyrd_abacus.abilities import TYPES
from wyrd_tui.engine.rules.wyrd_abacus.house_rules import HOUSE_RULES
from wyrd_tui.engine.state import WYRD_ABACUS
from wyrd_tui.store.scenarios.fields import Entry, Few, Name, StartingScore
from wyrd_tui.store.scenarios.keys import GameKeys
from wyrd_tui.store.scenarios.sheet_models import MOST_TRAITS

FacetsShown = Annotated[list[Name], Field(max_length=MOST_TRAITS)]


class Facets(Entry):
    """Facets by ability, a few words each."""

    body: FacetsShown = Field(default_factory=list, description="Facets of Body, such as “Strong as an ox”.")
    mind: FacetsShown = Field(default_factory=list, description="Facets of Mind.")
    soul: FacetsShown = Field(default_factory=list, description="Facets of Soul.")


class AbilityKeys(Entry):
    """The keys of a sheet of the Wyrd Abacus."""

    body: StartingScore | None = Field(None, description="Starting Body, 3 to 9 for a new character.")
    mind: StartingScore | None = Field(None, description="Starting Mind.")
    soul: StartingScore | None = Field(None, description="Starting Soul.")
    wyrd: Few | None = Field(None, description="Points in the personal Wyrd pool when play begins; 0 as a rule.")
    facets: Facets | None = Field(None, description="Facets by ability; one truly shown gives a point back.")


KEYS = GameKeys(WYRD_ABACUS, AbilityKeys, HOUSE_RULES, tuple(TYPES))
