"""Answers that stand for several things, such as an owner and an ability: values that no code cuts out of a word."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import wyrd_tui
from tests.scans import parsed, walked

PACKAGE = Path(wyrd_tui.__file__).parent
CUTTING = frozenset({"split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix"})
GLUE = re.compile(r"\w*[:/.-][\w:/.-]*")
"""Signs between values that are joined to one word, with words of their own beside them, as in `their:`."""
ALLOWED_CUTS = frozenset(
    # Words of a name, compared one by one.
    {
        "engine/line_commands.py: word.split('-')",
        "engine/rules/ground/fighting.py: slug(rating).split('-')",
        "screens/questions/asking.py: slug(one.label).split('-')",
        "screens/questions/choices.py: slug(choice.label).split('-')",
    }
    # Words that the GM types, and those of a scenario: boxes, hands of dice, names, points behind a name.
    | {
        "engine/line_words.py: self.text.removeprefix(OWN)",
        "engine/line_words.py: self.text.removeprefix(OWN).removesuffix(OWN)",
        "engine/rules/ground/tracks.py: text.split('/')",
        "engine/rules/ground/typed_rolls.py: typed.split(';')",
        "engine/rules/questions.py: typed.split(';')",
        "engine/rules/shared/challenge_edits.py: text.split(',')",
        "engine/rules/wyrd_engine/effect_words.py: name.removeprefix('in_')",
        "engine/rules/wyrd_engine/effect_words.py: text.partition(' – ')",
        "engine/rules/wyrd_engine/rolls.py: typed.split(';')",
        "engine/typed_answers.py: item.rpartition(':')",
        "engine/typed_answers.py: word.strip().rpartition(':')",
        "engine/untaken_words.py: item.rpartition(':')",
        "screens/questions/command_line.py: word.partition('=')",
    }
    # Full stops and question marks where sentences meet.
    | {
        "engine/line_syntax.py: suggest_word(word.name, known).removesuffix('?')",
        "screens/questions/answered.py: (whole if len(whole) <= BRIEF else in_brief(line)).removesuffix('.')",
        "screens/questions/answered.py: fact.removesuffix('.')",
    }
)
ALLOWED_GLUE = frozenset(
    {
        # A new id of words.
        "engine/rules/shared/bonuses.py: f'{kind}-{label}'",
        "engine/rules/wyrd_engine/rolls.py: f'{kind}-{label}'",
    }
)


def cuts(source: str) -> Iterator[str]:
    """Find the places of a module that cut a text at a sign; a bare `split()` takes words apart."""
    for node in walked(parsed(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=attr), args=[_, *_]) if attr in CUTTING:
                if not (isinstance(value, ast.Name) and value.id == "re"):
                    yield ast.unparse(node)
            case _:
                continue


def glued(source: str) -> Iterator[str]:
    """Find the places of a module that join values by a sign alone, besides the words that a value has for itself."""
    tree = parsed(source)
    spelling = [node for node in walked(tree) if isinstance(node, ast.FunctionDef) and node.name == "__str__"]
    spelt = {part for node in spelling for part in walked(node)}
    for node in walked(tree):
        if not isinstance(node, ast.JoinedStr) or node in spelt:
            continue
        kinds = [type(part) for part in node.values]
        signs = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        joined = [ast.FormattedValue, ast.Constant, ast.FormattedValue]
        if joined in [kinds[at : at + 3] for at in range(len(kinds))] and GLUE.fullmatch(signs):
            yield ast.unparse(node)


def test_no_answer_is_glued_of_ids_and_cut_again() -> None:
    """An answer that stands for several things is found among the values on offer (`by_word`), as a value."""
    places = [path for name in ("engine/rules", "screens/questions") for path in (PACKAGE / name).rglob("*.py")]
    places += [PACKAGE / "engine" / f"{name}.py" for name in ("answers", "choices", "commands", "typed_answers")]
    places += [PACKAGE / "engine" / "untaken_words.py", *(PACKAGE / "engine").glob("line_*.py")]
    sources = {str(path.relative_to(PACKAGE)): path.read_text("utf-8") for path in places}
    assert {f"{name}: {part}" for name, source in sources.items() for part in cuts(source)} == ALLOWED_CUTS
    rules = {name: source for name, source in sources.items() if name.startswith("engine/rules")}
    assert {f"{name}: {part}" for name, source in rules.items() for part in glued(source)} == ALLOWED_GLUE


@pytest.mark.parametrize(
    "code",
    [
        "word.partition(OFF)",
        "word.partition(':')",
        "text_of(answers, 'kind').rpartition('-')",
        "word.split(' ', 1)",
        "word.removeprefix('their:')",
    ],
)
def test_an_answer_that_is_cut_is_seen(code: str) -> None:
    assert list(cuts(f"who, _, ability = {code}")) == [code]


@pytest.mark.parametrize(
    "code",
    ["f'{self.who}/{self.ability}'", "f'their:{target}:{offer}'", "f'{actor.id}:{one.game}:{one.id}'"],
)
def test_ids_that_are_glued_are_seen_outside_their_value(code: str) -> None:
    assert list(glued(f"word = {code}")) == [code]
    assert not list(glued(f"def __str__(self):\n    return {code}"))
