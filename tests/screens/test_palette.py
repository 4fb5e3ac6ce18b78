"""Palette of all acts: its filter, its keys, and hands that are faster than its drawing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key, Paste

from tests.golden import same_screen, screen_text
from tests.screens.shipped import FLIGHT, asking, begun, prompt
from tests.screens.test_two_games import app_of, mixed
from wyrd_tui.app import WyrdApp
from wyrd_tui.screens.palette import PaletteScreen
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.screens.table.screen import TableScreen


@asynccontextmanager
async def palette(size: tuple[int, int] = (80, 24), *typed: str) -> AsyncIterator[tuple[WyrdApp, Any]]:
    """A table of two games with its palette open and a word typed."""
    app = app_of(mixed())
    async with app.run_test(size=size) as pilot:
        await pilot.press("ctrl+p", *typed)
        yield app, pilot


def at_once(app: WyrdApp, *keys: str) -> None:
    """Press keys in one read, before any of them is taken."""
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else None))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_each_act_has_a_line_with_its_key(size: tuple[int, int]) -> None:
    async with palette(size) as (app, _):
        same_screen(app, f"palette-{size[0]}x{size[1]}")


async def test_a_label_that_tells_the_act_stands_alone() -> None:
    """Its word for the command line stands beside it only where that is another one."""
    async with palette((200, 60)) as (app, _):
        shown = screen_text(app)
        assert "roll (Wyrd Engine)" in shown
        assert "damage (lose, Wyrd Abacus)" in shown
        assert "next turn (next)" not in shown


@pytest.mark.parametrize("size", [(120, 140), (200, 140)])
async def test_a_wide_screen_has_every_name_whole(size: tuple[int, int]) -> None:
    async with palette(size) as (app, _):
        assert isinstance(app.screen, PaletteScreen)
        lines = screen_text(app).splitlines()[1:]
        missing = [act.label for act, line in zip(app.screen._acts, lines, strict=False) if act.label not in line]
        assert not missing
        assert sum(bool(line.strip()) for line in lines) > len(app.screen._acts)


async def test_letters_filter_and_enter_does_the_act() -> None:
    async with palette((80, 24), *"damage") as (app, pilot):
        assert "damage" in screen_text(app).splitlines()[1]
        await pilot.press("ctrl+u", *"undo")
        assert "undo" in screen_text(app).splitlines()[1]
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)
        assert "left to undo" in screen_text(app)


async def test_an_act_of_the_list_names_whom_it_takes() -> None:
    """The list hides the selected row, so that Enter acts only once the line is read."""
    async with palette((80, 24), *"remove character") as (app, pilot):
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)
        table = app.screen.controller
        before = table.state
        assert asking(table).command.id == "dismiss"
        assert "exits" in prompt(table).preview
        await pilot.press("enter")
        assert len(table.state.actors) == len(before.actors) - 1


@pytest.mark.parametrize(
    ("stem", "keys", "waits", "acts"),
    [
        (FLIGHT, "", {"tick", "untick", "remove-challenge", "dismiss"}, set()),
        ("a-fine-patina", "I ⏎ ⏎ n", {"earlier", "later", "hold", "withdraw", "dismiss"}, {"next", "back"}),
        ("nobody-told-the-bees", "B ⏎ ⏎", {"spring", "escape", "remove-challenge", "dismiss"}, set()),
    ],
)
def test_the_list_acts_at_once_only_without_a_row(stem: str, keys: str, waits: set[str], acts: set[str]) -> None:
    """Acts that a row answers wait for Enter; the others act as their keys do."""
    for act in waits | acts:
        table = begun(stem, keys)
        (chosen,) = [row for row in table.palette_acts() if row.help == table.commands[act].help]
        before = table.state.acts
        chosen.do()
        assert table.state.acts == before + (act in acts), act
        assert (table.asking is not None) == (act in waits), act


async def test_letters_that_no_act_holds_say_so() -> None:
    async with palette((80, 24), *"zqzq") as (app, pilot):
        assert "No act contains “zqzq”." in screen_text(app)
        await pilot.press("enter")
        assert isinstance(app.screen, PaletteScreen)
        app.post_message(Paste("\x1b[2Jdamage"))
        await pilot.pause()
        assert "\x1b" not in screen_text(app)


@pytest.mark.parametrize(
    "keys",
    [
        ("enter", "enter"),
        ("escape", "escape"),
        ("ctrl+p", "ctrl+p", "ctrl+p"),
        ("pageup", "pageup", "pagedown"),
        ("escape", "ctrl+p", "ctrl+p"),
        ("escape", "ctrl+p", "escape", "ctrl+p", "escape"),
    ],
)
async def test_keys_in_one_read_never_end_the_program(keys: tuple[str, ...]) -> None:
    async with palette() as (app, pilot):
        at_once(app, *keys)
        await pilot.pause()
        assert app.is_running
        assert len(app.screen_stack) <= 2


async def test_two_screens_are_never_opened_by_one_read() -> None:
    app = app_of(mixed())
    async with app.run_test(size=(80, 24)) as pilot:
        at_once(app, "ctrl+p", "?", "b")
        await pilot.pause(0.2)
        assert len(app.screen_stack) == 2


async def test_a_bug_in_a_list_costs_one_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    async with palette() as (app, pilot):
        with monkeypatch.context() as broken:
            broken.setattr(Scroll, "action_step", lambda self, step: 1 / 0)
            await pilot.press("down")
        assert "bug in the program" in screen_text(app)
        await pilot.press("down", "escape")
        assert isinstance(app.screen, TableScreen)


async def test_a_screen_that_cannot_be_made_is_closed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    monkeypatch.setattr(PaletteScreen, "body", lambda self: 1 / 0)
    async with palette() as (app, pilot):
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert "closed the screen" in screen_text(app)


@pytest.mark.parametrize("turns", range(6))
async def test_leaving_while_a_screen_is_made_is_no_bug(
    turns: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    app = app_of(mixed())
    async with app.run_test(size=(80, 24)):
        app.push_screen(PaletteScreen(()))
        for _ in range(turns):
            await asyncio.sleep(0)
        app.exit()
    assert not list(tmp_path.rglob("fault.log"))
