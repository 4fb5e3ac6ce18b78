"""Targets of Checks and attacks, with the chance to hit each (ME-10, ME-14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, text_of
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.nouns.mettle import METTLE_ROW
from wyrd_tui.engine.rules.ground.turn_passing import out_of_turn
from wyrd_tui.engine.rules.mettle.check_parts import chance_of_check, usual_attack, why_no_pool
from wyrd_tui.engine.rules.mettle.cover import usual_cover
from wyrd_tui.engine.rules.mettle.modifiers import mettle_of, row_of
from wyrd_tui.engine.state import METTLE, State
from wyrd_tui.engine.words import crowd_name, distinction, plain_number


def targets(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the targets of a Check: all others with a sheet of this game, foes first."""
    who = text_of(answers, "who")
    side = state.actors[who].side if who in state.actors else ""
    rows = [a for a in state.actors.values() if a.id != who and METTLE in a.sheets]
    # An actor without a side is a bystander.
    rows.sort(key=lambda actor: (actor.out, actor.side == side, actor.side == "others"))
    return [Choice(actor.id, crowd_name(actor) + distinction(state, actor), actor.concept) for actor in rows]


def struck(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the targets of an attack with what decides: the Mettle of each, and the chance to hit its Poise."""
    rating = text_of(answers, "rating") or usual_attack(state, answers)
    if not rating:
        return targets(state, answers)
    return [
        _with_odds(state, {**answers, "rating": rating, "target": row.value}, row) for row in targets(state, answers)
    ]


def aimed_with(state: State, answers: Answers) -> str:
    """Name the pool of the chances beside the targets, after the word that the attack comes out of turn."""
    rating = text_of(answers, "rating") or usual_attack(state, answers)
    told = f"Chances with {rating}" if rating else "The pool is asked next; each target’s chance follows from it"
    return " · ".join(filter(None, (out_of_turn(state, answers), told)))


def _with_odds(state: State, answers: Answers, row: Choice) -> Choice:
    """Add Mettle and chance to a target; a sheet without a Poise gives no chance."""
    actor = state.actors[row.value]
    mettle = f"Mettle {plain_number(mettle_of(actor))}/{track.boxes}" if (track := row_of(actor, METTLE_ROW)) else ""
    try:
        chance = chance_of_check(state, {**answers, "cover": usual_cover(state, answers)}).short()
    except Refused:
        missing = "no Poise written" if why_no_pool(state, {"target": actor.id}) else ""
        return replace(row, hint=" · ".join(filter(None, (missing, mettle, row.hint))))
    # Behind the chance it is in sight however short the row is.
    return replace(row, then=", ".join(filter(None, (chance, mettle))))


def first_target(state: State, answers: Answers) -> str | None:
    """Return the first target; None for none."""
    rows = targets(state, answers)
    return rows[0].value if rows else None


def first_struck(state: State, answers: Answers) -> str | None:
    """Return the first target whose Poise is written, else the first."""
    rows = (row.value for row in targets(state, answers) if not why_no_pool(state, {"target": row.value}))
    return next(rows, first_target(state, answers))
