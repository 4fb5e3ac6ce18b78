"""The controller of a table: one doorway by which every key, click, line and palette entry goes; no Textual, no Rich.

A screen hands it keys and draws it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.session import Session
from wyrd_tui.screens.table import storage, verbs
from wyrd_tui.screens.table.keys import NamedAct, TableKeys, keymap, palette_acts, with_keys, with_keys_in
from wyrd_tui.screens.table.outlook import told_besides
from wyrd_tui.screens.table.playing import Playing, Then
from wyrd_tui.screens.table.speech import Speech
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.key_names import shown_key
from wyrd_tui.widgets.values import Hint, PaletteAct

if TYPE_CHECKING:
    from wyrd_tui.screens.questions.asking import Asking
    from wyrd_tui.screens.questions.command_line import CommandLine
    from wyrd_tui.screens.table.protocols import Display, Rules, Storage
    from wyrd_tui.widgets.question import Put


class Controller(Playing):
    """A table being played by keys, clicks and lines.

    Args:
        session: The table.
        rules: Commands, ladder and open questions; `engine.rules.all_games`.
        display: The screen.
        storage: The place where the table is kept; None for a table in no file.
        recent: The last acts of earlier evenings, for the log.
        last_time: Where the table was left, in the log until the first act or Esc.
        notice: Opening words, such as of a broken key file; in sight until the first act or Esc.
        read_only: Why the table can only be looked at; empty where it can be played.
        remapped: Keys by the id of a command or verb, where they are not the defaults.
        glyphs: The signs to draw with.
    """

    def __init__(
        self,
        session: Session,
        rules: Rules,
        display: Display,
        *,
        storage: Storage | None = None,
        recent: Sequence[Act] = (),
        last_time: Sequence[str] = (),
        notice: str = "",
        read_only: str = "",
        remapped: Mapping[str, str] | None = None,
        glyphs: Glyphs = UNICODE,
    ) -> None:
        self.keys = TableKeys(remapped or {})
        speech = Speech(notice, recent, last_time, display, glyphs, lambda said: with_keys(said, self.named_acts()))
        super().__init__(session, rules, display, speech, storage, read_only)
        self.cursor.take_up(recent, session.state)

    # ------------------------------------------------------------------ keys

    def key(self, key: str, character: str | None = None) -> None:
        """Take a key press: for the question where one is asked, else for the act or verb that it stands for."""
        if self.asking is None:
            if self.read_only:
                self.attempt(lambda: storage.refresh(self))
            # The next key is for the panes as they were before the log came to the front.
            self.speech.in_front = False
        self.attempt(lambda: self._key(key, character))

    def paste(self, text: str) -> None:
        """Take pasted text where text is typed."""
        if asking := self.asking:
            self.attempt(lambda: asking.paste(text))

    def perform(self, name: str, kind: type[Asking] | None = None) -> None:
        """Do a command or a verb by its id, as its key would."""
        if not self.display.small or name == "quit":
            self.attempt(lambda: self._perform(name, kind))

    def select(self, pane: str, key: str) -> None:
        """Put the cursor of a pane on a key, as a click does."""
        self.touch(pane)
        self.attempt(lambda: self.choose(pane, key))

    def touch(self, pane: str) -> None:
        """Move the keys to a pane, as a click on its title does."""
        self.attempt(lambda: self.focus(pane))

    def retry(self) -> None:
        """Write what the disk has refused, if it takes it by now."""
        self.attempt(lambda: storage.retry_saving(self))

    def _key(self, key: str, character: str | None) -> None:
        name = self.acts_by_key().get(shown_key(key)) or self.acts_by_key().get(character or "")
        if self.asking is None and name in verbs.MOVING and self.cursor.moving != self.cursor.pane:
            # The GM moves in the pane that is in sight.
            self.cursor.lower = self.cursor.shown
        self.front()
        if self.display.small:
            # Nobody acts on what cannot be seen.
            if name == "quit":
                self.display.leave()
            return
        if self.asking is not None and key != "ctrl+l":
            # A table opens without what questions alone need.
            from wyrd_tui.screens.table import question_keys

            if not question_keys.puts_off(name, self.asking):
                question_keys.take_key(self, self.asking, key, character)
                return
        if name is None:
            # One Enter more than the act needed pushes no result aside.
            if key != "enter" or self.speech.status.bad or not self.speech.status.said:
                # Such a slip is rare, and says what undo would take back.
                from wyrd_tui.screens.table.undo_words import slip_told

                self.speech.say_slip(slip_told(self.session, key, character))
        else:
            self._perform(name)

    def put(self, asking: Asking | CommandLine, then: Then | None = None) -> None:
        """Have the keys go to a question, and tell it the keys of all acts."""
        super().put(asking, then)
        asking.beside = partial(told_besides, self.rules, self.state, self.cursor.selection)
        if (questions := self.questions) is not None:
            self.keys.teach(questions, self.acts_by_key(), self.commands)

    def _perform(self, name: str, kind: type[Asking] | None = None) -> None:
        if name not in self.commands:
            verbs.do_verb(self, name)
            return
        self.begin_act(name, {}, kind)

    # ------------------------------------------------------------------ what a screen shows

    def acts_by_key(self) -> Mapping[str, str]:
        """Return the id of the command or verb of each key, for what is selected."""
        return self.keys.acts_by_key(self.commands_in_order, self.state, self.cursor.game)

    def named_acts(self) -> Mapping[str, NamedAct]:
        """Return the keys and the label of each act that has one, for what is selected."""
        games = (self.cursor.game, *self.cursor.other_games)
        return self.keys.named_acts(self.commands, self.state, games)

    def acts_of_keys(self) -> Mapping[str, tuple[str, ...]]:
        """Return the acts of each key, one for each game at most."""
        return keymap(self.commands_in_order, self.state.games, self.keys.remapped)

    def palette_acts(self) -> Sequence[PaletteAct]:
        """Return every command and verb for the palette."""
        # A table opens without any kind of question.
        from wyrd_tui.screens.table.question_kinds import FromPalette

        return palette_acts(
            self.commands_in_order, self.state.games, self.keys.remapped, partial(self.perform, kind=FromPalette)
        )

    @property
    def hints(self) -> Sequence[Hint]:
        """The keys of the footer."""
        return self.keys.hints(self.commands_in_order, self.state, self.cursor, can_act=not self.read_only)

    @property
    def question(self) -> Put | None:
        """The question that is being asked, as it is drawn; None where none is."""
        return with_keys_in(self.asking.question, self.named_acts()) if self.asking else None
