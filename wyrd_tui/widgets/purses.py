"""Points that each of a party can give to a storey of an abacus, in a line of short names (WA-17)."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.spans import Span
from wyrd_tui.engine.state import Actor
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import short_name
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.spans import Line
from wyrd_tui.widgets.tracks import is_away, shown_games

SHORTENED = (0, 99, 3)
"""Letters of the short names of a beam, from those with room to those without; 0 for whole names."""


def storeys_of(actor: Actor, games: Sequence[str]) -> tuple[Row, ...]:
    """Return the rows of an actor that stand for storeys of an abacus, in the games that are shown (WA-17)."""
    return tuple(
        row
        for game in shown_games(actor, games)
        for row in actor.sheets[game].track
        if row.id in voice_of(game).rod_words.storeys
    )


def short_purses(party: Sequence[Actor], game: str, storey: str, glyphs: Glyphs) -> Line:
    """Return what each of a party can give to a storey, by the fewest letters that tell their short names apart."""
    names = [clean_line(short_name(actor, party)) for actor in party]
    apart = (letters for letters in (1, 2) if len({name[:letters] for name in names}) == len(names))
    letters = next(apart, SHORTENED[-1])
    labels = (
        purse_label(actor, name[:letters], game, storey, glyphs) for actor, name in zip(party, names, strict=True)
    )
    spans: list[Span] = []
    for text, role in filter(None, labels):
        spans += [(" " if spans else "", "text"), (text.replace(" ", ""), role)]
    return tuple(spans)


def purse_label(actor: Actor, name: str, game: str, storey: str, glyphs: Glyphs) -> Span | None:
    """Return what an actor can give to a storey, by a name, in brackets if away; None where they have none."""
    sheet = actor.sheets.get(game)
    row = next((row for row in sheet.track if row.id == storey), None) if sheet and not actor.out else None
    if row is None:
        return None
    told = f"{clean_line(name)} {glyphs.lost if row.struck else _to_spend(row)}"
    if is_away(actor):
        return f"({told})", "dim"
    return told, "text" if _to_spend(row) else "dim"


def _to_spend(row: Row) -> int:
    """Return the points of a row that can be spent."""
    return 0 if row.struck else row.free
