"""Wishes of the parts of a screen as it is: a pane whose list is short leaves its lines to others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Size

from wyrd_tui.engine.words import party_of
from wyrd_tui.screens.table import captions
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.layout import FOUR_COLUMNS, TableLayout, is_tabbed, room_for_rods
from wyrd_tui.screens.table.wishes import LOW, SHEET, Wish, at_most, count_targets, wish_lines, with_head
from wyrd_tui.widgets.head import Head, strip_lines
from wyrd_tui.widgets.latest import Latest
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.reading import InspectorPane, ScenePane


class ScreenWishes:
    """The wishes of the parts of a screen, counted anew where something has changed that they list.

    Args:
        table: The table.
        places: The layout.
        head: The head, which has the lines of a lesson and of the challenges.
        scene: The pane of the scene's text.
        inspector: The pane of what is selected.
        lists: Panes that leave to others the lines that they do not fill, from the first that has others' lines.
    """

    def __init__(
        self,
        table: Controller,
        places: TableLayout,
        head: Head,
        scene: ScenePane,
        inspector: InspectorPane,
        lists: Sequence[Pane],
    ) -> None:
        self._table, self._places, self._head, self._scene, self._inspector = table, places, head, scene, inspector
        self._sheet_lines = Latest[int]()
        self._lists = [(pane.id or "", pane) for pane in lists]
        self._listed = Latest[Mapping[str, Wish]]()

    def count(self, size: Size, *, short: bool) -> Mapping[str, Wish]:
        """Count the lines that each part asks for in a terminal of a size; rows may stay short."""
        table, cursor, tabbed = self._table, self._table.cursor, is_tabbed(*size)
        taught = self._head.teach(captions.taught(table), size.width)
        wishes = self._wishes(len(cursor.ladder.rungs) + cursor.ladder.headed, taught, short=short)
        # While the log tells where the table was left, it hides an abacus; later it has them itself.
        front = cursor.shown if table.speech.last_time else cursor.lower
        room = room_for_rods(wishes, size) if front != "abacus" else 0
        rods = captions.head_rods(table, near=False) if room else ()
        wishes = with_head(wishes, taught + self._head.set_apart(min(room, strip_lines(rods, size.width))))
        wishes = self._with_sheets(wishes, size) if size.width >= FOUR_COLUMNS else wishes
        for name, pane in () if tabbed else self._lists:
            offered = self._places.offered(name, wishes, size)
            wishes = at_most(wishes, name, pane.fill(offered), offered.height)
        blank = not tabbed and not (cursor.ladder.odds and cursor.ladder.odds.rungs)
        return {**wishes, "ladder": wishes["ladder"]._replace(whole=LOW)} if blank else wishes

    def _with_sheets(self, wishes: Mapping[str, Wish], size: Size) -> Mapping[str, Wish]:
        """Have the inspector ask for the lines that the fullest sheet of the party takes in its column."""
        state, wish = self._table.state, wishes["inspector"]
        if not (width := self._places.offered("inspector", wishes, size).width):
            return wishes
        facts = state.actors, state.games, width
        party = party_of(state)
        sheet = self._sheet_lines.of(
            facts, lambda: max((self._inspector.count_lines(one, width) for one in party), default=0)
        )
        targets = count_targets(state)
        return {**wishes, SHEET: wish._replace(most=1 + bool(targets) + targets + sheet)}

    def _wishes(self, rungs: int, taught: int, *, short: bool) -> Mapping[str, Wish]:
        """Return the wishes by what is listed; whose turn it is and where a cursor stands change none."""
        state, told, logged = self._table.state, tuple(self._scene.facts()), bool(self._table.speech.entries)
        listed = (state.actors, state.challenges, state.book, state.marks, state.scene, bool(state.order.places))
        counters = frozenset(state.counters)
        facts = (*listed, counters, state.games, told, rungs, taught, short, logged)
        return self._listed.of(facts, lambda: wish_lines(state, told, rungs, taught, short=short, logged=logged))
