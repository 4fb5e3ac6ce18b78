"""The command line: a line of words that does what keys do, with completion and history; no terminal needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, next_ask, read
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.lines import find_command, parse, split_line, usage
from wyrd_tui.engine.state import State
from wyrd_tui.screens.ask import Cancelled, Open
from wyrd_tui.screens.editor import Editor
from wyrd_tui.widgets.question import Offer, Part, Question

KEPT = 200


class Given(NamedTuple):
    """A line that was understood."""

    command: Command
    answers: Answers
    line: str


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word


class CommandLine:
    """A line being typed.

    Args:
        commands: All commands.
        state: The table.
        history: Lines given before, oldest first.
    """

    def __init__(self, commands: Sequence[Command], state: State, history: Sequence[str] = ()) -> None:
        self.commands = commands
        self.state = state
        self.history = list(history)[-KEPT:]
        self.editor = Editor()
        self.refused = ""
        self._at = len(self.history)
        self._draft = ""
        self._read: dict[str, Answer] = {}
        self._cycle: tuple[str, int, str] | None = None

    def key(self, key: str, character: str | None = None) -> Given | Cancelled | Open:
        """Take a key press."""
        self.refused = ""
        if key == "escape" or (key in ("backspace", "ctrl+h") and not self.editor.text):
            return Cancelled()
        if key == "enter":
            return self._give()
        if key in ("up", "down"):
            self._recall(-1 if key == "up" else 1)
            return Open()
        if key in ("tab", "shift+tab"):
            self._complete(1 if key == "tab" else -1)
            return Open()
        self._cycle = None
        self.editor.key(key, character)
        return Open()

    def paste(self, text: str) -> None:
        """Take pasted text."""
        self._cycle = None
        self.editor.insert(text)

    def refuse(self, sentence: str) -> bool:
        """Show why the line will not do, and keep it."""
        self.refused = sentence
        return True

    def _give(self) -> Given | Cancelled | Open:
        line = self.editor.text.strip()
        if not line:
            return Cancelled()
        try:
            command, answers = parse(line, self.state, self.commands)
        except Refused as refusal:
            self.refused = str(refusal)
            return Open()
        return Given(command, answers, line)

    def _recall(self, by: int) -> None:
        if self._at == len(self.history):
            self._draft = self.editor.text
        self._at = max(0, min(len(self.history), self._at + by))
        self.editor = Editor(self.history[self._at] if self._at < len(self.history) else self._draft)
        self._cycle = None

    # ------------------------------------------------------------------ completion

    def _complete(self, by: int) -> None:
        start, at = (self._cycle[0], self._cycle[1] + by) if self._cycle else (self.editor.text, 0)
        head, offers = self._offers(start)
        if not offers:
            return
        at %= len(offers)
        word = offers[at][0]
        self.editor = Editor(head + word + ("" if word.endswith("=") else " "))
        self._cycle = None if len(offers) == 1 else (start, at, self.editor.text)

    def _offers(self, text: str) -> tuple[str, list[tuple[str, str]]]:
        """What stands before the word being typed, and the words that it could become, each with a hint."""
        head, _, word = text.rpartition(" ")
        head = f"{head} " if head or text.startswith(" ") else ""
        if not head.strip():
            found = [(c.id, c.label) for c in self.commands if c.id.startswith(word.casefold())]
            return "", found
        try:
            command = find_command(split_line(head)[0], self.commands)
            ask, names = self._asked(command, split_line(head)[1:])
        except Refused:
            return head, []
        name, mark, value = word.partition("=")
        known = {asked.name: asked for asked in command.asks}
        if mark and name in known:
            head, word, ask, names = f"{head}{name}=", value, known[name], []
        offers: list[tuple[str, str]] = []
        if ask is not None:
            offers = [(_quoted(choice.value), choice.label) for choice in ask.choices(self.state, self._read)]
        if ask is not None and ask.kind == "many" and "," in word:
            before, _, word = word.rpartition(",")
            head = f"{head}{before},"
        wanted = word.strip('"').casefold()
        found = [offer for offer in offers if any(w.strip('"').casefold().startswith(wanted) for w in offer)]
        return head, found + [(f"{n}=", "") for n in names if n.startswith(word)]

    def _asked(self, command: Command, words: Sequence[str]) -> tuple[Ask | None, list[str]]:
        """The question that the next word would answer, and the names of those that want `name=`."""
        own = {ask.name for ask in command.asks}
        named = dict(word.split("=", 1) for word in words if "=" in word and word.partition("=")[0] in own)
        loose = [word for word in words if "=" not in word or word.partition("=")[0] not in own]
        answers: dict[str, Answer] = {}
        names: list[str] = []
        self._read = answers
        while (ask := next_ask(command, self.state, answers)) is not None:
            default = ask.default(self.state, answers)
            if ask.name in named:
                answers[ask.name] = read(ask, self.state, answers, named[ask.name])
            elif (ask.quiet or ask.form) and default is not None:
                names.append(ask.name)
                answers[ask.name] = default
            elif loose:
                answers[ask.name] = read(ask, self.state, answers, loose.pop(0))
            else:
                return ask, names
        return None, names

    # ------------------------------------------------------------------ what is shown

    def question(self) -> Question:
        """The line as it is now, with what could come next."""
        start = self._cycle[0] if self._cycle else self.editor.text
        _, found = self._offers(start)
        at = self._cycle[1] if self._cycle else -1
        offers = tuple(
            Offer("", word, label if label != word else "", here=i == at) for i, (word, label) in enumerate(found)
        )
        preview = ""
        if " " in self.editor.text.strip() or self.editor.text.endswith(" "):
            try:
                preview = usage(find_command(split_line(self.editor.text)[0], self.commands))
            except (Refused, IndexError):
                preview = ""
        part = Part(
            "", True, self.editor.text, self.editor.caret, "a command in words, such as: damage mercer 3", offers
        )
        keys = (("tab", "completes"), ("↑↓", "earlier lines"), ("enter", "does it"), ("esc", "leaves"))
        return Question(":", (), (part,), preview, self.refused, keys)
