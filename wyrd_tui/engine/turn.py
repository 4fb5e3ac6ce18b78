"""One intention as it was done: what was asked, the facts, and what the log says of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from wyrd_tui.engine.events import Befell, Event, Marked, Moved, Recovered, Rolled, Ruled, Staged
from wyrd_tui.engine.state import State

_MOST_NAMES = 50
_MOST_TOLD = 50
_ASIDE = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Turn:
    """One intention, done.

    Attributes:
        number: `turn` of the state that it made.
        command: Id of the command.
        asked: The line that a script would use for it.
        lines: What the log says, a sentence each.
        events: The facts.
        at: When, in seconds since the epoch.
        names: What in its lines is a name, although a colon stands in it.
    """

    number: int
    command: str
    asked: str
    lines: tuple[str, ...]
    events: tuple[Event, ...]
    at: float = 0.0
    names: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """The sentence that names the act: that of the scene or fight which it begins or ends, else the first."""
        staged = {event.why for event in self.events if isinstance(event, Staged)}
        rolled = self.events and isinstance(self.events[0], Rolled)
        first = next(iter(self.lines), "")
        return next((line for line in self.lines if line in staged), first) if staged and not rolled else first

    @property
    def title(self) -> str:
        """What undo and the history call it: its headline up to the details, and whom else it happened to."""
        line = self.headline
        if self.events and isinstance(self.events[0], Moved | Ruled):
            return line or self.command
        first = _head(line, self.names).strip() or line or self.command
        others = self._others() if self.lines and line == self.lines[0] else 0
        heads = (_head(other, self.names) for other in islice(self.lines, _MOST_TOLD))
        if others == 1 and (name := next((who for other in heads if (who := _alike(first, other))), "")):
            return f"{first}, {name} too"
        return f"{first}, and {others} more" if others else first

    def _others(self) -> int:
        """How many more the act happened to, where it happened to people one by one."""
        told = [event for event in self.events if isinstance(event, Marked | Befell | Recovered)]
        if not told or any(isinstance(event, Rolled) for event in self.events):
            return 0
        return len({event.who for event in told if type(event) is type(told[0])}) - 1


def _head(line: str, names: Iterable[str]) -> str:
    """A sentence up to its details: to the first colon that stands in no name and in no brackets."""
    hidden = line
    for name in islice(names, _MOST_NAMES):
        hidden = hidden.replace(name, "_" * len(name))
    hidden = _ASIDE.sub(lambda aside: "_" * len(aside[0]), hidden)
    return line[: hidden.find(": ")] if ": " in hidden else line


def names_in(lines: Iterable[str], *states: State) -> tuple[str, ...]:
    """Names at a table that hold a colon as a sentence does before its details, as far as lines name them."""
    lines = [line for line in lines if ": " in line]
    if not lines:
        return ()
    found = {name for state in states for name in _named(state) if ": " in name and any(name in line for line in lines)}
    # The longest first, so that a name inside another does not tear it.
    return tuple(sorted(found, key=lambda name: (-len(name), name)))


def _named(state: State) -> Iterator[str]:
    """Everything at a table to which somebody gave a name."""
    yield from (state.scene.title, *state.counters)
    yield from (challenge.title for challenge in state.challenges.values())
    yield from (page.title for page in state.book.pages)
    yield from (bonus.label for bonus in state.bonuses.values())
    for actor in state.actors.values():
        yield from (actor.name, actor.player)
        yield from (condition.label for condition in actor.conditions)
        for sheet in actor.sheets.values():
            yield from sheet.ratings
            yield from (trait.name for trait in sheet.traits)
            yield from (row.label for row in sheet.track)


def _alike(first: str, other: str) -> str:
    """Whose name a sentence begins with that says the same of another; empty where it says something else."""
    mine, theirs = first.split(), other.split()
    same = 0
    while same < min(len(mine), len(theirs)) - 1 and mine[-1 - same] == theirs[-1 - same]:
        same += 1
    # Both are told with a verb and what follows it at least.
    return " ".join(theirs[: len(theirs) - same]) if same > 1 and mine != theirs else ""


class Step(NamedTuple):
    """A turn with the states before and after it."""

    turn: Turn
    before: State
    after: State
