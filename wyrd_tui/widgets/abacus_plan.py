"""Manners of drawing an abacus, from roomy to tight, and the groups of its rods."""

from __future__ import annotations

from typing import NamedTuple

from wyrd_tui.engine.state import Challenge


class RodGroup(NamedTuple):
    """Rods of one storey or of one kind.

    Attributes:
        heading: The name of the storey or of the kind.
        rods: The rods.
        storey: The storey of the frame; empty for rods outside it.
        initial: What stands for the heading where room is short.
    """

    heading: str
    rods: tuple[Challenge, ...]
    storey: str = ""
    initial: str = ""


class Manner(NamedTuple):
    """Manner of drawing, from roomy to tight.

    Attributes:
        lines: Lines of a rod at least.
        frame: Whether the frame is whole.
        headed: Whether headings have lines of their own.
        bare: Whether rods without beads are drawn.
        settled: Whether all that is settled is.
        typed: Whether a type may have a line of its own.
        rules: Lines for the stage rules in force.
    """

    lines: int = 1
    frame: bool = True
    headed: bool = True
    bare: bool = True
    settled: bool = True
    typed: bool = True
    rules: int = 2


MANNERS = (
    Manner(11, rules=3),
    Manner(8, rules=3),
    Manner(6, rules=3),
    Manner(4, rules=3),
    Manner(3, rules=3),
    Manner(2, rules=3),
    Manner(2, typed=False),
    Manner(),
    Manner(frame=False, bare=False, rules=1),
    Manner(frame=False, bare=False, settled=False, rules=1),
    Manner(frame=False, headed=False),
    Manner(frame=False, headed=False, settled=False),
    Manner(frame=False, headed=False, bare=False, settled=False, rules=1),
)
"""Manners from the most room to the least."""


class Form(NamedTuple):
    """Form of the list: its manner, and whether the points of the party may stand beside the rods."""

    manner: Manner
    beside: bool


ROOMIEST = Form(MANNERS[0], True)
"""The form with the most room."""
