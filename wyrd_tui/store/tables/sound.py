"""What could be built from a file and is no table all the same, whoever wrote it."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.state import Actor, Bonus, Challenge, State
from wyrd_tui.store.files import codec
from wyrd_tui.store.files.codec import Plain, Unreadable, build
from wyrd_tui.store.files.problems import nearest


def sound(content: Plain | None) -> State | None:
    """The table that content stands for, if nothing is wrong with it."""
    if content is None:
        return None
    try:
        state = build(State, content)
    except Unreadable:
        return None
    return None if any(wrong(state)) else state


def wrong(state: State) -> Iterator[tuple[codec.Path, str]]:
    """Each thing that is wrong with a table that a hand has written, with its path and a sentence."""
    yield from misnamed(state)
    yield from _dangling(state)


def must_be_named(state: State) -> None:
    """Raises Unreadable at the first thing on a table that is misnamed."""
    for path, message in misnamed(state):
        raise Unreadable(message, path)


def misnamed(state: State) -> Iterator[tuple[codec.Path, str]]:
    """Things whose `id` is not the name that they stand under."""
    book = state.book
    sections: list[tuple[codec.Path, dict[str, Actor | Challenge | Bonus]]] = [
        (("actors",), dict(state.actors)),
        (("challenges",), dict(state.challenges)),
        (("bonuses",), dict(state.bonuses)),
        (("book", "cast"), dict(book.cast)),
        (("book", "challenges"), dict(book.challenges)),
    ]
    for path, things in sections:
        for name, thing in things.items():
            if thing.id != name:
                yield (*path, name, "id"), f"must be {codec.tame(name)}, as in its header, or be left out"
    for name, memory in state.memory.items():
        if memory.game != name:
            yield ("memory", name, "game"), f"must be {codec.tame(name)}, as in its header, or be left out"


def _dangling(state: State) -> Iterator[tuple[codec.Path, str]]:
    """Names of people who are not at the table, where the program itself hardly leaves one, and bears it.

    Whom a bonus counts against, who is in a challenge and what comes before it may be gone: people leave, and rods are
    cleared away.
    """
    named: list[tuple[codec.Path, str]] = [
        *((("order", "places", index, "who"), place.who) for index, place in enumerate(state.order.places)),
        *((("bonuses", name, "owner"), bonus.owner) for name, bonus in state.bonuses.items()),
    ]
    if state.order.turn:
        named.append((("order", "turn"), state.order.turn))
    for path, who in named:
        if who not in state.actors:
            hint = nearest(who, state.actors)
            yield path, f"names {codec.tame(who) or 'nobody'}, but nobody at the table has that id{hint}"
