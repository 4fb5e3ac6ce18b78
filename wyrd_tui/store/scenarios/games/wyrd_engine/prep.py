"""Sheets of the Wyrd Engine made from a scenario, and advice on new characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wyrd_tui.engine.sheet import Effect, EffectKind, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ENGINE, slug
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.amounts import compute_amount
from wyrd_tui.store.scenarios.check import Ratings
from wyrd_tui.store.scenarios.games.wyrd_engine.keys import SkillKeys
from wyrd_tui.store.scenarios.measure import Measure
from wyrd_tui.store.scenarios.prep import GamePrep
from wyrd_tui.store.scenarios.sheet_models import EffectEntry, TraitEntry

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios.check import Examination

NEW_CHARACTER = (3, 2, 2, 1, 1, 1)
"""The levels of a new character's skills, the highest first (WE-82)."""
_UNKNOWN = "no skill list and no sheet has"
_USUAL = ("attack", "defend", "initiative")


# -------------------------------------------------------------- checks


def report(check: Examination) -> None:
    """Warn of skills that nobody has, and of a party that breaks the rules of creation (WE-16, WE-82, WE-84)."""
    skills = Ratings(check, known_ratings(check), _UNKNOWN)
    for sheet in check.sheets(SkillKeys):
        for key in _USUAL:
            skills.look(getattr(sheet, key), sheet, key)
        for trait in (*sheet.traits, *sheet.gear):
            for effect in (trait, *trait.effects):
                for key in ("skill", "use", "instead_of"):
                    skills.look(getattr(effect, key), effect, key)
    for member in check.file.party if check.main == WYRD_ENGINE else ():
        own = isinstance(member, SkillKeys) and member.model_fields_set & {"skills", "traits", "gear"}
        if isinstance(member, SkillKeys) and not member.like and (own or not member.sheets):
            _creation(check, member)


def _creation(check: Examination, sheet: SkillKeys) -> None:
    def warn(rule: str, key: str) -> None:
        keys = (key,) if key in sheet.model_fields_set else ()
        check.warn(f"a new character {rule}", sheet, *keys)

    levels = (level for level in sheet.skills.values() if isinstance(level, int) and level)
    if tuple(sorted(levels, reverse=True)) != NEW_CHARACTER:
        warn("has one Expert, two Skilled and three Novice skills (WE-82)", "skills")
    for key, wanted, rule in (("traits", "three traits", "WE-16"), ("gear", "three pieces of gear", "WE-84")):
        count = len(getattr(sheet, key))
        if count != 3:
            warn(f"has {wanted}, this one {count or 'none'} ({rule})", key)


def known_ratings(check: Examination) -> set[str]:
    """Collect the skills of the setting, of all sheets, and of the shipped characters that the scenario uses."""
    known: set[str] = set(check.setting_skills())
    characters = presets.shipped_character_tables()
    for sheet in check.sheets(SkillKeys):
        known |= sheet.skills.keys()
    for member in check.characters:
        known |= characters.get(member.like or "", {}).get("skills", {}).keys()
    return known


# -------------------------------------------------------------- the sheet


def complete_sheet(entry: SkillKeys, base: Sheet | None, measure: Measure) -> Sheet:
    """Add skills and usual acts to those of the base; traits, gear and track replace the base's where given.

    A whole character without a track has the one that the rules of the table name (WE-85).
    """
    old = base or Sheet(track=measure.default)
    traits = _traits(entry.traits, "trait") if entry.traits else _of(old, "trait")
    gear = _traits(entry.gear, "gear") if entry.gear else _of(old, "gear")
    return Sheet(
        ratings={
            **old.ratings,
            **{name: compute_amount(level, measure.players) for name, level in entry.skills.items()},
        },
        traits=presets.with_unique_ids((*traits, *gear)),
        track=measure.track(entry.track) if entry.track is not None else old.track,
        usual={**old.usual, **{act: skill for act in _USUAL if (skill := getattr(entry, act))}},
    )


def _of(sheet: Sheet, source: str) -> Iterator[Trait]:
    return (trait for trait in sheet.traits if trait.source == source)


def _traits(entries: Iterable[TraitEntry], source: str) -> Iterator[Trait]:
    return (_trait(entry, source) for entry in entries)


def _trait(entry: TraitEntry, source: str) -> Trait:
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


def _says_something(entry: EffectEntry) -> bool:
    keys = ("kind", "skill", "value", "use", "instead_of", "uses", "per", "after")
    return any(getattr(entry, key) is not None for key in keys) or bool(entry.text)


def _effect(entry: EffectEntry, *, alone: bool) -> Effect:
    """Make an effect; the `when` of one among several stays with it, in its text."""
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


def _guess(entry: EffectEntry) -> EffectKind:
    """Tell the kind of an effect from the keys that it has."""
    if entry.use or entry.instead_of:
        return "substitute"
    if entry.uses or entry.per:
        return "limited"
    if entry.after:
        return "reroll"
    return "bonus" if entry.skill or entry.value is not None else "special"


PREP = GamePrep(
    id=WYRD_ENGINE,
    sheet=complete_sheet,
    report=report,
    ratings=known_ratings,
    unknown=_UNKNOWN,
)
