"""The table screen: five panes, a head and a foot. It hands keys and clicks to the controller and draws its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.geometry import NULL_REGION
from textual.layout import Layout

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.rules.ground.turn_passing import next_foe
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.screens.guarded_screen import GuardedScreen
from wyrd_tui.screens.table import captions, sentences
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.cursor import BELOW
from wyrd_tui.screens.table.keys import add_key
from wyrd_tui.screens.table.layout import FULL_FOOT_FROM, LEAST_SIZE, TableLayout, is_tabbed, question_lines
from wyrd_tui.screens.table.outlook import Aims, after_asking, ladder_asked, rung_asked
from wyrd_tui.screens.table.scene_text import book_facts, scene_facts, scene_title
from wyrd_tui.screens.table.screen_wishes import ScreenWishes
from wyrd_tui.widgets.abacus import AbacusPane
from wyrd_tui.widgets.footer import HEIGHT, Foot, Keyed
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.guarded import Guarded
from wyrd_tui.widgets.head import Head
from wyrd_tui.widgets.ladder import LadderPane
from wyrd_tui.widgets.log import LogPane
from wyrd_tui.widgets.order import OrderPane
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.party import PartyPane
from wyrd_tui.widgets.reading import InspectorPane, ScenePane
from wyrd_tui.widgets.themes import DEFAULT_LOOKS, Look, Looks, look_of
from wyrd_tui.widgets.values import Around

if TYPE_CHECKING:
    from wyrd_tui.players.server import PlayersPage
    from wyrd_tui.screens.table.protocols import Rules, Storage

LOWER = tuple(name.capitalize() for name in BELOW)
RETRY = 10.0
"""Seconds between two tries to write what a disk has refused."""
COUNT = 2.0
"""Seconds between two counts of the terminals that follow with `wyrd watch`."""


class TableScreen(GuardedScreen):
    """The screen of a table; the controller's `Display`.

    Args:
        session, rules, storage, recent, last_time, notice, read_only, remapped, glyphs: As of the `Controller`.
        look: Styles by role.
        leave: Leaves the table; where nothing is given the program ends.
    """

    AUTO_FOCUS = ""
    CSS = "TableScreen { overflow: hidden; }"

    def __init__(
        self,
        session: Session,
        rules: Rules,
        *,
        storage: Storage | None = None,
        recent: Sequence[Act] = (),
        last_time: Sequence[str] = (),
        notice: str = "",
        read_only: str = "",
        remapped: Mapping[str, str] | None = None,
        look: Look | None = None,
        glyphs: Glyphs = UNICODE,
        leave: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.controller = Controller(
            session,
            rules,
            self,
            storage=storage,
            recent=recent,
            last_time=last_time,
            notice=notice,
            read_only=read_only,
            remapped=remapped,
            glyphs=glyphs,
        )
        self._leave = leave
        self._was: State | None = None
        self._shown: State | None = None
        self._around: Around | None = None
        self._aims = Aims(rules)
        self._places = TableLayout(self.controller.cursor.shown)
        look = look or look_of()
        self.head = Head(look=look, glyphs=glyphs)
        self.party = PartyPane(look=look, glyphs=glyphs, add_key=add_key(remapped or {}))
        self.order = OrderPane(look=look, glyphs=glyphs, add_key=add_key(remapped or {}))
        self.ladder = LadderPane(look=look, glyphs=glyphs)
        self.abacus = AbacusPane(look=look, glyphs=glyphs, add_key=add_key(remapped or {}, "challenge", "c"))
        self.log_pane = LogPane(look=look, glyphs=glyphs)
        self.inspector = InspectorPane(look=look, glyphs=glyphs)
        self.scene_pane = ScenePane(look=look, glyphs=glyphs)
        self._page: PlayersPage | None = None
        self._terminals = 0
        self.foot = Foot(look=look, glyphs=glyphs)
        lists = self.order, self.abacus
        self._wishes = ScreenWishes(self.controller, self._places, self.head, self.scene_pane, self.inspector, lists)
        panes = (self.party, self.order, self.ladder, self.abacus, self.log_pane)
        self.panes: Mapping[str, Pane] = {pane.id: pane for pane in panes if pane.id}

    @property
    def players_page(self) -> PlayersPage:
        """The page for players; what serves it is loaded as the GM first asks for it."""
        if self._page is None:
            from wyrd_tui.screens.players import make_page

            redraw = partial(self.call_later, self._draw_words)
            self._page = make_page(self.controller.storage, self._picture, redraw)
            self.controller.session.changed = self._page.changed
        return self._page

    @property
    def watchers(self) -> int:
        """Number of browsers and terminals that follow now."""
        return self._terminals + (self._page.watchers if self._page else 0)

    def _count_terminals(self) -> None:
        storage = self.controller.storage
        found = storage.table.count_watchers() if storage is not None and storage.table is not None else 0
        if found != self._terminals:
            self._terminals = found
            self._draw_words()

    def _picture(self) -> str:
        from wyrd_tui.players.picture import make_picture

        # The table's own screen does not know yet what is played from another one.
        return make_picture(self.controller.session.state)

    @property
    def layout(self) -> Layout:
        """The places of all parts, by the size of the terminal."""
        return self._places

    def compose(self) -> ComposeResult:
        """The panes, with a line above and three below them."""
        yield self.head
        yield from self.panes.values()
        yield self.inspector
        yield self.scene_pane
        yield self.foot

    # ------------------------------------------------------------------ the controller's display

    @property
    def width(self) -> int:
        """Cells of a line."""
        return self.size.width

    @property
    def tabbed(self) -> bool:
        """True where the lower panes share one place."""
        return is_tabbed(*self.size)

    @property
    def small(self) -> bool:
        """True where the terminal is too small for a table, so that only a sentence is in sight."""
        width, height = self.size
        return width < LEAST_SIZE.width or height < LEAST_SIZE.height

    def row_ids(self, pane: str) -> Sequence[str]:
        """Return the ids of the rows that the cursor of a pane can stand on, from top to bottom."""
        return self.panes[pane].keys

    def lines_in_sight(self, pane: str) -> int:
        """Return the lines that a pane has in sight."""
        return self.panes[pane].room

    def scroll(self, by: int) -> None:
        """Scroll the log."""
        self.log_pane.scroll_by(by)

    def open(self, name: str, *arguments: object) -> None:
        """Open another screen by its name; of two keys in one read the second finds this screen covered."""
        if self.is_active:
            # Other screens load as they are opened.
            from wyrd_tui.screens.table.other_screens import screen_class

            self.app.push_screen(screen_class(name)(*arguments))

    def leave(self) -> None:
        """Leave at once.

        Raises:
            Refused: If the table cannot be closed.
        """
        if self._leave is not None:
            self._leave()
        else:
            self.app.exit(return_code=0)

    def redraw(self) -> None:
        """Draw everything again."""
        self.foot.refresh(layout=True)
        self.refresh()

    # ------------------------------------------------------------------ keys and mouse

    def on_mount(self) -> None:
        """Show the table."""
        self.set_interval(RETRY, lambda: self._do(self.controller.retry))
        self.set_interval(COUNT, self._count_terminals)
        self._do(self.controller.open)

    async def on_unmount(self) -> None:
        """Close the page for players with the table."""
        if self._page:
            await self._page.close()

    def on_screen_resume(self) -> None:
        """Show what another screen may have played."""
        if self.party.is_mounted:
            self._do(self.controller.resume)

    def on_resize(self, event: events.Resize) -> None:
        """Have the lower panes share a place or stand apart."""
        tabs = LOWER if is_tabbed(event.size.width, event.size.height) else ()
        for pane in (self.panes[name] for name in BELOW):
            if pane.tabs != tabs:
                pane.tabs = tabs
                pane.redraw()
        self._do(self.controller.cursor.see)

    def on_key(self, event: events.Key) -> None:
        """Hand every key to the controller, but those of the program, and of a screen that was opened meanwhile."""
        if not self.is_active or event.key in ("ctrl+q", "ctrl+c", "ctrl+z"):
            return
        event.stop()
        event.prevent_default()
        self._do(lambda: self.controller.key(event.key, event.character))

    def on_paste(self, event: events.Paste) -> None:
        """Hand pasted text to the controller."""
        event.stop()
        self._do(lambda: self.controller.paste(event.text))

    def on_keyed_pressed(self, message: Keyed.Pressed) -> None:
        """Hand a key that was clicked to the controller."""
        message.stop()
        self._do(lambda: self.controller.key(message.key, message.character))

    def on_pane_arranged(self, message: Pane.Arranged) -> None:
        """Have the head tell of what the abacus has no rows for."""
        if message.pane is self.abacus:
            self._draw_words()

    def on_pane_picked(self, message: Pane.Picked) -> None:
        """Select the row that was clicked, or act on its beads or boxes."""
        message.stop()
        # Most evenings go by keys.
        from wyrd_tui.screens.table.clicks import click_row

        self._do(lambda: click_row(self.controller, message.pane.id or "", message.key, message.part))

    def on_pane_touched(self, message: Pane.Touched) -> None:
        """Go to the pane that was clicked, or to the tab; a pane for reading takes no keys."""
        message.stop()
        if message.pane.id in self.panes:
            self._do(lambda: self.controller.touch(message.word.casefold() or message.pane.id or ""))

    def perform(self, name: str) -> None:
        """Do a command or a verb by its id, as its key would."""
        self._do(lambda: self.controller.perform(name))

    def aside(self, sentence: str) -> None:
        """Put a sentence in the status line, or beside the question that is open there."""
        self._do(lambda: self.controller.aside(sentence))

    def on_guarded_stumbled(self, message: Guarded.Stumbled) -> None:
        """Say that a pane could not be drawn, and keep the account of the bug."""
        message.stop()
        self.controller.stumble(message.account)
        self._draw_words()

    # ------------------------------------------------------------------ drawing

    def _do(self, act: Callable[[], None]) -> None:
        """Have the controller do something, and draw it; a pane that cannot be drawn is a bug like any other."""
        act()
        try:
            self.draw()
        except Exception:
            self.controller.stumble()
            self._draw_words()

    def draw(self) -> None:
        """Draw the controller; each pane repaints only what changed."""
        table, cursor, state = self.controller, self.controller.cursor, self.controller.state
        chosen, waits = cursor.selection, sentences.wounds_to_assign(table.matters.waiting)
        if state is not self._shown:
            self._was, self._shown = self._shown or state, state
            self.scene_pane.show(scene_title(state), tuple(scene_facts(state)), tuple(book_facts(state)))
        around = self._around = Around(self._was or state, after_asking(table.questions, state))
        self.party.show(state, chosen.actor, chosen.ticked_actors, waits, around)
        self.order.show(state, chosen.actor, chosen.ticked_actors, waits, table.turns, around, next_foe(state))
        shown = (state, cursor.at_hand, cursor.ladder.rungs, *table.frame[:4])
        self.abacus.hold(self.size, asked=table.asking is not None)
        self.abacus.show(*shown, around=around, chosen=cursor.stands_at_roll, advances=cursor.advances)
        seen = chosen.state_in_game(state)
        if cursor.in_sight("ladder"):
            rung, faced = rung_asked(table.questions, seen, chosen.rung, cursor.followed)
            roll, followed = table.roll_in_sight, faced and faced[0]
            ladder = ladder_asked(roll, table.rules, seen, cursor.ladder.odds, followed, chosen.actor)
            self.ladder.show(ladder, rung, faced, captions.why_no_odds(table))
        self.log_pane.show(table.speech.entries, frozenset(one.id for one in state.open), cursor.in_sight("log"))
        aims = self._aims.of(seen, cursor.inspected) if "inspector" in self._places.regions(self.size) else ()
        self.inspector.show(state, cursor.inspected, aims, table.frame.calm)
        self._arrange()
        self._draw_words()

    def _arrange(self) -> None:
        """Put each part in its place, where that has changed."""
        cursor, places = self.controller.cursor, self._places
        worn: Looks = getattr(self.app, "worn", DEFAULT_LOOKS)
        wishes = self._wishes.count(self.size, short=worn.density == "short")
        held = places.hold(wishes, below=cursor.pane in BELOW)
        # The last act stays in sight beside the question that it raised.
        told = self.controller.matters.is_asking or (self.tabbed and cursor.shown == "log")
        asked = places.ask(self._foot_lines(), self.size, over=not told)
        if held or asked:
            # A screen keeps its arrangement until a part of it wants another.
            self.foot.refresh(layout=True)
        places.shown = cursor.shown
        regions = places.regions(self.size)
        foot = regions.get("foot", NULL_REGION)
        self.foot.coming = foot.size
        for name, pane in self.panes.items():
            pane.focus_on(name == cursor.moving)
            # Among questions an abacus scrolls for one about a rod alone: it paints all its cells.
            scrolls = name != "abacus" or bool(cursor.asked_challenge) or self.controller.asking is None
            pane.cover(max(0, regions.get(name, NULL_REGION).bottom - foot.y) if scrolls else 0)
            pane.display = name not in BELOW or not self.tabbed or name == cursor.shown
        for pane in (*self.panes.values(), self.inspector, self.scene_pane):
            if region := regions.get(pane.id or ""):
                pane.expect(region.size)

    def _foot_lines(self) -> int:
        """Return the lines of the question that is put, or of words that would leave no line to the keys; else 0."""
        table = self.controller
        if table.question is None or table.asking is None:
            words = self.foot.words(captions.status_line(table), self.size.width)
            return words + 1 if words >= HEIGHT and self.size.height >= FULL_FOOT_FROM else 0
        return self.foot.ask(table.question, self.size.width, question_lines(self.size.height))

    def _draw_words(self) -> None:
        """Draw the head and the foot."""
        table = self.controller
        self.foot.show(table.question, captions.status_line(table), table.hints, captions.game_in_play(table))
        if self.small:
            self.head.show(sentences.too_small(self.size, LEAST_SIZE), "", ())
            return
        served = self._page is not None and bool(self._page.addresses)
        watchers = self.watchers if served or self._terminals else None
        # An act brings the log in front of the abacus for a key.
        hidden = (table.cursor.shown, table.cursor.lower) == ("log", "abacus")
        hidden = hidden and self.tabbed and not table.speech.last_time
        self.log_pane.hang(captions.head_rods(table, near=False, around=self._around) if hidden else ())
        near = not self.head.apart and (hidden or self._abacus_in_sight())
        facts = sentences.head_facts(table.state, table.session.journal.saving, bool(table.read_only), watchers)
        self.head.show(
            *sentences.titles(table.state),
            tuple(facts),
            captions.head_warning(table),
            urgent=bool(sentences.unsaved(table.session.journal)),
            rods=captions.head_rods(table, near=near, around=self._around),
            steady=self.tabbed and len(table.state.games) > 1,
            held=tuple(sentences.pools_told(table.state)),
        )

    def _abacus_in_sight(self) -> bool:
        """Tell whether every row of the abacus is on the screen."""
        return self.controller.cursor.in_sight("abacus") and self.abacus.filled <= self.abacus.space.height
