"""Letters typed one after another into questions: handles, or the name of a choice."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

from wyrd_tui.screens.questions.field import Field, places_named


class TypedRun(NamedTuple):
    """Letters typed one after another, with nothing else between them.

    Attributes:
        word: The letters.
        step: The number of questions answered before the first of them.
        before: The fields as they were before the first of them.
        lost: True since one of them was no handle: together they are a word, and none of them chooses.
        missed: True where nothing is called that; an Enter that would take what is shown only says so.
    """

    word: str = ""
    step: int = 0
    before: tuple[Field, ...] = ()
    lost: bool = False
    missed: bool = False

    @property
    def behind_a_choice(self) -> bool:
        """True for a small letter behind the capital of a choice where no name goes on so: the choice is kept."""
        capital, small = self.word[:1].isupper(), self.word[1:].islower() and len(self.word) == 2
        return capital and small and not any(places_named(self.word, field.choices) for field in self.before)

    def with_letter(self, letter: str, step: int, fields: Sequence[Field], slips: Sequence[str] = ()) -> TypedRun:
        """Return the run with one letter more; the first one remembers the fields as they are.

        A letter that was a slip goes on where the two begin a name, and is forgotten else.
        """
        word = self.word + letter
        slipped = self.word in slips and not any(places_named(word, field.choices) for field in fields)
        # A letter that was refused is gone, unless the two begin a name.
        alone = self.missed and len(self.word) == 1 and self.word not in slips
        refused = alone and not any(places_named(word, field.choices) for field in fields)
        if self.word and not slipped and not refused:
            return self._replace(word=word)
        # A field replaces what it holds and changes nothing in it.
        return TypedRun(letter, step, tuple(map(copy, fields)))


NO_RUN = TypedRun()


def letter(character: str | None) -> str:
    """Return the letter that a key types, or nothing."""
    return character if character is not None and len(character) == 1 and character.isalpha() else ""
