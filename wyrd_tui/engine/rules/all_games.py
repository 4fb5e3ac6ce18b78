"""The table as a whole: the acts of all its games, open matters, hints, the scene's frame and one actor's ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.fights import fight_game, has_opponents, standing_opponents
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import PAGE_KINDS, RULE, Page
from wyrd_tui.engine.rules.game import Game, Ladder, SceneFrame
from wyrd_tui.engine.rules.games import GAMES, game_of, games_played, own_actions, own_games
from wyrd_tui.engine.rules.shared.abacus import abacus_commands
from wyrd_tui.engine.rules.shared.belongings import BELONGING_COMMANDS
from wyrd_tui.engine.rules.shared.cast import CAST_COMMANDS
from wyrd_tui.engine.rules.shared.conditions import CONDITION_COMMANDS
from wyrd_tui.engine.rules.shared.groups import GROUP_COMMANDS
from wyrd_tui.engine.rules.shared.matters import is_rolled, with_matters, with_reveals
from wyrd_tui.engine.rules.shared.matters import pending as pending
from wyrd_tui.engine.rules.shared.order import ORDER_COMMANDS
from wyrd_tui.engine.rules.shared.random_tables import DRAW_ROW
from wyrd_tui.engine.rules.shared.scenes import next_act, scene_commands
from wyrd_tui.engine.rules.shared.turns import TURN_COMMANDS
from wyrd_tui.engine.state import Side, State
from wyrd_tui.engine.words import name_and_verb

FAR = 1000
"""The place of an act that no footer names."""


def _shared(games: Sequence[Game]) -> tuple[Command, ...]:
    """Make the acts that all games share; those of challenges and scenes ask what these games ask."""
    return (
        DRAW_ROW,
        *ORDER_COMMANDS,
        *TURN_COMMANDS,
        *abacus_commands(games),
        *CAST_COMMANDS,
        *CONDITION_COMMANDS,
        *GROUP_COMMANDS,
        *BELONGING_COMMANDS,
        *scene_commands(games),
    )


@cache
def _of_games(games: tuple[str, ...], registered: tuple[str, ...]) -> tuple[Command, ...]:
    """Return the acts of these games, ordered by their footers; an act in several footers takes its latest place.

    So each game's own acts come before. The acts that no footer names follow.
    """
    rank: dict[str, int] = {}
    for game in games:
        for place, name in enumerate(GAMES[game].footer):
            rank[name] = max(place, rank.get(name, 0))
    # Games keep the order of the list, whichever a table names first.
    listed = [GAMES[name] for name in registered if name in games]
    own = [command for game in listed for command in game.commands]
    found = sorted((*own, *_shared(listed)), key=lambda command: rank.get(command.id, FAR))
    return tuple(
        replace(
            command,
            run=with_matters(command.run),
            beside_previews=with_reveals(command.beside_previews) if is_rolled(command) else command.beside_previews,
        )
        for command in found
    )


def all_commands() -> tuple[Command, ...]:
    """Return the acts of all games, the most wanted first."""
    return _of_games(tuple(GAMES), tuple(GAMES))


def command_of(name: str) -> Command | None:
    """Return the act of that id, whichever game it belongs to; None where there is none."""
    return next((command for command in all_commands() if command.id == name), None)


def commands_of(state: State) -> tuple[Command, ...]:
    """Return the acts of the games that a table plays, and those that all share, the most wanted first."""
    return _of_games(tuple(game.id for game in games_played(state)), tuple(GAMES))


def hints(state: State) -> tuple[str, ...]:
    """Return sentences that the GM may want to read just now, and that ask nothing."""
    own = (word for game in games_played(state) for word in (*game.hints(state), *game.asides(state)))
    return (*reminders(state), *own, *_shared_hints(state))


def asides_of_others(state: State, game: str) -> frozenset[str]:
    """Return those hints of other games that say nothing while the keys play a game."""
    return frozenset(word for other in games_played(state) if other.id != game for word in other.asides(state))


def reminders(state: State) -> tuple[str, ...]:
    """Return the hints told after each act while true: a decided fight with an order, each game’s own (WE-70)."""
    side = beaten_side(state) if state.scene.fight and state.order.places else None
    own = filter(None, (game.reminder(state) for game in games_played(state)))
    return (*((f"{_BEATEN[side]}: `end` the fight",) if side else ()), *own)


def _shared_hints(state: State) -> Iterator[str]:
    acts = [page for page in state.book.pages if page.kind == "act"]
    waiting = [page for page in acts if page.id not in state.marks]
    ready = next_act(state)
    told = any(page.kind == "resolution" and page.id in state.marks for page in state.book.pages)
    if state.scene.between and not (told and not waiting):
        opens = f"`begin` opens {ready.title if ready else 'the next' if acts else 'one'}"
        yield f"between scenes: {opens if waiting or not acts else 'all prepared scenes have begun'}"
    elif ready and (len(waiting) == len(acts) or not (state.scene.page or state.scene.title)):
        yield f"`begin` opens {ready.title}"


_BEATEN: Mapping[Side, str] = {"foes": "all foes are out", "party": "the whole party is out"}


def beaten_side(state: State) -> Side | None:
    """Return the side of a fight of which nobody stands; None where both still do (WE-70).

    Where no foe is there, neutral actors in the order are the foes.
    """
    ordered = {place.who for place in state.order.places}
    for side in _BEATEN:
        actors = [actor for actor in state.actors.values() if actor.side == side]
        if side == "foes" and not actors:
            actors = [actor for actor in state.actors.values() if actor.side == "others" and actor.id in ordered]
        if actors and all(actor.out for actor in actors):
            return side
    return None


def scene_frame(state: State) -> SceneFrame:
    """Return what stands over the scene in all games of the table."""
    every = [game.scene_frame(state) for game in games_played(state)]
    rules = tuple(rule for one in every for rule in one.rules)
    calm = tuple(which for one in every for which in one.calm)
    again = tuple(which for one in every for which in one.again)
    barred = tuple(which for one in every for which in one.barred)
    return SceneFrame(rules, max(one.pool for one in every), calm, again, barred)


def in_force(state: State, page: Page) -> bool:
    """Return whether a stage rule applies just now in a game of the table (WA-52)."""
    return any(game.in_force(state, page) for game in games_played(state))


def page_act(state: State, page: Page) -> str:
    """Return the act for a page of the book: that of its kind, or of a game for its stage rules; empty for none."""
    if page.kind == RULE:
        return next((game.rule_act for game in games_played(state) if game.rule_act), "")
    return PAGE_KINDS[page.kind].command


def rule_words(state: State, page: Page) -> list[str]:
    """Put each part of a stage rule into a sentence; none on any other page."""
    return [sentence for game in games_played(state) for sentence in game.rule_words(state, page)]


def front_pane(state: State) -> str:
    """Return the lower pane that the table's main game wants in front, where two share a place."""
    return games_played(state)[0].front_pane


def order_game(state: State, who: str) -> str:
    """Return the game in which a turn of an actor begins; empty for any.

    It is a game that the actor and all opponents play. Of several, and where there is none, the game whose dice made
    the order comes first, else that of most opponents.
    """
    rolled = state.order.round and state.order.style == "rolled"
    usual = fight_game(state) if has_opponents(state) else ""
    game = next((game.id for game in games_played(state) if game.order_act and rolled), usual)
    actor, foes = state.actors.get(who), standing_opponents(state)
    own = [one.id for one in own_games(state, actor)] if actor is not None and actor.side == "party" else []
    shared = [one for one in own if foes and all(one in foe.sheets for foe in foes)]
    return game if not shared or game in shared else shared[0]


def turns(state: State) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Return the actions of each actor in the order, each with the reason why it is lost just now (WE-52, ME-51)."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for actor in (state.actors[place.who] for place in state.order.places if place.who in state.actors):
        lost = dict(pair for game in own_games(state, actor) for pair in game.lost_actions(state, actor).items())
        found[actor.id] = tuple((action, lost.get(action, "")) for action in own_actions(state, actor))
    return found


def best_rating(state: State, who: str, challenge: str = "") -> str:
    """Return the rating to expect from an actor: the one that a challenge calls for, else the best."""
    actor, rod = state.actors.get(who), state.challenges.get(challenge)
    if actor is None:
        return ""
    game = game_of(state, actor)
    called = game.rating_called_for(rod) if rod is not None else ""
    known = called and called in {choice.value for choice in game.ratings(state, actor)}
    return called if known else game.best_rating(state, who, challenge)


def why_no_odds(state: State, who: str) -> str:
    """Return the reason why an actor has no ladder: the numbers that are not on the sheet."""
    actor = state.actors.get(who)
    return f"{name_and_verb(state, who, 'has')} no {game_of(state, actor).unrated}." if actor is not None else ""


def chances(state: State, who: str) -> Sequence[Choice]:
    """Return the targets on other sides with an actor’s exact chance to hit each; none for one who is out.

    A neutral actor is a target in the order alone, as where an attack suggests one (WE-53).
    """
    actor = state.actors.get(who)
    if actor is None or actor.out:
        return ()
    fighting = {place.who for place in state.order.places}
    others = {
        one.id
        for one in state.actors.values()
        if not one.out and (one.id in fighting if one.side == "others" else one.side != actor.side)
    }
    return [row for row in game_of(state, actor).aims(state, who, others) if row.then]


def ladder(state: State, who: str, rating: str, followed: int | None = None) -> Ladder:
    """Return the ladder of the game that an actor plays, with the odds of a rating.

    Args:
        state: The table.
        who: The actor; empty for nobody.
        rating: The rating; empty for none.
        followed: The value of the challenge that the ladder follows, for which it may have a rung more.
    """
    actor = state.actors.get(who)
    game = game_of(state, actor) if actor else games_played(state)[0]
    return game.ladder(state, who, rating, followed)
