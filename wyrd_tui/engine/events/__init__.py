"""Facts that change a table: one vocabulary for all games.

An event carries outcomes (dice that have fallen, new values), never a wish to roll again, so that a journal plays back
to the same table under any later version of the rules. `apply.py` makes the next state of each.

`cause` is why an event happened, as a value for log and recap. `why` and `note` are words, and no code decides
by what they say.
"""

from __future__ import annotations

from wyrd_tui.engine.events.actors import (
    LET_GO,
    ActorEvent,
    Away,
    Befell,
    Changed,
    Gained,
    JoinCause,
    Joined,
    Left,
    Prepared,
    Recovered,
    Shown,
    SpendCause,
    Spent,
)
from wyrd_tui.engine.events.challenges import ChallengeEvent, Cleared, Laid, Moved, Settled
from wyrd_tui.engine.events.rolls import Hitting, Rolled, RollEvent, Ruled, Said
from wyrd_tui.engine.events.sheets import (
    Marked,
    Rated,
    SheetEvent,
    Struck,
    Tracked,
    TraitCause,
    Traited,
    Usual,
    Wounded,
)
from wyrd_tui.engine.events.tables import (
    Closed,
    Counted,
    Noted,
    Opened,
    Ordered,
    Placed,
    Read,
    Remembered,
    StageCause,
    Staged,
    TableEvent,
    Turned,
)

__all__ = [
    "LET_GO",
    "Away",
    "Befell",
    "Changed",
    "Cleared",
    "Closed",
    "Counted",
    "Event",
    "Gained",
    "Hitting",
    "JoinCause",
    "Joined",
    "Laid",
    "Left",
    "Marked",
    "Moved",
    "Noted",
    "Opened",
    "Ordered",
    "Placed",
    "Prepared",
    "Rated",
    "Read",
    "Recovered",
    "Remembered",
    "Rolled",
    "Ruled",
    "Said",
    "Settled",
    "Shown",
    "SpendCause",
    "Spent",
    "StageCause",
    "Staged",
    "Struck",
    "Tracked",
    "TraitCause",
    "Traited",
    "Turned",
    "Usual",
    "Wounded",
]

Event = RollEvent | SheetEvent | ActorEvent | ChallengeEvent | TableEvent
