"""Ids of actors, challenges and pages: made of a name where a file or an act gives none."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache
from itertools import count


@lru_cache(maxsize=1024)
def slug(name: str) -> str:
    """Make the id of a name where a file or a command gives none: lower case words joined by hyphens."""
    joined = name.casefold().replace("'", "").replace("’", "")
    words = "".join(character if character.isalnum() else " " for character in joined).split()
    return "-".join(words) or "x"


RESERVED = frozenset({"none", "anyone", "nobody", "usual", "live", "next", "their"})
"""Words that answers use for themselves, so that nothing can have one of them as its id."""


def numbered(word: str) -> Iterator[str]:
    """Give a word, and then the word with a number, from 2 on."""
    yield word
    yield from (f"{word}-{number}" for number in count(2))


def fresh_id(name: str, taken: Container[str]) -> str:
    """Make an id of a name: its slug, numbered where that is taken or reserved."""
    return next(word for word in numbered(slug(name)) if word not in taken and word not in RESERVED)


def word_in_game(game: str, word: str) -> str:
    """Spell a word that several games have for one of them, such as `mettle-mook`."""
    return f"{slug(game)}-{word}"
