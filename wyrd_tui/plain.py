"""A table played in lines, for screen readers, pipes and small windows: `wyrd --plain FILE`.

The controller is that of the screen, so that keys, questions, undo and saving are the same. Nothing but whole lines is
printed, and no line is ever changed.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from wyrd_tui import printed
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.last_time import last_time
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.rules.shared.rods import own_counters
from wyrd_tui.engine.words import crowd_name, party_of
from wyrd_tui.launch import RECENT, OpenTable, farewell
from wyrd_tui.play import PLAY_WORDS, Signals, read_lines
from wyrd_tui.screens.questions.command_line import CommandLine
from wyrd_tui.screens.questions.editor import MOST_TYPED
from wyrd_tui.screens.questions.plain import NAMED, presses_for, put_lines, words_of, writes
from wyrd_tui.screens.table import captions, sentences, storage
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.keys import with_keys
from wyrd_tui.screens.table.verbs import BY_ID
from wyrd_tui.shown import SHOWN, show
from wyrd_tui.widgets.glyphs import UNICODE

if TYPE_CHECKING:
    from wyrd_tui.screens.table.protocols import Display
    from wyrd_tui.store.tables.table import Table
    from wyrd_tui.widgets.question import Prompt
    from wyrd_tui.widgets.values import LogEntry

WIDTH, LINES = 1000, 1000
"""Cells and lines of a question, in which all its choices have keys."""
REPORTS = {"status": "people", **{name: name for name in SHOWN}}
"""Words that print how the table stands."""
_SPOKEN = {
    ". ⏎": ". An empty line",
    "⏎": "an empty line",
    "⌫": "back",
    "↑↓": "up or down",
    "↓": "down",
    "▶": ">",
    "✓": "",
    "✗": "out:",
}
_SPOKEN |= {"■": "x", "◆": "x", "□": ".", "◇": ".", "●": "o", "◉": "o", "─": "", "┃": "", " · ": ", ", "→": " to "}
"""Signs that are read out badly, or not at all."""
HELP = """\
Write the key or the name of an act, such as d or damage, and answer each question by a key or a name of its list.
Several answers may stand on one line. An empty line confirms, back goes to the question before, esc cancels.
A whole act in words is a line such as :damage mercer 3, and u or undo takes the last act back.
status, order, open, abacus, ladder and rules print how the table stands; show prints all of it.
1 to 9 select a member of the party, and /patrol any other by name; tab goes to the next pane, up and down select in it.
sheet, history and odds print pages, book the scene and a list of all pages; / and a title prints one of them.
q, or the end of the input, saves everything and leaves."""


class PlainTable:
    """A table in lines: the controller's `Display`, which draws nothing.

    Args:
        make: Makes the controller with its display.
        leave: Saves and closes the table.

    Attributes:
        left: True once the GM has left the table.
    """

    width, tabbed, small = WIDTH, False, False

    def __init__(self, make: Callable[[Display], Controller], leave: Callable[[], None]) -> None:
        self.left = False
        self._leave = leave
        self._printed: list[str] = []
        self._facts: tuple[str, ...] = ()
        self._put: tuple[object, list[str]] = (None, [])
        self.controller = make(self)

    # ------------------------------------------------------------------ the controller's display

    def row_ids(self, pane: str) -> Sequence[str]:
        """Return the ids of the rows that the cursor of a pane can stand on."""
        state = self.controller.state
        others = [actor.id for actor in state.actors.values() if actor.side != "party"]
        rows: dict[str, Sequence[str]] = {
            "party": [actor.id for actor in party_of(state)],
            "order": [place.who for place in state.order.places] or others,
            "ladder": [*map(str, self.controller.cursor.ladder.rungs)],
            "abacus": [*state.challenges, *own_counters(state)],
        }
        return rows.get(pane, ())

    def lines_in_sight(self, pane: str) -> int:
        """Return the lines that a pane has in sight."""
        return 10

    def scroll(self, by: int) -> None:
        """Scroll nothing: lines that were printed stay."""

    def open(self, name: str, *arguments: object) -> None:
        """Print another screen."""
        from wyrd_tui.screens.plain_pages import PAGES

        if name == "help" and not arguments[-1]:
            self._printed += [*HELP.splitlines(), *PAGES["palette"](self.controller.palette_acts())]
        elif name == "help":
            self._printed += PLAY_WORDS["help"](self.controller.session, str(arguments[-1]).split())
        else:
            self._printed += PAGES[name](*arguments)

    def leave(self) -> None:
        """Leave the table.

        Raises:
            Refused: If the table cannot be closed.
        """
        self._leave()
        self.left = True

    def redraw(self) -> None:
        """Draw nothing."""

    # ------------------------------------------------------------------ lines

    def begin(self) -> Sequence[str]:
        """Open the table, and return the lines that it begins with."""
        table = self.controller
        table.open()
        title, scene = sentences.titles(table.state)
        begun = f"{title}: {scene}. `help` lists what can be written."
        known = set(table.speech.entries).difference(table.speech.last_time)
        return [begun, *map(spoken, self._news(known, None))]

    def take(self, line: str) -> Sequence[str]:
        """Take a line of the GM's, and return the lines that tell what came of it."""
        table = self.controller
        told, status = set(table.speech.entries), table.speech.status
        self._printed = []
        table.retry()
        asked, text = table.asking, line.strip()
        table.attempt(lambda: self._take(text))
        try:
            news = [] if self.left else list(self._news(told, status))
        except Exception:
            table.stumble()
            news = [table.speech.status.said]
        nothing = "Cancelled; nothing has changed." if asked and not table.asking else "Nothing has changed."
        return [spoken(one) for one in (*self._printed, *news)] or [nothing][self.left :]

    def _take(self, text: str) -> None:
        table = self.controller
        word, *rest = text.split() or [""]
        if table.read_only and table.asking is None:
            storage.refresh(table)
        if isinstance(table.asking, CommandLine):
            self._confirm(text)
        elif (word == "show" or text in REPORTS) and not writes(self._prompt):
            asked = rest if word == "show" else [REPORTS[text]]
            shown = list(show(table.session, asked, lambda hint: with_keys(hint, table.named_acts())))
            self._printed += shown or [f"{text}: nothing yet"]
        elif text == "help" and table.asking is not None and not writes(self._prompt):
            self.open("help", "")
        elif table.asking is not None:
            self._answer(text)
        elif text in NAMED:
            table.key(NAMED[text], " " if text == "space" else None)
        elif text[:1] == "/" and text != "/":
            table.perform("find")
            self._answer(text[1:])
        elif len(text) > 1 and (text in table.commands or text in BY_ID):
            table.perform(text)
        elif len(text) == 1 or text in table.acts_by_key():
            table.key(text, text if len(text) == 1 else None)
        elif text:
            self._play_line(text.removeprefix(":"))
        else:
            raise Refused("No question is asked. Write the key or the name of an act; ``help`` lists them all.")

    def _play_line(self, line: str) -> None:
        """Play a line in words: at once where it leaves nothing to the program, else after an empty line."""
        table = self.controller
        if len(line) > MOST_TYPED:
            raise Refused(f"A line has {MOST_TYPED} letters at most.")
        table.perform("line")
        table.paste(line)
        if isinstance(table.asking, CommandLine) and not table.asking.outcome():
            self._confirm("")

    def _confirm(self, text: str) -> None:
        """Take the answer to a line that waits: an empty line plays it, esc cancels it."""
        table = self.controller
        if text not in ("", "esc"):
            raise Refused("Press Enter on an empty line to play the line above, or write esc to cancel it.")
        table.key("escape" if text else "enter")
        if isinstance(table.asking, CommandLine) and (reason := table.asking.refused):
            table.key("escape")
            raise Refused(reason)

    def _answer(self, text: str) -> None:
        """Answer the open question, word by word; of a line that goes on behind the last answer the rest is refused."""
        table, asked = self.controller, self.controller.asking
        if text.startswith(":") and not writes(self._prompt):
            raise Refused("A question is open. Answer it first, or write esc to cancel it.")
        prompt = self._prompt
        words = list(words_of(text, prompt)) if prompt and text else []
        if not words:
            table.key("enter")
        while words and (prompt := self._prompt) is not None:
            for press in presses_for(words.pop(0), prompt):
                table.key(*press)
            if table.asking is not asked:
                break
        if words:
            raise Refused(f"“{' '.join(words)}” was not used: no question is left.")

    @property
    def _prompt(self) -> Prompt | None:
        put = self.controller.question
        return put(WIDTH, UNICODE, LINES) if put is not None else None

    # ------------------------------------------------------------------ what is said

    def _news(self, told: Collection[LogEntry], status: object) -> Iterator[str]:
        """Yield a line for each change: acts, what the program says, what is selected, and the question."""
        table = self.controller
        said = [str(line) for entry in table.speech.entries if entry not in told for line in entry.lines]
        if said and table.speech.again:
            # An act that is redone would sound like another one.
            said[0] = f"{table.speech.again}: {said[0]}"
        now = captions.status_line(table)
        last = now.slip or now.said
        if table.speech.status is not status and last not in (*said, table.speech.summary):
            said.append(last)
        yield from filter(None, said)
        before, self._facts = self._facts, tuple(self._standing())
        yield from (fact for fact in self._facts if fact not in before)
        yield from self._question()

    def _standing(self) -> Iterator[str]:
        """Yield what stands beside the log until it changes: troubles with the disk, questions, selection, lesson."""
        table, cursor = self.controller, self.controller.cursor
        chosen, now = cursor.selection, captions.status_line(table)
        yield from filter(None, (sentences.unsaved(table.session.journal), "" if table.asking else now.pending))
        if now.advice:
            yield f"Hint: {'; '.join(now.advice)}"
        if chosen.actor in table.state.actors:
            game = captions.game_in_play(table)
            yield f"Selected: {crowd_name(table.state.actors[chosen.actor])}{f', {game}' if game else ''}."
        if chosen.challenge:
            rod = table.state.challenges.get(chosen.challenge)
            yield f"Selected on the abacus: {rod.title if rod else chosen.challenge}."
        if cursor.pane != "party":
            yield f"The keys are in the {cursor.pane} pane."
        if name := cursor.ladder.rungs.get(chosen.rung):
            yield f"Rung: {name}."
        texts, at = captions.taught(table)
        if texts:
            yield f"Lesson {at + 1} of {len(texts)}: {texts[at].replace('`', '')}"

    def _question(self) -> Iterator[str]:
        """Yield the question that is open: whole at first, later the lines of it that are new."""
        table, prompt = self.controller, self._prompt
        if prompt is None:
            self._put = (None, [])
            return
        step = (prompt.label, prompt.answered, *(part.prompt for part in prompt.parts))
        if isinstance(table.asking, CommandLine):
            lines = [
                *table.asking.outcome().splitlines(),
                "Press Enter on an empty line to play this line, or write esc to cancel it.",
            ]
        else:
            lines = list(put_lines(prompt))
        known = self._put[1] if self._put[0] == step else []
        self._put = step, lines
        yield from filter(None, (prompt.refused, prompt.aside))
        if table.asking is not None:
            # Said once, also where the next line is a report that presses no key.
            table.asking.refused = table.asking.aside = ""
        yield from (line for line in lines if line not in known)


def spoken(line: str) -> str:
    """Write a line with words in place of signs for keys, boxes and steps."""
    for sign, word in _SPOKEN.items():
        line = line.replace(sign, word)
    return line.rstrip()


# ------------------------------------------------------------------ the program


def open_plain(name: str) -> int:
    """Play the table that a name or a path leads to, or a new one of a scenario, in lines; return the exit status.

    Ended by a signal it gives 128 and the signal's number.

    Raises:
        Refused: If there is no such file.
        Unreadable: If the table cannot be opened.
        Broken: If the scenario cannot be used.
        OSError: If the disk refuses.
    """
    evening = OpenTable()
    table = _table_of(name)
    evening.take(table)

    def leave() -> None:
        try:
            evening.put_away()
        except OSError as refused:
            raise Refused(str(refused)) from None

    try:
        with Signals() as signals:
            _play(seat(table, evening, leave), signals)
    finally:
        evening.last()
        for word in (*evening.messages(), *farewell(evening.closed)):
            printed.print_message(word, sys.stdout)
    return 128 + signals.number if signals.number else int(evening.refused)


def _table_of(name: str) -> Table:
    from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
    from wyrd_tui.store.tables.names import find_file, is_table, missing_sentences, suggest_scenario
    from wyrd_tui.store.tables.opening import create_table, open_table

    path = find_file(name)
    if is_table(path):
        table = open_table(path)
        table.words += suggest_scenario(name, path)
        return table
    table = create_table(begin_table(load_scenario(path)))
    table.words += [*missing_sentences(path.stem), f"Table {table.name}: {table.path}"]
    return table


def seat(table: Table, evening: OpenTable, leave: Callable[[], None]) -> PlainTable:
    """Make a table in lines of an open one; `leave` saves and closes it."""

    def make(display: Display) -> Controller:
        recent = table.recent(RECENT)
        return Controller(
            table.session(dice=LiveDice()),
            all_games,
            display,
            storage=evening,
            recent=recent,
            last_time=last_time(table.state, recent, all_games.scene_frame(table.state).again),
            notice=" ".join(evening.messages()),
            read_only=table.read_only,
            remapped=evening.keys,
        )

    return PlainTable(make, leave)


def _play(table: PlainTable, signals: Signals) -> None:
    from wyrd_tui.engine.letters import without_controls

    def say(lines: Sequence[str]) -> None:
        for line in lines:
            with signals.waiting(sys.stdout):
                printed.print_message(line, sys.stdout)

    # Another encoding makes a word unreadable, and that is for the line that it stands in.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    say(table.begin())
    for line in signals.each(read_lines(sys.stdin, without_controls)):
        say(table.take(line))
        if table.left:
            return
