"""Assets of actors as small pieces of a row: bonuses, ratings, traits and notes, shared by the panes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from wyrd_tui.engine.sheet import Sheet, Trait, uses_left
from wyrd_tui.engine.spans import Span
from wyrd_tui.engine.state import Actor, Bonus, State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import short_name_of
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.glyphs import Glyphs, with_sign
from wyrd_tui.widgets.tracks import lent, shown_games, tells_fate


def bonus_parts(bonuses: Iterable[Bonus], state: State, glyphs: Glyphs) -> Iterator[Span]:
    """Yield each bonus: its number, the rolls in which alone it counts, then its name, which may be cut."""
    for bonus in bonuses:
        foe = short_name_of(state, bonus.against) if bonus.against in state.actors else ""
        bound = (("on", bonus.skill), ("in", bonus.act), ("against", foe))
        where = " ".join(f"{word} {clean_line(name)}" for word, name in bound if name)
        name = clean_line(bonus.label) or bonus.kind
        yield f"{with_sign(bonus.value, glyphs)} {f'{where}: {name}' if where else name}", "gain"


def assets(actor: Actor, state: State, waiting: Sequence[Bonus], glyphs: Glyphs) -> list[Span]:
    """List the assets of an actor: bonuses for a roll, Wyrd to lend, uses of limited traits, and lost gear."""
    parts = list(bonus_parts(waiting, state, glyphs))
    parts += [] if actor.out else lent(actor, state.games, "gain")
    for trait in _traits(actor, state.games, listed=False):
        left = uses_left(trait)
        if trait.lost:
            parts.append((f"{clean_line(trait.name)} lost", "dim"))
        elif left is not None:
            parts.append((f"{clean_line(trait.name)} {left}/{left + trait.used}", "dim"))
    return parts


def ratings_by_level(sheet: Sheet, game: str, glyphs: Glyphs) -> Mapping[str, Sequence[str]]:
    """Map each level of a sheet's ratings, the highest first, to the ratings: `+2` to Shoot and Deception.

    A rating that wounds lower stands at the level that counts, with both parts: `+0` to `Athletics (+1, wound −1)`.
    Where all that is rated has points, these stand beside the name.
    """
    words = voice_of(game).rod_words
    lost: dict[str, int] = {}
    for hurt in (hurt for row in sheet.track if row.marks for hurt in row.hurts):
        lost[hurt.name.casefold()] = lost.get(hurt.name.casefold(), 0) + hurt.by
    levels: dict[str, list[str]] = {}
    rated = [(name, value, lost.get(name.casefold(), 0)) for name, value in sheet.ratings.items()]
    for name, value, by in sorted(rated, key=lambda one: one[2] - one[1]) if not words.storeys else ():
        level = with_sign(value - by, glyphs) if words.signed_values else str(value - by)
        why = f" ({with_sign(value, glyphs)}, wound {with_sign(-by, glyphs)})" if by else ""
        levels.setdefault(level, []).append(clean_line(name) + why)
    return levels


def further_facts(actor: Actor, games: Sequence[str], glyphs: Glyphs) -> list[list[Span]]:
    """List further facts of an actor, for much room: ratings, notes, the concept, when traits apply, other facets."""
    rated = ((actor.sheets[game], game) for game in shown_games(actor, games))
    levels = [level for sheet, game in rated for level in ratings_by_level(sheet, game, glyphs).items()]
    lines: list[list[Span]] = [[(f"{level} {name}", "dim") for level, names in levels for name in names]]
    away = {voice_of(game).away_condition for game in actor.ruled_by}
    noted = [
        one for one in actor.conditions if one.note and one.id not in away and not (one.out and tells_fate(one, actor))
    ]
    lines += [[(f"{clean_line(one.label)}: {clean_line(one.note)}", "dim")] for one in noted]
    if actor.concept:
        lines.append([(clean_line(actor.concept), "dim")])
    traits = [trait for trait in _traits(actor, games, listed=False) if not trait.lost]
    lines.append([(f"{clean_line(trait.name)}: {clean_line(trait.when)}", "dim") for trait in traits if trait.when])
    lines.append([(clean_line(one.name), "dim") for one in traits if not one.when and uses_left(one) is None])
    facets = [
        clean_line(trait.name) for trait in _traits(actor, games, listed=True) if uses_left(trait) and not trait.lost
    ]
    lines.append([(name, "dim") for name in facets])
    if actor.notes:
        lines.append([(f"Notes: {clean_line(actor.notes)}", "dim")])
    return [line for line in lines if line]


def _traits(actor: Actor, games: Sequence[str], *, listed: bool) -> list[Trait]:
    """Return the traits of the shown sheets whose games list traits by name, or those of the others."""
    shown = shown_games(actor, games)
    return [trait for game in shown if voice_of(game).lists_traits == listed for trait in actor.sheets[game].traits]
