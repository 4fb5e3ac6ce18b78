"""Events that change challenges and clocks on the abacus."""

from __future__ import annotations

from typing import Literal

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import Count
from wyrd_tui.engine.state import Challenge


class Laid(Frozen):
    """A challenge was put on the abacus, or its facts changed; files call that `Laid`."""

    challenge: Challenge
    why: str = ""


class Moved(Frozen):
    """Beads of a challenge moved: this many now lie on the done side."""

    challenge: str
    done: Count
    why: str = ""


class Settled(Frozen):
    """A challenge was overcome or failed, or is live again where the outcome is empty; `quiet` as for `Befell`."""

    challenge: str
    outcome: Literal["", "overcome", "failed"]
    why: str = ""
    quiet: bool = False


class Cleared(Frozen):
    """A challenge was removed from the abacus; `quiet` where the log has said why already.

    `left` is its way out: `overcome`, `withdrawn` where it was not and locks nothing any more (U-22), or neither.
    """

    challenge: str
    quiet: bool = False
    left: Literal["", "overcome", "withdrawn"] = ""


ChallengeEvent = Laid | Moved | Settled | Cleared
