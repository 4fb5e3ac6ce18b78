"""A validated scenario turned into what the table knows: actors, challenges, pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from wyrd_tui.engine.rules.wyrd_abacus.numbers import ABILITIES, WYRD, ability_row
from wyrd_tui.engine.sheet import Effect, EffectKind, Hurt, Row, Sheet, Trait
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Kind, Setting, fresh_id, slug
from wyrd_tui.store.scenarios import mettle_sheet, presets
from wyrd_tui.store.scenarios.amounts import reckon
from wyrd_tui.store.scenarios.game_keys import SHEET

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios import scenario_models as models
    from wyrd_tui.store.scenarios import sheet_models as sheets

_SHEET = frozenset(key for keys in SHEET.values() for key in keys)


@dataclass
class People:
    """Makes actors out of entries, for a number of players and a main game.

    Attributes:
        players: What amounts are reckoned with.
        game: Whose sheet the keys of a character itself are.
        tracks: The scenario's own damage tracks by name.
        default: The track of a full character whose sheet names none.
        entries: Every entry that another may be `like`, by id.
    """

    players: int
    game: str = WYRD_ENGINE
    tracks: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    default: tuple[Row, ...] = ()
    entries: Mapping[str, sheets.Player | models.Cast] = field(default_factory=dict)

    def player(self, name: str, entry: sheets.Character) -> Actor:
        """A player's character, open to all."""
        actor, tracked = self._plain(name, entry)
        actor = replace(
            actor, kind="pc", side="party", visibility="open", count=1, player=getattr(entry, "player", None) or ""
        )
        return self._with_default(actor, tracked=tracked)

    def member(self, name: str, entry: models.Cast) -> Actor:
        """A member of the cast; a group that comes to nobody has a count of 0."""
        actor, tracked = self._plain(name, entry)
        kind: Kind = entry.kind or ("mook" if entry.count is not None else "full" if entry.like else "persona")
        actor = replace(
            actor,
            kind=kind,
            side=entry.side or ("foes" if kind == "mook" else "others"),
            visibility=entry.visibility,
            count=1 if entry.count is None else max(0, reckon(entry.count, self.players)),
            player="",
        )
        return self._with_default(actor, tracked=tracked) if kind == "full" else actor

    def track(self, parts: Iterable[str | int | sheets.Row]) -> tuple[Row, ...]:
        """The rows of a track, from names of tracks, numbers of boxes, and rows."""
        rows: list[Row] = []
        short: list[int] = []
        for part in (*parts, ""):
            if isinstance(part, int):
                short.append(part)
                continue
            rows += presets.short_track(tuple(short))
            short.clear()
            if isinstance(part, str):
                rows += self.tracks.get(part) or (presets.tracks().get(part, ()) if part else ())
            else:
                rows.append(self._row(part))
        return presets.distinct(tuple(rows))

    def _row(self, row: sheets.Row) -> Row:
        boxes = max(0, reckon(row.boxes, self.players))
        return Row(
            id=row.id or slug(row.label),
            label=row.label,
            boxes=boxes,
            marks=min(row.marks, boxes),
            absorbs=row.absorbs,
            penalty=abs(row.penalty),
            clears=row.clears,
            counts=row.counts,
            hurts=tuple(Hurt(name, by) for name, by in row.hurts.items()) if row.marks else (),
        )

    def _with_default(self, actor: Actor, *, tracked: bool) -> Actor:
        sheet = actor.sheets.get(WYRD_ENGINE)
        if sheet is None or sheet.track or tracked:
            return actor
        return replace(actor, sheets={**actor.sheets, WYRD_ENGINE: replace(sheet, track=self.default)})

    def _plain(self, name: str, entry: sheets.Character) -> tuple[Actor, bool]:
        """An actor with what its entry says on top of whom it is like, and whether anybody said what its track is."""
        base, tracked = Actor(id=name, name=name), False
        if entry.like and entry.like in self.entries:
            model = self.entries[entry.like]
            if model is not entry:
                base, tracked = self._plain(name, model)
            elif entry.like in characters():
                base, tracked = self._plain(name, characters()[entry.like])
        elif entry.like:
            base, tracked = self._plain(name, characters()[entry.like])
        given = {key: getattr(entry, key) for key in ("concept", "notes") if getattr(entry, key)}
        headed = {
            key.capitalize(): getattr(entry, key)
            for key in ("appearance", "personality", "backstory", "ties")
            if getattr(entry, key)
        }
        # The shipped characters are the Wyrd Engine's, whatever else is played.
        main = WYRD_ENGINE if characters().get(entry.id or "") is entry else self.game
        games = {}
        if not (base.sheets or entry.sheets) or entry.model_fields_set & _SHEET:
            games[main] = self.sheet(main, entry, base.sheets.get(main, Sheet()))
        for game, more in entry.sheets.items():
            games[game] = self.sheet(game, more, games.get(game) or base.sheets.get(game, Sheet()))
        actor = replace(
            base,
            name=entry.name or base.name,
            details={**base.details, **headed, **entry.details},
            sheets={**base.sheets, **games},
            **given,
        )
        return mettle_sheet.burdened(actor), tracked or entry.track is not None

    def sheet(self, game: str, entry: sheets.Sheet, base: Sheet) -> Sheet:
        """A game's sheet: what the entry says, on top of the base's."""
        if game == METTLE:
            return mettle_sheet.sheet(entry, base, self.players)
        return _abacus_sheet(entry, base) if game == WYRD_ABACUS else self._sheet_of_skills(entry, base)

    def _sheet_of_skills(self, entry: sheets.Sheet, base: Sheet) -> Sheet:
        """Skills and usual acts are added to the base's, the rest replaces it where given."""
        usual = {act: getattr(entry, act) for act in ("attack", "defend", "initiative") if getattr(entry, act)}
        traits = _traits(entry.traits, "trait") if entry.traits else _of(base, "trait")
        gear = _traits(entry.gear, "gear") if entry.gear else _of(base, "gear")
        return Sheet(
            ratings={**base.ratings, **{name: reckon(level, self.players) for name, level in entry.skills.items()}},
            traits=_apart((*traits, *gear)),
            track=self.track(entry.track) if entry.track is not None else base.track,
            usual={**base.usual, **usual},
        )


def _abacus_sheet(entry: sheets.Sheet, base: Sheet) -> Sheet:
    """Abilities on top of the base's, and a pool wherever there is any; facets replace the base's (WA-03 … WA-05)."""
    given = {name: score for name in ABILITIES if (score := getattr(entry, name)) is not None}
    rows = {row.id: row for row in base.track} | {name: ability_row(name, score) for name, score in given.items()}
    track = tuple(rows[name] for name in ABILITIES if name in rows)
    wyrd = base.ratings.get(WYRD, 0) if entry.wyrd is None else entry.wyrd
    return Sheet(
        ratings={WYRD: wyrd} if track or wyrd else {},
        traits=_facets(entry.facets) if entry.facets is not None else base.traits,
        track=track,
    )


def _facets(entry: sheets.Facets) -> tuple[Trait, ...]:
    """Facets as traits that give a point of their ability back once in a scene (WA-05, U-20)."""
    return _apart(
        Trait(slug(facet), facet, effects=(Effect("limited", skill=ability, uses=1, per="scene"),))
        for ability in ABILITIES
        for facet in getattr(entry, ability)
    )


def _of(sheet: Sheet, source: str) -> tuple[Trait, ...]:
    return tuple(trait for trait in sheet.traits if trait.source == source)


def _traits(entries: Iterable[sheets.Trait], source: str) -> tuple[Trait, ...]:
    return tuple(_trait(entry, source) for entry in entries)


def _trait(entry: sheets.Trait, source: str) -> Trait:
    effects = tuple(_effect(effect, alone=False) for effect in entry.effects)
    if not effects or _says_something(entry):
        effects = (_effect(entry, alone=True), *effects)
    return Trait(
        id=entry.id or slug(entry.name),
        name=entry.name,
        source="gear" if source == "gear" else "trait",
        when=entry.when,
        effects=effects,
        lost=entry.lost,
    )


def _says_something(entry: sheets.Effect) -> bool:
    keys = ("kind", "skill", "value", "use", "instead_of", "uses", "per", "after")
    return any(getattr(entry, key) is not None for key in keys) or bool(entry.text)


def _effect(entry: sheets.Effect, *, alone: bool) -> Effect:
    """An effect; the `when` of one among several stays with it, in its text."""
    text = entry.text
    if entry.when and not alone:
        text = f"{entry.when}: {text}" if text else entry.when
    return Effect(
        kind=entry.kind or _guess(entry),
        skill=entry.skill or "",
        value=2 if entry.value is None else entry.value,
        use=entry.use or "",
        instead_of=entry.instead_of or "",
        uses=entry.uses or 1,
        per=entry.per or "session",
        after=entry.after or "failed",
        text=text,
    )


def _guess(entry: sheets.Effect) -> EffectKind:
    if entry.use or entry.instead_of:
        return "substitute"
    if entry.uses or entry.per:
        return "limited"
    if entry.after:
        return "reroll"
    return "bonus" if entry.skill or entry.value is not None else "special"


def _apart(traits: Iterable[Trait]) -> tuple[Trait, ...]:
    """The traits with ids that are unique on the sheet."""
    taken: dict[str, Trait] = {}
    for trait in traits:
        name = trait.id if trait.id not in taken else fresh_id(trait.id, taken)
        taken[name] = trait if name == trait.id else replace(trait, id=name)
    return tuple(taken.values())


def setting(entry: str | models.Setting | None) -> Setting:
    """A shipped setting by id, a setting of the scenario's own, or the usual skills under no name."""
    if isinstance(entry, str):
        return presets.settings()[entry]
    if entry is None:
        return replace(presets.settings()[presets.DEFAULT_SETTING], name="")
    return Setting(
        name=entry.name,
        skills={group: tuple(skills) for group, skills in entry.skills.items()},
        aliases=entry.aliases,
        physical=tuple(entry.physical),
    )


def characters() -> Mapping[str, sheets.Player]:
    """The shipped characters as entries, by id."""
    if not _CHARACTERS:
        from wyrd_tui.store.scenarios.sheet_models import Player  # brings pydantic along

        for name, table in presets.character_tables().items():
            _CHARACTERS[name] = Player.model_validate(table)
    return _CHARACTERS


_CHARACTERS: dict[str, sheets.Player] = {}
