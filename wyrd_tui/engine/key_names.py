"""Names of punctuation as Textual spells its keys, and lists of keys as acts and files write them."""

from __future__ import annotations

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


@lru_cache(512)
def split_keys(keys: str) -> tuple[str, ...]:
    """Split keys at commas, each in the short spelling."""
    parts = [","] if keys == "," else keys.split(",")
    return tuple(SHORT_KEYS.get(key.strip(), key.strip()) for key in parts if key.strip())
