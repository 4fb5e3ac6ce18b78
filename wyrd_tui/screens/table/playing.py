"""A table being played, as its verbs see it; the controller is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.rules.game import Pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.command_line import CommandLine
from wyrd_tui.screens.table.cursor import Cursor
from wyrd_tui.screens.table.lessons import Progress
from wyrd_tui.screens.table.matters import OpenMatters
from wyrd_tui.screens.table.protocols import Display, Rules, Storage
from wyrd_tui.screens.table.speech import Speech
from wyrd_tui.widgets.values import PaletteAct

Then = Callable[[Command, Answers], None]
"""The use of the answers to a question."""


class Playing(Protocol):
    """A table being played: its parts, and the acts that a verb may ask of it. `Controller` describes each."""

    session: Session
    asking: Asking | CommandLine | None
    rules: Rules
    display: Display
    storage: Storage | None
    read_only: str
    state: State
    rows: Sequence[Command]
    lines: list[str]
    cursor: Cursor
    matters: OpenMatters
    speech: Speech
    progress: Progress

    def ask(self, command: Command, given: Answers, then: Then | None = None, kind: type[Asking] = Asking) -> None:
        """Ask a command's questions."""

    def ask_about(self, name: str, given: Answers) -> None:
        """Ask a command's questions by its id."""

    def put(self, asking: Asking | CommandLine, then: Then | None = None) -> None:
        """Have the keys go to a question."""

    def ask_open(self, question: Pending) -> None:
        """Ask an open question."""

    def travel(self, step: Callable[[], Act], said: str, stumbled: str) -> None:
        """Undo or redo."""

    def publish(self, state: State) -> None:
        """Show a state."""

    def refuse_reading_only(self) -> None:
        """Refuse to begin an act on a table that is only looked at."""

    def focus(self, pane: str) -> None:
        """Move the keys to a pane."""

    def choose(self, pane: str, key: str) -> None:
        """Put the cursor of a pane on a key."""

    def move(self, by: int) -> None:
        """Move the cursor of the pane in focus."""

    def palette_acts(self) -> Sequence[PaletteAct]:
        """Return every command and verb for the palette."""

    def acts_of_keys(self) -> Mapping[str, tuple[str, ...]]:
        """Return the acts of each key, one for each game at most."""
