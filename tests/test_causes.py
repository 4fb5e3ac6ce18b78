"""Causes are values: no module decides by a sentence, and a recap stays the same when sentences change."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import wyrd_tui

PACKAGE = Path(wyrd_tui.__file__).parent
PROSE = frozenset({"why", "label", "note", "text", "tail", "head", "lines", "headline", "title", "hint", "trouble"})
"""Attributes that hold words for a reader."""
READING = frozenset(
    {"startswith", "endswith", "partition", "rpartition", "removeprefix", "removesuffix", "split", "find", "index"}
)
MATCHING = frozenset({"match", "search", "fullmatch", "sub", "findall"})
ALLOWED = frozenset(
    {
        "screens/questions/typed.py: re.fullmatch('[+-]?(0|[1-9][0-9]*)', self.text)",  # A number as it is typed.
        "screens/palette.py: matcher.match(act.label)",  # The palette finds acts by their words.
        "engine/recap.py: page.text.strip().split('\\n\\n')",  # Paragraphs of a page.
        "store/scenarios/check.py: lesson.text.split('`')",  # Ids that an author writes between backticks.
        "screens/questions/command_line.py: ' ' in self.editor.text.strip()",  # A line that the GM types.
        "screens/questions/command_line.py: self.editor.text.endswith(' ')",  # A line that the GM types.
    }
)


def _prose(node: ast.AST, names: frozenset[str] = frozenset()) -> bool:
    """Tell whether an expression is prose, or the name of a variable that was given some."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node = node.func.value
    if isinstance(node, ast.Name):
        return node.id in names
    return isinstance(node, ast.Attribute) and node.attr in PROSE


def _given_prose(function: ast.AST) -> frozenset[str]:
    """Find the variables of a function that are given prose."""
    given = [node for node in ast.walk(function) if isinstance(node, ast.Assign | ast.NamedExpr)]
    targets = [
        target
        for node in given
        if any(isinstance(part, ast.Attribute) and part.attr in PROSE for part in ast.walk(node.value))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    return frozenset(target.id for target in targets if isinstance(target, ast.Name))


def _words(node: ast.AST) -> bool:
    """Tell whether an expression is a constant of words, alone or among others."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(_words, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


def decisions(source: str) -> Iterator[str]:
    """Find the expressions of a module that decide by prose."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    given = [(function, _given_prose(function)) for function in functions]
    names = {part: prose for function, prose in given for part in ast.walk(function)}
    for node in ast.walk(tree):
        prose = partial(_prose, names=names.get(node, frozenset()))
        match node:
            case ast.Compare(left=left, comparators=right):
                if any(map(prose, [left, *right])) and any(map(_words, [left, *right])):
                    yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=value, attr=attr), args=[first, *_] as args):
                reads = attr in READING and prose(value) and _words(first)
                if reads or (attr in MATCHING and any(map(prose, args))):
                    yield ast.unparse(node)
            case _:
                continue


def test_no_module_decides_by_prose() -> None:
    """An event carries its cause as a value, so that no code has to read a sentence."""
    paths = {str(path.relative_to(PACKAGE)): path for path in sorted(PACKAGE.rglob("*.py"))}
    found = {f"{name}: {code}" for name, path in paths.items() for code in decisions(path.read_text(encoding="utf-8"))}
    assert found == ALLOWED


def test_a_decision_by_prose_is_found() -> None:
    by_prose = ("event.why.startswith('uses')", "'fall' in event.why", "roll.label.partition(' (')", "one.note == 'x'")
    assert [list(decisions(code)) for code in by_prose] == [[code] for code in by_prose]
    assert list(decisions("def is_out(one):\n    label = one.label\n    return label == 'out'")) == ["label == 'out'"]
