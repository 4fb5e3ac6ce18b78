"""The pane that moves up and down: always one that is in sight, where the lower panes share a place."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.golden import screen_text
from tests.screens.desk import press
from tests.screens.shipped import begun
from tests.screens.test_doorway import app_of, screen_of
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.state import State
from wyrd_tui.screens.table.cursor import Cursor

NAMES = {"⏎": "enter", "⇥": "tab", "↑": "up", "↓": "down"}


def bees() -> State:
    """The first scene of the bees."""
    return begun("nobody-told-the-bees", "B ⏎ ⏎").state


async def keyed(pilot: Pilot[None], keys: str) -> None:
    """Press keys, in the short names of the other tests."""
    await pilot.press(*(NAMES.get(key, key) for key in keys.split()))
    await pilot.pause()


def at_hand(cursor: Cursor) -> tuple[str, str, str, object]:
    """Return the game of the keys, and the challenges that the next roll, `+` and a question would take."""
    given = cursor.given(cursor._state)
    return cursor.game, cursor.at_hand, cursor.advances, (given.get("faced"), given.get("bead"), given.get("rung"))


def marked(app: WyrdApp) -> str:
    """The line of the screen whose title has the sign of the keys."""
    return next((line for line in screen_text(app).splitlines() if "═" in line), "")


async def test_the_log_that_a_roll_brings_to_the_front_moves() -> None:
    app = app_of(bees())
    async with app.run_test(size=(80, 24)) as pilot:
        cursor = screen_of(app).controller.cursor
        await keyed(pilot, "⇥ ⇥ ⇥ r ⏎ ⏎ 6 ⏎")
        assert cursor.shown == "log"
        assert "[Log]" in marked(app)
        before, cursor_before = at_hand(cursor), cursor.selection.challenge
        await keyed(pilot, "↑")
        assert (cursor.shown, cursor.pane) == ("log", "log")
        assert "[Log]" in marked(app)
        assert cursor.selection.challenge == cursor_before
        assert at_hand(cursor)[1:3] == before[1:3]


async def test_the_abacus_is_in_front_again_with_another_key() -> None:
    app = app_of(bees())
    async with app.run_test(size=(80, 24)) as pilot:
        cursor = screen_of(app).controller.cursor
        await keyed(pilot, "⇥ ⇥ ⇥ r ⏎ ⏎ 6 ⏎")
        before = at_hand(cursor)
        await keyed(pilot, "ctrl+l")
        assert (cursor.shown, cursor.pane) == ("abacus", "abacus")
        assert "[Abacus]" in marked(app)
        assert at_hand(cursor) == before


@pytest.mark.parametrize(("key", "pane"), [("⇥", "party"), ("shift+tab", "abacus")])
async def test_tab_goes_on_from_the_log_that_is_in_sight(key: str, pane: str) -> None:
    app = app_of(bees())
    async with app.run_test(size=(80, 24)) as pilot:
        cursor = screen_of(app).controller.cursor
        await keyed(pilot, f"⇥ ⇥ ⇥ r ⏎ ⏎ 6 ⏎ {key}")
        assert cursor.pane == pane


async def test_the_ladder_that_a_rung_brings_to_the_front_moves() -> None:
    """The challenge of `+` stays the one under the cursor of the abacus until the GM moves on the ladder."""
    app = app_of(bees())
    async with app.run_test(size=(80, 24)) as pilot:
        cursor = screen_of(app).controller.cursor
        await keyed(pilot, "⇥ ⇥ ⇥ ↓")
        challenge, bead, rung = cursor.selection.challenge, cursor.advances, cursor.selection.rung
        await keyed(pilot, "[")
        assert cursor.shown == "ladder"
        assert "[Ladder]" in marked(app)
        assert (cursor.at_hand, cursor.advances) == (challenge, bead)
        lower = cursor.selection.rung
        assert lower < rung
        await keyed(pilot, "↓")
        assert (cursor.pane, cursor.selection.challenge) == ("ladder", challenge)
        assert cursor.selection.rung < lower


async def test_people_stay_in_focus_when_the_log_is_brought() -> None:
    app = app_of(bees())
    async with app.run_test(size=(80, 24)) as pilot:
        cursor = screen_of(app).controller.cursor
        await keyed(pilot, "r ⏎ ⏎ 6 ⏎")
        who = cursor.selection.actor
        assert "PARTY" in marked(app).upper()
        await keyed(pilot, "↓")
        assert cursor.pane == "party"
        assert cursor.selection.actor != who


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_log_scrolls_until_it_has_something_new(size: tuple[int, int]) -> None:
    app = app_of(begun("murder-at-the-brass-orchid").state)
    async with app.run_test(size=size) as pilot:
        await keyed(pilot, "⏎ B ⏎ B C ⏎ ⏎ B D ⏎ ⏎ escape ⇥ ⇥ ⇥ ⇥")
        cursor, log = screen_of(app).controller.cursor, screen_of(app).log_pane
        assert cursor.pane == "log"
        newest = log.top
        for key, top in (("k", newest - 1), ("↑", newest - 2), ("pageup", newest - 1 - log.room), ("home", 0)):
            await keyed(pilot, key)
            assert log.top == top
        await keyed(pilot, "c c 4 ⏎ t ⏎")
        assert "New clock t" in screen_text(app)
        newest = log.top
        await keyed(pilot, "home ⇥ ⇥ ⇥ ⇥ ⇥")
        assert log.top == (newest if size == (80, 24) else 0), "where the log was hidden it is at the newest again"


def test_a_cursor_that_moves_asks_no_act_again() -> None:
    """The answer depends on the table alone, and takes milliseconds among five hundred actors."""
    table = begun("murder-at-the-brass-orchid")
    asked: list[str] = []

    def counted(row: Command) -> Command:
        def when(state: State) -> str:
            asked.append(row.id)
            return row.when(state)

        return replace(row, when=when)

    rows = [counted(row) for row in table.commands_in_order]
    first = table.keys.hints(rows, table.state, table.cursor, can_act=True)
    assert asked
    asked.clear()
    before = table.cursor.selection.actor
    press(table, "j")
    assert table.cursor.selection.actor != before
    assert len(table.keys.hints(rows, table.state, table.cursor, can_act=True)) == len(first)
    assert not asked
