"""A table being played: the question that is asked, acts, undo, and what is shown of them; no Textual, no Rich."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.rules.game import Pending, SceneFrame
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.screens.table import sentences
from wyrd_tui.screens.table.cursor import Cursor
from wyrd_tui.screens.table.lessons import Progress
from wyrd_tui.screens.table.matters import OpenMatters
from wyrd_tui.screens.table.outlook import challenge_asked, is_bid_on
from wyrd_tui.screens.table.speech import Speech
from wyrd_tui.widgets.latest import Latest
from wyrd_tui.widgets.values import PaletteAct, Turns

if TYPE_CHECKING:
    from wyrd_tui.screens.questions.asking import Asking
    from wyrd_tui.screens.questions.command_line import CommandLine
    from wyrd_tui.screens.questions.outcomes import AskingOutcome
    from wyrd_tui.screens.table.protocols import Display, Rules, Storage

Then = Callable[[Command, Answers], None]
"""The use of the answers to a question."""


class Playing(ABC):
    """A table being played, which verbs act on. The controller adds the keys that lead to acts and verbs.

    Args:
        session: The table.
        rules: Commands, ladder and open questions; `engine.rules.all_games`.
        display: The screen.
        speech: The status line and the log.
        storage: The place where the table is kept; None for a table in no file.
        read_only: Why the table can only be looked at; empty where it can be played.

    Attributes:
        state: The state that is shown.
        commands: The commands of the games that the table plays, by id.
        commands_in_order: The same commands, the most wanted first.
        turns: The actions of everybody in the order.
        frame: The things that stand over the scene besides its challenges.
        asking: The question that the keys go to.
        lines: Lines given before.
        stumbled: The sentence for a bug while the last act is being shown.
    """

    def __init__(
        self, session: Session, rules: Rules, display: Display, speech: Speech, storage: Storage | None, read_only: str
    ) -> None:
        self.session = session
        self.rules = rules
        self.display = display
        self.speech = speech
        self.storage = storage
        self.read_only = read_only
        self.commands: Mapping[str, Command] = {}
        self.state = State()
        self.commands_in_order: Sequence[Command] = ()
        self.turns: Turns = {}
        self.frame = SceneFrame()
        self.asking: Asking | CommandLine | None = None
        self.lines: list[str] = []
        self.stumbled = sentences.DID_NOT_WORK
        self.cursor = Cursor(session.state, rules, display)
        self.matters, self.progress = OpenMatters(), Progress(session.state.acts)
        self._then: Then = self.play
        self._undone_roll: Latest[Asking | None] = Latest()

    @abstractmethod
    def acts_of_keys(self) -> Mapping[str, tuple[str, ...]]:
        """Return the acts of each key, one for each game at most."""

    @abstractmethod
    def palette_acts(self) -> Sequence[PaletteAct]:
        """Return every command and verb for the palette."""

    @property
    def questions(self) -> Asking | None:
        """The questions of an act, to which the keys go; None where there are none, or a line is typed."""
        if self.asking is None:
            return None
        # Questions load with the first that is asked, here and below, so that a table opens without them.
        from wyrd_tui.screens.questions.asking import Asking

        return self.asking if isinstance(self.asking, Asking) else None

    @property
    def roll_in_sight(self) -> Asking | None:
        """The questions to which the keys go, else those of a roll that was just undone, as its key will put them."""
        undone = self.session.undone_last
        command = self.commands.get(undone.command) if undone is not None and self.asking is None else None
        if command is None or not {"faced", "rating"} <= {ask.focus for ask in command.asks}:
            return self.questions
        facts = undone, self.state, self.cursor.selection, self.cursor.pane
        return self._undone_roll.of(facts, lambda: self._ask_again(command))

    def _ask_again(self, command: Command) -> Asking | None:
        """Return the questions of a roll that was undone, as its key will put them; None where it puts none."""
        from wyrd_tui.screens.questions.asking import Asking
        from wyrd_tui.screens.questions.outcomes import Done

        asking = Asking(command, self.state, self.cursor.given(self.state))
        asking.undone = self._undone_answers(command)
        return None if command.when(self.state) or isinstance(asking.start(), Done) else asking

    # ------------------------------------------------------------------ the boundary

    def open(self) -> None:
        """Show the table at first."""
        self.speech.open()
        self.attempt(lambda: self.publish(self.session.state))

    def resume(self) -> None:
        """Show the table again: another screen may have played something, or undone or redone it."""
        if self.session.state is not self.state:
            self.cursor.keep()
            self.speech.begin_anew(self.session, self.state.acts)
            played = [step.act for step in self.session.done if step.act.number > self.state.acts]
            if played:
                self.cursor.take_up(played, self.session.state)
            self.attempt(lambda: self.publish(self.session.state))
            if not played:
                self.cursor.come_back()

    def attempt(self, act: Callable[[], None]) -> None:
        """Do something for the GM; every error becomes a sentence and changes nothing."""
        self.stumbled = sentences.DID_NOT_WORK
        self._guard(act)
        self._guard(self.front)
        self._guard(self._tell_cursor)

    def _guard(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Refused as refusal:
            self.speech.say(str(refusal), bad=True)
        except OSError as refused:
            self.speech.say(sentences.not_saved(refused), bad=True)
        except Exception:
            self.stumble()

    def stumble(self, account: str = "") -> None:
        """Close the question on a bug and report it; the one that is being handled where no account is given."""
        self.asking = None
        try:
            if self.storage is not None:
                self.storage.report(account or traceback.format_exc())
        except OSError:
            self.speech.notice = self.speech.notice or "a bug could not be written down"
        self.speech.say(self.stumbled, bad=True)

    def front(self) -> None:
        """Bring the lower pane in use to the front, or the log where it tells something; a question moves none.

        The log stands in place of a ladder that is blank, since the selected actor is out, unless the keys are there.
        """
        if self.asking is None:
            cursor = self.cursor
            actor = self.state.actors.get(cursor.selection.actor)
            blank = actor is not None and actor.out and cursor.lower == "ladder" != cursor.pane
            cursor.bring("log" if self.speech.in_front or (blank and self.display.tabbed) else cursor.lower)

    def _tell_cursor(self) -> None:
        """Have the cursor know which challenge the open question is about."""
        self.cursor.asked_challenge = challenge_asked(self.questions, self.state, self.matters.roll)
        self.cursor.inspects_asked = self.matters.is_asking
        if self.display.tabbed and is_bid_on(self.questions, self.state):
            self.cursor.bring("abacus")

    def refuse_reading_only(self) -> None:
        """Refuse to begin an act on a table that is only looked at.

        Raises:
            Refused: If the table is read only.
        """
        if self.read_only:
            raise Refused(f"Read only: no act is possible here. {self.read_only}")

    # ------------------------------------------------------------------ questions

    def ask(self, command: Command, given: Answers, then: Then | None = None, kind: type[Asking] | None = None) -> None:
        """Ask a command's questions, then play it, or hand its answers to `then`."""
        from wyrd_tui.screens.questions.asking import Asking

        asking = (kind or Asking)(command, self.state, self.cursor.given(self.state), given)
        asking.undone = self._undone_answers(command)
        outcome = asking.start()
        self.put(asking, then)
        self.take(outcome)

    def ask_about(self, name: str, given: Answers) -> None:
        """Ask a command's questions by its id, as another screen wants it, which may have played something before."""
        self.resume()
        self.attempt(lambda: self.begin_act(name, given))

    def begin_act(self, name: str, given: Answers, kind: type[Asking] | None = None) -> None:
        """Ask the questions of a command by its id, then play it.

        Raises:
            Refused: If it does not apply.
        """
        self.refuse_reading_only()
        if reason := self.commands[name].when(self.state):
            raise Refused(reason)
        self.ask(self.commands[name], given, kind=kind)

    def put(self, asking: Asking | CommandLine, then: Then | None = None) -> None:
        """Have the keys go to a question, whose answers are played or handed to `then`."""
        self._then = then or self.play
        self.matters.note_asked(None)
        self.asking = asking

    def take(self, outcome: AskingOutcome) -> None:
        """Take what came of a question: its answers, or that it was left."""
        from wyrd_tui.screens.questions.outcomes import Cancelled, Done

        match outcome:
            case Done(answers) if (asking := self.questions) is not None:
                self.close_on(lambda: self._then(asking.command, answers))
            case Cancelled():
                self._leave_question()

    def _leave_question(self) -> None:
        """Esc: nothing happened, and earlier words are old; an open question waits until it is asked for."""
        self.asking = None
        if not self.matters.just_raised:
            self.speech.say("")
        self.matters.leave()

    def close_on(self, act: Callable[[], None]) -> None:
        """Close the question and act; where that is refused it stays with all that was typed: a slip costs one key.

        Raises:
            Refused: If the act is refused, and no question that can show that was asked.
        """
        asking, self.asking = self.asking, None
        try:
            act()
        except Refused as refusal:
            if asking is None or not asking.refuse(str(refusal)):
                raise
            self.asking = asking

    def ask_open(self, question: Pending) -> None:
        """Ask an open question; the log comes to the front with it, where the lower panes share a place."""
        from wyrd_tui.screens.table.question_kinds import OpenAsking

        asking = OpenAsking(
            self.commands[question.command], self.state, self.cursor.given(self.state), question.answers
        )
        asking.is_put_off = question.matter in self.matters.already_put_off
        asking.undone = self._undone_answers(asking.command)
        outcome = asking.start()
        self.put(asking)
        self.matters.note_asked(question)
        if self.display.tabbed:
            self.cursor.bring("log")
        self.take(outcome)

    def _undone_answers(self, command: Command) -> Answers:
        """Return the answers of the act that was just undone, if it was of the same command; else none."""
        undone = self.session.undone_last
        if undone is None or undone.command != command.id:
            return {}
        # Lines are read when somebody asks for it, so that a table opens without them.
        from wyrd_tui.engine.line_syntax import parse_line

        try:
            return parse_line(undone.asked, self.state, [command])[1]
        except Refused:
            return {}

    def _ask_raised(self, act: Act) -> None:
        """Ask what an act has raised, and nothing older."""
        self.matters.follow(act)
        if (raised := self.matters.next()) is not None:
            self.ask_open(raised)

    def aside(self, sentence: str) -> None:
        """Put a sentence in the status line, or beside the question that is open there."""
        if self.asking is None:
            self.speech.say(sentence)
        else:
            self.asking.aside = sentence

    # ------------------------------------------------------------------ playing, undo and redo

    def play(self, command: Command, answers: Answers) -> None:
        """Play a command.

        Raises:
            Refused: If it does not apply or cannot be done.
            OSError: If the disk refuses it.
        """
        act = self.session.do(command, answers)
        self.cursor.after(command, answers, self.state, self.session.state, act)
        self.speech.tell(Step(act, self.state, self.session.state))
        self._show_done(sentences.DONE_ALL_THE_SAME, lambda: self._ask_raised(act))

    def travel(self, step: Callable[[], Act], said: str, stumbled: str) -> Act:
        """Undo or redo, and return the act.

        Args:
            step: The session's undo or redo.
            said: The word for it, such as "Undone".
            stumbled: The sentence for a bug while it is being shown.

        Raises:
            Refused: If nothing is left to take back or to bring back.
            OSError: If the disk refuses it.
        """
        act = step()
        self.cursor.keep()
        # A question that is open is about a table that is gone.
        self.asking = None
        self.matters.leave()
        self.speech.tell_again(act, said, self.session)
        self._show_done(stumbled, self.cursor.come_back)
        return act

    def _show_done(self, stumbled: str, then: Callable[[], None]) -> None:
        """Show an act that was done; it is saved, and later errors do not undo it."""
        self.stumbled = stumbled
        self.speech.notice = ""
        try:
            self.publish(self.session.state)
            then()
            if words := self.storage.messages() if self.storage is not None else []:
                self.speech.say_whole(" ".join(words))
        except Exception:
            self.stumble()

    def publish(self, state: State) -> None:
        """Show a state."""
        self.matters.renew(self.rules.pending(state))
        self.commands_in_order = self.rules.commands_of(state)
        self.commands = {command.id: command for command in self.commands_in_order}
        self.turns = self.rules.turns(state)
        self.frame = self.rules.scene_frame(state)
        self.speech.advise(self.rules, state)
        self.state = state
        self.cursor.follow(state)

    # ------------------------------------------------------------------ the cursor

    def focus(self, pane: str) -> None:
        """Move the keys to a pane, and bring it to the front."""
        self.speech.in_front = False
        self.speech.forgive()
        self.cursor.focus(pane)

    def choose(self, pane: str, key: str, *, passing: bool = False) -> None:
        """Put the cursor of a pane on a key, or in passing as the arrows go."""
        self.speech.forgive()
        self.cursor.choose(pane, key, passing=passing)

    def move(self, by: int) -> None:
        """Move the cursor of the pane in focus, or of the lower pane before it, to which the keys go with that."""
        if self.cursor.moving != self.cursor.pane:
            self.focus(self.cursor.moving)
        if self.cursor.pane == "log":
            self.display.scroll(by)
        elif key := self.cursor.step(by):
            self.choose(self.cursor.pane, key, passing=True)
