"""The ladder of the selected actor, and the rung on which each game's cursor stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.state import State
from wyrd_tui.screens.table.selection import Selection
from wyrd_tui.screens.table.traces import usual_rung

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import Ladder
    from wyrd_tui.screens.table.protocols import Rules


class LadderCursor:
    """The ladder of a table as the selection changes.

    Args:
        rules: The rules of the table.

    Attributes:
        odds: The odds of the selected actor; None where the ladder is out of sight or nobody is selected.
        rungs: Names of the ladder's rungs by value.
        headed: True where the ladder's columns have names.
        own: The rung, by game, that the GM chose or a roll for no challenge was against.
    """

    def __init__(self, rules: Rules) -> None:
        self.odds: Ladder | None = None
        self.rungs: Mapping[int, str] = {}
        self.headed = False
        self.own: dict[str, int] = {}
        self._rules = rules
        self._game = ""
        self._followed: tuple[str, int] | None = None

    def follow(self, selection: Selection, state: State, challenge: str, *, visible: bool) -> Selection:
        """Take the ladder of a selection; return that with the cursor on a rung.

        The cursor goes to the value of the challenge that the next roll is for, and a rating chosen for another one
        is forgotten. With the first roll that is for no challenge the rung that the GM chose comes back.

        Args:
            selection: The selection.
            state: The table.
            challenge: The challenge that the next roll is for; empty for none.
            visible: True where the ladder is in sight.
        """
        faced = followed_challenge(selection, state, challenge)
        value, before = faced and faced[0], self._followed
        self._followed = None if value is None else (challenge, value)
        another = value is not None and self._followed != before
        if another and before is not None and selection.rated(selection.actor):
            selection = selection.with_rating(selection.actor, "")
        game, stood, rating = selection.game(state), selection.rung, self.rating(selection, state, challenge)
        self.odds = None
        if visible or not self.rungs or len(state.games) > 1 or (value is not None and value not in self.rungs):
            seen = selection.state_in_game(state)
            ladder = self._rules.ladder(seen, selection.actor if rating else "", rating, value)
            selection = self._climb(selection, game, ladder)
            self.odds = ladder if visible and rating else None
        if value is None:
            if before is not None and stood == before[1]:
                selection = selection.on_rungs(self.rungs, self._own_rung(game))
            self.own[game] = selection.rung
        elif another and value in self.rungs:
            selection = replace(selection, rung=value)
        return selection

    def rating(self, selection: Selection, state: State, challenge: str) -> str:
        """Return the rating that the ladder shows; empty where nobody is selected."""
        # A challenge that is not followed suggests no rating.
        suggests = challenge if followed_challenge(selection, state, challenge) is not None else ""
        who, seen = selection.actor, selection.state_in_game(state)
        return who and (selection.rated(who) or self._rules.best_rating(seen, who, suggests))

    def _climb(self, selection: Selection, game: str, ladder: Ladder) -> Selection:
        """Take the rungs of a ladder; each game's cursor begins on its own rung."""
        rungs = {rung.value: rung.name for rung in ladder.rungs}
        if not rungs or rungs == self.rungs:
            return selection
        known = self._own_rung(game) if game != self._game else None
        self._game, self.rungs, self.headed = game, rungs, bool(ladder.columns)
        return selection.on_rungs(rungs, known)

    def _own_rung(self, game: str) -> int:
        return self.own.get(game, usual_rung(game))


def followed_challenge(selection: Selection, state: State, challenge: str) -> tuple[int, str] | None:
    """Return the value and the title of the challenge of the next roll, which the ladder follows; None for none.

    The ladder is that of the selected actor's game, to which the value of another game's challenge says nothing.
    """
    rod, own = state.challenges.get(challenge), selection.game(state)
    if rod is None or selection.is_of_foe(state) or rod.value is None or rod.game != own:
        return None
    return None if rod.outcome and not rod.type else (rod.value, rod.title)
