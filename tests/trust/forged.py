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
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import islice
from typing import Any

from tests.commands import COMMANDS
from tests.trust.everything import answered
from tests.trust.numbers import shown, spoken, tables
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.rules.table import hints, pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import Plain, Unreadable, build, plain
from wyrd_tui.store.tables.validate import dangling

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
        state = build(State, content)
    except Unreadable:
        return None
    return None if any(dangling(state)) else state


@cache
def grown() -> tuple[State, ...]:
    """Tables of every game before and after random acts, and after each kind of roll; the same in every process."""
    found = []
    for seed, start in enumerate([*tables().values()] * _GROWN):
        rng = random.Random(seed)
        session = Session(start, dice=LiveDice(seed), clock=lambda: 0.0)
        for _ in range(_ACTS):
            _act(session, rng)
        rolls = {
            (roll.game, roll.act, roll.outcome, roll.offers): step.after
            for step in session.done
            if (roll := step.after.roll)
        }
        found += [start, session.state, *rolls.values()]
    return tuple(found)


def _act(session: Session, rng: random.Random) -> None:
    """Do something that the table offers, or nothing where that is refused."""
    command = rng.choice(COMMANDS)
    try:
        answers = answered(command, session.state, rng)
        if answers is not None:
            session.do(command, answers)
    except Refused:
        pass


# ------------------------------------------------------------------ forging

_Spot = tuple[Any, Any]


def _spots(value: Any) -> Iterator[_Spot]:  # noqa: ANN401 - plain data
    """Each place in plain data that holds something: what it is in, and its key there."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _spots(inner)


def _names(value: Any) -> list[str]:  # noqa: ANN401 - plain data
    """Every short text and key in plain data."""
    found = {str(key) for holder, key in _spots(value) if isinstance(holder, dict)}
    found |= {holder[key] for holder, key in _spots(value) if isinstance(holder[key], str)}
    return sorted(name for name in found if len(name) < 60)


def _changed(rng: random.Random, old: Any, names: list[str]) -> Any:  # noqa: ANN401 - plain data
    """Something else in the place of a value, of the same kind."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return rng.choice((*_NUMBERS, -old, old + 1))
    if isinstance(old, str):
        return rng.choice(names if rng.random() < 0.6 else _WORDS)
    if isinstance(old, dict):
        return _changed_table(rng, old, names)
    return _changed_list(rng, old, names) if isinstance(old, list) else old


def _changed_list(rng: random.Random, old: list[Any], names: list[str]) -> list[Any]:
    made = copy.deepcopy(old)
    match rng.randrange(5):
        case 0:
            return []
        case 1:
            return [*made, *copy.deepcopy(made)]
        case 2:
            rng.shuffle(made)
        case 3 if made:
            made.pop(rng.randrange(len(made)))
        case _ if not made or isinstance(made[0], str):
            made.append(rng.choice(names))
    return made


def _changed_table(rng: random.Random, old: dict[str, Any], names: list[str]) -> dict[str, Any]:
    if not old:
        return {rng.choice(names): rng.choice(names)}
    key = rng.choice(list(old))
    match rng.randrange(5):
        case 0:
            return {}
        case 1:
            return {name: each for name, each in old.items() if name != key}
        case 2:
            return old | {rng.choice(names): copy.deepcopy(old[key])}
        case 3:
            other = rng.choice(list(old))
            return old | {key: old[other], other: old[key]}
    name = rng.choice(names if rng.random() < 0.6 else _WORDS)
    return {name if each == key else each: value for each, value in old.items()}


def _spot(rng: random.Random, data: dict[str, Any]) -> _Spot:
    """A place in a table, as likely near its top as deep in it; what an act left open is met most often."""
    sections = [name for name, each in data.items() if isinstance(each, dict | list)]
    holder: Any = data
    key: Any = "roll" if "roll" in sections and rng.random() < 0.3 else rng.choice(sections)
    while isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.7:
        holder = holder[key]
        key = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
    return holder, key


def forged(seed: int, starts: tuple[State, ...] = ()) -> State | None:
    """A table with a few things changed in its plain form; None where no save would be accepted with it."""
    rng = random.Random(seed)
    data = copy.deepcopy(plain(rng.choice(starts or grown()), sparse=rng.random() < 0.3))
    names = _names(data)
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        holder, key = _spot(rng, data)
        if rng.random() < 0.15:
            other, there = _spot(rng, data)
            holder[key] = copy.deepcopy(other[there])
        else:
            holder[key] = _changed(rng, holder[key], names)
    return sound(data)


# ------------------------------------------------------------------ trying


def _fell(what: str, act: Callable[[], object]) -> list[str]:
    """What fell, and where, unless it was a refusal."""
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
    """What is wrong with a forged table; None where it is none."""
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
        found += _fell("play", partial(_act, session, rng))
    found += _fell("titles", lambda: [step.turn.title for step in session.done])
    found += _fell("recap", lambda: recap(session.state, session.done))
    found += _fell("plain", partial(_opened_again, session.state))
    if screen:
        found += shown(state)
    return found


def _opened_again(state: State) -> None:
    """Play must not leave a table that no save would be accepted with."""
    if sound(plain(state)) is None:
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
