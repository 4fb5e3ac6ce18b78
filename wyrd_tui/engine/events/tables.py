"""Events that change the order, the scene, the book, open matters, counters and house rules."""

from __future__ import annotations

from typing import Literal

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import Tally
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.memory import Memory
from wyrd_tui.engine.state import RuleValue, Scene
from wyrd_tui.engine.turn_order import Order, Place

StageCause = Literal["", "named", "begins", "ends", "evening ends"]


class Ordered(Frozen):
    """The order was made or rearranged; `who` names the fighter whose own deed did it."""

    order: Order
    why: str = ""
    who: str = ""


class Turned(Frozen):
    """An actor's turn began and passed `over` fighters who are out; a later round begins with nobody who has acted."""

    who: str
    round: Tally
    over: tuple[str, ...] = ()


class Placed(Frozen):
    """A change of one place in the order: the fighter acted, is held or has used actions, or a tie is settled."""

    place: Place
    why: str = ""


class Staged(Frozen):
    """A scene got a title, or a scene or an evening began or ended."""

    scene: Scene
    evening: Tally
    cause: StageCause = ""


class Noted(Frozen):
    """A page of the book got a page mark: found, fired, visited, held, begun, reached; an empty one takes it back."""

    page: str
    mark: str


class Remembered(Frozen):
    """A game's own record of the table changed; the log says nothing of it."""

    memory: Memory


class Opened(Frozen):
    """An act left something to be decided."""

    matter: Open


class Closed(Frozen):
    """An open matter was decided, or has ended."""

    matter: Open


class Counted(Frozen):
    """A counter of the table now stands at this number; `quiet` where no log line is needed; `rule` as for `Rated`."""

    name: str
    value: int
    why: str = ""
    quiet: bool = False
    rule: str = ""


class Read(Frozen):
    """A house rule was chosen, by which the table plays from now on; files call that `Read`."""

    rule: str
    value: RuleValue


TableEvent = Ordered | Turned | Placed | Staged | Noted | Remembered | Opened | Closed | Counted | Read
