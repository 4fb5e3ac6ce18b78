"""What a game brings to the table: its commands, what it leaves open, its ladder, its names for things.

The table, the screens and what all games share know a game only as this record, so that another one is another record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.commands import Answers, Choice, Command
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.state import Actor, State


class Pending(NamedTuple):
    """Something that the table waits for: the command that sees to it, the answers known already, and a sentence."""

    command: str
    answers: Answers
    sentence: str


class Rung(NamedTuple):
    """A step of a ladder with the selected actor's exact odds, and a word on whether a roll is needed."""

    value: int
    name: str
    success: Chance
    tie: Chance
    failure: Chance
    hint: str


class Ladder(NamedTuple):
    """A game's difficulties for one actor and rating, from the easiest."""

    title: str
    rungs: tuple[Rung, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """One of the games.

    Attributes:
        id: As `State.games` and `Actor.sheets` name it.
        commands: Its acts.
        opens: What the table still asks after the last act, the most urgent first.
        hints: What the GM may want to know just now.
        ladder: The steps with the odds of an actor and a rating.
        best_rating: The rating to expect from an actor where nothing says otherwise.
        ratings: What an actor's sheet can be asked for.
        values: Difficulties that have a name.
        breath: What the end of a fight or a scene does to everybody.
    """

    id: str
    commands: tuple[Command, ...]
    opens: Callable[[State], Iterator[Pending]]
    hints: Callable[[State], Iterator[str]]
    ladder: Callable[[State, str, str], Ladder]
    best_rating: Callable[[State, str], str]
    ratings: Callable[[State, Actor], Sequence[Choice]]
    values: Callable[[], Sequence[Choice]]
    breath: Callable[[State, str], Iterator[Event]]
