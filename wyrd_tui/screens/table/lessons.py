"""Progress in the lessons of a table, by the acts of the journal and the verbs of this sitting."""

from __future__ import annotations

from heapq import merge

from wyrd_tui.engine.lesson import Exercise, count_finished
from wyrd_tui.engine.session import Session
from wyrd_tui.widgets.latest import Latest


class Progress:
    """Progress in the lessons of a table.

    Args:
        recalled: Number of acts of the table as it was opened.
    """

    def __init__(self, recalled: int) -> None:
        self._recalled = recalled
        self._verbs: list[Exercise] = []
        self._counted = Latest[int]()

    def note(self, verb: str, session: Session) -> None:
        """Note a verb that was done, by its id; verbs done after acts that were undone are forgotten."""
        state = session.state
        if state.book.lessons:
            self._recalled = min(self._recalled, state.acts)
            undone = session.undone[-1].act.command if verb == "undo" else ""
            self._verbs = [*(one for one in self._verbs if one.acts <= state.acts), Exercise(state.acts, verb, undone)]

    def skip(self, session: Session) -> bool:
        """Finish the lesson that waits, as if its act had been done; False where none waits."""
        lessons, at = session.state.book.lessons, self.finished(session)
        if at == len(lessons):
            return False
        self._verbs = [*self._verbs, Exercise(session.state.acts, lessons[at].until)]
        return True

    def finished(self, session: Session) -> int:
        """Count the lessons that were finished."""
        return self._counted.of((session.state, self._verbs), lambda: self._count(session))

    def _count(self, session: Session) -> int:
        known = self._recalled
        acts = (Exercise(act.number, act.command, recalled=act.number <= known) for act in session.history().done)
        return count_finished(session.state.book.lessons, merge(acts, self._verbs, key=lambda deed: deed.acts))
