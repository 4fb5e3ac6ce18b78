"""Letters typed one after another into questions: handles, or the name of a choice."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.screens.questions.choices import OneField
from wyrd_tui.screens.questions.field import Field, places_named


class TypedRun(NamedTuple):
    """Letters typed one after another, with nothing else between them.

    Attributes:
        word: The letters.
        step: The number of questions answered before the first of them.
        before: The fields as they were before the first of them.
        lost: True since one of them was no handle: together they are a word, and none of them chooses.
        missed: True where nothing is called that.
        slip: The letters before it that were refused and forgotten.
    """

    word: str = ""
    step: int = 0
    before: tuple[Field, ...] = ()
    lost: bool = False
    missed: bool = False
    slip: str = ""

    @property
    def refused(self) -> bool:
        """True for one letter that does nothing, which leaves nothing to take back."""
        return self.missed and len(self.word) == 1

    @property
    def behind_choices(self) -> bool:
        """True for a letter behind others that chose, where no name goes on so: what they chose is kept."""
        named = any(places_named(self.word, field.choices) for field in self.before)
        return len(self.word) > 1 and not self.lost and not named

    def with_letter(self, letter: str, step: int, fields: Sequence[Field]) -> TypedRun:
        """Return the run with one letter more; the first letter of a run remembers the fields as they are.

        The letter begins a new run behind a letter that was refused, unless both begin a name and the new one is no key
        of a choice. So does the capital of a choice behind small letters, unless it goes on with a name.
        """
        word = self.word + letter
        named = any(field.searches and places_named(word, field.choices) for field in fields)
        labelled = any(_shows_key(field, letter) for field in fields)
        gone = self.refused and (labelled or not named)
        gone = gone or (self.lost and self.word.islower() and letter.isupper() and labelled and not named)
        if self.word and not gone:
            return self._replace(word=word)
        # A field replaces what it holds and changes nothing in it.
        return TypedRun(letter, step, tuple(map(copy, fields)), slip=self.slip + self.word if self.refused else "")

    def with_slip(self, field: Field) -> TypedRun:
        """Return the run with the letters that were forgotten, where nothing in a field fits the word without them.

        One alone is a slip; several are the beginning of a name that nobody has.
        """
        if not self.slip or not isinstance(field, OneField) or (field.fits and not self.slip[1:]):
            return self
        field.seek(self.slip + self.word)
        return self._replace(word=self.slip + self.word, slip="")


NO_RUN = TypedRun()


def _shows_key(field: Field, letter: str) -> bool:
    """Tell whether a letter takes a choice of a field, or begins a handle that does; none where a name is typed."""
    return not field.types and (letter in field.elsewhere or any(key.startswith(letter) for key in field.letters))


def letter(character: str | None) -> str:
    """Return the letter that a key types, or nothing."""
    return character if character is not None and len(character) == 1 and character.isalpha() else ""
