"""Plain values that the panes draw: entries of the log, keys of the footer, the status line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spans import Role
from wyrd_tui.engine.state import Actor, State

LOG_ACTS = 400
"""Acts that the pane holds; the history screen has them all."""
QUESTION_LINES = 5
"""Lines of a question on a screen without room for more: answers, outcome, two of choices or typing, and keys."""


class LogEntry(NamedTuple):
    """An act in the log.

    Attributes:
        number: Its number.
        time: The time of day.
        lines: Its lines.
        raised: Ids of the matters that it opened.
    """

    number: int
    time: str
    lines: tuple[LogLine, ...]
    raised: frozenset[str] = frozenset()


class Target(NamedTuple):
    """A target of the selected actor.

    Attributes:
        handle: Its handle.
        name: Its name.
        chance: The chances to hit it and to put it out, in words.
        hit: The chance to hit it alone.
        short: Its name for lines; empty where that is no shorter.
    """

    handle: str
    name: str
    chance: str
    hit: str
    short: str = ""


class Around(NamedTuple):
    """The table before the last act, and as the open question would leave it.

    A pane draws as fresh what differs from the first and draws what would differ as ghosts.
    """

    was: State
    then: State

    @property
    def people(self) -> tuple[Mapping[str, Actor], ...]:
        """The characters of both."""
        return self.was.actors, self.then.actors


class Hint(NamedTuple):
    """A key of the footer: what it does, whether that applies just now, and whether it is shown in every footer."""

    key: str
    label: str
    applies: bool = True
    always: bool = False


class PaletteAct(NamedTuple):
    """Act of the palette: its label, its sentence, its keys, and the call that does it."""

    label: str
    help: str
    keys: str
    do: Callable[[], None]


class Status(NamedTuple):
    """Status line: the last sentence, a flag for bad news, an open question or advice, and the refusal of a slip.

    `brief` is the sentence where it has no room whole, `put_off` tells that every open question is put off, so that its
    key does nothing more, `logged` that a log in sight has the whole sentence, and `waiting` how many questions are
    open.
    """

    said: str = ""
    brief: str = ""
    bad: bool = False
    pending: str = ""
    advice: tuple[str, ...] = ()
    slip: str = ""
    put_off: bool = False
    logged: bool = False
    waiting: int = 0


class HeadRod(NamedTuple):
    """A challenge in the head of the screen, where the abacus is out of sight.

    Attributes:
        title: Its title.
        figures: Its beads in figures, or its outcome.
        role: Look of the figures.
        done: Beads that have moved.
        needed: Beads in all; 0 where no beads are drawn.
        chosen: Whether the next roll is for it.
        moves: Whether `+` advances it.
        after: The challenges that open it, where it is locked; empty for one that can be faced.
        weight: Distance from mattering, beside others that look alike; where room is short, the greatest is left out
            first.
        tried: Whether the beads that have moved are those of the last attempt.
        was: Beads that had moved before the last act, or what a counter showed.
        then: Beads that the open question would leave moved; None for those that have.
        spare: Whether it is left out without a word where all have no room, as a counter is.
    """

    title: str
    figures: str
    role: Role = "text"
    done: int = 0
    needed: int = 0
    chosen: bool = False
    moves: bool = False
    after: str = ""
    weight: int = 0
    tried: bool = False
    was: int | None = None
    then: int | None = None
    spare: bool = False


class Taught(NamedTuple):
    """Lessons for the GM: all their texts with the keys between backticks, and the index of the one that waits."""

    texts: tuple[str, ...] = ()
    at: int = 0


Waits = Mapping[str, frozenset[str]]
"""Rows by actor whose penalty the GM has still to assign."""


Turns = Mapping[str, Sequence[tuple[str, str]]]
"""Actions of a turn by actor, the greater first, each with the reason why it is lost; empty where it is not."""
Fact = tuple[str, tuple[str, ...], Role]
"""A label, the words or the small facts behind it, and their role."""
