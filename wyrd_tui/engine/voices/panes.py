"""Values by which a game tells the panes what to draw: points that are left, and how challenges hang on the abacus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Literal

from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.state import Challenge


class ShownPoints(NamedTuple):
    """Points that an actor has of something, in a row of a pane.

    Attributes:
        label: The name of it.
        figures: The points in figures.
        role: Look of the figures while their owner is up.
        full: Beads for the points that are left.
        hollow: Beads for those that are gone.
        left: The number that counts now, below 0 if need be, which no bead shows.
        struck: Whether it is lost for good, so that signs of loss stand in place of figures and beads.
        brief: Letters that stand for the name at a table of several games; empty for its first one, as in a game alone.
    """

    label: str
    figures: str
    role: Literal["text", "strong", "hurt", "dim"] = "text"
    full: int = 0
    hollow: int = 0
    struck: bool = False
    left: int = 0
    brief: str = ""


class RodWords(Frozen):
    """A game's words for challenges, and how they hang on the abacus.

    Attributes:
        storeys: The storeys of its frame from the top, by id; empty for a game without a frame. A row of a sheet's
            track that has the id of a storey is what its owner can give to a challenge there.
        storey: The storey of a challenge; empty for one that hangs outside the frame.
        pool: The counter of the pool that the whole scene shares; empty where there is none.
        pool_label: The name of the pool in a heading.
        unlisted: Counters that the abacus does not list.
        counted: The type of a clock that is drawn as the sixes that it counts; empty where there is none.
        springs: The words for `Challenge.springs`: when a challenge strikes by itself.
        met_by: The words for `Challenge.met_by`: what alone can meet a challenge.
        signed_values: Whether a value is written with its sign.
    """

    storeys: Mapping[str, str] = field(default_factory=dict)
    storey: Callable[[Challenge], str] = no_text
    pool: str = ""
    pool_label: str = ""
    unlisted: frozenset[str] = frozenset()
    counted: str = ""
    springs: Mapping[str, str] = field(default_factory=dict)
    met_by: Mapping[str, str] = field(default_factory=dict)
    signed_values: bool = True


PLAIN_ROD_WORDS = RodWords()
"""The words of a game whose challenges hang outside a frame and are named plainly."""
