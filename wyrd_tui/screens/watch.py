"""Screens of what players see: the one of `wyrd watch`, which follows a table, and the GM's look at the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widget import Widget

from wyrd_tui.engine.player_view import PlayerView, player_view
from wyrd_tui.engine.spans import BLANK, PageLine, make_line
from wyrd_tui.engine.state import State
from wyrd_tui.screens.base import BaseScreen
from wyrd_tui.screens.guarded_screen import GuardedScreen
from wyrd_tui.screens.public_lines import compose_pages, compose_view
from wyrd_tui.screens.scroll import strip_of
from wyrd_tui.store.files import fault
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables.following import Following
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.guarded import Guarded
from wyrd_tui.widgets.latest import Latest
from wyrd_tui.widgets.themes import Look, look_of

LOOK_EVERY = 0.06
"""Seconds between two looks at the journal: an act is shown before anybody could have read it at the table."""
UNREAD = "The table cannot be read now. The screen shows the last state."
LEAST_WIDTH, LEAST_HEIGHT = 40, 12
READING_LINES = 2
"""Lines below pages that are read."""


class PublicPane(Guarded, Widget, can_focus=True):
    """The players' view of a table, over the whole of the pane; or the shown pages, to be read to their end."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,pagedown,ctrl+f", "read(1, True)", "read on", show=False),
        Binding("pageup,ctrl+b", "read(-1, True)", "read back", show=False),
        Binding("down,j", "read(1, False)", "down", show=False),
        Binding("up,k", "read(-1, False)", "up", show=False),
        Binding("escape,home", "close_pages", "the table", show=False),
    ]
    DEFAULT_CSS = """
    PublicPane { width: 1fr; height: 1fr; }
    """

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(id="body")
        self.look: Look = look or look_of()
        self.glyphs = glyphs
        self._view = PlayerView()
        self._notice = ""
        self._lines = Latest[list[PageLine]]()
        self._first: int | None = None

    def show(self, view: PlayerView, notice: str = "") -> None:
        """Show a view, with a sentence in its last line; nothing is drawn where both are shown already."""
        if (view, notice) != (self._view, self._notice):
            self._view, self._notice = view, notice
            self.refresh()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Esc to the screen while no pages are read."""
        del parameters
        return self._first is not None if action == "close_pages" else True

    def action_read(self, by: int, screenful: bool) -> None:
        """Read the shown pages on or back by a line or a screenful; the table stands above their first line."""
        pages, room = compose_pages(self._view, self.size.width), max(1, self.size.height - READING_LINES)
        if not pages or (self._first is None and by < 0):
            return
        if self._first is None:
            self._first = 0
        elif by < 0 and self._first == 0:
            self._first = None
        else:
            self._first = max(0, min(self._first + by * (room if screenful else 1), len(pages) - room))
        self.refresh()

    def action_close_pages(self) -> None:
        """Show the table again."""
        self._first = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw a line."""
        width, height = self.size
        facts = width, height, self._view, self._notice, self._first
        lines = self._lines.of(facts, lambda: self._lines_for(width, height))
        return strip_of(lines[y].spans if y < len(lines) else (), width, self.look, self.glyphs)

    def _lines_for(self, width: int, height: int) -> list[PageLine]:
        if width < LEAST_WIDTH or height < LEAST_HEIGHT:
            return [make_line("This window is too small.")]
        if self._first is not None and (pages := compose_pages(self._view, width, self.glyphs)):
            return self._read(pages, self._first, height)
        if not self._notice:
            return compose_view(self._view, width, height, self.glyphs)
        return [*compose_view(self._view, width, height - 1, self.glyphs), make_line((f" {self._notice}", "dim"))]

    def _read(self, pages: list[PageLine], first: int, height: int) -> list[PageLine]:
        """Draw the lines of the pages from the first one on, and the keys at the foot."""
        room = height - READING_LINES
        shown = pages[first : first + room]
        place = f"{first + len(shown)} of {len(pages)} lines" if len(pages) > room else ""
        keys = f"space read on   {self.glyphs.above} {self.glyphs.below} scroll   esc the table   {place}"
        return [*shown, *[BLANK] * (room - len(shown) + 1), make_line((f" {self._notice or keys}", "dim"))]


class WatchScreen(GuardedScreen):
    """The players' view of a table that another program plays; it follows by itself.

    Args:
        following: The table.
        look: Styles by role.
        glyphs: The signs to draw with.
    """

    AUTO_FOCUS = "#body"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "leave", "leave", id="back")]

    def __init__(self, following: Following, look: Look, glyphs: Glyphs) -> None:
        super().__init__()
        self._following = following
        self._notice = ""
        self._pane = PublicPane(look=look, glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """Compose the one pane."""
        yield self._pane

    def on_mount(self) -> None:
        """Show the table, and look for what is played from now on."""
        self._look()
        self.set_interval(LOOK_EVERY, self._look)

    def _look(self) -> None:
        notice = ""
        try:
            changed = self._following.look()
        except (OSError, Unreadable):
            # Its own words may quote the journal, and players read this.
            changed, notice = True, UNREAD
        if not changed and not self._notice:
            return
        self._notice = notice
        state = self._following.state
        self._pane.show(player_view(state) if state else PlayerView(), notice)

    def action_leave(self) -> None:
        """Leave; the table knows nothing of it."""
        self.app.exit(return_code=0)

    def on_guarded_stumbled(self, message: Guarded.Stumbled) -> None:
        """Keep the account of a bug."""
        fault.log_crash(message.account)


class PreviewScreen(BaseScreen, inherit_bindings=False):
    """The GM's look at what players see, as their screen has it.

    Args:
        state: Returns the table as it stands.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,V", "back", "back", id="back")]

    def __init__(self, state: Callable[[], State]) -> None:
        super().__init__()
        self._state = state

    def body(self) -> ComposeResult:
        """Compose the pane of the players."""
        yield PublicPane(look=getattr(self.app, "look", None), glyphs=getattr(self.app, "glyphs", UNICODE))

    def on_mount(self) -> None:
        """Show what players see now."""
        self.entitle("What players see now")
        self.query_one(PublicPane).show(player_view(self._state()))

    def on_resize(self, event: events.Resize) -> None:
        """Compose the view anew."""
        self.query_one(PublicPane).refresh()
