"""Changes that outlast an act, and what a rest leaves unchanged, told before it."""

from __future__ import annotations

from collections.abc import Iterable

from wyrd_tui.engine.commands import Answers, many_of
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import the_game


def told_from_now_on(state: State, changes: Iterable[Event]) -> str:
    """Tell changes as they hold from an act on; empty for none."""
    return " · ".join(str(describe(change, state)) for change in changes)


def unrested_games(state: State, answers: Answers, game: str) -> str:
    """Name the other games of those who rest in one game; empty where they play no other."""
    resting = [actor for who in many_of(answers, "who") if (actor := state.actors.get(who)) is not None]
    others = [other for other in state.games if other != game and any(other in actor.sheets for actor in resting)]
    return f"nothing comes back in {' or '.join(map(the_game, others))}" if others else ""
