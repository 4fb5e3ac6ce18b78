"""Names of keys: how Textual spells them and how the GM knows them."""

from __future__ import annotations

from wyrd_tui.engine.key_names import SHORT_KEYS

_SIGNS = {"enter": "⏎", "escape": "esc", "backspace": "⌫", "up": "↑", "down": "↓", "left": "←", "right": "→"}
"""Keys that the foot shows by a sign."""


def named_key(key: str) -> str:
    """A key as a sentence names it: `⏎` for `enter`."""
    return _SIGNS.get(key, shown_key(key))


def shown_key(key: str) -> str:
    """A key as the GM knows it: `?` for `question_mark`."""
    return SHORT_KEYS.get(key, key)
