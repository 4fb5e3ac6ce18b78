"""The games that can be played, and which of them a table plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wyrd_tui.engine.rules.game import Game
from wyrd_tui.engine.rules.mettle.game import GAME as METTLE_GAME
from wyrd_tui.engine.rules.wyrd_abacus.game import GAME as WYRD_ABACUS_GAME
from wyrd_tui.engine.rules.wyrd_engine.game import GAME as WYRD_ENGINE_GAME
from wyrd_tui.engine.state import Actor, State

GAMES: Mapping[str, Game] = {game.id: game for game in (WYRD_ENGINE_GAME, WYRD_ABACUS_GAME, METTLE_GAME)}


def played(state: State) -> Sequence[Game]:
    """The games of a table, the main one first; the first game there is where a table names none that is known."""
    found = [GAMES[name] for name in state.games if name in GAMES]
    return found or [next(iter(GAMES.values()))]


def game_of(state: State, actor: Actor) -> Game:
    """The game of the table that an actor plays: the first of which it has a sheet, else the main one."""
    return own_games(state, actor)[0]


def own_games(state: State, actor: Actor) -> Sequence[Game]:
    """The games of the table of which an actor has a sheet; the main one where it has none."""
    games = played(state)
    return [game for game in games if game.id in actor.sheets] or games[:1]
