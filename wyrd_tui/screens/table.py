"""The table: five panes, a foot, and the one doorway by which every key, click, line and palette entry goes.

The screen holds the session and publishes its state; panes draw what they are given and post what was clicked. A
question is put at the foot, so that the table stays in sight while it is asked.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.layout import Layout
from textual.reactive import var
from textual.screen import Screen

from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.session import Session, Turn
from wyrd_tui.engine.state import State
from wyrd_tui.screens import openings, telling
from wyrd_tui.screens.ask import Asking, Cancelled, Done, Open, Outcome
from wyrd_tui.screens.layout import BELOW, LEAST, TableLayout, tabbed
from wyrd_tui.screens.line import CommandLine, Given
from wyrd_tui.screens.selection import Selection
from wyrd_tui.screens.telling import entries, entry
from wyrd_tui.screens.verbs import VERBS, Rules, hints, keymap
from wyrd_tui.widgets.abacus import AbacusPane
from wyrd_tui.widgets.footer import KEYS, Foot, Head, Hint, Status
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.ladder import LadderPane
from wyrd_tui.widgets.log import LogPane
from wyrd_tui.widgets.look import LOOKS, Look
from wyrd_tui.widgets.order import OrderPane
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.party import PartyPane

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import Pending

LOWER = ("Ladder", "Abacus", "Log")


class TableScreen(Screen[None]):
    """A table being played.

    Args:
        session: The table.
        rules: Commands, ladder and what is pending; `engine.rules.table`.
        recent: The last turns of earlier evenings, for the log.
        notice: What the GM should know at the start, such as a broken key file; in sight until the first act or Esc.
        read_only: Whether the table can only be looked at.
        remapped: Keys by the id of a command or verb, where they are not the defaults.
        report: Keeps the account of a bug for whoever mends it.
        look: Styles by role.
        glyphs: The signs to draw with.
        leave: What leaving does; where nothing is given it ends the program.
    """

    AUTO_FOCUS = ""
    CSS = "TableScreen { overflow: hidden; }"
    state: var[State] = var(State(), init=False)

    def __init__(
        self,
        session: Session,
        rules: Rules,
        *,
        recent: Sequence[Turn] = (),
        notice: str = "",
        read_only: bool = False,
        remapped: Mapping[str, str] | None = None,
        report: Callable[[str], None] | None = None,
        look: Look | None = None,
        glyphs: Glyphs = UNICODE,
        leave: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.leave: Callable[[], None] | None = leave
        self.session: Session = session
        self.rules: Rules = rules
        self.notice = notice
        self.unsaved = ""
        self.read_only = read_only
        self.remapped: Mapping[str, str] = remapped or {}
        self.report: Callable[[str], None] = report or (lambda account: None)
        self.commands: Mapping[str, Command] = {row.id: row for row in rules.COMMANDS}
        self.keys: Mapping[str, str] = keymap(rules.COMMANDS, self.remapped)
        self.rungs: Mapping[int, str] = {}
        self.selection = Selection().settled(session.state)
        self.focused_pane = "party"
        self.asking: Asking | CommandLine | None = None
        self.status = Status(notice)
        self.waiting: Sequence[Pending] = ()
        self.hints: tuple[Hint, ...] = ()
        self.advice = ""
        self.entries = [entry(turn) for turn in recent]
        self.lines: list[str] = []
        self._then: Callable[[Command, Answers], None] = self._play
        self._places = TableLayout()
        look = look or LOOKS["calm"]
        self.head = Head(look=look, glyphs=glyphs)
        self.party = PartyPane(look=look, glyphs=glyphs)
        self.order = OrderPane(look=look, glyphs=glyphs)
        self.ladder = LadderPane(look=look, glyphs=glyphs)
        self.abacus = AbacusPane(look=look, glyphs=glyphs)
        self.log_pane = LogPane(look=look, glyphs=glyphs)
        self.foot = Foot(look=look, glyphs=glyphs)
        self.panes: Mapping[str, Pane] = {
            pane.id: pane for pane in (self.party, self.order, self.ladder, self.abacus, self.log_pane) if pane.id
        }

    # ------------------------------------------------------------------ drawing

    @property
    def layout(self) -> Layout:
        """Everything is placed by the size of the terminal."""
        return self._places

    def compose(self) -> ComposeResult:
        """The panes, and a line above and three below them."""
        yield self.head
        yield from self.panes.values()
        yield self.foot

    def on_mount(self) -> None:
        """Show the table."""
        self.panes[self.focused_pane].focus_on(True)
        self._doorway(lambda: self.publish(self.session.state))

    def on_screen_resume(self) -> None:
        """Another screen may have played something; the panes show the table as it stands."""
        if self.session.state is not self.state and self.party.is_mounted:
            self.entries = entries(self.session)
            self._doorway(lambda: self.publish(self.session.state))

    def on_resize(self, event: events.Resize) -> None:
        """The lower panes share a place or stand apart; a screen too small says so and goes on."""
        self._tabs(event.size.width, event.size.height)
        self._head()

    def _tabs(self, width: int, height: int) -> None:
        shared = tabbed(width, height)
        for pane in (self.ladder, self.abacus, self.log_pane):
            pane.tabs = LOWER if shared else ()
            pane.redraw()
        self._front()

    def _front(self) -> None:
        """Bring the lower pane in use to the front, where they share a place."""
        shared = tabbed(*self.size)
        for name in BELOW:
            self.panes[name].display = not shared or name == self._places.shown

    def publish(self, state: State) -> None:
        """Make a state the one on the screen."""
        self.selection = self.selection.settled(state)
        if self.state is state:
            self.watch_state(state)
        self.state = state

    def watch_state(self, state: State) -> None:
        """Hand a new state to every pane; each repaints only what changed."""
        self.waiting = self.rules.pending(state)
        self._steps()
        self.advice = "; ".join(self.rules.hints(state))
        self.hints = hints(self.rules.COMMANDS, state, self.remapped)
        self._select()
        self.log_pane.show(self.entries)
        self._head()
        self._foot()

    def _steps(self) -> None:
        """Take the steps of the ladder from the rules; one of another length wants another place."""
        self.rungs = {rung.value: rung.name for rung in self.rules.ladder(self.state, "", "").rungs}
        self.selection = self.selection.on_rungs(self.rungs)
        if self._places.hold(len(self.rungs)):
            self.refresh(layout=True)

    def _select(self) -> None:
        state, chosen = self.state, self.selection
        waits = telling.undealt(self.waiting)
        self.party.show(state, chosen.actor, chosen.marked, waits)
        self.order.show(state, chosen.actor, chosen.marked, waits)
        self.abacus.show(state, chosen.challenge, self.rungs)
        if "ladder" in self._places.regions(self.size):
            rating = chosen.rated(chosen.actor) or (chosen.actor and self.rules.best_rating(state, chosen.actor))
            self.ladder.show(self.rules.ladder(state, chosen.actor, rating) if rating else None, chosen.rung)

    def _head(self) -> None:
        width, height = self.size
        if width < LEAST.width or height < LEAST.height:
            sentence = f"{width}×{height} is too small: the table needs {LEAST.width}×{LEAST.height}."
            self.head.show(sentence, "", ())
            return
        words = tuple(telling.facts(self.state, self.unsaved, self.read_only))
        self.head.show(*telling.place(self.state), words, self.unsaved or self.notice)

    def _foot(self) -> None:
        pending = self.waiting[0].sentence if self.waiting else ""
        question = self.asking.question() if self.asking else None
        # Opening words have the line for themselves, since they may be long.
        alone = bool(self.notice) and self.status.said == self.notice
        status = self.status if alone else self.status._replace(pending=pending, advice="" if pending else self.advice)
        self.foot.show(question, status, self.hints)

    def say(self, sentence: str, bad: bool = False) -> None:
        """Put a sentence in the status line."""
        self.status = Status(sentence, bad)
        self._foot()

    def quiet(self) -> None:
        """Take the opening words and the last sentence away."""
        self.notice = ""
        self._head()
        self.say("")

    # ------------------------------------------------------------------ the doorway

    def _doorway(self, act: Callable[[], None]) -> None:
        """Do something for the GM; whatever goes wrong becomes a sentence and changes nothing."""
        try:
            act()
        except Refused as refusal:
            self.say(str(refusal), bad=True)
        except OSError as error:
            self.unsaved = f"NOT SAVED: {error.strerror or error}"
            self._head()
            self.say(telling.NOT_SAVED, bad=True)
        except Exception:
            self.asking = None
            self._account()

    def _account(self, sentence: str = telling.DID_NOT_WORK) -> None:
        try:
            self.report(traceback.format_exc())
        except OSError:
            self.notice = self.notice or "a bug could not be written down"
        self.say(sentence, bad=True)

    def perform(self, name: str) -> None:
        """Do a command or a verb by its id, as its key would."""
        self._doorway(lambda: self._perform(name))

    def _perform(self, name: str) -> None:
        row = self.commands.get(name)
        if row is None:
            openings.VERBS[name](self)
            return
        if reason := row.when(self.state):
            raise Refused(reason)
        self.ask(row, {})

    def ask(self, command: Command, given: Answers, then: Callable[[Command, Answers], None] | None = None) -> None:
        """Put a command's questions, then play it, or hand its answers to `then`."""
        asking = Asking(command, self.state, self.selection.focus(self.state, self.focused_pane), given)
        self._then = then or self._play
        outcome = asking.start()
        self.asking = asking
        self._outcome(outcome)

    def _outcome(self, outcome: Outcome | Given) -> None:
        match outcome:
            case Done(answers) if isinstance(self.asking, Asking):
                self._finish(self.asking.command, answers)
            case Given(command, answers, line):
                self.lines.append(line)
                self._then = self._play
                self._finish(command, answers)
            case Cancelled():
                self.asking = None
                self._foot()
            case Open() | Done():
                self._foot()

    def _finish(self, command: Command, answers: Answers) -> None:
        asking, self.asking = self.asking, None
        try:
            self._then(command, answers)
        except Refused as refusal:
            # The question stays with all that was typed, so that a slip costs one key.
            if asking is None or not asking.refuse(str(refusal)):
                raise
            self.asking = asking
            self._foot()

    def _play(self, command: Command, answers: Answers) -> None:
        before = self.state.order.turn
        turn = self.session.do(command, answers)
        self.selection = self.selection.after(command, answers, before, self.session.state.order.turn)
        self.entries.append(entry(turn))
        self.status = Status(turn.lines[0] if turn.lines else turn.title)
        self._after(telling.DONE_ALL_THE_SAME, self.settle)

    def _after(self, stumbled: str, then: Callable[[], None]) -> None:
        """Show what was done; it is done and saved, whatever happens from here on."""
        self.unsaved = self.notice = ""
        try:
            self.publish(self.session.state)
            then()
        except Exception:
            self.asking = None
            self._account(stumbled)

    def settle(self) -> None:
        """Ask the first thing that the table still has to settle, where there is something to ask."""
        if not self.waiting:
            return
        first = self.waiting[0]
        row = self.commands[first.command]
        asking = Asking(row, self.state, self.selection.focus(self.state, self.focused_pane), first.answers)
        if isinstance(asking.start(), Open):
            self._then, self.asking = self._play, asking
        self._foot()

    def travel(self, step: Callable[[], Turn], said: str, stumbled: str) -> None:
        """Undo or redo."""
        turn = step()
        # The palette may undo while a question is open; what it asks is about a table that is gone.
        self.asking = None
        if self.session.state.turn >= turn.number:
            self.entries.append(entry(turn))
        elif self.entries and self.entries[-1].number == turn.number:
            self.entries.pop()
        self.status = Status(f"{said}: {turn.title}")
        self._after(stumbled, lambda: None)

    def palette_acts(self) -> Sequence[tuple[str, str, Callable[[], None]]]:
        """Every command and verb for the palette: its label, its sentence, and what does it."""
        rows = [(f"{row.label} ({row.id})", row.help, partial(self.perform, row.id)) for row in self.rules.COMMANDS]
        return rows + [(verb.label, verb.help, partial(self.perform, verb.id)) for verb in VERBS if verb.palette]

    # ------------------------------------------------------------------ keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Every key: to the question where one is open, else to what it stands for."""
        if event.key in ("ctrl+q", "ctrl+p", "ctrl+c", "ctrl+z"):
            return
        event.stop()
        event.prevent_default()
        self._doorway(lambda: self._key(event.key, event.character))

    def _key(self, key: str, character: str | None) -> None:
        if self.asking is not None and key != "ctrl+l":
            self._outcome(self.asking.key(key, character))
            return
        name = self.keys.get(KEYS.get(key, key)) or self.keys.get(character or "")
        if name is None:
            shown = character if character and character.isprintable() else key
            raise Refused(f"{shown} does nothing here; ? shows all keys.")
        self._perform(name)

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

    # ------------------------------------------------------------------ moving about

    def focus_pane(self, name: str) -> None:
        """Move the keys to a pane, and bring it to the front."""
        if name not in self.panes:
            return
        if name != self.focused_pane:
            self.panes[self.focused_pane].focus_on(False)
            self.focused_pane = name
            self.panes[name].focus_on(True)
        if name in BELOW and name != self._places.shown:
            self._places.shown = name
            self._front()
            self._select()

    def choose(self, pane: str, key: str) -> None:
        """Put the cursor of a pane on a key."""
        self.selection = self.selection.picked(pane, key)
        self._select()

    def move(self, by: int) -> None:
        """Move the cursor of the pane in focus."""
        pane = self.panes[self.focused_pane]
        if pane is self.log_pane:
            pane.scroll_by(by)
        elif key := pane.step(by):
            self.choose(self.focused_pane, key)
