"""Progress of the story of a table: in a scene, or between two."""

from __future__ import annotations

from wyrd_tui.engine.state import State


def progress_line(state: State) -> str:
    """Write how far the table has come in a line: `scene 3 · engine room · round 2`, or `between scenes`."""
    here = "between scenes" if state.scene.between else f"scene {state.scene.number}"
    words = [here, state.scene.title]
    if state.order.round:
        words.append(f"round {state.order.round}")
    return " · ".join(filter(None, words))
