"""Every command's declaration is whole: what footer, palette, help page and `:` line make of it reads well."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

import wyrd_tui
from wyrd_tui.engine.commands import Command, Focus
from wyrd_tui.engine.lines import usage
from wyrd_tui.engine.rules.readings import READINGS
from wyrd_tui.engine.rules.table import BY_ID, COMMANDS
from wyrd_tui.engine.state import GAMES
from wyrd_tui.play import WORDS
from wyrd_tui.screens.table.keys import VERBS, keys_of
from wyrd_tui.screens.table.keys import WORDS as SPOKEN
from wyrd_tui.widgets.footer import KEYS

ids = [command.id for command in COMMANDS]
every = pytest.mark.parametrize("command", COMMANDS, ids=ids)

# What terminals, multiplexers or Textual take for themselves.
TAKEN = {"ctrl+q", "ctrl+p", "ctrl+c", "ctrl+z", "enter", "escape", "backspace"}
LAST = {"WE": 99, "WED": 13, "WA": 59, "ME": 51, "C": 40, "U": 34}


@every
def test_a_command_says_what_it_is(command: Command) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", command.id)
    assert command.label
    assert command.label == command.label.strip()
    assert len(command.label) <= 20
    assert command.group[0].isupper()
    assert re.fullmatch(r"[A-Z][^\n]*[^.]\.", command.help), "one sentence, with a full stop"
    assert ". " not in command.help
    assert command.game in ("", *GAMES)


@every
def test_its_questions_are_put_well(command: Command) -> None:
    names = [ask.name for ask in command.asks]
    assert len(set(names)) == len(names)
    for ask in command.asks:
        assert ask.prompt[0].isupper()
        assert not ask.prompt.endswith((".", "?", ":"))
        assert re.fullmatch(r"[a-z]+", ask.name)
        assert ask.low <= ask.high
        assert not ask.free or ask.kind in ("one", "many", "parts")
    assert usage(command).startswith(command.id)


SHADOWED = {"condition", "give", "rate"}
"""Acts that all games share and whose key a game takes for an act of its own; a line knows them still."""


def twice(names: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


@pytest.mark.parametrize("game", ["", *GAMES])
def test_no_two_commands_of_a_game_share_a_name_a_label_or_a_key(game: str) -> None:
    own = [command for command in COMMANDS if command.game == game]
    shared = [command for command in COMMANDS if not command.game]
    assert twice(command.label for command in own) == []
    assert twice(key for command in own for key in keys_of(command.key, "", {})) == []
    keys = {key for command in own for key in keys_of(command.key, "", {})}
    covered = {row.id for row in shared if game and keys & set(keys_of(row.key, "", {}))}
    assert covered <= SHADOWED


def test_a_line_begins_with_one_thing() -> None:
    assert twice(command.id for command in COMMANDS) == []
    assert not set(BY_ID) & {verb.id for verb in VERBS}, "a keymap names both by their ids"
    assert not set(BY_ID) & set(SPOKEN), "a line begins with either"
    assert set(WORDS) <= set(SPOKEN), "the screen knows what scripts know"


@every
def test_its_key_is_its_own(command: Command) -> None:
    moving = {key for verb in VERBS for key in keys_of(verb.keys, "", {})}
    for key in keys_of(command.key, "", {}):
        assert key not in moving | TAKEN
        # A plain letter or sign: nothing that a terminal keeps, and short enough for the footer.
        assert len(key) == 1, f"the footer has no short name for {key}"
    assert not command.key or command.key.isalnum() or command.key in KEYS, "in Textual's spelling"


def test_the_screens_own_keys_are_told_apart() -> None:
    keys = [key for verb in VERBS for key in keys_of(verb.keys, "", {})]
    assert [key for key, times in Counter(keys).items() if times > 1] == []
    assert {"up", "down", "j", "k", "tab", *"123456789[]/uU:?.q", "space", "escape", "ctrl+l"} <= set(keys)


_RULE = r"(?P<family>WED|WE|WA|ME|C|U)-(?P<first>\d\d)(?: … (?P=family)-(?P<last>\d\d))?"


@pytest.mark.parametrize("mentions", [c.rules for c in COMMANDS] + [r.source for r in READINGS.values()])
def test_the_rules_that_are_mentioned_can_be_looked_up(mentions: str) -> None:
    for mention in mentions.split(", ") if mentions else ():
        found = re.fullmatch(_RULE, mention)
        assert found, mention
        first, last = int(found["first"]), int(found["last"] or found["first"])
        assert 1 <= first <= last <= LAST[found["family"]]


def _sentences() -> list[tuple[str, str]]:
    """Words between backticks in what the rules say, each with where it stands."""
    found = []
    for path in sorted(Path(wyrd_tui.__file__).parent.glob("engine/rules/**/*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docstrings = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                found += [(f"{path.stem}:{node.lineno}", word) for word in re.findall(r"`([^`]+)`", node.value)]
    return found


@pytest.mark.parametrize(("where", "word"), _sentences())
def test_what_a_sentence_tells_the_gm_to_press_is_there(where: str, word: str) -> None:
    keys = {key for command in COMMANDS for key in keys_of(command.key, "", {})}
    moving = {key for verb in VERBS for key in keys_of(verb.keys, "", {})}
    # `none` is an answer that its question names.
    assert word.partition(" ")[0] in {*BY_ID, *WORDS, *keys, *moving, "none"}, where


def test_a_question_names_only_what_can_be_selected() -> None:
    """Each word that a question may ask the selection for is asked by some command, and there is no other."""
    assert {ask.focus for command in COMMANDS for ask in command.asks} == set(get_args(Focus))
