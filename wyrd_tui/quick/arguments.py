"""The reader of the words behind `wyrd odds`: sides with vs between them, numbers, counts, and options."""

from __future__ import annotations

import re

from wyrd_tui.engine.dice import Refused, quote_briefly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeVar

    Choice = TypeVar("Choice", bound=str)
    Tell = Callable[[list[str], Mapping[str, str]], list[str]]

MINUS_LIKE = str.maketrans({"−": "-", "–": "-"})
_AGAINST = ("vs", "vs.", "v", "against")


def split_options(kind: str, words: Sequence[str], known: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Split the words of a question from its options, written `boxes=10` or `boxes 10`.

    Raises:
        Refused: If there is no such option, or one is left without what it takes.
    """
    plain: list[str] = []
    options: dict[str, str] = {}
    last = ""
    for word in words:
        name, equals, value = word.partition("=")
        if name in known and (equals or word == name):
            last = "" if equals else name
            options[name] = value
        elif equals:
            taken = " or ".join(f"{option}=" for option in known)
            raise Refused(
                f"`wyrd odds {kind}` cannot use {quote_briefly(word)}. "
                + (f"Possible: {taken}." if taken else "Leave it out.")
            )
        elif last:
            options[last] = f"{options[last]} {word}".lstrip()
        else:
            plain.append(word)
    if last and not options[last]:
        raise Refused(f"{last} needs a value after it. `wyrd odds --help` has examples.")
    return plain, options


def split_sides(words: Sequence[str]) -> list[str]:
    """Split the words at every vs; a part without words is empty."""
    found: list[list[str]] = [[]]
    for word in words:
        if word in _AGAINST:
            found.append([])
        else:
            found[-1].append(word)
    return [" ".join(side) for side in found]


def read_two_sides(words: Sequence[str], example: str) -> tuple[str, str]:
    """Read two sides with vs between them.

    Raises:
        Refused: If there are not two.
    """
    found = split_sides(words)
    if len(found) != 2 or not all(found):
        raise Refused(f"Write two sides with vs between them, as in: wyrd odds {example}")
    return found[0], found[1]


def read_number(text: str, example: str = "", noun: str = "modifier") -> int:
    """Read a modifier, or what the noun calls it; a skill and its bonuses may stand as a sum, `3+2-1`.

    Raises:
        Refused: If it is no whole number and no sum of such.
    """
    compact = text.replace(" ", "")
    if not compact and example:
        raise Refused(f"Write a {noun}, as in: wyrd odds {example}")
    if not re.fullmatch("[+-]?[0-9]{1,3}(?:[+-][0-9]{1,3})*", compact):
        such = f"as in: wyrd odds {example}" if example else "such as +3 or 3+2"
        raise Refused(f"{quote_briefly(text)} is not a {noun}. Write a whole number or a sum, {such}.")
    return sum(map(int, re.findall("[+-]?[0-9]+", compact)))


def read_count(text: str, most: int = 999) -> int:
    """Read a whole number from 0 on.

    Raises:
        Refused: If it is none, or greater than `most`.
    """
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) > most:
        raise Refused(f"{quote_briefly(text)} is not a whole number from 0 to {most}. Write one, such as 3.")
    return int(text)


def read_choice(options: Mapping[str, str], name: str, choices: tuple[Choice, ...]) -> Choice:
    """Read one of the words that an option takes; the first where it is left out.

    Raises:
        Refused: If it is none of them.
    """
    said = options.get(name, choices[0])
    for known in choices:
        if known == said:
            return known
    raise Refused(f"{quote_briefly(f'{name}={said}')} is unknown. Possible for {name}=: {', '.join(choices)}.")
