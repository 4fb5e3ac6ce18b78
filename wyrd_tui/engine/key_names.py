"""Keys as Textual spells them, those of them that a terminal sends, and lists of keys as acts and files write them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

SHORT_KEYS = {
    "question_mark": "?",
    "slash": "/",
    "colon": ":",
    "full_stop": ".",
    "comma": ",",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "exclamation_mark": "!",
    "semicolon": ";",
    "apostrophe": "'",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "asterisk": "*",
    "ampersand": "&",
    "at": "@",
    "number_sign": "#",
    "percent_sign": "%",
    "quotation_mark": '"',
    "dollar_sign": "$",
    "underscore": "_",
    "tilde": "~",
    "grave_accent": "`",
    "circumflex_accent": "^",
    "vertical_line": "|",
    "backslash": "\\",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
}
"""The sign of each key that Textual calls by a name."""
LONG_KEYS: Mapping[str, str] = {sign: name for name, sign in SHORT_KEYS.items()} | {" ": "space"}
"""The name of each sign."""
LOST = {"ctrl+h": "backspace", "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+j": "enter"}
"""Keys that a terminal sends as another key."""
TAKEN = {"ctrl+q": "leaves the program", "ctrl+c": "copies", "ctrl+z": "suspends the program"}
"""Keys that always do the same."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHIFTED = ("tab", "up", "down", "left", "right", "home", "end")
NAMED = (
    *(*_SHIFTED, "enter", "escape", "backspace", "delete", "insert", "pageup", "pagedown", *LONG_KEYS.values()),
    *(f"f{number}" for number in range(1, 13)),
    *(f"shift+{key}" for key in _SHIFTED),
    *(f"ctrl+{letter}" for letter in _LETTERS if f"ctrl+{letter}" not in {*LOST, *TAKEN}),
)
"""Keys of several letters that arrive."""
ARRIVING: Mapping[str, str] = {
    **LONG_KEYS,
    **{key: key for key in (*NAMED, *_LETTERS, *_LETTERS.upper(), *"0123456789")},
}
"""Textual's spelling of every key that arrives, by every spelling that a file may use."""


@lru_cache(512)
def split_keys(keys: str) -> tuple[str, ...]:
    """Split keys at commas, each in the short spelling."""
    parts = [","] if keys == "," else keys.split(",")
    return tuple(SHORT_KEYS.get(key.strip(), key.strip()) for key in parts if key.strip())
