"""Field that shows its choice alone in a form, with one key that opens all choices in the place of the form."""

from __future__ import annotations

from typing import TypeGuard

from wyrd_tui.engine.commands import Answer, Answers, Ask
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import value_name
from wyrd_tui.screens.questions.choices import OneField
from wyrd_tui.screens.questions.field import NONE_KEY, Field, Taken, places_named
from wyrd_tui.widgets.question import PromptChoice, PromptPart


class FoldedField(OneField):
    """Field for one of many choices that has room for the chosen one alone until it is opened."""

    def __init__(self, ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> None:
        self.opened = False
        super().__init__(ask, state, answers, given)
        if self.default is None:
            # A choice out of sight is never chosen for being the only one.
            self.at = self.nowhere
        self._before = self.at

    @property
    def types(self) -> bool:
        """True where words are typed into the opened field."""
        return self.opened and super().types

    @property
    def page(self) -> range:
        """The choices in sight: while it is folded, the chosen one."""
        return super().page if self.opened else range(max(0, self.at), max(0, self.at) + 1)

    def key(self, key: str, character: str | None) -> Taken:
        """Take a key: the one of the folded field opens it, a choice folds it again; that of none needs no list."""
        if not self.opened:
            if (chosen := self._chosen(character)) is None:
                return ""
            if character == NONE_KEY:
                self.at, self._suggests = chosen, False
            else:
                self.open()
            return "taken"
        taken = super().key(key, character)
        if taken == "give":
            self.opened = False
        return "taken" if taken else ""

    def answer(self) -> Answer:
        """Return the chosen one.

        Raises:
            Refused: If nothing is chosen; without words where that only opens the list, in which nothing was typed yet.
        """
        try:
            return super().answer()
        except Refused:
            if self.opened or self.own is not None:
                raise
            raise Refused("") from None

    def open(self) -> None:
        """Show all choices in the place of the form."""
        self._before = self.at
        self.at = self._likely
        self.opened = True

    def look_for(self, word: str) -> str:
        """Open the field where letters name one of its choices, and begin to type the name.

        One letter opens nothing: it is more often a slip than the beginning of a name.
        """
        if self.opened:
            return super().look_for(word)
        if len(word) < 2 or not places_named(word, self.choices):
            return ""
        before = self.at
        if label := super().look_for(word):
            self.opened, self._before = True, before
        return label

    def fold(self, *, keep: bool) -> None:
        """Fold the field with the row under the cursor, or with the choice that it had before.

        Raises:
            Refused: If nothing is chosen.
        """
        if keep:
            self.settle()
        else:
            self.own, self.at = None, self._before
        self.sought, self.opened = None, False

    @property
    def _fitting(self) -> int:
        """Index of the choice that suits the answers beside it while the default stands; -1 for none."""
        value = self.ask.fitting(self.state, self.answers)
        if not value or self.own is not None or not 0 <= self.at < len(self.choices):
            return -1
        # Another choice than the usual one is the GM's own.
        usual = self.choices[self.at].value == self.ask.default(self.state, self.answers)
        return next((at for at, choice in enumerate(self.choices) if usual and choice.value == value), -1)

    @property
    def _likely(self) -> int:
        """Index of the choice that the list opens on: the one that fits, else the first of any where none is usual."""
        if (fits := self._fitting) >= 0 or self.own is not None or not 0 <= self.at < len(self.choices):
            return fits if fits >= 0 else self.at
        chosen = self.choices[self.at]
        usual = chosen.none and chosen.value == self.ask.default(self.state, self.answers)
        return next((at for at, choice in enumerate(self.choices) if usual and not choice.none), self.at)

    def _value_told(self, which: str) -> str:
        """Return the value of a challenge behind a comma, with its name; empty where it has none."""
        rod = self.state.challenges.get(which)
        return "" if rod is None or rod.value is None else f", {value_name(rod.game, rod.value)}"

    def part(self, active: bool) -> PromptPart:
        """Draw the chosen one with its key, or once opened all choices."""
        if self.opened:
            return super().part(active)
        chosen = self.choices[self.at] if 0 <= self.at < len(self.choices) and self.own is None else None
        label = chosen.label if chosen else self.own.text.strip() if self.own else "choose"
        if (fits := self._fitting) >= 0:
            label += f" · “{self.choices[fits].label}” would fit{self._value_told(self.choices[fits].value)}"
        key = next((key for key in self.letters if key != NONE_KEY), "")
        offers = [PromptChoice(key, label, number=chosen.number if chosen else None)]
        if NONE_KEY in self.letters:
            offers.append(PromptChoice(NONE_KEY, self.choices[self.letters[NONE_KEY]].label))
        return PromptPart(self.ask.prompt, active, offers=tuple(offers), keyed=True, folded=True)


def is_shut(field: Field) -> TypeGuard[FoldedField]:
    """Tell whether a field is folded and shows its chosen choice alone."""
    return isinstance(field, FoldedField) and not field.opened
