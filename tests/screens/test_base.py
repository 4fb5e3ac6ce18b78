"""Shared behaviour of all screens for reading: looks, ASCII terminals, every size, names that are no links."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from textual.screen import Screen

from tests.commands import COMMANDS
from tests.golden import screen_text
from tests.screens.tables import ScreenApp, odds, session, table
from tests.screens.test_start import FakeCatalogue
from wyrd_tui.screens.book import BookScreen
from wyrd_tui.screens.help import HelpScreen
from wyrd_tui.screens.history import HistoryScreen
from wyrd_tui.screens.new_table import NewTableScreen, playable_games
from wyrd_tui.screens.sheet import SheetScreen
from wyrd_tui.screens.start import StartScreen
from wyrd_tui.widgets.glyphs import ASCII
from wyrd_tui.widgets.themes import look_of

SCREENS: dict[str, Callable[[], Screen[None]]] = {
    "book": lambda: BookScreen(session()),
    "help": lambda: HelpScreen(COMMANDS, {}),
    "history": lambda: HistoryScreen(session(12, 3)),
    "odds": lambda: odds(table(), "elias-mercer", target="crewmen"),
    "sheet": lambda: SheetScreen(session(), "elias-mercer"),
    "start": lambda: StartScreen(FakeCatalogue(), lambda opened: None),
}


@pytest.mark.parametrize("name", SCREENS)
def test_ascii_alone(name: str) -> None:
    async def go() -> None:
        app = ScreenApp(SCREENS[name]())
        app.look, app.glyphs = look_of("plain"), ASCII  # type: ignore[attr-defined]
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.pause(0.05)
            await pilot.press("j", "pagedown")
            shown = screen_text(app)
            assert shown.isascii(), {character for character in shown if not character.isascii()}

    asyncio.run(go())


@pytest.mark.parametrize("name", SCREENS)
def test_any_size_and_no_name_is_a_link(name: str) -> None:
    async def go() -> None:
        app = ScreenApp(SCREENS[name]())
        async with app.run_test(size=(200, 60), notifications=True, tooltips=True) as pilot:
            for size in ((1, 1), (20, 5), (99, 30), (100, 30)):
                await pilot.resize_terminal(*size)
                await pilot.press("end", "k")
            await pilot.pause()
            assert screen_text(app).strip()
            for strip in app.screen._compositor.render_strips():
                for segment in strip:
                    assert not (segment.style and (segment.style.link or "@click" in segment.style.meta))

    asyncio.run(go())


def test_a_click_on_a_key_presses_it() -> None:
    async def go() -> None:
        app = ScreenApp(SCREENS["help"]())
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.click("#keys", offset=(2, 0))
            await pilot.pause()
            assert app.screen is not app.shown

    asyncio.run(go())


def test_a_second_click_on_a_row_chooses_it() -> None:
    async def go() -> None:
        begun: list[Sequence[str]] = []
        app = ScreenApp(NewTableScreen(begun.append))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.05)
            await pilot.click("#body", offset=(5, 2))
            await pilot.pause()
            assert not begun
            await pilot.click("#body", offset=(5, 2))
            await pilot.pause()
        assert begun == [playable_games()[1]]

    asyncio.run(go())


@pytest.mark.parametrize(("name", "told"), [("sheet", "more: PgDn"), ("book", "more in the list: PgDn")])
def test_a_page_says_how_much_is_below_and_the_key(name: str, told: str) -> None:
    async def go() -> None:
        app = ScreenApp(SCREENS[name]())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.05)
            assert told in screen_text(app)
            await pilot.press("end")
            await pilot.pause(0.05)
            assert told not in screen_text(app)

    asyncio.run(go())


@pytest.mark.parametrize("name", ["book", "help", "start"])
def test_a_search_shows_its_keys_though_more_is_below(name: str) -> None:
    async def go() -> None:
        app = ScreenApp(SCREENS[name]())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("slash", "a")
            await pilot.pause(0.05)
            assert "enter keep  esc show all" in screen_text(app)

    asyncio.run(go())
