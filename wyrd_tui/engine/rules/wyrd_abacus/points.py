"""Points that are lost at the table's word, by damage and trauma, and how many there are at first (WA-03 … WA-31)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, count_noun
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.rules.ground.basics import chain_steps
from wyrd_tui.engine.rules.questions import among, note_asks, unless
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    is_defeated,
    why_no_scene,
)
from wyrd_tui.engine.rules.wyrd_abacus.harm import damage_events, scratch_events
from wyrd_tui.engine.rules.wyrd_abacus.questions import (
    ability_asks,
    harm_choices,
    one_asks,
    sheet_choices,
    why_not_playing,
)
from wyrd_tui.engine.state import WYRD_ABACUS, State

POINTS = "Points"


nobody_has_a_sheet = unless(
    lambda state: sheet_choices(state, {}), "Nobody here has Body, Mind and Soul: `abilities` writes them in."
)
"""Return why there are no points to lose or regain."""


# ------------------------------------------------------------------ losing


def _lose(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    ability, points, why = text_of(answers, "ability"), number_of(answers, "points"), text_of(answers, "note")
    who = many_of(answers, "who")
    yield from chain_steps(
        state, *(partial(damage_events, who=one, ability=ability, points=points, why=why) for one in who)
    )


def _hurt_or_between(state: State) -> str:
    return why_no_scene(state) or nobody_has_a_sheet(state)


_undefeated = among(sheet_choices, lambda actor: not (is_defeated(actor) or actor.suffered(WYRD_ABACUS, "escaped")))
"""Offers the characters that are neither defeated nor out of the tale (WA-31, WA-56)."""


LOSE_POINTS = Command(
    "lose",
    "d",
    "damage",
    "Take points of an ability as damage; the last one scratches it out.",
    POINTS,
    _lose,
    (
        Ask("who", "Who", "many", _undefeated, focus="ticked", some="Choose who loses them.", why=why_not_playing),
        ability_asks(choices=harm_choices),
        Ask("points", "Points", "number", low=1, high=99),
        note_asks(),
    ),
    _hurt_or_between,
    WYRD_ABACUS,
    "WA-27 … WA-29, U-18",
)


def _scratch(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield from scratch_events(state, text_of(answers, "who"), text_of(answers, "ability"), text_of(answers, "note"))


SCRATCH = Command(
    "scratch",
    "D",
    "scratch out",
    "Scratch out an ability at once, by trauma; a second time defeats its owner.",
    POINTS,
    _scratch,
    (one_asks(_undefeated), ability_asks(choices=harm_choices), note_asks()),
    _hurt_or_between,
    WYRD_ABACUS,
    "WA-30, WA-31",
)


# ------------------------------------------------------------------ starting scores


LEAST, MOST, SUM = 3, 9, 15
"""Least and greatest score of an ability at the start, and the usual sum of all three (WA-03)."""


def creation_faults(scores: Sequence[int]) -> list[str]:
    """Yield advice on three unusual starting scores (WA-03)."""
    faults = [f"{score} is not from {LEAST} to {MOST}" for score in scores if not LEAST <= score <= MOST]
    total = sum(scores)
    if total != SUM:
        gap = abs(SUM - total)
        faults.append(f"the sum is {total}: {count_noun(gap, 'point')} {'over' if total > SUM else 'unassigned'}")
    return faults


POINT_COMMANDS = (LOSE_POINTS, SCRATCH)
