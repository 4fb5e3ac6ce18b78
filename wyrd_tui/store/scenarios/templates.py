"""Templates for `wyrd new`: a commented scenario to start from, for each game, in `data/templates`."""

from __future__ import annotations

from wyrd_tui.engine.letters import clean
from wyrd_tui.store.files.folders import shipped_folder

UNNAMED = "A new scenario"


def games() -> tuple[str, ...]:
    """List the games that have a template, by id."""
    return tuple(sorted(path.stem for path in (shipped_folder() / "templates").glob("*.toml")))


def make_template(name: str, game: str) -> str:
    """Write a commented scenario of that title for a game, sound as it stands.

    Raises:
        OSError: If there is no template for the game.
    """
    text = (shipped_folder() / "templates" / f"{game}.toml").read_text(encoding="utf-8")
    title = (clean(name) or UNNAMED).replace("\\", "\\\\").replace('"', '\\"')
    return text.replace(f'title = "{UNNAMED}"', f'title = "{title}"', 1)
