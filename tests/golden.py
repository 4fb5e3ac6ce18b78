"""Screens as plain text, compared with files in tests/golden; WYRD_GOLDEN=write writes them anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from textual.app import App

FOLDER = Path(__file__).parent / "golden"


def screen_text(app: App[Any]) -> str:
    """Return the text of the screen, without colours."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def same_screen(app: App[Any], name: str) -> None:
    """The screen is the one in the golden file of this name."""
    path, text = FOLDER / f"{name}.txt", screen_text(app) + "\n"
    if os.environ.get("WYRD_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{name} looks different; WYRD_GOLDEN=write accepts it"
