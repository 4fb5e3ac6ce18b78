"""What is wrong with a file, said so that its author finds the place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wyrd_tui.store.clean import quoted


class Problem(NamedTuple):
    """One thing wrong at one place of a file; `str()` gives `path:line:column: message`.

    Attributes:
        path: The file as it was named, fit to be shown.
        line: Counted from 1.
        column: In characters, counted from 1.
        message: One sentence without a full stop.
        warning: Whether the file can be used all the same.
    """

    path: str
    line: int
    column: int
    message: str
    warning: bool = False

    def __str__(self) -> str:
        kind = "warning: " if self.warning else ""
        return f"{self.path}:{self.line}:{self.column}: {kind}{self.message}"


class Broken(Exception):  # noqa: N818 - it says what the file is
    """A file that cannot be used, with every problem found in it; `str()` lists them, one a line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        super().__init__()
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


def nearest(word: str, words: Iterable[str]) -> str:
    """`; did you mean …?` with the likeliest of some words, or nothing."""
    import difflib  # wanted only when something is wrong

    by_fold = {known.casefold(): known for known in words}
    close = difflib.get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.6)
    return f"; did you mean {quoted(by_fold[close[0]])}?" if close else ""
