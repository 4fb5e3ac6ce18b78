"""Base of all fields, in which the GM answers a question; knows no terminal.

A key is a name in Textual's spelling, with the character that it types, if any.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Literal

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answer, Answers, Ask, say_or_refuse
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import fit_verb, join_names
from wyrd_tui.widgets.question import PromptChoice, PromptPart

NONE_KEY = "_"
"""Key of the choice of nobody or nothing, the same in every question."""
Taken = Literal["", "taken", "give"]
"""Use of a key: none, taken, or taken as the answer."""


_ALIKE, _MOST_ALIKE = 0.6, 3
"""Likeness from which on a choice may be a word misspelt, from 0 to 1, and so many such choices at most."""
_LONGEST_ALIKE, _MOST_COMPARED = 80, 400


def places_named(text: str, choices: Sequence[Choice]) -> list[int]:
    """Return the places of the choices that a word names: those that begin with it, then those with such a word.

    Where no label has the word, an id may have it. A choice of nobody or nothing is named only by its whole name, so
    that no part of another name chooses it.
    """
    wanted = slug(text)
    for names in ([slug(choice.label) for choice in choices], [slug(choice.value) for choice in choices]):
        named = [i for i, name in enumerate(names) if wanted and (wanted == name or not choices[i].none)]
        first = [i for i in named if names[i].startswith(wanted)]
        if found := [*first, *(i for i in named if f"-{wanted}" in names[i] and i not in first)]:
            return found
    return []


def near_places(word: str, choices: Sequence[Choice]) -> list[int]:
    """Return the places of the choices that are spelt much like a word; none where there are too many to compare."""
    if not word or len(word) > _LONGEST_ALIKE or len(choices) > _MOST_COMPARED:
        return []
    names = [slug(choice.label)[:_LONGEST_ALIKE] for choice in choices]
    return [names.index(name) for name in get_close_matches(slug(word), dict.fromkeys(names), _MOST_ALIKE, _ALIKE)]


def not_listed(actors: Sequence[Actor]) -> str:
    """Say that the choices of a question have no such actors."""
    verb = fit_verb(actors[0], "is") if len(actors) == 1 else "are"
    return f"{join_names([actor.name for actor in actors])} {verb} not in this list."


class Field:
    """A question that is being answered.

    Args:
        ask: The question.
        state: The table.
        answers: The answers before it.
        given: The answer that it starts from, where it was answered before.
    """

    nowhere = 0
    """Place of the highlight before it was moved."""

    def __init__(self, ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> None:
        self.ask = ask
        self.state = state
        self.answers: Answers = answers
        self.choices: Sequence[Choice] = ()
        self.letters: dict[str, int] = {}
        self.elsewhere: dict[str, int] = {}
        self.begun = ""
        self.pages: Sequence[range] = ()
        self.at = self.nowhere
        self.moved = False
        self.default = ask.default(state, answers) if given is None else given
        self.renew(answers)

    @property
    def spaced(self) -> str:
        """Use of space on the choice under the highlight, in words."""
        return "chooses it"

    @property
    def called(self) -> str:
        """Name of the field, which answers may change."""
        return say_or_refuse(self.ask.called, self.state, self.answers) or self.ask.prompt

    def renew(self, answers: Answers) -> None:
        """Fetch the choices again, for answers that have changed beside it."""
        self.answers = answers
        self.choices = tuple(self.ask.choices(self.state, answers))
        self.at = max(self.nowhere, min(self.at, len(self.choices) - 1))

    def keys(self) -> Sequence[str]:
        """The key of each choice, empty where it has none or is out of sight."""
        names = {index: letter for letter, index in reversed(self.letters.items())}
        return [names.get(index, "") for index in range(len(self.choices))]

    @property
    def types(self) -> bool:
        """True where letters and digits are typed into the field rather than taking choices."""
        return False

    @property
    def searches(self) -> bool:
        """True where letters find a choice by its name; in a list for one of other choices `/` begins a name."""
        return self.ask.by_name or self.ask.kind in ("many", "parts")

    @property
    def suggestion(self) -> str:
        """Label of the choice that is suggested, as long as it is taken; empty where there is none."""
        return ""

    by_arrows = True
    """Whether Enter takes the row that the arrows lead to."""

    @property
    def undecided(self) -> bool:
        """True where choices are offered and none is taken."""
        return False

    @property
    def barren(self) -> bool:
        """True where the field can have no answer, since there is nothing to choose."""
        return False

    @property
    def untouched(self) -> bool:
        """True where Backspace has nothing to take back."""
        return True

    def key(self, key: str, character: str | None) -> Taken:
        """Take a key."""
        return ""

    def why_missing(self, who: str) -> str:
        """Say why the actor whose handle was typed is not offered."""
        return self.ask.why(self.state, who) or not_listed([self.state.actors[who]])

    def look_for(self, word: str) -> str:
        """Move the highlight to the choice that letters name, and return its label; empty where none is named."""
        return ""

    def _go_to(self, word: str) -> str:
        places = places_named(word, self.choices)
        if not places:
            return ""
        self.at, self.moved = places[0], True
        return self.choices[self.at].label

    def answer(self) -> Answer:
        """The answer as it stands.

        Raises:
            Refused: If there is none yet.
        """
        raise Refused(f"{self.ask.prompt}: answer this first.")

    def turn_over(self) -> bool:
        """Show further choices that Tab leads to; False where there are none."""
        return False

    def paste(self, text: str) -> bool:
        """Take pasted text, where text is typed."""
        return False

    def part(self, active: bool) -> PromptPart:
        """Return the field as it is drawn."""
        return PromptPart(self.ask.prompt, active)

    @property
    def page(self) -> range:
        """The choices in sight."""
        return next((page for page in self.pages if self.at in page), next(iter(self.pages), range(0)))

    def _chosen(self, character: str | None) -> int | None:
        """Return the index of the choice that a key takes; None for none, also where it only begins a handle."""
        typed, self.begun = self.begun + (character or ""), ""
        if typed in self.letters:
            return self.letters[typed]
        if character and any(letter.startswith(typed) for letter in self.letters):
            self.begun = typed
        return None

    def _move(self, key: str, count: int) -> bool:
        steps = {"up": -1, "down": 1, "left": -1, "right": 1}
        if not count:
            return False
        if key in steps and self.at < 0:
            self.at = 0 if steps[key] > 0 else count - 1
        elif key in steps:
            self.at = max(0, min(count - 1, self.at + steps[key]))
        elif key == "pagedown":
            self.at = min(count - 1, self.page.stop)
        elif key == "pageup":
            before = [page.start for page in self.pages if page.start < self.page.start]
            self.at = max(before, default=0)
        elif key == "home":
            self.at = 0
        elif key == "end":
            self.at = count - 1
        else:
            return False
        self.moved = True
        return True


def drawn_choice(choice: Choice, key: str, *, on: bool | None = None, here: bool = False) -> PromptChoice:
    """Draw a choice with its key; `on` is None where one choice is taken."""
    return PromptChoice(
        *(key, choice.label, choice.hint, choice.number, on),
        here=here,
        then=choice.then,
        brief=choice.brief,
        track=choice.track,
        seen=choice.seen,
    )
