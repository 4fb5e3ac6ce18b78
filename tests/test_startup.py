"""Quick commands: their output and the few modules that they load, so that a roll costs little more than Python."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import wyrd_tui

HEAVY = {
    *("textual", "rich", "pydantic", "pydantic_core", "platformdirs", "tomli_w", "tomllib"),
    *("dataclasses", "inspect", "asyncio"),
}


def run(*words: str) -> tuple[str, set[str]]:
    """Return the output of `python -m wyrd_tui` and the modules that it loads on the way."""
    command = [sys.executable, "-X", "importtime", "-m", "wyrd_tui", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    # The last column names the module; what did not begin so was written by the program.
    names = re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\S+)$", done.stderr, re.MULTILINE)
    assert "wyrd_tui.cli" in names
    assert all(line.startswith("import time:") for line in done.stderr.splitlines())
    return done.stdout, {name.partition(".")[0] for name in names}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--version",), rf".*{re.escape(wyrd_tui.__version__)}\n"),
        (("roll", "4dF"), r"4dF: [-+0]{4} = -?\d\n"),
        (("roll", "3d6", "+", "2"), r"3d6 \+ 2: .* = \d+\n"),
        (("odds", "check", "+3", "vs", "2"), r"(?s).*%.*"),
        (("odds", "ladder", "+1"), r"(?s).*Formidable.*"),
        (("odds", "attack", "2", "vs", "1"), r"(?s).*%.*"),
        (("odds", "challenge", "7", "points", "3"), r"(?s).*50\.0%.*"),
        (("odds", "countdown", "3", "dice", "4", "2"), r"(?s).*%.*"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_a_quick_command_says_its_line_and_loads_nothing_heavy(words: tuple[str, ...], said: str) -> None:
    output, loaded = run(*words)
    assert re.fullmatch(said, output)
    assert not loaded & HEAVY


def test_a_roll_loads_no_table_and_no_store() -> None:
    """`wyrd roll` imports no module of the store, the session or the screens, late imports included."""
    command = [sys.executable, "-X", "importtime", "-m", "wyrd_tui", "roll", "4dF"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not re.findall(r"wyrd_tui\.(?:store|engine\.(?:state|events|rules|session)|widgets|screens)\S*", done.stderr)
