"""Keys of the game master's own choosing: `[keys]` in a TOML file, every line of it checked before it counts.

Textual itself accepts any spelling and then stays silent, or lets one binding swallow another; so nothing goes to it
that was not understood here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from wyrd_tui.store.files.problems import Problem
    from wyrd_tui.store.files.tomlfile import Document

ALWAYS = ("undo", "help", "quit")
"""Acts that must keep a key."""
MOST_KEYS = 9
"""So many keys one act may have."""

_PUNCTUATION: Mapping[str, str] = {
    "?": "question_mark",
    "/": "slash",
    ":": "colon",
    ".": "full_stop",
    ",": "comma",
    ";": "semicolon",
    "+": "plus",
    "-": "minus",
    "=": "equals_sign",
    "!": "exclamation_mark",
    "'": "apostrophe",
    '"': "quotation_mark",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    "*": "asterisk",
    "#": "number_sign",
    "&": "ampersand",
    "@": "at",
    "%": "percent_sign",
    "$": "dollar_sign",
    "_": "underscore",
    "~": "tilde",
    "|": "vertical_line",
    "\\": "backslash",
    "`": "grave_accent",
    "^": "circumflex_accent",
    "(": "left_parenthesis",
    ")": "right_parenthesis",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "{": "left_curly_bracket",
    "}": "right_curly_bracket",
    " ": "space",
}
_NAMED = frozenset(
    {
        *("space", "enter", "escape", "tab", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown"),
        *("up", "down", "left", "right"),
        *(f"f{number}" for number in range(1, 13)),
    }
)
_SHIFTED = frozenset(("tab", "up", "down", "left", "right", "home", "end"))
# A terminal sends these as another key, or takes them for itself.
_LOST = {"ctrl+h": "backspace", "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+j": "enter"}
_TAKEN = {"ctrl+q": "leaves the program", "ctrl+c": "copies", "ctrl+z": "suspends the program"}
_CONTROL = re.compile(r"ctrl\+[a-z]")


class Act(Protocol):
    """Something that has keys: a command."""

    @property
    def id(self) -> str:
        """What the file calls it."""

    @property
    def key(self) -> str:
        """Its own keys, separated by commas."""

    @property
    def game(self) -> str:
        """The game whose act it is; empty where all games share it."""


class Move(Protocol):
    """Something that has keys and is no command: moving about, undo, opening a screen."""

    @property
    def id(self) -> str:
        """What the file calls it."""

    @property
    def keys(self) -> str:
        """Its own keys, separated by commas."""


class Keymap(NamedTuple):
    """Keys by act, where they differ from the act's own, in Textual's spelling; and what was wrong with the file."""

    keys: dict[str, str]
    problems: list[Problem]


class Wrong(ValueError):  # noqa: N818 - it says what the key is
    """A key that cannot be used; its text says why, and what would do."""


def spelling(key: str) -> str:
    """A key as Textual spells it; raises `Wrong`."""
    if key in _PUNCTUATION:
        return _PUNCTUATION[key]
    if len(key) == 1 and key.isascii() and key.isalnum():
        return key
    if key in _NAMED or key in _PUNCTUATION.values():
        return key
    if _CONTROL.fullmatch(key):
        if key in _LOST:
            raise Wrong(f"a terminal sends {key} as {_LOST[key]}")
        if key in _TAKEN:
            raise Wrong(f"{key} always {_TAKEN[key]}")
        return key
    held, _, last = key.rpartition("+")
    if held == "shift" and last in _SHIFTED:
        return key
    raise Wrong(_why(key, held.lower(), last))


def _why(key: str, held: str, last: str) -> str:
    from wyrd_tui.store.files.clean import quoted

    if "alt" in held or "meta" in held:
        return f"{quoted(key)} never arrives in many terminals; take a key without alt"
    if held == "shift" and len(last) == 1 and last.isalpha():
        return f'{quoted(key)} would never fire; a capital letter is written "{last.upper()}"'
    if held == "ctrl" and len(last) == 1 and last.isalpha():
        return f'{quoted(key)} would never fire; it is written "ctrl+{last.lower()}"'
    if not key.strip():
        return "a key is missing here"
    if key.lower() in _NAMED:
        return f'no key is called {quoted(key)}; it is written "{key.lower()}"'
    from wyrd_tui.store.files.problems import nearest

    return f"no key is called {quoted(key)}{nearest(key.lower(), [*_NAMED, *_PUNCTUATION.values()])}"


def split(keys: str) -> list[str]:
    """Keys of a list separated by commas, each in Textual's spelling."""
    parts = [keys] if keys == "," else keys.split(",")
    return [_PUNCTUATION.get(key.strip(), key.strip()) for key in parts if key.strip()]


def load_keymap(path: str | os.PathLike[str], commands: Iterable[Act], navigation: Iterable[Move]) -> Keymap:
    """The keys that a file gives to acts. Whatever is wrong in it is told, and leaves the keys concerned as they were.

    Args:
        path: The file; where there is none, nothing is remapped and nothing is wrong.
        commands: All commands.
        navigation: What else has keys.
    """
    acts = list(commands)
    own = {act.id: split(act.key) for act in acts}
    own |= {move.id: split(move.keys) for move in navigation}
    games = {act.id: act.game for act in acts}
    if not os.path.lexists(path):
        return Keymap({}, [])
    from wyrd_tui.store.files.problems import MOST_PROBLEMS, Broken
    from wyrd_tui.store.files.tomlfile import read

    try:
        document = read(path)
    except Broken as broken:
        none = "nothing of this file counts"
        return Keymap({}, [problem._replace(message=f"{problem.message}; {none}") for problem in broken.problems])
    problems = list(document.notes)
    wanted = dict(_wanted(document, own, problems))
    keys = _settled(document, wanted, own, games, problems)
    if len(problems) > MOST_PROBLEMS:
        problems = sorted(problems, key=lambda p: p[1:3])[:MOST_PROBLEMS]
        last = problems[-1]._replace(message="there is more to say, so nothing of this file counts; mend these first")
        return Keymap({}, [*problems, last])
    return Keymap({act: ",".join(given) for act, given in keys.items()}, sorted(problems, key=lambda p: p[1:3]))


def _wanted(
    document: Document, own: Mapping[str, list[str]], problems: list[Problem]
) -> Iterator[tuple[str, list[str]]]:
    """Acts and keys of the file that can be used by themselves."""
    from wyrd_tui.store.files.clean import quoted
    from wyrd_tui.store.files.problems import MOST_PROBLEMS, nearest

    for name in islice(document.data, MOST_PROBLEMS + 2):
        if name != "keys":
            problems.append(document.problem((name,), f"{quoted(name)} means nothing here; keys stand under [keys]"))
    table = document.data.get("keys", {})
    if not isinstance(table, dict):
        problems.append(document.problem(("keys",), 'keys is a table: [keys], and under it act = "key"'))
        return
    for act, value in table.items():
        if len(problems) > MOST_PROBLEMS:
            return
        place = ("keys", act)
        if act not in own:
            problems.append(document.problem(place, f"no act is called {quoted(act)}{nearest(act, own)}"))
            continue
        if isinstance(value, list) and len(value) > MOST_KEYS:
            problems.append(document.problem(place, f"{act} has {len(value):,} keys; {MOST_KEYS} are the most"))
            continue
        given: list[str] = []
        for index, key in enumerate(value if isinstance(value, list) else [value]):
            spot = (*place, index) if isinstance(value, list) else place
            try:
                if not isinstance(key, str):
                    raise Wrong("a key is text in quotes, or a list of such texts")
                given.append(spelling(key))
            except Wrong as wrong:
                problems.append(document.problem(spot, str(wrong)))
        if given or value == []:
            yield act, list(dict.fromkeys(given))


def _settled(
    document: Document,
    wanted: dict[str, list[str]],
    own: Mapping[str, list[str]],
    games: Mapping[str, str],
    problems: list[Problem],
) -> dict[str, list[str]]:
    """What is left of the wishes once no two acts of a game share a key and the most needed ones have one."""
    from wyrd_tui.store.files.problems import MOST_PROBLEMS

    settled = dict(wanted)
    while len(problems) <= MOST_PROBLEMS:
        clash = _clash(settled, own, games)
        if clash is None:
            break
        key, act, other = clash
        # The first to stand in the file keeps the key; an act that the file leaves alone gives way to nobody.
        problems.append(document.problem(("keys", act), f"{key} is the key of {other} already; give {other} another"))
        settled[act] = [one for one in settled[act] if one != key]
        if not settled[act]:
            del settled[act]
    for act in ALWAYS:
        if act in own and act in settled and not settled[act]:
            problems.append(document.problem(("keys", act), f"{act} must keep a key"))
            del settled[act]
    return settled


def _clash(
    settled: Mapping[str, list[str]], own: Mapping[str, list[str]], games: Mapping[str, str]
) -> tuple[str, str, str] | None:
    """A key that two acts want: the key, the one that must give way, and the other.

    Acts of different games never meet, since what is selected says which is meant; an act may keep what is its own.
    """
    taken: dict[str, list[str]] = {}
    for act, keys in own.items():
        for key in keys if act not in settled else ():
            taken.setdefault(key, []).append(act)
    for act, keys in settled.items():
        for key in keys:
            for other in taken.get(key, ()):
                mine, theirs = games.get(act, ""), games.get(other, "")
                both_own = key in own[act] and key in own[other]
                if other != act and not both_own and (mine == theirs or not mine or not theirs):
                    return key, act, other
            taken.setdefault(key, []).append(act)
    return None
