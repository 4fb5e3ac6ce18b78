"""What the environment may wish of the screen. Textual would also load code, write files and press keys for it."""

from __future__ import annotations

import re
from collections.abc import MutableMapping

HEEDED = {
    "TEXTUAL_COLOR_SYSTEM": r"auto|standard|256|truecolor",
    "TEXTUAL_DISABLE_KITTY_KEY": r"[01]",
    "TEXTUAL_FPS": r"[1-9][0-9]?",
    "TEXTUAL_SMOOTH_SCROLL": r"[01]",
    # By another table than the terminal's, rows with emoji would come out too wide.
    "UNICODE_VERSION": r"auto|latest",
    "ESCDELAY": r"[0-9]{1,4}",
    "COLUMNS": r"[1-9][0-9]{0,2}|1000",
    "LINES": r"[1-9][0-9]?|[1-4][0-9]{2}|500",
}
"""Each wish that is heeded, and what it may be; sizes go no further than `driver.WIDEST` and `driver.HIGHEST`."""
_NOBODYS = "TEXTUAL_SNAPSHOT"
"""What the tests' own plugin keeps there, and Textual never reads."""


def heed(environment: MutableMapping[str, str]) -> None:
    """Leave only the wishes in an environment that the screen heeds; Textual reads most of them as it is imported.

    `TEXTUAL` itself, which it reads later, would load the tools of its developers, and these dial a port.
    """
    for name in [*environment]:
        wish = HEEDED.get(name)
        strange = wish is not None and not re.fullmatch(wish, environment[name])
        if strange or (wish is None and name.startswith("TEXTUAL") and not name.startswith(_NOBODYS)):
            del environment[name]
