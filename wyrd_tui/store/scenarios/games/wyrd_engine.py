"""The Wyrd Engine in scenarios: the keys of its sheets, advice on new characters, and the sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.letters import clean, quote_text
from wyrd_tui.engine.nouns.wyrd_engine import EVERYTHING
from wyrd_tui.engine.rules.ground.tracks import USUAL_TRACK
from wyrd_tui.engine.rules.wyrd_engine.effect_words import read_effects, split_published
from wyrd_tui.engine.rules.wyrd_engine.questions import ACT_SKILLS
from wyrd_tui.engine.sheet import Effect, EffectKind, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ENGINE, RuleValue
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.amounts import compute_amount
from wyrd_tui.store.scenarios.fields import Entry, Id, Level, Name, OneLine, completed, listed, option
from wyrd_tui.store.scenarios.prep import Examination, GamePrep, Habit
from wyrd_tui.store.scenarios.story_models import Character, ancestry
from wyrd_tui.store.scenarios.tracks import Measure, Track, with_unique_ids

MOST_SKILLS = 100
MOST_TRAITS = 40
LONGEST_SHORTHAND = 500
NEW_CHARACTER = (3, 2, 2, 1, 1, 1)
"""The levels of a new character's skills, the highest first (WE-82)."""
_NEW = "a new character of the Wyrd Engine"
_USUAL = {"attack": "an attack", "defend": "a defence", "initiative": "initiative"}
"""The keys of the usual skills, with the rolls that they are for."""
_KINDS: Mapping[str, EffectKind] = {
    **dict.fromkeys(("use", "instead_of"), "substitute"),
    "after": "reroll",
    **dict.fromkeys(("uses", "per"), "limited"),
    **dict.fromkeys(("skill", "value"), "bonus"),
}
"""The kind of an effect that has a key, where it names none; the first goes first."""

Skills = Annotated[
    dict[Name, Level],
    Field(max_length=MOST_SKILLS),
    BeforeValidator(
        lambda value: {EVERYTHING: value} if type(value) is int else value,
        json_schema_input_type=dict[str, int | str] | int,
    ),
]


def expand_trait(text: str) -> dict[str, Any]:
    """Turn `Name`, `Name: effect; effect`, or the id of a shipped trait or piece of gear, into a table.

    Raises:
        ValueError: If the text is too long for the short form.
    """
    text = _clean(text)
    text = next((texts[text] for texts in presets.shipped("belongings").values() if text in texts), text)
    name, _, rest = split_published(text) or text.partition(": ")
    effects = [each for part in rest.split(";") if part.strip() for each in read_effects(part.strip())]
    one = effects[0] if len(effects) == 1 else {"effects": effects} if effects else {}
    return {"name": name, **one}


def split_effects(value: object) -> object:
    """Turn words in a list into the tables of the effects that they stand for; leave any other entry as it is.

    Raises:
        ValueError: If a text is too long for the short form.
    """
    if not isinstance(value, list):
        return value
    return [effect for one in value for effect in (read_effects(_clean(one)) if isinstance(one, str) else [one])]


def _clean(text: str) -> str:
    if len(text) > LONGEST_SHORTHAND:
        raise ValueError("is too long for the short form; write a table")
    return clean(text, most=LONGEST_SHORTHAND)


class EffectEntry(Entry):
    """One effect of a trait."""

    kind: EffectKind | None = option("Its kind; guessed from the other keys where it is missing.")
    skill: Name = option("The skill that a bonus, permission or reroll goes with.", "")
    value: int = option("Size of a bonus.", 2, ge=-20, le=20)
    use: Name = option("For a substitute: the skill that is rolled.", "")
    instead_of: Name = option("For a substitute: the skill that it stands in for.", "")
    uses: int = option("Number of uses, of an effect of any kind.", 1, ge=1, le=20)
    per: Literal["scene", "session"] = option("End of what brings the uses back.", "session")
    after: Literal["failed", "any"] = option("For a reroll: the rolls that may be thrown again.", "failed")
    when: OneLine = option("The situation in which it applies, shown wherever it is offered.", "")
    text: OneLine = option("The effect in words.", "", "text", "effect")


class TraitEntry(EffectEntry):
    """A trait of a character, or a piece of gear, with one effect written into it or several in a list."""

    short_form = expand_trait

    name: Name = Field(description="Name on the card.")
    id: Id | None = option("Unique on its sheet; made from the name where it is missing.")
    effects: Annotated[
        list[EffectEntry], BeforeValidator(split_effects, json_schema_input_type=list[str | EffectEntry])
    ] = listed("Its effects, where it has several.", 6)
    lost: bool = option("Gear that is not at hand when play begins.", False)


class SkillKeys(Entry):
    """The keys of a sheet of the Wyrd Engine."""

    skills: Skills = Field(default_factory=dict, description="Levels by name; a single number stands for all skills.")
    traits: list[TraitEntry] = listed("Traits, as tables or in short form.", MOST_TRAITS)
    gear: list[TraitEntry] = listed("Notable items, written as traits are.", MOST_TRAITS)
    track: Track | None = option('Damage track: "we", [4, 3, 2, 1], rows, or a mix; [] for no boxes.')
    attack: Name | None = option("The skill or pool it usually attacks with.")
    defend: Name | None = option("The skill it usually defends with.")
    initiative: Name | None = option("The skill it rolls for initiative.")


def report(check: Examination) -> None:
    """Warn of skills that nobody has, and of a party that breaks the rules of creation (WE-16, WE-82, WE-84)."""
    for sheet in check.file.all(SkillKeys):
        unsaid = all(getattr(sheet, key, "") is None for key in ("kind", "count", "like"))
        if unsaid and len(sheet.skills) == 1 and EVERYTHING not in sheet.skills:
            name = getattr(sheet, "name", "")
            alone = f"{quote_text(name)} has one skill alone" if name else "one skill alone"
            kinds = 'kind = "mook" rolls it for everything, kind = "persona" rolls all others at 0'
            check.warn(f"{alone}: {kinds}", sheet, "skills")
    for member in check.file.all(Character):
        for sheet in member.sheets_of(SkillKeys, WYRD_ENGINE, check.main):
            for key in _USUAL:
                check.rating(WYRD_ENGINE, getattr(sheet, key), sheet, key)
        _fighting(check, member)
    for effect in check.file.all(EffectEntry):
        for key in ("skill", "use", "instead_of"):
            check.rating(WYRD_ENGINE, getattr(effect, key), effect, key)
    for sheet in check.newcomers(SkillKeys, WYRD_ENGINE):
        levels = (level for level in sheet.skills.values() if isinstance(level, int) and level)
        if tuple(sorted(levels, reverse=True)) != NEW_CHARACTER:
            check.warn(f"{_NEW} has one Expert (3), two Skilled (2) and three Novice skills (1)", sheet, "skills")
        for key, wanted in (("traits", "three traits"), ("gear", "three pieces of gear")):
            if (count := len(getattr(sheet, key))) != 3:
                who = getattr(sheet, "name", None) or "this sheet"
                check.warn(f"{_NEW} has {wanted}; {who} has {count or 'none'}", sheet, key)


def _fighting(check: Examination, member: Character) -> None:
    """Warn of a usual skill that a character has not got (WE-09), and of a fighter whose side nobody names (WE-87)."""
    ancestors = ancestry(member, check.people, check.shipped)
    kinds = (
        getattr(one, "kind", None) or ("mook" if getattr(one, "count", None) is not None else "") for one in ancestors
    )
    sheet = completed([sheet for one in ancestors for sheet in one.sheets_of(SkillKeys, WYRD_ENGINE, check.main)])
    if sheet is None or EVERYTHING in sheet.skills or next(filter(None, kinds), "") == "mook":
        return
    world = check.file.world
    same = {name.casefold(): known.casefold() for name, known in world.aliases.items()}
    uses = (effect.use for trait in (*sheet.traits, *sheet.gear) for effect in (trait, *trait.effects))
    own = {same.get(name.casefold(), name.casefold()) for name in (*sheet.skills, *uses)}
    for written in member.sheets_of(SkillKeys, WYRD_ENGINE, check.main):
        for key, act in _USUAL.items():
            name = getattr(written, key) or ""
            # One that no sheet has is told already.
            if name.casefold() in check.ratings[WYRD_ENGINE] and same.get(name.casefold(), name.casefold()) not in own:
                lacks = f"{quote_text(member.name or member.own_id)} has no {quote_text(name)} and rolls 0 for {act}"
                check.warn(f'{lacks}; write a level, such as skills = {{ "{name}" = 2 }}', written, key)
    fighting = {same.get(name.casefold(), name.casefold()) for name in world.fighting or ACT_SKILLS["attack"]}
    if sheet.attack or not own.isdisjoint(fighting):
        check.warn_of_no_side(member)


def known_ratings(check: Examination) -> set[str]:
    """Collect the skills of the setting, of all sheets, and of the shipped characters that the scenario uses."""
    known: set[str] = {*check.file.world.ratings, *check.file.world.other_names}
    for sheet in check.file.all(SkillKeys):
        known |= sheet.skills.keys()
    for member in check.file.all(Character):
        if shipped := check.shipped.get(member.like or ""):
            known = known.union(*(one.skills for one in shipped.sheets_of(SkillKeys, WYRD_ENGINE, "")))
    return known


def make_sheet(entry: SkillKeys, measure: Measure) -> Sheet:
    """Make the sheet; a whole character without a track has the one that the rules of the table name (WE-85)."""
    gear = (_trait(one, "gear") for one in entry.gear)
    return Sheet(
        ratings={name: compute_amount(level, measure.players) for name, level in entry.skills.items()},
        traits=with_unique_ids((*(_trait(one, "trait") for one in entry.traits), *gear)),
        track=measure.default if entry.track is None else measure.track(entry.track),
        usual={act: skill for act in _USUAL if (skill := getattr(entry, act))},
    )


def shipped_belongings() -> tuple[Trait, ...]:
    """Make the shipped traits and gear, which a GM can give to a character at the table (WE-26, WE-80)."""
    lists = presets.shipped("belongings")
    sources: tuple[Literal["trait", "gear"], ...] = ("trait", "gear")
    return tuple(_trait(TraitEntry.model_validate(text), kind) for kind in sources for text in lists[kind].values())


def _trait(entry: TraitEntry, source: Literal["trait", "gear"]) -> Trait:
    effects = [made for effect in entry.effects for made in _effects(effect, effect.when)]
    if not effects or entry.text or entry.model_fields_set & {"kind", *_KINDS}:
        effects = [*_effects(entry), *effects]
    return entry.make(Trait, id=entry.own_id, source=source, effects=tuple(effects))


def _effects(entry: EffectEntry, when: str = "") -> list[Effect]:
    """Make an effect, and behind one of another kind the limit of its uses (WE-19).

    The `when` of one among several stays with it, in its text.
    """
    text = ": ".join(filter(None, (when, entry.text)))
    guessed = next((kind for key, kind in _KINDS.items() if key in entry.model_fields_set), "special")
    effect = entry.make(Effect, kind=entry.kind or guessed, text=text)
    if effect.kind == "limited" or not entry.model_fields_set & {"uses", "per"}:
        return [effect]
    limit = Effect("limited", uses=entry.uses, per=entry.per)
    unlimited = Effect(effect.kind)
    return [replace(effect, uses=unlimited.uses, per=unlimited.per), limit]


def default_track(rules: Mapping[str, RuleValue]) -> str:
    """Return the track of characters whose sheet names none (WE-85); empty where damage is not played (WE-96)."""
    return "" if rules.get("damage") == "none" else str(rules.get("track", USUAL_TRACK))


PREP = GamePrep(
    id=WYRD_ENGINE,
    keys=SkillKeys,
    ratings_key="skills",
    sheet=make_sheet,
    report=report,
    ratings=known_ratings,
    belongings=shipped_belongings,
    default_track=default_track,
    habits=(
        Habit("defend", "hp", "damage goes to a track: track = [4, 3, 2, 1]"),
        Habit("defend", "ac", 'a skill defends: skills = { Athletics = 2 } and defend = "Athletics"'),
    ),
    rolls_as_one=lambda sheet: EVERYTHING in sheet.ratings,
)
