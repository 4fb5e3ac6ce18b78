"""What an event costs is counted before it happens: all that is copied or looked through for it."""

from __future__ import annotations

import pytest

from wyrd_tui.engine.apply import CHANGES, apply, fold
from wyrd_tui.engine.effort import EFFORTS, effort, keeping
from wyrd_tui.engine.events import (
    Befell,
    Changed,
    Cleared,
    Closed,
    Counted,
    Event,
    Gained,
    Hitting,
    Joined,
    Laid,
    Left,
    Marked,
    Moved,
    Noted,
    Opened,
    Ordered,
    Placed,
    Rated,
    Read,
    Recovered,
    Remembered,
    Rolled,
    Ruled,
    Said,
    Settled,
    Shown,
    Spent,
    Staged,
    Struck,
    Tracked,
    Traited,
    Turned,
    Usual,
    Wounded,
)
from wyrd_tui.engine.matter import matter
from wyrd_tui.engine.memory import Memory
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.sheet import Row, Sheet, Trait
from wyrd_tui.engine.state import Actor, Bonus, Book, Challenge, Condition, Hit, Order, Place, Roll, Scene, Score, State

MANY = 50
BONUS = Bonus("b1", "b", 1, "a1")
CHALLENGE = Challenge("c1", "c")
ROLL = Roll("check", "g", Score("a1", "r"), hits=tuple(Hit("a1", 1) for _ in range(MANY)))
SHEET = Sheet(
    {f"r{n}": 1 for n in range(MANY)},
    tuple(Trait(f"t{n}", "t") for n in range(MANY)),
    tuple(Row("stress", "s", 1) for _ in range(MANY)),
    {f"u{n}": "r1" for n in range(MANY)},
)
EVENTS: tuple[Event, ...] = (
    *(Hitting("a1"), Marked("a1", "g", {"stress": 1}), Struck("a1", "g", "stress", struck=True)),
    *(Wounded("a1", "g", "stress", ()), Rated("a1", "g", "r1", 2), Traited("a1", "g", Trait("t1", "t"))),
    *(Tracked("a1", "g", ()), Usual("a1", "g", "u1", "r2"), Joined(Actor("new", "n")), Left("a1"), Left("nobody")),
    *(Changed("a1", name="n"), Shown("a1", "open"), Shown("c1", "open"), Shown("p1", "open")),
    *(Befell("a1", Condition("x", "x")), Recovered("a1", "x"), Gained(BONUS), Spent("b1"), Laid(CHALLENGE)),
    *(Moved("c1", 1), Settled("c1", "failed"), Cleared("c1"), Turned("a1", 9), Placed(Place("a1"))),
    *(Noted("m1", "x"), Counted("n1", 2), Read("tie", "x")),
)
CHEAP = (
    *(Said("x"), Remembered(Memory()), Opened(matter("g", "x")), Closed("x"), Rolled(ROLL), Ruled("x")),
    *(Ordered(Order()), Staged(Scene(), 1)),
)


def crowded() -> State:
    """A table with many of everything."""
    sick = tuple(Condition(f"c{n}", "c") for n in range(MANY))
    return State(
        "T",
        actors={f"a{n}": Actor(f"a{n}", "n", sheets={"g": SHEET}, conditions=sick) for n in range(MANY)},
        order=Order("gm", 1, "a1", tuple(Place("a1", acted=True) for _ in range(MANY))),
        challenges={f"c{n}": Challenge(f"c{n}", "c") for n in range(MANY)},
        bonuses={f"b{n}": Bonus(f"b{n}", "b", 1, "a1") for n in range(MANY)},
        marks={f"m{n}": "found" for n in range(MANY)},
        counters={f"n{n}": 1 for n in range(MANY)},
        rules={f"q{n}": 1 for n in range(MANY)},
        roll=ROLL,
        book=Book(tuple(Page(f"p{n}", "rule", "p") for n in range(MANY))),
    )


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_what_an_event_costs_grows_with_the_table(event: Event) -> None:
    assert effort(crowded(), event) >= MANY


@pytest.mark.parametrize("event", [*EVENTS, *CHEAP], ids=lambda event: type(event).__name__)
def test_on_a_bare_table_nothing_costs(event: Event) -> None:
    assert effort(State("T"), event) == 0


def test_every_kind_of_event_is_counted_or_cheap() -> None:
    assert {type(event) for event in EVENTS} == set(EFFORTS)
    assert set(CHANGES) - set(EFFORTS) == {type(event) for event in CHEAP}


def test_making_rows_costs_more_than_looking_at_them() -> None:
    table = crowded()
    assert effort(table, Marked("a1", "g", {"stress": 1})) > 5 * effort(table, Marked("a1", "g", {"other": 1}))


def test_what_is_kept_is_what_was_made_anew() -> None:
    table = crowded()
    assert keeping(table, table) == 0
    once = keeping(table, apply(table, Counted("n1", 2)))
    assert once >= MANY
    assert keeping(table, fold(table, [Counted("n1", 2), Counted("n2", 2)])) == once
    assert keeping(table, fold(table, [Counted("n1", 2), Changed("a1", name="n")])) == 2 * once


def test_each_event_is_looked_at_before_it_happens() -> None:
    seen: list[tuple[int, Event]] = []
    events = (Counted("n1", 2), Counted("n1", 3))
    after = fold(State("T"), events, lambda state, event: seen.append((state.counters.get("n1", 0), event)))
    assert seen == [(0, events[0]), (2, events[1])]
    assert after == fold(State("T"), events)
