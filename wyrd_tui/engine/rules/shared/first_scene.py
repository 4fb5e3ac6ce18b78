"""The scene that a new table begins in."""

from __future__ import annotations

from functools import reduce

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.ground.arrivals import describe_page_arrivals, page_arrival_events
from wyrd_tui.engine.state import Scene, State


def open_first_scene(state: State, page: Page | None) -> State:
    """Open the act that the scenario begins with; where a game has a time between scenes, `B` does (WA-07, WA-42)."""
    if any(game.pauses for game in games_played(state)):
        return replace(state, scene=Scene(page=page.id if page else "", between=True))
    if page is None:
        return state
    state = replace(state, scene=Scene(title=page.title, page=page.id), marks={**state.marks, page.id: "begun"})
    return reduce(apply, page_arrival_events(state, page), state)


def describe_opening(state: State) -> str:
    """Name the scene that a new table begins in, and whom and what it has brought; empty where none has begun."""
    page = next((page for page in state.book.pages if page.id == state.scene.page and not state.scene.between), None)
    if page is None:
        return ""
    actors = {who: actor for who, actor in state.actors.items() if who not in page.brings}
    rods = {which: rod for which, rod in state.challenges.items() if which not in page.challenges}
    brings = describe_page_arrivals(replace(state, actors=actors, challenges=rods), page)
    return " · ".join(filter(None, (f"Begins with {page.title}", brings)))
