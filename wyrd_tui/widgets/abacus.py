"""The abacus: every challenge a rod, with its beads slid over as far as they have come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wyrd_tui.engine.state import Challenge, ChallengeKind, State
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs, signed
from wyrd_tui.widgets.lines import Line, Span, named, width_of
from wyrd_tui.widgets.look import Look
from wyrd_tui.widgets.pane import Item, Pane, words
from wyrd_tui.widgets.text import cells, clean, pad

GROUPS: tuple[tuple[ChallengeKind, str], ...] = (("obstacle", "Obstacles"), ("task", "Tasks"), ("clock", "Clocks"))
MOST_BEADS = 12
NAMED = 60
"""Cells from which on a value has its name beside it."""
GAP = 2
"""Bare rod that is always left, so that beads can be seen to have slid."""


class _Shape(NamedTuple):
    """The columns of the list, in cells."""

    width: int
    rod: int
    named: bool
    value: int
    counted: int
    initials: bool


def beads(done: int, needed: int, rod: int, glyphs: Glyphs) -> tuple[str, str, str]:
    """A rod of so many cells: beads moved to the left end, the bare rod, beads still to move at the right end."""
    room = max(2, rod - GAP)
    shown = min(max(needed, 1), room)
    moved = min(max(done, 0), needed)
    if needed > room:
        # More beads than the rod holds: to scale, but nothing done shows as done and all done shows as all.
        moved = 0 if moved <= 0 else max(1, min(shown - (moved < needed), round(moved * shown / needed)))
    return glyphs.moved * moved, glyphs.rod * (rod - shown), glyphs.waiting * (shown - moved)


class AbacusPane(Pane):
    """Challenges by kind."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Abacus", look=look, glyphs=glyphs, id="abacus")
        self._state = State()
        self._values: Mapping[int, str] = {}
        self._cache: dict[str, tuple[object, ...]] = {}

    def show(self, state: State, here: str, rungs: Mapping[int, str]) -> None:
        """Show a table, with the cursor on a challenge; `rungs` names values where the ladder has a name."""
        old, self._state = self._state, state
        same_names = old.actors is state.actors or self._names(old) == self._names(state)
        if old.challenges is state.challenges and same_names and rungs == self._values:
            self.select(here)
            return
        self._values = rungs
        self.cursor = here
        self.redraw()

    def _names(self, state: State) -> tuple[str, ...]:
        return tuple(
            actor.name
            for challenge in state.challenges.values()
            for who in challenge.who
            if (actor := state.actors.get(who))
        )

    def draw(self, width: int) -> Sequence[Item]:
        """Rods under the heading of their kind; settled ones keep their place and say how they ended.

        Where the headings would push a rod out of sight, each rod has the initial of its kind instead.
        """
        if not self._state.challenges:
            hint: Line = (("Nothing on the rods.", "dim"),)
            return (Item("", (hint,)),)
        shape = self._shape(width)
        items = self._grouped(shape)
        if sum(len(item.lines) for item in items) > self.room:
            items = self._grouped(shape._replace(width=width - len(GROUPS[0][1][0]) - 1, initials=True))
        return items

    def _shape(self, width: int) -> _Shape:
        challenges = self._state.challenges.values()
        wide = width >= NAMED
        rod = min(max(rod.needed for rod in challenges), MOST_BEADS if wide else 6) + GAP
        value = max(cells(self._value(rod, wide)) for rod in challenges)
        counted = max(len(f"{rod.done}/{rod.needed}") for rod in challenges)
        return _Shape(width, rod, wide, value, counted, False)

    def _grouped(self, shape: _Shape) -> list[Item]:
        items: list[Item] = []
        for kind, heading in GROUPS:
            rods = [rod for rod in self._state.challenges.values() if rod.kind == kind]
            if rods and not shape.initials:
                items.append(Item("", (((heading, "dim"),),)))
            for rod in rods:
                item = self._cached(rod, shape)
                initial: Span = (f"{heading[0]} ", "dim")
                blank: Span = ("  ", "text")
                lines = tuple((blank if number else initial, *line) for number, line in enumerate(item.lines))
                items.append(Item(rod.id, lines) if shape.initials else item)
        return items

    def _cached(self, challenge: Challenge, shape: _Shape) -> Item:
        waits = self._waits(challenge)
        names = self._who(challenge)
        known = self._cache.get(challenge.id)
        if known and known[0] is challenge and known[1:4] == (shape, waits, names) and isinstance(known[4], Item):
            return known[4]
        item = Item(challenge.id, self._rows(challenge, shape, waits, names))
        self._cache[challenge.id] = (challenge, shape, waits, names, item)
        return item

    def _value(self, challenge: Challenge, named: bool) -> str:
        if challenge.value is None:
            return ""
        number = signed(challenge.value, self.glyphs)
        name = self._values.get(challenge.value, "") if named else ""
        return f"{number} {name}".rstrip()

    def _waits(self, challenge: Challenge) -> tuple[str, ...]:
        others = (self._state.challenges.get(other) for other in challenge.after)
        return tuple(clean(other.title) or other.id for other in others if other and other.outcome != "overcome")

    def _who(self, challenge: Challenge) -> tuple[str, ...]:
        return tuple(clean(actor.name) for who in challenge.who if (actor := self._state.actors.get(who)))

    def _rows(
        self, challenge: Challenge, shape: _Shape, waits: tuple[str, ...], names: tuple[str, ...]
    ) -> tuple[Line, ...]:
        glyphs = self.glyphs
        moved, bare, waiting = beads(challenge.done, challenge.needed, shape.rod, glyphs)
        over = bool(challenge.outcome)
        spans: list[Span] = [
            (glyphs.left, "dim"),
            (moved, "dim" if over else "accent"),
            (bare, "faint"),
            (waiting, "faint" if over or waits else "text"),
            (glyphs.right, "dim"),
            (f" {challenge.done}/{challenge.needed}".ljust(shape.counted + 1), "dim"),
            (" ", "text"),
        ]
        spans = [span for span in spans if span[0]]
        if shape.value:
            spans.append((pad(self._value(challenge, shape.named), shape.value, glyphs.more) + " ", "dim"))
        seen: Span = (challenge.outcome, "strong") if over else (challenge.visibility, "dim")
        right = f" {seen[0]}"
        room = shape.width - width_of(tuple(spans)) - cells(right)
        title = clean(challenge.title) or challenge.id
        who = "" if over else ", ".join(names)
        beside = room - cells(title) - 3
        if who and not waits and cells(who) <= beside:
            spans += [(title, "name"), (f"  {who} ".ljust(room - cells(title)), "dim")]
            names = ()
        else:
            spans.extend(named(title, room, "gone" if over else "name", glyphs.more))
        spans.append((right, seen[1]))
        parts: list[Span] = []
        if waits and not over:
            parts.append((f"{glyphs.lock} after {', '.join(waits)}", "hurt"))
        if names and not over:
            parts.append((", ".join(names), "text"))
        if not parts:
            return (tuple(spans),)
        indent = shape.rod + 4 + shape.counted
        below = words(parts, max(10, shape.width - indent), f" {glyphs.dot} ", 1, glyphs.more)
        return (tuple(spans), ((" " * indent, "text"), *below[0]))
