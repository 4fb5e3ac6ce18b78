"""The actors of a validated scenario, as the table carries them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from wyrd_tui.engine.rules.ground.arrivals import usual_side
from wyrd_tui.engine.state import Actor, Kind
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.amounts import compute_amount
from wyrd_tui.store.scenarios.games import PREPS
from wyrd_tui.store.scenarios.scenario_models import CastEntry, CharacterEntry, PlayerEntry, SheetEntry
from wyrd_tui.store.scenarios.tracks import Measure


@dataclass
class Builder(Measure):
    """A maker of actors out of entries, for a main game.

    Attributes:
        game: The game whose sheet the keys of a character itself are.
        entries: Every entry that another may be `like`, by id.
    """

    game: str = ""
    entries: Mapping[str, PlayerEntry | CastEntry] = field(default_factory=dict)

    def player(self, name: str, entry: CharacterEntry) -> Actor:
        """Make a player's character, open to all."""
        actor = self._actor(name, entry)
        player = getattr(entry, "player", None) or ""
        return replace(actor, kind="pc", side="party", visibility="open", count=1, player=player)

    def member(self, name: str, entry: CastEntry) -> Actor:
        """Make a member of the cast; a group that comes to nobody has a count of 0."""
        kind: Kind = entry.kind or ("mook" if entry.count is not None else self._kind_of_model(entry))
        people = self if kind == "full" else replace(self, default=())
        actor = people._actor(name, entry)
        if entry.kind is None and any(PREPS[game].rolls_as_one(sheet) for game, sheet in actor.sheets.items()):
            kind = "mook"
        return replace(
            actor,
            kind=kind,
            side=entry.side or usual_side(kind),
            visibility=entry.visibility,
            count=1 if entry.count is None else max(0, compute_amount(entry.count, self.players)),
            player="",
        )

    def _kind_of_model(self, entry: CastEntry) -> Kind:
        """Return the kind of one of the cast by what it is like: a shipped NPC's own, else a whole character."""
        model: PlayerEntry | CastEntry = entry
        while (own := self.entries.get(model.like or "")) is not None and own is not model:
            model = own
        shipped = shipped_people().get(model.like or "")
        return getattr(shipped, "kind", None) or ("full" if entry.like else "persona")

    def _actor(self, name: str, entry: CharacterEntry) -> Actor:
        """Make an actor with what its entry says on top of the character that it is like."""
        model = self.entries.get(entry.like or "")
        if model is None or model is entry:
            model = shipped_people().get(entry.like or "")
        base = self._actor(name, model) if model is not None else Actor(id=name, name=name)
        given = {key: getattr(entry, key) for key in ("concept", "notes") if getattr(entry, key)}
        headed = {
            key.capitalize(): getattr(entry, key)
            for key in ("appearance", "personality", "backstory", "ties")
            if getattr(entry, key)
        }
        sheets = dict(base.sheets)
        if not (base.sheets or entry.sheets) or entry.model_fields_set & SheetEntry.model_fields.keys():
            sheets[self.game] = PREPS[self.game].sheet(entry, sheets.get(self.game), self)
        for game, more in entry.sheets.items():
            sheets[game] = PREPS[game].sheet(more, sheets.get(game), self)
        actor = replace(
            base,
            name=entry.name or base.name,
            details={**base.details, **headed, **entry.details},
            sheets=sheets,
            **given,
        )
        for game in sheets:
            actor = PREPS[game].finished(actor)
        return actor


@cache
def shipped_people() -> Mapping[str, PlayerEntry | CastEntry]:
    """Read the shipped NPCs and characters, by id (WE-82, WE-90, WE-92, WE-93)."""
    npcs = {name: CastEntry.model_validate(table) for name, table in presets.shipped("cast").items()}
    return npcs | {name: PlayerEntry.model_validate(table) for name, table in presets.shipped("characters").items()}
