"""Page for players: opened and closed by the GM, its address, a QR code of it, and how many follow."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.binding import Binding, BindingType

from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.spans import BLANK, PageLine, Span, make_line
from wyrd_tui.players.qr import draw_code
from wyrd_tui.players.server import PlayersPage
from wyrd_tui.screens.base import BaseScreen, KeyBar
from wyrd_tui.screens.prose import paragraph
from wyrd_tui.store.tables.following import keep_address, read_address
from wyrd_tui.widgets.glyphs import ASCII

if TYPE_CHECKING:
    from wyrd_tui.screens.table.controller import Controller
    from wyrd_tui.screens.table.protocols import Storage

GAP = 3
COUNT = 0.5
"""Seconds between two looks at how many follow."""
LEAST_WORDS = 30
"""Cells that words need beside the code; with fewer they stand above it."""


class Serving(Protocol):
    """A table whose page for players this screen opens and closes."""

    controller: Controller

    @property
    def players_page(self) -> PlayersPage:
        """The page, open or closed."""

    @property
    def watchers(self) -> int:
        """Number of browsers and terminals that follow now."""


def make_page(storage: Storage | None, picture: Callable[[], str], told: Callable[[], object]) -> PlayersPage:
    """Make the page of a table, under the address that it had where the program was killed while the page was open."""
    # The server's modules stay; no later collection, in the midst of a key, has to look through them.
    gc.collect()
    gc.freeze()
    if storage is None or storage.table is None:
        return PlayersPage(picture, told)
    path = storage.table.path
    return PlayersPage(picture, told, read_address(path), partial(keep_address, path))


class PlayersScreen(BaseScreen, inherit_bindings=False):
    """The address of the page for players, and the keys that open and close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,P", "back", "back", id="back"),
        Binding("m", "serve(False)", "this machine", id="players-here"),
        Binding("n", "serve(True)", "local network", id="players-network"),
        Binding("c", "close_page", "close the page", id="players-close"),
        Binding("r", "recap", "write the recaps", id="players-recap"),
    ]

    def __init__(self, table: Serving, write_recaps: Callable[[], Sequence[Path]]) -> None:
        """Show the page for players.

        Args:
            table: The table whose page it is.
            write_recaps: Writes the recaps; returns the files, and raises Refused.
        """
        super().__init__()
        self.page = table.players_page
        self._table = table
        self._write_recaps = write_recaps

    def on_mount(self) -> None:
        """Count who follows as they come and go."""
        self.set_interval(COUNT, self._title)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show a key where it does something."""
        del parameters
        return bool(self.page.addresses) if action == "close_page" else True

    def renew(self) -> None:
        """Show the page, open or closed."""
        self._title()
        self.scroll.rebuild(top=True)
        self.query_one(KeyBar).refresh()

    def _title(self) -> None:
        self.entitle("Page for players", right=count_words(self._table.watchers, served=bool(self.page.addresses)))

    async def action_serve(self, network: bool) -> None:
        """Open the page on this machine, and in the local network or no longer."""
        try:
            await self.page.open(network=network)
        except OSError as refused:
            where = "in the local network" if network else "on this machine"
            still = "The page stays as it is." if self.page.addresses else "Press m to open it on this machine only."
            self.foot.refuse(f"The page cannot be opened {where}: {refused}. {still}")
        else:
            self.foot.notice("The page stays open while you play. P shows this again.")
        self.renew()

    async def action_close_page(self) -> None:
        """Close the page; browsers that show it say so."""
        await self.page.close()
        self.foot.notice("The page is closed, and its address no longer works.")
        self.renew()

    def action_recap(self) -> None:
        """Write the recaps beside the table."""
        try:
            files = self._write_recaps()
        except Refused as refused:
            self.foot.refuse(str(refused))
        else:
            self.foot.notice(f"Beside the table: {', '.join(file.name for file in files)}.")

    def _terminal_lines(self, width: int) -> list[PageLine]:
        storage = self._table.controller.storage
        if storage is None or storage.table is None:
            return []
        command = f"wyrd watch {quote(storage.table.path.stem)}"
        words = paragraph("For the same in a terminal on the second screen, write:", width)
        return [BLANK, *words, make_line((command, "strong"))]

    def _lines(self, width: int) -> Sequence[PageLine]:
        if not self.page.addresses:
            return [
                BLANK,
                *paragraph(
                    "Players see in any browser what is open to them: the party, the order, challenges, clocks, and "
                    "pages of the book that you have shown. The page changes nothing at the table.",
                    width,
                ),
                BLANK,
                make_line(("m", "key"), "  open it for this machine: a second screen"),
                make_line(("n", "key"), "  open it for the local network too: phones and tablets"),
                *self._terminal_lines(width),
            ]
        address, *here = self.page.addresses
        words = (
            "Scan the code, or type the address. Any browser with the address can look, and only look."
            if address.network
            else "Open the address in a browser of this machine, and move its window to the second screen."
        )
        plain = self.scroll.glyphs is ASCII
        code: list[Span] = [(row, "code") for row in draw_code(str(address))] if address.network and not plain else []
        beside = width - (len(code[0][0]) + GAP if code else 0)
        text = [make_line((str(address), "strong")), BLANK, *paragraph(words, max(LEAST_WORDS, beside))]
        for local in here:
            told = paragraph("A browser of this machine, for a second screen:", max(LEAST_WORDS, beside))
            text += [BLANK, *told, make_line((str(local), "strong"))]
        if not code or beside < max(LEAST_WORDS, len(str(address))):
            return [BLANK, *text, BLANK, *(make_line(row) for row in code)]
        text += [BLANK] * (len(code) - len(text))
        return [make_line(row, " " * GAP, *line.spans) for row, line in zip(code, text, strict=True)]


def count_words(watchers: int, *, served: bool) -> str:
    """Return how many follow, in words; that the page is closed where nobody does."""
    if not watchers:
        return "nobody watches" if served else "closed"
    return count_noun(watchers, "watcher")
