"""The table as the open question would leave it, for the ghosts in the panes."""

from __future__ import annotations

from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.foresight import foresee
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.command_line import CommandLine


class Outlook:
    """The last look ahead, kept while the same answers are shown."""

    def __init__(self) -> None:
        self._asked: tuple[Command, Answers] | None = None
        self._from = self._then = State()

    def after(self, asking: Asking | CommandLine | None, state: State) -> State:
        """Return the table as Enter would leave it; the table itself where nothing is asked or known."""
        if not isinstance(asking, Asking):
            return state
        try:
            asked = asking.command, asking.so_far(whole=True)
        except Refused:
            return state
        if asked != self._asked or state is not self._from:
            self._asked, self._from, self._then = asked, state, foresee(asked[0], state, asked[1]) or state
        return self._then
