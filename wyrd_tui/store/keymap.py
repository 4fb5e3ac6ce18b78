"""The keys of the game master: `[keys]` in `keys.toml`, checked line by line before any of it counts.

Textual itself accepts any spelling of a key and then stays silent, or lets one binding hide another, so nothing goes to
it that was not understood here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from wyrd_tui.engine.key_spelling import LONG_KEYS, spell_key, split_keys
from wyrd_tui.engine.letters import quote_text
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.store.files.problems import Problem
from wyrd_tui.store.settings import SettingsFile, read_settings

MUST_HAVE_KEYS = ("undo", "help", "quit")
MOST_KEYS = 9


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

    @property
    def own_keys(self) -> list[str]:
        """Its own keys, as Textual spells them."""
        return [LONG_KEYS.get(key, key) for key in split_keys(self.keys)]


def load_keymap(path: str | os.PathLike[str], acts: Iterable[KeyedAct]) -> tuple[dict[str, str], list[Problem]]:
    """Read the keys that a file gives to acts, in Textual's spelling, where they differ from the acts' own.

    A problem leaves the keys that it concerns as they were; all problems of the file are returned, too.
    """
    return read_settings(path, lambda file: _read(file, {act.id: act for act in acts}), {})


def _read(file: SettingsFile, acts: Mapping[str, KeyedAct]) -> dict[str, str]:
    """Return the keys of each act, separated by commas, where they can be used."""
    for name in (name for name in file.data if name != "keys"):
        file.say(f"no setting is called {quote_text(name)}; write keys under [keys]", name)
    if not isinstance(table := file.data.get("keys", {}), dict):
        file.say('keys must be a table; write [keys], and under it damage = "x"', "keys")
        table = {}
    given: dict[str, list[str]] = {}
    for act, value in table.items():
        keys = value if isinstance(value, list) else [value]
        if act not in acts:
            file.say(f"no act is called {quote_text(act)}{suggest_in_problem(act, acts)}", "keys", act)
        elif len(keys) > MOST_KEYS:
            file.say(f"{act} has {len(keys):,} keys; write {MOST_KEYS} at most", "keys", act)
        elif (spelt := _spell_keys(file, act, keys)) or not keys:
            given[act] = spelt
    _settle_clashes(file, acts, given)
    return {act: ",".join(keys) for act, keys in given.items()}


def _spell_keys(file: SettingsFile, act: str, keys: list[object]) -> list[str]:
    """Return the keys that can be used, each once."""
    spelt: dict[str, None] = {}
    for index, key in enumerate(keys):
        try:
            spelt[spell_key(key)] = None
        except ValueError as wrong:
            file.say(str(wrong), "keys", act, index)
    return [*spelt]


def _settle_clashes(file: SettingsFile, acts: Mapping[str, KeyedAct], given: dict[str, list[str]]) -> None:
    """Take keys away until no two acts of a game share one and the acts that must have a key have one."""
    while clash := _clash(acts, given):
        key, act, other = clash
        file.say(f'{key} is the key of {other} already; write {other} = "x", or another key', "keys", act)
        given[act].remove(key)
        if not given[act]:
            del given[act]
    for act in MUST_HAVE_KEYS:
        if act in acts and given.get(act) == []:
            file.say(f'{act} must keep a key; write {act} = "x", or another key', "keys", act)
            del given[act]


def _clash(acts: Mapping[str, KeyedAct], given: Mapping[str, list[str]]) -> tuple[str, str, str] | None:
    """Find a key that two acts want: the key, the act that must give way, and the other.

    The first act of the file keeps the key; an act that the file leaves alone gives way to none. Acts of different
    games never meet, since the selection tells which is meant; an act may keep its own key.
    """
    taken: dict[str, list[KeyedAct]] = {}
    left_alone = {name: act.own_keys for name, act in acts.items() if name not in given}
    for name, keys in {**left_alone, **given}.items():
        act = acts[name]
        for key in keys:
            for other in taken.get(key, ()) if name in given else ():
                both_own = key in act.own_keys and key in other.own_keys
                if not both_own and (act.game == other.game or not act.game or not other.game):
                    return key, name, other.id
            taken.setdefault(key, []).append(act)
    return None
