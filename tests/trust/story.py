"""A small but true table: a scenario with letters of many alphabets, and an evening of lines to play on it."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.play import play_line
from wyrd_tui.store.scenarios.scenario import begin, load
from wyrd_tui.store.tables.opening import create
from wyrd_tui.store.tables.table import Table

SCENARIO = """\
title = "Die Brücke über die Ægir"
systems = ["wyrd_engine"]
truth = "Zoë hat es getan – «für Łukasz»."

[[party]]
name = "Zoë Ångström"
skills = { Athletics = 1, Fight = 2 }

[[cast]]
name = "Łukasz der Wächter"
skills = { Fight = 1 }

[[acts]]
title = "Auf der Brücke"
begins = true
brings = ["łukasz-der-wächter"]
challenges = ["die-flut"]

[[challenges]]
title = "Die Flut"
clock = 6

[[acts]]
title = "Am Ufer"
"""
LINES = (
    "damage zoë-ångström 1",
    "tick die-flut",
    'condition zoë-ångström "naß bis auf die Haut" ends=scene',
    "roll zoë-ångström athletics difficult dice=++00",
    "undo",
    "edit zoë-ångström name Ζωή",
    "end scene",
    "begin am-ufer",
    "damage zoë-ångström 1",
    "undo",
    "redo",
    "damage zoë-ångström 2",
)
"""Undoing, a redo that is gone, a name that changes, and a scene that ends and is saved."""


MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108
"""Where files cost least; what is tried is what the program makes of their bytes and of the system's answers."""


def clock() -> Callable[[], float]:
    """A clock that goes on by a second each time it is read."""
    now = iter(range(1_790_000_000, 2_000_000_000))
    return lambda: float(next(now))


@cache
def scene() -> State:
    """The table as the scenario begins."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        path = Path(folder) / "scenario.toml"
        path.write_text(SCENARIO, "utf-8")
        return begin(load(path))


def sit(table: Table) -> Session:
    """The session of a table, with dice that fall the same each time."""
    return table.session(dice=LiveDice(7), clock=clock())


def lay(folder: Path) -> Table:
    """The table, laid in a folder."""
    return create(scene(), "Brücke", folder=folder)


def say(session: Session, line: str) -> list[str]:
    """Play a line."""
    return list(play_line(session, line))


def content(state: State) -> State:
    """What is on a table, whatever number its turn has."""
    return replace(state, turn=0)


@contextmanager
def quick_disk() -> Iterator[None]:
    """Nothing waits for the disk: what is tried here is what lies in the files, not whether a plug was pulled."""
    with patch.object(os, "fsync"):
        yield


@contextmanager
def seconds() -> Iterator[Callable[[], float]]:
    """How long something has taken so far."""
    began = time.monotonic()
    yield lambda: time.monotonic() - began
