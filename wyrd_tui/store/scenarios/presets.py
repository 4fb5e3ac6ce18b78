"""Settings, people, belongings, stage rules and random tables that are shipped: TOML in `data/presets`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from wyrd_tui.store.files.folders import shipped_folder

DATA = shipped_folder()
PresetFile = Literal["belongings", "cast", "characters", "random_tables", "skills", "stage_rules"]


@cache
def shipped(name: PresetFile) -> Mapping[str, Any]:
    """Read the presets of a file, by id (WE-10, WE-26, WE-80, WE-82, WE-90, WE-92, WE-93, WA-53 … WA-59, ME-26)."""
    return tomllib.loads((DATA / "presets" / f"{name}.toml").read_text("utf-8"))


@cache
def people() -> Mapping[str, Any]:
    """Read the shipped NPCs and characters, by id (WE-82, WE-90, WE-92, WE-93)."""
    return {**shipped("cast"), **shipped("characters")}


@cache
def shipped_belongings() -> Mapping[str, str]:
    """Read the shipped traits and gear in short form, by id (WE-26, WE-80)."""
    return {name: text for texts in shipped("belongings").values() for name, text in texts.items()}
