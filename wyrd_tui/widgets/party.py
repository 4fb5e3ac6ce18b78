"""The party: who is hurt, how much, what it costs them, and what waits for their next roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wyrd_tui.engine.state import Actor, Bonus, State
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.lines import Line, Span, named
from wyrd_tui.widgets.look import Look
from wyrd_tui.widgets.pane import Item, Pane, words
from wyrd_tui.widgets.text import cells, clean
from wyrd_tui.widgets.tracks import Waits, gifts, shown_track, track_spans, track_widths, troubles

NAME = (14, 28)
DETAILS = (4, 3, 2, 1)
"""How many lines may say what is the matter with a member: as many as leave all of them in sight."""


class _Shape(NamedTuple):
    """The columns of the list in cells, whether rows have initials, and how many lines may say what is the matter."""

    width: int
    name: int
    track: tuple[int, ...]
    initials: bool
    most: int


def party_of(state: State) -> list[Actor]:
    """The actors that the number keys pick, in order."""
    return [actor for actor in state.actors.values() if actor.side == "party"]


class PartyPane(Pane):
    """Damage tracks of the party."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Party", look=look, glyphs=glyphs, id="party")
        self._state = State()
        self._waiting: dict[str, list[Bonus]] = {}
        self._waits: Waits = {}
        self._cache: dict[tuple[str, int], tuple[object, ...]] = {}

    def show(self, state: State, here: str, marked: frozenset[str] = frozenset(), waits: Waits | None = None) -> None:
        """Show a table, with the cursor on an actor, and the wounds that wait to be dealt out."""
        old, self._state = self._state, state
        same = old.actors is state.actors and old.bonuses is state.bonuses and old.games is state.games
        if same and (waits or {}) == self._waits:
            self.select(here, marked)
            return
        self._waits = waits or {}
        self._waiting = {}
        for bonus in state.bonuses.values():
            self._waiting.setdefault(bonus.owner, []).append(bonus)
        self.cursor, self.marked = here, marked
        self.redraw()

    def draw(self, width: int) -> Sequence[Item]:
        """A line for each member, and what is the matter with them under it."""
        party = party_of(self._state)
        games = self._state.games
        tracks = [shown_track(actor, games) for actor in party]
        longest = max((cells(clean(actor.name)) for actor in party), default=0)
        for initials in (True, False):
            widths = track_widths(tracks, self.glyphs, initials=initials)
            name = min(NAME[1], max(NAME[0], longest), width - sum(widths) - len(widths) - 4)
            if name >= min(longest, NAME[1]):
                break
        items: list[Item] = []
        for most in DETAILS:
            shape = _Shape(width, max(8, name), widths, initials, most)
            items = [self._cached(actor, number, shape) for number, actor in enumerate(party, 1)]
            if sum(len(item.lines) for item in items) <= self.room:
                break
        if not items:
            hint: Line = (("Nobody yet. ", "dim"), (": add", "key"), (" brings somebody to the table.", "dim"))
            return (Item("", (hint,)),)
        return items

    def _cached(self, actor: Actor, number: int, shape: _Shape) -> Item:
        waiting = tuple(self._waiting.get(actor.id, ()))
        key = (actor.id, shape.most)
        beside = (number, shape, waiting, self._waits.get(actor.id), self._state.games)
        known = self._cache.get(key)
        if known and known[0] is actor and known[1] == beside and isinstance(known[2], Item):
            return known[2]
        item = self._item(actor, number, waiting, shape)
        self._cache[key] = (actor, beside, item)
        return item

    def _item(self, actor: Actor, number: int, waiting: Sequence[Bonus], shape: _Shape) -> Item:
        glyphs = self.glyphs
        width, name, widths, initials, most = shape
        games = self._state.games
        label = clean(actor.name) + (f" {glyphs.times}{actor.count}" if actor.count > 1 else "")
        spans: list[Span] = [
            (f"{number} " if number < 10 else "  ", "dim"),
            *named(label, name, "gone" if actor.out else "name", glyphs.more),
            ("  ", "text"),
            *track_spans(shown_track(actor, games), widths, glyphs, initials=initials),
        ]
        parts = [*troubles(actor, games, self._waits, glyphs), *gifts(actor, self._state, waiting, glyphs)]
        used = 4 + name + sum(widths) + len(widths)
        if not parts:
            return Item(actor.id, (tuple(spans),))
        beside = width - used - 1
        gap = f" {glyphs.dot} "
        if sum(cells(text) for text, _ in parts) + cells(gap) * (len(parts) - 1) <= beside:
            lines = words(parts, beside, gap, 1, glyphs.more)
            return Item(actor.id, ((*spans, (" ", "text"), *lines[0]),))
        below = words(parts, width - 4, gap, most, glyphs.more)
        return Item(actor.id, (tuple(spans), *((("    ", "text"), *line) for line in below)))
