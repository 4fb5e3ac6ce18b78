"""Events that change who is at the table, their conditions and their bonuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Literal

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import Count, Prose
from wyrd_tui.engine.state import Actor, Bonus, Condition, Kind, Side, Visibility

JoinCause = Literal["", "entered", "split"]
SpendCause = Literal["", "used", "taken away", "taken back", "scene ends", "session ends", "let go"]


class Joined(Frozen):
    """An actor came to the table, or was changed so much that the whole of it is given anew."""

    actor: Actor
    cause: JoinCause = ""


class Left(Frozen):
    """An actor left the table, with its place and its bonuses.

    `into`: the group that it joined, by id; `dismissed`: the GM took it off (WA-57); `quiet`: another line tells it.
    """

    who: str
    into: str = ""
    dismissed: bool = False
    quiet: bool = False


class Away(Frozen):
    """An actor who has left the table changed there, as by the end of a scene; the log says nothing of it."""

    actor: Actor


class Prepared(Frozen):
    """A group that was made up at the table is among the cast from now on, so that others like it can enter (WE-90).

    The log says nothing of it.
    """

    actor: Actor


class Changed(Frozen):
    """Plain facts of an actor changed; None leaves a field alone.

    `details` are texts by heading, of which an empty one goes; `fallen` is the number of members of a group that fell,
    and `quiet` is as for `Befell`.
    """

    who: str
    name: str | None = None
    side: Side | None = None
    kind: Kind | None = None
    count: Count | None = None
    player: str | None = None
    concept: str | None = None
    notes: Prose | None = None
    details: Mapping[str, Prose] = field(default_factory=dict)
    fallen: int = 0
    why: str = ""
    quiet: bool = False


class Shown(Frozen):
    """An actor, a challenge or a stage rule is now secret, known or open to the players.

    With `page` it is a page of the book, which players can read while it is open, and nothing else that has its id.
    """

    what: str
    visibility: Visibility
    page: bool = False


class Befell(Frozen):
    """A condition began or changed, which files call `Befell`.

    `quiet` where the log need not say so, `cause` is as for `Marked`.
    """

    who: str
    condition: Condition
    quiet: bool = False
    cause: str = ""

    def replaces(self, condition: Condition) -> bool:
        """Tell whether the event replaces this condition; a condition without a game matches any game (U-34)."""
        return condition.id == self.condition.id and condition.game in ("", self.condition.game)


LET_GO: Final = "let go"
"""The cause of what ends with the hold of an actor who acts no longer."""


class Recovered(Frozen):
    """A condition of a game ended; `quiet` where the log need not say so, `cause` is as for `Marked`."""

    who: str
    condition: str
    why: str = ""
    quiet: bool = False
    game: str = ""
    cause: str = ""

    def ends(self, condition: Condition) -> bool:
        """Test whether a condition is the one that ended; one without a game ends as that of any (U-34)."""
        return condition.id == self.condition and condition.game in ("", self.game)


class Gained(Frozen):
    """A bonus was given."""

    bonus: Bonus


class Spent(Frozen):
    """A bonus is gone; the log is silent where no cause is given."""

    bonus: str
    cause: SpendCause = ""


ActorEvent = Joined | Left | Away | Prepared | Changed | Shown | Befell | Recovered | Gained | Spent
