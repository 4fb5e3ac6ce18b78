"""Plain data that leaves nothing out, which the program reads and never writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from wyrd_tui.engine.memory import Memory, RollMemory
from wyrd_tui.store.files.codec import Built, Plain


def in_full(value: Built) -> Plain:
    """Write a value of the engine with the fields that equal their default, too."""
    if isinstance(value, Mapping):
        return {key: in_full(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [in_full(each) for each in value]
    if not is_dataclass(value):
        return value
    game = {"game": value.game} if isinstance(value, Memory | RollMemory) else {}
    held = {each.name: getattr(value, each.name) for each in fields(value)}
    return game | {name: in_full(each) for name, each in held.items() if each is not None}
