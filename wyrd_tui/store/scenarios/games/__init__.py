"""The list of the games that a scenario can be for. A game is added here, before the models are imported."""

from __future__ import annotations

from wyrd_tui.store.scenarios.games.mettle import keys as mettle
from wyrd_tui.store.scenarios.games.wyrd_abacus import keys as wyrd_abacus
from wyrd_tui.store.scenarios.games.wyrd_engine import keys as wyrd_engine
from wyrd_tui.store.scenarios.keys import GameKeys

KEYS: dict[str, GameKeys] = {game.id: game for game in (wyrd_engine.KEYS, wyrd_abacus.KEYS, mettle.KEYS)}


def game_of_type(name: str) -> str:
    """Find the game whose challenges have a type of that name; empty for no type."""
    return next((game.id for game in KEYS.values() if name in game.types), "")
