"""A setting: the ratings and tracks that its scenarios share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.sheet import Row


class Setting(Frozen):
    """The ratings and tracks of a setting.

    Attributes:
        name: Its name.
        skills: Its ratings, by group.
        aliases: Other names for one of them (C-20).
        physical: Those that a wound of the body hurts (C-07).
        fighting: Those to attack with (WE-53).
        tracks: Damage tracks that may be called by name beside the engine's own.
    """

    name: str = ""
    skills: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    physical: tuple[str, ...] = ()
    fighting: tuple[str, ...] = ()
    tracks: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)

    @property
    def ratings(self) -> tuple[str, ...]:
        """Its ratings, whatever their group."""
        return tuple(skill for group in self.skills.values() for skill in group)

    @property
    def other_names(self) -> tuple[str, ...]:
        """The aliases, and the ratings that they stand for."""
        return tuple(name for pair in self.aliases.items() for name in pair)
