"""A small but true table: a scenario with letters of many alphabets, and an evening of lines to play on it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.trust import reader
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.play import play_line
from wyrd_tui.store.files.codec import to_plain
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables.opening import create_table, open_table
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
"""The folder where files cost least; the harnesses try the program, not the disk."""


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
        return begin_table(load_scenario(path))


def sit(table: Table) -> Session:
    """The session of a table, with dice that fall the same each time."""
    return table.session(dice=LiveDice(7), clock=clock())


def make_table(folder: Path) -> Table:
    """A new table in a folder."""
    return create_table(scene(), "Brücke", folder=folder)


def make_table_file(home: Path) -> Path:
    """Make a table in a home, which nobody has open; give its path."""
    with make_table(home / "tables") as table:
        return table.path


def say(session: Session, line: str) -> list[str]:
    """Play a line."""
    return list(play_line(session, line))


def content(state: State) -> State:
    """Give a state without the number of its act."""
    return replace(state, acts=0)


class Surviving(NamedTuple):
    """The parts of a table that must survive: the measure of every harness.

    Attributes:
        state: The state, with the number of its act left out.
        log: The sentences of the acts that stand.
        notes: The sentences of the notes among them.
        undo: The number of acts that undo can take back.
        redo: The sentences of the acts that redo can bring back, the next act last.
    """

    state: State
    log: tuple[str, ...]
    notes: tuple[str, ...]
    undo: int
    redo: tuple[str, ...]


def measured(state: State, done: Sequence[Act], undone: Sequence[Act]) -> Surviving:
    """Measure a state and the acts that led to it, and those that are undone."""
    notes = [act for act in done if act.command == "note"]
    return Surviving(state, _sentences(done), _sentences(notes), len(done), _sentences(undone))


def _sentences(acts: Sequence[Act]) -> tuple[str, ...]:
    return tuple(line for act in acts for line in act.lines)


def glanced(table: Table) -> Surviving:
    """Measure a table without playing what led to it, so that undo fetches it later."""
    history = table.history()
    return measured(content(table.state), history.done, history.undone)


def known_at(table: Table) -> Surviving:
    """Measure a table that is open, every step played again; its history and the reader of journals must say the same.

    Raises:
        AssertionError: If they do not.
    """
    session = sit(table)
    done, undone = ([step.act for step in steps] for steps in (session.done, session.undone))
    found = measured(content(session.state), done, undone)
    assert glanced(table) == found, "the history is another than the steps"
    if table.open:
        told = reader.read(table.path.with_suffix(".journal").read_bytes())
        assert told[:4] == found[1:], "the journal says otherwise"
        states = [session.done[0].before if session.done else session.state, *(step.after for step in session.done)]
        acts, state = told.snapshot
        assert to_plain(states[acts]) == state, "a snapshot is another state than the acts lead to"
    return found


def opened(path: Path) -> Surviving:
    """Measure the table that lies there, by a copy as a kill would leave it."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        for file in path.parent.iterdir():
            if file.is_file() and file.suffix != ".lock":
                shutil.copy(file, folder)
        with open_table(Path(folder) / path.name) as table:
            return known_at(table)


class BrokenPromise(AssertionError):  # noqa: N818 - the sentence names the promise
    """A promise that was not kept."""


def must(held: bool, otherwise: str) -> None:
    """Break off where a promise was not kept.

    Raises:
        BrokenPromise: If it was not, with a sentence.
    """
    if not held:
        raise BrokenPromise(otherwise)
