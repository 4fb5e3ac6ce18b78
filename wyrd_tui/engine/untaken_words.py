"""Words of a line of a script or of the `:` line, as far as no question has taken them yet."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import takewhile

from wyrd_tui.engine.choices import Choice, fitting_choices, offered_words, spelt_like
from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, Portion, many_of, why_unable
from wyrd_tui.engine.dice import FUDGE_DICE, Refused
from wyrd_tui.engine.line_commands import GAME, usage_line
from wyrd_tui.engine.line_words import OWN, Word, quote_word
from wyrd_tui.engine.question_nouns import cannot_be, noun_of
from wyrd_tui.engine.state import State
from wyrd_tui.engine.typed_answers import named_by_handle, names_choices, read_answer, values_in
from wyrd_tui.engine.words import begin_sentence

DICE_WORDS = re.compile("[-+−0-9=,; ]+")
"""Words at the end of a line that can be nothing but dice."""
_SIGNS = re.compile(f"{DICE_WORDS.pattern}|[*]")
_ARTICLES = ("a", "an", "the")
_LONGEST_LABEL = 12
"""Words of a label that a line may write without quotation marks."""


def _joined(words: Iterable[Word]) -> str:
    """Join words to one text, without the sign of words of one's own before the first, nor one that closes them."""
    first, *others = [*words] or [Word("")]
    return Word(" ".join(word.text for word in (first, *others)), own=first.own).bare


def _names(listed: Answer) -> list[str]:
    """Return what a list names; of points, their owners."""
    values = listed if isinstance(listed, tuple) else ()
    return [one.name if isinstance(one, Portion) else one for one in values]


class UntakenWords:
    """The words of a line that no question has taken yet."""

    def __init__(self, words: Iterable[Word]) -> None:
        self.words = list(words)
        self.called = ""
        """The word that the line has for its command."""
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

    def serve(self, command: Command) -> None:
        """Take the words for a command: its questions, and what is between quotation marks under another name."""
        self._quote({GAME, *(ask.name for ask in command.asks)})
        self.amended = {ask.amends for ask in command.asks}
        self.rolls = any(ask.kind == "dice" for ask in command.asks)

    def _quote(self, known: Container[str]) -> None:
        """Take words that stand between quotation marks with an unknown name for text."""
        self.words = [
            Word(word.whole, "", True) if word.whole and word.name not in known else word for word in self.words
        ]

    @property
    def begins_with_number(self) -> bool:
        """True where the next word without a name is a bare number."""
        word = next((word for word in self.words if not word.name), None)
        return word is not None and word.text.isdecimal() and not word.quoted

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
        taken = " and ".join(f"{noun_of(ask)} is {answers[ask.name]}" for ask in asks)
        if numbers and (taken or (words[-1].quoted and len(numbers) == len(words) - 1)):
            more, text = " ".join(numbers), quote_word(f"{numbers[0]} …")
            began = f" Put a text that begins with a number in quotation marks: {text}."
            taken = begin_sentence(taken) if taken else f"Write {usage_line(command, called=self.called)}"
            raise Refused(f"`{self.called or command.id}` has no place for “{more}”. {taken}.{began}")

    def show_list(self, word: str, command: Command, state: State, answers: Answers) -> str:
        """Show how a list is written that a word belongs to; empty where it belongs to none."""
        for ask in command.asks:
            given = answers.get(ask.name)
            if not isinstance(given, tuple) or not given:
                continue
            last = given[-1]
            if isinstance(last, Portion) and not last.points and word.isdecimal():
                return f" Write a colon before the points: {last._replace(points=int(word))}."
            if not names_choices(ask, state, answers, word):
                continue
            try:
                found = read_answer(ask, state, answers, word)
            except Refused:
                continue
            if set(_names(found)).difference(_names(given)):
                names = (one.name if isinstance(one, Portion) and not one.points else str(one) for one in given)
                return f" Write a comma between several: {','.join((*names, word))}."
        return ""

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
        text = first.bare if own else " ".join(run[:count])
        choices = ask.plain_choices(state, answers)
        article = first.text.casefold() in _ARTICLES and len(fitting_choices(text, choices)) != 1
        article = article and named_by_handle(text, choices, state) == text
        if article and count == 1 and not ask.free:
            # An article alone begins many titles; what it stands before is misspelt.
            text = " ".join(run)
        if own and ask.kind == "one" and text.strip():
            return text.strip()
        if not own and ask.free and ask.name not in self.amended and not first.quoted:
            _refuse_doubtful(ask, text, choices, state, answers)
        return read_answer(ask, state, answers, text)

    def peek(self, ask: Ask, state: State, answers: Answers) -> Answer:
        """Read the answer as `take` does, and leave its words for the question.

        Raises:
            Refused: If the answer is not understood.
        """
        words = list(self.words)
        try:
            return self.take(ask, state, answers)
        finally:
            self.words = words

    def names_instead(self, ask: Ask, other: Ask, state: State, answers: Answers) -> bool:
        """Tell whether the next words name a choice of another question, by more words than one of this question."""
        if self.has(ask.name) or not self.loose:
            return False
        return self._labelled(other, state, answers)[2] > self._labelled(ask, state, answers)[2]

    def begins_a_later(self, ask: Ask, state: State, answers: Answers) -> bool:
        """Tell whether the next word is for a later question, a throw of dice or text, and no choice of this one."""
        word, choices = next(iter(self.loose), ""), ask.plain_choices(state, answers)
        several = ";" in word or len(word) >= FUDGE_DICE
        thrown = self.rolls and ask.free and several and DICE_WORDS.fullmatch(word) is not None
        text = bool(word) and ask.skipped_for(word) and not spelt_like(word, choices)
        return (thrown or text) and not fitting_choices(word, choices)

    def _labelled(self, ask: Ask, state: State, answers: Answers) -> tuple[int, list[str], int]:
        """Find the word that a question takes: its place, it and those behind it, and how many make a label, or 0."""
        name = ask.name if self.has(ask.name) else ""
        at = next(place for place, word in enumerate(self.words) if word.name == name)
        first, *others = self.words[at : at + _LONGEST_LABEL]
        # A name can hold quotation marks of its own, as in Isadora "Isa" Lovelace.
        names = " ".join(choice.label for choice in ask.plain_choices(state, answers)).casefold()
        behind = takewhile(
            lambda word: not word.name and (not word.quoted or f'"{word.text.casefold()}"' in names), others
        )
        run = [first.text, *(f'"{word.text}"' if word.quoted else word.text for word in behind)]
        longest = 1 if first.quoted or not first.text else len(run)
        # A name is compared without its signs, so `++++` or `*` behind one would pass for a part of it.
        ends = (n for n in range(longest, 0, -1) if not _SIGNS.fullmatch(run[n - 1]) or run[n - 1] in names.split())
        counts = (n for n in ends if names_choices(ask, state, answers, " ".join(run[:n])))
        return at, run, next(counts, 0)


def _refuse_doubtful(ask: Ask, text: str, choices: Sequence[Choice], state: State, answers: Answers) -> None:
    """Refuse words of one's own that may be a slip: like a choice misspelt, or any that lack a `'` they need.

    Raises:
        Refused: If they are in doubt; behind `'` or between quotation marks they are taken as they stand.
    """
    items = [text] if ask.kind == "one" else [item.rpartition(":")[0] or item for item in values_in(text)]
    known = {"none", *(name.casefold() for name in state.setting.other_names)}
    bare = [item for item in items if ask.own and choices and item.casefold() not in known]
    strange = [item for item in bare if len(fitting_choices(item, choices)) != 1]
    for item in strange:
        if slip_of := ask.slip_of(state, answers, item):
            raise Refused(f"{cannot_be(ask, item)}. Did you mean {slip_of}?")
    meant = spelt_like(items[0], choices) if len(items) == 1 else ""
    if not (strange or meant):
        return
    if why := "" if ask.why is why_unable else ask.why(state, items[0]):
        raise Refused(f"{cannot_be(ask, items[0])}: {why}")
    own = f"{OWN}{text}" if quote_word(text) == text else quote_word(text)
    found = f" Did you mean {meant}?" if meant else f" Possible: {offered_words(choices)}."
    raise Refused(f"{cannot_be(ask, (strange or items)[0])}.{found} To use your own words, write {own}.")


def act_of_actor(command: Command, acts: Sequence[Command], words: Sequence[Word], state: State) -> Command:
    """Return the act whose game the actor plays, so that a refusal and the form of the line are those of that game."""
    for row in dict.fromkeys((command, *acts)) if len(acts) > 1 else ():
        who = actors_of_line(row, words, state)
        if any(row.game in state.actors[name].sheets for name in many_of(who, "who") if name in state.actors):
            return row
    return command


def actors_of_line(command: Command, words: Sequence[Word], state: State) -> dict[str, Answer]:
    """Return the answer to who acts, where that is the first question and words answer it; else none."""
    line, ask = UntakenWords(words), next(iter(command.asks), None)
    line.serve(command)
    if ask is None or ask.name != "who" or not (line.loose or line.has(ask.name)):
        return {}
    try:
        return {ask.name: line.peek(ask, state, {})}
    except Refused:
        return {}
