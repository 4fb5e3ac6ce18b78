"""The party: who is hurt, how much, what it costs them, and what waits for their next roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import party_of
from wyrd_tui.widgets import point_rows
from wyrd_tui.widgets.assets import assets, bonus_parts, further_facts
from wyrd_tui.widgets.cells import cells, clean_line
from wyrd_tui.widgets.facts import SPARE, fits_in_lines, flow_facts, fold_facts, spend_rows
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs, visibility_sign
from wyrd_tui.widgets.hurt import stripe, worst_hurt
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.pane_items import PaneItem
from wyrd_tui.widgets.point_rows import Across, points_lines, width_across
from wyrd_tui.widgets.spans import Line, fill_line, name_column, stretched_name, width_of
from wyrd_tui.widgets.themes import Look
from wyrd_tui.widgets.tracks import (
    brief_conditions,
    brief_name,
    changed_name,
    counted_name,
    is_away,
    is_plainly_seen,
    just_now,
    shift_of,
    shifted_track,
    shown_track,
    track_line,
    track_widths,
    troubles,
    with_news,
)
from wyrd_tui.widgets.values import Around, Waits

NAME_WIDTHS = (14, 28)
INDENT = 4
LEAST_NAME = 8
DETAILS = (0, 1, 2, 3, 4, 5, 6, 9, 14)
"""Numbers of lines for the troubles of a member below the name; each has as many as the pane has rows for."""
ASIDES = ((0, 0), (1, 1), (1, 2), (1, 3), (2, 3), (2, 6), (3, 6), (4, 6), (5, 6), (9, 6))
"""Facts that are good to know, and lines for each, where troubles leave rows and long ones are folded."""


class _RowPlan(NamedTuple):
    """Layout of the rows.

    Attributes:
        width: Cells of a row.
        name: Cells of the name.
        track: Cells of each column of boxes.
        initials: Whether rows of boxes have initials.
        across: The columns of points.
        inline: Whether points stand beside the name.
        ragged: Whether each row has columns of its own.
        beside: Whether troubles may stand beside the name.
        most: Most lines of troubles.
        asides: Most facts that are good to know, and most lines of each.
        folded: Whether words longer than a line go on below it.
        tight: Whether all must be cut so that everybody is in sight.
        bare: Whether only troubles are told, no assets.
        won: Whether the bonuses for a roll are told all the same.
    """

    width: int
    name: int
    track: tuple[int, ...]
    initials: bool
    across: Across
    inline: bool
    ragged: bool = False
    beside: bool = False
    most: int = DETAILS[0]
    asides: tuple[int, int] = (0, 0)
    folded: bool = False
    tight: bool = False
    bare: bool = False
    won: bool = False

    @property
    def used(self) -> int:
        """Cells of a first line without troubles."""
        boxes = sum(self.track) + len(self.track)
        points = width_across(self.across) + 1 if self.inline and self.across else 0
        return INDENT + self.name + boxes + points


class _Member(NamedTuple):
    """Parts of a member's rows that are the same however much of them is told.

    Attributes:
        actor: The member.
        label: The name, with the number of a group.
        role: The role of the name.
        stripe: The first cell of the row, which tells harm.
        boxes: Whether the first line has boxes.
        first: The handle, the name, the boxes, and the points beside them.
        points: Lines of points below the name.
        news: Changes by the last act, the longest form first.
        troubles: Harm and other troubles.
        bonuses: Bonuses that wait for the next roll.
        assets: Facts to know before a roll, the bonuses among them.
        facts: Other facts that are good to know, the most useful first.
    """

    actor: Actor
    label: str
    role: Role
    stripe: Span
    boxes: bool
    first: Line
    points: Sequence[Line]
    news: Sequence[Line]
    troubles: Sequence[Span]
    bonuses: Sequence[Span]
    assets: Sequence[Span]
    facts: Sequence[Sequence[Span]]

    def parts(self, plan: _RowPlan) -> list[Span]:
        """Return what is told below the name."""
        more = self.bonuses if plan.won else () if plan.bare else self.assets
        return [*self.troubles, *more]


class PartyPane(Pane):
    """Damage tracks and points of the party.

    Args:
        look: The styles.
        glyphs: The signs.
        add_key: Key by which a character is added, for an empty party.
    """

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE, add_key: str = "N") -> None:
        super().__init__("Party", look=look, glyphs=glyphs, id="party")
        self._add_key = add_key
        self._state = State()
        self._waits: Waits = {}
        self._around = Around(self._state, self._state)
        self._worst: frozenset[str] = frozenset()

    def show(
        self,
        state: State,
        here: str,
        ticked: frozenset[str] = frozenset(),
        waits: Waits | None = None,
        around: Around | None = None,
    ) -> None:
        """Show a table, with the cursor on an actor, the wounds to assign, and what was and would be."""
        self._state, self._waits = state, waits or {}
        self._around = around or Around(state, state)
        changed = self.differs(*self._around.people, state.actors, state.bonuses, state.games, self._waits)
        self.put_cursor(here, ticked, changed=changed)

    def draw(self, width: int) -> Sequence[PaneItem]:
        """A line for each member, and what is the matter with them under it; more where there is more room."""
        party = party_of(self._state)
        if not party:
            hint: Line = (("No characters yet. Press ", "dim"), (self._add_key, "key"), (" to add one.", "dim"))
            return (PaneItem("", (hint,)),)
        plan = self._plan(party, width)
        handles, self._worst = handles_of(self._state), worst_hurt(party)
        members = [self._member(actor, handles.get(actor.id, ""), plan) for actor in party]
        return self._fitted(members, self._detailed(members, plan))

    def _fitted(self, members: Sequence[_Member], plans: Iterator[_RowPlan]) -> list[PaneItem]:
        """Draw all members by the first plan, then each by the later ones as far as rows are left."""
        items: list[PaneItem] = []
        left = 0
        for plan in plans:
            fuller = [self._item(member, plan) for member in members]
            left = left if items else self.room - sum(len(item.lines) for item in fuller)
            items = items or fuller
            left = spend_rows(items, fuller, left)
            if left < 0:
                break
        return items

    def _plan(self, party: Sequence[Actor], width: int) -> _RowPlan:
        games, glyphs = self._state.games, self.glyphs
        tracks = [shown_track(actor, games) for actor in party]
        longest = max(cells(clean_line(actor.name)) for actor in party)
        widths: tuple[int, ...] = ()
        initials, name = True, NAME_WIDTHS[0]
        for initials in (True, False):
            widths = track_widths(tracks, glyphs, initials=initials)
            name = min(NAME_WIDTHS[1], max(NAME_WIDTHS[0], longest), width - sum(widths) - len(widths) - INDENT)
            if name >= min(longest, NAME_WIDTHS[1]):
                break
        return self._pointed(_RowPlan(width, max(8, name), widths, initials, (), False), party)

    def _pointed(self, plan: _RowPlan, party: Sequence[Actor]) -> _RowPlan:
        """The plan with columns for points: with beads where they fit, then without, then with letters for words."""
        games, glyphs = self._state.games, self.glyphs
        full = point_rows.points_columns(party, games, glyphs, drawn=True)
        if not full:
            return plan
        short = point_rows.points_columns(party, games, glyphs)
        letters = point_rows.points_columns(party, games, glyphs, letters=True)
        beads = point_rows.points_columns(party, games, glyphs, drawn=True, letters=True)
        own = max((point_rows.points_columns([actor], games, glyphs, drawn=True) for actor in party), key=width_across)
        roomy = 2 * len(party) <= self.room
        ways: list[tuple[Across, bool, bool]] = [(full, True, False), (full, False, False), (own, False, True)]
        for across in (beads, *point_rows.lean_columns(party, games, glyphs), short):
            ways += [(across, True, False), (across, False, False)] if roomy else [(across, True, False)]
        for across, inline, ragged in (*ways, (letters, True, False)):
            arranged = plan._replace(across=across, inline=inline, ragged=ragged)
            wide = arranged.used if inline else INDENT + width_across(across)
            if wide <= plan.width and len(party) * (1 if inline else 2) <= self.room:
                return arranged
        name = plan.width - INDENT - sum(plan.track) - len(plan.track) - width_across(letters) - 1
        if len(party) * 2 > self.room and LEAST_NAME <= name < plan.name:
            # Names are cut before a member is out of sight.
            return plan._replace(name=name, across=letters, inline=True)
        return plan._replace(across=short if INDENT + width_across(short) <= plan.width else letters)

    def _detailed(self, members: Sequence[_Member], plan: _RowPlan) -> Iterator[_RowPlan]:
        """The ways to say what is the matter, from the least room to the most."""
        gap, room = f" {self.glyphs.dot} ", plan.width - plan.used - 1
        told = [parts for member in members if (parts := member.parts(plan))]
        beside = all(fits_in_lines(parts, room, gap) for parts in told)
        plan = plan._replace(beside=beside)
        bare = plan._replace(bare=True, most=1)
        if sum(len(self._item(member, bare).lines) for member in members) > self.room:
            # Parts that fit beside a name need no line of their own where all are to be in sight.
            plan = plan._replace(beside=True, tight=True)
        longest = max(map(len, told), default=0)
        # The harm of all has its lines before anything else of one has, then the bonuses for their rolls.
        for each in (plan._replace(bare=True), plan._replace(bare=True, won=True), plan):
            for most in DETAILS:
                yield each._replace(most=most)
                if most >= longest:
                    break
        for asides in ASIDES:
            yield plan._replace(most=DETAILS[-1], asides=asides, folded=True)

    def _member(self, actor: Actor, handle: str, plan: _RowPlan) -> _Member:
        """Draw the parts of a member that all plans have, unless nothing that they show has changed."""
        waiting = tuple(bonus for bonus in self._state.bonuses.values() if bonus.owner == actor.id)
        games = self._state.games
        worst, shift = actor.id in self._worst, shift_of(actor, self._around)
        facts = (actor, handle, waiting, self._waits.get(actor.id), games, worst, shift, plan)

        def make() -> _Member:
            role: Role = "gone" if actor.out else "worst" if worst else "dim" if is_away(actor) else "name"
            label, role = counted_name(clean_line(actor.name), actor, self.glyphs), changed_name(actor, shift, role)
            boxes, first, points = self._first(actor, handle, plan, label, role)
            return _Member(
                *(actor, label, role, stripe(actor, self.glyphs), boxes, first, points),
                news=just_now(actor, games, shift.was, self.glyphs),
                troubles=troubles(actor, games, self._waits, self.glyphs, shift.was),
                bonuses=[*bonus_parts(waiting, self._state, self.glyphs)],
                assets=assets(actor, self._state, waiting, self.glyphs),
                facts=further_facts(actor, games, self.glyphs),
            )

        return self.draw_once(actor.id, facts, make)

    def _first(
        self, actor: Actor, handle: str, plan: _RowPlan, label: str, role: Role
    ) -> tuple[bool, Line, Sequence[Line]]:
        """Tell if a member has boxes, and draw their first line and those of points below it."""
        glyphs, games, shift = self.glyphs, self._state.games, shift_of(actor, self._around)
        boxes = track_line(shifted_track(actor, games, shift), plan.track, glyphs, initials=plan.initials)
        across = point_rows.points_columns([actor], games, glyphs, drawn=True) if plan.ragged else plan.across
        room = plan.width - INDENT - max(plan.name, min(cells(label), NAME_WIDTHS[1]))
        room -= 0 if is_plainly_seen(actor) else 2
        room = room if plan.inline else plan.width - INDENT
        points = list(points_lines(actor, games, across, glyphs, shift, room))
        drawn: Line = (("  ", "text"), *boxes, *(points.pop(0) if plan.inline and points else ()))
        brief = brief_name(actor, self._state, glyphs, whole=True) if cells(label) > plan.name else ""
        named = stretched_name(label, plan.name, role, drawn, plan.width - 2, glyphs.more, brief=brief)
        blank = " " * (2 - len(handle))
        first: Line = ((handle, role if role == "worst" else "handle"), (blank, "text"), *named)
        return bool(boxes), first, points

    def _item(self, member: _Member, plan: _RowPlan) -> PaneItem:
        """Draw a member by a plan, unless nothing has changed."""

        def make() -> PaneItem:
            return PaneItem(member.actor.id, tuple(self._lines_of(member, plan)), member.stripe)

        return self.draw_once((member.actor.id, plan), (member,), make)

    def _lines_of(self, member: _Member, plan: _RowPlan) -> Iterator[Line]:
        """The name with its boxes or points, what is the matter, and what is good to know."""
        glyphs, (actor, label, role, _, boxes, first, points, *_) = self.glyphs, member
        parts, gap = member.parts(plan), f" {glyphs.dot} "
        used = max(plan.used, width_of(first))
        room = plan.width - used - 1
        indent: Span = (" " * INDENT, "text")
        # With the points on a line of their own, the line of the name is free for what is the matter.
        if parts and (plan.beside or (points and not boxes)) and fits_in_lines(parts, room, gap):
            beside = flow_facts(parts, room, gap, 1, glyphs.more)[0]
            first = (*first, (" " * (used - width_of(first) + 1), "text"), *beside)
            parts = []
        elif parts and points and plan.tight and plan.most == DETAILS[0] and not boxes:
            first = (*first[:2], *self._beside(actor, label, role, parts, plan))
            parts = []
        yield self._with_news(first, plan.width, actor, member.news)
        parts = self._in_brief(actor, parts, plan.width - INDENT, plan.most)
        if plan.folded:
            parts = fold_facts(parts, plan.width - INDENT)
        for line in points:
            yield (indent, *line)
        told = parts and plan.most
        for line in flow_facts(parts, plan.width - INDENT, gap, plan.most, glyphs.more, spare=True) if told else ():
            yield (indent, *line)
        facts, lines = plan.asides
        for aside in member.facts[:facts]:
            aside = fold_facts(aside, plan.width - INDENT)
            for line in flow_facts(aside, plan.width - INDENT, gap, lines, glyphs.more, spare=True):
                yield (indent, *line)

    def _beside(self, actor: Actor, label: str, role: Role, parts: Sequence[Span], plan: _RowPlan) -> Line:
        """Draw a name and what is the matter in a line: a short name and short words where whole ones are too long."""
        glyphs, gap = self.glyphs, f" {self.glyphs.dot} "
        for name in (label, brief_name(actor, self._state, glyphs, whole=True)):
            room = plan.width - INDENT - min(cells(name), plan.name)
            if fits_in_lines([part for part in parts if part[1] not in SPARE], room, gap, 1):
                break
        parts = self._in_brief(actor, parts, room, 1)
        named = name_column(name, min(cells(name), plan.name), role, glyphs.more)
        return (*named, ("  ", "text"), *flow_facts(parts, room, gap, 1, glyphs.more, spare=True)[0])

    def _in_brief(self, actor: Actor, parts: Sequence[Span], width: int, most: int) -> list[Span]:
        """The troubles, with the words of statuses shortened where so many lines have no room for all of them."""
        harm = [part for part in parts if part[1] not in SPARE]
        if fits_in_lines(harm, width, f" {self.glyphs.dot} ", most):
            return [*parts]
        brief = brief_conditions(actor, self.glyphs)
        return [(brief.get(text, text), role) for text, role in parts]

    def _with_news(self, line: Line, width: int, actor: Actor, news: Sequence[Line]) -> Line:
        """Put what has just changed at the end of a line, and the sign of a member whom players do not see."""
        if is_plainly_seen(actor):
            return with_news(line, width, news)
        filled = fill_line(with_news(line, width - 2, news), width - 1, self.glyphs.more)
        return (*filled, visibility_sign(actor.visibility, self.glyphs))
