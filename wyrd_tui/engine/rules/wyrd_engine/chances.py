"""Exact odds of an act of the Wyrd Engine with everything counted that counts in the act itself.

The reckoning is the one that the roll uses and the damage is dealt by the rules themselves, so what is shown before an
act is what the act will do (WE-34, WE-36, WE-54, WE-58, WE-66).
"""

from __future__ import annotations

from collections.abc import Callable

from wyrd_tui.engine import odds
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.commands import Answers, many_of, number_of, text_of
from wyrd_tui.engine.describe import rung, signed
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.duel import Duel, Fighter, duel
from wyrd_tui.engine.rules.asks import usual_rating
from wyrd_tui.engine.rules.readings import rule
from wyrd_tui.engine.rules.shared.basics import the_actor
from wyrd_tui.engine.rules.wyrd_engine.damage import absorb, harm, is_full, takes_damage
from wyrd_tui.engine.rules.wyrd_engine.numbers import bare, reckon, same_rating, sheet_of
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import State

_TIES: dict[str, odds.Tie] = {"ask": "ask", "success": "success", "failure": "failure"}


def tie_of(state: State) -> odds.Tie:
    """How this table reads a tie against a difficulty (C-01)."""
    return _TIES.get(str(rule(state, "tie")), "ask")


def reroll_of(state: State, who: str, rating: str) -> odds.Reroll:
    """Whether a trait lets a roll with this rating be taken again, and when (WE-21)."""
    best: odds.Reroll = "none"
    for trait in sheet_of(the_actor(state, who)).traits:
        for effect in trait.effects:
            if effect.kind != "reroll" or trait.lost:
                continue
            if effect.skill and not same_rating(state, effect.skill, bare(rating)):
                continue
            if effect.after == "any":
                return "any"
            best = "failed"
    return best


def fells(state: State, target: str) -> Callable[[int], bool]:
    """Whether so many points take the target, or one of a group, out of action now."""
    before = the_actor(state, target)

    def out(points: int) -> bool:
        after = state
        for event in harm(state, target, points):
            after = apply(after, event)
        left = after.actors[target]
        return left.out or left.count < before.count

    return out


def blow(state: State, who: str, rating: str, target: str) -> tuple[int, int]:
    """What an attack and the usual defence against it add to their dice."""
    defence = usual_rating(state, the_actor(state, target), "defend")
    mine = reckon(state, who, rating, against=target, act="attack")
    other = reckon(state, target, defence, against=who, act="defence")
    return mine.modifier, other.modifier


# ------------------------------------------------------------------ a duel


_EVERY_HIT = 999


def fighter(state: State, who: str, rating: str, other: str) -> Fighter:
    """One side of a duel with its numbers, its track as it stands, and this table's way of filling it."""
    actor = the_actor(state, who)
    strikes = reckon(state, who, rating, against=other, act="attack").modifier
    guards = reckon(state, who, usual_rating(state, actor, "defend"), against=other, act="defence").modifier
    rows = tuple(row for row in sheet_of(actor).track if takes_damage(row))
    if actor.kind == "mook" and not rows:
        # Every hit fells one of a group, however hard it is (WE-90): one box each, which takes any damage.
        return Fighter(strikes, guards, ((max(1, actor.count), _EVERY_HIT, 0),))
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
    """How these rows take damage, as a function that is the same one each time, since duels are remembered by it."""
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


def _bare(row: Row, marks: int = 0) -> Row:
    return Row(row.id, row.label, row.boxes, marks, row.absorbs, row.penalty)


def duel_of(state: State, who: str, rating: str, target: str) -> Duel | None:
    """Who wins a fight to the end between two; None where neither can ever hit the other.

    Raises:
        Refused: If one of them is out already, or a track is too long to reckon with.
    """
    theirs = usual_rating(state, the_actor(state, target), "attack")
    return duel(fighter(state, who, rating, target), fighter(state, target, theirs, who))


# ------------------------------------------------------------------ before the dice fall


def check_preview(state: State, answers: Answers) -> str:
    """The odds of the check that the answers so far describe."""
    who, rating = text_of(answers, "who"), text_of(answers, "skill")
    challenge = state.challenges.get(text_of(answers, "on"))
    value = number_of(answers, "against")
    if challenge is not None and challenge.value is not None:
        value = challenge.value
    try:
        mine = reckon(state, who, rating, many_of(answers, "with"), extra=number_of(answers, "mod"))
    except Refused as reason:
        return str(reason)
    outcome = odds.check(mine.modifier, value, tie=tie_of(state))
    if tie_of(state) != "ask":
        return f"{signed(mine.modifier)} vs {rung(value)}: {outcome.success.percent()}"
    return f"{signed(mine.modifier)} vs {rung(value)}: {outcome.success.percent()}, tie {outcome.tie.percent()}"


def opposed_preview(state: State, answers: Answers) -> str:
    """The odds of the opposed roll that the answers so far describe."""
    sides = _sides(state, answers, "opposed")
    if isinstance(sides, str):
        return sides
    contest = odds.opposed(*sides)
    return f"{signed(sides[0])} vs {signed(sides[1])}: wins {contest.win.percent()}, tie {contest.tie.percent()}"


def attack_preview(state: State, answers: Answers) -> str:
    """The odds of the attack that the answers so far describe, against its first target."""
    sides = _sides(state, answers, "attack")
    if isinstance(sides, str):
        return sides
    target = text_of(answers, "target").partition(" ")[0]
    chance = odds.attack(*sides, fells(state, target))
    out = f", out {chance.out.percent()}" if chance.out is not None else ""
    return f"{signed(sides[0])} vs {signed(sides[1])}: hits {chance.hit.percent()}, mean {chance.mean.text(1)}{out}"


def _sides(state: State, answers: Answers, act: str) -> tuple[int, int] | str:
    """Both modifiers, or the sentence that says why there are none."""
    who, target = text_of(answers, "who"), text_of(answers, "target").partition(" ")[0]
    if who not in state.actors or target not in state.actors:
        return ""
    taken = many_of(answers, "with")
    head = f"their:{target}:"
    answered = text_of(answers, "defend")
    answer = answered if answered not in ("", "usual") else usual_rating(state, state.actors[target], "defend")
    own = [value for value in taken if not value.startswith("their:")]
    theirs = [value.removeprefix(head) for value in taken if value.startswith(head)]
    defence = "defence" if act == "attack" else "opposed"
    try:
        mine = reckon(
            state, who, text_of(answers, "skill"), own, extra=number_of(answers, "mod"), against=target, act=act
        )
        other = reckon(state, target, answer, theirs, against=who, act=defence)
    except Refused as reason:
        return str(reason)
    return mine.modifier, other.modifier
