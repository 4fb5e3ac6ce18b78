"""Handles: the keys that choose an actor, the same in every question of an evening.

The party has 1 to 9, everybody else a letter; beyond these a capital and a letter, so that no handle begins another.
An actor keeps its handle while others enter and exit, but has a digit once it is a player's. `State.handles`
remembers what was given since actors began to come and go, and `State.spare_letters` the letters that became digits;
the rest follows from the order of the actors.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, product

from wyrd_tui.engine.entries import with_entry, without_entry
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.state import Actor, State

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_KINDS = tuple("123456789"), tuple(_LETTERS), tuple(map("".join, product(_LETTERS.upper(), _LETTERS)))
_KNOWN = frozenset(chain(*_KINDS))

_looked_at: list[tuple[Mapping[str, Actor], Mapping[str, str], Mapping[str, str]]] = []


def handles_of(state: State) -> Mapping[str, str]:
    """Return the handle of each actor at the table; empty for an actor beyond the last handle."""
    for actors, given, known in _looked_at[:1]:
        if actors is state.actors and given is state.handles:
            return known
    found = {who: handle for who, handle in _with_handles(state).handles.items() if who in state.actors}
    _looked_at[:] = [(state.actors, state.handles, found)]
    return found


def remember_handles(before: State, after: State) -> State:
    """Remember the handles that were given so far, as actors enter, exit or change sides."""
    given = _with_handles(before)
    return _with_handles(replace(after, handles=given.handles, spare_letters=given.spare_letters))


def new_handle(state: State, actor: Actor) -> str:
    """Return the handle that a change of an actor gives it, and its old one goes; empty where it keeps its own."""
    after = replace(state, actors=with_entry(state.actors, actor.id, actor))
    changed = remember_handles(state, after).handles.get(actor.id, "")
    return changed if changed != handles_of(state).get(actor.id) else ""


def free_id(state: State, who: str) -> State:
    """Take an id from the departed for an actor who enters.

    Those in whose place new ones enter stay among the departed under another id, which keeps their handle.
    """
    left = state.departed.get(who)
    if left is None:
        return state
    departed, handles = without_entry(state.departed, who), state.handles
    if left.replaceable:
        gone = fresh_id(left.name, state.people)
        departed = with_entry(departed, gone, replace(left, id=gone))
        handles = {gone if whose == who else whose: handle for whose, handle in handles.items()}
    return replace(state, departed=departed, handles=handles)


def _with_handles(state: State) -> State:
    """Give a handle to each actor that has none: one that nobody had, else one of an actor that exited."""
    used: dict[str, str] = {}
    for who, handle in state.handles.items():
        if handle in _KNOWN:
            used.setdefault(handle, who)
    found = {who: handle for handle, who in used.items()}
    # A spare letter is used, but by nobody.
    used = {**dict.fromkeys(_KNOWN.intersection(state.spare_letters), ""), **used}
    unused = {kind: (handle for handle in kind if handle not in used) for kind in _KINDS}
    for who, actor in state.actors.items():
        if who in found:
            # A denizen whom a player adopts is selected by a digit as other characters are.
            joins = (actor.side, actor.kind) == ("party", "pc") and found[who] not in _KINDS[0]
            if digit := next(unused[_KINDS[0]], "") if joins else "":
                # The letter goes to a newcomer only where no other is free, as that of an actor who exited.
                used |= {digit: who, found[who]: ""}
                found[who] = digit
            continue
        for kind in _KINDS if actor.side == "party" else _KINDS[1:]:
            freed = (handle for handle in kind if used[handle] not in state.actors)
            if handle := next(unused[kind], "") or next(freed, ""):
                found.pop(used.get(handle, ""), None)
                found[who], used[handle] = handle, who
                break
    return replace(state, handles=found, spare_letters=tuple(sorted(key for key, who in used.items() if not who)))
