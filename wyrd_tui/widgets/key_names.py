"""Names of keys: how Textual spells them and how the GM knows them."""

from __future__ import annotations

from wyrd_tui.engine.key_spelling import SHORT_KEYS

_SIGNS = {"enter": "⏎", "escape": "esc", "backspace": "⌫", "up": "↑", "down": "↓", "left": "←", "right": "→"}
"""Keys that the foot shows by a sign."""


def does_nothing(key: str, character: str | None) -> str:
    """Say that a key has no meaning on a screen: `⏎ does nothing here` for `enter`."""
    return f"{pressed_key(key, character)} does nothing here. ? shows all keys."


def pressed_key(key: str, character: str | None) -> str:
    """A key that was pressed, as a sentence names it: by its character where that can be shown."""
    return character if character and character.isprintable() else _SIGNS.get(key, shown_key(key))


def shown_key(key: str) -> str:
    """A key as the GM knows it: `?` for `question_mark`."""
    return SHORT_KEYS.get(key, key)
