"""Choices of a question, and the choice that a word means: by value, by label or by a beginning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from wyrd_tui.engine.dice import Refused, quote_briefly
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.spelling import LONGEST_NEAR, MOST_NEAR, nearest_word
from wyrd_tui.engine.words import begin_sentence

_OLD_WORDS = ("others",)
"""Values that lines and files still know by an older word than the one on the screen."""
_ALIKE = 0.75
"""Likeness of a text and a choice from which on one may be the other misspelt, from 0 to 1."""
_Value = TypeVar("_Value")


def by_word(values: Iterable[_Value]) -> Mapping[str, _Value]:
    """Return values by the words that they spell: a choice offers the word, and the command finds the value by it.

    So an answer that stands for several things, such as an owner and an ability, is never cut into its parts.
    """
    return {str(value): value for value in values}


class Choice(Frozen):
    """An answer that an `Ask` offers.

    Attributes:
        value: The answer itself.
        label: Name on the screen.
        hint: A few words more, shown dimmed.
        number: Number that it adds to a roll, where it adds one.
        group: At most one choice of a group may be on; empty where any number may.
        on: Whether it is on from the start, in a question that takes many.
        most: Most points that it can be given, in a question that deals them out; None where it has no bound.
        behind: Name of the page behind Tab on which it stands, where points are assigned; empty for the first page.
        then: The chance of success with it, in words.
        brief: The chances in figures alone, where several stand in `then`; empty where that is as brief.
        hit: The chance to hit alone, of a target; empty for any other choice.
        track: Rows of damage boxes of an actor, where they decide.
        grave: Whether it kills or costs, so that its key alone decides nothing and Enter confirms it.
        whose: Id of the actor whose handle chooses it, where the value says more than that.
        alone: Whether no other choice goes with it, such as “nothing” among consequences.
        none: Whether it stands for nobody or nothing, which only its whole name means while a name is typed.
        apart: Whether the selection on the screen does not suggest it, such as an absent character; where points are
            assigned, whether a point from its owner brings the owner into the challenge.
        place: Place of its letter among all that the question can offer, where some may be missing; None where it has
            the next letter.
        sought: Whether only the letters of its name find it, so that a list without any leaves it out.
        full: The whole label, which a line takes too, where the one on the screen is short.
        formerly: An earlier value, which a line still takes.
        seen: Name of the visibility of what it names; empty for what has none.
    """

    value: str
    label: str
    hint: str = ""
    number: int | None = None
    group: str = ""
    on: bool = False
    most: int | None = None
    behind: str = ""
    then: str = ""
    brief: str = ""
    hit: str = ""
    track: tuple[Row, ...] = ()
    grave: bool = False
    whose: str = ""
    alone: bool = False
    none: bool = False
    apart: bool = False
    sought: bool = False
    place: int | None = None
    full: str = ""
    formerly: str = ""
    seen: str = ""


def goes_with(one: Choice, other: Choice) -> bool:
    """Tell if two choices may be on together."""
    return not (one.alone or other.alone or (one.group and one.group == other.group))


def spelt_like(text: str, choices: Sequence[Choice]) -> str:
    """Return the label of the choice that is spelt much like a text; empty where a choice fits or none is like it."""
    if fitting_choices(text, choices) or len(text) > LONGEST_NEAR:
        return ""
    # Slow to import, and only a slip needs it.
    import difflib

    known = {word.casefold(): one.label for one in choices[:MOST_NEAR] for word in (one.value, one.label)}
    close = difflib.get_close_matches(text.strip().casefold(), [w for w in known if len(w) <= LONGEST_NEAR], 1, _ALIKE)
    return known[close[0]] if close else ""


def pick_choice(
    text: str, choices: Sequence[Choice], noun: str, *, people: bool = False, things: bool = False
) -> Choice:
    """Find the choice that a word means: by value, by label, by number in the list as `#2`, or by a beginning.

    Args:
        text: The word.
        choices: The choices.
        noun: A word for a choice, such as *fighter*, for the refusal.
        people: Whether the question is for characters, for the refusal.
        things: Whether it is for challenges and pages, too.

    Raises:
        Refused: If no choice or more than one fits.
    """
    fits = fitting_choices(text, choices)
    if len(fits) == 1:
        return fits[0]
    if fits:
        names = ", ".join(choice.value for choice in fits[:5])
        raise Refused(f"{text} could be {names}. Write one of them in full.")
    if not choices:
        raise Refused(f"No {noun} can be chosen now. Write the line without {quote_briefly(text.strip())}.")
    labels = {word.casefold(): choice.label for choice in choices for word in (choice.value, choice.label)}
    nearest = labels.get(nearest_word(text.strip().casefold(), labels), "")
    meant = f" Did you mean {nearest}?" if nearest else ""
    said = quote_briefly(text.strip())
    none = "Nothing" if things else "Nobody"
    wrong = f"{none} here is called {said}" if people else f"{begin_sentence(noun)} cannot be {said}"
    here = [choice for choice in choices if not (people and choice.none)]
    nobody = "".join(f", or {choice.value}" for choice in choices if choice not in here)
    raise Refused(f"{wrong}.{meant} Possible: {offered_words(here)}{nobody}.")


def offered_words(choices: Sequence[Choice]) -> str:
    """List the words of choices for a refusal, the first of them."""
    # A rung of a ladder is known by its name, everything else by the word that a line takes.
    named = (choice.value.lstrip("-").isdecimal() or choice.value in _OLD_WORDS for choice in choices)
    known = [choice.label if name else choice.value for choice, name in zip(choices, named, strict=True)]
    return ", ".join(known[:8]) + (" …" if len(known) > 8 else "")


def fitting_choices(text: str, choices: Sequence[Choice]) -> Sequence[Choice]:
    """Return the choices that a word could mean: one that it names in full, else all that it begins.

    A whole value comes before a label; of beginnings, that of a label comes before that of a value.
    """
    wanted = text.strip().casefold()
    # The value of one choice may be the label of another: values come first.
    same = (
        [choice for choice in choices if choice.value == text.strip()]
        or [choice for choice in choices if choice.value.casefold() == wanted]
        or [choice for choice in choices if wanted and wanted in (choice.label.casefold(), choice.formerly)]
    )
    if same:
        return same[:1]
    if wanted.startswith("#") and wanted[1:].isdecimal() and 0 < int(wanted[1:4]) <= len(choices):
        return [choices[int(wanted[1:4]) - 1]]
    key = slug(text) if wanted else ""
    # What the screen shows comes before an id, which a GM may never have seen.
    names = ([choice.label for choice in choices], [choice.value for choice in choices], [one.full for one in choices])
    found = ([one for one, name in zip(choices, known, strict=True) if _begins(key, name)] for known in names)
    fits = next(filter(None, found), []) if key else []
    # Parts of one owner, as `ada/mind`, give way to the owner.
    whole = [one for one in fits if all(c.whose == one.value for c in fits)]
    return whole[:1] or fits


def _begins(key: str, name: str) -> bool:
    """Tell whether a name has words in a row that begin with a key, such as `elias-mer` of `captain-elias-mercer`.

    A number means itself alone: `1` is no beginning of `12`.
    """
    end = "-" if key.isdecimal() else ""
    return bool(name) and f"-{key}{end}" in f"-{slug(name)}{end}"
