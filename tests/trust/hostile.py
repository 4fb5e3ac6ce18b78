"""Every hostile text in every place that shows one: from a scenario, a forged save, a name of a file, a typed word."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.table_fakes import FakeStorage
from tests.trust import hostile_tables as made
from tests.trust import hostile_words
from tests.trust.hostile_payloads import ENDLESS, PAYLOADS, file_name, wrong_rows
from tests.trust.hostile_places import LOOKED_ON, PARTY, REFUSED, SPOTS, START, Tried, answered, walk
from tests.trust.runner import Harness, Result, some_of
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.session import Session
from wyrd_tui.launch import OpenTable
from wyrd_tui.play import play_line
from wyrd_tui.screens.catalogue import DiskCatalogue
from wyrd_tui.screens.start import StartScreen
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.store.files import folders
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables.opening import open_table

Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((80, 24), (120, 40), (200, 60))
SLOW = 30.0
"""Most seconds of work that one task may cost; most tasks take three."""


# ------------------------------------------------------------------ ways to a screen


def _session_app(session: Session, payload: str) -> WyrdApp:
    """Show a session, with the payload as a notice, too."""
    return WyrdApp(
        lambda look, glyphs: TableScreen(
            session, all_games, notice=payload, look=look, glyphs=glyphs, storage=FakeStorage()
        )
    )


@contextlib.contextmanager
def _planted(payload: str, folder: Path, size: Size) -> Iterator[WyrdApp]:
    state = begin_table(load_scenario(made.write_scenario(folder, payload)))
    yield _session_app(made.evening(state, payload)[0], payload)


@contextlib.contextmanager
def _raw(payload: str, folder: Path, size: Size) -> Iterator[WyrdApp]:
    yield _session_app(made.raw(payload), payload)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[WyrdApp]:
    """Show a table from its files, as `wyrd FILE` does."""
    evening = OpenTable()
    table = open_table(path)
    evening.take(table)
    try:
        yield WyrdApp(evening.screen)
    finally:
        table.release()


@contextlib.contextmanager
def _forged(payload: str, folder: Path, size: Size) -> Iterator[WyrdApp]:
    made.keys(folder / "home", payload)
    with _opened(made.forged(folder, payload, ids=size[0] > 80)) as app:
        yield app


@contextlib.contextmanager
def _looked_on(payload: str, folder: Path, size: Size) -> Iterator[WyrdApp]:
    path = made.forged(folder, payload)
    with open_table(path) as first:
        path.with_suffix(".lock").write_bytes(payload.encode("utf-8", "replace"))
        with _opened(path) as app:
            # The first window plays on behind the back of the second.
            list(play_line(first.session(dice=LiveDice(5)), "damage ada 1 game=wyrd_engine"))
            yield app


@contextlib.contextmanager
def _refused(payload: str, folder: Path, size: Size) -> Iterator[WyrdApp]:
    inside = folder / f"{file_name(payload, 20)}-tables"
    inside.mkdir()
    with _opened(made.forged(inside, payload)) as app:
        shutil.rmtree(inside)
        yield app


@contextlib.contextmanager
def _started(payload: str, folder: Path, size: Size) -> Iterator[WyrdApp]:
    """Show the start screen over folders with sound and broken files of hostile names."""
    tables, scenarios = folders.tables_folder(), folders.scenarios_folder()
    for one in (tables, scenarios):
        one.mkdir(parents=True, exist_ok=True)
    path = made.forged(tables, payload)
    made.broken(tables, payload)
    made.forged(tables, payload, name=f"{file_name(payload, 20)}-alone").unlink()
    shutil.copy(path, tables / f"{file_name(payload, 20)}-saved.toml")
    (scenarios / f"{file_name(payload)}-wrong.toml").write_bytes(b"title = 5\n")
    made.write_scenario(scenarios, payload).rename(scenarios / f"{file_name(payload)}-sound.toml")
    yield WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None, notice=payload))


WAYS: dict[str, Callable[[str, Path, Size], contextlib.AbstractContextManager[WyrdApp]]] = {
    "planted": _planted,
    "raw": _raw,
    "forged": _forged,
    "looked on": _looked_on,
    "refused": _refused,
    "started": _started,
}
"""Ways to show a payload to a GM: each makes the app that shows it, in a folder."""
OTHER_PLACES = {"looked on": LOOKED_ON, "refused": REFUSED, "started": START}


@contextlib.asynccontextmanager
async def _shown(app: WyrdApp, size: Size) -> AsyncIterator[Any]:
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        while isinstance(start := app.screen, StartScreen) and any(path not in start._known for path in start._paths):
            await pilot.pause(0.01)
        yield pilot


def tried(kind: str, payload: str, folder: Path, size: Size = SIZES[0], part: slice = slice(None)) -> Tried:
    """Bring a payload to the screen, in a home of its own, and look at every place, or at a part of them."""

    async def look() -> Tried:
        with WAYS[kind](payload, folder, size) as app:
            async with _shown(app, size) as pilot:
                found = Tried(set(), [])
                await walk(pilot, payload, OTHER_PLACES.get(kind, SPOTS)[part], found)
                if isinstance(start := app.screen, StartScreen):
                    app.call_later(start._ask, next(folders.scenarios_folder().glob("*-sound.toml")))
                    await pilot.pause(0.1)
                    await answered(pilot)
                    await walk(pilot, payload, PARTY, found)
                return found

    with contextlib.chdir(folder):
        made.housed(folder / "home")
        return asyncio.run(look())


# ------------------------------------------------------------------ all of it


class Task(NamedTuple):
    """A payload, by name, with the way to show or print it."""

    payload: str
    kind: str
    size: Size = SIZES[0]
    part: slice = slice(None)


def tasks() -> Iterator[Task]:
    """Give all tasks: all places on the smallest screen, half of them each on larger ones, in turn."""
    for name in (*PAYLOADS, *ENDLESS):
        # Text that nothing has cleaned has an end all the same.
        yield from (
            Task(name, kind) for kind in (*hostile_words.PRINTED, *WAYS) if kind != "raw" or name not in ENDLESS
        )
        for number, size in enumerate(SIZES[1:] if name not in ENDLESS else ()):
            yield from (Task(name, kind, size, slice(number, None, 2)) for kind in ("planted", "raw", "forged"))
            yield from (Task(name, kind, size) for kind in ("looked on", "refused", "started"))


def attempt(task: Task) -> Result:
    """Do a task in a folder of its own; its kinds are the places in which a field was seen."""
    payload = {**PAYLOADS, **ENDLESS}[task.payload]
    began = time.process_time()
    seen: set[tuple[str, str]] = set()
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ):
        try:
            if task.kind in hostile_words.PRINTED:
                wrong = hostile_words.PRINTED[task.kind](payload, Path(folder).resolve())
            else:
                seen, wrong = tried(task.kind, payload, Path(folder).resolve(), task.size, task.part)
        except Unreadable as reason:
            wrong = [] if task.payload in ENDLESS else [f"it cannot be opened: {reason}"]
            wrong += wrong_rows(str(reason).split("\n"), payload)
        except Exception as error:
            # A crash of the program itself is a finding, and must not end the harness.
            wrong = [f"{type(error).__name__}: {str(error)[:300]}"]
    seconds = time.process_time() - began
    wrong += [f"it took {seconds:.0f} s"] if seconds > SLOW else []
    kinds = (task.kind, *sorted({f"{task.kind}, {place}" for _, place in seen}))
    return Result(kinds, (*(f"{task.payload}, {task.kind}: {fault}" for fault in wrong[:5]),))


HARNESS = Harness(some_of(lambda: [*tasks()]), attempt)
