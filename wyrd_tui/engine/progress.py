"""How far the story of a table has come: in a scene, or between two."""

from __future__ import annotations

from wyrd_tui.engine.state import State


def is_between_scenes(state: State) -> bool:
    """Tell whether a scene has ended and nothing of the next has happened, in every game."""
    scene = state.scene
    begun = scene.title or scene.page or scene.fight or state.order.places or state.rolls
    return scene.between or (scene.number > 1 and not begun)


def progress_line(state: State) -> str:
    """Write how far the table has come in a line: `scene 3 · engine room · round 2`, or `between scenes`."""
    here = "between scenes" if is_between_scenes(state) else f"scene {state.scene.number}"
    words = [here, state.scene.title]
    if state.order.round:
        words.append(f"round {state.order.round}")
    return " · ".join(filter(None, words))
