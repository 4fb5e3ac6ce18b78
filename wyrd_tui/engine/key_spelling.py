"""Keys as Textual spells them, those of them that a terminal sends, and lists of keys as acts and files write them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from wyrd_tui.engine.letters import quote_text
from wyrd_tui.engine.spelling import suggest_in_problem

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
_LOST = {"ctrl+h": "backspace", "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+j": "enter"}
"""Keys that a terminal sends as another key."""
_TAKEN = {"ctrl+q": "leaves the program", "ctrl+c": "copies", "ctrl+z": "suspends the program"}
"""Keys that always do the same."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHIFTED = ("tab", "up", "down", "left", "right", "home", "end")
_NAMED = (
    *(*_SHIFTED, "enter", "escape", "backspace", "delete", "insert", "pageup", "pagedown", *LONG_KEYS.values()),
    *(f"f{number}" for number in range(1, 13)),
    *(f"shift+{key}" for key in _SHIFTED),
    *(f"ctrl+{letter}" for letter in _LETTERS if f"ctrl+{letter}" not in {*_LOST, *_TAKEN}),
)
"""Keys of several letters that arrive."""
_ARRIVING: Mapping[str, str] = {
    **LONG_KEYS,
    **{key: key for key in (*_NAMED, *_LETTERS, *_LETTERS.upper(), *"0123456789")},
}
"""Textual's spelling of every key that arrives, by every spelling that a file may use."""


@lru_cache(512)
def split_keys(keys: str) -> tuple[str, ...]:
    """Split keys at commas, each in the short spelling."""
    parts = [","] if keys == "," else keys.split(",")
    return tuple(SHORT_KEYS.get(key.strip(), key.strip()) for key in parts if key.strip())


def spell_key(key: object) -> str:
    """Spell a key as Textual does.

    Raises:
        ValueError: If it is no text, would never arrive, or always does something else; with a key that can be used.
    """
    if not isinstance(key, str):
        raise ValueError('a key must be text in quotes, such as "x", or a list such as ["x", "f5"]')
    if key in _ARRIVING:
        return _ARRIVING[key]
    if key in _LOST:
        raise ValueError(f'a terminal sends {key} as {_LOST[key]}; write another key, such as "x"')
    if key in _TAKEN:
        raise ValueError(f'{key} always {_TAKEN[key]}; write another key, such as "x"')
    if not key.strip():
        raise ValueError('a key is missing here; write one, such as "x"')
    held, _, last = key.rpartition("+")
    if "alt" in held.lower() or "meta" in held.lower():
        raise ValueError(f'{quote_text(key)} never arrives in many terminals; write a key without alt, such as "x"')
    meant = last.upper() if held.lower() == "shift" and len(last) == 1 else key.lower()
    hint = f'; it is written "{meant}"' if meant in _ARRIVING else suggest_in_problem(key.lower(), _NAMED)
    raise ValueError(f"no key is called {quote_text(key)}{hint}")
