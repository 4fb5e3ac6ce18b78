"""Every command's declaration is whole: what footer, palette, help page and `:` line make of it reads well."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

import pytest

import wyrd_tui
from tests.commands import BY_ID, COMMANDS, HOUSE_RULES
from tests.scans import parsed, report
from wyrd_tui.engine.commands import Ask, Command, Focus
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.key_spelling import SHORT_KEYS
from wyrd_tui.engine.line_commands import find_command, usage_line
from wyrd_tui.engine.question_nouns import noun_of
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.play import PLAY_WORDS
from wyrd_tui.screens.table.keys import keys_of
from wyrd_tui.screens.table.verbs import VERB_WORDS as SPOKEN
from wyrd_tui.screens.table.verbs import VERBS

# Keys that terminals, multiplexers or Textual take for themselves.
TAKEN = {"ctrl+q", "ctrl+p", "ctrl+c", "ctrl+z", "enter", "escape", "backspace"}
LAST = {"WE": 99, "WED": 13, "WA": 59, "ME": 51, "C": 40, "U": 34}


def broken(kept: Iterable[tuple[str, dict[str, bool]]]) -> Iterator[str]:
    """Sentences about the demands that are not met: what is looked at, and the demand."""
    return (f"{where}: {demand}" for where, demands in kept for demand, met in demands.items() if not met)


def test_a_command_says_what_it_is() -> None:
    def demands(command: Command) -> dict[str, bool]:
        return {
            "an id of plain words": bool(re.fullmatch(r"[a-z]+(-[a-z]+)*", command.id)),
            "a label of 1 to 20 letters": 1 <= len(command.label.strip()) == len(command.label) <= 20,
            "a group with a capital": command.group[0].isupper(),
            "help of one sentence, with a full stop": bool(re.fullmatch(r"[A-Z][^\n]*[^.]\.", command.help))
            and ". " not in command.help,
            "a game that there is": command.game in ("", *GAMES),
        }

    report(broken((command.id, demands(command)) for command in COMMANDS))


def test_questions_are_put_well() -> None:
    def demands(command: Command, ask: Ask) -> dict[str, bool]:
        return {
            "a name of its own": [other.name for other in command.asks].count(ask.name) == 1,
            "a name of letters": bool(re.fullmatch(r"[a-z]+", ask.name)),
            "a prompt with a capital": ask.prompt[0].isupper(),
            "a noun that stands within a sentence": not noun_of(ask).startswith("which "),
            "a prompt without a stop": not ask.prompt.endswith((".", "?", ":")),
            "a low end below the high one": ask.low <= ask.high,
            "free words only where they can be said": not ask.free or ask.kind in ("one", "many", "parts"),
            "usage that begins with the id": usage_line(command).startswith(command.id),
        }

    asks = ((command, ask) for command in COMMANDS for ask in command.asks)
    report(broken((f"{command.id} {ask.name}", demands(command, ask)) for command, ask in asks))


SHADOWED = {"condition", "give", "rate", "table"}
"""Acts that all games share and whose key a game takes for an act of its own; a line knows them still."""


def twice(names: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


@pytest.mark.parametrize("game", ["", *GAMES])
def test_commands_of_a_game_share_no_name_label_or_key(game: str) -> None:
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
    assert set(PLAY_WORDS) <= set(SPOKEN), "the screen knows what scripts know"


def test_an_earlier_label_still_begins_a_line() -> None:
    def demands(command: Command) -> dict[str, bool]:
        word = slug(command.formerly)
        rows = [row for row in COMMANDS if row.game in ("", command.game)]
        return {
            "no act or label of another": word not in BY_ID and word not in {slug(row.label) for row in COMMANDS},
            "found by its earlier label": find_command(word, rows) is command,
        }

    report(broken((command.id, demands(command)) for command in COMMANDS if command.formerly))


def test_every_key_of_a_command_is_its_own() -> None:
    taken = {key for verb in VERBS for key in keys_of(verb.keys, "", {})} | TAKEN

    def demands(command: Command) -> dict[str, bool]:
        keys = keys_of(command.key, "", {})
        return {
            "a key that nothing else takes": not taken & set(keys),
            # A plain letter or sign: nothing that a terminal keeps.
            "a key that is short in the footer": all(len(key) == 1 for key in keys),
            "a key in Textual's spelling": not command.key or command.key.isalnum() or command.key in SHORT_KEYS,
        }

    report(broken((command.id, demands(command)) for command in COMMANDS))


def test_the_screens_own_keys_are_told_apart() -> None:
    keys = [key for verb in VERBS for key in keys_of(verb.keys, "", {})]
    assert [key for key, times in Counter(keys).items() if times > 1] == []
    assert {"up", "down", "j", "k", "tab", *"123456789[]/uU:?.q", "space", "escape", "ctrl+l"} <= set(keys)


_RULE = r"(?P<family>WED|WE|WA|ME|C|U)-(?P<first>\d\d)(?: … (?P=family)-(?P<last>\d\d))?"


def test_the_rules_that_are_mentioned_can_be_looked_up() -> None:
    def there(mention: str) -> bool:
        if not (found := re.fullmatch(_RULE, mention)):
            return False
        return 1 <= int(found["first"]) <= int(found["last"] or found["first"]) <= LAST[found["family"]]

    named = [(c.id, c.rules) for c in COMMANDS] + [(r.key, r.source) for r in HOUSE_RULES.values()]
    mentions = ((where, mention) for where, text in named if text for mention in text.split(", "))
    report(f"{where}: there is no rule {mention}" for where, mention in mentions if not there(mention))


def _sentences() -> list[tuple[str, str]]:
    """Words between backticks in what the rules say, each with where it stands."""
    found = []
    for path in sorted(Path(wyrd_tui.__file__).parent.glob("engine/rules/**/*.py")):
        tree = parsed(path.read_text(encoding="utf-8"))
        docstrings = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                found += [(f"{path.stem}:{node.lineno}", word) for word in re.findall(r"`+([^`]+)`+", node.value)]
    return found


def test_every_key_that_a_sentence_names_is_there() -> None:
    keys = {key for command in COMMANDS for key in keys_of(command.key, "", {})}
    moving = {key for verb in VERBS for key in keys_of(verb.keys, "", {})}
    known = {*BY_ID, *PLAY_WORDS, *keys, *moving}
    sentences = _sentences()
    assert len(sentences) > 50
    report(
        f"{where} names `{word}`"
        for where, word in sentences
        if not known & {name := word.partition(" ")[0], name.removeprefix(":")}
    )


def test_help_is_plain_text() -> None:
    """The palette, the card and its page of HTML print it as it stands."""
    helped = {command.id: command.help for command in COMMANDS} | {verb.id: verb.help for verb in VERBS}
    report(f"{name}: {help}" for name, help in helped.items() if "`" in help)


def test_a_question_names_only_what_can_be_selected() -> None:
    """Each word that a question may ask the selection for is asked by some command, and there is no other.

    A thing that was just made is suggested where nothing is selected for a “thing”.
    """
    assert {ask.focus for command in COMMANDS for ask in command.asks} == set(get_args(Focus)) - {"made"}
