"""Sides of a duel with their numbers and tracks, for exact odds of many blows (WE-53 … WE-66)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.duel import Duel, Fighter, duel
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.wyrd_engine.damage import (
    DESPERATE,
    absorb,
    damage_events,
    has_condition,
    is_full,
    takes_damage,
)
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.modifiers import reckon_roll
from wyrd_tui.engine.rules.wyrd_engine.questions import usual_rating
from wyrd_tui.engine.rules.wyrd_engine.ratings import sheet_of
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, RuleValue, State
from wyrd_tui.engine.words import name_and_verb


def fighter(state: State, who: str, rating: str, other: str) -> Fighter:
    """Return a side of a duel with its numbers, its track as it stands, and this table's way of filling it.

    Raises:
        Refused: If it is out, or may act only once more.
    """
    actor = the_actor(state, who)
    if actor.out:
        raise Refused(f"No odds of a duel: {name_and_verb(state, who, 'no longer acts')}.")
    if has_condition(actor, DESPERATE):
        raise Refused(f"No odds of a duel: {name_and_verb(state, who, 'has')} only one last desperate act.")
    # A bonus that is gone after one use does not count in every blow (WE-39, WE-44).
    strikes = reckon_roll(state, who, rating, against=other, act="attack", lasting=True).modifier
    guard = usual_rating(state, actor, "defend")
    guards = reckon_roll(state, who, guard, against=other, act="defence", lasting=True).modifier
    rows = tuple(row for row in sheet_of(actor).track if takes_damage(row))
    if actor.kind == "mook":
        count = max(1, actor.count)
        group = ((count, 1, 0), *((count * row.boxes, row.absorbs, 0) for row in rows))
        hit = _felling(tuple(_bare(row) for row in rows), count, frozenset(state.rules.items()))
        return Fighter(strikes, guards, group, (0, *(min(row.marks, row.boxes) for row in rows)), hit)
    if is_full(rows):
        # A fighter with a full track falls at the next hit, as one without boxes does (WE-68).
        return Fighter(strikes, guards)
    start = tuple(min(row.marks, row.boxes) for row in rows)
    shape = tuple((row.boxes, row.absorbs, row.penalty) for row in rows)
    at_full, bare = rule(state, "out_at") == "full", tuple(_bare(row) for row in rows)
    if all(row.absorbs == 1 for row in rows) and at_full:
        return Fighter(strikes, guards, shape, start)
    return Fighter(strikes, guards, shape, start, _filling(bare, str(rule(state, "wound_choice")), at_full))


_Harm = Callable[[tuple[int, ...], int], tuple[int, ...] | None]
"""The marks that damage leaves; None where their owner is out."""


@lru_cache(maxsize=128)
def _filling(rows: tuple[Row, ...], choice: str, at_full: bool) -> _Harm:
    """Return these rows' harm as a function, the same one each time, since duels are remembered by it."""

    def hit(marks: tuple[int, ...], damage: int) -> tuple[int, ...] | None:
        track = [_bare(row, number) for row, number in zip(rows, marks, strict=True)]
        taken = absorb(track, damage, choice)
        after = tuple(taken.marks.get(row.id, row.marks) for row in track)
        full = is_full([_bare(row, number) for row, number in zip(track, after, strict=True)])
        return None if taken.lost or (full and at_full) else after

    return hit


@lru_cache(maxsize=128)
def _felling(rows: tuple[Row, ...], count: int, rules: frozenset[tuple[str, RuleValue]]) -> _Harm:
    """Return a group's harm as a function, by the game's own rules (WE-90, U-12).

    Its marks, which only ever grow, are how many have fallen, and for each row the boxes marked of all together.
    """

    def hit(marks: tuple[int, ...], damage: int) -> tuple[int, ...] | None:
        fallen = marks[0]
        front = tuple(_bare(row, number - fallen * row.boxes) for row, number in zip(rows, marks[1:], strict=True))
        group = Actor("group", "group", kind="mook", count=count - fallen, sheets={WYRD_ENGINE: Sheet(track=front)})
        state = State(rules=dict(rules), actors={group.id: group})
        for event in damage_events(state, group.id, damage):
            state = apply(state, event)
        after = state.actors[group.id]
        gone = count - after.count
        left = (gone * row.boxes + row.marks for row in sheet_of(after).track)
        return (gone, *left) if after.count > 0 else None

    return hit


def _bare(row: Row, marks: int = 0) -> Row:
    return Row(row.id, row.label, row.boxes, marks, row.absorbs, row.penalty)


def duel_of(state: State, who: str, rating: str, target: str) -> Duel | None:
    """Reckon a fight to the end between two; None where neither can ever hit the other.

    Raises:
        Refused: If one of them is out already, or a track is too long to reckon with.
    """
    theirs = usual_rating(state, the_actor(state, target), "attack")
    return duel(fighter(state, who, rating, target), fighter(state, target, theirs, who))
