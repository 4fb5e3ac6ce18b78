"""The order: whose turn it is, who is next, who has acted, and everybody else who is at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wyrd_tui.engine.state import Actor, Place, State
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs, signed
from wyrd_tui.widgets.lines import Line, Span, named, width_of
from wyrd_tui.widgets.look import Look
from wyrd_tui.widgets.pane import Item, Pane, words
from wyrd_tui.widgets.text import cells, clean, cut
from wyrd_tui.widgets.tracks import Waits, shown_track, track_spans, track_widths, troubles

STYLES = {
    "none": "",
    "gm": "set by hand",
    "ambush": "ambush",
    "rolled": "rolled",
    "sides": "by sides",
    "elective": "each picks the next",
}
SCORE = 5
ACTIONS = 3
WORD = (9, 13)
"""Most cells that are kept for how somebody stands, in a narrow pane and in a wide one."""
WIDE = 48
"""Cells from which on a pane has room for the word that somebody acted; a narrow one has a sign before the name."""


class _Shape(NamedTuple):
    """The columns of the list, in cells."""

    width: int
    fight: bool
    scored: bool
    name: int
    track: tuple[int, ...]


_Standing = tuple[Actor, Place | None]
"""Somebody, and their place in the order where they have one."""


class OrderPane(Pane):
    """Everybody in the order they act, then whoever has no place in it."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Order", look=look, glyphs=glyphs, id="order")
        self._state = State()
        self._waits: Waits = {}
        self._cache: dict[str, tuple[object, ...]] = {}

    def show(self, state: State, here: str, marked: frozenset[str] = frozenset(), waits: Waits | None = None) -> None:
        """Show a table, with the cursor on an actor, and the wounds that wait to be dealt out."""
        old, self._state = self._state, state
        if old.games is not state.games:
            self._cache.clear()
        same = old.actors is state.actors and old.order is state.order and old.games is state.games
        if same and (waits or {}) == self._waits:
            self.select(here, marked)
            return
        self._waits = waits or {}
        turned = old.order.turn != state.order.turn
        self.cursor, self.marked = here, marked
        self.redraw()
        if turned:
            self.reveal(state.order.turn)
            self.compose_lines()

    def heading(self) -> str:
        """The round, or that there is no fight."""
        order = self._state.order
        self.note = STYLES.get(order.style, "") if order.places else ""
        if order.round:
            return f"Order {self.glyphs.dot} round {order.round}"
        return "Order" if order.places else "Others at the table"

    def draw(self, width: int) -> Sequence[Item]:
        """A line for each place, then for each actor without one."""
        state = self._state
        placed = {place.who for place in state.order.places}
        rows: list[_Standing] = [
            (state.actors[place.who], place) for place in state.order.places if place.who in state.actors
        ]
        rows += [(a, None) for a in state.actors.values() if a.id not in placed and (placed or a.side != "party")]
        if not rows:
            return (Item("", ((("Nobody else is here.", "dim"),),)),)
        shape = self._shape(width, bool(placed), rows)
        turn = state.order.turn
        return [self._cached(actor, place, place is not None and actor.id == turn, shape) for actor, place in rows]

    def _shape(self, width: int, fight: bool, rows: Sequence[_Standing]) -> _Shape:
        longest = max(cells(self._label(actor)) for actor, _ in rows)
        # The party's tracks stand large in their own pane.
        tracks = [shown_track(actor, self._state.games) for actor, _ in rows if actor.side != "party"]
        track = track_widths(tracks, self.glyphs, initials=False)
        scored = any(place.score is not None for place in self._state.order.places)
        word = min(WORD[width >= WIDE], max(cells(self._word(*row, fight, width)[0]) for row in rows))
        spare = width - 2 - (2 if fight else 0) - (SCORE if scored else 0) - (ACTIONS if fight else 0) - word
        drawn = 2 + sum(track) + len(track)
        name = max(16, min(longest, 26, spare - drawn))
        if name + drawn > spare:
            # The name and the words come first; a track that does not fit is on the sheet.
            track, name = (), max(10, min(longest, 26, spare))
        return _Shape(width, fight, scored, name, track)

    def _cached(self, actor: Actor, place: Place | None, turn: bool, shape: _Shape) -> Item:
        known, waits = self._cache.get(actor.id), self._waits.get(actor.id)
        if known and known[0] is actor and known[1] is place and known[2:5] == (turn, shape, waits):
            item = known[5]
            if isinstance(item, Item):
                return item
        item = Item(actor.id, self._rows(actor, place, turn, shape))
        self._cache[actor.id] = (actor, place, turn, shape, waits, item)
        return item

    def _label(self, actor: Actor) -> str:
        return clean(actor.name) + (f" {self.glyphs.times}{actor.count}" if actor.count != 1 else "")

    def _rows(self, actor: Actor, place: Place | None, turn: bool, shape: _Shape) -> tuple[Line, ...]:
        glyphs = self.glyphs
        quiet = actor.out or bool(place and place.acted and not turn)
        role = "gone" if actor.out else "dim" if quiet or (shape.fight and place is None) else "name"
        spans: list[Span] = []
        if shape.fight:
            acted = place is not None and place.acted and shape.width < WIDE
            sign = glyphs.turn if turn else glyphs.acted if acted else " "
            spans.append((f"{sign} ", "turn" if turn else "dim" if acted else "text"))
        if shape.scored:
            score = "" if place is None or place.score is None else signed(place.score, glyphs)
            spans.append((f"{score:>3}", "dim" if quiet else "text"))
            spans.append(("= " if place and place.tie else "  ", "accent"))
        after: list[Span] = []
        if shape.fight:
            used = (glyphs.primary if place and "primary" in place.used else " ") + (
                glyphs.minor if place and "minor" in place.used else " "
            )
            after.append((f" {used}", "accent"))
        word, word_role = self._word(actor, place, shape.fight, shape.width)
        if shape.track:
            after.append(("  ", "text"))
            shown = shown_track(actor, self._state.games) if actor.side != "party" else ()
            after.extend(track_spans(shown, shape.track, glyphs, initials=False))
        after.append(("  ", "text"))
        parts = [(word, word_role)] if word else []
        if actor.side != "party":
            parts += [part for part in troubles(actor, self._state.games, self._waits, glyphs) if part[0] != word]
        space = shape.width - width_of(tuple(spans))
        gap = f" {glyphs.dot} "
        room = space - shape.name - width_of(tuple(after))
        if parts and sum(cells(text) + cells(gap) for text, _ in parts) - cells(gap) <= room:
            after.extend(words(parts, room, gap, 1, glyphs.more)[0])
            parts = []
        elif parts and cells(parts[0][0]) <= room:
            after.append(parts.pop(0))
        label = self._label(actor)
        first: Line = (*spans, *_stretched(label, shape.name, role, after, space, glyphs.more))
        if not parts:
            return (first,)
        indent = (2 if shape.fight else 0) + (SCORE if shape.scored else 0)
        below = words(parts, shape.width - indent, gap, 1, glyphs.more)
        return (first, ((" " * indent, "text"), *below[0]))

    def _word(self, actor: Actor, place: Place | None, fight: bool, width: int) -> Span:
        more = self.glyphs.more
        for condition in actor.conditions:
            if condition.out:
                return cut(clean(condition.label), width - 2, more), "strong"
        if actor.count <= 0:
            return "all down", "strong"
        if place is not None and place.held:
            return "holds", "accent"
        if place is not None and place.acted and width >= WIDE:
            return "acted", "dim"
        if actor.side != "party" and actor.visibility == "secret":
            return "secret", "dim"
        return ("not in it" if fight and place is None else ""), "dim"


def _stretched(label: str, column: int, role: str, after: Sequence[Span], space: int, more: str) -> Line:
    """A name and what stands after its column; a name that wants more takes what its own row leaves empty."""
    wanted = cells(label) - column
    if wanted <= 0:
        return (*named(label, column, role, more), *after)
    rest = list(after)
    blank = 0
    while rest and not rest[0][0].strip():
        blank += len(rest.pop(0)[0])
    while rest and not rest[-1][0].strip():
        rest.pop()
    if not rest:
        return named(label, min(cells(label), space), role, more)
    text, first = rest[0]
    blank += len(text) - len(text.lstrip())
    rest[0] = (text.lstrip(), first)
    more_cells = max(0, min(wanted, space - column - width_of(tuple(rest)) - 1))
    gap = max(min(1, blank), blank - more_cells)
    return (*named(label, column + more_cells, role, more), (" " * gap, "text"), *rest)
