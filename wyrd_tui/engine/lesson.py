"""Lessons of a scenario: steps that teach its game master the keys, each of which waits for one act or verb."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import Sentence
from wyrd_tui.engine.named_tuple import NamedTuple

SCREEN_VERBS = (
    *("up", "down", "page-up", "page-down", "first", "last", "next-pane", "last-pane"),
    *(f"member-{number}" for number in range(1, 10)),
    *("harder", "easier", "rating-next", "rating-last", "switch-game", "mark-row", "find", "undo", "redo", "answer"),
    *(
        "put-off",
        "line",
        "sheet",
        "book",
        "history",
        "odds",
        "palette",
        "players",
        "preview",
        "recap",
        "themes",
        "skip-lesson",
        "redraw",
        "quit",
        "help",
    ),
    "clear-marks",
)
"""Ids of the verbs of the table screen, which a lesson may wait for as for an act."""


class Lesson(Frozen):
    """A step of the lessons.

    Attributes:
        text: Words for the GM; an id between backticks stands for its key.
        until: Id of the act or verb that the step waits for.
    """

    text: Sentence
    until: str


class Exercise(NamedTuple):
    """An act or a verb as it was done.

    Attributes:
        acts: Number of acts of the table afterwards.
        name: Id of the act or verb.
        undone: Id of the act that an undo took back.
        recalled: Whether it is known from the journal alone, which has no verbs.
    """

    acts: int
    name: str
    undone: str = ""
    recalled: bool = False


def count_finished(lessons: Sequence[Lesson], exercises: Iterable[Exercise]) -> int:
    """Count the lessons that were finished; each waits for its own act, after those before it.

    An act that is recalled finishes its lesson and all before it.

    Args:
        lessons: The lessons in their order.
        exercises: The acts that stand, and the verbs, in the order in which they were done; only as many are read as
            needed.
    """
    waits = [lesson.until for lesson in lessons]
    at = 0
    for exercise in exercises:
        if exercise.recalled and exercise.name in waits[at:]:
            at = waits.index(exercise.name, at) + 1
        elif waits[at : at + 1] == [exercise.name]:
            at += 1
        elif waits[at : at + 2] == [exercise.undone, exercise.name]:
            # The lesson on undo takes back the act of the lesson before it, which is finished all the same.
            at += 2
        if at == len(waits):
            break
    return at
