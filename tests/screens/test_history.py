"""The history goes to any turn and stays quick however long the evening was."""

import asyncio
import time

import pytest

from tests.golden import same_screen, screen_text
from tests.screens.tables import HOSTILE, SAY, SIZES, ScreenApp, session
from tests.work import count_calls
from wyrd_tui.engine.session import Session
from wyrd_tui.screens.history import HistoryScreen, _day


@pytest.mark.parametrize("size", SIZES)
def test_looks(size: tuple[int, int]) -> None:
    async def look() -> None:
        app = ScreenApp(HistoryScreen(session(30, 4)))
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            same_screen(app, f"history-{size[0]}x{size[1]}")

    asyncio.run(look())


def test_a_day_of_another_year_says_so() -> None:
    """A clock may be set back, or a table put away for a year."""
    late, early, same = (
        time.mktime((year, month, 21, 12, 0, 0, 0, 0, -1)) for year, month in ((2026, 11), (2019, 7), (2019, 7))
    )
    assert _day(late, None) == "21 Nov"
    assert _day(early, late) == "21 Jul’19"
    assert _day(same, early) == ""
    assert _day(late, early) == "21 Nov’26"


def test_enter_goes_back_only_after_yes() -> None:
    async def go() -> None:
        played = session(10, 0)
        app = ScreenApp(HistoryScreen(played))
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.press("k", "up", "k", "enter")
            assert "Undo 3 acts?" in screen_text(app)
            await pilot.press("x")
            assert len(played.done) == 10
            await pilot.press("enter", "y")
            assert (len(played.done), len(played.undone)) == (7, 3)
            assert "undone" in screen_text(app)
            await pilot.press("end", "enter")
            assert "Redo 3 acts?" in screen_text(app)
            await pilot.press("enter")
            assert (len(played.done), len(played.undone)) == (10, 0)

    asyncio.run(go())


def test_home_is_how_the_table_began() -> None:
    async def go() -> None:
        played = session(3)
        app = ScreenApp(HistoryScreen(played))
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.press("home", "enter", "y")
            assert not played.done
            await pilot.press("ctrl+r")
            assert len(played.done) == 1
            await pilot.press("U")
            assert len(played.done) == 2
            await pilot.press("u", "u")
            assert not played.done
            assert "Nothing is left to undo" not in screen_text(app)
            await pilot.press("u")
            assert "Nothing is left to undo" in screen_text(app)

    asyncio.run(go())


@pytest.mark.parametrize("later", [0, 2])
def test_history_says_where_it_begins_when_acts_are_lost(later: int) -> None:
    async def go() -> None:
        whole = session(3)
        lost = Session(whole.state, dice=whole.dice, clock=whole.clock)
        for _ in range(later):
            lost.do(SAY, {"text": "A door bangs."})
        for undone in range(later + 1):
            app = ScreenApp(HistoryScreen(lost))
            async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
                await pilot.press("home")
                assert screen_text(app).count("The table after act 3") == 2
                assert "No earlier act can be undone." in screen_text(app)
            if undone < later:
                lost.undo()

    asyncio.run(go())


def test_names_are_shown_letter_by_letter() -> None:
    async def go() -> None:
        app = ScreenApp(HistoryScreen(session(8)))
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            assert f"{HOSTILE} takes 3" in screen_text(app)

    asyncio.run(go())


def test_ten_thousand_acts_are_no_slower() -> None:
    async def go(acts: int) -> int:
        played = session(4)
        played.done.extend(played.done[-1] for _ in range(acts))
        screen = HistoryScreen(played)
        app = ScreenApp(screen)
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            assert len(screen.scroll.rows) == acts + 5

            def move() -> None:
                for _ in range(50):
                    screen.scroll.action_step(-1)
                    screen.scroll.action_page(-1)

            return count_calls(move)

    assert asyncio.run(go(10_000)) == pytest.approx(asyncio.run(go(5_000)), rel=0.01)
