"""Every number of a table as far as a file may have it: each screen, each preview and each recap still comes, and soon.

`python -m tests.trust.numbers` sets one field after another, on a table of each game, and says what was slow or fell.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from typing import Any, get_args, get_type_hints

from tests.commands import COMMANDS
from tests.screens.abacus_tables import abacus_table
from tests.screens.mettle_tables import mettle_table
from tests.screens.tables import table
from tests.table_fakes import FakeStorage
from tests.trust.test_shapes import kinds
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.commands import Answer, Command, Portion, next_ask
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.limits import ANY_NUMBER, Range
from wyrd_tui.engine.matter import matter
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.rules import all_games as rules
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import WYRD_ENGINE, Order, Place, Roll, Score, State
from wyrd_tui.play import play_line
from wyrd_tui.screens.table.screen import TableScreen

Field = tuple[type, str]
Choice = Callable[[Field, Range, int], int]
SECONDS = 2.0
"""Seconds that one thing may take that a GM asks for."""
_ACTOR = ("s", "end", "escape", "o", "down", "right", "end", "escape")
KEYS = ("1", *_ACTOR, "b", "end", "escape", "l", "escape", "tab", "down", *_ACTOR, "tab", "tab", "down", "s", "escape")
"""A sheet and the odds of two people, the book, the history, and a challenge."""


def tables() -> dict[str, State]:
    """A table of each game, with a fight under way."""
    return {"we": _fight(table()), "wa": abacus_table(), "me": mettle_table()}


def _fight(state: State) -> State:
    who = next(iter(state.actors))
    order = Order("gm", 1, who, tuple(Place(one, 1) for one in state.actors))
    tie = Roll("check", WYRD_ENGINE, Score(who, "Fight"), outcome="tie", number=1)
    return replace(state, order=order, roll=tie, open=(matter(WYRD_ENGINE, "ruling", who, roll=1),))


def limited_fields(root: type) -> set[Field]:
    """List the fields of a type, and of all in it, whose numbers have a limit of their own."""
    seen: dict[type, None] = {}
    kinds(root, seen)
    return {
        (kind, name)
        for kind in seen
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if _limit(hint)
    }


@cache
def limit_of(at: Field) -> Range:
    """Return the limit of the numbers of a field, as its annotation says."""
    kind, name = at
    return _limit(get_type_hints(kind, include_extras=True)[name]) or ANY_NUMBER


def _limit(hint: Any) -> Range | None:  # noqa: ANN401 - any type
    if isinstance(hint, Range):
        return hint
    inside = getattr(hint, "__metadata__", get_args(hint))
    return next(filter(None, map(_limit, inside)), None)


def with_numbers(value: Any, choose: Choice, at: Field = (State, "")) -> Any:  # noqa: ANN401 - any part of a table
    """Copy a value with each number chosen anew."""
    if type(value) is int:
        return choose(at, limit_of(at), value)
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        changed = {
            each.name: with_numbers(getattr(value, each.name), choose, (kind, each.name)) for each in fields(kind)
        }
        return kind(**changed)
    if isinstance(value, Mapping):
        return {key: with_numbers(each, choose, at) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(with_numbers(each, choose, at) for each in value)
    return value


def numbers_of(state: State) -> dict[Field, Range]:
    """The fields of a table that hold numbers, and how far each goes."""
    found: dict[Field, Range] = {}

    def note(at: Field, span: Range, value: int) -> int:
        found[at] = span
        return value

    with_numbers(state, note)
    return found


def extreme(which: Field | None, high: bool) -> Choice:
    """All numbers, or those of one field, as high or as low as they go."""
    return lambda at, span, value: (span.high if high else span.low) if which in (None, at) else value


def mixed(rng: random.Random) -> Choice:
    """Each number at one of its ends, near it, or as it was."""
    return lambda at, span, value: rng.choice((span.low, span.high, max(0, span.low), min(span.high, 60), value, value))


# ------------------------------------------------------------------ what a game master may ask for


def _asked(state: State, command: Command) -> None:
    """Put all questions of a command, with the usual answer or the first that is offered."""
    answers: dict[str, Answer] = {}
    if command.when(state):
        return
    while (ask := next_ask(command, state, answers)) is not None:
        ask.preview(state, answers)
        choices = ask.choices(state, answers)
        answer = ask.default(state, answers)
        if answer is None:
            first = choices[0].value if choices else ""
            by_kind: dict[str, Answer] = {"many": (first,), "parts": (Portion(first, 1),), "number": ask.low}
            answer = by_kind.get(ask.kind, first)
        answers[ask.name] = answer
        ask.preview(state, answers)


def _words(state: State) -> Iterator[tuple[str, Callable[[], object]]]:
    session = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
    yield "recap", lambda: recap(state, ())
    for what in ("show", "show ladder", "show rules", "show people", "show odds"):
        yield what, partial(play_line, session, what)
    for game in GAMES.values():
        for actor in state.actors.values():
            for one in game.ratings(state, actor) if game.id in actor.sheets else ():
                yield f"ladder {one.value}", partial(game.ladder, state, actor.id, one.value)
    for command in COMMANDS:
        yield f"questions of {command.id}", partial(_asked, state, command)


def _timed(name: str, act: Callable[[], object]) -> Iterator[str]:
    begun = time.process_time()
    try:
        act()
    except Refused:
        pass
    except Exception as fault:
        where = traceback.extract_tb(fault.__traceback__)[-1]
        yield f"{name}: {type(fault).__name__}: {str(fault)[:80]} ({where.filename.rpartition('/')[2]}:{where.lineno})"
    if (taken := time.process_time() - begun) > SECONDS:
        yield f"{name}: {taken:.1f} s"


def spoken(state: State) -> list[str]:
    """List the faults of the words of a table: previews, ladders, recaps."""
    return [wrong for name, act in _words(state) for wrong in _timed(name, act)]


def shown(state: State, keys: tuple[str, ...] = KEYS) -> list[str]:
    """List the faults of the screens of a table."""
    wrong: list[str] = []

    async def look() -> None:
        session = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
        app = WyrdApp(
            lambda look, glyphs: TableScreen(
                session, rules, look=look, glyphs=glyphs, storage=FakeStorage(wrong.append)
            )
        )
        begun = time.process_time()
        async with app.run_test(size=(80, 24)) as pilot:
            for key in ("", *keys):
                if key:
                    await pilot.press(key)
                await pilot.pause()
                if (taken := time.process_time() - begun) > SECONDS:
                    wrong.append(f"key {key}: {taken:.1f} s")
                begun = time.process_time()

    try:
        asyncio.run(look())
    except Exception as fault:
        where = traceback.extract_tb(fault.__traceback__)[-1]
        wrong.append(f"screen: {type(fault).__name__}: {str(fault)[:200]} ({where.filename}:{where.lineno})")
    return wrong


def main() -> int:
    """Each field at each end, all of them, and mixtures; gives the exit status."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    count = 0
    for name, state in tables().items():
        tries: list[tuple[str, Choice]] = [
            (f"{which[0].__name__}.{which[1]} {'high' if high else 'low'}", extreme(which, high))
            for which in numbers_of(state)
            for high in (False, True)
        ]
        tries += [(f"all {'high' if high else 'low'}", extreme(None, high)) for high in (False, True)]
        tries += [(f"mixed {seed}", mixed(random.Random(seed))) for seed in range(20)]
        for what, choose in tries:
            made = with_numbers(state, choose)
            for wrong in (*spoken(made), *shown(made)):
                count += 1
                print(f"{name} {what}: {wrong}", flush=True)
    print(f"{count} wrong")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
