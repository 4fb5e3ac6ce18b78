"""Harm by one measure in all games: the share of a track, of points or of a group that is lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from wyrd_tui.engine.events import Changed
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import Actor, Condition
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import is_plural

BADLY = 0.5
"""The share of lost boxes, points or members from which an actor or a group is badly hurt."""
Health = Literal["unhurt", "low", "hurt", "badly", "out"]
"""The health of an actor, without a number."""
HEALTH_WORDS: Mapping[Health, str] = {
    "unhurt": "unhurt",
    "low": "low on points",
    "hurt": "hurt",
    "badly": "badly hurt",
    "out": "out",
}


def health_of(actor: Actor) -> Health:
    """Return the health of an actor; points that a player may have spent are no harm of their own."""
    health = _health(actor, harm_share(actor))
    spent = (_lost_share(actor, game, sheet) for game, sheet in actor.sheets.items() if _spends(game))
    return "low" if health == "unhurt" and max(spent, default=0) >= BADLY else health


def harm_share(actor: Actor) -> float:
    """Return the share of a track, of points or of a group that harm took; the largest of these."""
    # Points that were spent cannot be told from points that harm took; an ability that is scratched out is harm.
    harm = (
        _struck_share(actor, game) if _spends(game) else _lost_share(actor, game, sheet)
        for game, sheet in actor.sheets.items()
    )
    return max((_fallen_share(actor), *harm))


def health_by_loss(actor: Actor) -> Health:
    """Return the health of an actor where points that were spent count as well: unhurt, hurt, badly, or out."""
    lost = (_lost_share(actor, game, sheet) for game, sheet in actor.sheets.items())
    return _health(actor, max((_fallen_share(actor), *lost)))


def _spends(game: str) -> bool:
    return voice_of(game).points_are_spent


def _health(actor: Actor, lost: float) -> Health:
    return "out" if actor.out else "unhurt" if not lost else "hurt" if lost < BADLY else "badly"


def _fallen_share(actor: Actor) -> float:
    return actor.fallen / (actor.count + actor.fallen or 1)


def _struck_share(actor: Actor, game: str) -> float:
    points = voice_of(game).points
    return 1.0 if points and any(one.struck for one in points(actor, actor.sheets[game])) else 0.0


def _lost_share(actor: Actor, game: str, sheet: Sheet) -> float:
    """Return the share of a track that is lost; of points, the share of those of which most are lost."""
    if points := voice_of(game).points:
        drawn = [one for one in points(actor, sheet) if one.full + one.hollow]
        return max((1.0 if one.struck else one.hollow / (one.full + one.hollow) for one in drawn), default=0.0)
    rows: list[Row] = [row for row in sheet.track if row.boxes > 0]
    lost = sum(row.boxes if row.struck else min(row.marks, row.boxes) for row in rows)
    return lost / max(1, sum(row.boxes for row in rows))


def is_told(condition: Condition, actor: Actor) -> bool:
    """Tell whether players read a condition where they see its owner; words of the GM's own about a foe they do not."""
    return bool(condition.game) or actor.side == "party"


def describe_fall(event: Changed, actor: Actor) -> str:
    """Return how many fall of those who stood, and how many stand; empty where none falls."""
    if not event.fallen or actor.count == 1:
        last = "the last one falls" if is_plural(actor) else "falls"
        return last if event.fallen else ""
    return f"{'one falls' if event.fallen == 1 else f'{event.fallen} fall'} {actor.count}→{event.count}"
