"""The end of a fight, a scene and an evening: bonuses expire, uses come back (WE-39, WE-70, WE-71, U-13)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Literal

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import (
    Away,
    Event,
    Ordered,
    Recovered,
    Said,
    Spent,
    Staged,
    Traited,
)
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.shared.belongings import traits_of
from wyrd_tui.engine.sheet import with_uses
from wyrd_tui.engine.state import Book, Scene, State
from wyrd_tui.engine.turn_order import Order


def _fight_over(state: State) -> Iterator[Event]:
    if state.order.places or state.order.round or state.scene.fight:
        yield Ordered(Order(), "The fight is over")


def _expire(state: State, when: Literal["scene", "session"]) -> Iterator[Event]:
    """End what lasts until a scene or a session ends, and give back the uses that traits have in each (U-13)."""
    ends = ("use", "scene") if when == "scene" else ("session",)
    for bonus in state.bonuses.values():
        if bonus.ends in ends:
            yield Spent(bonus.id, "scene ends" if when == "scene" else "session ends")
    for actor in state.actors.values():
        for condition in actor.conditions:
            if condition.ends in ends:
                yield Recovered(actor.id, condition.id, f"the {when} ends", game=condition.game)
    for actor in state.actors.values():
        for game, trait in traits_of(actor):
            # A use per session stays used when a scene ends, on the same trait too (C-23).
            fresh = trait
            for number, effect in trait.limits:
                fresh = with_uses(fresh, number, 0) if effect.used and effect.per == when else fresh
            if fresh is not trait:
                yield Traited(actor.id, game, fresh, "freed")


def end_events(state: State, what: str) -> Iterator[Event]:
    """End the fight, the scene or the evening: bonuses expire, and uses come back, also those of who has left."""
    yield from _ends(state, what)
    if state.departed:
        # The same as at the table, with none of what else happens there.
        there = replace(state, actors=state.departed, order=Order(), challenges={}, bonuses={}, rolls=(), open=())
        there = replace(there, book=Book())
        after = reduce(apply, _ends(there, what), there)
        yield from (Away(actor) for who, actor in after.actors.items() if actor != state.departed[who])


def _ends(state: State, what: str) -> Iterator[Event]:
    scene = state.scene
    match what:
        case "fight":
            yield from _fight_over(state)
            for game in games_played(state):
                yield from game.on_end(state, "fight")
            yield Staged(replace(scene, fight=False), state.evening)
        case "scene":
            interlude = is_interlude(state)
            yield from _fight_over(state)
            for game in games_played(state):
                yield from () if interlude and game.pauses else game.on_end(state, "scene")
            yield from _expire(state, "scene")
            if interlude:
                yield Staged(replace(scene, fight=False), state.evening, "ends")
                return
            left = tuple(state.challenges)
            yield Staged(Scene(scene.number + 1, between=True, left=left, evening=state.evening), state.evening, "ends")
        case _:
            yield from _expire(state, "session")
            yield Staged(scene, state.evening + 1, "evening ends")


def scene_runs(state: State) -> bool:
    """Return whether a scene or a fight runs, which ends before another scene begins or the evening ends (WE-71).

    A scene without a name runs once dice fell in it or harm was done; before that it is only prepared.
    """
    scene = state.scene
    played = scene.page or scene.title or state.rolls or state.harms
    return fight_runs(state) or (bool(played) and not scene.between)


def changes_at_end(state: State) -> bool:
    """Return whether the end of a scene would change anything but the scene itself."""
    try:
        return any(not isinstance(event, Staged | Said) for event in end_events(state, "scene"))
    except Refused:
        return True


def fight_runs(state: State) -> bool:
    """Return whether a fight runs."""
    return state.scene.fight or bool(state.order.places)


def is_interlude(state: State) -> bool:
    """Return whether it is between scenes at a table that plays a game whose acts need no scene (WA-42, U-34)."""
    return state.scene.between and any(not game.pauses for game in games_played(state))
