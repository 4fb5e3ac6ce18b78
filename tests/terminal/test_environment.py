"""Variables of the environment that reach Textual."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import rich
import textual

from tests.terminal.driver import Program
from wyrd_tui.terminal.driver import HIGHEST, WIDEST
from wyrd_tui.terminal.environment import sanitize

HARMLESS = {
    *("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM", "TERM_PROGRAM", "LC_TERMINAL"),
    *("TTY_COMPATIBLE", "TTY_INTERACTIVE", "DATABRICKS_RUNTIME_VERSION", "JUPYTER_COLUMNS", "JUPYTER_LINES"),
    # The driver for browsers alone reads it, and that one is never taken.
    "ROWS",
}
"""Variables that the libraries of the screen also read, for colours, widths and kinds of terminals."""
READ = ("get_environ", "getenv", "environ", "_environ", "_get_environ_bool", "_get_environ_int", "_get_environ_port")
"""Names by which those libraries read the environment."""


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("TEXTUAL_COLOR_SYSTEM", "256"),
        ("TEXTUAL_FPS", "30"),
        ("TEXTUAL_DISABLE_KITTY_KEY", "1"),
        ("ESCDELAY", "25"),
        ("COLUMNS", str(WIDEST)),
        ("LINES", str(HIGHEST)),
        ("TEXTUAL_SNAPSHOT_TEMPDIR", "somewhere"),
        ("NO_COLOR", "1"),
    ],
)
def test_a_wish_that_makes_sense_stays(name: str, wish: str) -> None:
    environment = {name: wish}
    sanitize(environment)
    assert environment == {name: wish}


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("TEXTUAL_COLOR_SYSTEM", "nosuch"),
        ("TEXTUAL_DRIVER", "antigravity:Driver"),
        ("TEXTUAL_LOG", "log"),
        ("TEXTUAL_PRESS", "q"),
        ("TEXTUAL_SCREENSHOT", "0"),
        ("TEXTUAL_SCREENSHOT_LOCATION", "."),
        ("TEXTUAL", "devtools"),
        ("TEXTUAL", "debug,headless"),
        ("TEXTUAL_DEBUG", "1"),
        ("TEXTUAL_SPEEDUPS", "1"),
        ("TEXTUAL_OF_TOMORROW", "1"),
        ("UNICODE_VERSION", "4.1.0"),
        ("TEXTUAL_FPS", "999999999"),
        ("ESCDELAY", "9" * 400),
        *(("COLUMNS", bad) for bad in ("6000", str(WIDEST + 1), "0", "-1", "", "²", "８０", "x", "9" * 5000, "80\n")),
        *(("LINES", bad) for bad in ("6000", str(HIGHEST + 1), "0", "²")),
    ],
)
def test_a_wish_that_does_harm_is_not_heard(name: str, wish: str) -> None:
    environment = {name: wish}
    sanitize(environment)
    assert environment == {}


@pytest.mark.long
def test_every_wish_that_the_screen_could_hear_is_known() -> None:
    """A variable that a newer version reads must be looked at: it may load code, write files or open a port."""
    heard = {name: "\0" for library in (textual, rich) for name in _read(Path(str(library.__file__)).parent)}
    assert {"TEXTUAL", "TEXTUAL_DRIVER", "COLUMNS", "ESCDELAY"} <= set(heard), "they are found"
    sanitize(heard)
    assert set(heard) <= HARMLESS


def _read(library: Path) -> Iterator[str]:
    """The names that a library reads from its environment."""
    for path in library.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=owner, attr="get" | "pop"), args=[ast.Constant(value=name), *_]):
                    taken = _last(owner)
                case ast.Call(func=reader, args=[ast.Constant(value=name), *_]):
                    taken = _last(reader)
                case ast.Subscript(value=owner, slice=ast.Constant(value=name)):
                    taken = _last(owner)
                case _:
                    continue
            if taken in READ and isinstance(name, str):
                yield name


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


@pytest.mark.long
def test_an_environment_loads_no_tools_of_developers(tmp_path: Path) -> None:
    """Textual takes the tools of its developers from where Python takes all, and they dial a port."""
    tools = tmp_path / "tools" / "textual_dev"
    tools.mkdir(parents=True)
    loaded = tmp_path / "loaded"
    (tools / "__init__.py").write_text(f"open({str(loaded)!r}, 'w').close()\n", encoding="utf-8")
    (tools / "client.py").touch()
    wishes = {"TEXTUAL": "devtools", "PYTHONPATH": str(tools.parent)}
    with Program([], tmp_path, wishes=wishes) as program:
        program.see("Flight from the Tower")
    assert not loaded.exists()
