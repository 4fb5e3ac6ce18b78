"""Mappings that never change: a copy of one with an entry more, or with one less."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Held = TypeVar("Held")


def with_entry(mapping: Mapping[str, Held], key: str, value: Held) -> dict[str, Held]:
    """Return a mapping with one entry added, or changed in its place."""
    return {**mapping, key: value}


def with_or_without(mapping: Mapping[str, Held], key: str, value: Held | None) -> dict[str, Held]:
    """Return a mapping with one entry added, or changed in its place; without it where the value is None."""
    return without_entry(mapping, key) if value is None else with_entry(mapping, key, value)


def without_entry(mapping: Mapping[str, Held], key: str) -> dict[str, Held]:
    """Return a mapping without one entry."""
    return {name: value for name, value in mapping.items() if name != key}
