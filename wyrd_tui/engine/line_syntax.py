"""Lines of a script and of the `:` line: read into a command and its answers, and spelt from them.

An act that several games of a table know by one word, such as `damage`, takes `game=`, which says whose rules count.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from wyrd_tui.engine.choices import fitting_choices, offered_words, spelt_like
from wyrd_tui.engine.commands import (
    YES,
    Answer,
    Answers,
    Ask,
    Choice,
    Command,
    answers_with,
    next_ask,
    why_unable,
)
from wyrd_tui.engine.dice import FUDGE_DICE, Refused, quote_briefly
from wyrd_tui.engine.line_commands import GAME, Unanswered, acts_of_games, find_command, part_name, usage_line
from wyrd_tui.engine.line_words import OWN, Word, quote_word, read_words
from wyrd_tui.engine.reading import named_by_handle, names_choices, read_answer, values_in
from wyrd_tui.engine.spelling import suggest_word
from wyrd_tui.engine.state import State, slug
from wyrd_tui.engine.voices import game_name, the_game

_DICE = re.compile("[-+−0-9=,; ]+")
"""Words at the end of a line that can be nothing but dice."""
_ARTICLES = ("a", "an", "the")
_LONGEST_LABEL = 12
"""Words of a label that a line may write without quotation marks."""


# ------------------------------------------------------------------ the command


def _command_meant(word: Word, rows: Sequence[Command], line: _Line) -> Command:
    """Find the command of a line by its first word and by its `game=`, which is taken from the line.

    Raises:
        Refused: If there is none, or the word is the label of several games' acts and no game is named.
    """
    text = f"{word.name}={word.text}" if word.name else word.text
    command = find_command(text, rows)
    acts = acts_of_games(command, rows)
    line.quote({GAME, *(ask.name for ask in command.asks)})
    line.amended = {ask.amends for ask in command.asks}
    line.rolls = any(ask.kind == "dice" for ask in command.asks)
    if not command.game or any(ask.name == GAME for ask in command.asks):
        return command
    if not line.has(GAME):
        if len(acts) > 1 and command.id != text and command is acts[0] and slug(command.label) == text.casefold():
            which = ", ".join(f"{GAME}={row.game} ({row.id})" for row in acts)
            raise Refused(f"Several games of this table have the act {text}. Write one of {which}.")
        return command
    played = dict.fromkeys(row.game for row in rows if row.game)
    asked = Ask(GAME, "Game", "one", lambda state, answers: [Choice(one, game_name(one)) for one in played])
    game = line.take(asked, State(), {})
    if found := [row for row in (command, *acts) if row.game == game]:
        return found[0]
    own = next((row for row in rows if row.game == game and row.key and row.key == command.key), None)
    beside = f" In {game_name(str(game))} the same key is {own.id}. Write {usage_line(own)}." if own else ""
    raise Refused(f"{command.id} belongs to {the_game(command.game)}.{beside}")


# ------------------------------------------------------------------ reading a line


def _joined(words: Iterable[Word]) -> str:
    """Join words to one text, without the mark of words of one's own before the first."""
    return " ".join(word.text if place else word.unmarked for place, word in enumerate(words))


class _Line:
    """The words of a line that no question has taken yet."""

    def __init__(self, words: Iterable[Word]) -> None:
        self.words = list(words)
        self.amended: Container[str] = ()
        """Names of the questions whose doubtful answers a question of their own asks about."""
        self.rolls = False
        """True if a question of the command is for dice."""

    @property
    def loose(self) -> list[str]:
        """The words without a name."""
        return [word.text for word in self.words if not word.name]

    def has(self, name: str) -> bool:
        """Tell whether a word has a name."""
        return any(word.name == name for word in self.words)

    def quote(self, known: Container[str]) -> None:
        """Take words that stand between quotation marks with an unknown name for text."""
        self.words = [
            Word(word.whole, "", True) if word.whole and word.name not in known else word for word in self.words
        ]

    def take_all(self) -> str:
        """Take all words without a name, as one text."""
        text = _joined(word for word in self.words if not word.name)
        self.words = [word for word in self.words if word.name]
        return text

    def refuse_numbers_before_text(self, command: Command, answers: Answers) -> None:
        """Refuse numbers before a text where a question has taken one, or where quotation marks begin the text.

        Raises:
            Refused: If there are such numbers, with the question that has taken one.
        """
        words = [word for word in self.words if not word.name]
        numbers = [word.text for word in takewhile(lambda word: word.text.isdecimal() and not word.quoted, words)]
        asks = [ask for ask in command.asks if not ask.optional and isinstance(answers.get(ask.name), int)]
        taken = " and ".join(f"{ask.prompt} is {answers[ask.name]}" for ask in asks)
        if numbers and (taken or (words[-1].quoted and len(numbers) == len(words) - 1)):
            more, text = " ".join(numbers), quote_word(f"{numbers[0]} …")
            began = f" Put a text that begins with a number in quotation marks: {text}."
            taken = f"{taken[:1].upper()}{taken[1:]}" if taken else f"Write {usage_line(command)}"
            raise Refused(f"`{command.id}` has no place for “{more}”. {taken}.{began}")

    def take_text(self, name: str) -> str:
        """Take the word with a name, and all words behind it up to the next name."""
        at = next(place for place, word in enumerate(self.words) if word.name == name)
        end = next((place for place in range(at + 1, len(self.words)) if self.words[place].name), len(self.words))
        text = _joined(self.words[at:end])
        del self.words[at:end]
        return text

    def take(self, ask: Ask, state: State, answers: Answers) -> Answer:
        """Take the word with the name of a question, else the first without a name, and read the answer from it.

        Labels of several words need no quotation marks: the words behind it are taken too, as far as they make a label.

        Raises:
            Refused: If the answer is not understood.
        """
        at, run, count = self._labelled(ask, state, answers)
        first = self.words[at]
        own = first.own and (ask.free or ask.kind == "words")
        count = 1 if own else max(count, 1)
        del self.words[at : at + count]
        text = first.unmarked if own else " ".join(run[:count])
        choices = ask.choices(state, answers)
        article = first.text.casefold() in _ARTICLES and len(fitting_choices(text, choices)) != 1
        article = article and named_by_handle(text, choices, state) == text
        if article and count == 1 and not ask.free:
            # An article alone begins many titles; what it stands before is misspelt.
            text = " ".join(run)
        if own and ask.kind == "one" and text.strip():
            return text.strip()
        if not own and ask.free and ask.name not in self.amended and not first.quoted:
            _refuse_doubtful(ask, text, choices, state)
        return read_answer(ask, state, answers, text)

    def names_instead(self, ask: Ask, other: Ask, state: State, answers: Answers) -> bool:
        """Tell whether the next words name a choice of another question, by more words than one of this question."""
        if self.has(ask.name) or not self.loose:
            return False
        return self._labelled(other, state, answers)[2] > self._labelled(ask, state, answers)[2]

    def begins_a_later(self, ask: Ask, state: State, answers: Answers) -> bool:
        """Tell whether the next word is for a later question, a throw of dice or text, and no choice of this one."""
        word, choices = next(iter(self.loose), ""), ask.choices(state, answers)
        several = ";" in word or len(word) >= FUDGE_DICE
        thrown = self.rolls and ask.free and several and _DICE.fullmatch(word) is not None
        text = bool(word) and ask.skipped_for(word) and not spelt_like(word, choices)
        return (thrown or text) and not fitting_choices(word, choices)

    def _labelled(self, ask: Ask, state: State, answers: Answers) -> tuple[int, list[str], int]:
        """Find the word that a question takes: its place, it and those behind it, and how many make a label, or 0."""
        name = ask.name if self.has(ask.name) else ""
        at = next(place for place, word in enumerate(self.words) if word.name == name)
        first, *others = self.words[at : at + _LONGEST_LABEL]
        # A name can hold quotation marks of its own, as in Isadora "Isa" Lovelace.
        names = " ".join(choice.label for choice in ask.choices(state, answers)).casefold()
        behind = takewhile(
            lambda word: not word.name and (not word.quoted or f'"{word.text.casefold()}"' in names), others
        )
        run = [first.text, *(f'"{word.text}"' if word.quoted else word.text for word in behind)]
        longest = 1 if first.quoted or not first.text else len(run)
        # A name is compared without its signs, so `++++` behind one would pass for a part of it.
        ends = (n for n in range(longest, 0, -1) if not _DICE.fullmatch(run[n - 1]) or run[n - 1] in names.split())
        counts = (n for n in ends if names_choices(ask, state, answers, " ".join(run[:n])))
        return at, run, next(counts, 0)


def _refuse_doubtful(ask: Ask, text: str, choices: Sequence[Choice], state: State) -> None:
    """Refuse words of one's own that may be a slip: like a choice misspelt, or any where the question marks its own.

    Raises:
        Refused: If they are in doubt; behind a mark or between quotation marks they are taken as they stand.
    """
    items = [text] if ask.kind == "one" else [item.rpartition(":")[0] or item for item in values_in(text)]
    known = {"none", *(name.casefold() for name in state.setting.other_names)}
    unmarked = [item for item in items if ask.own and choices and item.casefold() not in known]
    strange = [item for item in unmarked if len(fitting_choices(item, choices)) != 1]
    meant = spelt_like(items[0], choices) if len(items) == 1 else ""
    if not (strange or meant):
        return
    if why := "" if ask.why is why_unable else ask.why(state, items[0]):
        raise Refused(f"{quote_briefly(items[0])} cannot be chosen for “{ask.prompt}”: {why}")
    own = f"{OWN}{text}" if quote_word(text) == text else quote_word(text)
    found = f" Did you mean {meant}?" if meant else f" Possible: {offered_words(choices)}."
    raise Refused(
        f"Nothing for “{ask.prompt}” is called {quote_briefly((strange or items)[0])}.{found}"
        f" To use your own words, write {own}."
    )


def parse_line(line: str, state: State, commands: Iterable[Command]) -> tuple[Command, Answers]:
    """Read a command and its answers from a line such as `damage mercer 3` or `roll mercer pilot against=+2 dice=++0-`.

    Words answer the questions in order; `name=value` answers one by name, the only way for those that a screen does not
    put or puts together with others. Questions without an answer get their default. A question in words takes
    the rest of the line where no other question waits for some of it, and a note at the end needs no name.

    Raises:
        Refused: If the command does not apply, a word is not understood, or an answer is missing that has no default;
            Unanswered where nothing else is amiss.
    """
    if not (words := read_words(line)):
        raise Refused("The line is empty.")
    rows = list(commands)
    named, behind = part_name(words, rows)
    rest = _Line(behind)
    command = _command_meant(named, rows, rest)
    # The reason why nothing can be done comes before a missing answer.
    if reason := command.when(state):
        raise Refused(reason)
    _refuse_unknown_names(command, rest.words, rows)
    return command, _answered(command, state, rest)


def _refuse_unknown_names(command: Command, words: Sequence[Word], rows: Iterable[Command]) -> None:
    """Refuse a name that no question of a command has, and one that stands twice.

    Raises:
        Refused: If there is such a name.
    """
    known = [ask.name for ask in command.asks]
    known += [GAME] if len(acts_of_games(command, rows)) > 1 else []
    takes_words = any(ask.kind == "words" for ask in command.asks)
    said: set[str] = set()
    for word in words:
        if word.name in said:
            raise Refused(f"{word.name}= is written twice on this line. Keep one of the two.")
        if word.name and word.name not in known:
            names = ", ".join(f"{name}=" for name in known)
            meant = suggest_word(word.name, known).removesuffix("?")
            text = ' Put text that has an equals sign in quotation marks: "a = b".' if takes_words else ""
            raise Refused(
                f"{command.id} has no {word.name}=.{meant + '=?' if meant else ''}"
                + (f" Possible: {names}.{text}" if names else text)
            )
        said |= {word.name} - {""}


class Reading(NamedTuple):
    """Answers that the words of a line give.

    Attributes:
        answers: The answers so far.
        ask: The question that the next word would answer; None where all are answered.
        names: The names of the questions that only `name=value` answers, and that got their default.
    """

    answers: dict[str, Answer]
    ask: Ask | None
    names: list[str]


def read_beginning(line: str, state: State, commands: Sequence[Command]) -> tuple[Command, Reading]:
    """Read a line that is still being typed, as far as it goes.

    Raises:
        Refused: If a word is not understood.
    """
    named, behind = part_name(read_words(line), commands)
    rest = _Line(behind)
    said = rest.has(GAME)
    command = _command_meant(named, commands, rest)
    answers: dict[str, Answer] = {}
    names: list[str] = []
    while (ask := next_ask(command, state, answers)) is not None:
        default = ask.default(state, answers)
        if other := _named_instead(command, ask, state, answers, rest):
            answers[other.name] = rest.take(other, state, answers)
        elif rest.has(ask.name):
            answers = answers_with(ask, answers, rest.take(ask, state, answers))
        elif ask.amends:
            names.append(ask.name)
            break
        elif ask.optional and default is not None:
            names.append(ask.name)
            answers[ask.name] = default
        elif default is not None and rest.begins_a_later(ask, state, answers):
            answers[ask.name] = default
        elif rest.loose:
            answers[ask.name] = rest.take(ask, state, answers)
        else:
            break
    if not said and len(acts_of_games(command, commands)) > 1:
        names.append(GAME)
    return command, Reading(answers, ask, names)


def _answered(command: Command, state: State, line: _Line) -> dict[str, Answer]:
    answers: dict[str, Answer] = {}
    hint = ""
    while (ask := next_ask(command, state, answers)) is not None:
        default = ask.default(state, answers)
        loose = line.loose
        if other := _named_instead(command, ask, state, answers, line):
            answers[other.name] = line.take(other, state, answers)
        elif line.has(ask.name) and ask.kind == "words" and not _wanted_after(ask, command, line):
            answers[ask.name] = line.take_text(ask.name).strip()
        elif line.has(ask.name):
            answers = answers_with(ask, answers, line.take(ask, state, answers))
        elif ask.amends:
            raise Refused(f"{ask.preview(state, answers)} To keep it as written, add `{ask.name}={YES}`.")
        elif loose and ask is command.asks[-1] and ask.kind == "words":
            line.refuse_numbers_before_text(command, answers)
            # Words left at the end of a line are the note that many commands take.
            answers[ask.name] = line.take_all()
        elif default is not None and (ask.optional or line.begins_a_later(ask, state, answers)):
            answers[ask.name] = default
        elif loose and ask.kind == "words" and not _wanted_after(ask, command, line):
            answers[ask.name] = line.take_all()
        elif loose:
            if ask.kind == "words":
                hint = f' Put more than one word for {ask.name} in quotation marks: "{" ".join(loose[:2])}".'
            try:
                answers[ask.name] = line.take(ask, state, answers)
            except Refused as refusal:
                raise Refused(f"{refusal}{_other_way(command, ask, state, answers)}{hint}") from None
        elif default is not None:
            answers[ask.name] = default
        else:
            choices = ask.choices(state, answers)
            possible = f" Possible: {offered_words(choices)}." if choices else ""
            needs = f"{command.id} needs “{ask.prompt}” ({ask.name}=).{possible} Write {usage_line(command)}."
            raise Refused(needs) if line.words else Unanswered(needs, command, answers)
    spare = [(ask.name, YES) for ask in command.asks if ask.amends]
    if unasked := next((word for word in line.words if word.name and (word.name, word.text) not in spare), None):
        raise Refused(f"`{command.id}` does not use {unasked.name}={unasked.text} with these answers. Leave it out.")
    hands = {ask.name: answers[ask.name] for ask in command.asks if ask.kind == "dice" and ask.name in answers}
    if "" in hands.values() and line.loose and _DICE.fullmatch(" ".join(line.loose)):
        answers[next(name for name in hands if not hands[name])] = line.take_all()
    if line.loose:
        named = [f"{name}={faces}{''.join(line.loose)}" for name, faces in hands.items() if faces]
        hint = (
            f" Write the dice of one hand together: {named[0]}." if named and "".join(line.loose).isdecimal() else hint
        )
        unused = f"`{command.id}` has no place for “{' '.join(line.loose)}”."
        raise Refused(f"{unused} Write {usage_line(command)}.{hint}")
    return answers


def _named_instead(command: Command, ask: Ask, state: State, answers: Answers, line: _Line) -> Ask | None:
    """Return the earlier question, with its default so far, that the next words answer in place of a question."""
    other = next((one for one in command.asks if one.name == ask.instead), None)
    if other is None or answers.get(other.name) != other.default(state, answers):
        return None
    return other if line.names_instead(ask, other, state, answers) else None


def _other_way(command: Command, ask: Ask, state: State, answers: Answers) -> str:
    """Say which words a line takes in place of an answer to a question; empty where there are none."""
    other = next((one for one in command.asks if one.name == ask.instead), None)
    titles = [choice for choice in other.choices(state, answers) if choice.value in state.challenges] if other else ()
    return f" Or write the title of a challenge: {', '.join(one.label for one in titles[:4])}." if titles else ""


def _wanted_after(ask: Ask, command: Command, line: _Line) -> bool:
    """Tell whether a later question could take a word of the line that has no name."""
    later = command.asks[command.asks.index(ask) + 1 :]
    return any(not (other.optional or other.amends or line.has(other.name)) for other in later)
