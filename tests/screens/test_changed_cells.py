"""A terminal that is sent only what changes shows the whole screen after each key of an evening."""

from __future__ import annotations

from typing import Any

import pyte
import pytest
from pyte.screens import Char
from rich.console import Console
from textual._compositor import CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from tests.screens.desk import NAMED, single
from tests.screens.evening_by_key import EVENINGS, EveningPart
from tests.screens.test_doorway import app_of, screen_of
from wyrd_tui.engine.dice import FedDice

COLUMNS, ROWS = 80, 24
NO_LINES = Char(" ")[5:]
"""No underline, no line through the letters, not reversed, not blinking."""


class Terminal:
    """A terminal that is sent frames."""

    def __init__(self) -> None:
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.Stream(self._screen)
        self._console = Console(color_system="truecolor", force_terminal=True, legacy_windows=False)

    def show(self, frame: CompositorUpdate) -> None:
        """Show a frame."""
        self._stream.feed(frame.render_segments(self._console))

    @property
    def cells(self) -> dict[tuple[int, int], Char]:
        """Every cell as it looks: a blank has a background alone."""
        return {
            (x, y): char if char.data != " " or char[5:] != NO_LINES else Char(" ", bg=char.bg)
            for y in range(ROWS)
            for x in range(COLUMNS)
            for char in (self._screen.buffer[y][x],)
        }


async def _whole(pilot: Pilot[Any], terminal: Terminal) -> str:
    """Wait until a terminal shows the whole screen; return the cells that differ after a second."""
    for _ in range(100):
        await pilot.pause(0.01)
        full = Terminal()
        # A full update would forget what has changed and is not drawn yet.
        drawing = pilot.app.screen._compositor
        full.show(LayoutUpdate([[strip] for strip in drawing.render_strips()], drawing.size.region))
        shown, drawn = terminal.cells, full.cells
        if shown == drawn:
            return ""
    return "\n".join(f"{at}: {shown[at]}, not {drawn[at]}" for at in shown if shown[at] != drawn[at])


@pytest.mark.long
@pytest.mark.usefixtures("_changed_cells")
@pytest.mark.parametrize("evening", EVENINGS[:3], ids=lambda evening: evening.heading)
async def test_the_terminal_shows_the_whole_screen_after_each_key(
    evening: EveningPart, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()

    def display(app: App[Any], screen: Screen[Any], frame: CompositorUpdate | None) -> None:
        if screen is app.screen and frame is not None:
            terminal.show(frame)

    monkeypatch.setattr(App, "_display", display)
    app = app_of(evening.begin())
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        session = screen_of(app).controller.session
        assert await _whole(pilot, terminal) == ""
        for act in evening.acts:
            session.dice = FedDice(act.dice)
            for key in single(*act.pressed):
                await pilot.press(NAMED.get(key, key))
                assert await _whole(pilot, terminal) == "", f"{act.act}: {key}"
        while session.done:
            await pilot.press("u")
            assert await _whole(pilot, terminal) == "", f"undo at {len(session.done)} acts"
