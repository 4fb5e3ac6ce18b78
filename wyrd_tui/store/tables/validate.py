"""Semantic checks on a decoded state."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import sanitize
from wyrd_tui.store.files.problems import KeyPath, suggest_word


def find_dangling(state: State) -> Iterator[tuple[KeyPath, str]]:
    """Find names of actors who are not at the table, each with its path and a sentence.

    The program leaves hardly any, and bears them. Whom a bonus counts against, who is in a challenge and what comes
    before it may be gone: actors leave, and challenges are removed.
    """
    named: list[tuple[KeyPath, str]] = [
        *((("order", "places", index, "who"), place.who) for index, place in enumerate(state.order.places)),
        *((("bonuses", name, "owner"), bonus.owner) for name, bonus in state.bonuses.items()),
    ]
    if state.order.turn:
        named.append((("order", "turn"), state.order.turn))
    for path, who in named:
        if who not in state.actors:
            hint = suggest_word(who, state.actors)
            yield path, f"names {sanitize(who) or 'nobody'}, but nobody at the table has that id{hint}"
