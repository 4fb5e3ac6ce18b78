"""The models of damage tracks, and the rows that they come to with a number of players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import groupby
from typing import Annotated, TypeVar

from pydantic import BeforeValidator, Discriminator, Field, Tag

from wyrd_tui.engine.frozen import Frozen, replace
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.rules.ground.tracks import TRACKS, make_track
from wyrd_tui.engine.sheet import Clears, Hurt, Row, Trait
from wyrd_tui.store.scenarios.amounts import compute_amount
from wyrd_tui.store.scenarios.fields import Entry, Few, Id, Name, PoolSize, TrackId, option

MOST_ROWS = 20
SheetPart = TypeVar("SheetPart", Row, Trait)


class RowEntry(Entry):
    """One row of a damage track."""

    label: Name = Field(description='Name on the screen, such as "Stress" or "Sanity".')
    id: Id | None = option("Unique on its track; made from the label where it is missing.")
    boxes: PoolSize = Field(description="Number of boxes.")
    marks: Few = option("Number of boxes that are marked when play begins.", 0)
    absorbs: int = option("Points of damage that one box soaks up.", 1, ge=1, le=60)
    penalty: int = option("Penalty while any box is marked: 1 for a mild wound.", 0, ge=-20, le=20)
    clears: Clears = option("Cure: the end of a scene, or rest for hours, days or weeks.", "never")
    counts: bool = option("True if damage marks it and it must be full before its owner is out.", True)
    hurts: dict[Name, Few] = Field(default_factory=dict, description="Skills that its penalty falls on already.")

    def row(self, players: int) -> Row:
        """Make it a row, with as many boxes as it has with a number of players."""
        boxes = max(0, compute_amount(self.boxes, players))
        hurts = tuple(Hurt(name, by) for name, by in self.hurts.items()) if self.marks else ()
        marks = min(self.marks, boxes)
        return self.make(Row, id=self.own_id, boxes=boxes, marks=marks, penalty=abs(self.penalty), hurts=hurts)


def _in_list(value: object) -> object:
    """Put the name of a track into a list; numbers in a text are refused with the list that they stand for."""
    if isinstance(value, str) and len(boxes := re.findall(r"\d{1,3}", value)) > 1 and not re.search("[a-z]{2}", value):
        raise ValueError(f"boxes are written as a list: track = [{', '.join(boxes)}]")
    return [value] if isinstance(value, str) else value


Track = Annotated[
    list[
        Annotated[
            Annotated[TrackId, Tag("name")] | Annotated[Few, Tag("boxes")] | Annotated[RowEntry, Tag("row")],
            Discriminator(lambda part: {dict: "row", str: "name"}.get(type(part), "boxes")),
        ]
    ],
    Field(max_length=MOST_ROWS),
    BeforeValidator(_in_list, json_schema_input_type=str | list[str | int | RowEntry]),
]


class Measure(Frozen):
    """The number of players that amounts are computed for, the scenario's own tracks by name, and the usual one."""

    players: int
    tracks: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    default: tuple[Row, ...] = ()

    def track(self, parts: Iterable[str | int | RowEntry]) -> tuple[Row, ...]:
        """Make the rows of a track, from names of tracks, rows, and numbers of boxes, of which a run is a track."""
        rows: list[Row] = []
        for numbers, run in groupby(parts, lambda part: isinstance(part, int)):
            if numbers:
                rows += make_track([part for part in run if isinstance(part, int)])
                continue
            for part in run:
                named = self.tracks.get(part) or TRACKS.get(part, ()) if isinstance(part, str) else ()
                rows += [part.row(self.players)] if isinstance(part, RowEntry) else named
        return with_unique_ids(rows)


def with_unique_ids(items: Iterable[SheetPart]) -> tuple[SheetPart, ...]:
    """Number the ids of rows or traits that another of the same sheet has."""
    taken: dict[str, SheetPart] = {}
    for item in items:
        name = item.id if item.id not in taken else fresh_id(item.id, taken)
        taken[name] = item if name == item.id else replace(item, id=name)
    return tuple(taken.values())
