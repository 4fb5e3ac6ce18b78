"""Sentences on how a table stands at the end of the recap for players: the party, and what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.harm import HEALTH_WORDS, Health
from wyrd_tui.engine.player_view import SeenChallenge, SeenPerson, SeenRow
from wyrd_tui.engine.words import common_noun, in_quotes, join_names, plain_number, suits_is

HARMED: tuple[Health, ...] = ("hurt", "badly", "out")
"""Harm with which others than the party are told of, too."""


def list_standing(people: Sequence[SeenPerson]) -> Iterator[str]:
    """Tell how each person stands, those who are unhurt together."""
    whole = [one.name for one in people if one.health == "unhurt" and not (one.conditions or [*_wounds(one.rows)])]
    if whole:
        yield f"{join_names(whole)} {'is' if len(whole) == 1 else 'are'} unhurt."
    for person in people:
        if person.name not in whole:
            yield f"{person.name} is {_hurt(person)}."


def _hurt(person: SeenPerson) -> str:
    """Tell harm, the conditions that *is* suits, the track, and last other conditions in their own words."""
    states = [common_noun(one).replace(": ", ", ") for one in person.conditions if suits_is(one)]
    others = [common_noun(one) for one in person.conditions if not suits_is(one)]
    # A fate says that its owner is out.
    told = person.health == "unhurt" or (person.health == "out" and any(map(suits_is, person.fates)))
    hurt = [] if states and told else [HEALTH_WORDS[person.health]]
    lost = join_names(list(_wounds(person.rows)))
    words = join_names([*hurt, *states]) + (f", with {lost}" if lost else "")
    return f"{words}: {', '.join(others)}" if others else words


def _wounds(rows: Sequence[SeenRow]) -> Iterator[str]:
    yield from (f"{row.label} scratched out" for row in rows if row.points and row.wound)
    for row in rows:
        if not row.lost or (row.points and row.wound):
            continue
        label = row.label.casefold()
        if row.points:
            # Points may be spent as well as lost, and boxes are marked.
            yield f"{plain_number(row.left - row.below)} of {row.left + row.lost} {row.label} left"
        elif row.wound:
            yield f"a {label} wound"
        else:
            yield f"{row.lost} of {row.left + row.lost} {label} marked"
    yield from (f"{row.label} {row.figures}" for row in rows if row.loud == "strong" and not row.left + row.lost)


def list_open(rods: Sequence[SeenChallenge]) -> Iterator[str]:
    """Tell how far the challenges and clocks have come that are still open."""
    still = [rod for rod in rods if rod.open and rod.needed and not rod.outcome]
    for rod in still:
        if rod.done:
            near = ", near its end" if rod.near else ""
            stands = f"stands at {rod.done} of {rod.needed}{near}" if rod.done < rod.needed else "is full"
            yield f"{in_quotes(rod.title)} {stands}."
    for clock, one, several in (
        (True, "has not moved yet", "have not moved yet"),
        (False, "is still to be overcome", "are still to be overcome"),
    ):
        if titles := [in_quotes(rod.title) for rod in still if rod.clock is clock and not rod.done]:
            yield f"{join_names(titles)} {one if len(titles) == 1 else several}."
