"""Settings, people, belongings, stage rules and random tables that are shipped: TOML in `data/presets`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.sheet import Row, Trait
from wyrd_tui.engine.state import fresh_id
from wyrd_tui.store.files.folders import shipped_folder

DATA = shipped_folder()
DEFAULT_SETTING = "grand-casebook"
SheetPart = TypeVar("SheetPart", Row, Trait)


@cache
def shipped_settings() -> Mapping[str, Setting]:
    """Every shipped setting by id (WE-10, C-20)."""
    return {name: make_setting(**table) for name, table in _read("skills").items()}


def make_setting(
    name: str, skills: Mapping[str, Iterable[str]], aliases: Mapping[str, str], physical: Iterable[str]
) -> Setting:
    """Make a setting of what a file has."""
    return Setting(name, {group: tuple(names) for group, names in skills.items()}, aliases, tuple(physical))


@cache
def shipped_stage_rules() -> Mapping[str, Mapping[str, Any]]:
    """The shipped stage rules as their file has them, by id (WA-53 … WA-59)."""
    return _read("stage_rules")


@cache
def shipped_random_tables() -> Mapping[str, Mapping[str, Any]]:
    """The shipped random tables as their file has them, by id (ME-26)."""
    return _read("random_tables")


@cache
def shipped_character_tables() -> Mapping[str, Mapping[str, Any]]:
    """The shipped characters as their file has them, by id."""
    return {table["id"]: table for table in _read("characters")["characters"]}


@cache
def shipped_cast_tables() -> Mapping[str, Mapping[str, Any]]:
    """The shipped NPCs as their file has them, by id (WE-90, WE-92, WE-93)."""
    return {table["id"]: table for table in _read("cast")["cast"]}


@cache
def shipped_belongings() -> Mapping[str, str]:
    """The shipped traits, gear and weapons in short form, by id (WE-26, WE-80)."""
    return _read("belongings")


@cache
def game_of_characters() -> str:
    """The id of the game whose sheets the shipped characters and NPCs have."""
    return str(_read("characters")["game"])


def with_unique_ids(items: Iterable[SheetPart]) -> tuple[SheetPart, ...]:
    """Number the ids of rows or traits that another of the same sheet has."""
    taken: dict[str, SheetPart] = {}
    for item in items:
        name = item.id if item.id not in taken else fresh_id(item.id, taken)
        taken[name] = item if name == item.id else replace(item, id=name)
    return tuple(taken.values())


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / "presets" / f"{name}.toml").read_text("utf-8"))
