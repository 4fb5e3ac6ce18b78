"""The registered games by id, which the lowest acts read without importing any game.

`rules.games` fills the registry as it is imported, and everything above the games imports it from there. Only
`rules.ground` reads this module: its acts are parts of the games themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.on_demand import OnDemand
from wyrd_tui.engine.rules.game import Game
from wyrd_tui.engine.state import State

GAMES: OnDemand[Game] = OnDemand()
"""The games in the order in which they were registered; the first is the default of a table that names none."""


def games_played(state: State) -> Sequence[Game]:
    """Return the games of a table, the main one first; the default game where a table names none that is known.

    Raises:
        LookupError: If no game is registered, since nobody has imported `rules.games`.
    """
    if not GAMES:
        raise LookupError("No game is registered: import wyrd_tui.engine.rules.games first.")
    found = [GAMES[name] for name in state.games if name in GAMES]
    return found or [GAMES[next(iter(GAMES))]]
