"""Harm by one measure in all games: the share of a track, of points or of a group that is lost."""

from __future__ import annotations

from typing import Literal

from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import Actor
from wyrd_tui.engine.voices import voice_of

BADLY = 0.5
"""The share of lost boxes, points or members from which an actor or a group is badly hurt."""
Health = Literal["unhurt", "hurt", "badly hurt", "out"]
"""How hurt somebody is, as a value and in words."""


def hurt_words(actor: Actor) -> Health:
    """Tell how hurt somebody is, without a number: unhurt, hurt, badly hurt, or out."""
    if actor.out:
        return "out"
    shares = [_lost_share(actor, game, sheet) for game, sheet in actor.sheets.items()]
    worst = max([actor.fallen / (actor.count + actor.fallen), *shares])
    return "unhurt" if not worst else "hurt" if worst < BADLY else "badly hurt"


def _lost_share(actor: Actor, game: str, sheet: Sheet) -> float:
    """Return the share of a track that is lost; of points, the share of those of which most are lost."""
    if points := voice_of(game).points:
        drawn = [one for one in points(actor, sheet) if one.full + one.hollow]
        return max((1.0 if one.struck else one.hollow / (one.full + one.hollow) for one in drawn), default=0.0)
    rows: list[Row] = [row for row in sheet.track if row.boxes > 0]
    lost = sum(row.boxes if row.struck else min(row.marks, row.boxes) for row in rows)
    return lost / max(1, sum(row.boxes for row in rows))
