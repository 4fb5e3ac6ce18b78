"""Bringing what older versions wrote up to date: plain data of one format made into plain data of the next.

Each step is pure and leaves alone what it does not know, so that whoever builds values of the data says what is wrong
with it. It keeps its own spelling of every name: what the engine calls a thing may change, what was written does not.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from wyrd_tui.store.files.codec import Plain
from wyrd_tui.store.tables import line as line_of
from wyrd_tui.store.tables import signs

FORMAT = 2
"""The number of saves and journals; it rises with every change to the shape of what they hold."""

Change = Callable[[Plain], Plain]


class Step(NamedTuple):
    """How a table and an event of one format become those of the next."""

    state: Change
    event: Change


def state(data: Plain, number: int) -> Plain:
    """A table of some format as one of today's."""
    for step in _steps(number):
        data = step.state(data)
    return data


def turn(data: Plain, number: int) -> Plain:
    """A turn of some format as one of today's."""
    for step in _steps(number):
        data = _within(data, events=_each(step.event))
    return data


def lines(older: Iterable[bytes], number: int, seq: int = 0) -> list[bytes]:
    """Lines of a journal of some format as today's, chained anew, up to one that cannot be read."""
    if number >= FORMAT:
        return list(older)
    made: list[bytes] = []
    crc = 0
    with contextlib.suppress(ValueError, RecursionError):
        for each, line in enumerate(older, seq):
            whole, crc = line_of.made(_body(line, number), each, crc)
            made.append(whole[:-1])
    return made


def in_order_of(data: Plain, model: Plain) -> Plain:
    """The same data with its names in the order of another's, and after them those that the other has not."""
    if isinstance(data, dict) and isinstance(model, dict):
        names = [*(name for name in model if name in data), *(name for name in data if name not in model)]
        return {name: in_order_of(data[name], model.get(name)) for name in names}
    if isinstance(data, list) and isinstance(model, list) and len(data) == len(model):
        return [in_order_of(*pair) for pair in zip(data, model, strict=True)]
    return data


def _steps(number: int) -> list[Step]:
    return [STEPS[each] for each in range(max(number, 1), FORMAT)]


def _body(line: bytes, number: int) -> str:
    """What follows the head of a line, brought up to date; ValueError for one that has too many names and values."""
    if signs.crowded_line(line):
        raise ValueError
    data = {name: value for name, value in json.loads(line).items() if name not in ("crc", "seq")}
    if "wyrd_journal" in data:
        data["wyrd_journal"] = FORMAT
    changes: dict[str, Change] = {"state": lambda each: state(each, number)}
    changes |= dict.fromkeys(("do", "edit"), lambda each: turn(each, number))
    return json.dumps(_within(data, **changes), ensure_ascii=False, separators=(",", ":"))[1:-1]


# ------------------------------------------------------------------ within data


def _within(data: Plain, **changes: Change) -> Plain:
    """A table with what stands under some names changed; anything that is no table as it is."""
    if not isinstance(data, dict):
        return data
    return {name: changes[name](value) if name in changes else value for name, value in data.items()}


def _each(change: Change) -> Change:
    """The same change for everything in a table or a list."""

    def changed(data: Plain) -> Plain:
        if isinstance(data, dict):
            return {name: change(each) for name, each in data.items()}
        return [change(each) for each in data] if isinstance(data, list) else data

    return changed


# ------------------------------------------------------------------ from 1 to 2


def _place(data: Plain) -> Plain:
    """Which actions are spent was told by a flag for each."""
    if not isinstance(data, dict) or not data.keys() & {"primary", "minor"}:
        return data
    flags = {name: data[name] for name in ("primary", "minor") if name in data}
    if not all(isinstance(flag, bool) for flag in flags.values()):
        return data
    rest = {name: value for name, value in data.items() if name not in flags}
    used = [name for name, flag in flags.items() if flag]
    return {**rest, "used": used} if used else rest


def _trait(data: Plain) -> Plain:
    """A trait counted its uses together; now each of its limited effects does."""
    if not isinstance(data, dict) or type(used := data.get("used")) is not int:
        return data
    effects = data.get("effects", [])
    if not isinstance(effects, list) or not all(isinstance(effect, dict) for effect in effects):
        return data
    spread = []
    for effect in effects:
        uses = effect.get("uses", 1)
        gone = min(used, uses) if effect.get("kind") == "limited" and type(uses) is int else 0
        used -= gone
        spread.append({**effect, "used": gone} if gone > 0 else effect)
    return {**{name: value for name, value in data.items() if name != "used"}, "effects": spread}


def _condition(data: Plain) -> Plain:
    """What a game remembered of a condition stood in its note."""
    if not isinstance(data, dict) or "memo" in data:
        return data
    note = data.get("note")
    if data.get("id") == "defeated" and note in ("a significant impediment", "gone from the tale"):
        return {**data, "memo": "rolled"}
    loaded = isinstance(note, str) and (note == "by Load" or note.endswith("; by Load"))
    if loaded and data.get("id") in ("encumbered", "incapacitated"):
        return {**data, "memo": "load"}
    return data


def _challenge(data: Plain) -> Plain:
    """What only a Wyrd roll met named the Wyrd as the one rating that suits."""
    if not isinstance(data, dict) or "met_by" in data or data.get("skills") != ["Wyrd"]:
        return data
    if data.get("game") != "wyrd_abacus":
        return data
    return {**{name: value for name, value in data.items() if name != "skills"}, "met_by": "wyrd"}


def _actor(data: Plain) -> Plain:
    return _within(data, sheets=_each(_sheet), conditions=_each(_condition))


def _sheet(data: Plain) -> Plain:
    return _within(data, traits=_each(_trait))


def _order(data: Plain) -> Plain:
    return _within(data, places=_each(_place))


def _state(data: Plain) -> Plain:
    book = {"cast": _each(_actor), "challenges": _each(_challenge)}
    return _within(
        data,
        actors=_each(_actor),
        challenges=_each(_challenge),
        order=_order,
        book=lambda each: _within(each, **book),
    )


def _event(data: Plain) -> Plain:
    return _within(
        data,
        actor=_actor,
        trait=_trait,
        condition=_condition,
        challenge=_challenge,
        order=_order,
        place=_place,
    )


STEPS: Mapping[int, Step] = {1: Step(_state, _event)}
"""The step that leaves each older format behind."""
