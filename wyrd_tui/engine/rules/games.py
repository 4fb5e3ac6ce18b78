"""The list of the games, and the games that a table and its actors play.

Another game is another line in this list, with the function that imports it when a table plays it. Nothing copies the
list as it is imported but the models of whole scenarios (`store/scenarios/scenario_models.py`), so a test can put
another game into `GAMES` before the first scenario is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from wyrd_tui.engine.rules.game import Game
from wyrd_tui.engine.rules.house_rules import SHARED_POINTS, HouseRule
from wyrd_tui.engine.rules.registry import GAMES, games_played
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, State


def _wyrd_engine() -> Game:
    from wyrd_tui.engine.rules.wyrd_engine.game import GAME

    return GAME


def _wyrd_abacus() -> Game:
    from wyrd_tui.engine.rules.wyrd_abacus.game import GAME

    return GAME


def _mettle() -> Game:
    from wyrd_tui.engine.rules.mettle.game import GAME

    return GAME


GAMES.register(WYRD_ENGINE, _wyrd_engine)
GAMES.register(WYRD_ABACUS, _wyrd_abacus)
GAMES.register(METTLE, _mettle)


def game_of(state: State, actor: Actor) -> Game:
    """Return the game of the table that an actor plays: the first of which it has a sheet, else the main one."""
    return own_games(state, actor)[0]


def own_games(state: State, actor: Actor) -> Sequence[Game]:
    """Return the games of the table of which an actor has a sheet; the main one where it has none."""
    games = games_played(state)
    return [game for game in games if game.id in actor.sheets] or games[:1]


def own_actions(state: State, actor: Actor, games: Sequence[Game] = ()) -> Mapping[str, str]:
    """Return the actions of an actor's turn in some of their games, or in all (U-34); without any, a turn is one.

    Two games may share an action.
    """
    named = {
        action: hint for game in games or own_games(state, actor) for action, hint in game.actions(state, actor).items()
    }
    return named or {"action": "what a turn is for"}


def house_rules() -> Mapping[str, HouseRule]:
    """Return the house rules of all games by key, then those that all games share."""
    every = (*(point for game in GAMES.values() for point in game.house_rules), *SHARED_POINTS)
    return {point.key: point for point in every}


@cache
def named_difficulties() -> Mapping[str, Mapping[str, int]]:
    """Map the names of difficulties to numbers, for each game that has some; two games may share a name (C-30)."""
    named = {game.id: {choice.label: int(choice.value) for choice in game.value_choices()} for game in GAMES.values()}
    return {game: ladder for game, ladder in named.items() if ladder}


@cache
def challenge_types() -> Mapping[str, str]:
    """Map the types of challenges, such as Threat, to the games that have them."""
    kinds = ((game.id, kind) for game in GAMES.values() for kind in game.kinds.values())
    return {kind.label: game for game, kind in kinds if kind.typed and kind.valued}


__all__ = [
    "GAMES",
    "challenge_types",
    "game_of",
    "games_played",
    "house_rules",
    "named_difficulties",
    "own_actions",
    "own_games",
]
