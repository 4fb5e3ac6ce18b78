"""Which wishes of the environment the screen heeds."""

from __future__ import annotations

import pytest

from wyrd_tui.terminal.driver import HIGHEST, WIDEST
from wyrd_tui.terminal.wishes import heed


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("TEXTUAL_COLOR_SYSTEM", "256"),
        ("TEXTUAL_FPS", "30"),
        ("TEXTUAL_DISABLE_KITTY_KEY", "1"),
        ("ESCDELAY", "25"),
        ("COLUMNS", str(WIDEST)),
        ("LINES", str(HIGHEST)),
        ("TEXTUAL_SNAPSHOT_TEMPDIR", "somewhere"),
        ("NO_COLOR", "1"),
    ],
)
def test_a_wish_that_makes_sense_stays(name: str, wish: str) -> None:
    environment = {name: wish}
    heed(environment)
    assert environment == {name: wish}


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("TEXTUAL_COLOR_SYSTEM", "nosuch"),
        ("TEXTUAL_DRIVER", "antigravity:Driver"),
        ("TEXTUAL_LOG", "log"),
        ("TEXTUAL_PRESS", "q"),
        ("TEXTUAL_SCREENSHOT", "0"),
        ("TEXTUAL_SCREENSHOT_LOCATION", "."),
        ("TEXTUAL_DEBUG", "1"),
        ("TEXTUAL_SPEEDUPS", "1"),
        ("TEXTUAL_OF_TOMORROW", "1"),
        ("TEXTUAL_FPS", "999999999"),
        ("ESCDELAY", "9" * 400),
        *(("COLUMNS", bad) for bad in ("6000", str(WIDEST + 1), "0", "-1", "", "²", "８０", "x", "9" * 5000, "80\n")),
        *(("LINES", bad) for bad in ("6000", str(HIGHEST + 1), "0", "²")),
    ],
)
def test_a_wish_that_does_harm_is_not_heard(name: str, wish: str) -> None:
    environment = {name: wish}
    heed(environment)
    assert environment == {}
