"""The cost of applying events: entries of the table that are copied or looked through, and entries that are kept.

A forged file can hold many events over a table of very many people; its replay adds this up first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from wyrd_tui.engine.events import (
    Befell,
    Changed,
    Cleared,
    Counted,
    Event,
    Gained,
    Hitting,
    Joined,
    Laid,
    Left,
    Marked,
    Moved,
    Noted,
    Placed,
    Rated,
    Read,
    Recovered,
    Settled,
    Shown,
    Spent,
    Struck,
    Tracked,
    Traited,
    Turned,
    Usual,
    Wounded,
)
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import State

# To copy an entry of a table of names with all others is 1; so much more takes it to look at one, to make a record
# anew, or to keep a copy in memory.
_LOOKED = 10
_REMADE = 200
_KEPT = 20

_TABLES = attrgetter("actors", "challenges", "bonuses", "marks", "counters", "rules")


def _on_people(state: State, event: Event) -> int:
    return len(state.actors)


def _on_sheets(cost: Callable[[Sheet, Any], int]) -> Callable[..., int]:
    def counted(state: State, event: Marked) -> int:
        actor = state.actors.get(event.who)
        if actor is None:
            return 0
        sheet = actor.sheets.get(event.game)
        return len(state.actors) + _KEPT * len(actor.sheets) + (cost(sheet, event) if sheet else 0)

    return counted


def _rows(sheet: Sheet, event: Marked | Struck | Wounded) -> int:
    changed = event.marks if isinstance(event, Marked) else (event.row,)
    cost = 0
    for row in sheet.track:
        cost += _REMADE if row.id in changed else _LOOKED
    return cost


def _on_conditions(state: State, event: Befell | Recovered) -> int:
    actor = state.actors.get(event.who)
    return len(state.actors) + _LOOKED * len(actor.conditions) if actor else 0


def _on_leaving(state: State, event: Left) -> int:
    return _LOOKED * (len(state.actors) + 2 * len(state.order.places) + 2 * len(state.bonuses))


def _on_showing(state: State, event: Shown) -> int:
    # A page has more to copy than a row.
    pages = sum(2 * _REMADE if page.id == event.what else _LOOKED for page in state.book.pages)
    return len(state.actors) + len(state.challenges) + pages


def _on_challenges(state: State, event: Event) -> int:
    return len(state.challenges)


EFFORTS: Mapping[type, Callable[..., int]] = {
    Hitting: lambda state, event: _REMADE * len(state.roll.hits) if state.roll else 0,
    Marked: _on_sheets(_rows),
    Struck: _on_sheets(_rows),
    Wounded: _on_sheets(_rows),
    Rated: _on_sheets(lambda sheet, event: _KEPT * len(sheet.ratings)),
    Traited: _on_sheets(lambda sheet, event: 2 * _LOOKED * len(sheet.traits)),
    Tracked: _on_sheets(lambda sheet, event: 0),
    Usual: _on_sheets(lambda sheet, event: _KEPT * len(sheet.usual)),
    Joined: _on_people,
    Left: _on_leaving,
    Changed: _on_people,
    Shown: _on_showing,
    Befell: _on_conditions,
    Recovered: _on_conditions,
    Gained: lambda state, event: len(state.bonuses),
    Spent: lambda state, event: _LOOKED * len(state.bonuses),
    Laid: _on_challenges,
    Moved: _on_challenges,
    Settled: _on_challenges,
    Cleared: lambda state, event: _LOOKED * len(state.challenges),
    Turned: lambda state, event: _REMADE * len(state.order.places) if event.round > state.order.round else 0,
    Placed: lambda state, event: _LOOKED * len(state.order.places),
    Noted: lambda state, event: _LOOKED * len(state.marks),
    Counted: lambda state, event: len(state.counters),
    Read: lambda state, event: len(state.rules),
}
"""Entries that an event copies or looks through, by kind; none for a kind that is not named."""


def effort(state: State, event: Event) -> int:
    """Count the entries of a table that `apply` copies for an event; slower work counts as more entries."""
    kind = type(event)
    return EFFORTS[kind](state, event) if kind in EFFORTS else 0


def keeping(before: State, after: State) -> int:
    """Count the cost of keeping a table beside the one before it, in the same measure."""
    kept = 0
    for new, old in zip(_TABLES(after), _TABLES(before), strict=True):
        if new is not old:
            kept += len(new)
    return _KEPT * kept
