"""The abacus: every challenge a rod, with its beads slid over as far as they have come.

The challenges of a game with storeys hang in one frame, under a beam for each storey that says who can give how much to
it. Other challenges stand below or above it by kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from textual.geometry import Size

from wyrd_tui.engine.rod_order import locking_titles, storey_of
from wyrd_tui.engine.spans import Span
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.words import party_of, short_name
from wyrd_tui.widgets.abacus_plan import MANNERS, ROOMIEST, TYPES, Form, Manner, RodGroup, frame_of, group_rods
from wyrd_tui.widgets.cells import cells, clean_line, cut
from wyrd_tui.widgets.facts import fits_in_lines, flow_facts
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.pane_items import PaneItem
from wyrd_tui.widgets.purses import SHORTENED, purse_label, short_purses
from wyrd_tui.widgets.rod_rows import (
    ROOMY,
    Known,
    RowPlan,
    choose_stakes,
    count_settled,
    indent_group,
    rod_rows,
    scale_note,
    value_words,
    with_states,
)
from wyrd_tui.widgets.rods import BARE, FOOT, bare_rod, beam, bowl_line
from wyrd_tui.widgets.spans import Line, fill_line, fresh, width_of
from wyrd_tui.widgets.stage_rule_names import rules_by_weight, stage_rule_lines
from wyrd_tui.widgets.themes import Look
from wyrd_tui.widgets.values import Around

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import SceneRule

BEADS_BY_WIDTH = (6, 9)
"""Beads that a rod has room for at least in a narrow pane and in a wide one."""
VALUED = 10
"""Beads that it has room for in a frame."""
NAMED_FROM = 60
"""Cells from which on a value has its name beside it."""
BESIDE = 24
"""Cells of a title beside its rod at least, where it goes on below."""
TYPED = 20
"""Cells of a title beside its type at least, where it goes on below."""
FRAMED_VALUE, SEEN = 4, 2
"""Cells of a value on a rod of a frame with its blanks, and of the sign at the end of a row with its blank."""
COUNTED, SIGNED = 3, 3
"""Cells of `0/6`, and of a value before its name."""


class AbacusPane(Pane):
    """Challenges by ability and by kind, the scene's Wyrd, and the stage rules in force."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE, add_key: str = "c") -> None:
        super().__init__("Abacus", look=look, glyphs=glyphs, id="abacus")
        self._add_key = add_key
        self.note_role = "gain"
        self._state = State()
        self._values: Mapping[int, str] = {}
        self._rules: Sequence[SceneRule] = ()
        self._bowl, self._unstaked, self._is_asked = 0, False, False
        self._around = Around(self._state, self._state)
        self._people: tuple[object, ...] = ()
        self._calm: tuple[str, ...] = ()
        self._again: tuple[str, ...] = ()
        self._folded: frozenset[str] = frozenset()
        self._staked: frozenset[str] = frozenset()
        self._terminal, self._form = Size(), ROOMIEST
        self._form_of: tuple[object, ...] = ()

    @property
    def most_room(self) -> int:
        """Lines that its rows can have at most; a question that hides some of them changes no form."""
        return max(super().most_room, self.space.height - 1)

    def hold(self, terminal: Size, *, asked: bool) -> None:
        """Take the facts by which the list keeps its form for a scene.

        Args:
            terminal: The size of the terminal; at another one the form is chosen anew.
            asked: True while a question is open, which takes room for a while and changes no form.
        """
        self._terminal, self._is_asked = terminal, asked

    def show(
        self,
        state: State,
        here: str,
        rungs: Mapping[int, str],
        stage_rules: Sequence[SceneRule] = (),
        whole: int = 0,
        calm: tuple[str, ...] = (),
        again: tuple[str, ...] = (),
        around: Around | None = None,
        *,
        chosen: bool = True,
        advances: str = "",
    ) -> None:
        """Show a table, with the cursor on a challenge.

        Args:
            state: The table.
            here: The challenge under the cursor.
            rungs: Names of values, where the ladder has them.
            stage_rules: The stage rules in force.
            whole: Number of points that the scene's Wyrd began with; 0 where unknown.
            calm: The challenges that will not strike by themselves any more.
            again: The challenges that failed and may be faced again.
            around: The table before the last act and after the open question.
            chosen: Whether the next roll is for that challenge; else its beads alone are at hand.
            advances: The challenge or counter that `+` advances; empty where it asks for one.
        """
        turned = (chosen, advances) != (self.chosen, self.advances)
        self.chosen, self.advances = chosen, advances
        if state.actors is not self._state.actors or state.challenges is not self._state.challenges:
            self._people = self._people_of(state)
        self._state, self._around = state, around or Around(state, state)
        self._values, self._rules, self._bowl, self._calm, self._again = rungs, stage_rules, whole, calm, again
        hung = ((one.challenges, one.counters) for one in (state, *self._around))
        told = self._people, state.scene.between, state.open, rungs, stage_rules, whole, calm, again
        changed = self.differs(*hung, *told)
        self.put_cursor(here, changed=changed)
        if turned and not changed:
            self.compose_lines()

    def select(self, key: str, ticked: frozenset[str] = frozenset()) -> None:
        """Select a challenge, unfolding it while selected."""
        settled = self._state.challenges.get(self.cursor)
        folds = self._unstaked or key in self._folded or bool(self._folded and settled and self._is_over(settled))
        if key != self.cursor and (folds or self._ranked(key) != self._ranked(self.cursor)):
            self.cursor = key
            self.redraw()
            return
        super().select(key, ticked)

    def _people_of(self, state: State) -> tuple[object, ...]:
        """Return everything that is drawn of the actors."""
        names = tuple(
            actor.name
            for challenge in state.challenges.values()
            for who in challenge.who
            if (actor := state.actors.get(who))
        )
        purses = tuple(tuple(self._purses(state, storey)) for storey in frame_of(state)[1].storeys)
        return names, purses

    def _purses(self, state: State, storey: str, *, letters: int = 0) -> Iterator[Span]:
        """Yield what each of the party can give to a storey, by whole names or by so many letters of short ones."""
        game, party = frame_of(state)[0], party_of(state)
        for actor in party:
            name = short_name(actor, party)[:letters] if letters else actor.name
            if found := purse_label(actor, name, game, storey, self.glyphs):
                yield found

    # ------------------------------------------------------------------ the list

    def draw(self, width: int) -> Sequence[PaneItem]:
        """Rods by ability and by kind: live ones first, then settled ones or, where room is short, their number."""
        state = self._state
        game, words = frame_of(state)
        left, then = (one.counters.get(words.pool, 0) for one in (state, self._around.then))
        bowl = bowl_line(left, self._bowl, self.glyphs, then) if words.pool else ""
        pool, scaled = f"{words.pool} {bowl}".strip(), ""
        taken = words.pool and self._around.was.counters.get(words.pool, 0) != state.counters.get(words.pool, 0)
        self.note_role = fresh("gain", bool(taken) and not state.scene.between)
        self.note = ("between scenes" if state.scene.between else pool) if game else ""
        self._folded, self._staked, self._unstaked = frozenset(), frozenset(), False
        if not (state.challenges or game or state.counters):
            return (self._how_to_fill(),)
        groups = group_rods(state, self.glyphs, self._is_over)
        items: list[PaneItem] = []
        form_of = (self._terminal, width, state.scene.number, state.scene.between)
        # A pane that has grown since, as the layout of a new scene makes it, wants a roomier form.
        room = self.most_room
        kept = self._form if form_of == self._form_of and room <= self._form.room else ROOMIEST
        initial = max((cells(group.initial) for group in groups), default=0) + 1
        given = self._beside(width - initial) if kept.beside else {}
        beside, pointed = self._names(groups, initial, given), any(map(given.get, words.storeys))
        manner = kept.manner
        for manner in MANNERS[MANNERS.index(kept.manner) :]:
            names = () if manner.headed else beside
            plan = self._plan(width, manner, max(map(width_of, names), default=0))
            if manner is kept.manner:
                # The longest title may be off the abacus with any act, and its columns stay.
                plan = plan._replace(type=min(plan.type, kept.typed))
            if plan.type and self._longest_rod() <= kept.rod < plan.rod:
                plan = plan._replace(rod=kept.rod)
            items = self._listed(groups, plan, manner, names, pointed=pointed)
            scaled = scale_note(state.challenges.values(), plan, self.glyphs)
            if sum(len(item.lines) for item in items) <= room:
                break
        if manner.headed and manner.lines < ROOMY and (spare := room - sum(len(item.lines) for item in items)) > 0:
            roomy = plan._replace(lines=ROOMY)
            rods = [(rod, self._cached(rod, plan), self._cached(rod, roomy)) for group in groups for rod in group.rods]
            self._staked, self._unstaked = choose_stakes(rods, self.cursor, spare)
            items = self._listed(groups, plan, manner, (), pointed=pointed) if self._staked else items
        if self._rules and (left := room - sum(len(item.lines) for item in items)) > 0:
            # No stage rule is left out beside a blank row.
            told = manner._replace(rules=manner.rules + left)
            items = self._listed(groups, plan, told, names, pointed=pointed)
        if self._terminal and not self._is_asked:
            typed = plan.type if any(map(storey_of, state.challenges.values())) else TYPES[0]
            self._form, self._form_of = Form(manner, pointed, room, typed, plan.rod), form_of
        self.note = f" {self.glyphs.dot} ".join(filter(None, (self.note, scaled)))
        return items

    def _how_to_fill(self) -> PaneItem:
        """Say that nothing hangs here, and by which key a challenge is added."""
        return PaneItem("", ((("No challenge is here. ", "dim"), (self._add_key, "key"), (" adds one.", "dim")),))

    def _names(self, groups: Sequence[RodGroup], initial: int, given: Mapping[str, Line]) -> Sequence[Line]:
        """Return what stands before the rods of each group where headings have no lines, in columns."""
        lines = [((group.initial.ljust(initial), "dim"), *given.get(group.storey, ())) for group in groups]
        size = max((width_of(line) + (len(line) > 1) for line in lines), default=0)
        return [fill_line(line, size) for line in lines]

    def _beside(self, width: int) -> Mapping[str, Line]:
        """Return what the party can give, by storey, for a column before the rods; none where a title needs it."""
        given = self._short_purses()
        room = width - max(map(width_of, given.values()), default=0) - VALUED - BARE - 2 - FRAMED_VALUE - SEEN
        titles = (cells(clean_line(rod.title)) for rod in self._state.challenges.values())
        return given if max(titles, default=0) <= room else {}

    def _plan(self, width: int, manner: Manner, before: int = 0) -> RowPlan:
        """The columns of a manner, the same for all rods, behind so many cells of names and points."""
        rods = list(self._state.challenges.values())
        wide = width >= NAMED_FROM
        typed = self._state.games == (frame_of(self._state)[0],) or any(map(storey_of, rods))
        counted = max((len(f"{rod.done}/{rod.needed}") for rod in rods if not storey_of(rod)), default=0)
        hung_titles, titles = (
            [cells(clean_line(rod.title)) for rod in rods if bool(storey_of(rod)) is hung] for hung in (True, False)
        )
        others = max(titles, default=0)
        least = max(BEADS_BY_WIDTH[wide], VALUED if typed else 0) + BARE
        # A title goes on below before it takes the types from all challenges.
        longest_title = width - 2 - before - SEEN - FRAMED_VALUE - least
        if typed and manner.headed and not (manner.lines > 1 and manner.typed):
            columns = TYPES[0] + 1 + max(self._longest_rod(), BEADS_BY_WIDTH[False] + BARE)
            longest_title = max(TYPED, longest_title + least - columns)
        framed = min(max(hung_titles, default=0), longest_title)
        # A title comes whole before the name of a value, and before beads and stakes.
        for named in (True, False) if wide else (False,):
            value = self._value_cells(rods, named)
            beside = value + 1 if value else 0
            most = width - 2 - before - SEEN - max(FRAMED_VALUE + framed, counted + 2 + beside + others)
            if most >= least:
                break
        if most < least and manner.lines == 1 and not typed:
            least = BEADS_BY_WIDTH[False] + BARE
        longest = most if manner.lines == 1 else max(most, width - 2 - SEEN - FRAMED_VALUE - beside - BESIDE)
        size = max([least, *(rod.needed + BARE for rod in rods if rod.needed + BARE <= longest)])
        hung = [rod for rod in rods if storey_of(rod)]
        wanted = max((cells(clean_line(rod.title)) + 2 + cells(rod.type) for rod in hung), default=0)
        fits = wanted <= width - before - size - 2 - FRAMED_VALUE - SEEN
        # A type has a column before a rod has beads to spare; it stands below where it would cut a title.
        below = fits or (manner.lines > 1 and manner.typed)
        for column in TYPES[:1] if below else TYPES:
            rest = most - column - 1
            if typed and not before and rest >= max(self._longest_rod(), BEADS_BY_WIDTH[False] + BARE):
                size = min(size, rest)
                break
        type_ = column if typed and most - size > column else 0
        return RowPlan(width, size, named, value, counted, type_, manner.lines, manner.typed, beside=fits)

    def _longest_rod(self) -> int:
        return max((rod.needed for rod in self._state.challenges.values() if storey_of(rod)), default=0) + BARE

    def _value_cells(self, rods: Sequence[Challenge], named: bool) -> int:
        """Cells of the widest value outside the frame; where names are shown, of any that a challenge may come to."""
        values = [cells(self._value(rod, named)) for rod in rods if not storey_of(rod)]
        if any(values) and named:
            values += [SIGNED + cells(name) for name in self._values.values()]
        return max(values, default=0)

    def _listed(
        self, groups: Sequence[RodGroup], plan: RowPlan, manner: Manner, names: Sequence[Line], *, pointed: bool
    ) -> list[PaneItem]:
        """The items of all groups, with as much around them as the manner says, or behind names, `pointed` or not."""
        # Where a title leaves no column to points, they have the lines of the stage rules, which the scene tells too.
        purses = list(self._purse_lines(plan.width)) if names and not pointed else []
        items = [*self._standing(manner.rules - (Manner().rules if purses else 0), plan.width), *purses]
        if not self._state.challenges:
            items.append(self._how_to_fill())
        if names:
            plan = plan._replace(width=plan.width - width_of(names[0]), tight=True, facts=manner.facts)
        settled = [rod for group in groups for rod in group.rods if self._is_over(rod) and rod.id != self.cursor]
        folded = frozenset(rod.id for rod in settled) if not manner.settled and len(settled) > 1 else frozenset()
        place = "top"
        for number, group in enumerate(groups):
            rods = [rod for rod in group.rods if rod.id not in folded]
            items += self._headed(group, place, plan) if manner.headed and (rods or group.storey) else ()
            listed = [self._cached(rod, plan._replace(lines=ROOMY) if rod.id in self._staked else plan) for rod in rods]
            if group.storey:
                place = "joint"
                if manner.bare and not listed:
                    listed = [PaneItem("", (bare_rod(plan.rod, self.glyphs),))]
                if manner.headed and group.storey == [*frame_of(self._state)[1].storeys][-1]:
                    listed.append(PaneItem("", (beam("", plan.rod, FOOT, self.glyphs),)))
            items += indent_group(listed, names[number]) if names else listed
        if folded:
            self._folded = folded
            items.append(PaneItem("", ((count_settled(settled),),)))
        return items

    def _headed(self, group: RodGroup, place: str, plan: RowPlan) -> Iterator[PaneItem]:
        """A heading in a line of its own: a beam of the frame with what can be given there, or the name of a kind."""
        if not group.storey:
            yield PaneItem("", (((group.heading, "dim"),),))
            return
        line = beam(group.heading, plan.rod, place, self.glyphs)
        room = plan.width - width_of(line) - 1
        gap = f" {self.glyphs.dot} "
        told: Line = ()
        for letters in SHORTENED:
            parts = list(self._purses(self._state, group.storey, letters=letters))
            if parts and room > 10:
                told = flow_facts(parts, room, gap, 1, self.glyphs.more)[0]
            if fits_in_lines(parts, room, gap):
                break
        else:
            short = self._short_purses()[group.storey]
            told = short if width_of(short) <= room else told
        yield PaneItem("", ((*line, (" ", "text"), *told),))

    def _short_purses(self) -> Mapping[str, Line]:
        game, words = frame_of(self._state)
        return {at: short_purses(party_of(self._state), game, at, self.glyphs) for at in words.storeys}

    def _purse_lines(self, width: int) -> Iterator[PaneItem]:
        """Yield what the party can give to each storey in lines above the rods, whose titles leave no column for it."""
        names = frame_of(self._state)[1].storeys
        told = {at: "".join(text for text, _ in line) for at, line in self._short_purses().items()}
        parts: list[Span] = [(f"{names[at]} {purses}", "dim") for at, purses in told.items() if purses]
        if parts:
            yield PaneItem("", flow_facts(parts, width, f" {self.glyphs.dot} ", len(parts), self.glyphs.more))

    def _standing(self, most: int, width: int) -> Iterator[PaneItem]:
        """Counters, each a row for the cursor, then the stage rules in force."""
        words_of = frame_of(self._state)[1]
        counted = self._state.counters
        told = {n: f"{clean_line(n)} {number}" for n, number in counted.items() if n not in words_of.unlisted}
        before = self._around.was.counters
        for name, words in told.items():
            role = fresh("name", before.get(name) != counted.get(name))
            yield PaneItem(name, (((cut(words, width, self.glyphs.more), role),),))
        if self._rules and most > 0:
            rod = self._state.challenges.get(self.cursor)
            yield PaneItem("", stage_rule_lines(self._rules, rod, most, width, self.glyphs))

    def _ranked(self, key: str) -> Sequence[SceneRule]:
        """Return the stage rules, those about the challenge with a key first."""
        return rules_by_weight(self._rules, self._state.challenges.get(key))

    # ------------------------------------------------------------------ a rod

    def _cached(self, challenge: Challenge, plan: RowPlan) -> PaneItem:
        state, which = self._state, challenge.id
        waits = tuple(map(clean_line, locking_titles(state, challenge.after)))
        names = tuple(clean_line(actor.name) for who in challenge.who if (actor := state.actors.get(who)))
        told = Known(self._value(challenge, plan.named), waits, names, which in self._calm, which in self._again)
        told = with_states(told, challenge, state, self._around)
        return self.draw_once(
            (which, plan), (challenge, told), lambda: PaneItem(which, rod_rows(challenge, plan, told, self.glyphs))
        )

    def _is_over(self, challenge: Challenge) -> bool:
        """Tell if a challenge is settled, and not one that may be faced again."""
        return bool(challenge.outcome) and challenge.id not in self._again

    def _value(self, challenge: Challenge, named: bool) -> str:
        return value_words(challenge, self._values, self._state, self.glyphs, named=named)
