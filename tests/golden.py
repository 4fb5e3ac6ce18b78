"""Screens as plain text, compared with files in tests/golden; WYRD_GOLDEN=write writes them anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

FOLDER = Path(__file__).parent / "golden"


def screen_text(app: App[Any]) -> str:
    """Return the text of the screen, without colours."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


async def screen_with(pilot: Pilot[Any], words: str) -> str:
    """Wait until the screen shows some words, however busy the machine is; return the screen.

    Raises:
        AssertionError: If it shows none of them within ten seconds.
    """
    for _ in range(200):
        if words in (text := screen_text(pilot.app)):
            return text
        await pilot.pause(0.05)
    raise AssertionError(f"“{words}” is not on the screen:\n{screen_text(pilot.app)}")


def same_screen(app: App[Any], name: str) -> None:
    """The screen is the one in the golden file of this name."""
    path, text = FOLDER / f"{name}.txt", screen_text(app) + "\n"
    if os.environ.get("WYRD_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{name} looks different; WYRD_GOLDEN=write accepts it"
