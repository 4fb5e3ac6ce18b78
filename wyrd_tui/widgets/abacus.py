"""The abacus: every challenge a rod, with its beads slid over as far as they have come.

What the Wyrd Abacus lays out hangs in one frame, under a beam for each ability that says who can give how much of it.
Other challenges stand below or above it by kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES, COUNTDOWN, POOL, ROLLS, SIXES, TYPES
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, Challenge, ChallengeKind, State
from wyrd_tui.engine.voices import value_name
from wyrd_tui.engine.words import plain_number
from wyrd_tui.widgets.abilities import purse
from wyrd_tui.widgets.cells import cells, clean
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs, signed
from wyrd_tui.widgets.look import Look
from wyrd_tui.widgets.pane import Item, Pane, words
from wyrd_tui.widgets.rod_rows import ROOMY, Known, Shape, ability_of, ended, rod_rows
from wyrd_tui.widgets.rods import FOOT, LARGE, bare_rod, beam, bowl, large_rod, standing
from wyrd_tui.widgets.rods import GAP as BARE
from wyrd_tui.widgets.spans import Line, Span, width_of

KINDS: tuple[tuple[ChallengeKind, str], ...] = (("obstacle", "Obstacles"), ("task", "Tasks"), ("clock", "Clocks"))
COUNTDOWNS = "Countdowns"
MOST_BEADS = (6, 9)
"""Beads on a rod in a narrow pane and in a wide one; one whose value is its beads has up to ten in any."""
VALUED = 10
LARGE_BEADS = 8
"""Large beads on a rod, where none has its value in beads."""
NAMED = 60
"""Cells from which on a value has its name beside it."""
TEXT, HIGH = 34, 16
"""Cells that stand beside a large rod at least, and the lines of a pane that has large rods."""
TYPE = max(map(cells, TYPES))
COUNTED, SIGNED = 3, 3
"""Cells of `0/6`, and of a value before its name."""
Stage = Sequence[tuple[str, bool]]
"""The titles of the stage rules in force, each with whether it is hidden from the players."""


class _Group(NamedTuple):
    """Rods of one ability or of one kind; `framed` where they hang in the frame."""

    heading: str
    rods: tuple[Challenge, ...]
    framed: bool = False
    ability: str = ""


class _Manner(NamedTuple):
    """How much is drawn.

    Attributes:
        lines: Lines of a rod at least.
        large: Whether beads are two lines high.
        frame: Whether the frame is whole.
        headed: Whether headings have lines of their own.
        bare: Whether rods without beads are drawn.
        settled: Whether all that is settled is.
    """

    lines: int = 1
    large: bool = False
    frame: bool = True
    headed: bool = True
    bare: bool = True
    settled: bool = True


MANNERS = (
    _Manner(11, True),
    _Manner(7, True),
    _Manner(5, True),
    _Manner(4, True),
    _Manner(3, True),
    _Manner(2, True),
    _Manner(2, True, settled=False),
    _Manner(3),
    _Manner(2),
    _Manner(),
    _Manner(frame=False, bare=False),
    _Manner(frame=False, bare=False, settled=False),
    _Manner(frame=False, headed=False),
    _Manner(frame=False, headed=False, settled=False),
    _Manner(frame=False, headed=False, bare=False, settled=False),
)
"""From the most room to the least."""


class AbacusPane(Pane):
    """Challenges by ability and by kind, the scene's Wyrd, and the stage rules in force."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Abacus", look=look, glyphs=glyphs, id="abacus")
        self.note_role = "accent"
        self._state = State()
        self._values: Mapping[int, str] = {}
        self._stage: Stage = ()
        self._bowl = 0
        self._calm: tuple[str, ...] = ()
        self._folded: frozenset[str] = frozenset()
        self._cache: dict[tuple[str, Shape], tuple[object, ...]] = {}

    def show(
        self,
        state: State,
        here: str,
        rungs: Mapping[int, str],
        stage: Stage = (),
        whole: int = 0,
        calm: tuple[str, ...] = (),
    ) -> None:
        """Show a table, with the cursor on a challenge.

        Args:
            state: The table.
            here: The challenge under the cursor.
            rungs: Names of values, where the ladder has them.
            stage: The stage rules in force.
            whole: How many points the scene's Wyrd began with; 0 where that is not known.
            calm: The challenges that will not strike by themselves any more.
        """
        old, self._state = self._state, state
        same = old.actors is state.actors or self._people(old) == self._people(state)
        same = same and old.counters == state.counters and old.scene.between == state.scene.between
        if (
            old.challenges is state.challenges
            and same
            and (rungs, stage, whole, calm) == (self._values, self._stage, self._bowl, self._calm)
        ):
            self.select(here)
            return
        self._values, self._stage, self._bowl, self._calm = rungs, stage, whole, calm
        self.cursor = here
        self.redraw()

    def select(self, key: str, marked: frozenset[str] = frozenset()) -> None:
        """Put the cursor on a challenge; one that was folded away comes out, and goes back when it is left."""
        settled = self._state.challenges.get(self.cursor)
        if key != self.cursor and (key in self._folded or (self._folded and settled and settled.outcome)):
            self.cursor = key
            self.redraw()
            return
        super().select(key, marked)

    def _people(self, state: State) -> tuple[object, ...]:
        """All that is drawn of the actors."""
        names = tuple(
            actor.name
            for challenge in state.challenges.values()
            for who in challenge.who
            if (actor := state.actors.get(who))
        )
        purses = tuple(tuple(self._purses(state, ability)) for ability in ABILITIES if _plays(state))
        return names, purses

    def _purses(self, state: State, ability: str, *, first: bool = False) -> Iterator[Span]:
        """What each of the party can give of an ability."""
        for actor in state.actors.values():
            found = purse(actor, ability, self.glyphs, first=first) if actor.side == "party" else None
            if found:
                yield found

    # ------------------------------------------------------------------ the list

    def draw(self, width: int) -> Sequence[Item]:
        """Rods by ability and by kind: live ones first, then settled ones or, where room is short, their number."""
        state = self._state
        plays = _plays(state)
        wyrd = f"{POOL} {bowl(state.counters.get(POOL, 0), self._bowl, self.glyphs)}"
        self.note = ("between scenes" if state.scene.between else wyrd) if plays else ""
        self._folded = frozenset()
        if not state.challenges and not plays:
            hint: Line = (("Nothing on the rods.", "dim"),)
            return (Item("", (hint,)),)
        groups = self._groups()
        items: list[Item] = []
        for manner in MANNERS:
            shape = self._shape(width, manner)
            if shape is None:
                continue
            items = self._listed(groups, shape, manner)
            if sum(len(item.lines) for item in items) <= self.room:
                break
        if len(self._cache) > 20 * max(10, len(state.challenges)):
            self._cache.clear()
        return items

    def _groups(self) -> list[_Group]:
        state = self._state
        all_rods = sorted(state.challenges.values(), key=lambda rod: bool(rod.outcome))
        typed = {ability: [rod for rod in all_rods if ability_of(rod) == ability] for ability in ABILITIES}
        frame = [_Group(ABILITIES[ability], tuple(rods), True, ability) for ability, rods in typed.items()]
        if not _alone(state) and not any(typed.values()):
            frame = []
        others = [rod for rod in all_rods if not ability_of(rod)]
        kinds = [_Group(COUNTDOWNS, tuple(rod for rod in others if rod.type == COUNTDOWN))]
        for kind, heading in KINDS:
            kinds.append(_Group(heading, tuple(rod for rod in others if rod.kind == kind and rod.type != COUNTDOWN)))
        kinds = [group for group in kinds if group.rods]
        return [*frame, *kinds] if state.games[:1] == (WYRD_ABACUS,) else [*kinds, *frame]

    def _shape(self, width: int, manner: _Manner) -> Shape | None:
        """The columns of a manner, the same whatever hangs on the rods; None where it has no room."""
        rods = list(self._state.challenges.values())
        wide = width >= NAMED
        typed = _alone(self._state) or any(map(ability_of, rods))
        if manner.large:
            size = LARGE * ((VALUED if typed else LARGE_BEADS) + BARE)
            if width - size - 2 < TEXT or self.room < HIGH:
                return None
        else:
            size = max(MOST_BEADS[wide], VALUED if typed else 0) + BARE
        values = [cells(self._value(rod, wide)) for rod in rods if not ability_of(rod)]
        if any(values) and wide:
            values += [SIGNED + cells(name) for name in self._values.values()]
        return Shape(
            width,
            size,
            wide,
            max(values, default=0),
            max((len(f"{rod.done}/{rod.needed}") for rod in rods if not ability_of(rod)), default=0),
            TYPE if typed else 0,
            manner.lines,
            manner.large,
        )

    def _listed(self, groups: Sequence[_Group], shape: Shape, manner: _Manner) -> list[Item]:
        """The items of all groups, with as much around them as the manner says."""
        items = list(self._standing(2 if manner.frame else 1, shape.width))
        before = 0
        if not manner.headed:
            before = max((cells(self._initial(group)) for group in groups), default=0) + 1
            shape = shape._replace(width=shape.width - before, tight=True)
        settled = [rod for group in groups for rod in group.rods if rod.outcome and rod.id != self.cursor]
        folded = frozenset(rod.id for rod in settled) if not manner.settled and len(settled) > 1 else frozenset()
        place = "top"
        for group in groups:
            rods = [rod for rod in group.rods if rod.id not in folded]
            items += self._headed(group, place, shape) if manner.headed and (rods or group.framed) else ()
            listed = [self._cached(rod, shape) for rod in rods]
            if group.framed:
                place = "joint"
                if manner.bare and not listed:
                    listed = [Item("", self._bare(shape))]
                if manner.frame and group.ability == list(ABILITIES)[-1]:
                    listed.append(Item("", (beam("", shape.rod, FOOT, self.glyphs),)))
            items += _indented(listed, self._initial(group), before) if before else listed
        if folded:
            self._folded = folded
            items.append(Item("", ((_folded(settled),),)))
        return items

    def _bare(self, shape: Shape) -> tuple[Line, ...]:
        """A rod without beads, as high as one that has some."""
        if not shape.large:
            return (bare_rod(shape.rod, self.glyphs),)
        side: Span = (self.glyphs.side, "dim")
        rod = large_rod(0, 0, shape.rod // LARGE, self.glyphs, over=False, waits=False)
        return (*rod, *([(side, (" " * shape.rod, "text"), side)] * (min(shape.lines, ROOMY) - len(rod))))

    def _initial(self, group: _Group) -> str:
        if group.framed:
            return group.heading
        return self.glyphs.six if group.heading == COUNTDOWNS else group.heading[0]

    def _headed(self, group: _Group, place: str, shape: Shape) -> Iterator[Item]:
        """A heading in a line of its own: a beam of the frame with what can be given there, or the name of a kind."""
        if not group.framed:
            yield Item("", (((group.heading, "dim"),),))
            return
        line = beam(group.heading, shape.rod, place, self.glyphs)
        room = shape.width - width_of(line) - 1
        gap = f" {self.glyphs.dot} "
        told: Line = ()
        for first in (False, True):
            parts = list(self._purses(self._state, group.ability, first=first))
            if parts and room > 10:
                told = words(parts, room, gap, 1, self.glyphs.more)[0]
            if width_of(tuple(parts)) + cells(gap) * (len(parts) - 1) <= room:
                break
        yield Item("", ((*line, (" ", "text"), *told),))

    def _standing(self, most: int, width: int) -> Iterator[Item]:
        """Counters of the story, which change, then the stage rules in force, which do not."""
        counters = self._state.counters.items()
        parts: list[Span] = [
            (f"{clean(n)} {number}", "text") for n, number in counters if n not in (POOL, SIXES, ROLLS)
        ]
        parts += [standing(title, hidden) for title, hidden in self._stage]
        if parts and _plays(self._state):
            lines = words(parts, width, f" {self.glyphs.dot} ", most, self.glyphs.more)
            yield Item("", lines)

    # ------------------------------------------------------------------ a rod

    def _cached(self, challenge: Challenge, shape: Shape) -> Item:
        value = self._value(challenge, shape.named)
        told = Known(value, self._waits(challenge), self._who(challenge), challenge.id in self._calm)
        known = self._cache.get((challenge.id, shape))
        if known and known[0] is challenge and known[1] == told and isinstance(known[2], Item):
            return known[2]
        item = Item(challenge.id, rod_rows(challenge, shape, told, self.glyphs))
        self._cache[(challenge.id, shape)] = (challenge, told, item)
        return item

    def _value(self, challenge: Challenge, named: bool) -> str:
        if challenge.value is None:
            return ""
        if ability_of(challenge):
            return f"{challenge.value:>2}"
        name = self._values.get(challenge.value, "") if named else ""
        if len(self._state.games) > 1 and named:
            # The ladder may be that of another game, in which a number has another name (C-30).
            name = value_name(challenge.game, challenge.value).rpartition(" (")[0]
        if challenge.game == METTLE:
            return f"{plain_number(challenge.value).replace('−', self.glyphs.minus):>2} {name}".rstrip()
        return f"{signed(challenge.value, self.glyphs)} {name}".rstrip()

    def _waits(self, challenge: Challenge) -> tuple[str, ...]:
        others = (self._state.challenges.get(other) for other in challenge.after)
        return tuple(clean(other.title) or other.id for other in others if other and other.outcome != "overcome")

    def _who(self, challenge: Challenge) -> tuple[str, ...]:
        return tuple(clean(actor.name) for who in challenge.who if (actor := self._state.actors.get(who)))


def _plays(state: State) -> bool:
    return WYRD_ABACUS in state.games


def _alone(state: State) -> bool:
    return state.games == (WYRD_ABACUS,)


def _folded(settled: Sequence[Challenge]) -> Span:
    """How many challenges are settled, as a sentence."""
    counts = {"overcome": 0, "failed": 0, "fired": 0}
    for rod in settled:
        counts[ended(rod)] += 1
    return ", ".join(f"{number} {name}" for name, number in counts.items() if number), "dim"


def _indented(items: Sequence[Item], initial: str, width: int) -> list[Item]:
    """Rods with what they belong to before the first of them."""
    found: list[Item] = []
    for number, item in enumerate(items):
        first: Span = (("" if number else initial).ljust(width), "dim")
        blank: Span = (" " * width, "text")
        found.append(Item(item.key, tuple(((blank if row else first), *line) for row, line in enumerate(item.lines))))
    return found
