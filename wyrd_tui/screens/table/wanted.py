"""Lines that the parts of a table want now, by what they show and draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Size

from wyrd_tui.screens.table import captions, sentences
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.layout import TableLayout, is_tabbed, room_for_rods
from wyrd_tui.screens.table.wishes import LOW, NO_WISHES, Wish, at_most, wish_lines, with_head
from wyrd_tui.widgets.head import Head, strip_lines
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.reading import ScenePane


class Wanted:
    """The lines that the parts of a screen ask for, counted anew where something has changed that they list.

    Args:
        table: The table.
        places: The layout.
        head: The head, which has the lines of a lesson and of the challenges.
        scene: The pane of the scene's text.
        lists: Panes that leave to others the lines that they do not fill, from the first that has others' lines.
    """

    def __init__(
        self, table: Controller, places: TableLayout, head: Head, scene: ScenePane, lists: Sequence[Pane]
    ) -> None:
        self._table, self._places, self._head, self._scene = table, places, head, scene
        self._lists = [(pane.id or "", pane) for pane in lists]
        self._facts: tuple[object, ...] = ()
        self._listed = NO_WISHES

    def lines(self, size: Size, *, short: bool) -> Mapping[str, Wish]:
        """Return the lines that each part asks for in a terminal of a size; rows may stay short."""
        table, cursor, tabbed = self._table, self._table.cursor, is_tabbed(*size)
        taught = self._head.teach(captions.taught(table), size.width)
        wishes = self._wishes(len(cursor.rungs) + cursor.headed, taught, short=short)
        # While the log tells where the table was left, it hides an abacus; later it has them itself.
        front = cursor.shown if table.speech.last_time else cursor.lower
        room = room_for_rods(wishes, size) if front != "abacus" else 0
        rods = sentences.list_rods(table.state, cursor, near=False) if room else ()
        wishes = with_head(wishes, taught + self._head.part(min(room, strip_lines(tuple(rods), size.width))))
        for name, pane in () if tabbed else self._lists:
            offered = self._places.offered(name, wishes, size)
            wishes = at_most(wishes, name, pane.fill(offered), offered.height)
        blank = not tabbed and not (cursor.ladder and cursor.ladder.rungs)
        return {**wishes, "ladder": wishes["ladder"]._replace(whole=LOW)} if blank else wishes

    def _wishes(self, rungs: int, taught: int, *, short: bool) -> Mapping[str, Wish]:
        """Return the wishes by what is listed; whose turn it is and where a cursor stands change none."""
        state, told, logged = self._table.state, tuple(self._scene.facts()), bool(self._table.speech.entries)
        listed = (state.actors, state.challenges, state.book, state.marks, state.scene, bool(state.order.places))
        counters = frozenset(state.counters)
        facts = (*listed, counters, state.games, told, rungs, taught, short, logged)
        if facts != self._facts:
            self._facts = facts
            self._listed = wish_lines(state, told, rungs, taught, short=short, logged=logged)
        return self._listed
