"""Shipped presets, in `data/presets`, and commented scenarios for `wyrd new`, one a game, in `data/templates`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from wyrd_tui.engine.letters import clean
from wyrd_tui.store.files.folders import shipped_folder

DATA = shipped_folder()
UNNAMED = "A new scenario"
PresetFile = Literal["belongings", "cast", "characters", "random_tables", "skills", "stage_rules"]


@cache
def shipped(name: PresetFile) -> Mapping[str, Any]:
    """Read the presets of a file by id: gear and traits, cast, characters, random tables, skills or stage rules.

    Their rules are WE-10, WE-26, WE-80, WE-82, WE-90, WE-92, WE-93, WA-53 … WA-59 and ME-26.
    """
    import tomllib

    return tomllib.loads((DATA / "presets" / f"{name}.toml").read_text("utf-8"))


def templates() -> tuple[str, ...]:
    """List the games that have a template, by id."""
    return tuple(sorted(path.stem for path in (DATA / "templates").glob("*.toml")))


def make_template(name: str, game: str) -> str:
    """Write a commented scenario of that title for a game, sound as it stands.

    Raises:
        OSError: If there is no template for the game.
    """
    text = (DATA / "templates" / f"{game}.toml").read_text(encoding="utf-8")
    title = (clean(name) or UNNAMED).replace("\\", "\\\\").replace('"', '\\"')
    return text.replace(f'title = "{UNNAMED}"', f'title = "{title}"', 1)
