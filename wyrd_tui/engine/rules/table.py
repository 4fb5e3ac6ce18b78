"""The table as a whole: every command there is, what is still open after an act, and one actor's ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.game import Ladder, Pending, Stage
from wyrd_tui.engine.rules.games import GAMES, game_of, own_games, played
from wyrd_tui.engine.rules.shared.abacus import ABACUS_COMMANDS
from wyrd_tui.engine.rules.shared.belongings import BELONGING_COMMANDS
from wyrd_tui.engine.rules.shared.cast import CAST_COMMANDS
from wyrd_tui.engine.rules.shared.conditions import CONDITION_COMMANDS
from wyrd_tui.engine.rules.shared.groups import GROUP_COMMANDS
from wyrd_tui.engine.rules.shared.order import ORDER_COMMANDS
from wyrd_tui.engine.rules.shared.stage import STAGE_COMMANDS
from wyrd_tui.engine.rules.shared.turns import TURN_COMMANDS
from wyrd_tui.engine.state import State

_ALL: tuple[Command, ...] = (
    *(command for game in GAMES.values() for command in game.commands),
    *ORDER_COMMANDS,
    *TURN_COMMANDS,
    *ABACUS_COMMANDS,
    *CAST_COMMANDS,
    *CONDITION_COMMANDS,
    *GROUP_COMMANDS,
    *BELONGING_COMMANDS,
    *STAGE_COMMANDS,
)

BY_ID: Mapping[str, Command] = {command.id: command for command in _ALL}


@cache
def _wanted_first(games: tuple[str, ...]) -> tuple[Command, ...]:
    """The commands of some games and those that all share: first the acts that the footers of these games name.

    An act that several of them name stands where the last one wants it, so that each game's own acts come before.
    """
    rank: dict[str, int] = {}
    for game in games:
        for place, name in enumerate(GAMES[game].footer):
            rank[name] = max(place, rank.get(name, 0))
    found = [command for command in _ALL if not command.game or command.game in games]
    return tuple(sorted(found, key=lambda command: rank.get(command.id, len(_ALL))))


COMMANDS: tuple[Command, ...] = _wanted_first(tuple(GAMES))


def commands_of(state: State) -> tuple[Command, ...]:
    """The commands of the games that a table plays, and those that all games share, the most wanted first."""
    return _wanted_first(tuple(game.id for game in played(state)))


def pending(state: State) -> tuple[Pending, ...]:
    """What the table still asks after the last act, the most urgent first."""
    return tuple(item for game in played(state) for item in game.open_matters(state))


def hints(state: State) -> tuple[str, ...]:
    """What the GM may want to know just now, without being asked for anything."""
    return (*(word for game in played(state) for word in game.hints(state)), *_shared_hints(state))


def _shared_hints(state: State) -> Iterator[str]:
    if state.scene.fight and (side := beaten(state)):
        yield f"{side} no longer {'stands' if side == 'the party' else 'stand'}: `end` ends the fight"
    acts = [page for page in state.book.pages if page.kind == "act"]
    waiting = [page for page in acts if page.id not in state.marks]
    told = any(page.kind == "resolution" and page.id in state.marks for page in state.book.pages)
    if state.scene.between and not (told and not waiting):
        yield f"between scenes: `begin` opens {waiting[0].title if waiting else 'the next'}"
    elif acts and len(waiting) == len(acts):
        yield f"`begin` opens {acts[0].title}"


def beaten(state: State) -> str:
    """The side in the fight of which nobody stands, if there is one (WE-70)."""
    for side in ("foes", "party"):
        actors = [actor for actor in state.actors.values() if actor.side == side]
        if actors and all(actor.out for actor in actors):
            return "the foes" if side == "foes" else "the party"
    return ""


def stage(state: State) -> Stage:
    """What stands over the scene in all games of the table."""
    every = [game.stage(state) for game in played(state)]
    rules = tuple(rule for one in every for rule in one.rules)
    return Stage(rules, max(one.bowl for one in every), tuple(which for one in every for which in one.calm))


def in_force(state: State, page: Page) -> bool:
    """Return whether a stage rule applies just now in a game of the table (WA-52)."""
    return any(game.in_force(state, page) for game in played(state))


def front(state: State) -> str:
    """The lower pane that the table's main game wants in front, where they share a place."""
    return played(state)[0].front


def turns(state: State) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """What everybody in the order may do in a turn, each with why they cannot just now (WE-52, ME-51)."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for actor in (state.actors[place.who] for place in state.order.places if place.who in state.actors):
        found[actor.id] = tuple(
            (action, lost.get(action, ""))
            for game in own_games(state, actor)
            for lost in (game.lost(state, actor),)
            for action in game.actions(state, actor)
        )
    return found


def best_rating(state: State, who: str, challenge: str = "") -> str:
    """The rating to expect from an actor where nothing says otherwise: what a challenge calls for, else the best."""
    actor, rod = state.actors.get(who), state.challenges.get(challenge)
    if actor is None:
        return ""
    game = game_of(state, actor)
    called = game.called_for(rod) if rod is not None else ""
    known = called and called in {choice.value for choice in game.ratings(state, actor)}
    return called if known else game.best_rating(state, who)


def ladder(state: State, who: str, rating: str) -> Ladder:
    """The ladder of the game that an actor plays, with its odds for a rating."""
    actor = state.actors.get(who)
    game = game_of(state, actor) if actor else played(state)[0]
    return game.ladder(state, who, rating)
