"""The log's account of an act: its sentences, and its title for undo and the history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wyrd_tui.engine import events as e
from wyrd_tui.engine.answers import one_line
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import name_of


class Account(NamedTuple):
    """An act in the words of the log, with the table after it.

    Attributes:
        lines: Sentences of the log.
        lead: Index of the sentence that names the act.
        title: Name of the act; empty where the log says nothing of it.
        after: The table, one act later.
    """

    lines: tuple[str, ...]
    lead: int
    title: str
    after: State


_Told = tuple[e.Event, State, str]
"""An event that the log mentions, with the state before it and the head of its sentence."""


def describe_and_apply(state: State, events: Iterable[e.Event]) -> Account:
    """Tell the events of one act and apply them."""
    acts, rolled = state.acts, False
    lines: list[str] = []
    told: list[_Told] = []
    for event in events:
        head, tail = describe(event, state)
        # A page of the book has several lines; the log has one for each sentence.
        if line := one_line(head + tail):
            lines.append(line)
            told.append((event, state, head))
        rolled = rolled or isinstance(event, e.Rolled)
        state = apply(state, event)
    # A roll names an act, and so does a scene or evening, the last of several; else the first sentence does.
    rolls = [index for index, one in enumerate(told) if isinstance(one[0], e.Rolled)]
    staged = [index for index, one in enumerate(told) if isinstance(one[0], e.Staged)]
    lead = rolls[0] if rolls else staged[-1] if staged and not rolled else 0
    title = "" if not told else told[lead][2] if rolled or lead else _title(told)
    return Account(tuple(lines), lead, one_line(title), replace(state, acts=acts + 1))


def _title(told: list[_Told]) -> str:
    """Return the head of the first sentence, with the other actors that had the same happen to them."""
    first, _, head = told[0]
    if len(told) == 1 or (deed := _happened(first)) is None:
        return head
    others: dict[str, tuple[State, object]] = {}
    for event, before, _ in told[1:]:
        if type(event) is type(first) and (other := _happened(event)) and other.who != deed.who:
            others[other.who] = before, other.what
    if len(others) != 1:
        return f"{head}, and {len(others)} more" if others else head
    ((who, (before, what)),) = others.items()
    return f"{head}, {name_of(before, who)} too" if what == deed.what else f"{head}, and 1 more"


class _Happened(NamedTuple):
    """The actor that an event happened to, and what happened."""

    who: str
    what: object


def _happened(event: e.Event) -> _Happened | None:
    """Return what an event did to one actor; None for an event of another kind."""
    match event:
        case e.Marked():
            return _Happened(event.who, (event.game, event.damage, event.cause, event.why))
        case e.Befell():
            return _Happened(event.who, replace(event.condition, note=""))
        case e.Recovered():
            return _Happened(event.who, (event.game, event.condition))
        case _:
            return None
