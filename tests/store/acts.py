"""Tables to try the store with, and commands that do just what they are told."""

from __future__ import annotations

import os
import shutil
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Dice
from wyrd_tui.engine.events import Changed, Counted, Event, Marked, Said
from wyrd_tui.engine.journal import Saving
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Scene, State
from wyrd_tui.engine.state import Book as Prep
from wyrd_tui.store.tables import opening
from wyrd_tui.store.tables.table import Table

BEGAN = 1_760_000_000.0


class NoDice:
    """Dice that nobody may throw."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(name)


NO_DICE: Dice = NoDice()  # type: ignore[assignment]


def act(*events: Event, name: str = "act") -> Command:
    """A command that makes just these events."""

    def run(state: State, answers: Answers, dice: Dice) -> Iterable[Event]:
        return events

    return Command(name, "", name.title(), "Does as it is told.", "Tests", run)


def hit(who: str = "mercer", marks: int = 1) -> Command:
    return act(Marked(who, WYRD_ENGINE, {"stress": marks}, "hit", marks), name="damage")


def count(value: int) -> Command:
    return act(Counted("tension", value), Said("The tower leans."), name="count")


def rename(name: str) -> Command:
    return act(Changed("mercer", name=name), name="rename")


def small_table() -> State:
    track = (Row("stress", "Stress", 4), Row("mild", "Mild", 3))
    people = {
        who: Actor(who, name, "party", sheets={WYRD_ENGINE: Sheet({"Athletics": 1}, track=track)})
        for who, name in (("mercer", "Elias Mercer"), ("felix", "Felix Cavendish"), ("zoë", 'Zoë "Z" [b]'))
    }
    pages = (Page("truth", "truth", "What happened", "It was\nthe gardener.\n\nAll along."),)
    return State("Flight from the Tower", scene=Scene(3, "engine room"), actors=people, book=Prep(pages))


class Clock:
    """A clock that goes on by a second each time it is read."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> float:
        """The time, a second later than before."""
        self.now += 1.0
        return self.now


@dataclass
class PlayedTable:
    """A table and the session that plays it."""

    table: Table
    session: Session

    @classmethod
    def new(cls, state: State | None = None, folder: Path | None = None) -> PlayedTable:
        """A table that begins."""
        return cls.at(opening.create_table(state or small_table(), "Brass Orchid", folder=folder))

    @classmethod
    def at(cls, table: Table) -> PlayedTable:
        """A table that is open."""
        return cls(table, table.session(dice=NO_DICE, clock=Clock()))

    @classmethod
    def open(cls, path: Path) -> PlayedTable:
        """The table with this save."""
        return cls.at(opening.open_table(path))

    def do(self, *commands: Command) -> State:
        """Play commands, an act each."""
        for command in commands:
            self.session.do(command, {})
        return self.session.state

    def undo(self, times: int = 1) -> State:
        """Take acts back."""
        for _ in range(times):
            self.session.undo()
        return self.session.state

    def redo(self, times: int = 1) -> State:
        """Bring acts back."""
        for _ in range(times):
            self.session.redo()
        return self.session.state

    def killed(self, into: Path) -> Path:
        """The save of a copy of the files as a kill at this instant would leave them."""
        into.mkdir(parents=True)
        for name in os.listdir(self.table.path.parent):
            if not name.endswith(".lock"):
                shutil.copy(self.table.path.parent / name, into / name)
        return into / self.table.path.name


def files(folder: Path) -> dict[str, bytes]:
    """Read the files of a folder but for locks."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix != ".lock"}


def newer(data: bytes) -> bytes:
    """A journal's first line as a later version would write it, number and checksum."""
    line = data.split(b"\n", 1)[0].replace(b'"wyrd_journal":1', b'"wyrd_journal":7', 1)
    covered = line[len(b'{"crc":"00000000",') :]
    return b'{"crc":"%08x",%b\n' % (zlib.crc32(covered), covered)


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text in a file, as a GM does in an editor."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def saving(evening: PlayedTable) -> Saving:
    """Give how far a table is saved."""
    return evening.table.saving
