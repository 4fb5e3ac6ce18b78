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
from wyrd_tui.widgets.tracks import sheet_of, track_spans, track_widths, troubles

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
WORD = (7, 13)
"""Cells for how somebody stands, in a narrow pane and in a wide one."""
WIDE = 48


class _Shape(NamedTuple):
    """The columns of the list, in cells."""

    width: int
    fight: bool
    scored: bool
    name: int
    track: tuple[int, ...]


class OrderPane(Pane):
    """Everybody in the order they act, then whoever has no place in it."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Order", look=look, glyphs=glyphs, id="order")
        self._state = State()
        self._cache: dict[str, tuple[object, ...]] = {}

    def show(self, state: State, here: str, marked: frozenset[str] = frozenset()) -> None:
        """Show a table, with the cursor on an actor."""
        old, self._state = self._state, state
        if old.actors is state.actors and old.order is state.order and old.games is state.games:
            self.select(here, marked)
            return
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
        rest = [a for a in state.actors.values() if a.id not in placed and (placed or a.side != "party")]
        shape = self._shape(width, bool(placed), [*(state.actors[p] for p in placed if p in state.actors), *rest])
        items = []
        for place in state.order.places:
            actor = state.actors.get(place.who)
            if actor is not None:
                items.append(self._cached(actor, place, place.who == state.order.turn, shape))
        items.extend(self._cached(actor, None, False, shape) for actor in rest)
        if not items:
            return (Item("", ((("Nobody else is here.", "dim"),),)),)
        return items

    def _shape(self, width: int, fight: bool, actors: Sequence[Actor]) -> _Shape:
        longest = max((cells(self._label(actor)) for actor in actors), default=8)
        # The party's tracks stand large in their own pane.
        others = [actor for actor in actors if actor.side != "party"]
        tracks = [sheet.track for actor in others if (sheet := sheet_of(actor, self._state.games))]
        track = track_widths(tracks, self.glyphs, initials=False)
        scored = any(place.score is not None for place in self._state.order.places)
        spare = (
            width - 2 - (2 if fight else 0) - (SCORE if scored else 0) - (ACTIONS if fight else 0) - WORD[width >= WIDE]
        )
        drawn = 2 + sum(track) + len(track)
        name = max(16, min(longest, 26, spare - drawn))
        if name + drawn > spare:
            # The name and the words come first; a track that does not fit is on the sheet.
            track, name = (), max(10, min(longest, 26, spare))
        return _Shape(width, fight, scored, name, track)

    def _cached(self, actor: Actor, place: Place | None, turn: bool, shape: _Shape) -> Item:
        known = self._cache.get(actor.id)
        if known and known[0] is actor and known[1] is place and known[2:4] == (turn, shape):
            item = known[4]
            if isinstance(item, Item):
                return item
        item = Item(actor.id, self._rows(actor, place, turn, shape))
        self._cache[actor.id] = (actor, place, turn, shape, item)
        return item

    def _label(self, actor: Actor) -> str:
        return clean(actor.name) + (f" {self.glyphs.times}{actor.count}" if actor.count != 1 else "")

    def _rows(self, actor: Actor, place: Place | None, turn: bool, shape: _Shape) -> tuple[Line, ...]:
        glyphs = self.glyphs
        quiet = actor.out or bool(place and place.acted and not turn)
        role = "gone" if actor.out else "dim" if quiet or (shape.fight and place is None) else "name"
        spans: list[Span] = []
        if shape.fight:
            spans.append((f"{glyphs.turn if turn else ' '} ", "turn" if turn else "text"))
        if shape.scored:
            score = "" if place is None or place.score is None else signed(place.score, glyphs)
            spans.append((f"{score:>3}", "dim" if quiet else "text"))
            spans.append(("= " if place and place.tie else "  ", "accent"))
        spans.extend(named(self._label(actor), shape.name, role, glyphs.more))
        if shape.fight:
            used = (glyphs.primary if place and place.primary else " ") + (
                glyphs.minor if place and place.minor else " "
            )
            spans.append((f" {used}", "accent"))
        word, word_role = self._word(actor, place, shape)
        if shape.track:
            spans.append(("  ", "text"))
            sheet = sheet_of(actor, self._state.games)
            shown = sheet.track if sheet and actor.side != "party" else ()
            spans.extend(track_spans(shown, shape.track, glyphs, initials=False))
        spans.append(("  ", "text"))
        room = shape.width - width_of(tuple(spans))
        parts = [(word, word_role)] if word else []
        if actor.side != "party":
            parts += [part for part in troubles(actor, self._state.games, glyphs) if part[0] != word]
        return self._with_parts(spans, parts, room, shape)

    def _with_parts(self, spans: list[Span], parts: list[Span], room: int, shape: _Shape) -> tuple[Line, ...]:
        glyphs = self.glyphs
        gap = f" {glyphs.dot} "
        if not parts:
            return (tuple(spans),)
        if sum(cells(text) + cells(gap) for text, _ in parts) - cells(gap) <= room:
            return ((*spans, *words(parts, room, gap, 1, glyphs.more)[0]),)
        if cells(parts[0][0]) <= room:
            spans.append(parts.pop(0))
        indent = (2 if shape.fight else 0) + (SCORE if shape.scored else 0)
        below = words(parts, shape.width - indent, gap, 1, glyphs.more)
        return (tuple(spans), ((" " * indent, "text"), *below[0]))

    def _word(self, actor: Actor, place: Place | None, shape: _Shape) -> Span:
        more = self.glyphs.more
        for condition in actor.conditions:
            if condition.out:
                return cut(clean(condition.label), shape.width - 2, more), "strong"
        if actor.count <= 0:
            return "all down", "strong"
        if place is not None and place.held:
            return "holds", "accent"
        if place is not None and place.acted:
            return "acted", "dim"
        if actor.side != "party" and actor.visibility == "secret":
            return "secret", "dim"
        return ("not in it" if shape.fight and place is None else ""), "dim"
