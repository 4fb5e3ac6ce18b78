"""Causes are values: no module decides by a sentence, and a recap stays the same when sentences change."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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
        "app.py: matcher.match(act.label)",  # The palette finds acts by their words.
        "engine/recap.py: page.text.strip().split('\\n\\n')",  # Paragraphs of a page.
        "screens/questions/command_line.py: ' ' in self.editor.text.strip()",  # A line that the GM types.
        "screens/questions/command_line.py: self.editor.text.endswith(' ')",  # A line that the GM types.
        "store/files/positions.py: pattern.match(self.text, self.at)",  # The scanner of TOML.
        "widgets/ladder.py: ', ' in rung.hint",  # Room in a pane: the last parts of a hint go first.
    }
)


def _prose(node: ast.AST) -> str:
    """Name the prose that an expression reads; empty where it reads none."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node = node.func.value
    return node.attr if isinstance(node, ast.Attribute) and node.attr in PROSE else ""


def _words(node: ast.AST) -> bool:
    """Tell whether an expression is a constant of words, alone or among others."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(_words, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


def decisions(source: str) -> Iterator[str]:
    """Find the expressions of a module that decide by prose."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, comparators=right):
                if any(map(_prose, [left, *right])) and any(map(_words, [left, *right])):
                    yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=value, attr=attr), args=[first, *_] as args):
                reads = attr in READING and _prose(value) and _words(first)
                if reads or (attr in MATCHING and any(map(_prose, args))):
                    yield ast.unparse(node)
            case _:
                continue


def test_no_module_decides_by_prose() -> None:
    """Issue 13, section 2: an event carries its cause as a value."""
    paths = {str(path.relative_to(PACKAGE)): path for path in sorted(PACKAGE.rglob("*.py"))}
    found = {f"{name}: {code}" for name, path in paths.items() for code in decisions(path.read_text(encoding="utf-8"))}
    assert found == ALLOWED


def test_a_decision_by_prose_is_found() -> None:
    by_prose = ("event.why.startswith('uses')", "'fall' in event.why", "roll.label.partition(' (')", "one.note == 'x'")
    assert [list(decisions(code)) for code in by_prose] == [[code] for code in by_prose]
