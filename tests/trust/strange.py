"""Tables never played: every number at one end of what a file may have, or an evening's table changed at random.

Every value that a save may hold must be shown, asked, told and played without a fault, and without a stall: numbers at
their ends, names of nobody, lists that are empty or doubled, choices of another game.
"""

from __future__ import annotations

import asyncio
import copy
import random
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple, get_args, get_type_hints

from tests.commands import COMMANDS
from tests.plain_values import in_full
from tests.screens.abacus_tables import abacus_table
from tests.screens.mettle_tables import mettle_table
from tests.screens.tables import table
from tests.store.test_shapes import kinds
from tests.table_fakes import FakeStorage
from tests.trust.fuzz_changes import Field, changed_value, places, remade
from tests.trust.fuzz_targets import looked_at
from tests.trust.random_acts import act, answered
from tests.trust.runner import Harness, Result, seeds, some_of
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.limits import ANY_NUMBER, Range
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.roll import Harm, Roll, Score
from wyrd_tui.engine.rules import all_games as rules
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import WYRD_ENGINE, State
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.store.files.codec import Plain, Unreadable, from_plain, to_plain
from wyrd_tui.store.tables.save import find_dangling

Choice = Callable[[Field, Range], int]
SECONDS = 20.0
"""Seconds of processor after which one thing that a GM asks for counts as endless, on a slow machine too."""
_ACTOR = ("s", "end", "escape", "o", "down", "right", "end", "escape")
KEYS = ("1", *_ACTOR, "b", "end", "escape", "l", "escape", "tab", "down", *_ACTOR, "tab", "tab", "down", "s", "escape")
"""A sheet and the odds of two people, the book, the history, and a challenge."""
_ACTS, _TRIES = 20, 40
_WORDS = (
    *("", " ", "none", "nobody", "anyone", "usual", "next", "live", "their", "a: b", "a=b", "-", "1", "-1", "²", "x"),
    *("wyrd_engine", "wyrd_abacus", "mettle", "d66", "4-2", "1-99", "dead", "done", "boon", "raise", "stress", "{}"),
)


def tables() -> dict[str, State]:
    """A table of each game, with a fight under way."""
    state = table()
    who = next(iter(state.actors))
    order = Order("gm", 1, who, tuple(Place(one, 1) for one in state.actors))
    tie = Roll("check", WYRD_ENGINE, Score(who, "Fight"), outcome="tie", number=1)
    fight = replace(state, order=order, rolls=(tie,), harms=(Harm(who, 1, damage=1),))
    fight = replace(fight, open=(Open(WYRD_ENGINE, "ruling", who, roll=1),))
    return {"we": fight, "wa": abacus_table(), "me": mettle_table()}


# ------------------------------------------------------------------ numbers


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
    return next(filter(None, map(_limit, getattr(hint, "__metadata__", get_args(hint)))), None)


def with_numbers(state: State, choose: Choice) -> State:
    """Copy a table with each number chosen anew."""
    made: State = remade(state, lambda at, value: choose(at, limit_of(at)) if type(value) is int else value)
    return made


# ------------------------------------------------------------------ forging


def sound(content: Plain) -> State | None:
    """The table that content stands for, if nothing is wrong with it."""
    try:
        state = from_plain(State, content)
    except Unreadable:
        return None
    return None if any(find_dangling(state)) else state


@cache
def grown() -> tuple[State, ...]:
    """Tables of every game before and after random acts, and after each kind of roll; the same in every process."""
    found = []
    for seed, start in enumerate([*tables().values()] * 3):
        rng = random.Random(seed)
        session = Session(start, dice=LiveDice(seed), clock=lambda: 0.0)
        for _ in range(150):
            act(session, rng)
        rolls = {
            (roll.game, roll.act, roll.outcome, roll.offers): step.after
            for step in session.done
            if (roll := step.after.roll)
        }
        found += [start, session.state, *rolls.values()]
    return tuple(found)


def forged(seed: int, starts: tuple[State, ...] = ()) -> State | None:
    """Change a few things in the plain form of a table; None where no save would be accepted with it."""
    rng = random.Random(seed)
    start = rng.choice(starts or grown())
    data = copy.deepcopy(in_full(start) if rng.random() < 0.3 else to_plain(start))
    texts = {text for holder, key in places(data) for text in (key, holder[key]) if type(text) is str}
    # An act that left something open is met most often.
    part = rng.choice(data.get("rolls") or [data]) if rng.random() < 0.3 else data
    changed_value(rng, part, [*_WORDS, *sorted(texts)])
    return sound(data)


# ------------------------------------------------------------------ all that a game master may ask for


def _fell(what: str, do: Callable[[], object], most: float = SECONDS) -> Iterator[str]:
    """Tell what fell, and where, unless it was a refusal; and what was slow."""
    begun = time.process_time()
    try:
        do()
    except Refused:
        pass
    except Exception as fault:
        where = traceback.extract_tb(fault.__traceback__)[-1]
        at = f"{where.filename.rpartition('/')[2]}:{where.lineno}"
        yield f"{what}: {type(fault).__name__}: {str(fault)[:200]} ({at})"
    if (taken := time.process_time() - begun) > most:
        yield f"{what}: {taken:.1f} s"


def spoken(state: State) -> list[str]:
    """List the faults of the words of a table: previews, ladders, open questions, recaps."""
    asked: list[tuple[str, Callable[[], object]]] = [
        ("lines and recap", lambda: looked_at(state)),
        ("questions", lambda: (tuple(rules.pending(state)), tuple(rules.hints(state)))),
        *(
            (f"questions of {command.id}", partial(answered, command, state, random.Random(1), usual=1.0, looks=True))
            for command in COMMANDS
        ),
    ]
    for game in GAMES.values():
        for actor in (one for one in state.actors.values() if game.id in one.sheets):
            # The ratings themselves may fall, too.
            asked.append((f"ladders of {actor.id}", partial(_ladders, game, state, actor)))
    return [wrong for what, do in asked for wrong in _fell(what, do)]


def _ladders(game: Any, state: State, actor: Any) -> None:  # noqa: ANN401 - any game, and any of its actors
    for one in game.ratings(state, actor):
        game.ladder(state, actor.id, one.value, None)


def shown(state: State, keys: tuple[str, ...] = KEYS) -> list[str]:
    """List the faults of the screens of a table."""
    wrong: list[str] = []

    async def look() -> None:
        session = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
        storage = FakeStorage(wrong.append)
        app = WyrdApp(lambda look, glyphs: TableScreen(session, rules, look=look, glyphs=glyphs, storage=storage))
        begun = time.process_time()
        async with app.run_test(size=(80, 24)) as pilot:
            for key in ("", *keys):
                if key:
                    await pilot.press(key)
                await pilot.pause()
                if (taken := time.process_time() - begun) > SECONDS:
                    wrong.append(f"key {key}: {taken:.1f} s")
                begun = time.process_time()

    return [*_fell("screen", lambda: asyncio.run(look()), SECONDS * len(keys)), *wrong]


def played(seed: int, starts: tuple[State, ...] = ()) -> list[str] | None:
    """List the faults of the words of a forged table, and of acts at it; None where no table was forged."""
    state = forged(seed, starts)
    if state is None:
        return None
    found = spoken(state)
    session = Session(state, dice=LiveDice(seed), clock=lambda: 0.0)
    rng = random.Random(seed)
    for _ in range(_TRIES):
        if len(session.done) < _ACTS:
            found += _fell("play", partial(act, session, rng))
    found += _fell("titles", lambda: [step.act.title for step in session.done])
    found += _fell("recap", lambda: recap(session.state, session.done))
    try:
        content = to_plain(session.state)
    except Refused:
        # A journal refuses the act that leads to such a number.
        return found
    if sound(content) is None:
        found.append("play left a table that no save would be accepted with")
    return found


# ------------------------------------------------------------------ all of it


class Case(NamedTuple):
    """A table of a game, with all numbers at their lowest (0) or at their highest (1)."""

    game: str
    end: int

    def state(self) -> State:
        """Make it."""
        return with_numbers(tables()[self.game], lambda at, span: span[self.end])


CASES = [Case(game, end) for game in tables() for end in (0, 1)]


def attempt(case: Case) -> Result:
    """Look at a table with such numbers."""
    state = case.state()
    return Result((case.game,), (*(f"{case}: {fault}" for fault in (*spoken(state), *shown(state))),))


def attempt_forged(seed: int) -> Result:
    """Play a forged table."""
    found = played(seed)
    return Result(("refused",) if found is None else ("accepted",), (*(f"{seed}: {fault}" for fault in found or ()),))


NUMBERS, FORGED = Harness(some_of(lambda: CASES), attempt), Harness(seeds, attempt_forged, 5000)
