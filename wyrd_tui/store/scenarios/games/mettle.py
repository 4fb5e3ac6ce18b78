"""Mettle in scenarios: the keys of its sheets, their checks, the sheets made of them, and the shipped random tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.letters import quote_text
from wyrd_tui.engine.nouns.mettle import ARMOR, FIXED, FRAME, MOTIVE, STRAINABLE
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.mettle.modifiers import mettle_row
from wyrd_tui.engine.rules.mettle.statuses import load_conditions
from wyrd_tui.engine.sheet import Effect, Row, Sheet, Trait
from wyrd_tui.engine.state import METTLE
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.amounts import compute_amount
from wyrd_tui.store.scenarios.fields import Entry, Few, Name, OneOf, PoolSize, listed, option
from wyrd_tui.store.scenarios.page_models import RandomTable
from wyrd_tui.store.scenarios.prep import Examination, GamePrep, Habit
from wyrd_tui.store.scenarios.story_models import Character, StoryModel
from wyrd_tui.store.scenarios.tracks import Measure

ATTRIBUTES = {label.casefold() for label in (*STRAINABLE.values(), *FIXED)}
"""Keys of a sheet that no background can be called."""

LABELS = {**STRAINABLE, FRAME.casefold(): FRAME, MOTIVE.casefold(): MOTIVE}
"""The attributes that a sheet may give names of its own, by their keys."""


class PoolKeys(Entry):
    """The keys of a sheet of Mettle."""

    focus: PoolSize | None = option("Dice of Focus, the training.")
    nature: PoolSize | None = option("Dice of Nature, the character.")
    poise: PoolSize | None = option("Dice of Poise; also the number that an attack must beat.")
    frame: PoolSize | None = option("Frame: a Load beyond it encumbers, twice as much incapacitates.")
    motive: PoolSize | None = option("Motive; with armor it makes Mettle.")
    armor: PoolSize | None = option("Armor; with motive it makes Mettle.", None, "armor", "armour")
    shield: PoolSize | None = option("Shield; an attack must beat Poise and this.")
    tools: dict[Name, PoolSize] | None = option(
        "Dice of tools, by the attribute or background that they help.", max_length=40
    )
    backgrounds: dict[Name, PoolSize] = listed("Dice of backgrounds, by name.", 40, dict)
    called: dict[Annotated[str, OneOf(lambda: LABELS)], Name] | None = option(
        "Names for attributes on this sheet, a word or two each, such as “Curmudgeon” for nature."
    )
    attack: Name | None = option("The skill or pool it usually attacks with.")
    load: Few | None = option("Load that is carried when play begins, held against Frame.")


def report(check: Examination) -> None:
    """Report backgrounds that are attributes, names for missing attributes, armed neutrals, and tables nobody rolls.

    Warn of an attack with a pool that no sheet has.
    """
    for sheet in check.file.all(PoolKeys):
        for name in sheet.backgrounds:
            if (label := name.casefold()) in ATTRIBUTES:
                fault = f"{quote_text(name)} is not a background. Write it beside them: {label} = 3"
                check.error(fault, sheet, "backgrounds", name)
        if sheet.called is not None and isinstance(sheet, Character) and sheet.like is None:
            for key in sheet.called.keys() - sheet.model_fields_set:
                check.warn(f"this sheet has no {key} that could be called so", sheet, "called", key)
    for member in check.file.all(Character):
        # Groups are foes by default.
        group = getattr(member, "kind", None) == "mook" or getattr(member, "count", None) is not None
        sheets = member.sheets_of(PoolKeys, METTLE, check.main)
        for sheet in sheets:
            check.rating(METTLE, sheet.attack, sheet, "attack")
        if not group and any(sheet.armor or sheet.shield for sheet in sheets):
            check.warn_of_no_side(member)


def known_ratings(check: Examination) -> set[str]:
    """Collect the attributes, the backgrounds of all sheets, and the skills of a setting of the scenario's own."""
    known = {*STRAINABLE.values()}
    for sheet in check.file.all(PoolKeys):
        known |= sheet.backgrounds.keys()
    if check.main == METTLE and not isinstance(check.file.setting, str | None):
        known |= {*check.file.world.ratings, *check.file.world.other_names}
    return known


def make_sheet(entry: PoolKeys, measure: Measure) -> Sheet:
    """Make the sheet: pools, and Mettle wherever there is Motive or Armor (ME-07, ME-34)."""
    written = {label: getattr(entry, label.casefold()) for label in (*FIXED, *STRAINABLE.values())}
    if entry.motive is not None and entry.armor is None:
        written[ARMOR] = 0
    amounts = {**{label: amount for label, amount in written.items() if amount is not None}, **entry.backgrounds}
    numbers = {label: compute_amount(amount, measure.players) for label, amount in amounts.items()}
    track = [mettle_row(numbers.get(MOTIVE, 0), numbers[ARMOR])] if ARMOR in numbers else []
    for name, label in STRAINABLE.items():
        if label in numbers:
            track.append(Row(name, label, max(0, numbers.pop(label)), counts=False))
    called, tools = entry.called or {}, entry.tools or {}
    traits = [
        Trait(slug(label), called[key], effects=(Effect("special", skill=label, text=f"what {label} is called"),))
        for key, label in LABELS.items()
        if key in called
    ]
    for name, dice in tools.items():
        # They are gear that adds dice to what it helps (ME-13).
        effect = Effect("bonus", name, compute_amount(dice, measure.players))
        traits.append(Trait(slug(f"{name} tools"), f"tools for {name}", "gear", effects=(effect,)))
    usual = {"attack": STRAINABLE.get(entry.attack.casefold(), entry.attack)} if entry.attack else {}
    return Sheet(numbers, tuple(traits), tuple(track), usual)


def shipped_pages(file: StoryModel) -> Iterator[tuple[Page, str]]:
    """Give the shipped random tables, unless the scenario has one of the same id (ME-26)."""
    own = {table.own_id for table in file.all(RandomTable)}
    for name, table in presets.shipped("random_tables").items():
        if name not in own:
            yield RandomTable.model_validate(table).page(name), ""


PREP = GamePrep(
    id=METTLE,
    keys=PoolKeys,
    ratings_key="backgrounds",
    habits=(
        Habit("motive", "hp", "Mettle is as much as Motive: motive = 3"),
        Habit("armor", "ac", "armour is a number: armor = 1"),
        Habit("motive", "mettle"),
        Habit("called", "names"),
    ),
    sheet=make_sheet,
    report=report,
    ratings=known_ratings,
    rating=lambda name: STRAINABLE.get(name.casefold(), name),
    conditions=load_conditions,
    pages=shipped_pages,
)
