"""The list of the games that a scenario can be for. A game is added here, before the models are imported."""

from __future__ import annotations

from typing import Any

from wyrd_tui.store.scenarios.games import mettle, wyrd_abacus, wyrd_engine
from wyrd_tui.store.scenarios.prep import GamePrep

PREPS: dict[str, GamePrep[Any]] = {prep.id: prep for prep in (wyrd_engine.PREP, wyrd_abacus.PREP, mettle.PREP)}
