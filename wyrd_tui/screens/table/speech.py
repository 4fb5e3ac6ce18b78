"""Words of the table screen: opening words, the status line and the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.screens.table import sentences
from wyrd_tui.screens.table.sentences import log_entries, log_entry
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.values import Status

if TYPE_CHECKING:
    from wyrd_tui.screens.table.protocols import Display, Rules


class Speech:
    """Words of the program to the GM, besides the panes.

    Args:
        notice: Opening words, in sight until the first act or Esc.
        recent: The last acts of earlier evenings.
        last_time: Where the table was left, in the log until the first act or Esc.
        display: The screen.
        glyphs: The signs to draw with.
        keyed: Names the keys of acts that a sentence holds between backticks.

    Attributes:
        status: The last sentence.
        summary: The last sentence on what the log tells whole.
        again: The word for the last act where it was undone or redone, such as "Redone".
        last_time: The log's entry on where the table was left; empty after the first act or Esc.
        entries: The log.
        advice: Hints for the table as it stands.
        news: Those of them that the last act has brought, and the reminders; any other would nag.
        in_front: True while the log has come to the front to tell something, until the next key.
    """

    def __init__(
        self,
        notice: str,
        recent: Sequence[Act],
        last_time: Sequence[str],
        display: Display,
        glyphs: Glyphs,
        keyed: Callable[[str], str],
    ) -> None:
        self.notice = notice
        self.status = Status(notice)
        self.summary = ""
        self.again = ""
        self.last_time = sentences.words_entry(last_time)
        self.entries = [*map(log_entry, recent), *self.last_time, *sentences.long_words_entry(notice)]
        self.advice: Sequence[str] = ()
        self.news: Sequence[str] = ()
        self._scene: object = None
        self.in_front = False
        self._passing = False
        self._display = display
        self._glyphs = glyphs
        self.keyed = keyed

    def open(self) -> None:
        """Show the opening words: long ones in the log, with their beginning in the status line."""
        long = bool(sentences.long_words_entry(self.notice))
        self.in_front = (long or bool(self.last_time)) and self._display.tabbed
        if long and self._display.tabbed:
            self.notice = self._cut(self.notice)
            self.status = Status(self.notice)

    def advise(self, rules: Rules, state: State) -> None:
        """Take the hints for the table after an act; reminders, and in another scene all, are told again."""
        scene, hints, reminders = (state.scene.number, state.scene.between), rules.hints(state), rules.reminders(state)
        before, self._scene = self.advice if scene == self._scene else (), scene
        self.news = tuple(hint for hint in hints if hint not in before or hint in reminders)
        self.advice = hints

    def say(self, sentence: str, bad: bool = False) -> None:
        """Put a sentence in the status line."""
        self.status, self._passing = Status(self.keyed(sentence), bad=bad), False

    def say_slip(self, sentence: str) -> None:
        """Refuse a key that was pressed by mistake, before the last sentence, which stays."""
        kept = Status() if self.status.bad else self.status
        self.status = kept._replace(slip=self.keyed(sentence))

    def say_for_now(self, sentence: str) -> None:
        """Put a sentence on the cursor in the status line, which is true until the cursor moves."""
        self.say(sentence)
        self._passing = True

    def say_whole(self, sentence: str, bad: bool = False) -> None:
        """Put a sentence in the status line; one that has no room there goes into the log too, which shows it."""
        if words := sentences.long_words_entry(sentence):
            self.entries += words
            self.in_front = self._display.tabbed
            sentence = self._cut(sentence)
        self.say(sentence, bad)

    def quiet(self) -> None:
        """Take the opening words and the last sentence away."""
        self._forget_last_time()
        self.notice = ""
        self.say("")

    def forgive(self) -> None:
        """Take a refusal away, and what was said of the cursor, since another key has moved one since.

        A sentence that the log tells whole keeps one line, so that the footer keeps its keys.
        """
        if self.status.bad or self._passing:
            self.say("")
        elif self.summary and self.status.said == self.summary:
            brief = self.status.brief
            self.sum_up(sentences.cut_to_items(self.summary, self._display.width, self._glyphs, 1, brief=brief))
        elif self.status.slip:
            self.status = self.status._replace(slip="")

    def tell(self, step: Step) -> None:
        """Tell an act: in the log, and its headline in the status line.

        Where the lower panes share a place, the log comes to the front if it says more.
        """
        act = step.act
        self._forget_last_time()
        self.again = ""
        sentences.extend_log(self.entries, act)
        self.in_front = self._display.tabbed and sentences.says_more(act, self._display.width)
        if self.in_front and len(act.log) < sentences.SEVERAL:
            self.sum_up(sentences.cut_to_items(act.headline or act.title, self._display.width, self._glyphs))
        else:
            self._sum_up_step(step)

    def sum_up(self, sentence: str, brief: str = "") -> None:
        """Put a sentence in the status line on what the log tells whole, in brief where that has no room."""
        self.status, self.summary, self._passing = Status(sentence, brief), sentence, False

    def _sum_up_step(self, step: Step) -> None:
        """Put an act in the status line, with what follows of it."""
        width = self._display.width
        self.sum_up(sentences.tell_with_rest(step, width), sentences.tell_in_brief(step, width))

    def tell_again(self, act: Act, said: str, session: Session) -> None:
        """Tell that an act was undone or redone, in a word."""
        self._forget_last_time()
        self.sum_up(f"{said}: {act.title}")
        self.again = said
        self.in_front = False
        if session.state.acts >= act.number:
            sentences.extend_log(self.entries, act)
        else:
            self.entries = sentences.shorten_log(self.entries, act, session)
            self.summary = ""

    def begin_anew(self, session: Session, before: int) -> None:
        """Tell what a session has in its memory: its last act in the status line, where more are done than before."""
        self.entries = log_entries(session)
        if session.state.acts > before and (done := session.done):
            self._sum_up_step(done[-1])
        else:
            self.say("")

    def _forget_last_time(self) -> None:
        if self.last_time:
            self.entries = [entry for entry in self.entries if entry not in self.last_time]
            self.last_time = []

    def _cut(self, words: str) -> str:
        return sentences.cut_to_line(words, self._display.width, self._glyphs)
