"""Harm of actors at a glance: the stripe at the edge of a row, and who is hurt worst."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from wyrd_tui.engine.harm import Health, harm_share, health_of
from wyrd_tui.engine.spans import Span
from wyrd_tui.engine.state import Actor
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.tracks import shown_games, shown_track

_LEVELS: Mapping[Health, Literal["scratch", "hurt"]] = {"hurt": "scratch", "badly": "hurt"}


def harm_level(actor: Actor) -> Literal["", "scratch", "hurt"]:
    """Tell how badly an actor or a group is hit on any sheet: not, hurt, or badly; strain and spent points are no harm.

    Mettle that was spent is lost like that of a hit. Badly is half of a track or of points, a loss that costs
    something, or a condition as grave, such as Broken.
    """
    harms = ((game, *harm) for game in actor.sheets for harm in voice_of(game).harms.items())
    conditions = {level for game, name, level in harms if actor.suffered(game, name)}
    if "badly" in conditions or _penalty(actor):
        return "hurt"
    return _LEVELS.get(health_of(actor), "scratch" if conditions else "")


def _penalty(actor: Actor) -> int:
    return sum(row.penalty * row.marks for row in shown_track(actor, tuple(actor.sheets)))


def worst_hurt(actors: Iterable[Actor]) -> frozenset[str]:
    """Return the ids of those who are hurt worst and still stand: by the penalty of their wounds, then by what is lost.

    Nobody is worst hurt who is not badly hurt.
    """
    graded = {
        actor.id: (_penalty(actor), harm_share(actor))
        for actor in actors
        if not actor.out and harm_level(actor) == "hurt"
    }
    worst = max(graded.values(), default=None)
    return frozenset(who for who, grade in graded.items() if grade == worst)


def worst_of_sides(actors: Sequence[Actor]) -> frozenset[str]:
    """Return the ids of those who are hurt worst in the party, and of those among all others."""
    party = worst_hurt(actor for actor in actors if actor.side == "party")
    return party | worst_hurt(actor for actor in actors if actor.side != "party")


def stripe(actor: Actor, glyphs: Glyphs) -> Span:
    """Draw the first cell of a row: nothing, hurt, badly hurt or wounded, or out."""
    if actor.out:
        return glyphs.lost, "lost"
    level = harm_level(actor)
    return {"hurt": glyphs.wounded, "scratch": glyphs.hit, "": " "}[level], level or "text"


def unseen_harm(actor: Actor, games: Sequence[str]) -> Span | None:
    """Tell of the harm that a stripe shows and the track of these games does not: the worst row of another sheet."""
    told: list[tuple[float, float, str]] = []
    for game in set(actor.sheets).difference(shown_games(actor, games)):
        voice, sheet = voice_of(game), actor.sheets[game]
        if voice.points is None:
            told += [
                (row.penalty, row.marks, f"{row.label} {row.marks}/{row.boxes}") for row in sheet.track if row.marks
            ]
            continue
        for one in voice.points(actor, sheet):
            if one.struck or (one.hollow and not voice.points_are_spent):
                harm = "scratched" if one.struck else f"{one.figures} left"
                told.append((one.struck, one.hollow, f"{one.label} {harm}"))
    return (clean_line(max(told)[-1]), harm_level(actor) or "dim") if told else None
