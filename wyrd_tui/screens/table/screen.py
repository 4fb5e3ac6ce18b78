"""The table: one doorway by which every key, click, line and palette entry goes.

The screen holds the session and publishes its state; panes draw what they are given and post what was clicked. A
question is put at the foot, so that the table stays in sight while it is asked.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import events

from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.turn import Turn
from wyrd_tui.screens.questions.asking import Asking, Cancelled, Done, Open, Outcome
from wyrd_tui.screens.questions.command_line import KEPT as LINES
from wyrd_tui.screens.questions.command_line import CommandLine, Given, Spoken
from wyrd_tui.screens.questions.find import Finding
from wyrd_tui.screens.table import actions, sentences, storage
from wyrd_tui.screens.table.board import Board
from wyrd_tui.screens.table.keys import Act, Rules, acts
from wyrd_tui.screens.table.layout import tabbed
from wyrd_tui.screens.table.sentences import entries, entry
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.keys import KEYS
from wyrd_tui.widgets.look import Look
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.values import Status

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import Pending

BEADS = ("tick", "untick")
"""The acts that move a bead of the challenge under the cursor at once."""


RETRY = 10.0
"""Seconds between two tries to write what a disk has refused."""


class TableScreen(Board):
    """A table being played.

    Args:
        session: The table.
        rules: Commands, ladder and what is pending; `engine.rules.table`.
        recent: The last turns of earlier evenings, for the log.
        notice: What the GM should know at the start, such as a broken key file; in sight until the first act or Esc.
        read_only: Why the table can only be looked at; empty where it can be played.
        remapped: Keys by the id of a command or verb, where they are not the defaults.
        report: Keeps the account of a bug for whoever mends it.
        look: Styles by role.
        glyphs: The signs to draw with.
        leave: What leaving does; where nothing is given it ends the program.
        again: Looks at the files of a table that is only looked at; gives the table, and why it is so.
        tell: Gives what came up while a turn was written, such as a save that somebody else had changed.
    """

    def __init__(
        self,
        session: Session,
        rules: Rules,
        *,
        recent: Sequence[Turn] = (),
        notice: str = "",
        read_only: str = "",
        remapped: Mapping[str, str] | None = None,
        report: Callable[[str], None] | None = None,
        look: Look | None = None,
        glyphs: Glyphs = UNICODE,
        leave: Callable[[], None] | None = None,
        again: Callable[[], tuple[Session, Sequence[Turn], str] | None] | None = None,
        tell: Callable[[], list[str]] = list,
    ) -> None:
        super().__init__(
            session,
            rules,
            recent=recent,
            notice=notice,
            read_only=read_only,
            remapped=remapped,
            look=look,
            glyphs=glyphs,
        )
        self.leave: Callable[[], None] | None = leave
        self.again = again
        self.tell = tell
        self.report: Callable[[str], None] = report or (lambda account: None)
        self.commands: Mapping[str, Command] = {row.id: row for row in rules.COMMANDS}
        self.lines: list[str] = []
        self._then: Callable[[Command, Answers], None] = self._play
        self._settling: Pending | None = None
        self._left: list[tuple[Pending, object]] = []

    def on_mount(self) -> None:
        """Show the table."""
        self.panes[self.focused_pane].focus_on(True)
        self.telling = bool(sentences.whole(self.notice)) and tabbed(*self.size)
        if self.telling:
            self.notice = sentences.told_below(self.notice, self.size.width, self.foot.glyphs)
            self.status = Status(self.notice)
        self.set_interval(RETRY, lambda: self._doorway(lambda: storage.again(self)))
        self._doorway(lambda: self.publish(self.session.state))

    def on_screen_resume(self) -> None:
        """Another screen may have played something; the panes show the table as it stands."""
        if self.session.state is not self.state and self.party.is_mounted:
            self.entries = entries(self.session)
            self._doorway(lambda: self.publish(self.session.state))

    # ------------------------------------------------------------------ the doorway

    def _doorway(self, act: Callable[[], None]) -> None:
        """Do something for the GM; whatever goes wrong becomes a sentence and changes nothing."""
        try:
            act()
        except Refused as refusal:
            self._head()
            self.say(str(refusal), bad=True)
        except OSError as refused:
            self._head()
            self.say(sentences.not_saved(refused), bad=True)
        except Exception:
            self.asking = None
            self._account()

    def _account(self, sentence: str = sentences.DID_NOT_WORK) -> None:
        try:
            self.report(traceback.format_exc())
        except OSError:
            self.notice = self.notice or "a bug could not be written down"
        self.say(sentence, bad=True)

    def perform(self, name: str) -> None:
        """Do a command or a verb by its id, as its key would."""
        if not self.small or name == "quit":
            self._doorway(lambda: self._perform(name))

    def _perform(self, name: str) -> None:
        row = self.commands.get(name)
        if row is None:
            actions.VERBS[name](self)
            return
        self.look_out()
        if reason := row.when(self.state):
            raise Refused(reason)
        self.ask(row, {})

    def look_out(self) -> None:
        """Refuse to begin what could not be ended: nothing changes on a table that is only looked at."""
        if self.read_only:
            raise Refused(f"Read only: nothing can change here. {self.read_only}")

    def ask(
        self,
        command: Command,
        given: Answers,
        then: Callable[[Command, Answers], None] | None = None,
        kind: type[Asking] = Asking,
    ) -> None:
        """Put a command's questions, then play it, or hand its answers to `then`."""
        asking = kind(command, self.state, self.selection.focus(self.state, self.focused_pane), given)
        outcome = asking.start()
        self.put(asking, then)
        self._outcome(outcome)

    def put(self, asking: Asking | CommandLine, then: Callable[[Command, Answers], None] | None = None) -> None:
        """Have the keys go to a question, whose answers are played or handed to `then`."""
        self._then = then or self._play
        self._settling = None
        self.asking = asking

    def _outcome(self, outcome: Outcome | Given | Spoken) -> None:
        match outcome:
            case Done(answers) if isinstance(self.asking, Asking):
                self._finish(self.asking.command, answers)
            case Given(command, answers, line):
                self.lines = [*self.lines[1 - LINES :], line]
                self._finish(command, answers)
            case Spoken(word, rest, line):
                self.lines = [*self.lines[1 - LINES :], line]
                self._close_on(lambda: actions.spoken(self, word, rest))
                self._foot()
            case Cancelled():
                self._leave_question()
            case Open() | Done():
                self._foot()

    def _leave_question(self) -> None:
        """Esc: nothing happened, and what the table still has to settle waits until it is asked for."""
        asking, self.asking = self.asking, None
        if isinstance(asking, Finding):
            actions.give_up(self, asking)
        if self._settling is not None:
            self._left.append((self._settling, self.state.roll))
            self._settling = None
        self._foot()

    def _finish(self, command: Command, answers: Answers) -> None:
        self._close_on(lambda: self._then(command, answers))

    def _close_on(self, act: Callable[[], None]) -> None:
        """Close the question and act; where that is refused it stays with all that was typed: a slip costs one key."""
        asking, self.asking = self.asking, None
        try:
            act()
        except Refused as refusal:
            if asking is None or not asking.refuse(str(refusal)):
                raise
            self.asking = asking
            self._foot()

    def _play(self, command: Command, answers: Answers) -> None:
        before = self.state
        turn = self.session.do(command, answers)
        self._stood_in = ("", "")
        self.selection = self.selection.after(command, answers, before, self.session.state)
        sentences.log(self.entries, turn)
        # What happened comes to the front until the next key, where the lower panes share a place.
        self.telling = tabbed(*self.size) and sentences.says_more(turn, self.size.width)
        said = turn.headline or turn.title
        self.status = Status(sentences.told_below(said, self.size.width, self.foot.glyphs) if self.telling else said)
        self._after(sentences.DONE_ALL_THE_SAME, self.settle)

    def _after(self, stumbled: str, then: Callable[[], None]) -> None:
        """Show what was done; it is done and saved, whatever happens from here on."""
        self.notice = ""
        try:
            self.publish(self.session.state)
            self._left = [old for old in self._left if any(self._same(*old, waiting) for waiting in self.waiting)]
            then()
            if words := self.tell():
                self.say_whole(" ".join(words))
        except Exception:
            self.asking = None
            self._account(stumbled)

    def settle(self, again: bool = False) -> None:
        """Ask the first thing that the table still has to settle; what was left with Esc waits until `again`.

        What has just happened comes to the front with the question, where the lower panes share a place.
        """
        first = next((w for w in self.waiting if again or not any(self._same(*old, w) for old in self._left)), None)
        if first is None:
            return
        row = self.commands[first.command]
        asking = Asking(row, self.state, self.selection.focus(self.state, self.focused_pane), first.answers)
        if isinstance(asking.start(), Open):
            self.put(asking)
            self._settling = first
            if tabbed(*self.size):
                self.bring("log")
        elif again:
            self.ask(row, first.answers)
        self._foot()

    def _same(self, left: Pending, roll: object, waiting: Pending) -> bool:
        """Whether what waits is what was left: what is asked of no one in particular is asked of the last roll."""
        same = (left.command, left.answers) == (waiting.command, waiting.answers)
        return same and (bool(left.answers) or roll is self.state.roll)

    def travel(self, step: Callable[[], Turn], said: str, stumbled: str) -> None:
        """Undo or redo."""
        turn = step()
        # The palette may undo while a question is open; what it asks is about a table that is gone.
        self.asking = self._settling = None
        if self.session.state.turn >= turn.number:
            sentences.log(self.entries, turn)
        else:
            self.entries = sentences.unlog(self.entries, turn, self.session)
        self.status, self.telling = Status(f"{said}: {turn.title}"), False
        self._after(stumbled, lambda: None)

    def aside(self, sentence: str) -> None:
        """Put a sentence in the status line, or beside the question that is open there."""
        if self.asking is None:
            self.say(sentence)
        else:
            self.asking.told = sentence
            self._foot()

    def palette_acts(self) -> Sequence[Act]:
        """Every command and verb for the palette."""
        return acts(self.rows, self.state.games, self.remapped, lambda name: partial(self.perform, name))

    # ------------------------------------------------------------------ keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Every key: to the question where one is open, else to what it stands for."""
        if event.key in ("ctrl+q", "ctrl+p", "ctrl+c", "ctrl+z"):
            return
        event.stop()
        event.prevent_default()
        if self.read_only and self.asking is None:
            self._doorway(self._look_again)
        self._heard()
        self._doorway(lambda: self._key(event.key, event.character))

    def _heard(self) -> None:
        """The next key is for the panes as they were before the log came to the front to tell something."""
        if self.telling and self.asking is None:
            self.telling = False
            self.bring(self.lower)

    def _key(self, key: str, character: str | None) -> None:
        name = self.meant().get(KEYS.get(key, key)) or self.meant().get(character or "")
        if self.small:
            # Nobody acts on what cannot be seen.
            if name == "quit":
                actions.go(self)
            return
        if self.asking is not None and key != "ctrl+l":
            self._outcome(self.asking.key(key, character))
            if isinstance(self.asking, Finding):
                actions.show_found(self, self.asking)
            return
        if name is None:
            shown = character if character and character.isprintable() else key
            raise Refused(f"{shown} does nothing here; ? shows all keys.")
        if name in BEADS and "abacus" not in self._places.regions(self.size):
            # Dice that are typed too late begin with these keys, and would move what nobody looks at.
            raise Refused("The Abacus is not in sight: tab goes there, then + and - move its beads.")
        self._perform(name)

    def _look_again(self) -> None:
        """What another window has played meanwhile is shown with the next key."""
        fresh = self.again() if self.again and self.read_only else None
        if fresh is not None:
            self.session, recent, reason = fresh
            self.entries = [entry(turn) for turn in recent]
            self.publish(self.session.state)
            if reason != self.read_only:
                # The head goes on with it.
                self.notice = self.notice.replace(self.read_only, reason)
                self.read_only = reason
                self.say(reason)

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text goes where text is typed."""
        event.stop()
        if self.asking is not None:
            self.asking.paste(event.text)
            self._doorway(self._foot)

    def on_pane_picked(self, message: Pane.Picked) -> None:
        """Select the row that was clicked."""
        message.stop()
        self._doorway(lambda: self.focus_pane(message.pane.id or self.focused_pane))
        self._doorway(lambda: self.choose(message.pane.id or "", message.key))

    def on_pane_touched(self, message: Pane.Touched) -> None:
        """Go to the pane that was clicked, or to the tab."""
        message.stop()
        self._doorway(lambda: self.focus_pane(message.word.casefold() or message.pane.id or ""))
