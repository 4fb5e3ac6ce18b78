"""Names of keys: how Textual spells them and how the GM knows them."""

from __future__ import annotations

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


_SIGNS = {"enter": "⏎", "escape": "esc", "backspace": "⌫", "up": "↑", "down": "↓", "left": "←", "right": "→"}
"""Keys that the foot shows by a sign."""


def named_key(key: str) -> str:
    """A key as a sentence names it: `⏎` for `enter`."""
    return _SIGNS.get(key, shown_key(key))


def shown_key(key: str) -> str:
    """A key as the GM knows it: `?` for `question_mark`."""
    return SHORT_KEYS.get(key, key)
