"""Rolls as players know them: whom they did not know as the dice fell, and the last roll of which they read."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.known import KnownNames, is_known
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import State
from wyrd_tui.engine.told_deed import Deed
from wyrd_tui.engine.voices import voice_of


def public_roll(state: State) -> Roll | None:
    """Return the last roll of which players read something; None where there is none."""
    known = KnownNames(state)
    # A roll that is still on the table may have been ruled on since it was kept.
    rolls = {roll.number: roll for roll in (state.told, *state.rolls) if roll is not None}
    newest = sorted(rolls.values(), key=lambda roll: roll.number, reverse=True)
    return next((roll for roll in newest if public_result(roll, known) is not None), None)


def public_result(roll: Roll, known: KnownNames) -> Deed | None:
    """Return the result of a roll as a deed that players may read; None where they know nothing of it."""
    known = known.of_roll(roll)
    deed = voice_of(roll.game).public_result(roll, known)
    return deed and deed._replace(people=known.people(ids_in(roll)))


def list_unseen(state: State, roll: Roll) -> tuple[str, ...]:
    """List the actors in a roll whom players do not know."""
    people = dict.fromkeys(who for who in ids_in(roll) if who in state.actors)
    return tuple(who for who in people if not is_known(state.actors[who]))


def ids_in(roll: Roll) -> Iterator[str]:
    """Yield the ids of all actors in a roll, some of them perhaps twice or empty."""
    yield from (score.who for score in (roll.score, *roll.against))
    yield from roll.memory.people if roll.memory is not None else ()


def without_unseen(roll: Roll, who: str) -> Roll:
    """Return a roll that tells players of an actor, whom it may have hidden."""
    return replace(roll, unseen=tuple(one for one in roll.unseen if one != who)) if who in roll.unseen else roll


def remember_title(state: State, challenge: str) -> tuple[Roll, ...]:
    """Return the rolls, with the title of a challenge that leaves kept in those that were thrown for it."""
    rod = state.challenges.get(challenge)
    title = rod.title if rod is not None and rod.visibility != "secret" else ""
    return tuple(replace(roll, title=title) if title and roll.challenge == challenge else roll for roll in state.rolls)
