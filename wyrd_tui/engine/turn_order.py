"""The order of a fight: whose turn it is, and the places from first to last."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from wyrd_tui.engine.frozen import Frozen, replace
from wyrd_tui.engine.limits import Difficulty, Tally

OrderStyle = Literal["none", "gm", "ambush", "rolled", "sides", "elective"]


class Place(Frozen):
    """A row of the initiative order.

    `tie` is true of a score that another shares and that the GM has not settled (WE-51); `used` are the actions of
    this turn that are spent, by the game's own words for them (`primary` and `minor`, WE-52).
    """

    who: str
    score: Difficulty | None = None
    tie: bool = False
    acted: bool = False
    held: bool = False
    used: tuple[str, ...] = ()


class Order(Frozen):
    """The order of a fight: style, round (0 before a fight), the actor whose turn it is, places from first to last.

    `seen` is the last one whose turn players saw, who keeps it for them while a hidden fighter acts.
    """

    style: OrderStyle = "none"
    round: Tally = 0
    turn: str = ""
    places: tuple[Place, ...] = ()
    seen: str = ""

    def without(self, leaving: Collection[str]) -> Order:
        """Return the order without some fighters and the turn of one of them; a tie of one alone ends (WE-51)."""
        if self.turn not in leaving and not any(place.who in leaving for place in self.places):
            return self
        turn = "" if self.turn in leaving else self.turn
        return replace(self, turn=turn, places=untied([place for place in self.places if place.who not in leaving]))


def untied(places: Sequence[Place]) -> tuple[Place, ...]:
    """Take away tie flags that have no partner left."""
    flagged = [place.score for place in places if place.tie]
    return tuple(replace(p, tie=False) if p.tie and flagged.count(p.score) < 2 else p for p in places)
