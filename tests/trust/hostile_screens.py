"""Walks through the screens with something hostile on them: from a scenario, from a forged save, at the start."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from tests.trust import hostile_saves as saves
from tests.trust.hostile_payloads import file_name
from tests.trust.hostile_places import (
    LOOKED_ON,
    PASTE,
    PLACES,
    REFUSED,
    Tried,
    answered,
    faults,
    looked_at,
    opened,
    press,
    screen,
    seen,
    walk,
)
from tests.trust.hostile_plan import evening, lay
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.launch import Evening
from wyrd_tui.play import play_line
from wyrd_tui.screens.catalogue import DiskCatalogue
from wyrd_tui.screens.start import StartScreen
from wyrd_tui.store.files import folders
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables.opening import open_table

Size = tuple[int, int]
START = (
    ("tables", ()),
    ("scenarios", ("pagedown",)),
    ("what is wrong", ("end",)),
    ("found", ("home", "slash", "q")),
    ("found nothing", ("escape", "slash", PASTE)),
    ("keys", ("escape", "question_mark")),
    ("a table that is none", ("escape", "slash", *"broken", "enter", "down", "enter")),
)
PARTY = (("new table", ()), ("somebody chosen", ("down", "space", "plus")), ("below", ("end",)))


async def _planted(payload: str, folder: Path, size: Size, part: slice) -> Tried:
    session, _ = evening(begin_table(load_scenario(lay(folder, payload))), payload)
    async with screen(session, payload, size) as pilot:
        return await walk(pilot, payload, PLACES[part])


async def _raw(payload: str, folder: Path, size: Size, part: slice) -> Tried:
    async with screen(saves.raw(payload), payload, size) as pilot:
        return await walk(pilot, payload, PLACES[part])


async def _forged(payload: str, folder: Path, size: Size, part: slice) -> Tried:
    saves.keys(folder / "home", payload)
    at = looked_at(saves.forged(folder, payload, ids=size[0] > 80))
    try:
        async with opened(at, size) as pilot:
            return await walk(pilot, payload, PLACES[part])
    finally:
        _close(at)


def _close(at: Evening) -> None:
    if at.table is not None:
        at.table.let_go()


async def _looked_on(payload: str, folder: Path, size: Size, part: slice) -> Tried:
    path = saves.forged(folder, payload)
    with open_table(path) as first:
        played = first.session(dice=LiveDice(5))
        path.with_suffix(".lock").write_bytes(payload.encode("utf-8", "replace"))
        at = looked_at(path)
        async with opened(at, size) as pilot:
            found = await walk(pilot, payload, LOOKED_ON[:-1][part])
            list(play_line(played, "damage ada 1"))
            more = await walk(pilot, payload, LOOKED_ON[-1:])
    return Tried(found.seen | more.seen, found.wrong + more.wrong)


async def _refused(payload: str, folder: Path, size: Size, part: slice) -> Tried:
    inside = folder / f"{file_name(payload, 20)}-tables"
    inside.mkdir()
    at = looked_at(saves.forged(inside, payload))
    try:
        async with opened(at, size) as pilot:
            shutil.rmtree(inside)
            return await walk(pilot, payload, REFUSED[part])
    finally:
        _close(at)


async def _started(payload: str, folder: Path, size: Size, part: slice) -> Tried:
    shelf = _filled(payload)
    found = Tried(set(), [])
    app = WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None, notice=payload))
    async with app.run_test(size=size, notifications=True) as pilot:
        start = app.screen
        assert isinstance(start, StartScreen)
        while any(path not in start._known for path in start._paths):
            await pilot.pause(0.01)
        for place, keys in START:
            await _looked(pilot, payload, place, keys, found)
        start.app.call_later(start._ask, shelf)
        await pilot.pause(0.1)
        for place, keys in PARTY:
            await _looked(pilot, payload, place, keys, found)
    return found


async def _looked(pilot: Any, payload: str, place: str, keys: tuple[str, ...], found: Tried) -> None:  # noqa: ANN401
    await press(pilot, payload, *keys)
    await answered(pilot)
    if pilot.app._exception is not None or not pilot.app.is_running:
        found.wrong.append(f"start, {place}: the program ended: {pilot.app._exception!r}")
        return
    found.wrong.extend(faults(pilot.app, f"start, {place}"))
    found.seen.update(seen(pilot.app, f"start, {place}"))


def _filled(payload: str) -> Path:
    """Fill the folders with scenarios and tables that are sound, broken and of hostile names; gives a scenario."""
    tables, scenarios = folders.tables_folder(), folders.scenarios_folder()
    for folder in (tables, scenarios):
        folder.mkdir(parents=True, exist_ok=True)
    path = saves.forged(tables, payload)
    saves.broken(tables, payload)
    saves.forged(tables, payload, name=f"{file_name(payload, 20)}-alone").unlink()
    shutil.copy(path, tables / f"{file_name(payload, 20)}-saved.toml")
    (scenarios / f"{file_name(payload)}-wrong.toml").write_bytes(b"title = 5\n")
    return lay(scenarios, payload).rename(scenarios / f"{file_name(payload)}-sound.toml")


WALKS: dict[str, Callable[[str, Path, Size, slice], Coroutine[Any, Any, Tried]]] = {
    "planted": _planted,
    "raw": _raw,
    "forged": _forged,
    "looked on": _looked_on,
    "refused": _refused,
    "started": _started,
}
"""Ways to bring a hostile text before somebody's eyes."""


def tried(kind: str, payload: str, folder: Path, size: Size = (80, 24), part: slice = slice(None)) -> Tried:
    """Bring a payload to the screen, in a home of its own, and look at every place, or at a part of them."""
    with contextlib.chdir(folder):
        saves.housed(folder / "home")
        return asyncio.run(WALKS[kind](payload, folder, size, part))
