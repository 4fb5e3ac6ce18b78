"""The page for players as a table serves it: opened by key, at every act, and without a word of the GM's."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from aiohttp import ClientSession
from textual.pilot import Pilot

from benchmarks import watchers
from tests.golden import screen_text
from tests.planted import MARK, plant
from tests.plays import fight
from tests.table_fakes import session, tower
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.state import Book, State
from wyrd_tui.play import play_line
from wyrd_tui.players import server
from wyrd_tui.players.picture import make_picture
from wyrd_tui.players.qr import draw_code
from wyrd_tui.screens.players import PlayersScreen
from wyrd_tui.screens.table.protocols import Storage
from wyrd_tui.screens.table.recaps import write_recaps
from wyrd_tui.screens.table.screen import TableScreen

Trial = Callable[[Pilot[None], TableScreen], Awaitable[None]]


def seat(state: State, trial: Trial) -> None:
    """Run a trial at a table on the screen."""

    async def whole() -> None:
        table = TableScreen(session(state), all_games)
        app = WyrdApp(lambda look, glyphs: table)
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            await trial(pilot, table)

    asyncio.run(whole())


async def served(table: TableScreen, *, pictures: int = 1) -> bytes:
    """Ask for everything that the page has: the page, its headers, and the first pictures of its stream."""
    address = str(table.players_page.addresses[0])
    async with ClientSession() as browser:
        async with browser.get(address) as page:
            found = b"".join(b"".join(pair) for pair in page.raw_headers) + await page.read()
        async with browser.get(f"{address}/events") as stream:
            found += b"".join(b"".join(pair) for pair in stream.raw_headers)
            for _ in range(pictures):
                found += await stream.content.readuntil(b"\n\n")
        async with browser.get(f"{address}/{MARK.lower()}") as refused:
            return found + b"".join(b"".join(pair) for pair in refused.raw_headers) + await refused.read()


def test_a_table_loads_no_server_before_its_page_opens() -> None:
    async def trial(pilot: Pilot[None], table: TableScreen) -> None:
        assert table._page is None
        await pilot.press("P")
        assert isinstance(table.app.screen, PlayersScreen)
        assert table.players_page.addresses == ()
        assert "open it for this machine" in screen_text(table.app)

    seat(tower(), trial)


def test_keys_open_and_close_the_page_as_the_head_tells() -> None:
    async def trial(pilot: Pilot[None], table: TableScreen) -> None:
        await pilot.press("P", "m")
        assert str(table.players_page.addresses[0]) in screen_text(table.app)
        assert "nobody watches" in screen_text(table.app)
        await pilot.press("escape")
        await pilot.pause()
        assert "watching: nobody" in screen_text(table.app)
        await pilot.press("P", "c")
        assert table.players_page.addresses == ()
        assert "no longer works" in screen_text(table.app)

    seat(tower(), trial)


def test_a_refused_address_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial(pilot: Pilot[None], table: TableScreen) -> None:
        def refuse() -> str:
            raise OSError("no network is up")

        monkeypatch.setattr(server, "local_network", refuse)
        await pilot.press("P", "n")
        assert "cannot be opened in the local network: no network is up" in screen_text(table.app)

    seat(tower(), trial)


def test_the_network_has_a_code_and_the_local_address_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial(pilot: Pilot[None], table: TableScreen) -> None:
        monkeypatch.setattr(server, "local_network", lambda: "127.0.0.2")
        await pilot.press("P", "m", "n")
        await pilot.pause()
        assert len(table.players_page.addresses) == 2
        text = screen_text(table.app)
        assert all(str(address) in text for address in table.players_page.addresses)
        assert "█" in text
        await pilot.press("m")
        assert len(table.players_page.addresses) == 1

    seat(tower(), trial)


def test_each_act_reaches_the_page_without_the_gms_words() -> None:
    async def trial(pilot: Pilot[None], table: TableScreen) -> None:
        await pilot.press("P", "m", "escape")
        first = await served(table)
        assert b"Elias Mercer" in first
        assert MARK.encode() not in first
        await pilot.press("n")
        await asyncio.sleep(3 * server.MOMENT)
        second = await served(table)
        assert second != first
        assert MARK.encode() not in second

    seat(plant(tower()), trial)


def test_each_act_of_another_screen_reaches_the_page_at_once() -> None:
    """The book shows and hides a page, and the history takes an act back, while each of them is still open."""
    state = replace(tower(), book=Book((Page("letter", "handout", "A letter", "Come at midnight."),)))

    async def trial(pilot: Pilot[None], table: TableScreen) -> None:
        await pilot.press("P", "m", "escape")
        for keys, shown in ((("b", "v"), True), (("v",), False), (("escape", "l", "u"), True), (("u",), False)):
            await pilot.press(*keys)
            await asyncio.sleep(3 * server.MOMENT)
            assert table.app.screen is not table
            assert (b"midnight" in await served(table)) is shown

    seat(state, trial)


def test_a_hidden_tables_address_has_none_of_its_words() -> None:
    async def trial(pilot: Pilot[None], table: TableScreen) -> None:
        await pilot.press("P", "m")
        assert MARK.casefold() not in str(table.players_page.addresses[0])
        assert MARK.encode() not in await served(table)

    seat(plant(fight()), trial)


def test_a_page_ends_with_its_table() -> None:
    async def whole() -> None:
        table = TableScreen(session(tower()), all_games)
        app = WyrdApp(lambda look, glyphs: table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("P", "m", "escape")
            assert table.players_page.addresses
        assert table.players_page.addresses == ()

    asyncio.run(whole())


def test_a_code_is_square_and_has_a_margin() -> None:
    rows = draw_code("http://192.168.178.23:54321/abcdefghijklmnop")
    assert {len(row) for row in rows} == {33}
    assert len(rows) == 17
    assert not rows[0].strip() + rows[-1].strip()


class _Kept:
    """A table in a folder, as far as a recap asks it."""

    def __init__(self, folder: Path) -> None:
        self.table = self
        self.path = folder / "flight.toml"


def test_the_recaps_lie_beside_the_table(tmp_path: Path) -> None:
    files = write_recaps(session(plant(tower())), cast("Storage", _Kept(tmp_path)))
    assert [file.name for file in files] == ["flight.recap.md", "flight.players.md", "flight.players.html"]
    mine, *theirs = (file.read_text(encoding="utf-8") for file in files)
    assert MARK in mine
    assert theirs[0].startswith("# Flight from the Tower")
    assert all(MARK not in text for text in theirs)


def test_a_recap_that_the_disk_refuses_is_named(tmp_path: Path) -> None:
    (tmp_path / "flight.players.md").mkdir()
    with pytest.raises(Refused, match=r"flight\.players\.md cannot be written: .*Written before: flight\.recap\.md\."):
        write_recaps(session(tower()), cast("Storage", _Kept(tmp_path)))


def test_a_table_without_a_file_has_no_place_for_recaps() -> None:
    async def trial(pilot: Pilot[None], table: TableScreen) -> None:
        for keys in (("P", "r"), ("escape", ":", *"recap", "enter")):
            await pilot.press(*keys)
            await pilot.pause()
            assert "This table is kept in no file" in screen_text(table.app)

    seat(tower(), trial)


def test_each_of_the_hundred_benchmark_acts_changes_the_picture() -> None:
    """`benchmarks/browser.py` waits for the page after each of them."""
    play, lines = session(watchers.begin()), watchers.hundred_acts()
    assert len(lines) == 100
    for line in lines:
        before = make_picture(play.state)
        play.undo() if line == "undo" else list(play_line(play, line))
        assert make_picture(play.state) != before, line
