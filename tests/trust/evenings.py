"""Random evenings: the GM, the disk and other programs do anything in any order.

`python -m tests.trust evenings --times 1 --seed SEED` plays one again and tells the move that went wrong.
"""

from __future__ import annotations

import random
from functools import cache

from tests.trust.evening import Plan, an_evening
from tests.trust.runner import Harness, Result, seeds
from tests.trust.story import must, opened, scene
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.folders import shipped_scenarios
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario

MOVES = {
    "play": 34,
    "note": 6,
    "scene": 4,
    "undo": 12,
    "redo": 8,
    "save": 3,
    "move": 2,
    "memory": 2,
    "look_on": 2,
    "fill": 3,
    "cure": 5,
    "same": 2,
    "harm": 3,
    "harm_save": 2,
    "kill": 5,
    "leave": 4,
}
"""The moves, and how often each comes."""


@cache
def starts() -> tuple[State, ...]:
    """The small table and each shipped scenario, as they begin."""
    return (scene(), *(begin_table(load_scenario(path)) for path in shipped_scenarios()))


def plan(seed: int) -> Plan:
    """Choose the moves of an evening."""
    rng = random.Random(seed)
    names = rng.choices([*MOVES], [*MOVES.values()], k=rng.randrange(10, 60))
    return [*((name, rng.randrange(10_000)) for name in names), ("cure", 0), ("leave", 6)]


def attempt(seed: int) -> Result:
    """Play an evening at the table that a seed chooses."""
    with an_evening(starts()[seed // 2 % len(starts()) if seed % 2 else 0]) as evening:
        evening.begin()
        evening.play_all(plan(seed))
        must(evening.model.allows(opened(evening.path)), "the table at the end is another")
    return Result(("evening",))


HARNESS = Harness(seeds, attempt, 2000)
