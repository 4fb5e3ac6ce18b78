"""The history: every act of the table, the undone ones too, and the way back or forward to any of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar, overload

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.spans import PageLine, make_line
from wyrd_tui.screens.base import BaseScreen, FootBar, RuleBar
from wyrd_tui.screens.prose import paragraph
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.widgets.cells import pad
from wyrd_tui.widgets.glyphs import UNICODE


def _beginning(act: int) -> str:
    """Describe the state before the first act that can be undone: the beginning, or where the history starts."""
    return f"The table after act {act}" if act else "How the table began"


class _ActLines(Sequence[PageLine]):
    """The rows of the history, each made when it is asked for; row 0 is the table before its first act.

    Args:
        session: The table.
    """

    def __init__(self, session: Session) -> None:
        self._done, self._undone = session.history()
        self.first = self.act(1).number - 1 if len(self) > 1 else session.state.acts

    def __len__(self) -> int:
        return len(self._done) + len(self._undone) + 1

    @overload
    def __getitem__(self, index: int) -> PageLine: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PageLine]: ...
    def __getitem__(self, index: int | slice) -> PageLine | Sequence[PageLine]:
        if isinstance(index, slice):
            return [self[row] for row in range(*index.indices(len(self)))]
        now = len(self._done)
        sign = f"{UNICODE.turn} " if index == now else "  "
        if index == 0:
            return make_line((sign, "accent"), " " * 23, (_beginning(self.first), "dim" if now else "strong"), id="0")
        act, before = self.act(index), self.act(index - 1) if index > 1 else None
        day = _day(act.at, before.at if before is not None else None)
        number = f"{act.number:>5}  "
        undone = index > now
        return make_line(
            (sign, "accent"),
            (f"{pad(day, 9)} {time.strftime('%H:%M', time.localtime(act.at))}", "dim"),
            (number, "dim"),
            (act.title, "dim" if undone else "strong" if index == now else "text"),
            ("  undone" if undone else "", "dim"),
            id=str(index),
        )

    def act(self, index: int) -> Act:
        """Give the act that made the state at an index, counted from 1."""
        now = len(self._done)
        return self._done[index - 1] if index <= now else self._undone[now - index]


def _day(at: float, before: float | None) -> str:
    """The day of an act where it is another than that of the act before; with its year where that is another."""
    moment = time.localtime(at)
    last = time.localtime(before) if before is not None else moment
    if moment.tm_year != last.tm_year:
        return f"{moment.tm_mday:>2} {time.strftime('%b', moment)}’{moment.tm_year % 100:02}"
    if before is not None and moment.tm_yday == last.tm_yday:
        return ""
    return f"{moment.tm_mday:>2} {time.strftime('%b', moment)}"


class HistoryScreen(BaseScreen):
    """List of all acts, oldest first, with the details of the one under the cursor; Enter goes there.

    It undoes and redoes through the session alone, so every step of the way is journaled.

    Args:
        session: The table.
    """

    DEFAULT_CSS = """
    HistoryScreen { #details { height: 8; } }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "go there", id="history-go"),
        Binding("u", "undo", "undo", id="history-undo"),
        Binding("U,ctrl+r", "redo", "redo", id="history-redo"),
        Binding("full_stop", "now", "now", id="history-now"),
        Binding("tab", "other", "list or details", id="history-other"),
    ]
    clicked_twice = "go"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._wanted = -1

    def body(self) -> ComposeResult:
        """The acts above, the details of one of them below."""
        yield Scroll(self._acts, pointer=True, id="body")
        yield RuleBar(id="rule")
        yield Scroll(self._details, id="details")

    def on_mount(self) -> None:
        """Begin at the present."""
        self.scroll.rebuild(cursor=len(self._session.history().done))

    def _title(self) -> None:
        done, undone = map(len, self._session.history())
        right = count_noun(done, "act") + (f" · {undone} undone" if undone else "")
        self.entitle("History", self._session.state.title, right=right)

    def _acts(self, width: int = 0) -> _ActLines:
        return _ActLines(self._session)

    def _details(self, width: int) -> list[PageLine]:
        index, acts = self._index(), self._acts()
        if index == 0:
            before = paragraph(
                "No earlier act can be undone." if acts.first else "All acts are undone there.", width, role="dim"
            )
            return [make_line((_beginning(acts.first), "strong")), *before]
        act = acts.act(index)
        when = time.strftime("%A, %d %B %Y, %H:%M:%S", time.localtime(act.at))
        lines = [make_line((f"Act {act.number}", "strong"), (f"  {when}", "dim"))]
        for text in act.lines:
            lines += paragraph(text, width, indent=2)
        return [*lines, make_line((f"  : {act.asked}", "dim"))]

    def _index(self) -> int:
        return max(0, min(self.scroll.cursor, sum(map(len, self._session.history()))))

    def on_scroll_moved(self) -> None:
        """Show the details of the act under the cursor."""
        self.query_one("#details", Scroll).rebuild(top=True)

    # ------------------------------------------------------------------ going there

    def action_go(self) -> None:
        """Ask whether to go to the act under the cursor."""
        # By its number: earlier acts may be read in between, and each place in the list is another then.
        self._wanted = self._acts().first + self._index()
        steps = self._wanted - self._session.state.acts
        if not steps:
            self.foot.notice("The table stands there already.")
            return
        word = "Redo" if steps > 0 else "Undo"
        self.foot.ask(f"{word} {count_noun(abs(steps), 'act')}?")

    def on_foot_bar_answered(self, event: FootBar.Answered) -> None:
        """Go, or stay."""
        if event.yes:
            self._walk(self._wanted)

    def action_undo(self) -> None:
        """Take one act back."""
        self._walk(self._session.state.acts - 1)

    def action_redo(self) -> None:
        """Bring one act back."""
        self._walk(self._session.state.acts + 1)

    def action_now(self) -> None:
        """Rest the cursor on the present."""
        self.scroll.rebuild(cursor=len(self._session.history().done))
        self.on_scroll_moved()

    def _walk(self, wanted: int) -> None:
        """Undo or redo up to the act with a number, as far as the session allows."""
        said = ""
        try:
            while self._session.state.acts > wanted:
                said = f"Undone: {self._session.undo().title}."
            while self._session.state.acts < wanted:
                said = f"Redone: {self._session.redo().title}."
        except (Refused, OSError) as problem:
            self.foot.refuse(problem)
        else:
            self.foot.notice(said)
        self._title()
        self.action_now()
