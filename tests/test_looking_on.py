"""A second window looks on: it shows what the first one plays, and plays nothing itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.golden import screen_text
from tests.store.acts import count, small_table
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.launch import OpenTable
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.store.tables.opening import create_table, open_table


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))


async def test_a_second_window_shows_what_the_first_plays() -> None:
    with create_table(small_table(), "Brass Orchid") as first:
        played = first.session(dice=LiveDice())
        evening = OpenTable()
        evening.take(open_table(first.path))
        app = WyrdApp(evening.screen)
        async with app.run_test(size=(80, 24)) as pilot:
            screen = app.screen
            assert isinstance(screen, TableScreen)
            await pilot.press("escape")
            assert "read only, act 0" in screen_text(app).splitlines()[0]
            session = screen.controller.session
            await pilot.press("j")
            assert screen.controller.session is session, "nothing changed, so nothing is read"
            played.do(count(3), {})
            await pilot.press("j")
            assert "read only, act 1" in screen_text(app).splitlines()[0]
            assert screen.controller.state == played.state
            await pilot.press("d")
            assert screen.controller.asking is None
            assert "Read only: no act is possible here. Open in another window" in screen_text(app)


async def test_a_second_window_is_told_when_the_first_closes() -> None:
    first = create_table(small_table(), "Brass Orchid")
    evening = OpenTable()
    evening.take(open_table(first.path))
    app = WyrdApp(evening.screen)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press("escape", "j")
        assert "in another window" in screen.controller.read_only
        first.session(dice=LiveDice()).do(count(3), {})
        # As a kill leaves it: nothing is saved, and the system drops the lock.
        first.release()
        await pilot.press("j")
        assert "The other window has closed the table. Leave, and open it again" in screen_text(app)
        assert "read only, act 1" in screen_text(app).splitlines()[0]
        await pilot.press("d")
        assert "The other window has closed the table" in screen_text(app)
        with open_table(first.path) as other:
            assert not other.read_only, "whoever opens it next may play"
            other.session(dice=LiveDice()).do(count(4), {})
            await pilot.press("j")
            assert "let go for good" not in screen_text(app), "a third window has it"
            assert f"Open in another window (process {os.getpid()})." in screen.controller.read_only
        await pilot.press("j")
        assert "The other window has closed the table" in screen.controller.read_only
        await pilot.press("escape", "q")
        assert "Leave the table? Nothing was changed." in screen_text(app)
