"""Sentences on how a table stands at the end of the recap for players: the party, and what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.player_view import SeenChallenge, SeenPerson, SeenRow
from wyrd_tui.engine.words import common_noun, join_names, suits_is


def list_standing(people: Sequence[SeenPerson]) -> Iterator[str]:
    """Tell how each member of the party stands, those who are unhurt together."""
    whole = [one.name for one in people if one.hurt == "unhurt" and not (one.conditions or [*_wounds(one.rows)])]
    if whole:
        yield f"{join_names(whole)} {'is' if len(whole) == 1 else 'are'} unhurt."
    for person in people:
        if person.name not in whole:
            wounds = list(_wounds(person.rows))
            lost = f" ({', '.join(wounds)})" if wounds else ""
            told = ", ".join(map(common_noun, person.conditions))
            if person.hurt == "unhurt" and told and all(map(suits_is, person.conditions)):
                yield f"{person.name} is {join_names([*map(common_noun, person.conditions)])}{lost}."
            else:
                yield f"{person.name} is {person.hurt}{lost}{f': {told}' if told else ''}."


def _wounds(rows: Sequence[SeenRow]) -> Iterator[str]:
    yield from (f"{row.label} scratched out" for row in rows if row.points and row.wound)
    lost = [row for row in rows if row.lost and not (row.points and row.wound)]
    if lost:
        labels = [(row, row.label if row.points else row.label.casefold()) for row in lost]
        for points, done in ((False, "marked"), (True, "left")):
            # Points may be spent as well as lost, and boxes are marked.
            if told := [
                f"{label} {row.left if points else row.lost} of {row.left + row.lost}"
                for row, label in labels
                if row.points is points
            ]:
                yield f"{', '.join(told)} {done}"
    yield from (f"{row.label} {row.figures}" for row in rows if row.loud == "strong" and not row.left + row.lost)


def still_open(rod: SeenChallenge) -> str:
    """Tell how far an open challenge has come."""
    if rod.done:
        return f"{rod.title} stands at {rod.done} of {rod.needed}."
    return f"{rod.title} has not begun." if rod.clock else f"{rod.title} is still to be overcome."
