"""The registered games by id, which the lowest acts read without importing any game.

`rules.games` fills the registry as it is imported, and everything above the games imports it from there. Only
`rules.ground` reads this module: its acts are parts of the games themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from functools import cache

from wyrd_tui.engine.rules.game import Game
from wyrd_tui.engine.state import State


class Games(MutableMapping[str, Game]):
    """Games by id, each loaded as it is first asked for: a table plays one or two of them."""

    def __init__(self) -> None:
        self._loads: dict[str, Callable[[], Game]] = {}

    def register(self, name: str, load: Callable[[], Game]) -> None:
        """Add a game that is loaded once."""
        self._loads[name] = cache(load)

    def __getitem__(self, name: str) -> Game:
        return self._loads[name]()

    def __setitem__(self, name: str, game: Game) -> None:
        self._loads[name] = lambda: game

    def __delitem__(self, name: str) -> None:
        del self._loads[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loads)

    def __len__(self) -> int:
        return len(self._loads)

    def __contains__(self, name: object) -> bool:
        return name in self._loads


GAMES = Games()
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
