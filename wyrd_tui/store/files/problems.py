"""Problems of a file, each with its place for the author."""

from __future__ import annotations

from collections.abc import Iterable

from wyrd_tui.engine.named_tuple import NamedTuple

KeyPath = tuple[str | int, ...]
"""The keys and indexes that lead from the whole of a file to one thing in it."""

MOST_PROBLEMS = 100
"""Problems that are told of one file; the others follow when these are mended."""


class Problem(NamedTuple):
    """A fault at one place of a file; `str()` gives `path:line:column: message`.

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
        return f"{self.path}:{self.placed}"

    @property
    def placed(self) -> str:
        """The problem with its place in the file, without the file."""
        return f"{self.line}:{self.column}: {'warning: ' if self.warning else ''}{self.message}"


class Broken(Exception):  # noqa: N818 - it says what the file is
    """A file that cannot be used, with every problem found in it; `str()` lists them, one a line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        super().__init__()
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


def sentences_of(problems: Iterable[Problem]) -> list[str]:
    """Write the problems of one file as sentences; its path stands before the first alone."""
    found = list(problems)
    told = (*map(str, found[:1]), *(problem.placed for problem in found[1:]))
    return [each if each.endswith(("?", ".")) else f"{each}." for each in told]


def sort_problems(found: Iterable[Problem]) -> list[Problem]:
    """Sort problems in the order of the file; where there are too many, keep the errors before the warnings."""
    unique = dict.fromkeys(found)
    if len(unique) > MOST_PROBLEMS:
        kept = sorted(unique, key=lambda problem: problem.warning)[:MOST_PROBLEMS]
        last = max(kept, key=lambda problem: problem[1:3])
        unique = dict.fromkeys([*kept, last._replace(message="there are more problems; mend these first")])
    return sorted(unique, key=lambda problem: problem[1:3])
