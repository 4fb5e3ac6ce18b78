"""Losing points: damage, scratched abilities, and defeat (WA-27 … WA-31, U-18)."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Befell, Event, Marked, Said, Struck
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.wyrd_abacus.abilities import DEFEATED, ability_of, is_defeated
from wyrd_tui.engine.rules.wyrd_abacus.owed import lost_recovery
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import WYRD_ABACUS, Condition, State
from wyrd_tui.engine.words import name_and_verb, possessive

DEFEAT_WORDS = {"body": "maimed", "mind": "a gibbering wreck", "soul": "corrupted"}
"""Fate of a defeated character, by the ability that was scratched out twice (WA-31)."""


def usual_cost(value: int | None) -> int:
    """Return the usual cost of a failed challenge: half its value, and at least a point (WA-27, U-17)."""
    return max(1, (value or 0) // 2)


def _hit(state: State, who: str, ability: str) -> Row:
    """The ability that is hit.

    Raises:
        Refused: If the sheet has none such, or if its owner is defeated already.
    """
    actor = the_actor(state, who)
    row = ability_of(actor, ability)
    if is_defeated(actor):
        raise Refused(f"{name_and_verb(state, actor.id, 'is')} defeated already, and can lose nothing more.")
    return row


def damage_events(state: State, who: str, ability: str, points: int, why: str) -> Iterator[Event]:
    """Damage to an ability: points go, the last one scratches it out, and a second time defeats (WA-28 … WA-31, U-18).

    Raises:
        Refused: If the sheet has no such ability, or if its owner is defeated.
    """
    row = _hit(state, who, ability)
    if row.struck:
        # No point is left to lose; the line tells what was dealt all the same.
        yield Said(
            f"{name_and_verb(state, who, 'loses')} {points}{_by(why)}", f": {row.label} is scratched out a second time"
        )
        yield defeat_events(who, ability)
        yield from _recovery_lost(state, who, ability)
        return
    if row.free:
        lost = min(points, row.free)
        yield Marked(who, WYRD_ABACUS, {ability: row.marks + lost}, why, damage=points, lost=points - lost)
    if row.free <= points:
        # If no point was left to lose, only this line gives the cause.
        yield Struck(who, WYRD_ABACUS, ability, struck=True, why="" if row.free else why)
        yield from _recovery_lost(state, who, ability)


def scratch_events(state: State, who: str, ability: str, why: str) -> Iterator[Event]:
    """Trauma: an ability is scratched out at once, and a second time defeats (WA-30, WA-31).

    Raises:
        Refused: If the sheet has no such ability, or if its owner is defeated.
    """
    row = _hit(state, who, ability)
    if row.struck:
        yield Said(f"{possessive(state, who)} {row.label} is scratched out a second time{_by(why)}")
        yield defeat_events(who, ability)
    else:
        yield Struck(who, WYRD_ABACUS, ability, struck=True, why=why)
    yield from _recovery_lost(state, who, ability)


def _recovery_lost(state: State, who: str, ability: str) -> Iterator[Event]:
    """Tell of the open question for a point that ends as the ability is scratched out (WA-31, WA-49)."""
    lost, why = lost_recovery(state, who, ability)
    if lost:
        yield Said(lost, why)


def _by(why: str) -> str:
    return f" ({why})" if why else ""


def defeat_events(who: str, ability: str) -> Befell:
    """Defeat a character, who is out of the player's hands from now on (WA-31, WA-50)."""
    return Befell(who, Condition(DEFEATED, f"{DEFEATED}: {DEFEAT_WORDS[ability]}", out=True, game=WYRD_ABACUS))
