"""Words of the Order pane: the kind of order, and an actor's place in the spotlight."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.spans import Span
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.voices import the_game
from wyrd_tui.widgets.tracks import had_spotlight, is_away

STYLES = {
    "none": "",
    "gm": "set by hand",
    "ambush": "ambush",
    "rolled": "rolled",
    "sides": "by sides",
    "elective": "popcorn",
}


def describe_order(state: State) -> str:
    """Name how the order was made and, at a table of several games, by whose numbers; empty without an order."""
    order = state.order
    if not order.places:
        return ""
    return " ".join(filter(None, (STYLES.get(order.style, ""), _game_of_scores(state))))


def games_of_order(state: State) -> Sequence[str]:
    """Return the games whose tracks an order shows: of several the one that most of its fighters play."""
    fighters = [state.actors[place.who] for place in state.order.places if place.who in state.actors]
    if len(state.games) < 2 or not fighters:
        return state.games
    return (max(state.games, key=lambda game: sum(game in actor.sheets for actor in fighters)),)


def _game_of_scores(state: State) -> str:
    """Name the game whose numbers made the order, at a table of several: the one that all with a score play."""
    scored = [state.actors[one.who] for one in state.order.places if one.score is not None and one.who in state.actors]
    if len(state.games) < 2 or not scored:
        return ""
    shared = [game for game in state.games if all(game in actor.sheets for actor in scored)]
    return f"by {the_game(shared[0])}" if len(shared) == 1 else ""


def spotlight_word(actor: Actor, *, between: bool, wide: bool) -> Span:
    """Describe an actor's place in the spotlight."""
    if is_away(actor):
        return "absent", "dim"
    if had_spotlight(actor):
        return "has faced a challenge" if wide else "faced one", "dim"
    return ("" if between else "not yet"), "dim"
