"""Untouched sheets of each game."""

from __future__ import annotations

from collections.abc import Mapping

from wyrd_tui.engine.nouns.mettle import ARMOR, FRAME, MOTIVE, STRAINABLE
from wyrd_tui.engine.nouns.wyrd_abacus import WYRD
from wyrd_tui.engine.rules.mettle.modifiers import mettle_row
from wyrd_tui.engine.rules.wyrd_abacus.abilities import ability_row
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, Actor
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.scenario import begin_empty


def make_abilities(body: int, mind: int, soul: int, wyrd: int = 0) -> Sheet:
    """Make a sheet with three untouched abilities (WA-03, WA-04)."""
    scores = (("body", body), ("mind", mind), ("soul", soul))
    return Sheet({WYRD: wyrd}, track=tuple(ability_row(name, score) for name, score in scores))


def make_pools(
    pools: Mapping[str, int],
    frame: int = 0,
    motive: int = 0,
    armor: int = 0,
    backgrounds: Mapping[str, int] | None = None,
) -> Sheet:
    """Make a sheet of untouched pools: `focus`, `nature`, `poise`, then what is never strained."""
    rows = tuple(Row(name, label, pools.get(name, 0), counts=False) for name, label in STRAINABLE.items())
    ratings = {FRAME: frame, MOTIVE: motive, ARMOR: armor, **(backgrounds or {})}
    return Sheet(ratings, track=(mettle_row(motive, armor), *rows))


def shipped_players() -> Mapping[str, Actor]:
    """Return the shipped characters, as an empty table offers them."""
    shipped = begin_empty((WYRD_ENGINE,)).book.shipped
    return {name: shipped[name] for name in presets.shipped("characters")}
