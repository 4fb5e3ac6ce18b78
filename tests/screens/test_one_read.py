"""Keys that reach the program in one read: each goes to the screen that the keys before it have opened or closed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot

from tests.golden import screen_text
from tests.screens.shipped import FLIGHT, begun
from tests.screens.test_doorway import app_of, screen_of
from tests.screens.test_palette import at_once
from wyrd_tui.screens.book import BookScreen
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.screen import TableScreen


async def _until(pilot: Pilot[Any], happened: Callable[[], bool]) -> None:
    """Wait until something has happened, for some seconds at most."""
    for _ in range(200):
        if happened():
            return
        await pilot.pause(0.05)


def _advanced(table: Controller, beads: int) -> bool:
    return table.state.challenges["the-fuse"].done == beads


@pytest.mark.parametrize("opens", ["b", "s", "l", "o", "?"])
async def test_a_key_behind_one_that_opens_screens_changes_no_table(opens: str) -> None:
    app = app_of(begun(FLIGHT).state)
    async with app.run_test(size=(80, 24)) as pilot:
        controller = screen_of(app).controller
        before = controller.state
        at_once(app, opens, "+")
        await _until(pilot, lambda: not isinstance(app.screen, TableScreen))
        await pilot.pause(0.1)
        assert not isinstance(app.screen, TableScreen)
        assert controller.state is before


async def test_keys_of_one_read_reach_each_screen_in_order() -> None:
    """A screen that is open and one that is not yet there both take their keys, and the table those behind them."""
    app = app_of(begun(FLIGHT).state)
    async with app.run_test(size=(80, 24)) as pilot:
        controller = screen_of(app).controller
        await pilot.press("b")
        assert isinstance(app.screen, BookScreen)
        for beads, keys in ((1, "jq+"), (2, "bjq+")):
            at_once(app, *keys)
            await _until(pilot, partial(_advanced, controller, beads))
            assert isinstance(app.screen, TableScreen)
            assert _advanced(controller, beads)


async def test_letters_behind_the_books_search_key_are_searched() -> None:
    """None of them is a key of the book, which would change the table."""
    app = app_of(begun(FLIGHT).state)
    async with app.run_test(size=(80, 24)) as pilot:
        before = screen_of(app).controller.session.state
        await pilot.press("b")
        app.post_message(Key("slash", "/"))
        at_once(app, *"lugcamp")
        await pilot.pause(0.2)
        assert isinstance(app.screen, BookScreen)
        assert "/lugcamp" in screen_text(app)
        app.post_message(Key("enter", "\r"))
        at_once(app, "q")
        await _until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert screen_of(app).controller.session.state is before
