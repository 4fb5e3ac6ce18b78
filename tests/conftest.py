"""Ground for every test: no wish of the shell's reaches the screen, and no test touches a real home."""

from __future__ import annotations

import asyncio
import functools
import gc
import importlib
import inspect
import itertools
import os
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    from textual._compositor import Compositor
    from textual.css.model import RuleSet
    from textual.css.stylesheet import Stylesheet
    from textual.css.types import CSSLocation
    from textual.pilot import Pilot

# Textual reads these when it is imported, so they must be gone before any test module is. Where the snapshot plugin
# collects its pictures is no wish of the shell's: worker processes are handed it by this variable.
_WISHES = ("NO_COLOR", "COLORTERM", "LINES", "COLUMNS", "WYRD_ASCII", "TEXTUAL_")
for _name in [*os.environ]:
    if _name.startswith(_WISHES) and not _name.startswith("TEXTUAL_SNAPSHOT"):
        del os.environ[_name]
os.environ["TZ"] = "UTC"
# Programs that tests start would compile the whole package each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# A run in a shell's background ignores ctrl+c, one under nohup the end of its terminal; so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_configure(config: pytest.Config) -> None:
    """Choose how often properties are tried, before any module of tests is loaded."""
    os.environ.setdefault("WYRD_PROFILE", "long" if config.option.markexpr == "long" else "plain")
    settings.load_profile(importlib.import_module("tests.properties").NAME)
    gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage from now on, but look no more at what the collected tests are: they stay to the end.

    A screen or a tree of code makes a hundred thousand objects; the usual thresholds would look at them all the time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 10, 50)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Collect garbage for the last time: pytest would look five times at all that the tests have kept."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let both commands run each property: the plain one tries a part of its examples."""
    for item in items:
        a_property = isinstance(item, pytest.Function) and getattr(item.obj, "is_hypothesis_test", False)
        if a_property and not item.get_closest_marker("long"):
            item.add_marker(pytest.mark.long)
            item.add_marker(pytest.mark.sample)
    # Those that take a minute begin first, else one core would be idle while another ends them.
    items.sort(key=lambda item: item.path.stem not in SLOWEST)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than there are cores, as screens wait a tenth of their time; terminals wait half of theirs."""
    return (os.cpu_count() or 1) + (2 if config.option.markexpr == "long" else 1)


SLOWEST = ("test_harnesses", "test_package", "test_fuzz", "test_bees")
"""Modules with the tests that take longest."""
SCANS = ("test_causes", "test_layers", "test_private_names", "test_raises", "test_rules_cited", "test_sentences")
"""Modules of tests that read the same sources."""


SHARED = ("test_fuzz", "test_package")
"""Modules of long tests that share what takes longest: a start of the fuzzer, the built packages."""


class _ByModule(LoadFileScheduling):  # type: ignore[misc]
    """A schedule that gives the tests of a module to one process, so that they share what they have read.

    The long command hands out its tests one by one, but for those that share something: a module of harnesses takes
    minutes.
    """

    def _split_scope(self, nodeid: str) -> str:
        module: str = super()._split_scope(nodeid)
        if self.config.option.markexpr == "long":
            return module if Path(module).stem in SHARED else nodeid
        return "scans" if Path(module).stem in SCANS else module


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer | None) -> _ByModule:
    """Choose which tests a process is handed together."""
    if config.option.markexpr == "long":
        # The tests that take longest stand first, not those of the largest modules.
        config.option.loadscopereorder = False
    return _ByModule(config, log)


async def _key_is_answered(*_: float) -> None:
    """Wait until a process has answered a key: idle for 2 ms, for which Textual waits 20 ms, twice a key.

    A process that slept much longer was not idle: another one had its core.
    """
    while True:
        before, began = time.process_time(), time.monotonic()
        await asyncio.sleep(0.002)
        if time.process_time() - before < 0.0002 and time.monotonic() - began < 0.005:
            return


@pytest.fixture(scope="session", autouse=True)
def _screens_start_and_answer_fast() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.pilot.Pilot.pause", _pause_and_draw())
        patch.setattr("textual._compositor.Compositor.render_update", _frame())
        patch.setattr("textual.app.wait_for_idle", _key_is_answered)
        patch.setattr("textual.pilot.wait_for_idle", _key_is_answered)
        # Textual draws what changed sixty times a second; each test would wait for the next time.
        patch.setattr("textual.screen.UPDATE_PERIOD", 0.0005)
        patch.setattr("textual.css.stylesheet.Stylesheet._parse_rules", _parsed_once())
        yield


def _frame() -> Callable[..., object]:
    """Draw no frame that no terminal shows, but the pictures that a test asks for."""
    draw: Callable[..., object] = importlib.import_module("textual._compositor").Compositor.render_update

    @functools.wraps(draw)
    def render_update(compositor: Compositor, full: bool = False, **how: object) -> object:
        if full:
            return draw(compositor, full=True, **how)
        compositor._dirty_regions.clear()
        return None

    return render_update


@pytest.fixture
def _every_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw every frame, as for a terminal."""
    compositor = importlib.import_module("textual._compositor").Compositor
    monkeypatch.setattr(compositor, "render_update", lambda self, full=False, **_: self.render_full_update())


@pytest.fixture
def _changed_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw what has changed, as for a terminal."""
    compositor = importlib.import_module("textual._compositor").Compositor
    monkeypatch.setattr(compositor, "render_update", inspect.unwrap(compositor.render_update))


def _pause_and_draw() -> Callable[..., Awaitable[None]]:
    """Draw the whole screen wherever a test waits for it: a row that cannot be drawn fails the test."""
    wait: Callable[..., Awaitable[None]] = importlib.import_module("textual.pilot").Pilot.pause

    async def pause(pilot: Pilot[object], delay: float | None = None) -> None:
        await wait(pilot, delay)
        if delay is None:
            pilot.app.screen._compositor.render_strips()

    return pause


def _parsed_once() -> Callable[..., list[RuleSet]]:
    """Parse style sheets, and keep their rules for the next screen: they change with a theme's variables alone."""
    kept: dict[object, list[RuleSet]] = {}
    parse = importlib.import_module("textual.css.stylesheet").Stylesheet._parse_rules

    def parse_rules(
        sheet: Stylesheet,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        place = (read_from, is_default_rules, tie_breaker, scope)
        key = (css, place, *sheet._variables.items())
        if key not in kept:
            kept[key] = parse(sheet, css, *place)
        return kept[key]

    return parse_rules


@pytest.fixture(scope="session")
def _move(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], None]]:
    """Move into an empty home, unless the last one is still empty; pytest would list all folders for each new one."""
    base = tmp_path_factory.mktemp("homes")
    numbers = itertools.count()
    home = base
    with pytest.MonkeyPatch.context() as patch:

        def move() -> None:
            nonlocal home
            # The folder of tables that a test had to save elsewhere.
            tempfile.tempdir = None
            if home != base and home.is_dir() and not any(home.iterdir()):
                return
            home = base / str(next(numbers))
            home.mkdir()
            for name in ("HOME", "WYRD_HOME", "TMPDIR"):
                patch.setenv(name, str(home))
            for name, folder in (("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state")):
                path: Path = home / folder
                patch.setenv(name, str(path))

        yield move
        tempfile.tempdir = None


@pytest.fixture(autouse=True)
def _own_home(_move: Callable[[], None]) -> None:
    _move()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Tests written as coroutines run in a loop of their own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True
