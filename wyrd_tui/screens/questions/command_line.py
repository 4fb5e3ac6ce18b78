"""The command line: a line of words that does what keys do, with completion and history; no terminal needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from wyrd_tui.engine.account import Account
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, many_of
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.foresight import foresee
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.line_commands import (
    GAME,
    GameInDoubt,
    Unanswered,
    acts_of_games,
    begins_any,
    game_choices,
    is_label,
    name_length,
    usage_line,
)
from wyrd_tui.engine.line_syntax import command_of_line, parse_line, read_beginning
from wyrd_tui.engine.line_words import escape_item, last_word, quote_word, split_line
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.state import State
from wyrd_tui.engine.typed_answers import values_in
from wyrd_tui.screens.questions.answered import (
    foretold,
    in_few_lines,
    join_facts,
    left_in_words,
    told_choices,
)
from wyrd_tui.screens.questions.editor import Editor, true_minus
from wyrd_tui.screens.questions.form import asked_last
from wyrd_tui.screens.questions.outcomes import (
    Cancelled,
    CommandBegun,
    CommandEntered,
    LineOutcome,
    StillOpen,
    WordEntered,
)
from wyrd_tui.screens.questions.selected import answer_of_selection, tick_selected
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.question import Prompt, PromptChoice, PromptPart
from wyrd_tui.widgets.values import QUESTION_LINES

_LABEL_WORDS = 6
"""Words of a label that was begun before the word being typed."""
_BEGUN = re.compile(r"(?:(?:\\[\\,]|[^,])*+,)*+")
"""The values of a list before the last one, each with its comma."""


class Completion(NamedTuple):
    """Completion of the word being typed: the word, its name, and a hint."""

    word: str
    shown: str
    hint: str = ""


def _values(ask: Ask, choices: Sequence[Choice], prefix: str, typed: str) -> list[Completion]:
    """The choices that a word could mean, each spelt so that it reads back."""
    several = ask.kind in ("many", "parts")
    before = _BEGUN.match(typed) if several else None
    begun = before[0] if before else ""
    wanted = "".join(values_in(typed[len(begun) :])[:1]) if several else typed
    found = []
    for choice in choices:
        if not any(text.casefold().startswith(wanted.casefold()) for text in (choice.value, choice.label)):
            continue
        # Points behind the last colon keep one in the name from being read as the sign before them.
        value = f"{choice.value}:0" if ask.kind == "parts" and ":" in choice.value else choice.value
        whole = begun + escape_item(value) if several else value
        # An equals sign in a value would be read as the end of a name.
        start = prefix or (f"{ask.name}=" if "=" in whole else "")
        found.append(Completion(start + quote_word(whole), choice.value, _name_choice(ask, choice)))
    return found


def _name_choice(ask: Ask, choice: Choice) -> str:
    """Name a choice; of what counts in a roll, with its number and the chance of success with it."""
    number = true_minus(f" {choice.number:+d}") if ask.adds and choice.number is not None else ""
    return f"{choice.label}{number}" + (f": {choice.then}" if choice.then else "")


def _example(state: State) -> str:
    """A line that the table understands, in the words of its main game."""
    who = next((actor.id for actor in state.actors.values() if actor.side == "party"), "")
    return f"such as: {games_played(state)[0].example.format(who=who)}" if who else "such as: add"


class CommandLine:
    """A line being typed.

    Args:
        commands: All commands.
        state: The table.
        history: Lines given before, oldest first.
        words: Other words that a line may begin with, each with a sentence.
        ahead: Tells what a line of such a word would do; empty for nothing.
        focus: The selected things on the screen, by the word that a question's `focus` uses.
        labels: Those words that a line may say alone, by their labels on the screen.
    """

    beside: Callable[[Command, Answers, Account | None], str] = staticmethod(lambda command, answers, ahead: "")
    """Tells what the screen will do besides, as the act is foreseen; empty for nothing."""

    def __init__(
        self,
        commands: Sequence[Command],
        state: State,
        history: Sequence[str] = (),
        words: Mapping[str, str] | None = None,
        ahead: Callable[[str], str] = lambda line: "",
        focus: Answers | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> None:
        self._focus: Answers = focus or {}
        self._ahead = ahead
        self.commands = commands
        self.words: Mapping[str, str] = words or {}
        self.labels: Mapping[str, str] = labels or {}
        self.state = state
        self.history = list(history)
        self.editor = Editor()
        self.refused = self.aside = ""
        self._at = len(self.history)
        self._draft = ""
        self._cycle: tuple[str, int, str] | None = None

    def key(self, key: str, character: str | None = None) -> LineOutcome:
        """Take a key press."""
        self.refused = self.aside = ""
        if key == "escape" or (key in ("backspace", "ctrl+h") and not self.editor.text):
            return Cancelled()
        if key == "enter":
            return self._give()
        if key in ("up", "down"):
            self._recall(-1 if key == "up" else 1)
            return StillOpen()
        if key in ("tab", "shift+tab"):
            self._complete(1 if key == "tab" else -1)
            return StillOpen()
        self._cycle = None
        self.editor.key(key, character)
        return StillOpen()

    def paste(self, text: str) -> None:
        """Take pasted text."""
        self._cycle = None
        self.editor.insert(text)

    def refuse(self, sentence: str) -> bool:
        """Show why the line will not do, and keep it."""
        self.refused = sentence
        return True

    def _give(self) -> LineOutcome:
        line = self.editor.text.strip()
        if not line:
            return Cancelled()
        try:
            if own := self._own_word(*(words := split_line(line))):
                return WordEntered(own, () if slug(line) in self.labels else tuple(words[1:]), line)
            command, answers = parse_line(line, self.state, self.commands, self._usual)
        except GameInDoubt as doubt:
            self.editor = Editor(f"{line} {GAME}=")
            self.aside = f"{doubt} Tab chooses one."
            return StillOpen()
        except Unanswered as begun:
            return CommandBegun(begun.command, begun.answers, line)
        except Refused as refusal:
            self.refused = str(refusal)
            return StillOpen()
        return CommandEntered(command, answers, line)

    def _own_word(self, *words: str) -> str:
        """Return the word that a line says besides commands: it, its label or a beginning of it; empty for none."""
        whole = slug(" ".join(words))
        if whole in self.labels:
            return self.labels[whole]
        head = words[0].casefold() if words else ""
        if head in self.words:
            return head if self._head_word(*words) == words[0] else ""
        begun = [own for own in self.words if head and own.startswith(head)]
        return begun[0] if len(begun) == 1 and not begins_any(head, self.commands) else ""

    def _usual(self, ask: Ask, state: State, answers: Answers) -> Answer | None:
        """Return what the line leaves to the usual answer: who is ticked or selected, where the key suggests them."""
        suggested = ask.default(state, answers)
        default = None if ask.needed(state, answers) else suggested
        if ask.kind != "many" or not ask.put or suggested is None:
            return default
        chosen = answer_of_selection(ask, state, answers, self._focus)
        if chosen is None and ask.name in (taken := tick_selected(ask, state, answers, self._focus).taken):
            # Nobody stands in for those who are left out: the screen asks.
            return taken[ask.name] or None
        return default if chosen is None or ask.fault(state, {**answers, ask.name: chosen}) else chosen

    def _head_word(self, *words: str) -> str:
        """The words at the head of a line that name a command together, joined; the first alone where none do."""
        return "-".join(words[: name_length([word.casefold() for word in words], self.commands)])

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
        word = offers[at].word
        self.editor = Editor(head + word + ("" if word.endswith("=") else " "))
        self._cycle = None if len(offers) == 1 else (start, at, self.editor.text)

    def _offers(self, text: str) -> tuple[str, list[Completion]]:
        """Return the text before the word being typed, and its completions."""
        head, word = last_word(text)
        if not head.strip():
            rows = [Completion(c.id, c.id, c.label) for c in self.commands]
            rows += [Completion(own, own) for own in self.words]
            return "", [row for row in rows if row.word.startswith(word.casefold())]
        # A label of several words may have been begun some words before.
        begun, typed = head, word
        for _ in range(_LABEL_WORDS if "=" not in word else 0):
            begun, before = last_word(begun.rstrip())
            typed = f"{before} {typed}"
            if begun.strip() and (found := self._completions(begun, typed)[0]):
                return begun, found
            if "=" in before:
                break
        found, names = self._completions(head, word)
        found += [Completion(f"{n}=", f"{n}=") for n in names if n.startswith(word)]
        # The game that a whole line lacks is offered before the answers that it may add.
        games = [] if word and found else self._games_in_doubt(text)
        return (text if text.endswith(" ") else f"{text} ", games) if games else (head, found)

    def _games_in_doubt(self, line: str) -> list[Completion]:
        """Return the games of which a line that is whole but for its game lacks one."""
        try:
            parse_line(line, self.state, self.commands, self._usual)
        except GameInDoubt as doubt:
            return [Completion(f"{GAME}={c.value}", f"{GAME}={c.value}", c.label) for c in game_choices(doubt.acts)]
        except Refused:
            pass
        return []

    def _completions(self, head: str, word: str) -> tuple[list[Completion], list[str]]:
        """Return the choices that a word could mean behind the words before it, and names that could stand there."""
        try:
            command, (answers, ask, names) = read_beginning(head, self.state, self.commands)
        except Refused:
            return [], []
        name, equals, value = word.partition("=")
        known = {asked.name: asked for asked in command.asks}
        acts = acts_of_games(command, self.commands)
        actors = [self.state.actors[who] for who in many_of(answers, "who") if who in self.state.actors]
        played = {game for actor in actors for game in actor.sheets}
        prefix = ""
        if equals and name == GAME and len(acts) > 1:
            known[GAME] = Ask(
                GAME,
                "Game",
                "one",
                lambda state, answers: game_choices(one for one in acts if one.game in played or not played),
            )
        if equals and name in known:
            prefix, word, ask, names = f"{name}=", value, known[name], []
        if ask is None:
            return [], names
        found = _values(ask, ask.plain_choices(self.state, answers), prefix, word)
        # Chances are reckoned only where they are shown.
        return (_values(ask, ask.choices(self.state, answers), prefix, word) if found and ask.plain else found), names

    # ------------------------------------------------------------------ what is shown

    def outcome(self, *, with_log: bool = False) -> str:
        """Tell what the line as it stands would do, as a question would; empty where it is not whole, or shows nothing.

        It names what the line leaves to the usual answer: a target, a rating, and the roll that the act answers, with
        the word that chooses another. Where nothing else is told before the act, it may be told `with_log`, as the log
        will say.
        """
        usual: dict[str, Answer] = {}

        def noted(ask: Ask, state: State, answers: Answers) -> Answer | None:
            if (answer := self._usual(ask, state, answers)) is not None:
                usual[ask.name] = answer
            return answer

        try:
            command, answers = parse_line(self.editor.text, self.state, self.commands, noted)
        except Refused as refusal:
            return str(refusal) if isinstance(refusal, GameInDoubt) else ""
        told = self._outcome(command, answers, with_log=with_log)
        left = " · ".join(left_in_words(command, self.state, answers, usual)) if told else ""
        return "\n".join(filter(None, (left, told)))

    def _outcome(self, command: Command, answers: Answers, *, with_log: bool) -> str:
        """Tell what an act would do as its last questions tell it, and all that stands folded or ticked beside them."""
        ahead = foresee(command, self.state, answers)
        account, beside = ahead.account, self.beside(command, answers, ahead.account)
        log = "\n".join(in_few_lines(self.state, account)) if account else ""
        instead = bool(log) and (ahead.by_dice or command.told_whole)
        chosen = "" if instead else join_facts(*told_choices(command, self.state, answers))

        def told(asks: Sequence[Ask], foreseen: Account | None) -> str:
            read = [ask for ask in asks if ask.name in answers and not ask.folded]
            return foretold(command, read, self.state, answers, lambda: foreseen, instead=instead)

        # A line that leaves nothing to the program is played at once where questions are put in plain lines.
        waits = instead or chosen or beside or told(command.asks, None) not in ("", log)
        last = asked_last(command, self.state, answers)
        return join_facts(chosen, told(last, account), beside) if waits or with_log else ""

    def _refusal_ahead(self) -> str:
        """Tell why Enter will refuse the line; empty where no word before the one being typed stands against it.

        That one may still make a name with those before it, or the label of another act.
        """
        head, word = last_word(self.editor.text)
        try:
            words = [*split_line(head), *filter(None, (word,))]
            label = slug(" ".join(words))
            begun = begins_any(label, self.commands) or any(own.startswith(label) for own in self.labels)
            if begun or self._own_word(*words):
                return ""
            reason = command_of_line(head, self.state, self.commands).when(self.state)
        except Refused:
            return ""
        whole = head + quote_word(word) if word else head
        return reason or (self._misread(head) if self._misread(whole) else "")

    def _misread(self, beginning: str) -> str:
        """Tell which word of a beginning is not understood; empty where all are."""
        try:
            read_beginning(beginning, self.state, self.commands)
        except Refused as refusal:
            return str(refusal)
        return ""

    def _form(self, word: str) -> str:
        """Spell the form of the command that a word names, with its label in the place of its id where that was typed.

        Raises:
            Refused: If no command or more than one is meant.
        """
        command = command_of_line(self.editor.text, self.state, self.commands)
        form = usage_line(command, self.commands)
        return form.replace(command.id, word, 1) if is_label(word, command) else form

    def question(self, width: int = 80, glyphs: Glyphs = UNICODE, most: int = QUESTION_LINES) -> Prompt:
        """The line as it is now, with what could come next, on a screen of any size."""
        start = self._cycle[0] if self._cycle else self.editor.text
        _, found = self._offers(start)
        at = self._cycle[1] if self._cycle else -1
        offers = tuple(
            PromptChoice("", row.shown, row.hint if row.hint != row.shown else "", here=i == at)
            for i, row in enumerate(found)
        )
        form = ""
        if " " in self.editor.text.strip() or self.editor.text.endswith(" "):
            try:
                first = self._head_word(*split_line(self.editor.text))
                form = self.words.get(first) or self._form(first)
            except Refused:
                form = ""
        told = self.refused or self.aside
        ahead = "" if told else self.outcome(with_log=True) or self._ahead(self.editor.text)
        ahead = ahead or ("" if told or found else self._refusal_ahead())
        preview = "\n".join(filter(None, (ahead, form)))
        ghost = f"a command in words, {_example(self.state)}"
        part = PromptPart("", True, self.editor.text, self.editor.caret, ghost, offers, sight=max(0, at), turned=False)
        keys = (("tab", "complete"), ("↑↓", "earlier lines"), ("enter", "confirm"), ("esc", "cancel"))
        return Prompt(":", (), (part,), preview, self.refused, keys, self.aside)
