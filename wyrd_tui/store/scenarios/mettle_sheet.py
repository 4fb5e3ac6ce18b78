"""A sheet of Mettle out of what an entry says, on top of whom it is like."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wyrd_tui.engine.rules.mettle.numbers import (
    ARMOR,
    FIXED,
    FRAME,
    LOAD,
    METTLE_ROW,
    MOTIVE,
    STRAINABLE,
    mettle_row,
    sheet_of,
)
from wyrd_tui.engine.rules.mettle.statuses import burden, by_load, is_by_load
from wyrd_tui.engine.sheet import Effect, Row, Sheet, Trait
from wyrd_tui.engine.state import METTLE, Actor, slug
from wyrd_tui.store.scenarios.amounts import reckon

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios import sheet_models as sheets


def sheet(entry: sheets.Sheet, base: Sheet, players: int) -> Sheet:
    """Pools on top of the base's, Mettle wherever there is Motive or Armor; names replace the base's (ME-07, ME-34)."""
    pools = {name: reckon(pool, players) for name in STRAINABLE if (pool := getattr(entry, name)) is not None}
    given = {
        label: reckon(value, players) for label in FIXED if (value := getattr(entry, label.casefold())) is not None
    }
    learnt = {name: reckon(dice, players) for name, dice in entry.backgrounds.items()}
    ratings = {**base.ratings, **given, **learnt}
    if MOTIVE in ratings:
        ratings.setdefault(ARMOR, 0)
    rows = {row.id: row for row in base.track}
    rows |= {name: Row(name, STRAINABLE[name], max(0, pool), counts=False) for name, pool in pools.items()}
    if MOTIVE in ratings or ARMOR in ratings:
        rows[METTLE_ROW] = mettle_row(ratings.get(MOTIVE, 0), ratings.get(ARMOR, 0))
    first = [label for label in FIXED if label in ratings]
    return Sheet(
        ratings={name: ratings[name] for name in dict.fromkeys((*first, *ratings))},
        traits=_called(entry.called) if entry.called is not None else base.traits,
        track=tuple(rows[name] for name in (METTLE_ROW, *STRAINABLE) if name in rows),
    )


def _called(entry: sheets.Called) -> tuple[Trait, ...]:
    """What attributes are called, as traits that do nothing but name the attribute that they are."""
    labels = {**STRAINABLE, FRAME.casefold(): FRAME, MOTIVE.casefold(): MOTIVE}
    return tuple(
        Trait(slug(label), name, effects=(Effect("special", skill=label, text=f"what {label} is called"),))
        for key, label in labels.items()
        if (name := getattr(entry, key))
    )


def burdened(actor: Actor) -> Actor:
    """The actor with what its Load does to it (ME-45)."""
    if METTLE not in actor.sheets:
        return actor
    ratings = sheet_of(actor).ratings
    weight = burden(ratings[FRAME], ratings[LOAD]) if FRAME in ratings and LOAD in ratings else ""
    old = [one for one in actor.conditions if not is_by_load(one)]
    new = [by_load(weight)] if weight else []
    return replace(actor, conditions=(*old, *new))
