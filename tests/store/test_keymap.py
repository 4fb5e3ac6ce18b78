"""Keys of `keys.toml` are checked one by one; a wrong one changes nothing else."""

import subprocess
import sys
from pathlib import Path
from string import ascii_letters
from typing import NamedTuple

import pytest
from textual.keys import _character_to_key

from tests.speed import loops_of
from wyrd_tui.engine.key_spelling import LONG_KEYS, spell_key
from wyrd_tui.store.files.problems import MOST_PROBLEMS, Problem
from wyrd_tui.store.keymap import KeyedAct, load_keymap

COMMANDS = (KeyedAct("damage", "d"), KeyedAct("roll", "r"), KeyedAct("note", "quotation_mark"), KeyedAct("merge", ""))
VERBS = (
    KeyedAct("undo", "u"),
    KeyedAct("redo", "U,ctrl+r"),
    KeyedAct("help", "?,f1"),
    KeyedAct("quit", "q"),
    KeyedAct("find", "/"),
)
ACTS = (*COMMANDS, *VERBS)


class Keymap(NamedTuple):
    """Keys by act, and the problems of their file."""

    keys: dict[str, str]
    problems: list[Problem]


def load(tmp_path: Path, text: str) -> Keymap:
    path = tmp_path / "keys.toml"
    path.write_text(text, encoding="utf-8")
    return Keymap(*load_keymap(path, ACTS))


def said(keymap: Keymap) -> str:
    return "\n".join(str(problem).rpartition("keys.toml:")[2] for problem in keymap.problems)


def test_missing_file_remaps_nothing(tmp_path: Path) -> None:
    assert load_keymap(tmp_path / "none.toml", ACTS) == ({}, [])


def test_accepts_keys_and_lists_of_keys(tmp_path: Path) -> None:
    keymap = load(
        tmp_path, '[keys]\ndamage = "x"\nroll = ["?x", "f5"]\nmerge = "ctrl+g"\nhelp = ["?", "f1"]\nnote = []\n'
    )
    assert keymap.keys == {"damage": "x", "roll": "f5", "merge": "ctrl+g", "help": "question_mark,f1", "note": ""}
    assert said(keymap) == '3:9: no key is called "?x"'


def test_suggests_an_act_for_an_unknown_one(tmp_path: Path) -> None:
    assert said(load(tmp_path, '[keys]\ndamge = "x"\n')) == '2:1: no act is called "damge"; did you mean "damage"?'


def test_two_acts_may_swap_keys(tmp_path: Path) -> None:
    assert load(tmp_path, '[keys]\ndamage = "r"\nroll = "d"\n') == ({"damage": "r", "roll": "d"}, [])


def test_clashes_keep_the_earlier_key(tmp_path: Path) -> None:
    keymap = load(tmp_path, '[keys]\ndamage = "u"\nroll = "x"\nmerge = "x"\n')
    assert keymap.keys == {"roll": "x"}
    assert "2:1: u is the key of undo already" in said(keymap)
    assert "4:1: x is the key of roll already" in said(keymap)


GAMES = (
    KeyedAct("note", "n"),
    KeyedAct("give", "g"),
    KeyedAct("roll", "r", "one"),
    KeyedAct("hit", "h", "one"),
    KeyedAct("face", "r", "two"),
    KeyedAct("show", "g", "two"),
)


@pytest.mark.parametrize(
    ("text", "keys", "words"),
    [
        ('hit = "r"', {}, "r is the key of roll already"),
        ('face = "h"', {"face": "h"}, ""),
        ('face = "n"', {}, "n is the key of note already"),
        ('face = "u"', {}, "u is the key of undo already"),
        ('note = "h"', {}, "h is the key of hit already"),
        ('show = "g"', {"show": "g"}, ""),
        ('hit = "x"\nface = "x"', {"hit": "x", "face": "x"}, ""),
        ('hit = "x"\nroll = "x"', {"hit": "x"}, "x is the key of hit already"),
    ],
)
def test_keys_clash_within_a_game_and_with_shared_acts(
    tmp_path: Path, text: str, keys: dict[str, str], words: str
) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(f"[keys]\n{text}\n", encoding="utf-8")
    keymap = Keymap(*load_keymap(path, [*GAMES, *VERBS]))
    assert keymap.keys == keys
    assert words in said(keymap)
    assert bool(words) == bool(keymap.problems)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f'a{number} = "x"' for number in range(20_000)),
        "\n".join(f"act{number} = {list(ascii_letters)}" for number in range(144)),
        "\n".join(f"act{number} = {list(ascii_letters[:9])}" for number in range(144)),
        "damage = [" + '"nosuch",' * 20_000 + "]",
        "damage = 1\n" + "".join(f"[s{number}]\n" for number in range(15_000)),
    ],
    ids=["unknown acts", "many keys each", "the same keys", "a list", "sections"],
)
def test_many_problems_cost_little_and_are_reported_in_part(tmp_path: Path, text: str) -> None:
    acts = [KeyedAct(f"act{number}", "") for number in range(144)]
    path = tmp_path / "keys.toml"
    path.write_text(f"[keys]\n{text}\n", encoding="utf-8")
    loaded: list[Keymap] = []
    assert loops_of(lambda: loaded.append(Keymap(*load_keymap(path, [*acts, *ACTS])))) < 300
    (keymap,) = loaded
    assert 0 < len(keymap.problems) <= MOST_PROBLEMS + 1
    assert keymap.keys == {}


@pytest.mark.parametrize("act", ["undo", "help", "quit"])
def test_undo_help_and_quit_keep_a_key(tmp_path: Path, act: str) -> None:
    keymap = load(tmp_path, f"[keys]\n{act} = []\n")
    assert keymap.keys == {}
    assert said(keymap) == f'2:1: {act} must keep a key; write {act} = "x", or another key'


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("alt+d", "without alt"),
        ("shift+d", 'written "D"'),
        ("Ctrl+D", 'written "ctrl+d"'),
        ("ctrl+D", 'written "ctrl+d"'),
        ("ctrl+i", "as tab"),
        ("ctrl+q", "leaves the program"),
        ("Enter", 'written "enter"'),
        ("qestion_mark", "did you mean"),
        ("", "missing"),
        ("f13", "no key is called"),
        ("\x1b", "no key is called"),
    ],
)
def test_refuses_spellings_that_never_fire(key: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint.replace("+", r"\+")):
        spell_key(key)


def test_names_of_punctuation_are_those_of_textual() -> None:
    for character, name in LONG_KEYS.items():
        assert _character_to_key(character) == name


@pytest.mark.parametrize(
    "text", ["[keys", "keys = 3\n", "[keys]\ndamage = 3\n", "[kyes]\n", "[keys]\ndamage = [[1]]\n"]
)
def test_reports_unusable_files(tmp_path: Path, text: str) -> None:
    keymap = load(tmp_path, text)
    assert keymap.keys == {}
    assert keymap.problems
    assert all(problem.line and problem.column for problem in keymap.problems)


def test_settings_import_neither_textual_nor_pydantic() -> None:
    code = "import sys, wyrd_tui.store.keymap; print('textual' in sys.modules, 'pydantic' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == ["False", "False"]
