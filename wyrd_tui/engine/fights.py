"""The game in which a fight or a scene goes on, at a table of several games."""

from __future__ import annotations

from wyrd_tui.engine.state import Actor, State


def has_opponents(state: State) -> bool:
    """Tell whether anybody in the order is no member of the party."""
    return any(actor.side != "party" for actor in _fighters(state))


def _fighters(state: State) -> list[Actor]:
    return [state.actors[place.who] for place in state.order.places if place.who in state.actors]


def standing_opponents(state: State) -> list[Actor]:
    """Return the opponents of the party in the order who still stand; all of them where none does."""
    opponents = [actor for actor in _fighters(state) if actor.side != "party"]
    return [actor for actor in opponents if not actor.out] or opponents


def fight_game(state: State) -> str:
    """Return the game of most opponents of the party who still stand; in a tie, that of most fighters.

    Without an order it is empty.
    """
    fighters, standing = _fighters(state), standing_opponents(state)
    if not fighters:
        return ""

    def counts(game: str) -> tuple[int, ...]:
        return tuple(sum(game in actor.sheets for actor in group) for group in (standing, fighters))

    return max(state.games, key=counts, default="")


def scene_game(state: State) -> str:
    """Return the game of all challenges with a value that are not over; empty for several or none, and in a fight."""
    if state.order.places:
        return ""
    games = {rod.game for rod in state.challenges.values() if rod.value is not None and not rod.outcome}
    return games.pop() if len(games) == 1 else ""
