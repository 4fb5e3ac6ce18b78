"""The choice of a game for an act whose actor has sheets of several (U-34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from wyrd_tui.engine.blank import never
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, text_of
from wyrd_tui.engine.rules.doubts import sure_asks
from wyrd_tui.engine.rules.game import Game
from wyrd_tui.engine.rules.games import games_played, own_games
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.voices import game_name

USUAL_GAME = "usual"


def resolve_game(state: State, actor: Actor, answers: Answers, fits: Callable[[Game], bool]) -> Game:
    """Return the game that was named or chosen, else the first of the actor's that fits, else the first."""
    own = own_games(state, actor)
    named = [game for game in own if game.id == text_of(answers, "game")]
    return next(iter([*named, *(game for game in own if fits(game)), *own]))


def possible_games(state: State, answers: Answers) -> Sequence[Game]:
    """Return the games that the answers leave open: the one named, else all of the actor's; none without an actor."""
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return []
    own = own_games(state, actor)
    return [game for game in own if game.id == text_of(answers, "game")] or own


def _several(state: State, answers: Answers) -> bool:
    actor = state.actors.get(text_of(answers, "who"))
    return actor is not None and len(own_games(state, actor)) > 1


def _games(state: State, answers: Answers) -> Sequence[Choice]:
    own = own_games(state, state.actors[text_of(answers, "who")])
    return [
        *(Choice(game.id, game_name(game.id)) for game in own),
        Choice(USUAL_GAME, "as usual", "the first game that fits"),
    ]


GAME_ASK = Ask("game", "Game", "one", _games, lambda s, a: USUAL_GAME, focus="game", when=_several, quiet=True)
"""The question for the game, where an actor plays several; a screen answers with the one that its keys play."""


def known_ratings(state: State, answers: Answers) -> Sequence[str]:
    """Return the names of all ratings that a sheet or a list has in the games that the answers leave open."""
    return ratings_in(state, possible_games(state, answers) or games_played(state))


def ratings_in(state: State, games: Iterable[Game]) -> Sequence[str]:
    """Return the names of all ratings that a sheet or a list has in some games."""
    people = state.actors.values()
    named = (choice.value for game in games for actor in people for choice in game.ratings(state, actor))
    return tuple(dict.fromkeys((*named, *state.setting.other_names)))


def sure_rating(
    amends: str = "skill", name: str = "sure", *, besides: str = "", new: Callable[[State, Answers], bool] = never
) -> Ask:
    """Question whether a rating is meant as it is written, where no sheet and no list of the game has it.

    Args:
        amends: The question for the rating.
        name: Key of the answer.
        besides: The answer to the question for the rating that names none.
        new: Whether a name of no list may stand.
    """
    return sure_asks(amends, lambda s, a: (*known_ratings(s, a), *filter(None, (besides,))), name, new=new)
