"""Amounts and damage tracks of a scenario, as they come out with a number of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wyrd_tui.engine.rules.ground.tracks import TRACKS, make_track
from wyrd_tui.engine.sheet import Hurt, Row
from wyrd_tui.engine.state import slug
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.amounts import compute_amount

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios.sheet_models import RowEntry


@dataclass
class Measure:
    """The number of players that amounts are computed for, and the tracks that sheets may name.

    Attributes:
        players: The number of players.
        tracks: The scenario's own damage tracks by name.
        default: The track of a full character whose sheet names none.
    """

    players: int
    tracks: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    default: tuple[Row, ...] = ()

    def track(self, parts: Iterable[str | int | RowEntry]) -> tuple[Row, ...]:
        """Make the rows of a track, from names of tracks, numbers of boxes, and rows."""
        rows: list[Row] = []
        short: list[int] = []
        for part in (*parts, ""):
            if isinstance(part, int):
                short.append(part)
                continue
            rows += make_track(short)
            short.clear()
            rows += (self.tracks.get(part) or TRACKS.get(part, ())) if isinstance(part, str) else [self._row(part)]
        return presets.with_unique_ids(rows)

    def _row(self, row: RowEntry) -> Row:
        boxes = max(0, compute_amount(row.boxes, self.players))
        return Row(
            id=row.id or slug(row.label),
            label=row.label,
            boxes=boxes,
            marks=min(row.marks, boxes),
            absorbs=row.absorbs,
            penalty=abs(row.penalty),
            clears=row.clears,
            counts=row.counts,
            hurts=tuple(Hurt(name, by) for name, by in row.hurts.items()) if row.marks else (),
        )
