"""Collection of every sentence that can reach a person, by module: `python -m tests.sentences [MODULE…]` prints it.

A sentence is a string of the package that has a blank between two words and is neither a docstring nor a pattern. The
values of an f-string stand as `{name}`, so that a sentence reads as it is written.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import wyrd_tui
from tests.scans import parsed, walked

PACKAGE = Path(wyrd_tui.__file__).parent
WORDS = re.compile(r"[A-Za-z”’}{.,:;)`]+ +[(“`{]*[A-Za-z]")
MACHINE = {"re.compile", "compile", "getLogger", "namedtuple", "NewType", "TypeVar", "sub", "fullmatch", "match"}
"""Callables whose strings are patterns or names, which no person reads."""
RULE_IDS = re.compile(r"(?:(?:WED?|WA|ME|C|U)-\d+(?:, | … )?)+")
"""Ids of rules, by which tests cite what a declaration carries out."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of the program: its module, its line there, and its text with values as `{name}`."""

    module: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.text}"


def collect(source: str, module: str = "") -> Iterator[Sentence]:
    """Find the sentences of a module's source, in the order of its lines."""
    tree = parsed(source)
    hidden = {id(node) for node in _unspoken(tree)}
    for node in _visible(tree, hidden):
        if WORDS.search(text := _text(node)) and not RULE_IDS.fullmatch(text):
            yield Sentence(module, node.lineno, text)


@cache
def of_package() -> list[Sentence]:
    """Sentences of all modules of the package, by module and line."""
    return [
        sentence
        for path in sorted(PACKAGE.rglob("*.py"))
        for sentence in collect(path.read_text(encoding="utf-8"), str(path.relative_to(PACKAGE)))
    ]


def _visible(node: ast.AST, hidden: set[int]) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Walk the strings of a tree; a string inside an f-string is met after it, as a sentence of its own."""
    if id(node) in hidden:
        return
    if isinstance(node, ast.JoinedStr):
        yield node
        values = (part.value for part in node.values if isinstance(part, ast.FormattedValue))
        for value in values:
            yield from _visible(value, hidden)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _visible(child, hidden)


def _unspoken(tree: ast.Module) -> Iterator[ast.AST]:
    """Find strings that no person reads: docstrings, patterns, styles, annotations, and labels that are only typed."""
    for node in walked(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as bare):
                yield bare
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in MACHINE:
                yield from args
            case ast.keyword(arg="formerly", value=value):
                yield value
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if "CSS" in name:
                yield value
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=ast.expr() as annotation):
                yield annotation
            case _:
                continue


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(_text, parts))
        case ast.FormattedValue(value=value):
            return f"{{{ast.unparse(value)}}}"
        case _:
            return ""


def main() -> None:
    """Print the collection, or the part of it whose modules begin with one of the arguments."""
    module = ""
    for sentence in of_package():
        if sys.argv[1:] and not sentence.module.startswith(tuple(sys.argv[1:])):
            continue
        if module != sentence.module:
            module = sentence.module
            print(f"\n## {module}\n")
        print(f"{sentence.line:>4}  {sentence.text}")


if __name__ == "__main__":
    main()
