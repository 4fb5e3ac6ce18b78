"""A sheet written by hand: pools, and ratings that pools and statuses hang on (ME-07, ME-34, ME-45)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Rated, Tracked
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.mettle.modifiers import (
    ARMOR,
    FIXED,
    FRAME,
    LOAD,
    METTLE_ROW,
    MOTIVE,
    STRAINABLE,
    mettle_row,
    rating,
    row_of,
    sheet_of,
)
from wyrd_tui.engine.rules.mettle.statuses import STATUS, load_events
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import METTLE, Actor, State
from wyrd_tui.engine.words import plain_number

MOST = 60
"""Dice that a pool may have."""
_OWN_NAMES = {name.casefold(): name for name in (*STRAINABLE.values(), *FIXED)}


def rating_events(state: State, actor: Actor, name: str, value: int | None) -> Iterator[Event]:
    """A rating is written by hand, or struck, and what hangs on it follows (ME-21, ME-34, ME-45).

    Raises:
        Refused: If it is below 0, or Mettle could not be reckoned any more.
    """
    name = _OWN_NAMES.get(name.casefold(), name)
    if value is None:
        if name in (MOTIVE, ARMOR) and row_of(actor, METTLE_ROW) is not None:
            raise Refused(f"{name} makes up Mettle and cannot go: `rate` or `pools` gives it another number.")
    elif value < 0:
        raise Refused(f"{name} has 0 dice or more; {plain_number(value)} is less.")
    elif name in STRAINABLE.values():
        yield Tracked(actor.id, METTLE, _with_row(actor, _new_row(actor, name.casefold(), value)))
        return
    yield Rated(actor.id, METTLE, name, value)
    if name in (MOTIVE, ARMOR):
        both = {MOTIVE: rating(actor, MOTIVE), ARMOR: rating(actor, ARMOR), name: value or 0}
        row = _new_mettle(actor, mettle_row(both[MOTIVE], both[ARMOR]))
        yield Tracked(actor.id, METTLE, _with_row(actor, row))
    elif name in (FRAME, LOAD):
        both = {FRAME: rating(actor, FRAME), LOAD: rating(actor, LOAD), name: value or 0}
        yield from load_events(actor, both[FRAME], both[LOAD])


def _with_row(actor: Actor, row: Row) -> tuple[Row, ...]:
    """The track with a row in its place, or at its end where it was not there."""
    track = sheet_of(actor).track
    if all(old.id != row.id for old in track):
        return (*track, row)
    return tuple(row if old.id == row.id else old for old in track)


def _new_row(actor: Actor, name: str, boxes: int) -> Row:
    """The row of an attribute, strained as before as far as there is something left to strain."""
    before = row_of(actor, name)
    return Row(name, STRAINABLE[name], boxes, min(before.marks if before else 0, boxes), counts=False)


def _pools(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor = the_actor(state, text_of(answers, "who"))
    motive, armor = number_of(answers, "motive"), number_of(answers, "armor")
    rows = [_new_mettle(actor, mettle_row(motive, armor))]
    rows += [_new_row(actor, name, number_of(answers, name)) for name in STRAINABLE]
    others = [row for row in sheet_of(actor).track if row.id not in (METTLE_ROW, *STRAINABLE)]
    track, frame = (*rows, *others), number_of(answers, "frame")
    wanted = {FRAME: frame, MOTIVE: motive, ARMOR: armor}
    changed = {name: value for name, value in wanted.items() if sheet_of(actor).ratings.get(name) != value}
    if track == sheet_of(actor).track and not changed:
        raise Refused(f"{actor.name} has just these pools already.")
    for label, value in changed.items():
        yield Rated(actor.id, METTLE, label, value)
    yield Tracked(actor.id, METTLE, track)
    yield from load_events(actor, frame, rating(actor, LOAD))


def _new_mettle(actor: Actor, row: Row) -> Row:
    """The row of Mettle with as much in it as before; what was whole stays whole (ME-34)."""
    old = row_of(actor, METTLE_ROW)
    if old is None or not old.marks:
        return row
    return replace(row, marks=max(0, row.boxes - (old.boxes - old.marks)))


def _pool_default(state: State, answers: Answers, name: str) -> int:
    """A pool as it is, or else 3, so that a character made up on the spot can act at once."""
    actor = state.actors.get(text_of(answers, "who"))
    usual = 0 if name == "armor" else 3
    if actor is None:
        return usual
    row = row_of(actor, name)
    value = row.boxes if row is not None else sheet_of(actor).ratings.get(name.capitalize(), usual)
    return min(max(value, 0), MOST)


POOLS = Command(
    "pools",
    "S",
    "pools",
    "Write somebody's Focus, Nature, Poise, Frame, Motive and Armor in.",
    STATUS,
    _pools,
    (
        Ask(
            "who",
            "Who",
            "one",
            lambda s, a: [Choice(o.id, o.name, o.concept) for o in s.actors.values()],
            focus="actor",
        ),
        *(
            Ask(
                name,
                name.capitalize(),
                "number",
                default=partial(_pool_default, name=name),
                high=MOST,
                low=0,
                form=True,
            )
            for name in ("focus", "nature", "poise", "frame", "motive", "armor")
        ),
    ),
    lambda state: "" if state.actors else "Nobody is at the table yet: `bring` or `add` somebody.",
    METTLE,
    "ME-07, ME-34",
)
