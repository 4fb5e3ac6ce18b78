"""Tables that nobody played: those of an evening, changed at random in what they say, shown and played all the same.

Whatever a save would be accepted with must be shown, asked, told and played without a fault: names of nobody, lists
that are empty or doubled, choices of another game, numbers at their ends.

`python -m tests.trust.forged --tables 5000 --jobs 2` says what fell, with the seed that makes it again.
"""

from __future__ import annotations

import argparse
import copy
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import islice
from typing import Any

from tests.trust.fuzz_changes import places
from tests.trust.numbers import shown, spoken, tables
from tests.trust.random_acts import act
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.rules.all_games import hints, pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import Plain, Unreadable, from_plain, to_plain
from wyrd_tui.store.tables.validate import find_dangling

_GROWN = 3
_ACTS = 150
_TURNS = 20
_TRIES = 40
_WORDS = (
    *("", " ", "none", "nobody", "anyone", "usual", "next", "live", "their", "a: b", "a=b", "-", "1", "-1", "²", "x"),
    *("wyrd_engine", "wyrd_abacus", "mettle", "d66", "4-2", "1-99", "dead", "done", "boon", "raise", "stress", "{}"),
)
_NUMBERS = (0, 1, -1, 2, 99, 999, 9_999, -9_999, 99_999, -99_999)


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
    for seed, start in enumerate([*tables().values()] * _GROWN):
        rng = random.Random(seed)
        session = Session(start, dice=LiveDice(seed), clock=lambda: 0.0)
        for _ in range(_ACTS):
            act(session, rng)
        rolls = {
            (roll.game, roll.act, roll.outcome, roll.offers): step.after
            for step in session.done
            if (roll := step.after.roll)
        }
        found += [start, session.state, *rolls.values()]
    return tuple(found)


# ------------------------------------------------------------------ forging


def _changed(rng: random.Random, old: Any, names: list[str]) -> Any:  # noqa: ANN401 - plain data
    """Make something else of the same kind as a value."""
    match old:
        case bool():
            return not old
        case int():
            return rng.choice((*_NUMBERS, -old, old + 1))
        case str():
            return rng.choice(names)
        case list():
            return rng.choice(([], old[1:], old[::-1], [*old, *old], [*old, rng.choice(names)]))
        case dict():
            key = rng.choice([*old, ""])
            fewer = {name: each for name, each in old.items() if name != key}
            return rng.choice(({}, fewer, fewer | {rng.choice(names): old.get(key, rng.choice(names))}))
    return old


def forged(seed: int, starts: tuple[State, ...] = ()) -> State | None:
    """Change a few things in the plain form of a table; None where no save would be accepted with it."""
    rng = random.Random(seed)
    data = copy.deepcopy(to_plain(rng.choice(starts or grown()), sparse=rng.random() < 0.3))
    names = [
        *_WORDS,
        *sorted({text for holder, key in places(data) for text in (key, holder[key]) if type(text) is str}),
    ]
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        # An act that left something open is met most often.
        part = data["roll"] if "roll" in data and rng.random() < 0.3 else data
        (holder, key), (other, there) = (rng.choice([(data, "title"), *places(part)]) for _ in range(2))
        moved = rng.random() < 0.15
        holder[key] = copy.deepcopy(other[there] if moved else _changed(rng, holder[key], names))
    return sound(data)


# ------------------------------------------------------------------ trying


def _fell(what: str, act: Callable[[], object]) -> list[str]:
    """Tell what fell, and where, unless it was a refusal."""
    try:
        act()
    except Refused:
        return []
    except Exception as fault:
        where = traceback.extract_tb(fault.__traceback__)[-1]
        at = f"{where.filename.rpartition('/')[2]}:{where.lineno}"
        return [f"{what}: {type(fault).__name__}: {str(fault)[:80]} ({at})"]
    return []


def faults(seed: int, starts: tuple[State, ...] = (), *, screen: bool = False) -> list[str] | None:
    """List the faults of a forged table; None where no table was forged."""
    state = forged(seed, starts)
    if state is None:
        return None
    rng = random.Random(seed)
    found = spoken(state)
    found += _fell("pending", lambda: (tuple(pending(state)), tuple(hints(state))))
    session = Session(state, dice=LiveDice(seed), clock=lambda: 0.0)
    for _ in range(_TRIES):
        if len(session.done) == _TURNS:
            break
        found += _fell("play", partial(act, session, rng))
    found += _fell("titles", lambda: [step.act.title for step in session.done])
    found += _fell("recap", lambda: recap(session.state, session.done))
    found += _fell("plain", partial(_opened_again, session.state))
    if screen:
        found += shown(state)
    return found


def _opened_again(state: State) -> None:
    """Play must not leave a table that no save would be accepted with."""
    if sound(to_plain(state)) is None:
        raise ValueError("no save would be accepted with it")


def main() -> int:
    """Forge many tables and tell of each kind of fault once; gives the exit status."""
    parser = argparse.ArgumentParser(description="Forged tables, shown and played.")
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first table")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--screen", action="store_true", help="look at the screens of each, too")
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.tables)
    told: Counter[str] = Counter()
    accepted = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        tried = pool.map(partial(faults, screen=args.screen), seeds, chunksize=20)
        for seed, found in zip(seeds, tried, strict=True):
            accepted += found is not None
            for fault in found or ():
                kind = fault[fault.rfind("(") :] if "(" in fault else fault
                told[kind] += 1
                if told[kind] == 1:
                    print(f"seed {seed}: {fault}", flush=True)
    print(f"{args.tables:,} tables from seed {args.seed}: {accepted:,} accepted, {told.total():,} faults")
    for kind, count in islice(told.most_common(), 20):
        print(f"{count:7,}  {kind}")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
