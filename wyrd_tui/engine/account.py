"""The log's account of an act: its sentences, and its title for undo and the history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wyrd_tui.engine import events as e
from wyrd_tui.engine.answers import one_line
from wyrd_tui.engine.apply import apply_each
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


class _Told(NamedTuple):
    """An event that the log mentions, with the state before it and the head of its sentence."""

    event: e.Event
    before: State
    head: str


def describe_and_apply(state: State, events: Iterable[e.Event]) -> Account:
    """Tell the events of one act and apply them."""
    acts, rolled = state.acts, False
    lines: list[str] = []
    told: list[_Told] = []
    for event, before, after in apply_each(state, events):
        sentence = describe(event, before)
        # A page of the book has several lines; the log has one for each sentence.
        if line := one_line(str(sentence)):
            lines.append(line)
            told.append(_Told(event, before, one_line(sentence.head)))
        rolled = rolled or isinstance(event, e.Rolled)
        state = after
    lead = 0 if rolled else _lead(told)
    title = "" if not told else told[lead].head if rolled or lead else _title(told)
    return Account(tuple(lines), lead, title, replace(state, acts=acts + 1))


def _lead(told: Iterable[_Told]) -> int:
    """Return the index of the sentence for a scene or evening that begins or ends, else of the first."""
    return next((index for index, one in enumerate(told) if isinstance(one.event, e.Staged)), 0)


def _title(told: list[_Told]) -> str:
    """Return the head of the first sentence, and the others to whom the same happened."""
    first, deed = told[0], _happened(told[0].event)
    if deed is None or len(told) == 1:
        return first.head
    alike = (one for one in told if type(one.event) is type(first.event))
    others = {other.who: (one, other) for one in alike if (other := _happened(one.event)) and other.who != deed.who}
    if len(others) != 1:
        return f"{first.head}, and {len(others)} more" if others else first.head
    one, other = next(iter(others.values()))
    return (
        f"{first.head}, {name_of(one.before, other.who)} too"
        if other.what == deed.what
        else f"{first.head}, and 1 more"
    )


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
