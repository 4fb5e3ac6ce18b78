"""The order: whose turn it is, who is next, who has acted, and everybody else who is at the table.

Where nobody fights and the party has challenges to face, it is the spotlight: who is in the scene and who faced one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.turn_order import Place
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.widgets import point_rows
from wyrd_tui.widgets.cells import cells
from wyrd_tui.widgets.facts import fits_in_lines, flow_facts, spend_rows
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs, visibility_sign, with_sign
from wyrd_tui.widgets.hurt import stripe, unseen_harm, worst_of_sides
from wyrd_tui.widgets.latest import Latest
from wyrd_tui.widgets.order_plan import ACTION_CELLS, AROUND_TITLE, FULLER, NAME_WIDTHS, WIDE_FROM, WORD, OrderPlan
from wyrd_tui.widgets.order_words import (
    games_of_order,
    heading_outside_fights,
    least_name,
    line_of,
    list_bonuses,
    list_spotlight,
    list_troubles,
    name_and_word,
    order_note,
    order_word,
    row_label,
    row_start,
    spotlight_word,
    told_lines,
    troubles_beside,
    turn_signs,
    word_beside,
)
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.pane_items import Item, LateItem, PaneItem
from wyrd_tui.widgets.point_rows import Across, points_columns, points_lines, width_across
from wyrd_tui.widgets.spans import Line, fill_line, name_column, width_of
from wyrd_tui.widgets.themes import Look
from wyrd_tui.widgets.tracks import (
    Tracks,
    brief_name,
    changed_name,
    is_away,
    is_plainly_seen,
    just_now,
    shift_of,
    shifted_track,
    shown_track,
    track_line,
    track_widths,
    with_news,
)
from wyrd_tui.widgets.values import Around, Turns, Waits

_Standing = tuple[Actor, Place | None]
"""Actor with a place in the order; None for one without."""


class OrderPane(Pane):
    """Pane of all actors in the order they act, then those without a place in it."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE, add_key: str = "N") -> None:
        super().__init__("Order", look=look, glyphs=glyphs, id="order")
        self._add_key = add_key
        self._state = State()
        self._games: Sequence[str] = ()
        self._waits: Waits = {}
        self._turns: Turns = {}
        self._around = Around(self._state, self._state)
        self._threat, self._mixed = "", False
        self._worst: frozenset[str] = frozenset()
        self._arranged = Latest[tuple[OrderPlan, OrderPlan]]()
        self._graded = Latest[frozenset[str]]()

    def show(
        self,
        state: State,
        here: str,
        ticked: frozenset[str] = frozenset(),
        waits: Waits | None = None,
        turns: Turns | None = None,
        around: Around | None = None,
        threat: str = "",
    ) -> None:
        """Show a table, the cursor on an actor, and what is known of all.

        Args:
            state: The table.
            here: The actor under the cursor.
            ticked: The actors that are ticked for the next act.
            waits: The wounds to assign.
            turns: The actions of a turn.
            around: The table as it was and as it would be.
            threat: The foe who acts next; empty for none.
        """
        old, self._state = self._state, state
        self._around = around or Around(state, state)
        self._waits, self._turns, self._threat = waits or {}, turns or {}, threat
        if old.games is not state.games or old.scene.between != state.scene.between:
            self.forget()
        listed = state.actors, state.order, state.games, state.bonuses, state.scene.between
        changed = self.differs(*self._around.people, *listed, self._waits, self._turns, threat)
        self.put_cursor(here, ticked, changed=changed)

    def reveal(self, key: str) -> None:
        """Scroll to an item and to the row of the turn; where only one fits, to the item while the keys are here."""
        turn = self._state.order.turn
        for one in (turn, key) if self.focused_pane else (key, turn):
            super().reveal(one)

    def heading(self) -> str:
        """The round, or that there is no fight."""
        order, dot = self._state.order, self.glyphs.dot
        if order.places:
            named = f"Order {dot} round {order.round}" if order.round else "Order"
            room = self.span - cells(named) - cells(self._sight()) - AROUND_TITLE
            self.note, self.note_role = order_note(self._state, self._threat, room, self.glyphs)
            return named
        self.note = ""
        return heading_outside_fights(self._state, self.glyphs)

    def draw(self, width: int) -> Sequence[Item]:
        """A line for each place, then for each actor without one; more where there is more room."""
        state, room = self._state, self.most_room
        placed, spotlight = {place.who for place in state.order.places}, list_spotlight(state)
        self._games, self._mixed = games_of_order(state), len(state.games) > 1
        rows: list[_Standing] = [
            (state.actors[place.who], place) for place in state.order.places if place.who in state.actors
        ]
        rows += [(actor, None) for actor in spotlight]
        rows += [(a, None) for a in state.actors.values() if a.id not in placed and (placed or a.side != "party")]
        if not rows:
            hint: Line = (("No NPC or foe is here. ", "dim"), (self._add_key, "key"), (" adds one.", "dim"))
            return (PaneItem("", (hint,)),)
        plan, tight = self._plans(width, rows, bool(placed), bool(spotlight))
        items: list[PaneItem] = []
        # Everybody's points beside the names tell more than the points of some below them.
        ways = (tight,) if (placed or spotlight) and point_rows.is_fuller(tight.points, plan.points) else (plan, tight)
        graded = [actor for actor, place in rows if place or not placed]
        # A turn hurts nobody: the worst hurt are found again only where an actor has changed.
        self._worst = self._graded.of(graded, lambda: worst_of_sides(graded))
        if len(rows) > room and tight.tight:
            return [
                LateItem(one.id, partial(self._cached, one, at, at is not None and one.id == state.order.turn, tight))
                for one, at in rows
            ]
        # Each row takes a line at least, so that of a crowd the last way alone is drawn.
        for way in ways if len(rows) <= room else ways[-1:]:
            items = self._items(rows, way)
            left = room - sum(len(item.lines) for item in items)
            if left >= 0:
                break
        for harm, facts in FULLER:
            if left > 0:
                left = spend_rows(items, self._items(rows, way._replace(harm=harm, facts=facts)), left)
        return items

    def _items(self, rows: Sequence[_Standing], plan: OrderPlan) -> list[PaneItem]:
        turn = self._state.order.turn
        return [self._cached(actor, place, place is not None and actor.id == turn, plan) for actor, place in rows]

    def _plans(
        self, width: int, rows: Sequence[_Standing], fight: bool, spotlight: bool
    ) -> tuple[OrderPlan, OrderPlan]:
        """Arrange the columns, and those of a tight list, unless nothing that they measure has changed."""
        state, handles = self._state, handles_of(self._state)
        scores = [place.score for place in state.order.places if place.score is not None]
        score = max((len(with_sign(one, self.glyphs)) for one in scores), default=0)
        handle = 1 + max(len(handles.get(actor.id, "")) for actor, _ in rows)
        word = WORD[width >= WIDE_FROM]
        plan = OrderPlan(width, fight, fight or spotlight, score, 0, (), handle=handle)
        if not spotlight:
            # In the spotlight words change with every hit, and figures stay where they are.
            word = min(word, max(cells(self._word(*row, plan)[0]) for row in rows))
        actors = [actor for actor, _ in rows]
        facts = width, fight, spotlight, score, handle, word, actors, state.actors, self._games, self.glyphs
        return self._arranged.of(facts, lambda: self._arrange(plan, actors, word))

    def _arrange(self, plan: OrderPlan, actors: Sequence[Actor], word: int) -> tuple[OrderPlan, OrderPlan]:
        tracks = [self._track_of(actor, plan.fight) for actor in actors]
        pointed = [actor for actor, boxes in zip(actors, tracks, strict=True) if not boxes]
        track = track_widths(tracks, self.glyphs, initials=False)
        plan = self._plan(plan._replace(track=track), actors, pointed, word)
        return plan, self._tight_plan(plan, track, actors, pointed)

    def _plan(self, plan: OrderPlan, actors: Sequence[Actor], pointed: Sequence[Actor], word: int) -> OrderPlan:
        """Arrange the columns, of which those who are `pointed` have points and the others a track."""
        width, fight, track = plan.width, plan.fight, plan.track
        others = [actor for actor in actors if actor.side != "party"]
        space = width - plan.indent - (ACTION_CELLS if fight else 0) - (2 if others else 0)
        most = NAME_WIDTHS[3] if width >= WIDE_FROM else NAME_WIDTHS[2]
        letters = point_rows.need_letters(others, self._games, self.glyphs, width - plan.indent)
        for points in point_rows.points_ways(pointed, self._games, self.glyphs, fight=fight, mixed=self._mixed):
            drawn = 2 + max(sum(track) + len(track), width_across(points) + 2 if points else 0)
            for short in (False, True) if drawn > 2 and fight else (False,):
                longest = max(cells(row_label(self._state, actor, self.glyphs, short)) for actor in actors)
                least = NAME_WIDTHS[0] if short and not point_rows.is_drawn(points) else NAME_WIDTHS[1]
                least = min(least, longest) if point_rows.is_lean(points) else least
                name = max(least, min(longest, most, space - 2 - word - drawn))
                if name + drawn + word + 2 <= space:
                    return plan._replace(short=short, name=name, points=points, letters=letters and not points)
        least = least_name(self._state, [actor for actor in actors if self._track_of(actor, fight)], self.glyphs)
        # Columns for all do not fit, so each row has its own room.
        name = max(least, min(longest, most, space - sum(track) - len(track)))
        return plan._replace(short=short, name=name, track=(), letters=letters)

    def _tight_plan(
        self, plan: OrderPlan, track: tuple[int, ...], actors: Sequence[Actor], pointed: Sequence[Actor]
    ) -> OrderPlan:
        """Arrange one line for each row: a track, or points in letters, behind a name that gives way to them."""
        short = plan.width < WIDE_FROM
        labels = [cells(row_label(self._state, actor, self.glyphs, short)) for actor in actors]
        room = plan.width - plan.indent - ACTION_CELLS
        points = point_rows.tight_columns(pointed, self._games, self.glyphs, labels, room, mixed=self._mixed)
        tight = plan._replace(tight=True, track=track, points=points, short=short)
        return plan if room - tight.pools < min(NAME_WIDTHS[0], max(labels)) else tight

    def _tight(
        self, actor: Actor, place: Place | None, plan: OrderPlan, role: Role, before: Line, seen: Line
    ) -> tuple[Line, ...]:
        """Draw a row in one line: a word beside the track, or in the place of a missing one; troubles below."""
        glyphs = self.glyphs
        signs = turn_signs(actor, place, self._turns, glyphs)
        # Beside points each action has a cell of its own, so that a lone sign tells which it is.
        signs = signs if (fixed := plan.fight and point_rows.is_lean(plan.points)) else f" {signs.rstrip()}".rstrip()
        wide = max(sum(plan.track) + len(plan.track), width_across(plan.points) + 1)
        # The sign before the name tells who has faced a challenge; not every name leaves room for a word.
        told = plan.fight or actor.out or actor.side != "party" or is_away(actor)
        word = self._word(actor, place, plan) if told else ("", "dim")
        parts = list_troubles(actor, self._state, self._waits, (word, self._unseen(actor, plan)), glyphs)
        most = plan.width - width_of(before) - width_of(seen)
        # Troubles have the room that a track leaves; of a fighter who is out, the word for that comes first.
        taken = cells(row_label(self._state, actor, glyphs, plan.short)) + cells(signs)
        spare = (1 if seen else 2) if point_rows.is_lean(plan.points) else 0
        kept = cells(word[0]) + 1 if actor.out and taken + cells(word[0]) + wide + 6 > most else 0
        drawn = self._pools_of(actor, plan, min(most - taken - 1, wide - 1 + spare) - kept)
        if (beside := word_beside(drawn, word, wide - 1 + spare, glyphs)) != drawn:
            drawn, word = beside, ("", "dim")
        if not word[0]:
            drawn = troubles_beside(drawn, parts, wide - 1 + spare, glyphs, below=plan.harm > 1)
        behind = cells(signs) + 1 + cells("".join(text for text, _ in drawn).rstrip())
        label = row_label(self._state, actor, self.glyphs, plan.short, most - behind, tight=True)
        column = plan.width - width_of(before) - 3 - wide - cells(signs)
        # Points that a question would change are longer, and take the cells of a sign that a row has not.
        space = max(plan.width - width_of(before) - 2, min(most, max(cells(label), column) + behind))
        named = name_and_word(label, role, word, min(column, most - behind))
        if word[0] and not named:
            parts.insert(0, word)
        after = [(f"{signs} ", "text"), *drawn]
        if fixed and not named and cells(label) <= column and column + width_of(tuple(after)) <= most:
            named = name_column(label, column, role, glyphs.more)
        line = (*named, *after) if named else line_of(self._state, actor, label, column, role, after, space, glyphs)
        first: Line = (*fill_line((*before, *line), plan.width - width_of(seen), glyphs.more), *seen)
        return (first, *told_lines(actor, parts, plan, self._state.games, glyphs)) if plan.harm > 1 else (first,)

    def _pools_of(self, actor: Actor, plan: OrderPlan, room: int) -> Line:
        """Draw the boxes of an actor in their columns, or the points of one who has none."""
        if (track := self._tracks(actor, plan.fight)).rows:
            return track_line(track, plan.track, self.glyphs, initials=False) if plan.track else ()
        return next(iter(self._points_of(actor, plan.points, room)), ())

    def _track_of(self, actor: Actor, fight: bool) -> tuple[Row, ...]:
        """Return the boxes to draw: outside of a fight those of the party stand in its own pane alone."""
        return shown_track(actor, self._games) if fight or actor.side != "party" else ()

    def _points_of(self, actor: Actor, across: Across, room: int = 0) -> Sequence[Line]:
        return points_lines(actor, self._games, across, self.glyphs, shift_of(actor, self._around), room)

    def _tracks(self, actor: Actor, fight: bool) -> Tracks:
        shift = shift_of(actor, self._around)
        return shifted_track(actor, self._games, shift) if self._track_of(actor, fight) else Tracks(())

    def _cached(self, actor: Actor, place: Place | None, turn: bool, plan: OrderPlan) -> PaneItem:
        told = (
            *(actor, place, turn, self._waits.get(actor.id), self._turns.get(actor.id)),
            *(handles_of(self._state).get(actor.id), shift_of(actor, self._around), self._games),
            *list_bonuses(actor, self._state, self.glyphs),
            *(actor.id in self._worst, actor.id == self._threat),
        )
        return self.draw_once((actor.id, plan), told, lambda: self._item(actor, place, turn, plan))

    def _item(self, actor: Actor, place: Place | None, turn: bool, plan: OrderPlan) -> PaneItem:
        quiet = (place.acted and not turn) if place else plan.fight or is_away(actor)
        role, handle = self._role(actor, quiet=quiet), handles_of(self._state).get(actor.id, "")
        coming = actor.id == self._threat
        before = row_start(actor, place, plan, handle, self.glyphs, turn=turn, quiet=quiet or actor.out, next=coming)
        seen: Line = () if is_plainly_seen(actor) else ((" ", "text"), visibility_sign(actor.visibility, self.glyphs))
        draw = self._tight if plan.tight else self._rows
        rows = draw(actor, place, plan, role, before, seen)
        return PaneItem(actor.id, rows, stripe(actor, self.glyphs))

    def _role(self, actor: Actor, *, quiet: bool) -> Role:
        """Return the role of a name: out, worst hurt, the foe who acts next, or one who has acted."""
        role: Role = "strong" if actor.id == self._threat else "dim" if quiet else "name"
        role = "gone" if actor.out else "worst" if actor.id in self._worst else role
        return changed_name(actor, shift_of(actor, self._around), role)

    def _rows(
        self, actor: Actor, place: Place | None, plan: OrderPlan, role: Role, before: Line, seen: Line
    ) -> tuple[Line, ...]:
        glyphs, shift = self.glyphs, shift_of(actor, self._around)
        plan = plan._replace(width=plan.width - width_of(seen))
        space = plan.width - width_of(before)
        word = self._word(actor, place, plan)
        after, below = self._after(actor, place, plan, space, cells(word[0]) if actor.out else 0)
        parts = [word] if word[0] else []
        parts += list_troubles(actor, self._state, self._waits, (word, self._unseen(actor, plan)), glyphs, shift.was)
        gap = f" {glyphs.dot} "
        drawn = cells("".join(text for text, _ in after).strip())
        label = row_label(self._state, actor, glyphs, plan.short, max(plan.name, space - drawn - cells(word[0]) - 3))
        lean = point_rows.is_lean(plan.points)
        kept = plan.name if plan.track or lean or (drawn and plan.fight) else min(cells(label), NAME_WIDTHS[1])
        # A word beside a name takes no letter of it.
        room = space - max(kept + width_of(tuple(after)), cells(label) + 1 + drawn + 1)
        if parts and fits_in_lines(parts, room, gap):
            after.extend(flow_facts(parts, room, gap, 1, glyphs.more)[0])
            parts = []
        elif parts and cells(parts[0][0]) <= room:
            after.append(parts.pop(0))
        elif lean and parts[:1] == [word] and word[1] == "dim":
            parts.pop(0)  # The sign before the name says the same.
        beside = word if drawn and plan.fight and parts[:1] == [word] else ("", word[1])
        named = name_and_word(label, role, beside, min(plan.name, space - width_of(tuple(after))))
        parts = parts[len(named[:1]) :]
        line = (*named, *after) if named else line_of(self._state, actor, label, plan.name, role, after, space, glyphs)
        first = with_news((*before, *line), plan.width, just_now(actor, self._games, shift.was, glyphs))
        lines: list[Line] = [(*fill_line(first, plan.width, glyphs.more), *seen) if seen else first]
        if below:
            wide = plan.width - plan.indent - width_of(below)
            flowed = flow_facts(parts, wide, gap, 1, glyphs.more, spare=True)[0] if parts else ()
            lines.append(((" " * plan.indent, "text"), *below, *flowed))
            parts = []
        if actor.side != "party" and not plan.points:
            drawn_below = point_rows.points_below(
                actor, self._games, glyphs, plan.width - plan.indent, shift, letters=plan.letters, mixed=self._mixed
            )
            lines += [((" " * plan.indent, "text"), *points) for points in drawn_below]
        if actor.side == "party" and plan.harm == 1:
            # A status takes no row that another needs: the party's own pane tells it too.
            parts = [part for part in parts if part == word]
        return (*lines, *told_lines(actor, parts, plan, self._state.games, glyphs))

    def _after(
        self, actor: Actor, place: Place | None, plan: OrderPlan, space: int, word: int
    ) -> tuple[list[Span], Line]:
        """Draw the part behind a name: actions used and the track, before a word; a track without room goes below."""
        glyphs = self.glyphs
        signs = turn_signs(actor, place, self._turns, glyphs)
        if plan.pools:
            after: list[Span] = [(f" {signs}", "text")] if plan.fight else []
            label = row_label(self._state, actor, glyphs, plan.short) if len(actor.name) > plan.name else ""
            room = space - max(plan.name, min(cells(label), NAME_WIDTHS[2])) - width_of(tuple(after)) - 2
            line = self._pools_of(actor, plan, room - (word + 2 if word else 0))
            return [*after, ("  ", "text"), *line, (" " * max(2, 2 + plan.pools - width_of(line)), "text")], ()
        track = self._tracks(actor, plan.fight)
        after = [(f" {signs.rstrip()}", "text")] if signs.strip() else []
        drawn = track_line(track, track_widths([track.rows], glyphs, initials=False), glyphs, initials=False)
        if not drawn and plan.fight and actor.side == "party":
            # Those of others stand below.
            letters = points_columns([actor], self._games, glyphs, letters=True, mixed=self._mixed)
            drawn = tuple(span for line in self._points_of(actor, letters)[:1] for span in (*line, (" ", "text")))
        if not drawn:
            return [*after, (" ", "text")], ()
        label = row_label(self._state, actor, glyphs, plan.short)
        room = space - width_of(drawn) - 1
        left = room - width_of(tuple(after))
        name = label if cells(label) <= left else brief_name(actor, self._state, glyphs)
        if room < min(cells(label), NAME_WIDTHS[0]) or left < min(cells(name), NAME_WIDTHS[0]):
            # A row of the party needs no second line: its own pane has the track.
            return [*after, (" ", "text")], () if actor.side == "party" else drawn
        if plan.fight and cells(name) <= min(plan.name, room - ACTION_CELLS):
            # Where the name has room, both actions keep their cells, so that tracks stand below each other.
            after = [(f" {signs}", "text")]
        return [*after, (" ", "text"), *drawn], ()

    def _word(self, actor: Actor, place: Place | None, plan: OrderPlan) -> Span:
        word = order_word(actor, place, self._turns, plan.width, self.glyphs) or self._unseen(actor, plan)
        if word:
            return word
        if actor.side == "party" and not plan.fight:
            return spotlight_word(actor, self._state, wide=self.space.width >= WIDE_FROM)
        return "not in it" if plan.fight and place is None else "", "dim"

    def _unseen(self, actor: Actor, plan: OrderPlan) -> Span | None:
        games = self._games
        if (plan.points or plan.tight) and self._track_of(actor, plan.fight):
            # A track stands in the place of points.
            games = [game for game in games if voice_of(game).points is None]
        return unseen_harm(actor, games)
