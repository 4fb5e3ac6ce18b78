"""Fields for typing (a number, words, dice), and the field of each kind of question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answer, Answers, Ask, AskKind, say_or_refuse
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import State
from wyrd_tui.engine.typed_answers import read_answer
from wyrd_tui.engine.words import begin_sentence
from wyrd_tui.screens.questions.choices import OneField
from wyrd_tui.screens.questions.editor import Editor, true_minus
from wyrd_tui.screens.questions.field import Field, Taken, places_named
from wyrd_tui.screens.questions.folded import FoldedField
from wyrd_tui.screens.questions.many_choices import ManyField
from wyrd_tui.screens.questions.points import PartsField
from wyrd_tui.widgets.question import PromptChoice, PromptPart


class _TypedField(Field):
    """Field whose answer is nothing but typed text."""

    text: str

    @property
    def types(self) -> bool:
        """True: everything is typed."""
        return True

    @property
    def untouched(self) -> bool:
        """True where nothing was typed."""
        return not self.text


ERASERS = ("backspace", "ctrl+u", "ctrl+w")
"""Keys that take the last sign of a number or of dice, or all of them."""
MOST_SIGNS = 6
"""Most digits and signs of a number."""
LONGEST_NAME = 60
"""Most signs of the name of a number, and of a title that is typed in its place."""


class NumberField(_TypedField):
    """Field for a whole number, typed or counted up and down; of a ladder's rungs also by name.

    A figure that is typed replaces a number that was counted, or that was typed before Tab left the field.
    """

    def __init__(self, ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> None:
        self._suggests = given is None
        super().__init__(ask, state, answers, given)
        self.text = ""
        self.counted = False

    def renew(self, answers: Answers) -> None:
        """Suggest the number that goes with the answers beside it."""
        super().renew(answers)
        if self._suggests:
            self.default = self.ask.default(self.state, answers)

    def key(self, key: str, character: str | None) -> Taken:
        """Take a key: digits and a sign are typed; up and down count."""
        if key in ERASERS and self.text:
            self.text, self.counted = self.text[:-1] if key == "backspace" else "", False
            return "taken"
        if key in ("up", "down"):
            self.counted = True
            value = self._value()
            start = value if value is not None else self.default if isinstance(self.default, int) else 0
            self.text = str(max(self.ask.low, min(self.ask.high, start + (1 if key == "up" else -1))))
            return "taken"
        if character and character in "0123456789+-−" and len(self.text) < MOST_SIGNS:
            # Signs of dice that were meant for another field stay in sight, and Enter refuses them.
            self.text = ("" if self.counted else self.text) + character.replace("−", "-")
            self.counted = False
            return "taken"
        named = character and (self._begins(character) or (character == " " and self.is_name))
        if character and named and self.choices and len(self.text) < LONGEST_NAME:
            self.text += character
            return "taken"
        return ""

    def turn_over(self) -> bool:
        """Return False, since Tab leads on; a figure that is typed later begins the number anew."""
        self.counted = True
        return False

    @property
    def excess(self) -> str:
        """Why the number typed can be no beginning of one within bounds; empty where it can."""
        value = self._value() or 0
        if not (value > self.ask.high or value < min(0, self.ask.low)):
            return ""
        try:
            self.answer()
        except Refused as refusal:
            return str(refusal)
        return ""

    def refuse_letters(self, way_out: str) -> str:
        """Say that letters are no number, and when they are asked for; else by which keys what they mean is done."""
        later = self.ask.next_answer
        return f"Write a number here, such as 4.{f' {begin_sentence(later)} comes after ⏎.' if later else way_out}"

    def _begins(self, character: str) -> bool:
        """Tell if a letter goes on with a name; a capital begins only one that is there, since elsewhere it chooses."""
        return character.isalpha() and (
            not character.isupper() or self.is_name or bool(places_named(character, self.choices))
        )

    @property
    def lacking(self) -> bool:
        """True where nothing is typed and nothing is usual, so that Enter gives nothing."""
        return not self.text and not isinstance(self.default, int)

    @property
    def is_name(self) -> bool:
        """True where a name is typed rather than a number."""
        return self.text[:1].isalpha()

    def _named(self) -> Sequence[Choice]:
        """Return the choices that the name or the number typed means."""
        value = self._value()
        if value is not None:
            return [choice for choice in self.choices if choice.value == str(value)]
        return [self.choices[at] for at in places_named(self.text, self.choices)]

    def _value(self) -> int | None:
        try:
            return int(self.text)
        except ValueError:
            return None

    def answer(self) -> Answer:
        """Return the number typed, or the default.

        Raises:
            Refused: If what is typed is not a number within bounds, such as dice typed here by mistake.
        """
        if not self.text and isinstance(self.default, int):
            return self.default
        if self.is_name:
            if len(named := self._named()) == 1:
                return int(named[0].value)
            typed, before = self.text.strip(), self.ask.next_answer
            later = f", and ⏎; {before}, such as {typed}, comes after it" if before else ""
            why = (
                f"“{typed}” fits {len(named)} names. Type more letters, or a number such as 2"
                if named
                else f"no name begins with “{typed}”. Type a number, such as 2{later}"
            )
            raise Refused(f"{self.ask.prompt}: {why}.")
        if self.text and not re.fullmatch(r"[+-]?(0|[1-9][0-9]*)", self.text):
            example = "2" if (self.ask.low or 0) >= 0 else "2 or −1"
            raise Refused(f"{self.ask.prompt}: “{true_minus(self.text)}” is not a number. Write one such as {example}.")
        return read_answer(self.ask, self.state, self.answers, self.text)

    def part(self, active: bool) -> PromptPart:
        """Draw the number, with the one that Enter gives before any is typed."""
        ghost = true_minus(str(self.default)) if isinstance(self.default, int) else ""
        named = self._named() if self.text else ()
        offers = tuple(PromptChoice("", one.label, one.hint, one.number, here=len(named) == 1) for one in named)
        return PromptPart(self.ask.prompt, active, true_minus(self.text), len(self.text), ghost, offers)


class WordsField(Field):
    """Field for a line of text; words with which it begins are edited, or give way to the first letter typed."""

    def __init__(self, ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> None:
        super().__init__(ask, state, answers, given)
        self.editor = Editor(given if isinstance(given, str) else ask.begins(state, answers))
        self._gives_way = not isinstance(given, str)

    @property
    def types(self) -> bool:
        """True: everything is typed."""
        return True

    @property
    def untouched(self) -> bool:
        """True where nothing was typed."""
        return not self.editor.text

    def key(self, key: str, character: str | None) -> Taken:
        """Take a key that types or edits; a quotation mark that opens own words elsewhere is no letter at the start."""
        if character == "'" and not self.editor.text:
            return "taken"
        if character is not None and character.isprintable():
            self._make_way()
        taken = self.editor.key(key, character)
        self._gives_way = self._gives_way and not taken
        return "taken" if taken else ""

    def _make_way(self) -> None:
        if self._gives_way and self.editor.text:
            self.editor = Editor()
        self._gives_way = False

    def paste(self, text: str) -> bool:
        """Paste text at the caret."""
        self._make_way()
        self.editor.insert(text)
        return True

    def answer(self) -> Answer:
        """The words, or the default.

        Raises:
            Refused: If nothing is typed and there is no default.
        """
        if text := self.editor.text.strip():
            return text
        if self.default is not None:
            return self.default
        raise Refused(f"{self.called}: type a word or two.")

    def part(self, active: bool) -> PromptPart:
        """Draw the line with its caret."""
        hint = say_or_refuse(self.ask.hint, self.state, self.answers) if self.ask.hint is not None else ""
        ghost = self.default if isinstance(self.default, str) and self.default else hint
        return PromptPart(self.called, active, self.editor.text, self.editor.caret, ghost, words=True)


DICE_SIGNS = "+-−0123456789 =,;"
"""Signs of typed dice; a semicolon separates the throws of several actors."""
LONGEST_THROWS = 2000


class DiceField(_TypedField):
    """Field for dice that fell on the table; blank lets the program roll."""

    def __init__(self, ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> None:
        super().__init__(ask, state, answers, given)
        self.text = given if isinstance(given, str) else ""

    def key(self, key: str, character: str | None) -> Taken:
        """Take a key: signs and digits of dice."""
        if key in ERASERS and self.text:
            self.text = self.text[:-1] if key == "backspace" else ""
            return "taken"
        if character == " " and not self.text:
            return ""
        if character is not None and character and character in DICE_SIGNS and len(self.text) < LONGEST_THROWS:
            self.text += character
            return "taken"
        return ""

    def paste(self, text: str) -> bool:
        """Paste dice; other signs stay out."""
        self.text = (self.text + "".join(sign for sign in text if sign in DICE_SIGNS))[:LONGEST_THROWS]
        return True

    def answer(self) -> Answer:
        """Return the dice as they were typed; the rules check them."""
        return self.text.strip()

    def part(self, active: bool) -> PromptPart:
        """Draw the dice."""
        told = self.ask.hint
        hint = "blank = rolled for you" if told is None else say_or_refuse(told, self.state, self.answers)
        return PromptPart(self.called, active, self.text, len(self.text), hint)


_FIELDS: Mapping[AskKind, type[Field]] = {
    "one": OneField,
    "many": ManyField,
    "number": NumberField,
    "words": WordsField,
    "dice": DiceField,
    "parts": PartsField,
}


def make_field(ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> Field:
    """Make the field of a question, with the answer that it starts from."""
    return (FoldedField if ask.folded else _FIELDS[ask.kind])(ask, state, answers, given)


def out_of_bounds(fields: Sequence[Field]) -> str:
    """Return why a number that is typed cannot stand; empty where each can."""
    return next((field.excess for field in fields if isinstance(field, NumberField) and field.excess), "")
