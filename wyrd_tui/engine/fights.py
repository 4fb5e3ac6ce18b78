"""The game in which a fight or a scene goes on, at a table of several games."""

from __future__ import annotations

from wyrd_tui.engine.state import State


def has_opponents(state: State) -> bool:
    """Tell whether anybody in the order is no member of the party."""
    people = (state.actors.get(place.who) for place in state.order.places)
    return any(actor is not None and actor.side != "party" for actor in people)


def fight_game(state: State) -> str:
    """Return the game of most opponents of the party who still stand; in a tie, that of most fighters.

    Without an order it is empty.
    """
    fighters = [state.actors[place.who] for place in state.order.places if place.who in state.actors]
    if not fighters:
        return ""
    opponents = [actor for actor in fighters if actor.side != "party"]
    standing = [actor for actor in opponents if not actor.out] or opponents

    def counts(game: str) -> tuple[int, ...]:
        return tuple(sum(game in actor.sheets for actor in group) for group in (standing, fighters))

    return max(state.games, key=counts, default="")


def scene_game(state: State) -> str:
    """Return the game of all challenges with a value that are not over; empty for several or none, and in a fight."""
    if state.order.places:
        return ""
    games = {rod.game for rod in state.challenges.values() if rod.value is not None and not rod.outcome}
    return games.pop() if len(games) == 1 else ""
