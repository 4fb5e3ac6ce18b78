"""Choice of the challenge that the next roll faces, and of the one whose beads the GM moves by hand."""

from __future__ import annotations

from wyrd_tui.engine.rod_order import in_abacus_order, lock_told
from wyrd_tui.engine.rules.game import SceneFrame
from wyrd_tui.engine.state import Challenge, State

NO_FRAME = SceneFrame()


def first_to_face(state: State, frame: SceneFrame = NO_FRAME) -> str:
    """Return the first challenge on the abacus that can be faced, else any that is not over; empty for none.

    Untried challenges come before failed ones, then the scene's own before those of other scenes, then those that
    players know of before hidden ones.
    """
    live = [rod for rod in in_abacus_order(state) if not rod.outcome or rod.id in frame.again]
    own = {rod for page in state.book.pages if page.id == state.scene.page for rod in page.challenges}
    ready = [rod for rod in live if rod.kind != "clock" and rod.id not in frame.barred and not lock_told(state, rod)]
    ready.sort(key=lambda rod: (bool(rod.outcome), rod.id not in own, bool(rod.type) and rod.visibility == "secret"))
    return next((rod.id for rod in (*ready, *live)), "")


def is_kept_for_roll(state: State, faced: str, challenge: str) -> bool:
    """Tell if the cursor of the abacus is on the challenge of the next roll, from which no clock takes it."""
    rod = state.challenges.get(challenge)
    return bool(faced) or (rod is not None and bool(rod.type) and rod.kind != "clock")


def is_clock(state: State, challenge: str) -> bool:
    """Tell if a challenge is a clock that still runs, which the GM moves and not a roll."""
    rod = state.challenges.get(challenge)
    return rod is not None and rod.kind == "clock" and not rod.type and not rod.outcome


def takes_hand(rod: Challenge) -> bool:
    """Tell if `+` moves a challenge once it is made or chosen: any but one that one roll overcomes."""
    return rod.value is None or (not rod.type and rod.needed > 1)
