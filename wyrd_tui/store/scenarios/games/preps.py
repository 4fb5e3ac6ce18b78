"""The list of the games' parts in making a table of a scenario."""

from __future__ import annotations

from typing import Any

from wyrd_tui.store.scenarios.games.mettle import prep as mettle
from wyrd_tui.store.scenarios.games.wyrd_abacus import prep as wyrd_abacus
from wyrd_tui.store.scenarios.games.wyrd_engine import prep as wyrd_engine
from wyrd_tui.store.scenarios.prep import GamePrep

PREPS: dict[str, GamePrep[Any]] = {prep.id: prep for prep in (wyrd_engine.PREP, wyrd_abacus.PREP, mettle.PREP)}
