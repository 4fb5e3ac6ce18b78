"""Exact odds of an act of the Wyrd Engine with everything counted that counts in the act itself.

The reckoning is the one that the roll uses and the damage is dealt by the rules themselves, so what is shown before an
act is what the act will do (WE-34, WE-36, WE-54, WE-58, WE-66).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from wyrd_tui.engine import odds
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.commands import Answers, many_of, number_of, text_of
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
from wyrd_tui.engine.rules.wyrd_engine.modifiers import reckon_roll, same_rating, sheet_of, without_substitute
from wyrd_tui.engine.rules.wyrd_engine.questions import usual_rating
from wyrd_tui.engine.rules.wyrd_engine.sides import opponent_reckoning, own_reckoning, unopposed
from wyrd_tui.engine.sheet import Row, Sheet, uses_left
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, RuleValue, State
from wyrd_tui.engine.words import signed

_TIES: dict[str, odds.Tie] = {"ask": "ask", "success": "success", "failure": "failure"}


def tie_of(state: State) -> odds.Tie:
    """Return the table's house rule for a tie against a difficulty (C-01)."""
    return _TIES.get(str(rule(state, "tie")), "ask")


def reroll_of(state: State, who: str, rating: str) -> odds.Reroll:
    """Return whether a trait lets a roll with this rating be taken again, and when (WE-21)."""
    best: odds.Reroll = "none"
    for trait in sheet_of(the_actor(state, who)).traits:
        for effect in trait.effects:
            if effect.kind != "reroll" or trait.lost or uses_left(trait) == 0:
                continue
            if effect.skill and not same_rating(state, effect.skill, without_substitute(rating)):
                continue
            if effect.after == "any":
                return "any"
            best = "failed"
    return best


def takes_out(state: State, target: str) -> Callable[[int], bool]:
    """Return whether so many points take the target, or one of a group, out of action now."""
    before = the_actor(state, target)

    def out(points: int) -> bool:
        after = state
        for event in damage_events(state, target, points):
            after = apply(after, event)
        left = after.actors[target]
        return left.out or left.count < before.count

    return out


def attack_numbers(state: State, who: str, rating: str, target: str) -> tuple[int, int]:
    """Return the numbers that an attack and the usual defence against it add to their dice."""
    defence = usual_rating(state, the_actor(state, target), "defend")
    mine = reckon_roll(state, who, rating, against=target, act="attack")
    other = reckon_roll(state, target, defence, against=who, act="defence")
    return mine.modifier, other.modifier


# ------------------------------------------------------------------ a duel


def fighter(state: State, who: str, rating: str, other: str) -> Fighter:
    """One side of a duel with its numbers, its track as it stands, and this table's way of filling it.

    Raises:
        Refused: If it is out, or may act only once more.
    """
    actor = the_actor(state, who)
    if actor.out:
        raise Refused(f"{actor.name} no longer acts, so there is no duel to reckon.")
    if has_condition(actor, DESPERATE):
        raise Refused(
            f"{actor.name} is on a last desperate action: one more act, then out. There is no duel to reckon."
        )
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
    if all(row.absorbs == 1 for row in rows) and rule(state, "out_at") == "full":
        return Fighter(strikes, guards, shape, start)
    return Fighter(strikes, guards, shape, start, _filling(rows, str(rule(state, "wound_choice")), _at_full(state)))


def _at_full(state: State) -> bool:
    return rule(state, "out_at") == "full"


_FILLINGS: dict[tuple[tuple[Row, ...], str, bool], Callable[[tuple[int, ...], int], tuple[int, ...] | None]] = {}


def _filling(
    rows: tuple[Row, ...], choice: str, at_full: bool
) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
    """Return these rows' harm as a function, the same one each time, since duels are remembered by it."""
    key = (tuple(_bare(row) for row in rows), choice, at_full)
    if key not in _FILLINGS:

        def hit(marks: tuple[int, ...], damage: int) -> tuple[int, ...] | None:
            track = [_bare(row, number) for row, number in zip(key[0], marks, strict=True)]
            taken = absorb(track, damage, choice)
            after = tuple(taken.marks.get(row.id, row.marks) for row in track)
            full = is_full([_bare(row, number) for row, number in zip(track, after, strict=True)])
            return None if taken.lost or (full and at_full) else after

        _FILLINGS[key] = hit
    return _FILLINGS[key]


@lru_cache(maxsize=128)
def _felling(
    rows: tuple[Row, ...], count: int, rules: frozenset[tuple[str, RuleValue]]
) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
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


# ------------------------------------------------------------------ before the dice fall


def check_preview(state: State, answers: Answers) -> str:
    """The odds of the check that the answers so far describe."""
    challenge = state.challenges.get(text_of(answers, "on"))
    value = number_of(answers, "against")
    if challenge is not None and challenge.value is not None:
        value = challenge.value
    try:
        modifier = own_reckoning(state, answers, "check", text_of(answers, "target")).modifier
        again = reroll_of(state, text_of(answers, "who"), text_of(answers, "skill"))
    except Refused as reason:
        return str(reason)
    tie = tie_of(state)
    now, then = (odds.check(modifier + more, value, tie=tie, reroll=again) for more in (0, 1))
    words = f"{signed(modifier)} vs {signed(value)}{', reroll' if again != 'none' else ''}: {now.success.percent()}"
    words += f", tie {now.tie.percent()}" if tie == "ask" else ""
    return words if now.success.sure else f"{words} · +1: {then.success.percent()}"


def manoeuvre_preview(state: State, answers: Answers) -> str:
    """The odds of the manoeuvre that the answers so far describe: against a rung, or against a character."""
    return check_preview(state, answers) if unopposed(state, answers) else opposed_preview(state, answers)


def opposed_preview(state: State, answers: Answers) -> str:
    """The odds of the opposed roll that the answers so far describe."""
    sides = _sides(state, answers, "opposed", text_of(answers, "target"))
    if isinstance(sides, str):
        return sides
    contest = odds.opposed(*sides)
    return f"{signed(sides[0])} vs {signed(sides[1])}: wins {contest.win.percent()}, tie {contest.tie.percent()}"


def attack_preview(state: State, answers: Answers) -> str:
    """The odds of the attack that the answers so far describe, against its first target."""
    target, *more = many_of(answers, "target") or ("",)
    sides = _sides(state, answers, "attack", target, alone=not more)
    if isinstance(sides, str):
        return sides
    chance = odds.attack(*sides, takes_out(state, target))
    out = f", out {chance.out.percent()}" if chance.out is not None else ""
    return f"{signed(sides[0])} vs {signed(sides[1])}: hits {chance.hit.percent()}, mean {chance.mean.text(1)}{out}"


def _sides(state: State, answers: Answers, act: str, target: str, *, alone: bool = True) -> tuple[int, int] | str:
    """Both modifiers, or the sentence that says why there are none."""
    if text_of(answers, "who") not in state.actors or target not in state.actors:
        return ""
    try:
        # A bonus against one foe alone cannot count in a roll against several.
        ours = own_reckoning(state, answers, act, target if alone else "")
        return ours.modifier, opponent_reckoning(state, answers, act, target).modifier
    except Refused as reason:
        return str(reason)
