"""Environment variables that reach Textual, which would also load code, write files and press keys for them."""

from __future__ import annotations

import re
from collections.abc import MutableMapping

ALLOWED = {
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
"""Each variable that is kept, with its values; sizes go no further than `driver.WIDEST` and `driver.HIGHEST`."""
_UNREAD = "TEXTUAL_SNAPSHOT"
"""Variables of the tests' own plugin, which Textual never reads."""


def sanitize(environment: MutableMapping[str, str]) -> None:
    """Remove variables of Textual from an environment, but those that are allowed.

    Textual reads most of them as it is imported. `TEXTUAL` itself, which it reads later, would load the tools of its
    developers, and these dial a port.
    """
    for name in [*environment]:
        values = ALLOWED.get(name)
        strange = values is not None and not re.fullmatch(values, environment[name])
        if strange or (values is None and name.startswith("TEXTUAL") and not name.startswith(_UNREAD)):
            del environment[name]
