"""No file is waited for, no text of a file is run, and no name leads anywhere."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import wyrd_tui
from tests.problems import check_scenario
from tests.scans import report, sampled
from tests.store.acts import small_table
from wyrd_tui import launch
from wyrd_tui.engine.dice import Refused
from wyrd_tui.store.files import folders
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.scenarios.schema import make_schema
from wyrd_tui.store.tables import listing, names
from wyrd_tui.store.tables.opening import create_table, open_table

NAMING_FILES = {
    *("file", "path", "include", "import", "source", "image", "url", "href", "command", "exec", "script"),
}
NEVER_IMPORTED = {
    *("pickle", "marshal", "shelve", "dbm", "socket", "socketserver", "http", "urllib", "ssl", "ftplib", "smtplib"),
    *("subprocess", "multiprocessing", "ctypes", "webbrowser", "code", "codeop", "runpy", "requests", "aiohttp"),
    "httpx",
}
NEVER_CALLED = {
    *("eval", "exec", "compile", "__import__", "system", "popen", "open_url", "execv", "execve", "spawnv"),
    *("start_server", "start_unix_server", "create_server", "create_connection", "open_connection"),
}
LISTENS = {
    *("address.py imports socket", "server.py imports socket", "server.py imports aiohttp"),
    "server.py calls create_server",
}
"""The page for players listens where, and as long as, the GM asks for it; `tests/players` holds how."""
WRITES_METHODS = {"frozen.py calls exec"}
"""The one allowed call: it makes methods from names of fields of the program’s own classes."""


def test_texts_of_a_forged_save_are_cleaned(tmp_path: Path) -> None:
    state = small_table()
    name = "Z" + "\u0301" * 30 + "\x1b]52;c;x\x07\u202e👍🏽"
    actors = {**state.actors, "mercer": replace(state.actors["mercer"], name=name)}
    with create_table(replace(state, actors=actors), "Forged", folder=tmp_path) as table:
        path = table.path
    for alone in (path, path.with_suffix(".journal")):
        with open_table(alone, read_only=True) as again:
            assert again.state.actors["mercer"].name == "Z\u0301\u0301\ufffd]52;c;x\ufffd\ufffd👍"
        path.unlink(missing_ok=True)


# ------------------------------------------------------------------ what is no file


@pytest.fixture
def _no_waiting() -> Iterator[None]:
    def late(number: int, frame: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(5)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("_no_waiting")
@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "circle"])
def test_pipes_folders_and_devices_are_not_waited_for(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, keys = folders.tables_folder(), folders.config_folder() / "keys.toml"
    monkeypatch.chdir(tmp_path)
    make = {"pipe": os.mkfifo, "folder": os.mkdir, "device": lambda path: os.symlink("/dev/zero", path)}
    for path in (folder / "a.toml", folder / "b.journal", tmp_path / "here.toml", keys):
        path.parent.mkdir(parents=True, exist_ok=True)
        make.get(kind, lambda path: os.symlink(path, path))(path)
    assert {info.path.stem for info in listing.list_tables()} == {"a", "b"}
    assert not names.scenarios_here()
    assert [problem.line for problem in check_scenario(tmp_path / "here.toml")] == [1]
    assert names.is_table(folder / "a.toml"), "nothing else lies there"
    for name in ("a", "b"):
        with pytest.raises((Unreadable, OSError)):
            open_table(folder / f"{name}.toml")
        with pytest.raises(Refused):
            names.find_file(name + "-not-there")
    evening = launch.OpenTable()
    assert not evening.keys
    assert "keys.toml:1:1:" in evening.words[0]


@pytest.mark.parametrize("name", sampled(["/", "\udcff", "", ".", "..", "a" * 5000, "a\0b"], 2))
def test_names_that_are_none_are_refused_in_words(name: str) -> None:
    script = f"from wyrd_tui.cli import main; raise SystemExit(main(['check', {name!r}]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=20, check=False)
    assert done.returncode == 1
    assert b"inside the program" not in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("data", [b"", b"\xff", b"x" * 2_000_000, b"[keys]\nundo = [" + b'"a",' * 90_000 + b"]"])
@pytest.mark.usefixtures("_no_waiting")
def test_a_broken_key_file_stops_nothing(data: bytes) -> None:
    path = folders.config_folder() / "keys.toml"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    evening = launch.OpenTable()
    assert not data or evening.words[0].startswith(f"{path}:")
    assert evening.keys in ({}, {"undo": "a"})


def test_an_unknown_home_is_a_plain_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WYRD_HOME", "~nobody-of-this-name/x")
    assert folders.tables_folder().parts[-3:] == ("~nobody-of-this-name", "x", "tables")


# ------------------------------------------------------------------ what is never done


def test_no_key_of_a_scenario_names_a_file() -> None:
    """A scenario that names no file cannot lead out of its folder."""
    tables = (make_schema(), *make_schema()["$defs"].values())
    assert not {key for table in tables for key in table.get("properties", ())} & NAMING_FILES


def _dangers(path: Path) -> Iterator[str]:
    """Imports and calls of a module by which it could listen, fetch or run a text."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        named: list[str] = []
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            named = [node.module or ""]
        yield from (f"{path.name} imports {name}" for name in named if name.partition(".")[0] in NEVER_IMPORTED)
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            of_re = isinstance(called, ast.Attribute) and getattr(called.value, "id", "") == "re"
            yield from [f"{path.name} calls {name}"] if name in NEVER_CALLED and not of_re else []


@pytest.mark.long
def test_only_the_page_listens_and_nothing_is_fetched_or_run() -> None:
    found = {danger for path in Path(wyrd_tui.__file__).parent.rglob("*.py") for danger in _dangers(path)}
    assert found >= WRITES_METHODS | LISTENS
    report(found - WRITES_METHODS - LISTENS)
