"""Open matters: what an act left to be decided, as values of the table."""

from __future__ import annotations

from typing import Literal

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import ActNumber

Forbids = Literal["", "challenge"]
Ending = Literal["", "scene"]


class Open(Frozen):
    """A matter that an act left to be decided, such as a tie, a hit that nobody has taken, or a fate.

    Attributes:
        game: Id of the game whose rules leave it open.
        act: The command that answers it.
        who: Id of the actor whose matter it is; empty where it is the whole table's.
        about: Id of the row or challenge that it is about, or the number of one of several points.
        roll: Number of the act whose roll left it open; 0 where no roll did.
        forbids: The kind of act that is refused meanwhile: `challenge` for facing the challenge in `about`.
        ends: When its game says that it ends unanswered: as the `scene` ends.
    """

    game: str
    act: str
    who: str = ""
    about: str = ""
    roll: ActNumber = 0
    forbids: Forbids = ""
    ends: Ending = ""

    @property
    def id(self) -> str:
        """Name it apart from all other open matters of a table; no id in it holds a slash."""
        return f"{self.game}/{self.act}/{self.who}/{self.about}/{self.roll}"
