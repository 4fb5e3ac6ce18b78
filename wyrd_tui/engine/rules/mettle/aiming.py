"""Targets of Checks and attacks, with the chances to hit each and to put it out (ME-10, ME-14, ME-35)."""

from __future__ import annotations

from collections.abc import Container, Sequence

from wyrd_tui.engine import pools
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, text_of
from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.mettle import METTLE_ROW
from wyrd_tui.engine.rules.ground.places import attacked_unasked
from wyrd_tui.engine.rules.mettle.blows import suggested_damage, weapon_among
from wyrd_tui.engine.rules.mettle.check_parts import (
    CheckPool,
    check_pool,
    is_guess,
    number_to_beat,
    rating_choices,
    usual_attack,
    why_no_pool,
)
from wyrd_tui.engine.rules.mettle.cover import POISE_NAME, usual_cover
from wyrd_tui.engine.rules.mettle.modifiers import mettle_of, row_of
from wyrd_tui.engine.state import METTLE, Actor, State
from wyrd_tui.engine.voices import is_way_out
from wyrd_tui.engine.words import crowd_name, distinction, plain_number


def targets(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the targets of a Check: all others with a sheet of this game, foes first."""
    who = text_of(answers, "who")
    side = state.actors[who].side if who in state.actors else ""
    rows = [a for a in state.actors.values() if a.id != who and METTLE in a.sheets]
    # An actor without a side is a bystander.
    rows.sort(key=lambda actor: (actor.out, actor.side == side, actor.side == "others"))
    return [Choice(actor.id, crowd_name(actor) + distinction(state, actor), actor.concept) for actor in rows]


def _attackable(state: State, answers: Answers) -> Sequence[Choice]:
    """Return the targets that are still in the fight; who conceded in another game is no target (WE-69, U-34)."""
    return [row for row in targets(state, answers) if not any(map(is_way_out, state.actors[row.value].conditions))]


def struck(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the targets of an attack with what decides: the Mettle of each and the chances to hit and to fell it.

    The only one is no ready answer where that is a friend, or somebody who is out.
    """
    rows = _attackable(state, answers)
    if len(rows) == 1 and first_struck(state, answers) is None:
        rows = [replace(rows[0], grave=True)]
    return _reckoned(state, answers, rows)


def aims(state: State, who: str, others: Container[str]) -> Sequence[Choice]:
    """Return those of some actors whom an actor may attack, each with the chances to hit it and to fell it."""
    answers = {"who": who}
    return _reckoned(state, answers, [row for row in _attackable(state, answers) if row.value in others])


def _reckoned(state: State, answers: Answers, rows: Sequence[Choice]) -> Sequence[Choice]:
    rating = text_of(answers, "rating") or usual_attack(state, answers)
    if not rating:
        return rows
    answers = {**answers, "rating": rating}
    # Only what is bound to a target sets its attack apart from the others.
    bound = {"", *(bonus.against for bonus in state.bonuses.values())}
    mine = {against: _pool(state, {**answers, "target": against}) for against in bound}
    return [_with_odds(state, {**answers, "target": row.value}, mine.get(row.value, mine[""]), row) for row in rows]


def aimed_pools(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the pools of an attack, each with the chance to hit the target that was chosen (ME-14)."""
    rows = rating_choices(state, answers)
    if text_of(answers, "target") not in state.actors or why_no_pool(state, answers):
        return rows
    return [_with_chance(state, {**answers, "rating": row.value}, row) for row in rows]


def _with_chance(state: State, answers: Answers, row: Choice) -> Choice:
    mine = _pool(state, answers)
    if mine is None:
        return row
    number, _ = number_to_beat(state, {"cover": usual_cover(state, answers), **answers})
    chance = pools.check(mine.dice, number, mine.raised, mine.discard)
    return replace(row, hint=count_noun(mine.dice, "die", "dice"), then=chance.short())


def aimed_with(state: State, answers: Answers) -> str:
    """Name the pool of the chances beside the targets."""
    rating = text_of(answers, "rating") or usual_attack(state, answers)
    why = ", the largest attribute" if rating == usual_attack(state, answers) and is_guess(state, answers) else ""
    return f"Chances with {rating}{why}" if rating else "The pool is asked next; each target’s chance follows from it"


def _pool(state: State, answers: Answers) -> CheckPool | None:
    """Return the dice of the attacker; None where the answers are refused."""
    try:
        return check_pool(state, answers)
    except Refused:
        return None


def _with_odds(state: State, answers: Answers, mine: CheckPool | None, row: Choice) -> Choice:
    """Add Mettle and chances to a target; a sheet without a Poise gives no chance."""
    actor = state.actors[row.value]
    mettle = f"Mettle {plain_number(mettle_of(actor))}/{track.boxes}" if (track := row_of(actor, METTLE_ROW)) else ""
    missing = f"no {text_of(answers, 'theirs') or POISE_NAME} written" if why_no_pool(state, answers) else ""
    if missing or mine is None:
        return replace(row, hint=" · ".join(filter(None, (missing, mettle, row.hint))))
    number, _ = number_to_beat(state, {**answers, "cover": usual_cover(state, answers)})
    hit = pools.check(mine.dice, number, mine.raised, mine.discard)
    out = _felled(state, text_of(answers, "who"), actor, mine, number)
    # Behind the chances it is in sight however short the row is.
    chance, behind = hit.short(), f", {mettle}" if mettle else ""
    if out is None or out.impossible:
        return replace(row, then=chance + behind, hit=chance)
    fells, brief = (out.felling(actor.count, brief=short) for short in (False, True))
    return replace(row, then=f"{chance}, {fells}{behind}", brief=f"{chance}, {brief}", hit=chance)


def _felled(state: State, who: str, target: Actor, mine: CheckPool, number: int) -> Chance | None:
    """Return the chance that an attack fells a target, or one of a group, by the damage that is suggested.

    None where no damage is suggested, and for a target that has no Mettle or is out already (ME-35, U-12, U-25).
    """
    least = suggested_damage(state, 0, weapon_among(state.actors[who], mine.parts[1:]))
    if least is None or target.out or row_of(target, METTLE_ROW) is None:
        return None
    # Each Edge is a point more, and a blow fells that leaves Mettle below 0.
    return pools.check_with_edge(mine.dice, number, mettle_of(target) + 1 - least, mine.raised, mine.discard)


def beaten_pool(state: State, answers: Answers) -> tuple[int, str] | None:
    """The number of a target that is to be beaten and its name, once its pool is chosen (ME-10); None before."""
    if text_of(answers, "target") not in state.actors or "theirs" not in answers or why_no_pool(state, answers):
        return None
    return number_to_beat(state, answers)


def first_struck(state: State, answers: Answers) -> str | None:
    """Return the first of those who may be attacked unasked, first one whose Poise is written; None for nobody."""
    standing = [state.actors[row.value] for row in _attackable(state, answers) if not state.actors[row.value].out]
    foes = [actor.id for actor in attacked_unasked(state, text_of(answers, "who"), standing)]
    return next((foe for foe in foes if not why_no_pool(state, {"target": foe})), next(iter(foes), None))
