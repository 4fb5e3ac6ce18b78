"""Events that change the sheet of an actor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import Rating, Tally
from wyrd_tui.engine.sheet import Hurt, Row, Trait

TraitCause = Literal["", "gained", "used", "freed", "lost", "regained", "dropped", "renamed"]


class Marked(Frozen):
    """Rows of a track now carry these marks. A row that is clear again loses its penalty with its marks (WE-73).

    Attributes:
        who: The actor.
        game: The game of the sheet.
        marks: New number of marks, by row id.
        why: Source of the damage, or of the healing, for the log.
        damage: Points of damage, where damage did it.
        lost: Points beyond the last free box (U-14).
        cause: The act of the game that did it, by an id that its voice words; `hit` for another number than it dealt.
    """

    who: str
    game: str
    marks: Mapping[str, Tally]
    why: str = ""
    damage: int | None = None
    lost: int = 0
    cause: str = ""


class Struck(Frozen):
    """A row of a track was scratched out, or is no longer (WA-28 … WA-30, WA-49)."""

    who: str
    game: str
    row: str
    struck: bool
    why: str = ""


class Wounded(Frozen):
    """The penalty of a row falls on these skills and traits from now on."""

    who: str
    game: str
    row: str
    hurts: tuple[Hurt, ...]


class Rated(Frozen):
    """A rating was set, by the stage rule of that page where one did it; None takes it off the sheet."""

    who: str
    game: str
    rating: str
    value: Rating | None = None
    why: str = ""
    rule: str = ""


class Traited(Frozen):
    """A trait was gained, used (`why` is the purpose), lost or renamed; `quiet` is as for `Befell`."""

    who: str
    game: str
    trait: Trait
    cause: TraitCause = ""
    why: str = ""
    quiet: bool = False


class Tracked(Frozen):
    """An actor's track was replaced as a whole."""

    who: str
    game: str
    track: tuple[Row, ...]


class Usual(Frozen):
    """The rating for a routine act (`attack`, `defend`) was set; an empty rating forgets it."""

    who: str
    game: str
    act: str
    rating: str


SheetEvent = Marked | Struck | Wounded | Rated | Traited | Tracked | Usual
