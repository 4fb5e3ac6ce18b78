"""Ground for every test: no wish of the shell's reaches the screen, and no test touches a real home."""

from __future__ import annotations

import asyncio
import gc
import importlib
import inspect
import itertools
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

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
    """Collect garbage from now on, but look no more at what the collected tests are: they stay to the end."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let both commands run each property: the plain one tries a part of its examples."""
    for item in items:
        a_property = isinstance(item, pytest.Function) and getattr(item.obj, "is_hypothesis_test", False)
        if a_property and not item.get_closest_marker("long"):
            item.add_marker(pytest.mark.long)
            item.add_marker(pytest.mark.sample)


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: screens and terminals wait a tenth of their time."""
    return (os.cpu_count() or 1) + 1


async def _key_is_answered(*_: float) -> None:
    """Wait until a process has answered a key: idle for 2 ms, for which Textual waits 20 ms, twice a key.

    A process that slept much longer was not idle: another one had its core.
    """
    while True:
        before, began = time.process_time(), time.monotonic()
        await asyncio.sleep(0.002)
        if time.process_time() - before < 0.0002 and time.monotonic() - began < 0.005:
            return


@pytest.fixture(autouse=True)
def _keys_are_pressed_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.app.wait_for_idle", _key_is_answered)
    monkeypatch.setattr("textual.pilot.wait_for_idle", _key_is_answered)
    # Textual draws what changed sixty times a second; each test would wait for the next time.
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 0.0005)


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders, one after another: pytest would list all that there are for each new one."""
    base = tmp_path_factory.mktemp("homes")
    return (base / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _own_home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    home = next(_homes)
    home.mkdir()
    for name in ("HOME", "WYRD_HOME"):
        monkeypatch.setenv(name, str(home))
    # The folder of tables that other tests had to save elsewhere.
    monkeypatch.setenv("TMPDIR", str(home))
    monkeypatch.setattr(tempfile, "tempdir", None)
    for name, folder in (("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state")):
        path: Path = home / folder
        monkeypatch.setenv(name, str(path))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Tests written as coroutines run in a loop of their own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True
