"""Field for any number of choices."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.choices import Choice, goes_with
from wyrd_tui.engine.commands import Answer, Answers, Ask
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.field import Field, Taken, drawn_choice
from wyrd_tui.widgets.question import PromptPart

SEVERAL = 2
"""Choices from which on a suggestion is a set that others join."""


class ManyField(Field):
    """Field for any number of choices, at most one of each group; those that are on from the start stand first.

    In a form a default changes no order, such as that of fighters, where those who stand by are first.

    The first key replaces what is suggested; each further key adds its choice or takes it away. The first key adds or
    takes away, too, where the choices on are no suggestion but count in a roll, where the one on cannot stand alone,
    such as the first of a team, and where each tick stands by itself, such as those of who stays.
    Space adds the row under the cursor or takes it away; behind a choice that stands alone it keeps that, so that
    `1 space 3` takes both. Enter also takes the row that the cursor was moved to, except in a form and in a whole list,
    where the arrows only show hints.
    """

    nowhere = -1

    def __init__(self, ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> None:
        self.on: set[str] = set()
        self._known: set[str] = set()
        self._first: set[str] = set()
        self._values: tuple[str, ...] = ()
        self._reached = False
        self.by_arrows = not (ask.form or ask.whole)
        super().__init__(ask, state, answers, given)
        if isinstance(self.default, tuple):
            self.on = {choice.value for choice in self.choices if choice.value in self.default}
            if not ask.form:
                self._first = set(self.on)
                self._sort()
        self.suggested = not ask.adds
        self._kept, self._noted = False, ""
        if self.choices and (self.on or ask.form):
            self.at = 0

    def renew(self, answers: Answers) -> None:
        """Fetch the choices again: new ones start on or off as they say, and those that are gone count no more."""
        chosen = {self.ask.name: self._in_order(self.on)} if self._known else {}
        super().renew({**answers, **chosen})
        self._values = tuple(choice.value for choice in self.choices)
        new = {choice.value for choice in self.choices if choice.on and choice.value not in self._known}
        self.on = self.on | new
        self._first |= new
        self._known |= set(self._values)
        self._sort()

    def _sort(self) -> None:
        # Choices switched later stay in place, or letters would move under the fingers.
        self.choices = sorted(self.choices, key=lambda choice: choice.value not in self._first)

    @property
    def taken(self) -> set[str]:
        """Values that Enter takes: those that are on, and the row that the cursor was moved to.

        As a typed choice does, that row stands alone in place of the one that is suggested.
        """
        if not self._reached:
            return set(self.on)
        return {self.choices[self.at].value} if self._suggests_one else self._with(self.choices[self.at])

    @property
    def undecided(self) -> bool:
        """True where none is on in a list that needs one."""
        return bool(self.ask.some and self.choices) and not self.taken

    @property
    def replaces(self) -> bool:
        """True where the next choice that is typed stands alone in place of what is suggested."""
        return self.suggested and not self.ask.stands

    @property
    def _suggests_one(self) -> bool:
        return self.replaces and len(self.on) < SEVERAL

    @property
    def space_keeps(self) -> bool:
        """Tell if space keeps the row under the cursor, the only one that is suggested; of a whole list none is."""
        suggests = self._suggests_one and (not self.ask.whole or self.begins_answer)
        return suggests and self.choices[max(0, self.at)].value in self.on

    @property
    def begins_answer(self) -> bool:
        """Tell if the one that is suggested cannot stand alone, such as a character who wants a team."""
        return self._suggests_one and self._refuses(self.on)

    @property
    def refused(self) -> bool:
        """True where Enter would take no answer, such as a team of one."""
        return self._refuses(self.taken)

    def _refuses(self, values: set[str]) -> bool:
        return bool(self.ask.fault(self.state, {**self.answers, self.ask.name: self._in_order(values)}))

    def _in_order(self, values: set[str]) -> tuple[str, ...]:
        """Return values in the order of the choices as they were fetched."""
        return tuple(value for value in self._values if value in values)

    def _with(self, choice: Choice) -> set[str]:
        """Return what is on once a choice is on too, without what does not go with it."""
        kept = {one.value for one in self.choices if one.value in self.on and goes_with(one, choice)}
        return kept | {choice.value}

    def _toggle(self, index: int) -> None:
        choice = self.choices[index]
        self.at, self._reached, self.suggested = index, False, False
        self.on = self.on - {choice.value} if choice.value in self.on else self._with(choice)

    def settle(self) -> None:
        """Tick the row that Enter has taken, for the hand that comes back to this list."""
        if self._reached:
            self.on, self._reached, self.suggested = self.taken, False, False

    @property
    def spaced(self) -> str:
        """Use of space on the row that letters have found, in words."""
        if self.choices[self.at].value in self.on:
            return "takes it off"
        return "keeps it ticked" if self._reached else "ticks it"

    def _reach(self) -> None:
        """Have Enter take the row that the cursor was moved to, where rows are added rather than taken off."""
        self._reached = self.by_arrows and not self.choices[self.at].group
        self._kept = False

    def look_for(self, word: str) -> str:
        """Move the highlight to the choice that letters name, and return its label; empty where none is named."""
        if label := self._go_to(word):
            self._reach()
        return label

    def key(self, key: str, character: str | None) -> Taken:
        """Take a key: letters switch a choice on and off, space the highlighted one or keeps what was typed."""
        self._noted = ""
        # The last of many is as near as the first to the hand that leaves one out.
        if self._move("end" if key == "up" and self.at <= 0 and not self.moved else key, len(self.choices)):
            self._reach()
            return "taken"
        if (index := self._chosen(character)) is not None:
            begun = self.begins_answer
            if self.replaces and not begun:
                self.on = set()
            if begun and self.choices[index].value in self.on:
                # A GM who types the whole answer names the row that begins it, too.
                self.at, self.suggested = index, False
            else:
                names = ", ".join(choice.label for choice in self.choices if choice.value in self.on)
                self._noted = f"{names} stays ticked" if begun else ""
                self._toggle(index)
            self._kept = self.choices[index].value in self.on
            return "taken"
        if key == "space" and self.choices:
            here = max(0, self.at)
            # Behind what is suggested it keeps that, so that the next choice joins it.
            kept = self.choices[here].label if self._kept or self.space_keeps else ""
            self._noted = f"{kept} stays ticked; the next key adds" if kept else ""
            if not kept:
                self._toggle(here)
            self._kept = self.suggested = False
            return "taken"
        return "taken" if self.begun else ""

    def answer(self) -> Answer:
        """Return the choices that are on, in the order in which they stand.

        Raises:
            Refused: If nothing is chosen.
        """
        taken = self.taken
        found = tuple(choice.value for choice in self.choices if choice.value in taken)
        if self.ask.some and not found:
            raise Refused(self.ask.some)
        return found

    def part(self, active: bool) -> PromptPart:
        """Draw all choices, with those that are on."""
        shown, taken = active or self.moved, self.taken
        offers = tuple(
            drawn_choice(c, key, on=c.value in taken, here=shown and index == self.at)
            for index, (key, c) in enumerate(zip(self.keys(), self.choices, strict=True))
        )
        return PromptPart(self.ask.prompt, active, offers=offers, note=self._noted, sight=self.at, keyed=True)


def why_not_empty(fields: Sequence[Field], state: State, answers: Answers) -> str:
    """Return why a list cannot stay empty from which the GM has taken everybody; empty where none is."""
    lists = (field.ask for field in fields if isinstance(field, ManyField) and not field.taken)
    usual = (ask for ask in lists if ask.default(state, answers))
    return next((ask.some for ask in usual if ask.some), "")
