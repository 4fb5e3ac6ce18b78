"""What a hand has changed in a save, named, and put on top of the turns that were played after it was written.

All of this is about plain data, as saves and journals hold it: a key that is missing there has its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wyrd_tui.store.files.codec import Path, Plain, dotted

_NAMED = 4
_MISSING = object()


class _Gone(Exception):  # noqa: N818 - it says what became of a place
    """Where something was changed there is nothing to change any more."""


def difference(before: Plain, after: Plain) -> str:
    """The paths at which two plain values differ, the first few by name."""
    found = _differing(before, after, ())
    named = ", ".join(dotted(path) for path in found[:_NAMED])
    return f"{named} and {len(found) - _NAMED} more" if len(found) > _NAMED else named or "the order of things"


def _differing(before: Plain, after: Plain, path: Path) -> list[Path]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        found = []
        for key in dict.fromkeys((*before, *after)):
            if before.get(key) != after.get(key):
                found += _differing(before.get(key), after.get(key), (*path, key))
        return found
    return [path]


def carried(before: Plain, after: Plain, live: Plain) -> Plain | None:
    """The live value with all that leads from one value to another; None where a place of that is gone.

    Where both have changed the same, the hand that made `after` wins.
    """
    try:
        return _carried(before, after, live)
    except _Gone:
        return None


def _carried(before: Plain, after: Plain, live: Plain) -> Plain:
    if after == before:
        return live
    if live == before:
        return after
    if isinstance(after, list) and isinstance(live, list):
        return _carried_list(before, after, live)
    if not (isinstance(after, dict) and isinstance(live, dict)):
        raise _Gone
    made = dict(live)
    for key in dict.fromkeys((*before, *after)):
        old, new, now = before.get(key, _MISSING), after.get(key, _MISSING), live.get(key, _MISSING)
        if new == old:
            continue
        if isinstance(old, list) and new is _MISSING:
            # Of an empty list nothing is written.
            new = []
        if new is _MISSING or (new == [] and now is _MISSING):
            made.pop(key, None)
        elif not isinstance(new, dict | list):
            made[key] = new
        elif now is _MISSING:
            if old is not _MISSING:
                raise _Gone
            made[key] = new
        else:
            made[key] = _carried(type(new)() if old is _MISSING else old, new, now)
    return made


def _carried_list(before: list[Plain], after: list[Plain], live: list[Plain]) -> list[Plain]:
    """The same for lists: things that have an id by that, others by their place if none came or went."""
    named = [_by_name(values) for values in (before, after, live)]
    if None in named and len(before) == len(after) == len(live):
        named = [dict(enumerate(values)) for values in (before, after, live)]
    old, new, now = named
    if old is None or new is None or now is None:
        raise _Gone
    if [name for name in old if name in new] != [name for name in new if name in old]:
        raise _Gone
    return list(_carried(old, new, now).values())


def _by_name(values: list[Plain]) -> dict[Any, Plain] | None:
    found = {}
    for value in values:
        name = value.get("id", value.get("who")) if isinstance(value, dict) else None
        if name is None or name in found:
            return None
        found[name] = value
    return found
