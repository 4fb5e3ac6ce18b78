"""The keys of the game master: `[keys]` in `keys.toml`, checked line by line before any of it counts.

Textual itself accepts any spelling of a key and then stays silent, or lets one binding hide another, so nothing goes to
it that was not understood here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from string import ascii_letters, ascii_lowercase, digits
from typing import NamedTuple

from wyrd_tui.engine.key_names import SHORT_KEYS, split_keys
from wyrd_tui.engine.letters import quote_text
from wyrd_tui.store.files.problems import Problem, suggest_word
from wyrd_tui.store.settings import SettingsFile, read_settings

MUST_HAVE_KEYS = ("undo", "help", "quit")
"""Acts that must keep a key."""
MOST_KEYS = 9
"""The most keys that one act may have."""

PUNCTUATION: Mapping[str, str] = {sign: name for name, sign in SHORT_KEYS.items()} | {" ": "space"}
"""Punctuation with its names, as Textual has them."""
_LOST = {"ctrl+h": "backspace", "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+j": "enter"}
"""Keys that a terminal sends as another key."""
_TAKEN = {"ctrl+q": "leaves the program", "ctrl+c": "copies", "ctrl+z": "suspends the program"}
_SHIFTED = ("tab", "up", "down", "left", "right", "home", "end")
_NAMED = (
    *(*_SHIFTED, "enter", "escape", "backspace", "delete", "insert", "pageup", "pagedown", *PUNCTUATION.values()),
    *(f"f{number}" for number in range(1, 13)),
    *(f"shift+{key}" for key in _SHIFTED),
    *(f"ctrl+{letter}" for letter in ascii_lowercase if f"ctrl+{letter}" not in {*_LOST, *_TAKEN}),
)
_KEYS: Mapping[str, str] = {**PUNCTUATION, **{key: key for key in (*_NAMED, *ascii_letters, *digits)}}
"""Textual's spelling of every key that arrives, by every spelling that a file may use."""


class KeyedAct(NamedTuple):
    """A command or a verb, as far as its keys go.

    Attributes:
        id: The name of the act in the file.
        keys: Its own keys, separated by commas.
        game: The game whose act it is; empty where all games share it.
    """

    id: str
    keys: str
    game: str = ""


def spell_key(key: object) -> str:
    """Spell a key as Textual does.

    Raises:
        ValueError: If it is no text, would never arrive, or always does something else; with a key that can be used.
    """
    if not isinstance(key, str):
        raise ValueError('a key must be text in quotes, such as "x", or a list such as ["x", "f5"]')
    if key in _KEYS:
        return _KEYS[key]
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
    hint = f'; it is written "{meant}"' if meant in _KEYS else suggest_word(key.lower(), _NAMED)
    raise ValueError(f"no key is called {quote_text(key)}{hint}")


def load_keymap(path: str | os.PathLike[str], acts: Iterable[KeyedAct]) -> tuple[dict[str, str], list[Problem]]:
    """Read the keys that a file gives to acts, in Textual's spelling, where they differ from the acts' own.

    A problem leaves the keys that it concerns as they were; all problems of the file are returned, too.
    """
    return read_settings(path, lambda file: _Reader(file, acts).read(), {})


class _Reader:
    """The keys that a file gives to acts, as far as they can be used."""

    def __init__(self, file: SettingsFile, acts: Iterable[KeyedAct]) -> None:
        self.file = file
        self.own: dict[str, list[str]] = {}
        self.games: dict[str, str] = {}
        for act in acts:
            self.own[act.id] = [PUNCTUATION.get(key, key) for key in split_keys(act.keys)]
            self.games[act.id] = act.game
        self.keys: dict[str, list[str]] = {}

    def read(self) -> dict[str, str]:
        """Return the keys of each act, separated by commas, where they can be used."""
        for name in self.file.data:
            if name != "keys":
                self.file.say(f"no setting is called {quote_text(name)}; write keys under [keys]", name)
        table = self.file.data.get("keys", {})
        if not isinstance(table, dict):
            self.file.say('keys must be a table; write [keys], and under it damage = "x"', "keys")
            table = {}
        for act, value in table.items():
            keys = value if isinstance(value, list) else [value]
            if act not in self.own:
                self.file.say(f"no act is called {quote_text(act)}{suggest_word(act, self.own)}", "keys", act)
            elif len(keys) > MOST_KEYS:
                self.file.say(f"{act} has {len(keys):,} keys; write {MOST_KEYS} at most", "keys", act)
            else:
                self._read_keys(act, keys)
        self._settle_clashes()
        return {act: ",".join(given) for act, given in self.keys.items()}

    def _read_keys(self, act: str, keys: list[object]) -> None:
        given: list[str] = []
        for index, key in enumerate(keys):
            try:
                given.append(spell_key(key))
            except ValueError as wrong:
                self.file.say(str(wrong), "keys", act, index)
        if given or not keys:
            self.keys[act] = list(dict.fromkeys(given))

    def _settle_clashes(self) -> None:
        """Take keys away until no two acts of a game share one and the acts that must have a key have one."""
        while clash := self._clash():
            key, act, other = clash
            self.file.say(f'{key} is the key of {other} already; write {other} = "x", or another key', "keys", act)
            self.keys[act] = [one for one in self.keys[act] if one != key]
            if not self.keys[act]:
                del self.keys[act]
        for act in MUST_HAVE_KEYS:
            if act in self.own and self.keys.get(act) == []:
                self.file.say(f'{act} must keep a key; write {act} = "x", or another key', "keys", act)
                del self.keys[act]

    def _clash(self) -> tuple[str, str, str] | None:
        """Find a key that two acts want: the key, the act that must give way, and the other.

        The first act of the file keeps the key; an act that the file leaves alone gives way to none. Acts of different
        games never meet, since the selection tells which is meant; an act may keep its own key.
        """
        taken: dict[str, list[str]] = {}
        left_alone = {act: keys for act, keys in self.own.items() if act not in self.keys}
        for act, keys in (left_alone | self.keys).items():
            for key in keys:
                for other in taken.get(key, ()) if act in self.keys else ():
                    mine, theirs = self.games[act], self.games[other]
                    both_own = key in self.own[act] and key in self.own[other]
                    if not both_own and (mine == theirs or not mine or not theirs):
                        return key, act, other
                taken.setdefault(key, []).append(act)
        return None
